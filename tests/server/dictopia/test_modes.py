"""Dictopia's other ways to play at the house: draw of the day, ladder, duplicate, training."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from clande.dictopia.actions import propose
from clande.dictopia.modes import days
from clande.dictopia.modes.solo import daily
from clande.dictopia.solver.advice import bests
from clande.kernel import Action, verify
from clande.kernel.game import Pauses
from clande.server.dictopia.daily import DailyGames, top_words
from clande.server.dictopia.ladder import ladder, ladder_of
from clande.server.dictopia.training import HINTS, Hints
from clande.server.http.schemas import results
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Result, Standing
from clande.server.http.schemas.tables import Player, Terms
from clande.server.lobby.results import past
from clande.server.store import ResultRow, StoreError
from tests.support.virtual_server import Client, Room, virtually

T = TypeVar("T")

SOLO = Terms("dictopia", 1, (), {"mode": "solo"}, decision=None)
TRAINING = Terms("dictopia", 1, (), {"mode": "training"}, decision=None)


def at(moment: str) -> int:
    when = datetime.datetime.fromisoformat(moment).replace(tzinfo=datetime.UTC)
    return int(when.timestamp()) * 1000


NOON = at("2026-11-16T11:00:00")


@pytest.fixture(autouse=True)
def promptly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In virtual time nothing waits for a thread."""

    async def at_once(work: Callable[..., T], *arguments: Any) -> T:
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


def draws(room: Room) -> DailyGames:
    return DailyGames(room.house, room.clock)


def well(client: Client) -> Action:
    """The best word of the hand, or the usual answer."""
    game = client.actor.live.game  # type: ignore[union-attr]
    table, question = game.table, game.asked[client.outbox.seat]
    if client.state["game"]["question"]["type"] != "Spell" or table.mode == "training":
        return question.default()
    hand = table.hands[client.outbox.seat]
    best = bests(hand, table.target, table.out, table.drawn, watched=True)
    return propose(hand, best[-1].find.word, table.target) or question.default()


def badly(client: Client) -> Action:
    game = client.actor.live.game  # type: ignore[union-attr]
    return game.asked[client.outbox.seat].default()


async def play(
    room: Room, table: str, player: Player, how: Callable[[Client], Action] = badly
) -> Client:
    """Plays a table of one's own to its end."""
    client = await room.client(table, player)
    while client.state["status"] != "over":
        reply = await client.act(how(client))
        assert reply["type"] == "ack", reply
    return client


# The draw of the day


def test_two_people_have_the_same_draw(tmp_path: Path) -> None:
    """DIC-DAY-1: whatever they make of it; it is the one that anybody can compute."""

    async def work(room: Room) -> None:
        day = draws(room)
        people = await room.people(2)
        tables = [(await day.play(player, "")).id for player in people]
        assert tables[0] != tables[1]
        draws_seen: list[Any] = []
        for table, player, how in zip(tables, people, (well, badly), strict=True):
            client = await play(room, table, player, how)
            events = [e for e in client.story if e["type"] in ("TrialBegan", "EnvelopeOpened")]
            hands = [e["hands"] for e in client.story if e["type"] == "WordsShown"]
            assert len(hands) == 5
            draws_seen.append((events, hands))
            record = await room.house.lobby.record(table, player)
            assert record.seed == daily("2026-11-16")[1].seed.hex()
            scores = [list(line) for line in verify(record).table.scores]
            assert scores == client.state["game"]["table"]["scores"]
        assert draws_seen[0] == draws_seen[1]
        mine, others = [(await past(room.ledger, player))[0] for player in people]
        assert mine.standings[0].score > others.standings[0].score == 0

    virtually(tmp_path, work, start=NOON)


