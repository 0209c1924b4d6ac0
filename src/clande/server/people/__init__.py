"""Guests, accounts, families, what people decide about one another, moderation, erasure."""
