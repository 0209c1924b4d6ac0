"""Time: only the clock of the house counts, and nobody gains by being late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import PASS, QuickLuck, Spelt, awaited
from clande.server.http.schemas.tables import Player, Terms
from clande.server.sockets.protocol import Act, QuestionClock
from clande.server.store import NoteRow, StoreFull
from clande.server.tables import clocks
from clande.server.tables.mailbox import FromClient
from clande.server.tables.transition import CommandRefused
from tests.support.virtual_server import START, Client, Room, virtually

SECOND = 1000
DAY = 24 * 3600 * SECOND
NO_BOTS: dict[str, Any] = {"stand_in": "wait"}


async def opened(room: Room, terms: Terms) -> tuple[str, list[Client]]:
    table, people = await room.seated(terms)
    clients = [await room.client(table, player) for player in people]
    for client in clients:
        client.read()
    return table, clients


async def trial(room: Room, seats: int = 3) -> tuple[str, list[Client]]:
    """A trial of Dictopia that has just begun: the ninety seconds run. [DIC-GAM-3]"""
    terms = Terms("dictopia", seats, options={"judging": "automatic"}, decision=None)
    table, clients = await opened(room, terms)
    for client in clients:
        await client.act(PASS)
    for client in clients:
        client.read()
        assert client.state["clock"] == {
            "due": room.clock.now() + 90 * SECOND, "left": None, "length": 90 * SECOND,
            "strict": True,
        }  # fmt: skip
    return table, clients


def commands(room: Room, table: str) -> list[str]:
    return [entry.command for entry in room.store.entries(table)]


def word_of(client: Client, length: int = 3) -> Spelt:
    """Some letters that the client has."""
    letters = client.state["game"]["question"]["cards"]
    return Spelt("".join(letter[0] for letter in letters[:length]), tuple(range(length)))


def test_a_trial_ends_for_all_at_the_same_time_and_late_is_late(tmp_path: Path) -> None:
    """DIC-GAM-3, P4: within 150 ms of the house's time; nothing is accepted afterwards."""

    async def work(room: Room) -> None:
        table, clients = await trial(room)
        due = clients[0].state["clock"]["due"]
        decisions = [client.state["decision"] for client in clients]
        await asyncio.sleep(90 - 0.001)
        assert not any("timeout" in name for name in commands(room, table))
        await asyncio.sleep(0.001)
        ended = room.clock.now()
        assert ended - due <= 150
        for client, decision in zip(clients, decisions, strict=True):
            client.read()
            assert client.state["clock"]["due"] != due
            late = await client.act(word_of_nothing(), decision=decision)
            assert late["code"] == "stale"
        wanted = [f"timeout:{seat}:{d}" for seat, d in enumerate(decisions)]
        assert commands(room, table)[-3:] == wanted

    virtually(tmp_path, work)


def word_of_nothing() -> Spelt:
    return Spelt("", ())


def test_what_arrives_after_the_end_is_late_though_the_house_has_not_looked_yet(
    tmp_path: Path,
) -> None:
    """The time of arrival is that of reading; a client's own time is asked nowhere."""

    async def work(room: Room) -> None:
        _, clients = await trial(room)
        client = clients[0]
        due, decision = client.state["clock"]["due"], client.state["decision"]
        action = msgspec.Raw(msgspec.json.encode(word_of(client)))
        client.outbox.rtt = 400
        for arrived, code in ((due + 1, "late"), (due + 10_000, "late"), (due, "")):
            actor = client.actor
            act = Act(f"a{arrived}", decision, action)
            assert actor.post(FromClient(client.outbox, act, arrived))
            await client.settle()
            assert client.replies[-1].get("code", "") == code

    virtually(tmp_path, work)


def test_what_lies_there_when_time_is_up_is_the_word(tmp_path: Path) -> None:
    """DIC-GAM-6: the latest draft counts; who has drawn up nothing has no word."""

    async def work(room: Room) -> None:
        _, clients = await trial(room)
        words = [word_of(clients[0], 2), word_of(clients[0], 4)]
        for word in words:
            assert (await clients[0].draft(word))["type"] == "drafted"
        assert (await clients[1].draft(word_of(clients[1], 3)))["type"] == "drafted"
        await clients[1].leave()
        await asyncio.sleep(91)
        clients[2].read()
        reveals = [line for line in clients[2].story if line["type"] == "WordsShown"]
        laid = {seat: letters for seat, letters, _ in reveals[0]["laid"]}
        assert laid[0] == words[1].letters and len(laid[1]) == 3 and laid[2] == ""

    virtually(tmp_path, work)


