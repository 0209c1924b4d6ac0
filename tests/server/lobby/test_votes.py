"""More than half of those who are there may end a game that nobody wants to finish."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms
from clande.server.store import NewsRow, StoreError
from tests.support.virtual_server import START, Room, virtually

QUIET: dict[str, Any] = {"decision": 3_600_000, "stand_in": "wait"}


def test_more_than_half_end_a_game(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 4, **QUIET))
        clients = [await room.client(id, player) for player in people]
        (stranger,) = await room.people(1)
        with pytest.raises(RequestRefused, match="not_seated"):
            await room.house.lobby.vote(stranger, id, True)
        card = await room.house.lobby.vote(people[0], id, True)
        assert card.vote is not None and (card.vote.yes, card.vote.needed) == (1, 3)
        assert (
            await room.house.lobby.vote(people[0], id, True)
        ).vote == card.vote  # one voice each
        await room.house.lobby.vote(people[1], id, True)
        assert (await room.house.lobby.vote(people[1], id, False)).vote == card.vote
        await room.house.lobby.vote(people[1], id, True)
        over = await room.house.lobby.vote(people[2], id, True)
        assert (over.status, over.vote) == ("over", None)
        for client in clients:
            client.read()
            assert client.state["status"] == "over" and client.state["clock"]["due"] is None
        nack = await clients[0].act({"type": "Pass"})
        assert nack["code"] == "game_over"
        with pytest.raises(RequestRefused, match="started"):
            await room.house.lobby.vote(people[3], id, True)
        record = await room.house.lobby.record(id)  # its seed is open: anyone may look
        assert record.seed
        again = await room.house.lobby.rematch(people[1], id)
        assert again.status == "open"

    virtually(tmp_path, work)


def test_only_those_who_are_there_count_and_only_for_a_while(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 4, **QUIET))
        clients = [await room.client(id, player) for player in people]
        await room.house.lobby.vote(people[0], id, True)
        await asyncio.sleep(301)
        card = await room.house.lobby.vote(people[1], id, True)  # the first voice counts no more
        assert card.vote is not None and card.vote.yes == 1
        await clients[2].leave()
        await clients[3].leave()
        card = await room.house.lobby.vote(people[1], id, True)
        assert card.vote is not None and card.vote.needed == 3  # they have only just gone
        await asyncio.sleep(61)
        card = await room.house.lobby.vote(people[1], id, True)
        assert card.vote is not None and card.vote.needed == 2
        assert (await room.house.lobby.vote(people[0], id, True)).status == "over"

    virtually(tmp_path, work)


def test_the_end_by_vote_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    """The status of the table and the news of its end are one write."""
    memory: dict[str, Any] = {}

    async def before(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, **QUIET))
        client = await room.client(id, people[0])
        await room.house.lobby.vote(people[0], id, True)
        change, news = room.ledger.table_change, room.store.rows(NewsRow, table=id)

        async def full(*_: Any, **__: Any) -> Any:
            raise StoreError("disk full")

        room.ledger.table_change = full  # type: ignore[method-assign]
        with pytest.raises(RequestRefused, match="closed"):
            await room.house.lobby.vote(people[1], id, True)
        room.ledger.table_change = change  # type: ignore[method-assign]
        assert room.store.rows(NewsRow, table=id) == news
        assert (await room.house.tables.card(id)).status == "playing"
        card = await room.house.lobby.vote(people[1], id, True)
        assert card.status == "over" and card.vote is None
        memory.update(id=id, people=people, client=client)

    async def after(room: Room) -> None:
        await room.house.open()
        client = await room.client(memory["id"], memory["people"][0], memory["client"])
        assert client.state["status"] == "over"
        assert (await room.house.tables.card(memory["id"])).status == "over"

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=START + 60_000)
