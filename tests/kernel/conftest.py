"""Games that a test registers are gone when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clande.kernel import books


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    places = (books.SHELF, books.MODULES, books.BOOKS)
    kept = [dict(place) for place in places]
    yield
    for place, was in zip(places, kept, strict=True):
        place.clear()
        place.update(was)  # type: ignore[arg-type]