def test_one_try_counts_and_the_others_are_practice(tmp_path: Path) -> None:
    """DIC-DAY-1"""

    async def work(room: Room) -> None:
        day = draws(room)
        (player,) = await room.people(1)
        before = await day.status(player)
        assert (before.state, before.table, before.mine, before.rank) == ("open", "", None, None)
        first = await day.play(player, "")
        assert (first.day, first.counted, first.status) == ("2026-11-16", True, "playing")
        status = await day.status(player)
        assert (status.state, status.table, status.players) == ("playing", first.id, 0)
        assert (await day.play(player, "")).id == first.id  # it is gone on with
        await play(room, first.id, player, well)
        status = await day.status(player)
        assert (status.state, status.table, status.players, status.rank) == ("done", "", 1, 1)
        assert status.mine and status.mine.counted
        second = await day.play(player, "")
        assert (second.day, second.counted) == ("2026-11-16", False) and second.id != first.id
        assert (await day.status(player)).table == second.id
        await play(room, second.id, player)
        after = await day.status(player)
        assert (after.mine, after.players, after.rank) == (status.mine, 1, 1)
        history = await past(room.ledger, player)
        assert [(result.table, result.counted) for result in history] == [
            (second.id, False), (first.id, True),
        ]  # fmt: skip
        assert history[1].share.startswith("Dictopia 2026-11-16 : ") and not history[0].share

    virtually(tmp_path, work, start=NOON)


def test_two_requests_at_once_open_one_table(tmp_path: Path) -> None:
    """DIC-DAY-1: no second counted try by asking twice."""

    async def work(room: Room) -> None:
        day = draws(room)
        (player,) = await room.people(1)
        cards = await asyncio.gather(*(day.play(player, "") for _ in range(5)))
        assert len({card.id for card in cards}) == 1
        assert len(await room.ledger.rows(ResultRow, user=player.id)) == 1

    virtually(tmp_path, work, start=NOON)


def test_the_try_lives_through_a_restart(tmp_path: Path) -> None:
    """DIC-DAY-1: also between its opening and its start."""
    memory: list[Any] = []

    async def before(room: Room) -> None:
        (player,) = await room.people(1)
        memory.append(player)

        async def fail(*_: object, pauses: Pauses) -> None:
            raise StoreError("the house is closed")

        room.house.lobby.begin = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(StoreError):
            await draws(room).play(player, "")

    async def after(room: Room) -> None:
        await room.house.open()
        day, player = draws(room), memory[0]
        status = await day.status(player)
        assert status.state == "playing"
        card = await day.play(player, "")
        assert (card.id, card.status, card.counted) == (status.table, "playing", True)
        await play(room, card.id, player)
        assert (await day.status(player)).state == "done"

    virtually(tmp_path, before, start=NOON)
    virtually(tmp_path, after, seed=1, start=NOON + 5000)


@pytest.mark.parametrize(
    ("midnight", "first", "second"),
    [
        ("2026-11-15T23:00:00", "2026-11-15", "2026-11-16"),
        ("2026-03-28T23:00:00", "2026-03-28", "2026-03-29"),
        ("2026-03-29T22:00:00", "2026-03-29", "2026-03-30"),  # summer time has begun
        ("2026-10-25T23:00:00", "2026-10-25", "2026-10-26"),  # and is over
    ],
)
def test_the_draw_changes_at_midnight_in_paris(
    tmp_path: Path, midnight: str, first: str, second: str
) -> None:
    """DIC-DAY-1: a game that was begun before counts for its own day."""

    async def work(room: Room) -> None:
        day = draws(room)
        (player,) = await room.people(1)
        status = await day.status(player)
        assert (status.day, status.next) == (first, at(midnight))
        card = await day.play(player, "")
        await asyncio.sleep(2)
        status = await day.status(player)
        assert (status.day, status.state, status.yesterday.day) == (second, "open", first)
        assert status.yesterday.playing and status.yesterday.tops == []
        assert status.yesterday.mine is None
        await play(room, card.id, player)
        status = await day.status(player)
        assert status.state == "open"
        assert status.yesterday.mine and status.yesterday.mine.table == card.id
        assert [top.trial for top in status.yesterday.tops] == [1, 2, 3, 4, 5]
        assert (await day.play(player, "")).day == second

    virtually(tmp_path, work, start=at(midnight) - 1000)


