"""Who plays for a player that is away: a caretaker, of the level that the table was opened with."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import QuickLuck, Seat, View, awaited
from clande.server.bots import workers
from clande.server.game_setups import setups
from clande.server.http.schemas.tables import Terms
from tests.support.virtual_server import Client, Room, virtually

TURN = 20  # seconds for a decision
QUICK = Terms("diktat", 2, decision=TURN * 1000, pace="instant", pauses="none")


def game_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live.game


def is_stood_in(client: Client, seat: Seat) -> bool:
    client.read()
    return bool(client.card["chairs"][seat]["away"])


async def until_asked(client: Client, seat: Seat, dice: QuickLuck) -> None:
    """The other seat answers until this one is asked."""
    while awaited(game_of(client)) != [seat]:
        await client.resync()
        await client.act(game_of(client).asked[1 - seat].sample(dice))


async def idle(first: Client, second: Client, questions: int) -> int:
    """Seat 1 is there and lets questions pass; how many, before somebody plays for it."""
    dice, missed = QuickLuck(3), 0
    while not is_stood_in(first, 1) and missed < questions:
        await until_asked(first, 1, dice)
        while awaited(game_of(first)) == [1] and not is_stood_in(first, 1):
            await asyncio.sleep(1)
            second.read()
        missed += 1
    return missed


def test_the_host_sets_the_level_of_stand_ins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    honest = workers.think

    def watched(bot: str, view: View[Any], seed: int, unasked: bool, seconds: int) -> Any:
        names.append(bot)
        return honest(bot, view, seed, unasked, seconds)

    monkeypatch.setattr(workers, "think", watched)

    async def work(room: Room) -> None:
        for level in ("novice", ""):
            terms = Terms(
                "diktat", 2, decision=None, pace="instant", pauses="none", patience=1000,
                caretaker=level,
            )  # fmt: skip
            table, people = await room.seated(terms)
            await room.client(table, people[0])
            await asyncio.sleep(10)

    virtually(tmp_path, work)
    assert set(names) == {"caretaker:novice", "caretaker:prudent"}


def test_what_a_table_was_opened_with_before_there_were_levels() -> None:
    old = msgspec.json.encode({"game": "diktat", "seats": 2, "stand_in": "bot"})
    assert msgspec.json.decode(old, type=Terms).caretaker == ""


def test_a_client_is_told_the_levels() -> None:
    levels = {ways.game: ways.caretakers for ways in setups()}
    assert levels["diktat"] == ("prudent", "novice")
    assert levels["dictopia"][0] == "apprenti"


def test_who_is_there_and_lets_three_questions_pass_is_replaced(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        assert await idle(first, second, 10) == 3
        chair = first.card["chairs"][1]
        assert chair["present"] and chair["away"]

    virtually(tmp_path, work)


@pytest.mark.parametrize("touch", ["here", "draft", "act", "undo", "say"])
def test_who_does_anything_is_not_replaced(tmp_path: Path, touch: str) -> None:
    """Two questions let pass, one touch, and two more: it counts from the start."""

    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        await idle(first, second, 2)
        await until_asked(first, 1, QuickLuck(5))
        await touched(second, touch)
        if touch == "act":  # which may be all there was to answer
            await until_asked(first, 1, QuickLuck(6))
        assert await idle(first, second, 2) == 2
        assert not is_stood_in(first, 1)

    virtually(tmp_path, work)


async def touched(client: Client, touch: str) -> None:
    await client.resync()
    question = game_of(client).asked.get(1)
    match touch:
        case "here":
            await client.send({"type": "here"})
        case "draft":
            await client.draft(question.default())
        case "act":
            await client.act(question.default())
        case "undo":
            await client.act(None)
        case "say":
            await client.say(phrase="no such phrase")


def test_what_a_client_sends_by_itself_is_no_touch(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        await idle(first, second, 10)
        await second.resync()
        await second.offers()
        assert is_stood_in(first, 1)

    virtually(tmp_path, work)


@pytest.mark.parametrize("touch", ["here", "draft", "undo", "say"])
def test_one_touch_takes_the_seat_back_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, touch: str
) -> None:
    """The others see it, and what the stand-in was thinking is dropped: the player decides."""
    thinking: list[asyncio.Event] = []
    honest = workers.InlineBots.think

    async def slow(self: Any, *arguments: Any) -> Any:
        thinking.append(asyncio.Event())
        await thinking[-1].wait()
        return await honest(self, *arguments)

    monkeypatch.setattr(workers.InlineBots, "think", slow)

    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        await idle(first, second, 10)
        await until_asked(first, 1, QuickLuck(8))
        assert is_stood_in(first, 1) and thinking
        await touched(second, touch)
        assert not is_stood_in(first, 1) and first.card["chairs"][1]["present"]
        length = len(game_of(first).log)
        for thought in thinking:
            thought.set()
        await asyncio.sleep(TURN - 2)
        assert len(game_of(first).log) == length and awaited(game_of(first)) == [1]

    virtually(tmp_path, work)


def test_at_a_table_that_waits_nobody_is_replaced(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        terms = Terms("diktat", 2, decision=TURN * 1000, pauses="none", stand_in="wait")
        table, people = await room.seated(terms)
        first, second = [await room.client(table, player) for player in people]
        assert await idle(first, second, 5) == 5

    virtually(tmp_path, work)


def test_what_a_stand_in_has_answered_and_the_house_has_not_opened_comes_back(
    tmp_path: Path,
) -> None:
    """Two bid; the stand-in's bid lies sealed until the other has bid. Who is back bids himself."""

    async def work(room: Room) -> None:
        terms = Terms("diktat", 2, decision=None, pace="instant", patience=1000)
        for seed in range(12):
            table, people = await room.seated(terms)
            first = await room.client(table, people[0])
            live, dice = first.actor.live, QuickLuck(seed)
            assert live is not None
            while live.status == "playing" and live.sealed_now() != [1]:
                await asyncio.sleep(2)
                await first.resync()
                if 0 in live.missing() and live.sealed_now() != [1]:
                    await first.act(live.game.asked[0].sample(dice))
            if live.status == "playing":
                break
        assert live.sealed_now() == [1] and live.missing() == [0]
        second = await room.client(table, people[1])
        assert live.sealed_now() == [] and second.state["game"]["answer"] is None
        assert not is_stood_in(first, 1)

    virtually(tmp_path, work)
