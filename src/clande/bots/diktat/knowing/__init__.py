"""What the prudent bot knows of configurations: a file each, with a `KNOWLEDGE`, loaded for tables
that play with it.

A table that plays with a configuration of which there is no file here is played as the base is.
"""
