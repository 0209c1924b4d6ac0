"""The configurations of Diktat: one folder each. A folder that is here is played; no list names it.

- `nuit`: Nuit éternelle, a longer game
- `leagues`: alliances with an aim of their own; needs `nuit`
- `others`: the Others, a force that no player leads

A folder is a package whose MODULE says what it fills in of DiktatBook. It holds everything of its
own: rules, events, drawing, listing, texts (fr.toml, en.toml), cases/. Without it
the base plays as if it had never been; no module of the base names one.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from clande.kernel import Module
from clande.text import Catalogue


def modules() -> tuple[Module, ...]:
    """Every configuration, in the same order on every machine. One that needs a missing one is left
    out: nobody could play it."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)
    return ordered({name: module_of(name) for name in names})


def elements(texts: Catalogue, game: str) -> dict[str, list[str]]:
    """What configurations add to the list of cards, in lines by id (`elements` of `listing`)."""
    lines: dict[str, list[str]] = {}
    for module in modules():
        where = f"{__name__}.{module.name}.listing"
        if find_spec(where) is not None:
            lines |= import_module(where).elements(texts, game)
    return lines


def module_of(name: str) -> Module:
    module = getattr(import_module(f"{__name__}.{name}"), "MODULE", None)
    if not isinstance(module, Module) or module.name != name:
        raise TypeError(f"the folder {name} of Diktat's configurations has no MODULE of that name")
    return module


def ordered(modules: Mapping[str, Module]) -> tuple[Module, ...]:
    """By name, but none before those that it needs."""
    placed: dict[str, Module] = {}

    def place(name: str) -> bool:
        if name in placed:
            return True
        if name not in modules or not all(map(place, modules[name].needs)):
            return False
        placed[name] = modules[name]
        return True

    for name in sorted(modules):
        place(name)
    return tuple(placed.values())
