"""A table in play: what it decides, what each viewer is sent, who is there, whose time is up."""
