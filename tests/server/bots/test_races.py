"""Bots that race against the clock of the rules play by the second, as people do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.bots import BOTS, Plan, Racer
from clande.dictopia.rules.trial import SECONDS
from clande.kernel import PASS, Seat, Spelt, awaited, view
from clande.server.bots import workers
from clande.server.bots.workers import BotProcesses, TimedPlan, think
from clande.server.http.schemas.tables import Player, Terms
from clande.server.store import StoreError
from tests.support.virtual_server import Client, Room, virtually

SECOND = 1000
LEVELS = ("correcteur", "apprenti")
ONE_LOCKS = 1  # seed of a game in which only the first bot locks its word


@pytest.fixture(autouse=True)
def the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run. With these, the first bot is content in time and the second is not."""
    monkeypatch.setattr("clande.server.store.store.os.urandom", lambda number: bytes([1] * number))


async def trial(room: Room, *bots: str) -> tuple[str, Player, Client]:
    """One person and these bots, when the ninety seconds have just begun. [DIC-GAM-3]"""
    table, (player,), (client,) = await trial_of(room, 1, *bots)
    return table, player, client


async def trial_of(room: Room, people: int, *bots: str) -> tuple[str, list[Player], list[Client]]:
    seats = people + len(bots)
    terms = Terms("dictopia", seats, options={"judging": "automatic"}, decision=None)
    players = await room.people(people)
    card = await room.house.lobby.create(players[0], terms)
    for seat, player in enumerate(players[1:], start=1):
        await room.house.lobby.sit(player, card.id, seat)
    for seat, bot in enumerate(bots, start=people):
        await room.house.lobby.fill(players[0], card.id, seat, bot)
    await room.house.lobby.start(players[0], card.id)
    clients = [await room.client(card.id, player) for player in players]
    for client in clients:
        await client.act(PASS)
    for client in clients:
        while not client.state["clock"]["strict"]:
            await asyncio.sleep(0.1)
            client.read()
    return card.id, players, clients


def table_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live


def begun(client: Client) -> int:
    clock = table_of(client).side.clock
    return int(clock.due - clock.length)


def plans(client: Client, bots: tuple[str, ...] = LEVELS, first: Seat = 1) -> dict[Seat, Plan]:
    """What each bot would do, by its own words."""
    by_seat = {}
    for seat, name in enumerate(bots, start=first):
        bot = BOTS[name]
        assert isinstance(bot, Racer)
        plan = bot.plan(view(table_of(client).game, seat), SECONDS)
        assert plan is not None
        by_seat[seat] = plan
    return by_seat


def lies(client: Client, seat: Seat) -> Any:
    decision, action = table_of(client).drafts[seat]
    assert decision == table_of(client).decision(seat)
    return action


async def until(room: Room, client: Client, second: float) -> None:
    """A moment after so many seconds of the trial."""
    await asyncio.sleep((begun(client) + second * SECOND - room.clock.now()) / SECOND + 0.01)
    await client.settle()


def entries(room: Room, table: str) -> list[tuple[Seat, int, bytes]]:
    return [(entry.seat, entry.at, entry.action) for entry in room.store.entries(table)]


