"""Bands: between what a measure should lie, and whether it does."""

from __future__ import annotations

from math import inf
from typing import Literal

from msgspec import Struct

from clande.research.intervals import Interval


class Band(Struct, frozen=True):
    """Both ends belong to it. A share is told in percent, the distance of two in points."""

    low: float = -inf
    high: float = inf
    unit: Literal["number", "share", "points"] = "number"


class Measure(Struct, frozen=True):
    """Something measured at one table, of one subject (a card, a cabal) or of the game."""

    name: str
    at: Interval
    band: Band
    subject: str = ""

    @property
    def kind(self) -> str:
        """In its band; out of it; or open: out of it, and the interval reaches into it."""
        if self.band.low <= self.at.value <= self.band.high:
            return "in"
        beyond = self.at.low > self.band.high or self.at.high < self.band.low
        return "out" if beyond else "open"

    @property
    def is_sure(self) -> bool:
        """The interval lies on one side of the band's ends."""
        inside = self.band.low <= self.at.low and self.at.high <= self.band.high
        return inside or self.kind == "out"
