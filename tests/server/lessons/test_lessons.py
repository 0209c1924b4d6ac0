"""Lessons: every step can be done, by the acts that it names; whoever does otherwise goes on too.

And at the house: real tables that one goes on with, tutors that tell nobody's secrets.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from clande import bots, games
from clande.dictopia.actions import propose
from clande.dictopia.table import cards_of
from clande.diktat.pawns import KIND
from clande.kernel import (
    Action,
    Game,
    QuickLuck,
    act,
    awaited,
    head,
    offers,
    resample,
    set_up,
    verify,
    view,
)
from clande.kernel.text import read_action
from clande.server.bots.workers import advise, guess
from clande.server.dictopia.training import Hints
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.lessons import PlayLesson
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lessons import catalogue as lessons
from clande.server.lessons import texts
from clande.server.lessons.catalogue import PUPIL, Fact, Lesson, lesson, names
from clande.server.lessons.scripts import Scripted, aimed
from clande.server.lessons.tutor import Tutor
from clande.server.lobby.results import past
from clande.text import LANGUAGES, catalogue
from tests.server.lessons.guiding import Guide
from tests.support.virtual_server import Client, Room, virtually

T = TypeVar("T")
TAUGHT = [name for name in names() if lesson(name).draw is not None]
CLIENT = Path(__file__).resolve().parents[3] / "client/src"


def begun(name: str) -> Game[Any]:
    sealing = lessons.sealing(name)
    assert sealing is not None
    return set_up(lesson(name).header(), sealing.luck(), pauses=lesson(name).pauses)


def answered(game: Game[Any], name: str, unless: Callable[[], bool] = lambda: False) -> None:
    """The others do what their script says, until it is the learner's turn."""
    for _ in range(200):
        waiting = [seat for seat in awaited(game) if seat != PUPIL]
        if not waiting or unless():
            return
        bot, own_view = Scripted(name), view(game, waiting[0])
        choice = bot.offer(own_view, QuickLuck(0)) or bot.answer(own_view, QuickLuck(0))
        act(game, waiting[0], choice.action)
    raise AssertionError("the others never stop")


def meant(game: Game[Any], name: str, text: str) -> Action:
    """The act of a learner that a text means."""
    if text.startswith("word "):
        hand = cards_of(game.table, PUPIL)
        spelt = propose(hand, text.removeprefix("word "), game.table.target)
        assert spelt is not None, text
        return spelt
    placed = aimed(text, getattr(game.table, "stacks", {}))
    assert placed is not None, text
    return read_action(placed, games.find(lesson(name).game))


# What they say


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_everything_is_said_in_both_languages(name: str, lang: str) -> None:
    text = texts.translated(lang, name)
    assert text.title and text.about
    assert bool(text.next) == bool(text.next_title)
    for step in text.steps:
        assert step.title and step.text, step.key
        assert bool(step.missed) == bool(step.late), step.key
        assert not (step.well and not step.done), step.key
        assert all(aside.text for aside in step.asides), step.key


@pytest.mark.parametrize("name", names())
def test_no_text_is_left_over(name: str) -> None:
    wanted = {f"lessons.{name}.title", f"lessons.{name}.about"}
    for step in lesson(name).steps:
        keys = ("title", "text", "well", "missed", *(f"aside.{a.key}" for a in step.asides))
        wanted |= {f"lessons.{name}.{step.key}.{key}" for key in keys}
    for lang in LANGUAGES:
        keys_in_use = {
            key for key in catalogue(lang).sentences if key.startswith(f"lessons.{name}.")
        }
        assert keys_in_use <= wanted


@pytest.mark.parametrize("name", names())
def test_what_is_waited_for_can_be_told_and_seen(name: str) -> None:
    """Events have these fields; views have these places."""
    chosen, kinds = (
        lesson(name),
        {kind.__name__: kind for kind in games.find(lesson(name).game).events},
    )
    own_view = view(begun(name) if name in TAUGHT else set_up(chosen.header(), QuickLuck(0)), PUPIL)
    for fact in facts(chosen):
        if fact.event:
            assert set(fact.where) <= set(kinds[fact.event].__struct_fields__), fact
        else:
            first, *more = fact.view.split(".")
            assert hasattr(own_view, first), fact
            assert first != "table" or more[0] in own_view.table.__struct_fields__, fact


def facts(chosen: Lesson) -> list[Fact]:
    return [
        fact
        for step in chosen.steps
        for fact in (*step.done, *step.missed, *(aside.when for aside in step.asides))
    ]