def test_nothing_of_todays_words_reaches_who_has_not_played(tmp_path: Path) -> None:
    """DIC-DAY-1"""

    async def work(room: Room) -> None:
        day = draws(room)
        winner, curious = await room.people(2)
        card = await day.play(winner, "")
        await play(room, card.id, winner, well)
        words = [top.word for top in top_words("2026-11-16")]
        to_curious = msgspec.json.encode(await day.status(curious)).decode()
        to_strangers = msgspec.json.encode(await day.status(None)).decode()
        listed = msgspec.json.encode(await room.house.tables.card(card.id)).decode()
        assert (await day.status(curious)).players == 1
        mine = await day.status(winner)
        assert mine.mine
        share = mine.mine.share
        for word in words:
            assert word not in to_curious + to_strangers + listed + share
        for who in (curious, None):
            with pytest.raises(RequestRefused) as refusal:
                await room.house.lobby.record(card.id, who)
            assert refusal.value.code == "of_the_day"
        with pytest.raises(RequestRefused) as refusal:
            await room.house.lobby.ticket(curious, b"", card.id, True)
        assert refusal.value.code == "not_watched"
        await room.house.lobby.record(card.id, winner)
        own = await day.play(curious, "")
        with pytest.raises(RequestRefused):
            await room.house.lobby.record(card.id, curious)
        await play(room, own.id, curious)
        await room.house.lobby.record(card.id, curious)
        assert (await day.status(curious)).rank == 2
        await asyncio.sleep(24 * 3600)
        await room.house.lobby.record(card.id, None)

    virtually(tmp_path, work, start=NOON)


def test_nobody_changes_the_draw_of_the_day(tmp_path: Path) -> None:
    """DIC-DAY-1: no pause with the cards in sight, no time, no other player, no rematch, no draw
    of one's own."""

    async def work(room: Room) -> None:
        day, house = draws(room), room.house
        player, other = await room.people(2)
        card = await day.play(player, "")
        tries: list[Callable[[], Awaitable[Any]]] = [
            lambda: house.lobby.hold(player, card.id, "a", True),
            lambda: house.lobby.add_time(player, card.id, "b", 60_000),
            lambda: house.lobby.stand_up(player, card.id),
            lambda: house.lobby.sit(other, card.id, 0),
            lambda: house.lobby.fill(player, card.id, 0, "lexicographe"),
            lambda: house.lobby.create(player, Terms("dictopia", 1, (), {"mode": "daily"})),
        ]
        for refused in tries:
            with pytest.raises(RequestRefused) as refusal:
                await refused()
            assert refusal.value.code == "of_the_day"
        client = await play(room, card.id, player)
        assert client.card["day"] == "2026-11-16" and client.card["counted"] is True
        with pytest.raises(RequestRefused) as refusal:
            await house.lobby.rematch(player, card.id)
        assert refusal.value.code == "of_the_day"

    virtually(tmp_path, work, start=NOON)


def test_who_goes_away_loses_one_trial_and_nobody_plays_for_him(tmp_path: Path) -> None:
    """DIC-DAY-1, DIC-GAM-6: the trial ends by its clock, the game waits."""

    async def work(room: Room) -> None:
        day = draws(room)
        (player,) = await room.people(1)
        card = await day.play(player, "")
        client = await room.client(card.id, player)
        await client.act(badly(client))  # ready: the cards are turned
        await client.leave()
        await asyncio.sleep(3600)
        back = await room.client(card.id, player)
        table = back.state["game"]["table"]
        assert (table["trial"], table["scores"]) == (1, [[0]]) and back.state["status"] == "playing"

    virtually(tmp_path, work, start=NOON)


def test_who_is_ahead_is_by_the_distance_to_big_brother(tmp_path: Path) -> None:
    """DIC-DAY-1, DIC-SOL-2: equals share their rank."""

    async def work(room: Room) -> None:
        day = draws(room)
        people = await room.people(3)
        for player, how in zip(people, (badly, well, badly), strict=True):
            await play(room, (await day.play(player, "")).id, player, how)
        assert [(await day.status(player)).rank for player in people] == [2, 1, 2]
        assert (await day.status(None)).players == 3

    virtually(tmp_path, work, start=NOON)


def test_the_best_words_of_yesterday_could_have_been_laid() -> None:
    """DIC-DAY-1, DIC-WOR-3"""
    tops = top_words("2026-11-15")
    assert [top.trial for top in tops] == [1, 2, 3, 4, 5]
    assert all(top.points >= len(top.word) >= 2 for top in tops)


