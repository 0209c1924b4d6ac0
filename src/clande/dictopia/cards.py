"""The letter cards. [DIC-MAT-1]"""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct


class Side(IntEnum):
    """Which letter of a card is used."""

    TOP = 0
    BOTTOM = 1


class Card(Struct, frozen=True, order=True):
    """Two letters, of which one may be used, the eyes beside each, and the number on the back."""

    top: str
    bottom: str
    top_eyes: int
    bottom_eyes: int
    back: int

    def letter(self, side: Side) -> str:
        return self.top if side is Side.TOP else self.bottom

    def eyes(self, side: Side) -> int:
        return self.top_eyes if side is Side.TOP else self.bottom_eyes

    @property
    def all_eyes(self) -> int:
        """What it is worth to Big Brother when it is not used. [DIC-SOL-1]"""
        return self.top_eyes + self.bottom_eyes
