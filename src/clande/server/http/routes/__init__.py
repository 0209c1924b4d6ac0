"""The routes, one file an area."""
