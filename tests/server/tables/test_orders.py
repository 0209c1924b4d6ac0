"""Standing orders: what is done for a player who is not there, and who notices it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from pytest import MonkeyPatch

from clande.diktat import events
from clande.kernel import SPECTATOR, Event, Seat, told
from clande.server.http.schemas.tables import Terms
from clande.server.sockets.protocol import OrderState, StandingOrder
from clande.server.store import NoteRow, SignalRow
from clande.server.tables import orders
from clande.server.tables.orders import SeatOrders, check, is_for, matched
from clande.server.tables.requests import ForgetPlayer
from clande.server.tables.standing_orders import StandingOrders
from clande.server.tables.transition import CommandRefused
from clande.text import Lying
from tests.server.notifications.test_notifications import confirmed, couriered, rounds
from tests.support.mail_sinks import HookSink, listening
from tests.support.virtual_server import Client, Room, virtually

HOUR = 3_600_000
DAY = 24 * HOUR
DAYS = Terms("diktat", 3, decision=DAY, stand_in="wait")
PLACES = {4: Lying(0, "karst"), 5: Lying(1, "josefov"), 6: Lying(2, "josefov")}
BORROW = {"type": "Borrow"}
ORDERS: dict[str, Any] = {
    "borrow": {"id": "a", "kinds": ["ManoeuvreChosen"], "by": 0, "action": BORROW},
    "hold": {"id": "h", "kinds": ["ManoeuvreChosen"], "by": 0},
    "withdraw": {
        "id": "w",
        "kinds": ["ManoeuvreChosen"],
        "by": 0,
        "action": {"type": "Withdraw", "stack": 99},
    },
}


# What an order is for


def order(**when: Any) -> StandingOrder:
    return StandingOrder("a", **when)


PLACED = events.StackPlaced(0, 4, "josefov")
REVEALED = events.PawnRevealed(0, 1, 5, 0, "guard")


@pytest.mark.parametrize(
    ("when", "event", "wanted"),
    [
        ({"kinds": ("StackPlaced",)}, PLACED, True),
        ({"kinds": ("PawnKilled", "StackPlaced"), "sector": "josefov"}, PLACED, True),
        ({"kinds": ("StackPlaced",), "sector": "karst"}, PLACED, False),
        ({"kinds": ("StackPlaced",), "by": 0}, PLACED, True),
        ({"kinds": ("StackPlaced",), "by": 2}, PLACED, False),
        ({"kinds": ("PawnKilled",), "by": 0}, PLACED, False),
        ({"mine": True}, PLACED, True),  # where one has a stack
        ({"mine": True}, events.StackPlaced(0, 4, "karst"), False),
        ({"sector": "josefov"}, REVEALED, True),  # where the stack lies
        ({"mine": True, "kinds": ("PawnRevealed",)}, REVEALED, True),
        ({"mine": True}, events.PawnRevealed(0, 2, 4, 0, "guard"), False),
        ({"sector": "josefov"}, events.TurnBegun(0), False),
        ({"by": 0}, events.TurnBegun(0), False),  # nothing that anybody looks at
        ({"by": 0, "kinds": ("TurnBegun",)}, events.TurnBegun(0), True),
        ({"by": 0}, events.PawnsMoved(0, 4, (0,), 1), True),
        ({"mine": True}, events.PawnsMoved(0, 4, (0,), 1), False),  # 1 is a stack there
        ({"kinds": ("StackPlaced",)}, events.StackPlaced(1, 5, "karst"), False),  # one's own
    ],
)
def test_an_order_is_for_an_event_as_all_are_told_it(
    when: dict[str, Any], event: Event, wanted: bool
) -> None:
    line = told(event, SPECTATOR)
    assert line is not None
    assert is_for(order(**when), line, type(event).shows, 1, PLACES) is wanted


def test_one_deed_meets_an_order_once_and_a_spent_order_meets_nothing() -> None:
    both = (REVEALED, events.PawnKilled(0, 1, "guard", 5, 0, "josefov"))
    mine = SeatOrders(1, 0)
    mine.replace([order(sector="josefov", times=2)], 1)
    assert [found.id for found in matched(mine, 1, both, PLACES)] == ["a"]
    mine.note("a", None, 5)
    mine.note("a", "not_offered", 6)
    state = mine.orders["a"]
    assert (state.done, state.failed, state.why, state.at, state.over) == (
        1, 1, "not_offered", 6, True,
    )  # fmt: skip
    assert not list(matched(mine, 1, both, PLACES))


def test_an_order_ends_with_its_cycle_or_goes_on_as_it_was() -> None:
    mine = SeatOrders(1, 0)
    short = StandingOrder("s", mine=True, times=3)
    long = StandingOrder("l", mine=True, until="game")
    mine.replace([short, long], 1)
    assert not mine.begin_cycle(1) and mine.begin_cycle(2)
    assert [state.over for state in mine.orders.values()] == [True, False]
    mine.replace([short, StandingOrder("l", by=2)], 2)
    assert [state.over for state in mine.orders.values()] == [True, False]
    mine.replace([StandingOrder("t", mine=True)], 2)
    assert not mine.begin_cycle(2) and mine.orders["t"] == OrderState(StandingOrder("t", mine=True))


@pytest.mark.parametrize(
    ("many", "code"),
    [
        ([order()], "unreadable"),
        ([order(kinds=("Nonsense",))], "unreadable"),
        ([order(by=3)], "unreadable"),
        ([order(by=1), order(by=1)], "unreadable"),
        ([order(by=1, action={"type": "x" * 2000})], "unreadable"),
        ([StandingOrder(str(i), by=1) for i in range(9)], "orders_full"),
    ],
)
def test_orders_are_bounded(many: list[StandingOrder], code: str) -> None:
    with pytest.raises(CommandRefused) as refusal:
        check(tuple(many), ["StackPlaced"], range(3))
    assert refusal.value.code == code


# At a table


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: MonkeyPatch) -> None:
    """All tables of this module begin alike."""
    monkeypatch.setattr("clande.server.store.store.os.urandom", lambda number: bytes(number))


class Heard:
    """All that a client is sent, and when."""

    def __init__(self, client: Client) -> None:
        self.frames: list[tuple[int, bytes]] = []
        push = client.outbox.push

        def heard(*payloads: bytes) -> None:
            self.frames += [(client.actor.clock.now(), payload) for payload in payloads]
            push(*payloads)

        client.outbox.push = heard  # type: ignore[method-assign]


async def opened(room: Room, terms: Terms = DAYS) -> tuple[str, list[Client]]:
    """A table where seat 0 is asked for its first manoeuvre."""
    table, people = await room.seated(terms)
    clients = [await room.client(table, player) for player in people]
    await asyncio.sleep(5)
    (namer,) = live(clients[0]).missing()
    clients[namer].read()
    assert (await clients[namer].act({"type": "NameFirst", "seat": 0}))["type"] == "ack"
    await asyncio.sleep(5)
    for client in clients:
        client.read()
    assert live(clients[0]).missing() == [0]
    return table, clients


def live(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live


async def give(client: Client, *wanted: dict[str, Any], **more: Any) -> Any:
    """Gives orders; the reply."""
    client.sent += 1
    id = f"o{client.sent}"
    await client.send({"type": "orders", "id": id, "orders": wanted, **more})
    await client.settle()
    return next(reply for reply in client.replies if reply.get("id") == id)


async def extend(client: Client) -> None:
    """The manoeuvre that the orders here wait for."""
    client.read()
    assert (await client.act({"type": "Extend", "discard": ""}))["type"] == "ack"


def states(client: Client) -> list[tuple[int, int, Any, bool]]:
    client.read()
    return [(s["done"], s["failed"], s["why"], s["over"]) for s in client.orders["orders"]]


def test_an_act_is_done_when_everything_was_shown(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        assert (await give(clients[1], ORDERS["borrow"]))["type"] == "ack"
        assert states(clients[1]) == [(0, 0, None, False)]
        await clients[1].leave()
        await extend(clients[0])
        until = live(clients[0]).side.showing.until
        assert until > room.clock.now()
        await asyncio.sleep((until - room.clock.now() - 1) / 1000)
        assert not any(line["type"] == "DebtTaken" for line in clients[2].story)
        await asyncio.sleep(0.002)
        clients[2].read()
        (debt,) = [line for line in clients[2].story if line["type"] == "DebtTaken"]
        assert debt["seat"] == 1
        assert clients[1].orders["orders"][0]["done"] == 0  # nobody is there
        await clients[1].enter()
        assert states(clients[1]) == [(1, 0, None, True)]

    virtually(tmp_path, work)


def test_an_act_that_the_game_does_not_admit_lapses(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        await give(clients[1], ORDERS["withdraw"])
        await extend(clients[0])
        await asyncio.sleep(10)
        assert states(clients[1]) == [(0, 1, "not_offered", True)]

    virtually(tmp_path, work)


def test_an_order_answers_no_question(tmp_path: Path) -> None:
    """Only what is offered is done: the seat may be asked, and would have answered otherwise."""

    async def work(room: Room) -> None:
        _, clients = await opened(room)
        answer = {"type": "Extend", "discard": ""}
        await give(clients[1], {"id": "x", "kinds": ["ManoeuvreChosen"], "action": answer})
        await extend(clients[0])
        await asyncio.sleep(10)
        assert states(clients[1]) == [(0, 1, "not_offered", True)]
        assert live(clients[0]).missing() == [1]

    virtually(tmp_path, work)


def test_what_was_taken_back_has_not_happened(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        await give(clients[1], ORDERS["borrow"])
        await clients[0].act({"type": "Send", "sector": "josefov"})
        clients[0].read()
        assert clients[0].state["undo"]
        await asyncio.sleep(0.1)
        assert (await clients[0].act(None))["type"] == "ack"
        await asyncio.sleep(10)
        assert states(clients[1]) == [(0, 0, None, False)]
        await extend(clients[0])
        await asyncio.sleep(10)
        assert states(clients[1]) == [(1, 0, None, True)]

    virtually(tmp_path, work)


def test_hold_and_tell_me(tmp_path: Path) -> None:
    """Once a cycle, for as long as one decision takes; the lamp is on, and a letter goes out."""

    async def work(room: Room, sink: HookSink) -> None:
        courier = couriered(room, hook=True)
        _, clients = await opened(room)
        owner, other = clients[2], clients[1]
        player = await room.house.people.player(owner.outbox.user)
        assert player is not None
        await confirmed(courier, player, webhook=sink.url)
        twice = ORDERS["hold"] | {"times": 2, "by": -1}
        await give(owner, twice)
        await owner.leave()
        await extend(clients[0])
        began = room.clock.now()
        other.read()
        assert other.state["showing"]["held"] and other.state["holds"] == 4
        await rounds(room, courier, 4)
        assert [signal.seat for signal in room.store.rows(SignalRow)] == [2]
        assert len(sink.posts) == 1
        await owner.enter()
        assert owner.orders["holds"] and states(owner) == [(1, 0, None, False)]
        assert owner.state["holds"] == 4  # an order takes none of them
        await owner.leave()
        await asyncio.sleep((began + DAY - room.clock.now() - 1) / 1000)
        other.read()
        assert other.state["showing"]["held"]
        await asyncio.sleep(0.002)
        other.read()
        assert not other.state["showing"]["held"]
        await rounds(room, courier, 4)
        assert len(sink.posts) == 1 and not room.store.rows(SignalRow)
        await extend(other)  # once a cycle
        assert not other.state["showing"]["held"]
        await owner.enter()
        assert states(owner) == [(1, 1, "held_enough", True)] and not owner.orders["holds"]

    with listening(HookSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_who_comes_lets_the_game_go_on(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        await give(clients[2], ORDERS["hold"])
        await extend(clients[0])
        assert (await give(clients[2], ORDERS["hold"], go_on=True))["type"] == "ack"
        assert states(clients[2]) == [(1, 0, None, True)] and not clients[2].orders["holds"]
        clients[1].read()
        assert not clients[1].state["showing"]["held"]

    virtually(tmp_path, work)


@pytest.mark.parametrize("asleep", [5, 3 * HOUR // 1000])
def test_orders_survive_a_restart(tmp_path: Path, asleep: int) -> None:
    """Also those whose moment had come nearer: they are carried out once, no more."""

    async def before(room: Room) -> tuple[str, Any]:
        table, clients = await opened(room)
        await give(clients[1], ORDERS["borrow"], ORDERS["hold"] | {"kinds": ["CardTaken"]})
        await extend(clients[0])
        await clients[1].settle()
        return table, (room.clock.now(), [clients[1].outbox.user, clients[2].outbox.user])

    async def after(room: Room) -> None:
        people = [await room.house.people.player(user) for user in users]
        assert people[0] is not None and people[1] is not None
        owner = await room.client(table, people[0])
        other = await room.client(table, people[1])
        await asyncio.sleep(5)
        assert states(owner) == [(1, 0, None, True), (0, 0, None, False)]
        debts = [event for event in live(owner).game.log if isinstance(event, events.DebtTaken)]
        assert [debt.seat for debt in debts] == [1]
        assert other.orders == {"type": "orders", "orders": [], "holds": False}
        assert len(room.store.rows(NoteRow, name="orders-1")) == 1

    table, (now, users) = virtually(tmp_path, before)
    virtually(tmp_path, after, start=now + asleep * 1000)


def test_an_order_that_was_done_just_before_a_crash_is_not_done_again(tmp_path: Path) -> None:
    async def before(room: Room) -> tuple[str, int, str]:
        table, clients = await opened(room)
        await give(clients[1], ORDERS["borrow"] | {"times": 2})
        await extend(clients[0])
        await clients[1].settle()
        play = clients[1].actor.current_play()
        play.orders.save = lambda *_: None  # type: ignore[method-assign]
        await asyncio.sleep(5)
        assert states(clients[1]) == [(1, 0, None, False)]
        return table, room.clock.now(), clients[1].outbox.user

    async def after(room: Room) -> None:
        player = await room.house.people.player(user)
        assert player is not None
        owner = await room.client(table, player)
        await asyncio.sleep(5)
        assert states(owner) == [(1, 0, None, False)]

    table, now, user = virtually(tmp_path, before)
    virtually(tmp_path, after, start=now + 5000)


def test_a_quick_table_takes_no_orders(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, Terms("diktat", 3, decision=HOUR, stand_in="wait"))
        reply = await give(clients[1], ORDERS["hold"])
        assert (reply["type"], reply["code"]) == ("nack", "quick_table")
        assert clients[1].orders is None

    virtually(tmp_path, work)


def test_a_ninth_order_and_a_nonsensical_act_are_refused(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room)
        nine = [ORDERS["hold"] | {"id": str(i)} for i in range(9)]
        assert (await give(clients[1], *nine))["code"] == "orders_full"
        assert (await give(clients[1], *nine[:8]))["type"] == "ack"
        assert len(clients[1].orders["orders"]) == 8
        nonsense = ORDERS["hold"] | {"action": {"type": "Fly"}}
        assert (await give(clients[1], nonsense))["code"] == "unreadable"
        await asyncio.sleep(2)
        says = {"type": "Say", "to": [0], "text": "Bonjour"}
        assert (await give(clients[1], ORDERS["hold"] | {"action": says}))["code"] == "phrases_only"
        assert len(clients[1].orders["orders"]) == 8
        assert (await give(clients[1]))["type"] == "ack"
        assert clients[1].orders["orders"] == []

    virtually(tmp_path, work)


def test_orders_go_with_their_player(tmp_path: Path) -> None:
    """And so does the hold of one."""

    async def work(room: Room) -> None:
        table, clients = await opened(room)
        await give(clients[2], ORDERS["hold"], ORDERS["borrow"] | {"times": 9, "by": 1})
        await extend(clients[0])
        clients[1].read()
        assert clients[1].state["showing"]["held"] and room.store.rows(NoteRow, name="orders-2")
        people = room.house.people
        leaver, stranger = await people.player(clients[2].outbox.user), await room.people(1)
        assert leaver is not None
        await room.house.lobby.stand_up(leaver, table)
        await clients[1].settle()
        assert not clients[1].state["showing"]["held"]
        assert not room.store.rows(NoteRow, name="orders-2")
        await room.house.lobby.sit(stranger[0], table, 2)
        heir = await room.client(table, stranger[0])
        assert heir.orders["orders"] == []

    virtually(tmp_path, work)


def test_orders_end_with_the_game(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room)
        await give(clients[1], ORDERS["hold"])
        assert room.store.rows(NoteRow, name="orders-1")
        people = [await room.house.people.player(client.outbox.user) for client in clients]
        for player in people[:2]:
            assert player is not None
            await room.house.lobby.vote(player, table, True)
        await clients[1].settle()
        assert clients[1].card["status"] == "over"
        assert not room.store.rows(NoteRow, name="orders-1")
        assert clients[1].orders["orders"] == []
        assert (await give(clients[1], ORDERS["hold"]))["code"] == "game_over"

    virtually(tmp_path, work)


def test_orders_are_deleted_with_their_player(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, clients = await opened(room)
        await give(clients[1], ORDERS["hold"])
        owner = await room.house.tables.owner(table)
        await owner.ask(ForgetPlayer(clients[1].outbox.user))
        await clients[0].settle()
        assert not room.store.rows(NoteRow, name="orders-1")

    virtually(tmp_path, work)


# Who notices


Story = Callable[[list[Client]], Awaitable[None]]


def heard_by(folder: Path, viewer: Seat, story: Story) -> list[tuple[int, bytes]]:
    """What a viewer is sent, and when, at a table where this happens."""

    async def work(room: Room) -> list[tuple[int, bytes]]:
        _, clients = await opened(room)
        heard = Heard(clients[viewer])
        await story(clients)
        await asyncio.sleep(20)
        return heard.frames

    folder.mkdir()
    return virtually(folder, work)


class Noticed(Exception):
    """A viewer could tell."""


def check_silence(folder: Path, ordered: dict[str, Any], extra: Story | None = None) -> None:
    """Seat 2 notices neither an order of seat 1, nor `extra`."""

    async def plain_story(clients: list[Client]) -> None:
        await give(clients[1])
        await asyncio.sleep(1)
        await extend(clients[0])

    async def with_order(clients: list[Client]) -> None:
        await give(clients[1], ordered)
        if extra is not None:
            await extra(clients)
        await asyncio.sleep(1)
        await extend(clients[0])

    without, with_it = (
        heard_by(folder / name, 2, story)
        for name, story in (("without", plain_story), ("with", with_order))
    )
    assert len(without) >= 2
    if without != with_it:
        raise Noticed


async def propose(clients: list[Client]) -> None:
    """Seat 0 proposes something to seat 1; nobody else hears of it."""
    deal = {"type": "Propose", "to": 1, "gives": {"power": 1}, "takes": {}}
    assert (await clients[0].act(deal))["type"] == "ack"
    clients[1].read()
    assert any(line["type"] == "DealProposed" for line in clients[1].story)


TOLD_IN_PRIVATE = {"id": "p", "kinds": ["DealProposed"]}


def test_nobody_notices_an_order_that_is_not_admitted(tmp_path: Path) -> None:
    check_silence(tmp_path, ORDERS["withdraw"])


def test_an_order_is_not_for_what_its_owner_alone_is_told(tmp_path: Path) -> None:
    check_silence(tmp_path, TOLD_IN_PRIVATE, propose)


def test_a_refused_order_is_noticed_by_nobody(tmp_path: Path) -> None:
    async def refused(clients: list[Client]) -> None:
        nine = [ORDERS["hold"] | {"id": str(i)} for i in range(9)]
        assert (await give(clients[1], *nine))["code"] == "orders_full"

    check_silence(tmp_path, ORDERS["withdraw"], refused)


# Planted leaks


def it_delays_the_stop(patch: MonkeyPatch) -> None:
    honest = StandingOrders.carry_out

    async def carry_out(self: StandingOrders, seat: Seat, act: Any) -> Any:
        refusal = await honest(self, seat, act)
        if refusal is not None:
            self.live.side.showing.until += 1
        return refusal

    patch.setattr(StandingOrders, "carry_out", carry_out)


def it_takes_a_number(patch: MonkeyPatch) -> None:
    honest = StandingOrders.carry_out

    async def carry_out(self: StandingOrders, seat: Seat, act: Any) -> Any:
        refusal = await honest(self, seat, act)
        if refusal is not None:
            for feed in self.live.feeds.values():
                feed.number += 1
        return refusal

    patch.setattr(StandingOrders, "carry_out", carry_out)


def it_lights_the_lamp(patch: MonkeyPatch) -> None:
    honest = StandingOrders.carry_out

    async def carry_out(self: StandingOrders, seat: Seat, act: Any) -> Any:
        refusal = await honest(self, seat, act)
        if refusal is not None:
            await self.hold(seat, self.clock.now())
        return refusal

    patch.setattr(StandingOrders, "carry_out", carry_out)


@pytest.mark.parametrize("leak", [it_delays_the_stop, it_takes_a_number, it_lights_the_lamp])
def test_an_order_that_fails_aloud_is_caught(
    tmp_path: Path, monkeypatch: MonkeyPatch, leak: Callable[[MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    with pytest.raises(Noticed):
        check_silence(tmp_path, ORDERS["withdraw"])


def test_an_order_that_is_for_what_its_owner_is_told_is_caught(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "public", list)
    monkeypatch.setattr(orders, "told", lambda event, _: told(event, 1))
    with pytest.raises(Noticed):
        check_silence(tmp_path, TOLD_IN_PRIVATE, propose)