def test_another_deck_or_lexicon_says_nothing_of_yesterday(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DIC-DAY-1: the cards would be others than those that were played."""

    async def work(room: Room) -> None:
        day = draws(room)
        (player,) = await room.people(1)
        await play(room, (await day.play(player, "")).id, player)
        await asyncio.sleep(24 * 3600)
        assert len((await day.status(player)).yesterday.tops) == 5
        header, sealing = daily("2026-11-16")
        later = msgspec.structs.replace(header, version=header.version + "x")
        monkeypatch.setattr("clande.server.dictopia.daily.daily", lambda _: (later, sealing))
        assert (await day.status(player)).yesterday.tops == []

    virtually(tmp_path, work, start=NOON)


def test_a_machine_without_the_time_of_paris_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "PARIS", "Europe/Nowhere")

    async def work(room: Room) -> None:
        with pytest.raises(RequestRefused) as refusal:
            await draws(room).status(None)
        assert refusal.value.code == "closed" and "Europe/Nowhere" in refusal.value.note

    virtually(tmp_path, work, start=NOON)


# The ladder


def won(cards: int, mine: int, brother: int) -> Result:
    standings = [Standing(0, "A", mine, mine > brother)]
    return Result("t", "dictopia", "solo", 0, 0, standings, cards=cards, brother=brother)


def test_one_card_more_after_each_victory() -> None:
    """DIC-SOL-2: a tie is Big Brother's; no rung is skipped."""
    assert ladder_of([]).rung == 8
    assert [rung.cards for rung in ladder_of([]).rungs] == [8, 9, 10, 11, 12]
    assert ladder_of([won(8, 30, 30)]).rung == 8
    assert ladder_of([won(8, 31, 30)]).rung == 9
    assert ladder_of([won(8, 31, 30), won(10, 90, 1)]).rung == 9
    assert ladder_of([won(8, 31, 30), won(9, 2, 1), won(9, 0, 40)]).rung == 10
    assert ladder_of([won(cards, 2, 1) for cards in range(8, 13)]).rung == 12
    rung = ladder_of([won(8, 10, 30), won(8, 20, 30)]).rungs[0]
    assert (rung.tries, rung.won, rung.best) == (2, False, -10)


def test_the_rung_is_kept_for_each_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DIC-SOL-2"""
    # a draw with which Big Brother can be beaten
    monkeypatch.setattr("clande.server.store.store.os.urandom", lambda size: b"9" * size)
    memory: list[Player] = []

    async def before(room: Room) -> None:
        player, other = await room.people(2)
        memory.extend((player, other))
        for who, how in ((player, well), (other, badly)):
            card = await room.house.lobby.create(who, SOLO)
            await room.house.lobby.start(who, card.id)
            await play(room, card.id, who, how)

    async def after(room: Room) -> None:
        mine, others = [await ladder(room.ledger, who) for who in memory]
        (result,) = await past(room.ledger, memory[0])
        assert result.mode == "solo" and result.cards == 8 and result.brother is not None
        assert sum(line.points for line in result.trials) == result.standings[0].score
        assert sum(line.brother or 0 for line in result.trials) == result.brother
        assert result.standings[0].won
        assert (mine.rung, others.rung) == (9, 8)
        assert (others.rungs[0].tries, others.rungs[0].won) == (1, False)
        assert (await ladder(room.ledger, None)).rung == 8

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1)


# Duplicate


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_duplicate_is_ranked_in_points_and_percent_of_the_top(tmp_path: Path, seats: int) -> None:
    """DIC-DUP-1: the same letters for all."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", seats, (), {"mode": "duplicate"})
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        while clients[0].state["status"] != "over":
            hands = [c.state["game"]["table"]["hands"] for c in clients]
            assert all(hand == hands[0] for hand in hands)
            for number, client in enumerate(clients):
                await client.settle()
                if client.state["game"]["question"] is not None:
                    await client.act((well if number == 0 else badly)(client))
            for client in clients:
                await client.settle()
        result = (await past(room.ledger, people[0]))[0]
        top = sum(line.top or 0 for line in result.trials)
        assert [s.percent for s in result.standings] == [
            100 * s.score // top for s in result.standings
        ]
        assert result.standings[0].won and (result.standings[0].percent or 0) > 0
        assert [s.percent for s in result.standings[1:]] == [0] * (seats - 1)

    virtually(tmp_path, work)


# Training


