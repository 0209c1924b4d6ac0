"""Errors that the person at the prompt can correct."""

from __future__ import annotations


class UsageError(Exception):
    """Shown as one line, never as a traceback."""