@pytest.mark.parametrize("name", names())
def test_the_client_has_what_is_pointed_at(name: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in CLIENT.rglob("*.svelte"))
    points = set(re.findall(r"""(?:data-)?point="([\w-]+)["{]""", sources))
    for step in lesson(name).steps:
        for point in step.point:
            stem = point.partition("-")[0]
            assert stem == "sector" or {point, f"{stem}-"} & points, (step.key, point)


# That they can be played


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_played_through(name: str) -> None:
    """By its own acts, each step is done and none is missed."""
    chosen, game = lesson(name), begun(name)
    guide = Guide(chosen)
    guide.look(game)
    for at, step in enumerate(chosen.steps[:-1]):
        answered(game, name)
        guide.look(game)
        if at >= guide.at:
            assert guide.step == step.key
            if guide.is_read:
                guide.read(game)
        for text in step.acts:
            answered(game, name)
            action = meant(game, name, text)
            question = game.asked.get(PUPIL)
            asked = question is not None and question.admits(action)
            unasked = any(offer.question.admits(action) for offer in offers(game, PUPIL))
            assert asked or unasked, (step.key, text)
            act(game, PUPIL, action)
            guide.look(game)
        answered(game, name)
        guide.look(game)
        if guide.at == at and guide.is_read:
            guide.read(game)
        assert guide.at > at, step.key
    assert guide.step == chosen.steps[-1].key
    assert guide.missed == set()
    assert guide.done == {step.key for step in chosen.steps[:-1] if step.done}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", TAUGHT)
def test_whoever_does_otherwise_comes_to_the_end(name: str, seed: int) -> None:
    """Whatever a learner does, the guide goes on by itself or when it is read."""
    game, luck = begun(name), QuickLuck(seed)
    guide = Guide(lesson(name))
    minds = ["random", bots.usual(lesson(name).game)]
    mind = bots.find(minds[seed % 2], lesson(name).game)
    for _ in range(400):
        answered(game, name)
        guide.look(game)
        if guide.at < len(guide.lesson.steps) - 1 and guide.is_read:
            guide.read(game)
        elif PUPIL in awaited(game):
            act(game, PUPIL, mind.answer(view(game, PUPIL), luck).action)
        else:
            break
    guide.look(game)
    assert guide.step == guide.lesson.steps[-1].key


def test_what_goes_otherwise_is_said() -> None:
    """The learner names Otakar, strikes a guard, turns an offer down."""
    name = "diktat"
    game, guide = begun(name), Guide(lesson("diktat"))
    ways = {"name-first 0": "name-first 1", "accept 1000001": "decline 1000001"}
    for step in guide.lesson.steps[:19]:
        answered(game, name)
        guide.look(game)
        if guide.is_read:
            guide.read(game)
        for text in step.acts:
            if step.key == "kill":
                text = text.replace("ville 1", "ville 0")
            answered(game, name)
            act(game, PUPIL, meant(game, name, ways.get(text, text)))
            guide.look(game)
    assert guide.asides_heard == {("first", "other"), ("kill", "guard"), ("trade", "declined")}


def test_an_offer_is_made_once() -> None:
    """Whoever accepts it before its author goes on is not offered the same again."""
    game = begun("diktat")
    for step in lesson("diktat").steps:
        for text in step.acts:
            answered(game, "diktat", unless=lambda: bool(game.table.deals))
            act(game, PUPIL, meant(game, "diktat", text))
            if step.key == "trade":
                answered(game, "diktat")
                assert not game.table.deals
                return


# At the house


