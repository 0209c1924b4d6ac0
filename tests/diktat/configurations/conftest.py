"""The tests of a configuration go with its folder; what a test registers is gone when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clande.diktat.configurations import modules
from clande.kernel import books

HERE = Path(__file__).parent
names = [module.name for module in modules()]
collect_ignore = [p.name for p in HERE.iterdir() if p.is_dir() and p.name not in names]


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    places: tuple[dict[str, Any], ...] = (books.SHELF, books.MODULES, books.BOOKS)
    copies = [dict(place) for place in places]
    yield
    for place, was in zip(places, copies, strict=True):
        place.clear()
        place.update(was)
