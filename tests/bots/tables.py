"""Tables of bots to test with: mixed, for any number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import clande.diktat  # noqa: F401
from clande.bots import BOTS, Bot, Choice, playing
from clande.kernel import Game, QuickLuck, Seat, head, set_up
from clande.research.matches import play
from clande.research.plans import drawn_up

OPTIONS = ({"cabals": "all"}, {"cabals": "all", "choice": "chosen"}, {"cabals": "base"})


def table(seats: int, seed: int) -> Game[Any]:
    """A game of Diktat about to begin; every third one pauses between its steps."""
    header = head("diktat", seats, (), OPTIONS[seed % 3])
    return set_up(header, QuickLuck(seed), "seats" if seed % 3 == 2 else "none")


def mixed(seats: int, seed: int) -> dict[Seat, Bot]:
    """Prudent and random seats, in another pattern for each seed."""
    return {s: BOTS["prudent" if (seed >> s) & 1 or s == seed % seats else "random"]
            for s in range(seats)}  # fmt: skip


def played(game: Game[Any], bots: dict[Seat, Bot], seed: int) -> Iterator[tuple[Seat, Choice]]:
    for seat, choice, _ in playing(game, bots, QuickLuck(seed)):
        yield seat, choice


def wins(game: str, first: str, second: str, number: int) -> float:
    """How many of so many games the first bot wins against the second, seats swapped."""
    plan = drawn_up(game, bots=[first, second], seats=[2])
    rows = [play(plan, match) for match in islice(plan.matches(), number)]
    return sum(row.share(row.bots.index(first)) for row in rows)