def test_a_draft_is_kept_over_a_restart_and_a_return(tmp_path: Path) -> None:
    """P24: same seat, same draft, same clock."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, clients = await trial(room)
        word = word_of(clients[0], 4)
        await clients[0].draft(word)
        memo.update(table=table, word=word, state=clients[0].state, number=clients[0].number)
        memo.update(user=clients[0].outbox.user)

    async def after(room: Room) -> None:
        await room.house.open()
        client = await room.client(memo["table"], Player(memo["user"], ""))
        drafted = [reply for reply in client.replies if reply["type"] == "drafted"]
        assert msgspec.convert(drafted[0]["action"], Spelt) == memo["word"]
        assert drafted[0]["decision"] == memo["state"]["decision"] == client.state["decision"]
        await asyncio.sleep(200)
        client.read()
        reveals = [line for line in client.story if line["type"] == "WordsShown"]
        assert reveals[0]["laid"][0][1] == memo["word"].letters

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=START + 3600 * SECOND)


def test_drafts_are_bounded_and_must_fit_the_question(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await trial(room)
        bad = await clients[0].draft(Spelt("ZZZZZZZZZ", tuple(range(9))))
        assert bad["code"] == "not_admitted"
        kinds = [(await clients[0].draft(word_of(clients[0], 2))) for _ in range(5)]
        # four a second, and the refused one counts
        assert [kind["type"] for kind in kinds] == ["drafted"] * 3 + ["nack"] * 2
        assert kinds[-1]["code"] == "too_fast"
        await asyncio.sleep(1.1)
        assert (await clients[0].draft(word_of(clients[0], 2)))["type"] == "drafted"

    virtually(tmp_path, work)


def test_a_lock_does_not_lengthen_the_trial(tmp_path: Path) -> None:
    """DIC-GAM-8: the others play on to the end of the same time."""

    async def work(room: Room) -> None:
        _, clients = await trial(room)
        due = clients[1].state["clock"]["due"]
        await asyncio.sleep(40)
        offers = await clients[0].offers("Lay", "Spelt")
        marks = offers["questions"][0]["marks"]
        word = word_of(clients[0], 3)
        locked = Spelt(word.letters, word.cards, marks[0])
        assert (await clients[0].act(locked))["type"] == "ack"
        clients[1].read()
        assert clients[1].state["game"]["table"]["places"][0] == 1
        assert clients[1].state["clock"]["due"] == due

    virtually(tmp_path, work)


def test_a_turn_that_takes_too_long_is_answered_by_default_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3, pauses="none", **NO_BOTS))
        asked = awaited(clients[0].actor.live.game)  # type: ignore[union-attr]
        due = clients[0].state["clock"]["due"]
        assert due == room.clock.now() + 90 * SECOND
        decisions = {seat: clients[seat].state["decision"] for seat in asked}
        await asyncio.sleep(90 + 0.249)
        assert commands(room, table) == []
        await asyncio.sleep(0.002)
        expected = [f"timeout:{seat}:{decisions[seat]}" for seat in asked]
        assert commands(room, table)[: len(asked)] == expected
        # the same again: nothing happens twice
        actor, number = clients[0].actor, room.store.head(table).number
        with pytest.raises(CommandRefused, match="stale"):
            actor.current_play().live.time_up(asked[0], decisions[asked[0]], room.clock.now())
        assert room.store.head(table).number == number

    virtually(tmp_path, work)


def test_an_answer_on_its_way_at_the_end_still_counts(tmp_path: Path) -> None:
    """Grace is measured by the house, at most half a second and a quarter, five seconds in all."""
    usual = QuestionClock(1000, None, 1000)
    assert clocks.grace(usual, rtt=80, used=0) == 330
    assert clocks.grace(usual, rtt=9000, used=0) == 750
    assert clocks.grace(usual, rtt=9000, used=4900) == 100
    assert clocks.grace(usual, rtt=9000, used=5000) == 0
    assert clocks.grace(QuestionClock(1000, None, 1000, True), rtt=400, used=0) == 0

    async def work(room: Room) -> None:
        _, clients = await opened(room, Terms("diktat", 2, pauses="none", **NO_BOTS))
        actor = clients[0].actor
        assert actor.live is not None
        seat = awaited(actor.live.game)[0]
        client = clients[seat]
        action = actor.live.game.asked[seat].sample(QuickLuck(1))
        client.outbox.rtt = 300
        await asyncio.sleep(90.5)
        await client.act(action)
        assert client.replies[-1]["type"] == "ack"
        assert actor.live.side.graces == {seat: 500}

    virtually(tmp_path, work)


def test_the_pause_between_steps_is_as_long_for_everyone(tmp_path: Path) -> None:
    """P11, I6: it closes after the same time whoever could have acted."""

    async def work(room: Room) -> None:
        for seats in (2, 3, 4):
            _, clients = await opened(room, Terms("dictopia", seats, **NO_BOTS))
            assert clients[0].state["clock"]["length"] == 20_000
            await clients[0].act(PASS)
            await asyncio.sleep(20 + 0.249)
            clients[1].read()
            assert not clients[1].state["clock"]["strict"]
            await asyncio.sleep(0.002)
            clients[1].read()
            assert clients[1].state["clock"]["strict"]

    virtually(tmp_path, work)


def test_the_house_goes_on_when_everything_was_shown_whoever_plays(tmp_path: Path) -> None:
    """P11, I6: no seat is asked, and the number of seats makes no difference."""

    async def work(room: Room) -> None:
        for seats in (2, 3, 4):
            table, clients = await opened(room, Terms("diktat", seats, **NO_BOTS))
            while clients[0].actor.live.missing():  # type: ignore[union-attr]
                seat = clients[0].actor.live.missing()[0]  # type: ignore[union-attr]
                await clients[seat].act(sampled(clients[seat]))
            until = clients[0].state["showing"]["until"]
            assert until > room.clock.now()
            count = len(commands(room, table))
            await asyncio.sleep((until - room.clock.now() - 1) / SECOND)
            assert len(commands(room, table)) == count
            await asyncio.sleep(0.002)
            assert len(commands(room, table)) > count

    virtually(tmp_path, work)


def sampled(client: Client) -> Any:
    game = client.actor.live.game  # type: ignore[union-attr]
    return game.asked[client.outbox.seat].sample(QuickLuck(1))


def test_a_paused_table_keeps_its_time(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, pauses="none", **NO_BOTS))
        client = await room.client(table, people[0])
        await asyncio.sleep(30)
        await room.house.lobby.hold(people[0], table, "p", True)
        client.read()
        assert client.state["clock"]["left"] == 60 * SECOND and client.state["status"] == "paused"
        await asyncio.sleep(1000)
        assert commands(room, table) == []
        await room.house.lobby.hold(people[0], table, "q", False)
        client.read()
        assert client.state["clock"]["due"] == room.clock.now() + 60 * SECOND
        await room.house.lobby.add_time(people[0], table, "t", 45 * SECOND)
        client.read()
        assert client.state["clock"]["due"] == room.clock.now() + 105 * SECOND
        await asyncio.sleep(104)
        assert commands(room, table) == []
        await asyncio.sleep(2)
        assert commands(room, table)[0].startswith("timeout:")

    virtually(tmp_path, work)


@pytest.mark.parametrize("closed", [10, 3600, 40 * 24 * 3600])
def test_what_the_house_is_closed_for_is_nobodys_time(tmp_path: Path, closed: int) -> None:
    """G21, I15: deadlines are on disk, armed anew, and longer by that much."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, decision=3 * DAY, pauses="none"))
        client = await room.client(table, people[0])
        await asyncio.sleep(3600)
        await room.ledger.table_put(NoteRow(table, "awake", b"", room.clock.now()))
        memo.update(table=table, player=people[0], due=client.state["clock"]["due"])

    async def after(room: Room) -> None:
        await room.house.open()
        client = await room.client(memo["table"], memo["player"])
        client.read()
        assert client.state["clock"]["due"] == memo["due"] + closed * SECOND
        await asyncio.sleep(3 * 24 * 3600 - 3600 - 1)
        assert commands(room, memo["table"]) == []
        await asyncio.sleep(2)
        assert commands(room, memo["table"])[0].startswith("timeout:")

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=START + (3600 + closed) * SECOND)


