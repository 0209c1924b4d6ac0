"""What a game forbids at some of its tables. The folder that knows the game puts its own in."""

from __future__ import annotations

from typing import Protocol

from clande.kernel import Header
from clande.server.http.schemas.tables import Player
from clande.server.store import TableRow


class TableRestrictions(Protocol):
    """Each method raises RequestRefused for what it forbids."""

    def check_opening(self, header: Header) -> None:
        """Whether players may open a table of such a game themselves."""

    def check_change(self, row: TableRow) -> None:
        """Whether players may change the seats, the host or the pace of this table."""

    async def check_record(self, row: TableRow, player: Player | None) -> None:
        """Whether this player may read the record of this table, which is over."""


class Unrestricted:
    """Forbids nothing."""

    def check_opening(self, header: Header) -> None:
        return

    def check_change(self, row: TableRow) -> None:
        return

    async def check_record(self, row: TableRow, player: Player | None) -> None:
        return
