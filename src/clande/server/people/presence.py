"""Changes of a person that open tables must notice at once."""

from __future__ import annotations

from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.store import SeatRow
from clande.server.tables.requests import MarkChild


async def end_session(house: House, token: str) -> None:
    """Ends a session and closes its sockets."""
    house.tables.close_sessions({await house.people.forget(token)})


async def rename(house: House, player: Player, name: str, child: bool) -> Player:
    """Gives a player another name. Whether the player is a child is passed on to all tables."""
    renamed = await house.people.rename(player, name, child)
    if child != player.child:
        for table in {row.table for row in await house.store.rows(SeatRow, user=player.id)}:
            await (await house.tables.owner(table)).ask(MarkChild(player.id, child))
        for outbox in house.tables.outboxes():
            if outbox.user == player.id:
                outbox.child = child
    return renamed
