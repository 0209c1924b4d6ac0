"""What one viewer sees of `Table`. Written by tools/viewtypes.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from clande.kernel import View
from clande.kernel.audience import view_type
from examples.contraband.table import Table

if TYPE_CHECKING:
    from msgspec import Struct

    from examples.contraband.table import Barge, Deal, Flow, Goods, Pair

    class ContrabandTableView(Struct, frozen=True):
        """What one viewer sees of `Table`. What is hidden from it is None."""

        night: int
        turns: list[int]
        standing: list[int]
        points: list[int]
        debts: list[int]
        borrowed: list[bool]
        towed: list[bool]
        patrols: list[str]
        bank: int
        sunk: Goods
        counted: list[int]
        crates: list[int]
        dealt: tuple[Pair, ...]
        passes: int
        papers: dict[int, tuple[str, ...] | int]
        purses: int | None
        hands: Goods | None
        bag: int
        barges: dict[int, Barge]
        deals: dict[int, Deal]
        flows: dict[int, Flow]
        serial: int
else:
    ContrabandTableView = view_type(Table)

ContrabandView: TypeAlias = View[ContrabandTableView]
