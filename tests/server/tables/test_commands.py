"""The three stages of a command (decide, write, announce), and what happens when one fails."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import QuickLuck, Seat, save
from clande.kernel.messages import Change, patched
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, Terms
from clande.server.sockets.protocol import Resync
from clande.server.store import EntryRow, StaleWrite, StoreClosed
from clande.server.tables import live_game as tables
from clande.server.tables.feeds import STORED_STEPS, sent_view
from clande.server.tables.mailbox import FromClient, ReadEvents, ReadView, Request
from clande.server.tables.requests import NoteAwake
from tests.support.virtual_server import Client, Room, virtually

UNTIMED: dict[str, Any] = {"decision": None, "pace": "instant", "talk": "free"}
EACH_ACT: dict[str, Any] = {"pauses": "none"}  # each act is one entry


def terms(game: str = "diktat", seats: int = 3, **more: Any) -> Terms:
    return Terms(game, seats, **({**UNTIMED, **more}))


async def opened(room: Room, wanted: Terms) -> tuple[str, list[Client]]:
    table, people = await room.seated(wanted)
    clients = [await room.client(table, player) for player in people]
    for client in clients:
        client.read()
    return table, clients


def sampled(client: Client, dice: QuickLuck) -> Any:
    """Some answer to what a client is asked."""
    game = client.actor.live.game  # type: ignore[union-attr]
    return game.asked[client.outbox.seat].sample(dice)


def is_over(client: Client) -> bool:
    return client.actor.live is not None and client.actor.live.status == "over"


def next_seat(client: Client, dice: QuickLuck) -> Seat:
    return dice.pick(client.actor.current_play().live.missing())


def came_after_its_news(client: Client, ack: Any) -> bool:
    """Right behind the news with the number that it names, whatever the house did then."""
    messages = [msgspec.json.decode(payload) for payload in client.bytes]
    at = messages.index(ack)
    return bool(messages[at - 1].get("number") == ack["number"])


def own_view(client: Client) -> Any:
    """What a client sees of the game by the rules, and its sealed answer."""
    live, seat = client.actor.live, client.outbox.seat
    assert live is not None
    seen = sent_view(live.game, seat)
    if seat in live.sealed_now():
        seen["answer"] = msgspec.json.decode(live.side.sealed[seat].action)
    return seen


def test_every_client_sees_its_own_view_after_every_act(tmp_path: Path) -> None:
    """G13: the numbered news alone give the state, and an act is acknowledged after its news."""

    async def work(room: Room) -> None:
        for game in ("diktat", "dictopia"):
            _, clients = await opened(room, terms(game))
            dice = QuickLuck(1)
            for _ in range(120):
                if is_over(clients[0]):
                    break
                seat = next_seat(clients[0], dice)
                ack = await clients[seat].act(sampled(clients[seat], dice))
                assert ack["type"] == "ack" and came_after_its_news(clients[seat], ack)
                for client in clients:
                    client.read()
                    assert client.state["game"] == own_view(client)

    virtually(tmp_path, work)


def test_nothing_is_told_or_acknowledged_before_it_is_on_disk(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room, terms(**EACH_ACT))
        unsent: list[int] = []

        def looking(entry: Any) -> None:
            unsent.append(sum(len(client.outbox.payloads) for client in clients))

        room.ledger.fails = looking
        dice = QuickLuck(2)
        for number in range(1, 31):
            seat = next_seat(clients[0], dice)
            await clients[seat].act(sampled(clients[seat], dice))
            for client in clients:
                client.read()
            assert room.store.head(table).number == number
        assert unsent == [0] * 30

    virtually(tmp_path, work)


@pytest.mark.parametrize("error", [StaleWrite("moved on"), StoreClosed("gone")])
def test_what_could_not_be_kept_has_not_happened(tmp_path: Path, error: Exception) -> None:
    """Any failure: the table in memory is dropped and built anew; nothing was told."""

    async def work(room: Room) -> None:
        _, clients = await opened(room, terms(**EACH_ACT))
        actor, dice = clients[0].actor, QuickLuck(3)
        for _ in range(12):
            seat = next_seat(clients[0], dice)
            await clients[seat].act(sampled(clients[seat], dice))
        assert actor.live is not None
        before, old = save(actor.live.game), actor.live
        for client in clients:
            client.read()
        numbers = [client.number for client in clients]
        seat = next_seat(clients[0], dice)
        action = sampled(clients[seat], dice)
        room.ledger.fails = lambda entry: error
        nack = await clients[seat].act(action, id="once")
        assert (nack["type"], nack["code"]) == ("nack", "again")
        assert actor.live is not old and save(actor.live.game) == before
        for client in clients:
            client.read()
        assert [client.number for client in clients] == numbers
        room.ledger.fails = lambda entry: None
        ack = await clients[seat].act(action, id="once")
        assert ack["type"] == "ack"

    virtually(tmp_path, work)


def test_who_asks_a_table_that_is_dropped_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I22: a task that fails leaves nobody waiting, whatever was asked."""

    def broken(*_: Any) -> None:
        raise ValueError("no idea")

    async def work(room: Room) -> None:
        _, clients = await opened(room, terms())
        actor = clients[0].actor
        monkeypatch.setattr(actor.current_play().broadcast, "send_snapshot", broken)
        view_asked, events_asked, refused = (
            asyncio.get_running_loop().create_future() for _ in range(3)
        )
        asked = (
            ReadView(0, view_asked),
            ReadEvents(("Sent",), 0, events_asked),
            Request(NoteAwake(), refused),
        )
        assert all(actor.post(item) for item in (FromClient(clients[0].outbox, Resync()), *asked))
        answers = asyncio.gather(view_asked, events_asked, refused, return_exceptions=True)
        view, facts, refusal = await asyncio.wait_for(answers, 120)
        assert actor.ended and view is None and facts is None
        assert isinstance(refusal, RequestRefused) and refusal.code == "closed"

    virtually(tmp_path, work)


