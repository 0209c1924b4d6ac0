"""The pace of a table, before its game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms
from tests.support.virtual_server import Room, virtually


def test_the_host_sets_any_pace_and_others_ask_for_the_slowest(tmp_path: Path) -> None:
    """The card says which pace it is, and nobody is told who asked for it."""

    async def work(room: Room) -> None:
        host, guest, stranger = await room.people(3)
        lobby = room.house.lobby
        table = (await lobby.create(host, Terms("diktat", 3, pace="fast"))).id
        await lobby.sit(guest, table, 1)
        with pytest.raises(RequestRefused) as refused:
            await lobby.change_pace(guest, table, "instant")
        assert refused.value.code == "not_host"
        with pytest.raises(RequestRefused) as refused:
            await lobby.change_pace(stranger, table, "pose")
        assert refused.value.code == "not_seated"
        before = await room.house.tables.card(table)
        card = await lobby.change_pace(guest, table, "pose")
        assert card.terms.pace == "pose"
        assert card.chairs == before.chairs
        with pytest.raises(RequestRefused) as refused:
            await lobby.change_pace(host, table, "pose")
        assert refused.value.code == "already"
        assert (await lobby.change_pace(host, table, "normal")).terms.pace == "normal"

    virtually(tmp_path, work)


def test_a_game_is_shown_at_the_pace_of_its_table_which_then_stays(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, pace="pose"))
        client = await room.client(table, people[0])
        assert client.state["showing"]["pace"] == "pose"
        with pytest.raises(RequestRefused) as refused:
            await room.house.lobby.change_pace(people[0], table, "fast")
        assert refused.value.code == "started"

    virtually(tmp_path, work)
