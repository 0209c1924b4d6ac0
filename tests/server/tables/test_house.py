"""What the house is asked, the table answers by its own clock: how long a conclave took."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clande.kernel import HOUSE, PASS, Action, Seat, awaited
from clande.kernel.text import read_action
from clande.server.http.schemas.tables import Terms
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import CommandRefused
from tests.support.virtual_server import Client, Room, virtually

pytest.importorskip("clande.diktat.configurations.leagues")


def untimed() -> Terms:
    modules = ("nuit", "leagues")
    return Terms("diktat", 4, modules, decision=None, pauses="none")


async def in_conclave(room: Room) -> tuple[list[Client], list[Seat]]:
    """Two have joined a league, and the first of them has called the other away."""
    table, people = await room.seated(untimed())
    clients = [await room.client(table, player) for player in people]
    members: list[Seat] = []
    while len(members) < 2:
        (seat,) = awaited(game_of(clients[0]))
        assert (await act(clients, seat, "join alliance"))["type"] == "ack"
        members.append(seat)
    await act(clients, members[0], f"call-conclave [{members[1]}]")
    while game_of(clients[0]).table.leagues.away == ():
        for seat in awaited(game_of(clients[0])):
            await act(clients, seat, PASS)
    return clients, members


def game_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live.game


async def act(clients: list[Client], seat: Seat, action: Action | str) -> Any:
    book = clients[seat].actor.live.book  # type: ignore[union-attr]
    done = read_action(action, book) if isinstance(action, str) else action
    reply = await clients[seat].act(done)
    for client in clients:
        await client.settle()
    return reply


def ended(client: Client) -> list[tuple[int, int]]:
    ends = [line for line in client.story if line["type"] == "ConclaveEnded"]
    return [(line["minutes"], line["overrun"]) for line in ends]


@pytest.mark.parametrize(("seconds", "minutes"), [(5, (1, 0)), (61, (2, 1)), (150, (3, 2))])
def test_a_conclave_lasts_as_long_as_its_members_are_away(
    tmp_path: Path, seconds: int, minutes: tuple[int, int]
) -> None:
    """LEA-12: started minutes, by the clock of the house, also at a table without limits"""

    async def work(room: Room) -> None:
        clients, members = await in_conclave(room)
        assert HOUSE in game_of(clients[0]).asked
        await asyncio.sleep(seconds)
        for seat in members:
            await act(clients, seat, "come-back")
        await asyncio.sleep(1)
        for client in clients:
            await client.settle()
            assert ended(client) == [minutes]

    virtually(tmp_path, work)


def test_a_conclave_is_over_by_itself(tmp_path: Path) -> None:
    """LEA-12: after three minutes too many they are back, whether they say so or not"""

    async def work(room: Room) -> None:
        clients, _ = await in_conclave(room)
        await asyncio.sleep(239)
        await clients[0].settle()
        assert ended(clients[0]) == []
        await asyncio.sleep(3)
        await clients[0].settle()
        assert ended(clients[0]) == [(4, 3)]

    virtually(tmp_path, work)


def test_an_answer_that_the_game_does_not_take_goes_back_and_the_table_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours in opening a sealed answer keeps no task busy, and costs nobody a turn."""

    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, decision=None))
        clients = [await room.client(table, player) for player in people]
        while not (askees := [c for c in clients if c.state["game"]["question"] is not None]):
            await asyncio.sleep(0.1)
            for client in clients:
                await client.settle()
        (asked,) = askees
        actor, seat = asked.actor, asked.outbox.seat
        assert actor.live is not None
        actor.live.side.showing.until = room.clock.now() + 1000
        action = actor.live.game.asked[seat].default()
        assert (await asked.act(action))["type"] == "ack"
        assert asked.state["game"]["answer"] is not None

        def refuse(*_: object) -> None:
            raise CommandRefused("not_admitted")

        with monkeypatch.context() as patch:
            patch.setattr(LiveGame, "open_sealed", refuse)
            await asyncio.sleep(5)
        await asked.settle()
        assert asked.state["game"]["answer"] is None
        assert asked.replies[-1]["type"] == "drafted"
        assert (await asked.act(action))["type"] == "ack"
        await asyncio.sleep(5)
        await asked.settle()
        assert actor.live.chain.number > 1

    virtually(tmp_path, work)
