"""The tables that the laws are run at: every registered game, mix and number of seats, or so many
of them that every two facts of a table meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path

from clande import cases, games
from clande.kernel import Header, QuickLuck, compose, head, presets, set_up
from clande.kernel.books import MODULES, SHELF, mix
from clande.testing import Start, settings

CASES = Path(__file__).parents[1] / "cases"


def registered() -> list[str]:
    """The games that are installed, and the one that teaches."""
    games.installed()
    games.find("examples/contraband")
    return sorted(SHELF)


def every_table() -> Iterator[Header]:
    for name in registered():
        yield from settings(name)


Fact = tuple[str, str | int | bool]


def facts(header: Header) -> list[Fact]:
    """What a table is: its game, its number of seats, and for each module whether it is in."""
    game, *modules = header.mix.split("+")
    among = [(module.name, module.name in modules) for module in MODULES[game]]
    return [("game", game), ("seats", header.seats), *among]


def pairs(header: Header) -> set[tuple[Fact, Fact]]:
    return set(combinations(facts(header), 2))


def pairwise(tables: Iterable[Header]) -> list[Header]:
    """As few of these tables as it takes to have every pair of facts that is in one of them."""
    left = list(tables)
    missing: set[tuple[Fact, Fact]] = set().union(*map(pairs, left))
    chosen = []
    while missing:
        best = max(left, key=lambda header: len(pairs(header) & missing))
        chosen.append(best)
        missing -= pairs(best)
    return chosen


def every_preset() -> Iterator[tuple[str, Header]]:
    """The tables of presets that choose options: those of their mixes alone are in the others."""
    for game in registered():
        for name, preset in presets(game).items():
            seats = compose(mix(game, preset.modules)).seats if preset.options else ()
            for number in seats:
                yield f"{name}-{number}", head(game, number, preset.modules, preset.options)


def beginning(header: Header, seed: int) -> Start:
    return lambda: set_up(header, QuickLuck(seed))


def scenes(game: str = "") -> Iterator[tuple[str, Start]]:
    """The scene of every case, of one game or of all, as a place to start from."""
    for path in cases.files([CASES / game, *cases.of_modules(game)]):
        yield "/".join(path.parts[-3:]), partial(cases.start, cases.load(path))


def name_of(header: Header) -> str:
    return f"{header.mix}-{header.seats}"
