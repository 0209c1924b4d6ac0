"""Changes of a person that open tables must notice at once."""

from __future__ import annotations

import msgspec
from msgspec import structs

from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.seats import SeatDetails
from clande.server.store import SeatRow


async def end_session(house: House, token: str) -> None:
    """Ends a session and closes its sockets."""
    house.tables.close_sessions({await house.people.forget(token)})


async def rename(house: House, player: Player, name: str, child: bool) -> Player:
    """Gives a player another name. Whether the player is a child is passed on to all tables."""
    renamed = await house.people.rename(player, name, child)
    if child != player.child:
        for row in await house.store.rows(SeatRow, user=player.id):
            details = msgspec.json.decode(row.about, type=SeatDetails)
            about = msgspec.json.encode(structs.replace(details, child=child))
            await house.store.put(structs.replace(row, about=about))
            if row.table in house.tables.actors:
                await house.tables.refresh(row.table)
        for outbox in house.tables.outboxes():
            if outbox.user == player.id:
                outbox.child = child
    return renamed