def test_a_table_without_a_limit_waits(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        terms = Terms("diktat", 2, decision=None, pauses="none", **NO_BOTS)
        table, clients = await opened(room, terms)
        assert clients[0].state["clock"]["due"] is None
        await asyncio.sleep(30 * 24 * 3600)
        assert commands(room, table) == []

    virtually(tmp_path, work)


def test_a_disk_that_is_full_is_asked_again_now_and_then(tmp_path: Path) -> None:
    """Time is over and nothing can be kept: the table neither spins nor forgets."""

    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2, decision=30_000))
        client = await room.client(table, people[0])
        tries: list[int] = []

        def full(entry: Any) -> BaseException:
            tries.append(room.clock.now())
            return StoreFull("no room")

        room.ledger.fails = full
        await asyncio.sleep(60)
        assert 20 <= len(tries) <= 62
        assert (await client.offers())["type"] == "offers"  # others are served meanwhile
        room.ledger.fails = lambda entry: None
        await asyncio.sleep(2)
        actor = client.actor
        assert actor.live is not None and actor.live.chain.number > 0

    virtually(tmp_path, work)


@pytest.mark.parametrize(
    ("pace", "length"), [("pose", 40_000), ("normal", 20_000), ("fast", 10_000), ("instant", 4_000)]
)
def test_how_long_a_table_waits_until_all_are_ready(tmp_path: Path, pace: Any, length: int) -> None:
    """Twenty seconds at the normal pace [DIC-GAM-9]; Diktat asks nobody to be ready."""

    async def work(room: Room) -> None:
        id, people = await room.seated(Terms("dictopia", 2, pace=pace))
        client = await room.client(id, people[0])
        assert client.card["terms"]["pace"] == pace
        assert client.state["game"]["question"]["rule_ids"] == ["DIC-GAM-9"]
        assert client.state["clock"]["length"] == length
        id, people = await room.seated(Terms("diktat", 2, pace=pace))
        client = await room.client(id, people[0])
        assert client.card["terms"]["pauses"] == "house"
        assert client.state["showing"]["pace"] == pace
        assert client.state["clock"]["length"] in (None, 90_000)

    virtually(tmp_path, work)
