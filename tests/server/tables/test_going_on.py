"""The house goes on once everything was shown: sealed answers, holds, and players who are alone."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from clande.diktat.actions import Borrow, Withdraw
from clande.diktat.politics.actions import Propose
from clande.kernel import HOUSE, PASS, Breathe, QuickLuck, Seat, Spell, awaited, forced, offers
from clande.server.http.schemas.tables import Player, Terms
from clande.server.store import NoteRow, store
from clande.server.tables import clocks, sealing
from clande.server.tables.live_game import LiveGame
from clande.server.tables.showing import HOLDS, TEMPOS
from tests.support.virtual_server import START, Client, Room, virtually

SECOND = 1000
GRANULE = TEMPOS["normal"].granule
WAITS: dict[str, Any] = {"stand_in": "wait"}


async def opened(room: Room, terms: Terms, bots: int = 0) -> tuple[str, list[Client]]:
    table, people = await room.seated(terms, bots)
    clients = [await room.client(table, player) for player in people]
    read(clients)
    return table, clients


def read(clients: list[Client]) -> None:
    for client in clients:
        client.read()


def live(client: Client) -> LiveGame:
    return client.actor.current_play().live


def sampled(client: Client, seed: int = 1) -> Any:
    return live(client).game.asked[client.outbox.seat].sample(QuickLuck(seed))


def commands(room: Room, table: str) -> list[str]:
    return [entry.command for entry in room.store.entries(table)]


async def pass_time(room: Room, clients: list[Client], until: int) -> None:
    await asyncio.sleep(max(0, until - room.clock.now()) / SECOND)
    for client in clients:
        await client.settle()


async def all_was_shown(room: Room, clients: list[Client]) -> None:
    table = live(clients[0])
    await pass_time(room, clients, sealing.goes_on_at(table.game, table.side.showing))


async def play_on(room: Room, clients: list[Client], dice: QuickLuck) -> None:
    """Somebody answers, or time passes until the house goes on."""
    if missing := live(clients[0]).missing():
        seat = dice.pick(missing)
        assert (await clients[seat].act(sampled(clients[seat], dice.below(99))))["type"] == "ack"
        read(clients)
    else:
        await all_was_shown(room, clients)


async def asked_while_shown(room: Room, clients: list[Client]) -> Client:
    """A seat that is asked alone, while something is still being shown, and others may act."""
    dice = QuickLuck(3)
    for _ in range(300):
        game, showing = live(clients[0]).game, live(clients[0]).side.showing
        missing = live(clients[0]).missing()
        shown = showing.until - room.clock.now() > SECOND and not live(clients[0]).side.sealed
        if shown and len(missing) == 1 and game.acts == "all" and proposal(clients, missing[0]):
            read(clients)
            return clients[missing[0]]
        await play_on(room, clients, dice)
    raise AssertionError("nobody was asked while something was shown")


def proposal(clients: list[Client], to: Seat, between: bool = False) -> tuple[Client, Any] | None:
    """Somebody who may propose a trade to a seat, and the trade; `between`: to another one."""
    for client in clients:
        if client.outbox.seat == to:
            continue
        for offer in offers(live(client).game, client.outbox.seat):
            trade = offer.question.sample(QuickLuck(1))
            if isinstance(trade, Propose) and (trade.to != to if between else trade.to == to):
                return client, trade
    return None


# No seat is asked to let things happen


def test_no_seat_is_asked_to_let_things_happen(tmp_path: Path) -> None:
    """And a whole game is played all the same, though people do nothing but answer."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 2, pace="fast", decision=None))
        dice = QuickLuck(5)
        for _ in range(3000):
            if live(clients[0]).status == "over":
                break
            asked = live(clients[0]).game.asked
            assert not any(type(asked[seat]) is Breathe for seat in asked if seat != HOUSE)
            await play_on(room, clients, dice)
        assert room.store.head(table).status == "over"
        went_on = [name for name in commands(room, table) if name.startswith(f"timeout:{HOUSE}:")]
        assert len(went_on) > 100

    virtually(tmp_path, work)