def lost(really: bool, entry: EntryRow) -> BaseException | None:
    return StoreClosed("who knows") if really else None


def test_a_commit_of_unknown_outcome_is_looked_for(tmp_path: Path) -> None:
    """G6, I17: the answer got lost, the entry did not: it is acknowledged, and happens once."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, terms(**EACH_ACT))
        dice = QuickLuck(4)
        for number in range(1, 41):
            seat = next_seat(clients[0], dice)
            room.ledger.fails_after = partial(lost, number % 4 == 0)
            ack = await clients[seat].act(sampled(clients[seat], dice), id=f"n{number}")
            assert ack["type"] == "ack" and ack["id"] == f"n{number}"
            assert room.store.head(table).number == number
            for client in clients:
                client.read()
                actor = client.actor
                assert actor.live is not None
                assert client.state["game"] == sent_view(actor.live.game, client.outbox.seat)
                assert client.number == actor.live.feeds[client.outbox.seat].number

    virtually(tmp_path, work)


def test_a_fault_of_ours_in_the_middle_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """I22: the table that failed is built anew, and plays on."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, terms(**EACH_ACT))
        dice = QuickLuck(5)
        seat = next_seat(clients[0], dice)
        action = sampled(clients[seat], dice)

        def broken(*_: Any) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(tables.LiveGame, "rename_decisions", broken)
            nack = await clients[seat].act(action)
        assert nack["code"] == "again" and room.store.head(table).number == 0
        assert (await clients[seat].act(action))["type"] == "ack"

    virtually(tmp_path, work)
    assert "is loaded again" in caplog.text


def test_a_command_sent_again_and_again_happens_once(tmp_path: Path) -> None:
    """G7, I16: 2,000 commands, each sent one to five times over two sockets, in any order."""

    async def work(room: Room) -> None:
        dice, sent, number, rounds = QuickLuck(6), 0, 0, 0
        while sent < 2000:
            rounds += 1
            table, clients = await opened(room, terms("dictopia", 2))
            others = [await room.client(table, player) for player in await players(room, table)]
            number = 0
            while not is_over(clients[0]) and sent < 2000:
                seat = next_seat(clients[0], dice)
                action, decision = sampled(clients[seat], dice), clients[seat].state["decision"]
                replies = []
                for _ in range(1 + dice.below(5)):
                    socket = (clients, others)[dice.below(2)][seat]
                    socket.replies.clear()
                    name = f"x{number}"
                    replies.append(await socket.act(action, id=name, decision=decision))
                    sent += 1
                number += 1
                assert all(reply == replies[0] for reply in replies)
                assert replies[0]["type"] == "ack"
                assert room.store.head(table).number == number
                for client in clients:
                    client.read()
        assert rounds >= 1

    virtually(tmp_path, work)


async def players(room: Room, table: str) -> list[Player]:
    _, sitters = await room.house.tables.find(table)
    return [Player(sitter.user, sitter.name) for sitter in sitters.values()]


