"""The configurations of Diktat: one folder each, found by being there.

A folder is a package whose MODULE says what it fills in of DiktatBook. It holds all that is its
own: rules, drawing, listing, words (fr.toml, en.toml), cases/. Without it the base plays as if it
had never been; the base names none of them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from clande.kernel import Module
from clande.text import Catalogue


def found() -> tuple[Module, ...]:
    """Every configuration that is there, in one order on every machine. One that needs another
    which is not there is left out: nobody could play it."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)
    return ordered({name: brought_by(name) for name in names})


def listed(words: Catalogue, game: str) -> dict[str, list[str]]:
    """What configurations add to the list of elements, by id: `elements` of their `listing`."""
    told: dict[str, list[str]] = {}
    for module in found():
        where = f"{__name__}.{module.name}.listing"
        if find_spec(where) is not None:
            told |= import_module(where).elements(words, game)
    return told


def brought_by(name: str) -> Module:
    module = getattr(import_module(f"{__name__}.{name}"), "MODULE", None)
    if not isinstance(module, Module) or module.name != name:
        raise TypeError(f"the folder {name} of Diktat's configurations has no MODULE of that name")
    return module


def ordered(there: Mapping[str, Module]) -> tuple[Module, ...]:
    """By name, but none before those that it needs."""
    placed: dict[str, Module] = {}

    def place(name: str) -> bool:
        if name in placed:
            return True
        if name not in there or not all(map(place, there[name].needs)):
            return False
        placed[name] = there[name]
        return True

    for name in sorted(there):
        place(name)
    return tuple(placed.values())
