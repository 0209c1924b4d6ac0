"""What one viewer sees of `Leagues`. Written by tools/viewtypes.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clande.diktat.configurations.leagues.table import Leagues
from clande.kernel.audience import view_type

if TYPE_CHECKING:
    from msgspec import Struct

    class LeaguesView(Struct, frozen=True):
        """What one viewer sees of `Leagues`. What is hidden from it is None."""

        members: dict[str, tuple[int, ...]]
        levels: dict[str, int]
        excluded: dict[str, tuple[int, ...]]
        exchanged: dict[str, int]
        shadow: int
        has_acted: bool
        callers: tuple[int, ...]
        away: tuple[int, ...]
        spies: int
        asked: dict[int, int]
        fists: int | None
else:
    LeaguesView = view_type(Leagues)