@pytest.fixture(autouse=True)
def promptly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In virtual time nothing waits for a thread."""

    async def at_once(work: Callable[..., T], *arguments: Any) -> T:
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


def tutor(room: Room) -> Tutor:
    return Tutor(room.house)


async def learn(room: Room, player: Player, name: str, anew: bool = False) -> TableCard:
    return await tutor(room).play(player, PlayLesson(name, anew), "")


async def refused(work: Any) -> str:
    with pytest.raises(RequestRefused) as refusal:
        await work
    return refusal.value.code


async def until(client: Client, true: Callable[[], bool]) -> None:
    for _ in range(100):
        await client.settle()
        if true():
            return
        await asyncio.sleep(1)
    raise AssertionError("it never happens")


def test_a_lesson_is_a_table_that_one_goes_on_with(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        card = await learn(room, player, "diktat")
        assert (card.status, card.lesson) == ("playing", "diktat")
        assert [chair.name for chair in card.chairs] == [player.name, "Otakar"]
        again = await learn(room, player, "diktat")
        assert again.id == card.id
        client = await room.client(card.id, player)
        for text in ("name-first 0", "send nouvelle_ville", "order [guard emissary emissary]"):
            reply = await client.act(read_action(text, games.find("diktat")))
            assert reply["type"] == "ack", reply

        def placed() -> list[Any]:
            stacks = client.state["game"]["table"]["stacks"].values()
            return [stack for stack in stacks if stack["owner"] == 1]

        await until(client, lambda: bool(placed()))
        assert [stack["sector"] for stack in placed()] == ["nouvelle_ville"]
        assert await tutor(room).begun(player) == {"diktat": card.id}

    virtually(tmp_path, work)


def test_begun_anew_the_former_table_is_over(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        first = await learn(room, player, "diktat")
        second = await learn(room, player, "diktat", anew=True)
        assert first.id != second.id
        assert (await room.house.tables.card(first.id)).status == "over"
        assert await tutor(room).begun(player) == {"diktat": second.id}

    virtually(tmp_path, work)


def test_what_follows_ends_what_led_there_and_is_no_result(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        lesson_table = await learn(room, player, "dictopia-solo")
        game = await learn(room, player, "dictopia-first")
        assert (await room.house.tables.card(lesson_table.id)).status == "over"
        assert [chair.kind for chair in game.chairs] == ["person", "bot"]
        assert await past(room.ledger, player) == []
        verify(await room.house.lobby.record(lesson_table.id, player))

    virtually(tmp_path, work)


def test_a_finished_lesson_is_no_result_either(tmp_path: Path) -> None:
    """Whoever knows its cards would climb the ladder by it. [DIC-SOL-2]"""

    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        card = await learn(room, player, "dictopia-solo")
        client = await room.client(card.id, player)
        while client.state["status"] != "over":
            game = client.actor.live.game  # type: ignore[union-attr]
            await client.act(game.asked[PUPIL].default())
        assert await past(room.ledger, player) == []

    virtually(tmp_path, work)


def test_everybody_learns_by_the_same_luck_and_plays_by_another(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        people = await room.people(2)
        for name, same in (("diktat", True), ("diktat-first", False)):
            decks = []
            for player in people:
                card = await learn(room, player, name)
                client = await room.client(card.id, player)
                decks.append(client.actor.live.game.table.deck)  # type: ignore[union-attr]
            assert (decks[0] == decks[1]) is same

    virtually(tmp_path, work)


def test_no_other_lesson(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        for name in ("", "../diktat", "rien"):
            assert await refused(learn(room, player, name)) == "not_found"

    virtually(tmp_path, work)


# Advice

ALONE = Terms("diktat", 3, decision=None, pauses="none")
TWO = Terms("diktat", 3, decision=None, pauses="none")


def test_advice_is_an_act_that_one_may_do_and_its_reason(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        card = await learn(room, player, "diktat-first")
        client = await room.client(card.id, player)
        done = 0

        def is_asked() -> bool:  # and has not bid already, in secret
            game = client.state["game"]
            return game["question"] is not None and game.get("answer") is None

        while done < 12:
            await until(client, is_asked)
            advice = await tutor(room).advise(player, card.id, "fr")
            assert advice.what and advice.why
            await client.settle()
            reply = await client.act(advice.action)
            # somebody may have acted since, and the question be another one
            assert reply["type"] == "ack" or reply["code"] == "stale", (advice, reply)
            done += reply["type"] == "ack"

    virtually(tmp_path, work)


def test_advice_is_given_to_who_plays_alone_and_sits_there(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        alone, (player,) = await room.seated(ALONE, bots=2)
        client = await room.client(alone, player)
        await until(client, lambda: client.state["game"]["question"] is not None)
        assert (await tutor(room).advise(player, alone, "en")).why
        (other,) = await room.people(1)
        assert await refused(tutor(room).advise(other, alone, "fr")) == "not_seated"
        company, people = await room.seated(TWO, bots=1)
        assert await refused(tutor(room).advise(people[0], company, "fr")) == "no_advice"
        assert await refused(tutor(room).guess(people[0], company)) == "no_advice"
        assert await refused(tutor(room).guess(other, alone)) == "not_seated"
        letters = await learn(room, player, "dictopia-first")
        assert await refused(tutor(room).advise(player, letters.id, "fr")) == "no_advice"

    virtually(tmp_path, work)


def test_nobody_is_advised_out_of_turn(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        card = await learn(room, player, "diktat")
        client = await room.client(card.id, player)
        for text in ("name-first 1",):
            await client.act(read_action(text, games.find("diktat")))
        assert await refused(tutor(room).advise(player, card.id, "fr")) == "not_asked"

    virtually(tmp_path, work)


@pytest.mark.parametrize("seed", range(3))
def test_advice_hangs_on_the_seat_s_own_view(seed: int) -> None:
    """In every world that the seat cannot tell from this one, the same is said. [GEN-5]"""
    game = begun("diktat")
    guide, luck = lesson("diktat"), QuickLuck(seed)
    for step in guide.steps[:14]:
        for text in step.acts:
            answered(game, "diktat")
            act(game, PUPIL, meant(game, "diktat", text))
    answered(game, "diktat")
    own_view = view(game, PUPIL)
    other = resample(own_view, luck)
    named = {0: "Anna", 1: "Otakar"}
    advice = advise("prudent", own_view, "fr", named)
    assert advice is not None
    assert advice == advise("prudent", view(other, PUPIL), "fr", named)


@pytest.mark.parametrize("seed", range(3))
def test_guesses_hang_on_the_seat_s_own_view(seed: int) -> None:
    """In every world that the seat cannot tell from this one, the same is guessed of every stack of
    another; what the seat has seen is sure. [GEN-5]"""
    game, luck = set_up(head("diktat", 3, (), {}), QuickLuck(seed), "none"), QuickLuck(seed)
    minds = dict.fromkeys(range(3), bots.find("prudent", "diktat"))
    compared = sure = 0
    for step, _ in enumerate(bots.playing(game, minds, luck)):
        if step % 12 or not game.stack:
            continue
        own_view = view(game, 0)
        guesses = guess(own_view)
        assert guesses == guess(view(resample(own_view, luck), 0))
        stacks = own_view.table.stacks
        assert {stack_guess.stack for stack_guess in guesses} <= {
            k for k, s in stacks.items() if s.owner != 0
        }
        for stack_guess in guesses:
            for pawn, chances in zip(
                stacks[stack_guess.stack].pawns, stack_guess.pawns, strict=True
            ):
                assert sum(chances) == 100 and min(chances) >= 0
                if pawn & KIND:
                    assert chances[(pawn & KIND) - 1] == 100
                    sure += 1
        compared += len(guesses)
    assert compared > 5 and sure


def test_advice_says_what_it_means() -> None:
    """Where an act alone would say too little: a team in its order, a bid."""
    game, named = begun("diktat"), {0: "Anna", 1: "Otakar"}
    sentences = {}
    for step in lesson("diktat").steps:
        for text in step.acts:
            answered(game, "diktat")
            advice = advise("prudent", view(game, PUPIL), "fr", named)
            assert advice is not None
            sentences[type(game.stack[-1]).__name__, advice.action["type"]] = advice.what
            act(game, PUPIL, meant(game, "diktat", text))
    assert sentences["Turn", "Send"].startswith("envoyer une équipe au ")
    assert sentences["SendingTeam", "Order"].startswith("de haut en bas")
    pawn = r"le pion nº \d de la pile d’Otakar dans la Nouvelle Ville"
    assert re.fullmatch(pawn, sentences["Looking", "Pawn"])
    assert re.fullmatch(r"miser \d+ PP", sentences["Conquest", "Number"])


def test_where_one_learns_letters_are_given_in_trials_too(tmp_path: Path) -> None:
    """And at no other table. [DIC-TRA-2]"""

    async def work(room: Room) -> None:
        (player,) = await room.people(1)
        hints = Hints(room.house)
        card = await learn(room, player, "dictopia-solo")
        assert await refused(hints.hint(player, card.id, 0)) == "not_asked"
        client = await room.client(card.id, player)
        game = client.actor.live.game  # type: ignore[union-attr]
        await client.act(game.asked[PUPIL].default())
        letters = [await hints.hint(player, card.id, step) for step in (0, 1)]
        assert [len(hint.letters) for hint in letters] == [1, 2]
        assert letters[1].letters.startswith(letters[0].letters)
        solo = Terms("dictopia", 1, (), {"mode": "solo"}, decision=None)
        table, (someone,) = await room.seated(solo)
        assert await refused(hints.hint(someone, table, 0)) == "not_training"

    virtually(tmp_path, work)
