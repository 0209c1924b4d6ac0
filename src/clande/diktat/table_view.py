"""What one viewer sees of `Table`. Written by tools/viewtypes.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from clande.diktat.table import Table
from clande.kernel import View
from clande.kernel.audience import view_type

if TYPE_CHECKING:
    from msgspec import Struct

    from clande.diktat.table import (
        Deal,
        FaceDown,
        Flow,
        Goods,
        Hearsay,
        Marks,
        Numbers,
        Oath,
        OwnedMarker,
        Pair,
        Shown,
        Stack,
        Token,
    )

    class DiktatTableView(Struct, frozen=True):
        """What one viewer sees of `Table`. What is hidden from it is None."""

        cycle: int
        phase: str
        administrator: int
        active: int
        manoeuvre: str
        again: int
        skipping: int
        cabals: list[str]
        vp: list[int]
        rank: list[int]
        debts: list[int]
        borrowed: list[bool]
        manoeuvres: list[int]
        spies: list[int]
        assassins: list[int]
        fleeting: list[int]
        risen: list[int]
        track: tuple[str, ...]
        discard: tuple[str, ...]
        deck: int
        hidden: FaceDown | None
        cards: list[tuple[str, ...]]
        cabal_cards: list[tuple[str, ...]]
        markers: list[tuple[OwnedMarker, ...]]
        affinities: dict[str, tuple[str, ...]]
        used: tuple[str, ...]
        spent: tuple[str, ...]
        tokens: tuple[Token, ...]
        reserves: Goods | None
        counted: list[Goods]
        veiled: list[int]
        stacks: dict[int, Stack]
        gone: dict[int, Stack]
        resolving: str
        arena: dict[int, tuple[int, int, int]]
        dealt: tuple[Pair, ...]
        deals: dict[int, Deal]
        flows: dict[int, Flow]
        oaths: dict[int, Oath]
        marks: dict[int, Marks]
        shown: dict[int, Shown]
        hearsay: dict[int, Hearsay]
        numbers: dict[int, Numbers]
        public_oaths: int
        words_kept: dict[int, int]
        words_broken: dict[int, int]
        final: tuple[int, ...]
        serial: int
else:
    DiktatTableView = view_type(Table)

DiktatView: TypeAlias = View[DiktatTableView]
