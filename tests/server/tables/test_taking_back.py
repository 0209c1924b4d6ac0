"""Undo as a command: only what told nobody anything, kept in the chain, alike for all."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import (
    PASS,
    Action,
    Number,
    QuickLuck,
    awaited,
    resample,
    save,
    verify,
    view,
)
from clande.kernel.chance import lucky
from clande.server.http.schemas.tables import Player, Terms
from clande.server.store.chain import StoredGame
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.feeds import sent_view
from clande.server.tables.live_game import LiveGame
from tests.kernel.test_undo import bidding
from tests.kernel.toys import Poke
from tests.support.commands import SeatAct
from tests.support.virtual_server import START, Client, Room, virtually


async def opened(
    room: Room, game: str = "diktat", seats: int = 3, pauses: Any = None
) -> tuple[str, list[Client]]:
    terms = Terms(
        game,
        seats,
        decision=None,
        pauses=pauses or ("seats" if game == "dictopia" else "none"),
        pace="instant",
        talk="free",
    )
    table, people = await room.seated(terms)
    clients = [await room.client(table, player) for player in people]
    for client in clients:
        client.read()
    return table, clients


def game_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live.game


def read(clients: list[Client]) -> None:
    for client in clients:
        client.read()


async def random_act(clients: list[Client], dice: QuickLuck) -> Client:
    seat = dice.pick(clients[0].actor.current_play().live.missing())
    read(clients)
    reply = await clients[seat].act(game_of(clients[0]).asked[seat].sample(dice))
    assert reply["type"] == "ack", reply
    read(clients)
    return clients[seat]


@pytest.mark.parametrize("pauses", ["none", "house"])
def test_an_act_is_taken_back_for_everybody(tmp_path: Path, pauses: str) -> None:
    """I7, I8, P12: all see what they saw before it; laws 1 and 3 hold across it. Also after the
    house has gone on."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, pauses=pauses)
        dice, taken, closed = QuickLuck(1), 0, 0
        while game_of(clients[0]).stack and (taken < 12 or not closed):
            before, numbers = save(game_of(clients[0])), [c.number for c in clients]
            states = [client.state["game"] for client in clients]
            actor = await random_act(clients, dice)
            if not actor.state["undo"]:
                closed += 1
                nack = await actor.act(None)
                assert nack["code"] == "not_undone"
                continue
            noticed = [c.number for c in clients]
            assert (await actor.act(None))["type"] == "ack"
            read(clients)
            taken += 1
            assert save(game_of(clients[0])) == before
            for client, state, first, then in zip(clients, states, numbers, noticed, strict=True):
                assert client.state["game"] == state
                assert client.state["game"] == sent_view(game_of(client), client.outbox.seat)
                notified = client.story[-1:] == [{"type": "Undone", "seat": actor.outbox.seat}]
                assert notified == (first != then) or client is actor
                seat = client.outbox.seat
                mine = view(game_of(client), seat)
                assert view(resample(mine, QuickLuck(taken)), seat) == mine
                if notified:
                    client.story.append(None)
            await random_act(clients, dice)
        assert taken >= 12 and closed > 0
        rebuilt = room.store.game(table)
        assert save(rebuilt.game) == save(game_of(clients[0]))

    virtually(tmp_path, work)


def test_a_sealed_answer_is_taken_back_and_nobody_notices(tmp_path: Path) -> None:
    """Who has answered is shown to nobody, and so is who has changed his mind."""

    async def work(room: Room) -> None:
        _, clients = await opened(room, "dictopia", 4)
        await clients[1].act(PASS)
        await clients[0].act(PASS)
        await clients[2].act(PASS)
        read(clients)
        silent = [clients[1].number, clients[2].number, clients[3].number]
        assert clients[0].state["undo"]
        assert (await clients[0].act(None))["type"] == "ack"
        read(clients)
        assert clients[0].state["game"]["answer"] is None
        assert [clients[1].number, clients[2].number, clients[3].number] == silent
        assert awaited(game_of(clients[0])) == [0, 3]
        assert clients[1].state["undo"] and clients[2].state["undo"]
        assert (await clients[0].act(PASS))["type"] == "ack"

    virtually(tmp_path, work)