@pytest.mark.parametrize("pauses", ["seats", "none"])
def test_the_house_answers_for_seats_that_an_older_table_asks(tmp_path: Path, pauses: Any) -> None:
    """Nobody is shown a button for it; an announced act is not stuck without pauses either."""

    async def work(room: Room) -> None:
        terms = Terms("diktat", 3, pauses=pauses, decision=None, **WAITS)
        _, clients = await opened(room, terms)
        dice, answered, announced = QuickLuck(2), 0, 0
        for _ in range(400):
            game = live(clients[0]).game
            if not game.stack or (announced > 2 and answered > 5):
                break
            if all(type(question) is Breathe for question in game.asked.values()):
                number = live(clients[0]).chain.number
                assert live(clients[0]).side.clock.due is None
                await all_was_shown(room, clients)
                assert live(clients[0]).chain.number > number
                answered += 1
            elif (back := withdrawal(clients)) is not None:
                announced += (await back[0].act(back[1]))["type"] == "ack"
                read(clients)
            else:
                await play_on(room, clients, dice)
        assert announced > 2 and answered > 2

    virtually(tmp_path, work)


def withdrawal(clients: list[Client]) -> tuple[Client, Any] | None:
    """Somebody whom others come before, and a stack of theirs."""
    for client in clients:
        game, seat = live(client).game, client.outbox.seat
        for offer in offers(game, seat):
            act = offer.question.sample(QuickLuck(1))
            if isinstance(act, Withdraw) and live(client).book.first(game, seat):
                return client, act
    return None


# Sealed answers


def test_an_answer_while_something_is_shown_is_sealed(tmp_path: Path) -> None:
    """Its author alone sees it; it is entered, with its id, once the house goes on."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        others = [client for client in clients if client is not author]
        count, answer = len(commands(room, table)), sampled(author)
        numbers, silent = [c.number for c in others], [len(c.bytes) for c in others]
        due, until = author.state["clock"]["due"], author.state["showing"]["until"]
        ack = await author.act(answer, id="mine")
        assert ack == {"type": "ack", "id": "mine", "number": author.number}
        assert author.state["game"]["answer"] == as_sent(answer) and author.state["undo"]
        assert (author.state["clock"]["due"], author.state["showing"]["until"]) == (due, until)
        assert len(commands(room, table)) == count
        read(others)
        assert [c.number for c in others] == numbers
        assert [len(c.bytes) for c in others] == silent
        for other in others:
            await other.resync()
            assert other.state["game"]["answer"] is None
        await pass_time(room, clients, until - 1)
        assert len(commands(room, table)) == count
        await pass_time(room, clients, until)
        seat = author.outbox.seat
        entries = list(room.store.entries(table))[count:]
        assert entries[0].command == f"{seat}:mine" and entries[0].seat == seat
        assert msgspec.json.decode(entries[0].action) == as_sent(answer)
        assert entries[1].command.startswith(f"timeout:{HOUSE}:")

    virtually(tmp_path, work)


def as_sent(action: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(action))


def test_a_sealed_answer_outlives_a_restart(tmp_path: Path) -> None:
    """I14: it was acknowledged. A copy of its command gets its ack, and it happens once."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        answer, decision = sampled(author), author.state["decision"]
        for _ in range(2):
            assert (await author.act(answer, id="mine", decision=decision))["type"] == "ack"
        await author.actor.rebuild()  # as after storing has failed
        author.read()
        assert author.state["game"]["answer"] == as_sent(answer) and author.state["undo"]
        people = [Player(client.outbox.user, "") for client in clients]
        memo.update(table=table, people=people, seat=author.outbox.seat, answer=answer)
        memo.update(decision=decision, count=len(commands(room, table)), now=room.clock.now())
        memo.update(remaining=author.state["showing"]["until"] - room.clock.now())
        await room.ledger.table_put(NoteRow(table, "awake", b"", room.clock.now()))

    async def after(room: Room) -> None:
        await room.house.open()
        table, seat = memo["table"], memo["seat"]
        clients = [await room.client(table, player) for player in memo["people"]]
        author = clients[seat]
        assert author.state["game"]["answer"] == as_sent(memo["answer"]) and author.state["undo"]
        assert all(c.state["game"]["answer"] is None for c in clients if c is not author)
        until = author.state["showing"]["until"]
        assert until - room.clock.now() == memo["remaining"]  # that time was nobody's
        ack = await author.act(memo["answer"], id="mine", decision=memo["decision"])
        assert ack["type"] == "ack" and len(commands(room, table)) == memo["count"]
        await pass_time(room, clients, until)
        assert commands(room, table)[memo["count"]] == f"{seat}:mine"
        ack = await author.act(memo["answer"], id="mine", decision=memo["decision"])
        assert ack["type"] == "ack"
        assert commands(room, table).count(f"{seat}:mine") == 1

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=memo["now"] + 3600 * SECOND)


