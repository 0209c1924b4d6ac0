"""Diktat, chapter by chapter: a table laid by hand, an act, what followed."""