def test_it_is_too_late_once_its_author_has_noticed_something(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        dice, tried = QuickLuck(2), 0
        while game_of(clients[0]).stack and tried < 5:
            actor = await random_act(clients, dice)
            if not actor.state["undo"] or not game_of(actor).stack:
                continue
            number = actor.number
            other = await random_act(clients, dice)
            if other is not actor and actor.number > number:
                tried += 1
                assert not actor.state["undo"]
                assert (await actor.act(None))["code"] == "not_undone"
        assert tried > 2

    virtually(tmp_path, work)


def test_several_acts_are_taken_back_one_by_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        dice, deepest = QuickLuck(4), 0
        for _ in range(200):
            before = save(game_of(clients[0]))
            actor = await random_act(clients, dice)
            count = 1 if actor.state["undo"] else 0
            if not count or not game_of(actor).stack:
                continue
            while awaited(game_of(actor)) == [actor.outbox.seat] and count < 4:
                await random_act(clients, dice)
                if not actor.state["undo"]:
                    break
                count += 1
            if actor.state["undo"] and count > 1:
                for _ in range(count):
                    reply = await actor.act(None)
                    assert reply["type"] == "ack", (reply, count)
                read(clients)
                assert save(game_of(clients[0])) == before
                deepest = max(deepest, count)
                await random_act(clients, dice)
            if deepest >= 2:
                break
        assert deepest >= 2

    virtually(tmp_path, work)


def test_what_can_be_taken_back_can_be_after_a_restart(tmp_path: Path) -> None:
    """I14: nothing about a table lives in memory alone."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, clients = await opened(room)
        dice = QuickLuck(1)
        while True:
            first = save(game_of(clients[0]))
            actor = await random_act(clients, dice)
            if actor.state["undo"]:
                break
        memo.update(table=table, user=actor.outbox.user, first=first, state=actor.state)

    async def after(room: Room) -> None:
        client = await room.client(memo["table"], Player(memo["user"], ""))
        assert client.state == memo["state"]
        assert (await client.act(None, id="afterwards"))["type"] == "ack"
        assert save(game_of(client)) == memo["first"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=START + 1000)


def test_the_record_of_a_game_with_acts_taken_back_is_verified(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room, "dictopia", 2)
        dice, taken = QuickLuck(6), 0
        while game_of(clients[0]).stack:
            actor = await random_act(clients, dice)
            if actor.state["undo"] and dice.below(3) == 0:
                taken += (await actor.act(None))["type"] == "ack"
                read(clients)
        assert taken > 3
        record = await room.house.lobby.record(table)
        verify(record)

    virtually(tmp_path, work)


def test_an_answer_that_falls_with_the_act_of_another_is_asked_for_anew() -> None:
    """Its seat sees that, and can't take back what is gone; nobody else sees a difference."""
    news = []
    for bid in (5, 11):
        game, _ = bidding(lucky(1), raised=False)
        table = LiveGame(StoredGame("t", game, 0, bytes(32)), TimeLimits(None, None), None, 0)

        def act(seat: int, action: Action | None, table: LiveGame = table) -> None:
            written = None if action is None else msgspec.json.encode(action)
            id = f"a{table.chain.number}"
            command = SeatAct(id, seat, table.decision(seat), written)
            table.adopt(command.decide(table, 0))

        act(0, Poke(1))
        act(1, Number(bid))
        assert table.feeds[1].state["undo"]
        decision = table.decision(1)
        act(0, None)
        fell = table.feeds[1].state["game"]["answer"] is None
        assert fell == (bid == 11)
        assert table.feeds[1].state["undo"] is not fell
        assert awaited(game) == ([0, 1, 2] if fell else [0, 2])
        assert table.decision(1) > decision
        news.append([table.feeds[viewer].news for viewer in (0, 2, -1)])
        act(1, None) if not fell else act(1, Number(2))
    assert news[0] == news[1]


def test_another_answer_takes_the_place_of_a_sealed_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, decision=None, stand_in="wait"))
        clients = [await room.client(table, player) for player in people]
        live = clients[0].actor.live
        assert live is not None
        while not live.missing():
            await asyncio.sleep(0.1)
        (namer,) = live.missing()
        client = clients[namer]
        client.read()
        await client.act({"type": "NameFirst", "seat": namer})
        assert live.missing() == []  # something is still shown: the answer is sealed
        client.read()
        assert (await client.act({"type": "NameFirst", "seat": 1 - namer}))["type"] == "ack"
        await asyncio.sleep(5)
        client.read()
        named = [line for line in client.story if line["type"] == "FirstNamed"]
        assert [line["first"] for line in named] == [1 - namer]

    virtually(tmp_path, work)
