"""Who is the host of a table, and what becomes of the role when the host goes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, Terms
from tests.support.http_player import Person
from tests.support.server_process import running
from tests.support.virtual_server import Room, virtually

DAY = 24 * 3600 * 1000
WAITS = Terms("diktat", 3, decision=60_000, stand_in="wait")


async def host_of(room: Room, id: str) -> int:
    return next(chair.seat for chair in (await room.house.tables.card(id)).chairs if chair.host)


async def refusal(room: Room, player: Player, id: str, seat: int) -> str:
    with pytest.raises(RequestRefused) as refused:
        await room.house.lobby.hand_over(player, id, seat)
    return refused.value.code


def test_a_host_hands_the_role_over(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        id, people = await room.seated(WAITS, bots=1)
        assert await refusal(room, people[1], id, 1) == "host_here"
        assert await refusal(room, people[0], id, 0) == "already"
        assert await refusal(room, people[0], id, 2) == "seat_empty"  # a bot is no host
        await room.house.lobby.hand_over(people[0], id, 1)
        assert await host_of(room, id) == 1
        with pytest.raises(RequestRefused, match="not_host"):
            await room.house.lobby.hold(people[0], id, "h1", True)
        await room.house.lobby.hold(people[1], id, "h1", True)

    virtually(tmp_path, work)


def test_who_stays_takes_the_role_of_a_host_who_has_gone(tmp_path: Path) -> None:
    """Nobody stays stuck: the new host may pause, add time, or replace a seat."""

    async def work(room: Room) -> None:
        id, people = await room.seated(WAITS)
        clients = [await room.client(id, player) for player in people]
        await room.house.lobby.hold(people[0], id, "h0", True)  # so that nothing happens meanwhile
        await asyncio.sleep(3600)
        assert await refusal(room, people[1], id, 1) == "host_here"
        await clients[0].leave()
        await asyncio.sleep(9 * 60)
        assert await refusal(room, people[1], id, 1) == "host_here"
        await asyncio.sleep(2 * 60)
        assert await refusal(room, people[1], id, 2) == "not_host"  # each for himself
        await room.house.lobby.hand_over(people[1], id, 1)
        assert await host_of(room, id) == 1
        clients[2].read()
        assert [chair["host"] for chair in clients[2].card["chairs"]] == [False, True, False]
        await room.house.lobby.fill(people[1], id, 0, "random")
        assert (await room.house.tables.card(id)).chairs[0].kind == "bot"

    virtually(tmp_path, work)


def test_where_answers_take_days_a_host_may_be_away_for_days(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, decision=7 * DAY))
        await asyncio.sleep(2 * DAY / 1000)
        assert await refusal(room, people[1], id, 1) == "host_here"
        await asyncio.sleep(2 * DAY / 1000)
        await room.house.lobby.hand_over(people[1], id, 1)
        assert await host_of(room, id) == 1

    virtually(tmp_path, work)


def test_what_makes_no_sense_is_said_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0") as house:
        person = Person(house.port, "Anne")
        notes = {
            lang: person.ask(
                "POST", "/api/tables", {"game": "diktat", "seats": 9}, Accept_Language=asked
            )
            for lang, asked in {"fr": "de, fr-FR;q=0.8", "en": "en-GB,fr"}.items()
        }
        assert {status for status, _ in notes.values()} == {400}
        assert {answer["code"] for _, answer in notes.values()} == {"bad_table"}
        assert "se joue à" in notes["fr"][1]["note"]
        assert "se joue" not in notes["en"][1]["note"] and "9" in notes["en"][1]["note"]