def test_a_bot_has_its_word_no_sooner_than_it_says(tmp_path: Path) -> None:
    """DIC-GAM-6, DIC-MIS-8: what lies before it changes by the second; it locks in its time."""

    async def work(room: Room) -> None:
        table, _, client = await trial(room, *LEVELS)
        wanted, start = plans(client), begun(client)
        before = len(entries(room, table))
        locked: dict[Seat, int] = {}
        for second in range(2, SECONDS):
            await until(room, client, second)
            for seat, plan in wanted.items():
                if plan.lock and plan.lock[0] <= second:
                    locked[seat] = plan.lock[0]
                else:
                    assert lies(client, seat) == msgspec.json.encode(plan.draft_at(second).action)
            done = {seat: (at - start) // SECOND for seat, at, _ in entries(room, table)[before:]}
            assert done == locked
        assert list(locked) == [1]
        await until(room, client, SECONDS + 1)
        reveal = next(line for line in client.story if line["type"] == "WordsShown")
        for seat, letters, _ in reveal["laid"][1:]:
            assert letters == wanted[seat].draft_at(SECONDS).action.letters  # type: ignore[attr-defined]

    virtually(tmp_path, work, seed=ONE_LOCKS)


def test_nobody_hears_of_what_lies_before_a_bot(tmp_path: Path) -> None:
    """Only a lock is heard: until then its seat sends nothing to anyone."""

    async def work(room: Room) -> None:
        _, _, client = await trial(room, *LEVELS)
        firsts = [plan.lock[0] for plan in plans(client).values() if plan.lock]
        number = client.number
        await until(room, client, min(firsts) - 1)
        assert client.number == number
        await until(room, client, min(firsts))
        assert client.number == number + 1
        assert client.story[-1]["type"] == "WordLocked"

    virtually(tmp_path, work)


@pytest.mark.parametrize("second", [6, 30])
def test_a_restart_changes_nothing_of_what_a_bot_does(tmp_path: Path, second: int) -> None:
    """I14, G21: the same words at the same seconds, the time of the stop left out."""
    memo: dict[str, Any] = {}

    async def first(room: Room) -> None:
        table, player, client = await trial(room, *LEVELS)
        memo.update(table=table, player=player, plans=plans(client))
        await until(room, client, second)
        memo.update(before=len(entries(room, table)), lies=dict(table_of(client).drafts))
        memo.update(end=room.clock.now())

    async def then(room: Room) -> None:
        await room.house.open()
        client = await room.client(memo["table"], memo["player"])
        assert dict(table_of(client).drafts) == memo["lies"]
        start = begun(client)
        await until(room, client, SECONDS + 1)
        acts = entries(room, memo["table"])[memo["before"] :]
        done = {seat: (at - start, action) for seat, at, action in reversed(acts) if seat > 0}
        for seat, plan in memo["plans"].items():
            at, choice = plan.lock or (SECONDS, plan.draft_at(SECONDS))
            if at > second:
                assert done[seat] == (at * SECOND, msgspec.json.encode(choice.action))

    virtually(tmp_path, first)
    virtually(tmp_path, then, seed=1, start=memo["end"] + 1)


def test_a_bot_that_plans_what_is_not_allowed_has_no_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others play on."""

    async def work(room: Room) -> None:
        _, _, client = await trial(room, *LEVELS)
        await until(room, client, SECONDS + 1)
        reveal = next(line for line in client.story if line["type"] == "WordsShown")
        assert [letters for _, letters, _ in reveal["laid"]] == ["", "", ""]

    bad = Spelt("ZZZZ", (90, 91, 92, 93))
    plan = TimedPlan(((0, msgspec.json.encode(bad)),), (5, bad))
    monkeypatch.setattr(workers, "encode_plan", lambda _: plan)
    virtually(tmp_path, work)


def test_what_cannot_be_kept_lies_there_all_the_same(tmp_path: Path) -> None:
    """A disk that fails for a while costs a bot nothing but what a restart would lose."""

    async def work(room: Room) -> None:
        _, _, client = await trial(room, *LEVELS)
        wanted = plans(client)

        async def fails(*rows: Any) -> None:
            raise StoreError("full")

        honest = room.ledger.table_put
        room.ledger.table_put = fails  # type: ignore[method-assign]
        await until(room, client, 20)
        room.ledger.table_put = honest  # type: ignore[method-assign]
        for seat, plan in wanted.items():
            assert lies(client, seat) == msgspec.json.encode(plan.draft_at(20).action)

    virtually(tmp_path, work)


def test_a_word_that_cannot_be_kept_leaves_the_race_to_the_others(tmp_path: Path) -> None:
    """G22: the disk fails for the first of two bots that lay their words together."""

    async def work(room: Room) -> None:
        table, _, client = await trial(room, *LEVELS)
        await until(room, client, 5)
        room.ledger.fails = lambda entry: StoreError("full") if entry.seat else None
        count = len(entries(room, table))
        await client.act(two_letters(client))
        assert not client.actor.ended and len(entries(room, table)) == count + 1
        room.ledger.fails = lambda entry: None
        await until(room, client, SECONDS + 1)
        assert any(line["type"] == "WordsShown" for line in client.story)

    virtually(tmp_path, work)


def test_a_paused_trial_is_paused_for_bots(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, player, client = await trial(room, *LEVELS)
        wanted = plans(client)
        await until(room, client, 5)
        await room.house.lobby.hold(player, table, "p", True)
        lying, count = dict(table_of(client).drafts), len(entries(room, table))
        await asyncio.sleep(300)
        assert dict(table_of(client).drafts) == lying and len(entries(room, table)) == count
        await room.house.lobby.hold(player, table, "q", False)
        first = min(plan.lock[0] for plan in wanted.values() if plan.lock)
        await until(room, client, first - 1)
        assert len(entries(room, table)) == count
        await until(room, client, first)
        assert len(entries(room, table)) == count + 1

    virtually(tmp_path, work)


def test_who_comes_back_finds_the_word_and_the_bot_lets_it_be(tmp_path: Path) -> None:
    """P24: a bot that stands in stops when the player is there."""

    async def work(room: Room) -> None:
        table, player, client = await trial(room, "apprenti")
        actor = client.actor
        actor.absence.stood_in.add(0)
        await client.leave()
        actor.absence.stood_in.add(0)
        await until(room, client, 25)
        assert 0 in awaited(table_of(client).game)
        mine = lies(client, 0)
        again = await room.client(table, player)
        drafted = [reply for reply in again.replies if reply["type"] == "drafted"]
        assert msgspec.json.encode(drafted[-1]["action"]) == mine
        await until(room, again, 89)
        assert lies(again, 0) == mine and 0 not in actor.current_play().bots.timed.plans

    virtually(tmp_path, work)


def test_a_race_is_planned_in_another_process(tmp_path: Path) -> None:
    """The plan comes whole through the workers, and is the one that is made here."""

    async def work(room: Room) -> None:
        _, _, client = await trial(room, *LEVELS)
        seat_view = view(table_of(client).game, 1)
        plan = think(LEVELS[0], seat_view, 1, True, SECONDS)
        assert isinstance(plan, TimedPlan)
        plans_made.append((seat_view, plan))

    plans_made: list[tuple[Any, TimedPlan]] = []
    virtually(tmp_path, work)
    workers = BotProcesses()
    try:
        seat_view, plan = plans_made[0]
        assert asyncio.run(workers.think(LEVELS[0], seat_view, 2, True, SECONDS)) == plan
    finally:
        workers.close()


def two_letters(client: Client) -> Spelt:
    """A word of a hand, if only for the house to count."""
    cards = client.state["game"]["table"]["hands"]
    return Spelt(cards[0]["top"] + cards[1]["bottom"], (0, 1), "lock")


def test_once_every_person_has_laid_a_word_the_bots_lay_theirs(tmp_path: Path) -> None:
    """DIC-GAM-3, DIC-GAM-6, DIC-MIS-8: nobody has anything to wait for. Their words, and who is
    before whom, are what the whole ninety seconds would have brought."""

    async def work(room: Room) -> None:
        table, _, client = await trial(room, *LEVELS)
        wanted, start = plans(client), begun(client)
        await until(room, client, 5)
        before = len(entries(room, table))
        assert (await client.act(two_letters(client)))["type"] == "ack"
        await client.settle()
        done = entries(room, table)[before:]
        assert [seat for seat, _, _ in done] == [0, 1, 2]  # the second bot never locks
        assert all((at - start) // SECOND == 5 for _, at, _ in done)
        reveal = next(line for line in client.story if line["type"] == "WordsShown")
        for seat, letters, _ in reveal["laid"][1:]:
            draft = wanted[seat].draft_at(SECONDS).action
            assert letters == draft.letters  # type: ignore[attr-defined]
        locked = [line["seat"] for line in client.story if line["type"] == "WordLocked"]
        assert locked == [0, 1]

    virtually(tmp_path, work, seed=ONE_LOCKS)


def test_while_one_person_still_looks_for_a_word_bots_take_their_time(tmp_path: Path) -> None:
    """DIC-GAM-3: the clock is as long for him as ever."""

    async def work(room: Room) -> None:
        table, _, clients = await trial_of(room, 2, *LEVELS)
        wanted = plans(clients[0], first=2)
        await until(room, clients[0], 3)
        before = len(entries(room, table))
        await clients[0].act(two_letters(clients[0]))
        first = min(plan.lock[0] for plan in wanted.values() if plan.lock)
        await until(room, clients[1], first - 1)
        assert [seat for seat, _, _ in entries(room, table)[before:]] == [0]
        for seat, plan in wanted.items():
            assert lies(clients[1], seat) == msgspec.json.encode(plan.draft_at(first - 1).action)

    virtually(tmp_path, work)
