"""The tables that campaigns are played at, and how a seed sets one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from clande import games
from clande.kernel import Game, Header, QuickLuck, Unreadable, compose, head, preset, set_up
from clande.kernel.books import SHELF, Book, mix
from clande.kernel.game import Pauses
from clande.kernel.headers import Value
from clande.testing import settings

ROOT = Path(__file__).resolve().parents[2]
TEACHING = ROOT / "examples/contraband"
DRAWS = 50
DRESSING = 7_777_777  # the luck that draws a table's options is not the one that sets it up


def found(game: str) -> Book:
    """The book of a game: registered, of the house but not installed yet, or at a path."""
    if game not in SHELF:
        games.installed()
        if TEACHING.is_dir() and TEACHING.name not in SHELF:
            games.find(TEACHING)
        if game not in SHELF and game.isidentifier() and find_spec(f"clande.{game}"):
            import_module(f"clande.{game}")
    return games.find(game)


def known(named: Sequence[str] = ()) -> dict[str, str]:
    """What games go by, by their own names: the named ones, or all that are installed and the
    one that teaches."""
    named = named or sorted({*games.installed(), TEACHING.name})
    return {found(name).name: name for name in named}


def tables(named: Sequence[str] = (), seats: int | None = None) -> list[Header]:
    """Every mix of every game, with every number of seats or with this one."""
    headers = [header for name in known(named) for header in settings(name)]
    return [header for header in headers if seats in (None, header.seats)]


def of_preset(headers: Sequence[Header], name: str) -> list[Header]:
    """Those tables that are mixed as a preset wants."""
    return [h for h in headers if mix(h.game, preset(h.game, name).modules) == h.mix]


def headers(rules: str, seats: int, seed: int, way: str = "") -> Iterator[tuple[Header, Pauses]]:
    """Games of this mix, their options drawn by the seed, and whether each pauses. A preset
    fixes those that it is about. Not all options go together; the last are the defaults."""
    name, *modules = rules.split("+")
    name = found(name).name
    luck = QuickLuck(seed + DRESSING)
    options = compose(mix(name, modules)).options
    fixed: Mapping[str, Value] = preset(name, way).options if way else {}
    for _ in range(DRAWS):
        pauses: Pauses = "seats" if luck.below(2) == 0 else "none"
        drawn = {option: luck.pick(choice.values) for option, choice in options.items()}
        try:
            header = head(name, seats, modules, {**drawn, **fixed})
        except Unreadable:  # a mix may object to what each of its modules allows
            continue
        yield header, pauses
    yield head(name, seats, modules, fixed), "seats"


def begun(rules: str, seats: int, seed: int, way: str = "") -> Game[Any]:
    """A game as it stands before its first question."""
    for header, pauses in headers(rules, seats, seed, way):
        try:
            return set_up(header, QuickLuck(seed), pauses)
        except Unreadable as refusal:
            refused = refusal
    raise refused