def test_a_command_answers_the_decision_it_names_and_no_other(tmp_path: Path) -> None:
    """I16: a second click does not answer the next question."""

    async def work(room: Room) -> None:
        for game in ("diktat", "dictopia"):
            _, clients = await opened(room, terms(game))
            dice = QuickLuck(7)
            for count in range(80):
                if is_over(clients[0]):
                    break
                seat = next_seat(clients[0], dice)
                client = clients[seat]
                client.read()
                decision, action = client.state["decision"], sampled(client, dice)
                await client.act(action, id=f"a{count}")
                assert client.state["decision"] > decision or is_over(client)
                nack = await client.act(action, id=f"b{count}", decision=decision)
                assert nack["code"] in ("stale", "game_over")

    virtually(tmp_path, work)


def test_a_table_with_too_much_to_do_says_so(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, terms())
        actor = clients[0].actor
        posted = [actor.post(FromClient(clients[0].outbox, Resync())) for _ in range(70)]
        assert posted == [True] * 64 + [False] * 6
        await clients[0].settle()
        assert actor.post(FromClient(clients[0].outbox, Resync()))

    virtually(tmp_path, work)


def test_a_slow_client_is_dropped_and_the_table_plays_on(tmp_path: Path) -> None:
    """I23, G15: 64 payloads or 256 KiB, then it may come back and ask for all of it."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, terms())
        dice = QuickLuck(8)
        slow = clients[0]
        reader = await room.client(table, (await players(room, table))[0])
        while slow.outbox.closed is None:
            seat = next_seat(reader, dice)
            client = reader if seat == 0 else clients[seat]
            assert (await client.act(sampled(client, dice)))["type"] == "ack"
            for other in (reader, clients[1], clients[2]):
                other.read()
        assert slow.outbox.closed == 4408 and not slow.outbox.payloads
        again = await room.client(table, (await players(room, table))[0], slow)
        actor = again.actor
        assert actor.live is not None
        assert again.state["game"] == sent_view(actor.live.game, 0)

    virtually(tmp_path, work)


def test_a_snapshot_and_the_news_after_it_give_the_state_at_every_number(tmp_path: Path) -> None:
    """G13: for every k, snapshot(k) and what is missed since are the state now; news are small."""

    async def work(room: Room) -> None:
        for game in ("diktat", "dictopia"):
            _, clients = await opened(room, terms(game))
            dice, actor = QuickLuck(9), clients[0].actor
            past: dict[Seat, list[tuple[Any, int, str]]] = {0: [], 1: [], 2: []}
            for _ in range(90):
                assert actor.live is not None
                if is_over(clients[0]) or actor.live.side.turn > STORED_STEPS - 20:
                    break
                for client in clients:
                    client.read()
                    past[client.outbox.seat].append((client.state, client.number, client.check))
                seat = next_seat(clients[0], dice)
                await clients[seat].act(sampled(clients[seat], dice))
            assert actor.live is not None
            for seat, points in past.items():
                feed = actor.live.feeds[seat]
                for state, number, check in points:
                    missed = feed.missed(number, check)
                    if missed is None:  # older than what is at hand
                        missed = feed.missed_before(
                            await actor.current_play().broadcast.stored_news(), number, check
                        )
                    assert missed is not None
                    for news in msgspec.json.decode(missed)["news"]:
                        assert news["number"] == number + 1
                        number += 1
                        changes = tuple(msgspec.convert(c, Change) for c in news["patch"])
                        state = patched(state, changes)
                    assert state == feed.state and number == feed.number
                    assert feed.missed(number, "00000000") is None
                payloads = [
                    payload
                    for to, _, _, payload in await actor.current_play().broadcast.stored_news()
                    if to == seat
                ]
                each = sum(map(len, payloads)) / len(payloads)
                assert each < 1200, (game, seat, each)  # bytes a message; about 500 is usual

    virtually(tmp_path, work)


def test_a_lobby_that_everyone_has_left_is_forgotten_and_found_again(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (host,) = await room.people(1)
        card = await room.house.lobby.create(host, terms())
        client = await room.client(card.id, host)
        assert card.id in room.house.tables.actors
        await client.leave()
        assert card.id not in room.house.tables.actors and client.actor.ended
        assert not client.actor.post(FromClient(client.outbox, Resync()))
        again = await room.client(card.id, host)
        assert again.card["id"] == card.id

    virtually(tmp_path, work)
