"""Games that bots have played to their end, in virtual time, on the disk of a house to open."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec import structs

from clande.kernel.chance import SEED_BYTES
from clande.server.http.schemas.tables import Terms
from clande.server.store import NewTable, Row, TableRow
from tests.support.virtual_server import Room, virtually

LONGEST = 400  # hours that such a game may take


def finished(folder: Path, terms: Terms, seed: int = 0) -> tuple[str, str]:
    """The table, and the session of whoever sat at its first seat: bots played for all."""

    async def work(room: Room) -> tuple[str, str]:
        create = room.house.store.create

        async def sealed(new: NewTable, rows: tuple[Row, ...]) -> TableRow:  # the same game always
            return await create(structs.replace(new, seed=bytes(SEED_BYTES)), rows)

        room.house.store.create = sealed  # type: ignore[method-assign]
        player, token = await room.house.people.greet("Inès")
        card = await room.house.lobby.create(player, terms)
        first = 1
        if terms.seats > 1:  # nobody plays for who is alone with bots
            other, _ = await room.house.people.greet("Théo")
            await room.house.lobby.sit(other, card.id, 1)
            first = 2
        for seat in range(first, terms.seats):
            await room.house.lobby.fill(player, card.id, seat, "random")
        await room.house.lobby.start(player, card.id)
        for _ in range(LONGEST):
            if (await room.house.tables.card(card.id)).status == "over":
                return card.id, token
            await asyncio.sleep(3600)
        raise AssertionError(f"{terms.game} goes on and on")

    with ThreadPoolExecutor(1) as apart:  # the browser has a loop in this thread
        return apart.submit(virtually, folder, work, seed).result()
