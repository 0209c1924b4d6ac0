"""Who plays for a seat that nobody holds: a bot that gets the seat's view and nothing else.

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
from clande.kernel import QuickLuck, Seat, View, compose
from clande.server.http.schemas.lessons import Advice, Guessed
from clande.server.lessons import scripts
from clande.text import catalogue, sentences

T = TypeVar("T")

LONGEST_THOUGHT = 20  # seconds; after that the default answer is given


class BotAnswer(msgspec.Struct, frozen=True):
    """An act, and whether it answers the question (else it was offered)."""

    action: bytes
    answers: bool


class TimedPlan(msgspec.Struct, frozen=True):
    """What a bot does while the rules' own clock runs: what lies before it from which second on,
    and when, if ever, it is content with it. Made from the view alone, and so the same if it is
    made again."""

    drafts: tuple[tuple[int, bytes], ...]
    lock: tuple[int, bytes] | None = None

    def held(self, second: int) -> bytes:
        return [action for at, action in self.drafts if at <= second][-1]

    def next(self, second: int) -> int | None:
        """The second, after this one, in which something happens."""
        seconds = [at for at, _ in (*self.drafts, *([self.lock] if self.lock else []))]
        return min([at for at in seconds if at > second], default=None)


class BotPool(Protocol):
    async def think(
        self, bot: str, seen: View, seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        """What a bot does now: something unasked if it may and wants to, else its answer; where
        the rules give so many seconds (else 0), what it does in each of them."""

    async def advise(
        self, bot: str, seen: View, lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        """What a bot would do in the place of who sees this, and why; None: nothing is asked."""

    async def guess(self, seen: View) -> list[Guessed]:
        """What may be believed of what is hidden from who sees this."""


def thought(
    bot: str, seen: View, seed: int, unasked: bool, seconds: int = 0
) -> BotAnswer | TimedPlan | None:
    mind, luck = scripts.find(bot, seen.header.game), QuickLuck(seed)
    is_asked = seen.question is not None and seen.answer is None
    if seconds and is_asked and isinstance(mind, bots.Racer):
        plan = mind.plan(seen, seconds)
        if plan is not None:
            return race(plan)
    if unasked and seen.may_act and (choice := mind.offer(seen, luck)):
        return BotAnswer(msgspec.json.encode(choice.action), False)
    if not is_asked:
        return None
    return BotAnswer(msgspec.json.encode(mind.answer(seen, luck).action), True)


def race(plan: bots.Plan) -> TimedPlan:
    drafts = [(at, msgspec.json.encode(choice.action)) for at, choice in plan.drafts]
    lock = plan.lock and (plan.lock[0], msgspec.json.encode(plan.lock[1].action))
    return TimedPlan(tuple(drafts), lock)


def advised(bot: str, seen: View, lang: str, named: dict[Seat, str]) -> Advice | None:
    """An act that the seat of this view may do now, in words; the same whenever it is asked for."""
    mind, luck, book = bots.find(bot, seen.header.game), QuickLuck(0), compose(seen.header.mix)
    choice = mind.offer(seen, luck) if seen.may_act else None
    unasked = choice is not None
    if choice is None and seen.question is not None and seen.answer is None:
        choice = mind.answer(seen, luck)
    if choice is None:
        return None
    words = sentences.knowing(catalogue(lang, book).seated(named), seen)
    kind, rule = type(choice.action).__name__, type(seen.stack[-1]).__name__
    plainer = f"{book.name}.advice.{rule}.{kind}"
    if plainer in words and not unasked:
        what = words.fill(plainer, named_in(choice.action, seen))
    else:
        what = sentences.action(words, book.name, choice.action, seen)
    return Advice(msgspec.to_builtins(choice.action), unasked, what, choice.why(words))


def guessed(seen: View) -> list[Guessed]:
    return [
        Guessed(guess.stack, tuple([percent(chances) for chances in guess.pawns]))
        for guess in bots.guesses(seen)
    ]


def percent(chances: tuple[int, int, int]) -> tuple[int, int, int]:
    """Thousandths as whole percents that make a hundred; the first takes what rounding leaves."""
    _, second, third = chances
    last = (third + 5) // 10
    middle = min(100 - last, (second + 5) // 10)
    return 100 - last - middle, middle, last


def named_in(action: Any, seen: View) -> dict[str, Any]:
    """The values of an act; of a stack, whose it is and where."""
    values: dict[str, Any] = structs.asdict(action)
    if (stack := seen.table.get("stacks", {}).get(values.get("stack"))) is not None:
        values |= {"owner": stack.owner, "sector": stack.sector}
    return values


class BotProcesses:
    """Bots in worker processes, begun when the first one is needed."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.pool: ProcessPoolExecutor | None = None

    async def think(
        self, bot: str, seen: View, seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        return await self.run(thought, bot, seen, seed, unasked, seconds)

    async def advise(
        self, bot: str, seen: View, lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        return await self.run(advised, bot, seen, lang, named)

    async def guess(self, seen: View) -> list[Guessed]:
        return await self.run(guessed, seen)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.number, spawn, games.installed)
        loop = asyncio.get_running_loop()
        try:
            asked = loop.run_in_executor(self.pool, work, *given)
            return await asyncio.wait_for(asked, LONGEST_THOUGHT)
        except BrokenProcessPool:
            self.pool = None  # the next thought begins another
            raise

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


class InlineBots:
    """The same in this process: for simulations."""

    async def think(
        self, bot: str, seen: View, seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | TimedPlan | None:
        return thought(bot, seen, seed, unasked, seconds)

    async def advise(
        self, bot: str, seen: View, lang: str, named: dict[Seat, str]
    ) -> Advice | None:
        return advised(bot, seen, lang, named)

    async def guess(self, seen: View) -> list[Guessed]:
        return guessed(seen)


def stand_in(game: str) -> str:
    return bots.stand_in(game)
