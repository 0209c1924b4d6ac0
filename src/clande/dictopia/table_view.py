"""What one viewer sees of `Table`. Written by tools/viewtypes.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from clande.dictopia.table import Table
from clande.kernel import View
from clande.kernel.audience import view_type

if TYPE_CHECKING:
    from msgspec import Struct

    from clande.dictopia.table import Hand, Word

    class DictopiaTableView(Struct, frozen=True):
        """What one viewer sees of `Table`. What is hidden from it is None."""

        mode: str
        judging: str
        size: int
        trial: int
        target: int
        out: tuple[str, ...]
        used: tuple[str, ...]
        aside: tuple[str, ...]
        text: str
        drawn: Hand
        turned: bool
        shown: list[Hand]
        places: list[int]
        words: list[Word]
        fates: list[str]
        bonuses: list[tuple[int, ...]]
        scores: list[tuple[int, ...]]
        brother: tuple[int, ...]
        tops: tuple[int, ...]
        challenges: list[int]
        hands: Hand | None
        locked: Word | None
        dealt: int
        pile: int
        envelopes: int
else:
    DictopiaTableView = view_type(Table)

DictopiaView: TypeAlias = View[DictopiaTableView]
