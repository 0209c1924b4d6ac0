"""What the person at the prompt can mend."""

from __future__ import annotations


class UsageError(Exception):
    """Shown as one line, never as a traceback."""
