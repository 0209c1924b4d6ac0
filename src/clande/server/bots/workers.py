"""Runs bots: a bot gets its seat's view and nothing else.

Bots think in processes of their own, so that no table waits for them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import structs

from clande import bots, games
from clande.kernel import Action, QuickLuck, Seat, View, compose, topic_of
from clande.server.http.schemas.lessons import Advice, StackGuess
from clande.server.lessons import scripts
from clande.text import catalogue, sentences

T = TypeVar("T")

LONGEST_THOUGHT = 20  # seconds; then the default answer is given


class BotAnswer(msgspec.Struct, frozen=True):
    """An act, and whether it answers the question; else it is one of the offers."""

    action: Action
    answers: bool


class TimedPlan(msgspec.Struct, frozen=True):
    """What a bot does while the rules' own clock runs: its draft from which second on, and when, if
    ever, it locks its answer. It depends on the view alone, so that it is the same if it is made
    again."""

    drafts: tuple[tuple[int, bytes], ...]  # encoded, as drafts are stored
    lock: tuple[int, Action] | None = None

    def draft_at(self, second: int) -> bytes:
        return [action for at, action in self.drafts if at <= second][-1]

    def next(self, second: int) -> int | None:
        """The next second in which something happens."""
        seconds = [at for at, _ in self.drafts] + ([self.lock[0]] if self.lock else [])
        return min([at for at in seconds if at > second], default=None)


class BotPool(Protocol):
    async def think(
        self, bot: str, view: View[Any], seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        """What a bot does now: something unasked if it may and wants to, else its answer; where
        the rules give a number of seconds (else 0), its plan for them."""

    async def advise(
        self, bot: str, view: View[Any], lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        """What a bot would do with this view, and why; None if it could do nothing."""

    async def guess(self, view: View[Any]) -> list[StackGuess]:
        """The chances of what is hidden in this view."""


def think(
    bot: str, view: View[Any], seed: int, unasked: bool, seconds: int = 0
) -> BotAnswer | TimedPlan | None:
    mind, luck = scripts.find(bot, view.header.game), QuickLuck(seed)
    is_asked = view.question is not None and view.answer is None
    if seconds and is_asked and isinstance(mind, bots.Racer):
        plan = mind.plan(view, seconds)
        if plan is not None:
            return encode_plan(plan)
    if unasked and view.may_act and (choice := mind.offer(view, luck)):
        return BotAnswer(choice.action, False)
    if not is_asked:
        return None
    return BotAnswer(mind.answer(view, luck).action, True)


def encode_plan(plan: bots.Plan) -> TimedPlan:
    drafts = [(at, msgspec.json.encode(choice.action)) for at, choice in plan.drafts]
    lock = plan.lock and (plan.lock[0], plan.lock[1].action)
    return TimedPlan(tuple(drafts), lock)


def advise(bot: str, view: View[Any], lang: str, named: dict[Seat, str]) -> Advice | None:
    """An act that the seat of this view may do now, in words; always the same for the same view."""
    mind, luck, book = bots.find(bot, view.header.game), QuickLuck(0), compose(view.header.mix)
    choice = mind.offer(view, luck) if view.may_act else None
    unasked = choice is not None
    if choice is None and view.question is not None and view.answer is None:
        choice = mind.answer(view, luck)
    if choice is None:
        return None
    texts = sentences.knowing(catalogue(lang, book).seated(named), view)
    kind, topic = type(choice.action).__name__, topic_of(view.stack[-1]) or {"type": ""}
    plainer = f"{book.name}.advice.{topic['type']}.{kind}"
    if plainer in texts and not unasked:
        what = texts.fill(plainer, act_values(choice.action, view))
    else:
        what = sentences.action(texts, book.name, choice.action, view)
    return Advice(msgspec.to_builtins(choice.action), unasked, what, choice.why(texts))


def guess(view: View[Any]) -> list[StackGuess]:
    return [
        StackGuess(stack.stack, tuple([percent(chances) for chances in stack.pawns]))
        for stack in bots.guesses(view)
    ]


def percent(chances: tuple[int, int, int]) -> tuple[int, int, int]:
    """Thousandths as whole percents that make a hundred; the first takes what rounding leaves."""
    _, second, third = chances
    last = (third + 5) // 10
    middle = min(100 - last, (second + 5) // 10)
    return 100 - last - middle, middle, last


def act_values(action: Any, view: View[Any]) -> dict[str, Any]:
    """The fields of an act; for a stack, also its owner and sector."""
    values: dict[str, Any] = structs.asdict(action)
    lying = compose(view.header.mix).presentation.lying
    if lying is not None and (place := lying(view).get(values.get("stack", 0))) is not None:
        values |= {"owner": place.owner, "sector": place.sector}
    return values


class BotProcesses:
    """Bots in worker processes, which start with the first request."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.pool: ProcessPoolExecutor | None = None

    async def think(
        self, bot: str, view: View[Any], seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        return await self.run(think, bot, view, seed, unasked, seconds)

    async def advise(
        self, bot: str, view: View[Any], lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        return await self.run(advise, bot, view, lang, named)

    async def guess(self, view: View[Any]) -> list[StackGuess]:
        return await self.run(guess, view)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.number, spawn, games.installed)
        loop = asyncio.get_running_loop()
        try:
            asked = loop.run_in_executor(self.pool, work, *arguments)
            return await asyncio.wait_for(asked, LONGEST_THOUGHT)
        except BrokenProcessPool:
            self.pool = None  # the next request starts another
            raise

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


class InlineBots:
    """Bots in this process, for simulations."""

    async def think(
        self, bot: str, view: View[Any], seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        return think(bot, view, seed, unasked, seconds)

    async def advise(
        self, bot: str, view: View[Any], lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        return advise(bot, view, lang, named)

    async def guess(self, view: View[Any]) -> list[StackGuess]:
        return guess(view)


def stand_in(game: str, level: str) -> str:
    return bots.stand_in(game, level)
