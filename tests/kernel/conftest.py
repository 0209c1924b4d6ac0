"""Games that a test registers are gone when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clande.kernel import books


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    places: tuple[dict[str, Any], ...] = (books.SHELF, books.MODULES, books.BOOKS)
    kept = [dict(place) for place in places]
    yield
    for place, was in zip(places, kept, strict=True):
        place.clear()
        place.update(was)
