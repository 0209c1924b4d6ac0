"""What a card is made of, down to its smallest word."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


def parts(whole: object) -> Iterator[object]:
    """A struct, and everything inside it."""
    yield whole
    if isinstance(whole, Struct):
        for field in whole.__struct_fields__:
            yield from parts(getattr(whole, field))
    elif isinstance(whole, tuple):
        for item in whole:
            yield from parts(item)
