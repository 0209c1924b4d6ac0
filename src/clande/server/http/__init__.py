"""Requests: the middleware that all of them pass, static files, schemas and routes."""