def hints(room: Room) -> Hints:
    return Hints(room.house)


async def hinted(room: Room, player: Player, table: str, step: int = 0) -> results.Hint:
    return await hints(room).hint(player, table, step)


def test_hints_lead_to_the_end_of_the_training(tmp_path: Path) -> None:
    """DIC-TRA-1, DIC-TRA-2: one letter more at each step, of a word that meets the challenge."""

    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        card = await room.house.lobby.create(player, TRAINING)
        with pytest.raises(RequestRefused) as refusal:
            await hinted(room, player, card.id)
        assert refusal.value.code == "not_started"
        await room.house.lobby.start(player, card.id)
        client = await room.client(card.id, player)
        for _ in range(3):
            steps = [await hinted(room, player, card.id, step) for step in range(3)]
            assert [len(hint.letters) for hint in steps] == [
                min(number, hint.length) for number, hint in enumerate(steps, start=1)
            ]
            whole = await hinted(room, player, card.id, 12)
            assert len(whole.letters) == whole.length
            assert all(whole.letters.startswith(hint.letters) for hint in steps)
            hand = client.actor.live.game.table.shown[0]  # type: ignore[union-attr]
            spelt = propose(hand, whole.letters, 10, "lock")
            before = client.state
            assert (await client.act(spelt))["type"] == "ack"
            assert client.state != before
        assert client.state["status"] == "over"
        (result,) = await past(room.ledger, player)
        assert (result.mode, result.met) == ("training", 3)
        with pytest.raises(RequestRefused) as refusal:
            await hinted(room, player, card.id)
        assert refusal.value.code == "not_training"

    virtually(tmp_path, work)


def test_hints_are_for_ones_own_training_only(tmp_path: Path) -> None:
    """DIC-TRA-2: nothing is told of another's hand, nor in a game that counts."""

    async def work(room: Room) -> None:
        player, other = await room.people(2)
        training = await room.house.lobby.create(player, TRAINING)
        await room.house.lobby.start(player, training.id)
        solo = await room.house.lobby.create(player, SOLO)
        await room.house.lobby.start(player, solo.id)
        counted = await draws(room).play(player, "")
        for who, table, code in (
            (other, training.id, "not_seated"),
            (player, solo.id, "not_training"),
            (player, counted.id, "not_training"),
            (player, "nowhere", "not_found"),
        ):
            with pytest.raises(RequestRefused) as refusal:
                await hinted(room, who, table)
            assert refusal.value.code == code
        many = hints(room)
        for _ in range(HINTS):
            await many.hint(player, training.id, 0)
        with pytest.raises(RequestRefused) as refusal:
            await many.hint(player, training.id, 0)
        assert refusal.value.code == "too_many"

    virtually(tmp_path, work, start=NOON)


# Past results


def test_what_came_of_a_game_is_kept_with_its_last_act(tmp_path: Path) -> None:
    """Of any game, for each person who sat there, and for no bot."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 3)
        table, people = await room.seated(terms, bots=1)
        clients = [await room.client(table, player) for player in people]
        for _ in range(2000):
            if clients[0].state["status"] == "over":
                break
            for client in clients:
                await client.settle()
                if client.state["game"]["question"] is not None:
                    await client.act(badly(client))
            await asyncio.sleep(1)
        rows = await room.ledger.rows(ResultRow, table=table)
        assert [(row.seat, row.user) for row in rows] == [(0, people[0].id), (1, people[1].id)]
        (result,) = await past(room.ledger, people[1])
        assert (result.seat, result.mode, len(result.standings)) == (1, "standard", 3)
        assert [s.score for s in result.standings] == [
            sum(scores) for scores in clients[0].state["game"]["table"]["scores"]
        ]

    virtually(tmp_path, work)


def test_a_game_ends_even_if_it_cannot_be_summed_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(room: Room) -> None:
        def fail(*_: object) -> Any:
            raise ValueError("no sum")

        room.house.tables.services.results = fail
        (player,) = await room.people(1)
        card = await room.house.lobby.create(player, TRAINING)
        await room.house.lobby.start(player, card.id)
        client = await play(room, card.id, player)
        assert client.state["status"] == "over"
        assert await past(room.ledger, player) == []

    virtually(tmp_path, work)
    assert "cannot be summed up" in caplog.text