def test_a_sealed_answer_is_taken_back_without_a_trace(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        others = [client for client in clients if client is not author]
        before, undo = author.state["game"], author.state["undo"]
        silent = [len(c.bytes) for c in others]
        hash, until = room.store.head(table), author.state["showing"]["until"]
        for round in range(3):
            assert (await author.act(sampled(author, round), id=f"a{round}"))["type"] == "ack"
            assert (await author.act(None, id=f"b{round}"))["type"] == "ack"
            assert (author.state["game"], author.state["undo"]) == (before, undo)
        read(others)
        assert [len(c.bytes) for c in others] == silent
        assert room.store.head(table) == hash
        await author.act(sampled(author), id="last")
        await pass_time(room, clients, until)
        named = [n for n in commands(room, table) if n.startswith(f"{author.outbox.seat}:")]
        assert named[-1].endswith(":last") and not any(":a" in name for name in named)

    virtually(tmp_path, work)


def test_a_sealed_answer_comes_back_if_another_touches_it(tmp_path: Path) -> None:
    """Its author has it again as a draft, and is asked anew. What others bargain among themselves
    does not bring it back."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        seat, answer = author.outbox.seat, sampled(author)
        await author.act(answer, id="mine")
        private = proposal(clients, seat, between=True)
        assert private is not None
        decision, number = author.state["decision"], author.number
        assert (await private[0].act(private[1]))["type"] == "ack"
        read(clients)
        assert (author.state["decision"], author.number) == (decision, number)
        public = proposal(clients, seat)
        assert public is not None
        assert (await public[0].act(public[1]))["type"] == "ack"
        read(clients)
        assert author.state["game"]["answer"] is None
        assert author.state["decision"] > decision
        drafts = [reply for reply in author.replies if reply["type"] == "drafted"]
        assert drafts[-1]["action"] == as_sent(answer)
        assert drafts[-1]["decision"] == author.state["decision"]
        assert seat in awaited(live(author).game) and seat in live(author).missing()
        await all_was_shown(room, clients)
        assert f"{seat}:mine" not in commands(room, table)
        await author.act(answer, id="again")
        await all_was_shown(room, clients)
        assert f"{seat}:again" in commands(room, table)

    virtually(tmp_path, work)


def test_the_last_answer_after_the_showing_is_no_longer_sealed(tmp_path: Path) -> None:
    """Whoever thinks for longer than the showing waits for nothing."""

    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        await all_was_shown(room, clients)
        count = len(commands(room, table))
        await author.act(sampled(author), id="late")
        entered = commands(room, table)[count:]
        assert entered[0] == f"{author.outbox.seat}:late"
        assert entered[1].startswith(f"timeout:{HOUSE}:")

    virtually(tmp_path, work)


# Holds


async def send(client: Client, kind: str, id: str, **fields: Any) -> Any:
    await client.send({"type": kind, "id": id, **fields})
    replies = [reply for reply in client.replies if reply.get("id") == id]
    return replies[-1]


def test_a_hold_delays_the_house_and_lights_the_lamp(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        await author.act(sampled(author))
        holder = next(client for client in clients if client is not author)
        until, count = author.state["showing"]["until"], len(commands(room, table))
        await pass_time(room, clients, until - 100)
        assert not author.state["showing"]["held"]
        assert (await send(holder, "hold", "h1"))["type"] == "ack"
        ends = room.clock.now() + GRANULE
        read(clients)
        assert all(c.state["showing"] == author.state["showing"] for c in clients)
        assert author.state["showing"]["held"]
        assert [c.state["holds"] for c in clients] == [HOLDS - (c is holder) for c in clients]
        await pass_time(room, clients, ends - 1)
        assert len(commands(room, table)) == count
        await pass_time(room, clients, ends)
        assert len(commands(room, table)) > count
        assert not any(c.state["showing"]["held"] for c in clients)

    virtually(tmp_path, work)


def test_the_lamp_has_no_name(tmp_path: Path) -> None:
    """Whoever holds, a third seat and a spectator are sent the same bytes."""

    def sent(folder: Path, holder: int) -> list[list[bytes]]:
        async def work(room: Room) -> list[list[bytes]]:
            table, clients = await opened(room, Terms("diktat", 4, watched=True))
            watcher = await room.client(table, (await room.people(1))[0])
            author = await asked_while_shown(room, clients)
            others = [client for client in clients if client is not author]
            await send(others[holder], "hold", "h")
            await asyncio.sleep(20)
            read([others[2], watcher])
            return [others[2].bytes, watcher.bytes]

        with pytest.MonkeyPatch.context() as patch:
            fixed = SimpleNamespace(urandom=lambda n: bytes(range(n)), getpid=os.getpid)
            patch.setattr(store, "os", fixed)
            return virtually(folder, work)

    first, second = sent(tmp_path / "a", 0), sent(tmp_path / "b", 1)
    assert first == second
    assert any(b'"held":true' in payload for payload in first[0])


def test_a_fifth_hold_is_refused_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, Terms("diktat", 3, decision=None))
        author = await asked_while_shown(room, clients)  # and never answers
        holder = next(client for client in clients if client is not author)
        for number in range(HOLDS):
            assert (await send(holder, "hold", f"h{number}"))["type"] == "ack"
            await pass_time(room, clients, room.clock.now() + GRANULE)
        assert holder.state["holds"] == 0
        silent = [len(c.bytes) for c in clients if c is not holder]
        assert (await send(holder, "hold", "h5"))["code"] == "held_enough"
        read(clients)
        assert [len(c.bytes) for c in clients if c is not holder] == silent
        assert not holder.state["showing"]["held"]
        other = next(client for client in clients if client not in (author, holder))
        assert (await send(other, "hold", "o"))["type"] == "ack"

    virtually(tmp_path, work)


def test_a_public_act_ends_a_hold_and_a_private_one_does_not(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, Terms("diktat", 3, decision=None))
        author = await asked_while_shown(room, clients)
        found = proposal(clients, author.outbox.seat)
        assert found is not None
        holder, trade = found
        await send(holder, "hold", "h")
        assert (await holder.act(trade))["type"] == "ack"  # two hear of it
        read(clients)
        assert all(c.state["showing"]["held"] for c in clients)
        await send(author, "hold", "a")
        assert (await author.act(Borrow()))["type"] == "ack"  # all see it
        assert list(live(author).side.showing.holds) == [holder.outbox.seat]

    virtually(tmp_path, work)


# A paused table, and a closed house


def test_a_paused_table_shows_the_rest_later_also_after_a_restart(tmp_path: Path) -> None:
    """The time for which the house is closed meanwhile is not counted twice."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        author = await asked_while_shown(room, clients)
        host = Player(clients[0].outbox.user, "")
        await room.house.lobby.hold(host, table, "p", True)
        read(clients)
        memo.update(
            table=table, host=host, now=room.clock.now(), left=author.state["clock"]["left"]
        )
        memo.update(remaining=author.state["showing"]["until"] - room.clock.now())
        await room.ledger.table_put(NoteRow(table, "awake", b"", room.clock.now()))

    async def after(room: Room) -> None:
        await room.house.open()
        client = await room.client(memo["table"], memo["host"])
        assert client.state["clock"]["left"] == memo["left"]
        await room.house.lobby.hold(memo["host"], memo["table"], "q", False)
        client.read()
        assert client.state["clock"]["due"] == room.clock.now() + memo["left"]
        assert client.state["showing"]["until"] == room.clock.now() + memo["remaining"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=memo["now"] + 3600 * SECOND)


# Alone


def alone(**more: Any) -> Terms:
    return Terms("diktat", 3, **more)


async def until_shown(room: Room, client: Client) -> None:
    """Plays until the house waits for the end of a showing and for nobody."""
    dice = QuickLuck(7)
    for _ in range(500):
        showing = live(client).side.showing
        is_shown = showing.until - room.clock.now() > SECOND or (showing.step and showing.unread)
        if not live(client).missing() and is_shown:
            return
        if 0 in live(client).missing():
            await client.act(sampled(client, dice.below(99)))
        else:
            await asyncio.sleep(0.05)
            await client.settle()
    raise AssertionError("nothing was shown")


def test_nothing_counts_down_for_a_player_who_is_alone(tmp_path: Path) -> None:
    """From the first question on, however long it takes."""

    async def work(room: Room) -> None:
        _, (client,) = await opened(room, alone(), bots=2)
        await client.actor.rebuild()
        dice, answered = QuickLuck(4), 0
        for _ in range(400):
            client.read()
            assert client.state["clock"]["due"] is None
            assert client.state["holds"] is None
            if 0 in live(client).missing():
                if 0 in forced(live(client).game):  # the house answers that
                    await asyncio.sleep(10)
                    await client.settle()
                    continue
                await asyncio.sleep(600 if answered < 3 else 1)
                await client.settle()
                assert live(client).side.missed.get(0, 0) == 0  # nobody has answered for him
                if 0 not in live(client).missing():
                    continue  # a bot's act has interrupted the question
                await client.act(sampled(client, dice.below(99)))
                answered += 1
            else:
                await asyncio.sleep(1)
                await client.settle()
            if answered > 12:
                break
        assert answered > 12

    virtually(tmp_path, work)


def test_a_player_who_is_alone_skips_and_chooses_the_pace_at_any_time(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, (client,) = await opened(room, alone(), bots=2)
        await until_shown(room, client)
        count = len(commands(room, table))
        assert (await send(client, "skip", "s"))["type"] == "ack"
        assert len(commands(room, table)) > count
        for number, pace in enumerate(("pose", "instant", "fast", "normal")):
            assert (await send(client, "pace", f"p{number}", pace=pace))["type"] == "ack"
            assert client.state["showing"]["pace"] == pace
        for number in range(10):
            assert (await send(client, "hold", f"h{number}"))["type"] == "ack"
            await asyncio.sleep(4)

    virtually(tmp_path, work)


def test_step_by_step_the_house_waits_for_the_player(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, (client,) = await opened(room, alone(), bots=2)
        assert (await send(client, "pace", "p", pace="normal", step=True))["type"] == "ack"
        assert client.state["showing"]["step"]
        await until_shown(room, client)
        for number in range(5):
            await asyncio.sleep(30)
            await client.settle()
            count = len(commands(room, table))
            await asyncio.sleep(3600)
            await client.settle()
            assert len(commands(room, table)) == count
            if 0 in live(client).missing():
                await client.act(sampled(client, number))
            assert (await send(client, "skip", f"s{number}"))["type"] == "ack"
            await client.settle()
            assert len(commands(room, table)) > count

    virtually(tmp_path, work)


def test_where_two_people_play_neither_hurries_the_other(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, alone(), bots=1)
        for kind, fields in (("skip", {}), ("pace", {"pace": "instant", "step": False})):
            before = clients[0].state
            assert (await send(clients[0], kind, kind, **fields))["code"] == "not_alone"
            assert clients[0].state == before

    virtually(tmp_path, work)


def test_alone_at_dictopia_only_the_word_counts_down(tmp_path: Path) -> None:
    """DIC-GAM-3: the ninety seconds are the game; all else may take as long as it likes."""

    async def work(room: Room) -> None:
        _, (client,) = await opened(room, Terms("dictopia", 2), bots=1)
        words = others = 0
        for _ in range(400):
            client.read()
            if client.state["status"] == "over" or (words > 1 and others > 4):
                break
            clock, asked = client.state["clock"], live(client).game.asked
            if any(isinstance(question, Spell) for question in asked.values()):
                assert clock["strict"] and clock["length"] == 90 * SECOND
                words += 1
                await asyncio.sleep(91)
            else:
                assert clock["due"] is None
                others += 1
                if 0 in live(client).missing():
                    await asyncio.sleep(600)
                    client.read()
                    assert 0 in live(client).missing()
                    breathes = isinstance(asked[0], Breathe)
                    await client.act(PASS if breathes else sampled(client))
                await asyncio.sleep(3)
            await client.settle()
        assert words > 1 and others > 4

    virtually(tmp_path, work)


def test_a_game_that_is_loaded_again_has_the_same_clock(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, Terms("diktat", 3))
        assert clients[0].state["clock"]["due"] in (None, START + 90 * SECOND)
        dues = [client.state["clock"] for client in clients]
        await clients[0].actor.rebuild()
        read(clients)
        assert [client.state["clock"] for client in clients] == dues

    virtually(tmp_path, work)


def test_a_restart_takes_nobodys_undo_away(tmp_path: Path) -> None:
    """Nor the time of the question to which it goes back."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        table, clients = await opened(room, Terms("diktat", 3))
        dice = QuickLuck(1)
        for _ in range(200):
            await play_on(room, clients, dice)
            able = [client for client in clients if client.state["undo"]]
            if able and not live(able[0]).side.sealed:
                break
        clock = live(able[0]).side.open[able[0].outbox.seat][-1].clock
        player = Player(able[0].outbox.user, "")
        memo.update(table=table, player=player, now=room.clock.now(), clock=clock)
        await room.ledger.table_put(NoteRow(table, "awake", b"", room.clock.now()))

    async def after(room: Room) -> None:
        await room.house.open()
        client = await room.client(memo["table"], memo["player"])
        assert client.state["undo"]
        assert (await client.act(None))["type"] == "ack"
        clock, wanted = live(client).side.clock, clocks.longer(memo["clock"], 3600 * SECOND)
        assert clock.due is not None and wanted.due is not None
        assert 0 <= clock.due - wanted.due <= SECOND  # that it was taken back is shown

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=memo["now"] + 3600 * SECOND)
