"""What everyone knows of a game before it begins, and how it ended."""

from __future__ import annotations

from msgspec import Struct

from clande.kernel.seats import Seat

Value = int | str


class Header(Struct, frozen=True):
    """What everyone knows of a game before it begins."""

    mix: str  # the mix of modules: "diktat", "diktat+others"
    version: str  # of those rules
    seats: int
    options: dict[str, Value] = {}

    @property
    def game(self) -> str:
        return self.mix.partition("+")[0]


class Outcome(Struct, frozen=True):
    """How a game ended: who won (nobody, one, several) and the score of each seat."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
