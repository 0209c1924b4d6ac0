"""Telling people that it is their turn, where a game takes days: by mail or by a webhook.

A seat that is waited for while nobody is there is a `Signal` in the store; a `Letter` is what will
be sent of it. Both survive a restart: a letter is sent at least once, and always under one name.
"""
