"""A bot gets a view and nothing else: in every world that looks the same it does the same."""

from __future__ import annotations

import ast
from copy import copy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import clande.bots
from clande.bots import Bot, Novice, Prudent, RandomBot, find, playing
from clande.bots.playing import heeded
from clande.kernel import QuickLuck, View, act, book, head, resample, set_up, view
from tests.bots.tables import mixed, table

SEARCHERS = find("stratege:60", "diktat"), find("maitre:60", "diktat")
BOTS: tuple[Bot, ...] = (Prudent(), Novice(), RandomBot(), *SEARCHERS)
HERE = Path(clande.bots.__file__).parent


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_same_in_every_world_that_looks_the_same(seats: int) -> None:
    game, luck = table(seats, seats), QuickLuck(seats)
    bots = mixed(seats, 5)
    for step in range(400):
        if not game.stack:
            break
        if step % 9 == 0:
            for seat in range(seats):
                seen = view(game, seat)
                twin = view(resample(seen, QuickLuck(step)), seat)
                assert twin == seen
                for bot in BOTS:
                    assert decided(bot, seen) == decided(bot, twin)
        seat = luck.pick([seat for seat in game.asked if seat not in game.answers])
        act(game, seat, bots[seat].answer(view(game, seat), luck).action)


def decided(bot: Bot, seen: View[Any]) -> object:
    """All that a bot would do, with luck that is the same each time."""
    answer = bot.answer(seen, QuickLuck(1)) if seen.question is not None else None
    return answer, bot.offer(seen, QuickLuck(2))


@pytest.mark.parametrize("modules", [(), ("others",), ("nuit", "leagues")])
def test_what_a_bot_ignores_it_would_not_have_taken_up(modules: tuple[str, ...]) -> None:
    game, mind = set_up(head("diktat", 4, modules, {}), QuickLuck(4)), Prudent()
    assert all(sort in book(game).offers for sort in mind.ignores(game.stack[-1], 0))
    fewer = 0
    for step, _ in enumerate(islice(playing(game, mixed(4, 5), QuickLuck(4)), 500)):
        for seat in range(4) if step % 4 == 0 and game.stack else ():
            there = heeded(game, seat, mind)
            whole, part = view(game, seat), view(game, seat, there)
            fewer += len(part.offers) < len(whole.offers)
            assert decided(mind, whole) == decided(mind, part)
            assert there or mind.offer(whole, QuickLuck(2)) is None
    assert fewer > 100


def test_deciding_changes_nothing_in_the_view() -> None:
    game, luck = table(3, 3), QuickLuck(1)
    for _ in range(120):
        seat = next(seat for seat in game.asked if seat not in game.answers)
        seen = view(game, seat)
        before = copy(seen), view(game, seat)
        choice = Prudent().answer(seen, luck)
        Prudent().offer(seen, luck)
        assert (seen, view(game, seat)) == before
        act(game, seat, choice.action)


def test_the_rules_of_a_bot_have_no_game_in_their_hands() -> None:
    """They can't even name what acts on a game; `playing`, which can, decides nothing."""
    forbidden = {"Game", "act", "run", "tell", "awaited", "answer_by_default", "set_up", "load"}
    plain = [HERE / name for name in ("caretaker.py", "choices.py", "drawing.py")]
    for file in [*HERE.glob("*/*.py"), *plain]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not forbidden & {name.name for name in node.names}, file
                assert not (node.module or "").startswith("clande.server"), file


def test_who_searches_has_no_way_to_a_game_but_resample() -> None:
    """Only `worlds` knows it, and nothing there knows how a game is set up, loaded or replayed."""
    there = sorted((HERE / "diktat" / "searching").glob("*.py"))
    forbidden = {"set_up", "load", "replay", "resume", "begin", "verify", "awaited", "Record"}
    knowing = []
    for file in there:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = {name.name for name in node.names}
                assert not forbidden & names, file
                knowing += [file.stem] * ("resample" in names)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Game", file
    assert knowing == ["worlds"]


def test_no_float_and_no_chance_but_luck_in_decisions() -> None:
    there = [*HERE.glob("*/*.py"), *HERE.glob("*/searching/*.py")]
    plain = [HERE / name for name in ("caretaker.py", "drawing.py", "playing.py")]
    for file in [*there, *plain]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), file
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), file
            assert not isinstance(node, ast.Set | ast.SetComp), file
            if isinstance(node, ast.Name):
                assert node.id not in ("random", "hash", "id", "set", "frozenset", "float"), file
