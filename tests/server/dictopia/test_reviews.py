"""What could have been laid: told to those who played, once a trial is counted and not before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import pytest

from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.advice import best_words
from clande.dictopia.solver.search import solve
from clande.kernel import PASS, YES, Action, Spelt
from clande.server.dictopia.reviews import REQUESTS, Reviews
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Review
from clande.server.http.schemas.tables import Player, Terms
from tests.support.http_player import Person
from tests.support.server_process import House
from tests.support.virtual_server import Client, Room, virtually

T = TypeVar("T")
PAIR = Terms("dictopia", 2, (), {"judging": "denunciation"}, decision=None)
SOLO = Terms("dictopia", 1, (), {"mode": "solo"}, decision=None)


@pytest.fixture(autouse=True)
def promptly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In virtual time nothing waits for a thread."""

    async def at_once(work: Callable[..., T], *arguments: Any) -> T:
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


def reviews(room: Room) -> Reviews:
    return Reviews(room.house)


async def refused(room: Room, player: Player, table: str, trial: int) -> str:
    with pytest.raises(RequestRefused) as refusal:
        await reviews(room).review(player, table, trial)
    return refusal.value.code


async def everyone(clients: list[Client], action: Action) -> None:
    for client in clients:
        await client.settle()
        if client.state["game"]["question"] is not None:
            reply = await client.act(action)
            assert reply["type"] == "ack", reply


def game_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live.game


async def lock_nonsense(clients: list[Client]) -> None:
    """Words that are in none of our lists, so that the table has to look them up."""
    for seat, client in enumerate(clients):
        hand = game_of(client).table.hands[seat][:5]
        letters = "".join(c.top for c in hand)
        await client.settle()
        reply = await client.act(Spelt(letters, tuple(range(5)), "lock"))
        assert reply["type"] == "ack", reply


def test_nothing_is_told_before_the_count_is_closed(tmp_path: Path) -> None:
    """DIC-WOR-4, DIC-SCO-6: not before the clock, nor under it, nor while words are contested."""

    async def work(room: Room) -> None:
        table, people = await room.seated(PAIR)
        clients = [await room.client(table, player) for player in people]

        async def is_secret() -> None:
            for player in people:
                for trial in (0, 1, 2, 5, 6):
                    assert await refused(room, player, table, trial) == "not_counted"

        await is_secret()  # before the clock
        await everyone(clients, PASS)
        assert game_of(clients[0]).table.turned
        await is_secret()  # under it
        await lock_nonsense(clients)
        assert game_of(clients[0]).table.shown[0]
        await is_secret()  # the words lie there, and may be contested
        await clients[0].settle()
        reply = await clients[0].act({"type": "Denounce", "seat": 1})
        assert reply["type"] == "ack", reply
        assert list(game_of(clients[0]).asked) == [0]
        await is_secret()  # a word is being looked up
        await everyone(clients[:1], YES)
        await is_secret()
        await everyone(clients, PASS)
        assert game_of(clients[0]).table.scores[0]
        for seat, player in enumerate(people):
            review = await reviews(room).review(player, table, 1)
            assert review.trial == 1 and review.words
            assert await refused(room, player, table, 2) == "not_counted"
            await of_ones_own_cards(clients[0], seat, review)

    virtually(tmp_path, work)


async def of_ones_own_cards(client: Client, seat: int, review: Review) -> None:
    """Every word can be laid with the cards of this seat, for the points that are told."""
    table = game_of(client).table
    finds = {f.word: f for f in solve(lexicon(), table.shown[seat], table.target)}
    for word in review.words:
        find = finds[word.letters]
        assert find.safe  # DIC-WOR-3
        assert (find.eyes, find.on_target) == (word.eyes, word.on_target)
        assert word.points == find.points + 2 * len(word.met)
    points = [word.points for word in review.words]
    assert points == sorted(points, reverse=True)
    safe = [find for find in finds.values() if find.safe]
    assert points[0] >= max(find.points for find in safe)


async def counted(room: Room, table: str, player: Player) -> Client:
    """The first trial of a game against Big Brother is counted."""
    client = await room.client(table, player)
    await client.act(PASS)
    await client.act(Spelt("", (), ""))
    assert game_of(client).table.scores[0] == (0,)
    return client


def test_a_trial_is_told_later_too_and_after_a_restart(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str, Player, Review]:
        table, (player,) = await room.seated(SOLO)
        client = await counted(room, table, player)
        review = await reviews(room).review(player, table, 1)
        await client.act(PASS)  # the next trial is on the table
        assert await reviews(room).review(player, table, 1) == review
        assert await refused(room, player, table, 2) == "not_counted"
        return table, player, review

    table, player, review = virtually(tmp_path, work)

    async def again(room: Room) -> None:
        assert await reviews(room).review(player, table, 1) == review

    virtually(tmp_path, again)


def test_against_big_brother_the_margin_counts(tmp_path: Path) -> None:
    """DIC-SOL-1: what a word leaves on the table is his."""

    async def work(room: Room) -> None:
        table, (player,) = await room.seated(SOLO)
        client = await counted(room, table, player)
        position = game_of(client).table
        review = await reviews(room).review(player, table, 1)
        ahead = [word.points - word.brother for word in review.words]
        assert ahead == sorted(ahead, reverse=True)
        best = best_words(
            position.shown[0], position.target, position.out, position.drawn, watched=True
        )
        assert [word.letters for word in review.words] == [
            word_found.find.word for word_found in best
        ]

    virtually(tmp_path, work)


def test_only_those_who_play_are_told(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, (player,) = await room.seated(SOLO)
        (other,) = await room.people(1)
        await counted(room, table, player)
        assert await refused(room, other, table, 1) == "not_seated"
        assert await refused(room, player, "nowhere", 1) == "not_found"
        lobby = await room.house.lobby.create(player, SOLO)
        assert await refused(room, player, lobby.id, 1) == "not_started"

    virtually(tmp_path, work)


def test_other_games_have_no_trials(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 2))
        assert await refused(room, people[0], table, 1) == "not_counted"

    virtually(tmp_path, work)


def test_nobody_keeps_the_house_busy_with_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, (player,) = await room.seated(SOLO)
        desk = reviews(room)
        for _ in range(REQUESTS):
            with pytest.raises(RequestRefused):
                await desk.review(player, table, 1)
        with pytest.raises(RequestRefused) as refusal:
            await desk.review(player, table, 1)
        assert refusal.value.code == "too_many"

    virtually(tmp_path, work)


@pytest.mark.parametrize(
    "asked", ["", "?trial=", "?trial=x", "?trial=-1", "?trial=100", "?trial=²"]
)
def test_what_is_no_trial_is_unreadable(house: House, asked: str) -> None:
    person = Person(house.port, "Inès")
    card = person.done("/api/tables", {"game": "dictopia", "seats": 1})
    path = f"/api/tables/{card['id']}/review{quote(asked, safe='?=-')}"
    status, answer = person.get(path)
    assert (status, answer["code"]) == (400, "unreadable")


def test_one_says_who_one_is_first(house: House) -> None:
    status, answer = Person(house.port).get("/api/tables/nowhere/review?trial=1")
    assert (status, answer["code"]) == (401, "no_session")
