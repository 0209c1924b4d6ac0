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
from tools.soak.standins import DEEDS, nobody

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
        assert live is not None and live.sealed_now() == [1] and live.missing() == [0]
        second = await room.client(table, people[1])
        assert live.sealed_now() == [] and second.state["game"]["answer"] is None
        assert not is_stood_in(first, 1)

    virtually(tmp_path, work)


def returns(client: Client) -> list[Any]:
    client.read()
    return [reply for reply in client.replies if reply["type"] == "returned"]


async def played_for(room: Room, terms: Terms, seconds: int) -> tuple[Client, str, Any]:
    """Seat 1 goes, and somebody plays for it for a while."""
    table, people = await room.seated(terms)
    first, second = [await room.client(table, player) for player in people]
    await second.leave()
    dice = QuickLuck(2)
    for _ in range(seconds):
        await asyncio.sleep(1)
        await first.resync()
        live = first.actor.live
        assert live is not None
        if 0 in live.missing():
            await first.act(live.game.asked[0].sample(dice))
    return first, table, people[1]


BOTH = Terms("diktat", 2, decision=None, pace="instant", patience=1000)


def test_who_comes_back_is_told_what_was_done(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        left = room.clock.now()
        first, table, player = await played_for(room, BOTH, 60)
        second = await room.client(table, player)
        (told,) = returns(second)
        assert told["since"] == left and told["until"] == room.clock.now()
        kinds = {line["type"] for line in told["story"]}
        assert {"ManoeuvreChosen", "StackPlaced", "TeamTaken"} <= kinds
        mine = [line for line in told["story"] if line["type"] == "ManoeuvreChosen"]
        assert mine and all(line["seat"] == 1 for line in mine)
        teams = [line for line in told["story"] if line["type"] == "TeamTaken"]
        assert all("kinds" in line for line in teams)  # as the seat was told
        assert not returns(first)
        await second.leave()
        again = await room.client(table, player, second)
        assert not returns(again)  # it is told once

    virtually(tmp_path, work)


def test_who_was_not_played_for_is_told_nothing(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        terms = Terms("diktat", 2, decision=None, pace="instant")
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        await clients[1].leave()
        await asyncio.sleep(60)
        back = await room.client(table, people[1])
        assert not returns(back)

    virtually(tmp_path, work)


def test_who_did_nothing_is_told_at_the_first_touch(tmp_path: Path) -> None:
    """What was answered for him while he was there counts, from the first question."""

    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        await idle(first, second, 10)
        third = await room.client(table, people[1])  # another device of his
        (told,) = returns(second)
        assert returns(third) == [told]
        chosen = [line for line in told["story"] if line["type"] == "ManoeuvreChosen"]
        assert chosen and {line["seat"] for line in chosen} == {1}
        assert told["until"] - told["since"] >= 2 * TURN * 1000

    virtually(tmp_path, work)


def test_a_default_answer_for_who_has_gone_is_told_too(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(QUICK)
        first, second = [await room.client(table, player) for player in people]
        await until_asked(first, 1, QuickLuck(3))
        await second.leave()
        await asyncio.sleep(TURN + 1)
        back = await room.client(table, people[1])
        (told,) = returns(back)
        assert told["until"] - told["since"] == (TURN + 1) * 1000

    virtually(tmp_path, work)


def test_it_is_told_after_a_restart(tmp_path: Path) -> None:
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        memo["left"] = room.clock.now()
        _, memo["table"], memo["player"] = await played_for(room, BOTH, 30)
        memo["end"] = room.clock.now()

    async def after(room: Room) -> None:
        back = await room.client(memo["table"], memo["player"])
        (told,) = returns(back)
        assert told["since"] == memo["left"]
        assert any(line["type"] == "ManoeuvreChosen" for line in told["story"])

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=memo["end"] + 60_000)


def test_who_sits_down_on_a_seat_is_not_told_what_was_done_for_another(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, table, player = await played_for(room, BOTH, 30)
        await room.house.lobby.stand_up(player, table)
        (newcomer,) = await room.people(1)
        await room.house.lobby.sit(newcomer, table, 1)
        assert not returns(await room.client(table, newcomer))

    virtually(tmp_path, work)


def test_a_word_laid_in_his_name_is_told(tmp_path: Path) -> None:
    """Dictopia shows all words in one event, which has a row for each seat."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None, patience=1000)
        _, table, player = await played_for(room, terms, 20)
        second = await room.client(table, player)
        (told,) = returns(second)
        assert any(line["type"] == "WordsShown" for line in told["story"])

    virtually(tmp_path, work)


def test_whole_games_of_absent_players_have_no_deed_of_theirs(tmp_path: Path) -> None:
    """As tables play them: two who never come, among bots that do anything."""

    async def work(room: Room) -> None:
        for game, seats in (("diktat", 3), ("dictopia", 3)):
            options: dict[str, int | str] = {"length": "short"} if game == "diktat" else {}
            terms = Terms(game, seats, options=options, pace="instant", patience=1000)
            table, _ = await room.seated(terms, bots=1)
            actor = await room.house.tables.actor(table)
            for _ in range(3000):
                await asyncio.sleep(10)
                if actor.live is not None and actor.live.status == "over":
                    break
            assert actor.live is not None and actor.live.status == "over"
            log = actor.live.game.log or []
            deeds = [
                (type(event).__name__, seat)
                for event in log
                for seat in DEEDS.get(type(event).__name__, nobody)(event)
            ]
            assert [deed for deed in deeds if deed[1] in (0, 1)] == []

    virtually(tmp_path, work)


def test_who_is_alone_with_bots_is_waited_for(tmp_path: Path) -> None:
    """Nobody else is kept waiting: neither a clock nor a stand-in plays for the only person."""

    async def work(room: Room) -> None:
        table, (player,) = await room.seated(Terms("diktat", 3, patience=1000), bots=2)
        client = await room.client(table, player)
        while client.state["game"]["question"] is None:
            await asyncio.sleep(1)
            await client.settle()
        await client.leave()
        before = room.store.head(table).number
        await asyncio.sleep(7 * 24 * 3600)
        assert room.store.head(table).number == before
        again = await room.client(table, player)
        assert again.state["game"]["question"] is not None
        assert not any(reply["type"] == "returned" for reply in again.replies)

    virtually(tmp_path, work)
