"""Who plays for a seat that nobody holds: a bot that gets the seat's view and nothing else.

Bots think in processes of their own, so that no table waits for them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

import msgspec

from clande import bots, games
from clande.kernel import QuickLuck, View

LONGEST_THOUGHT = 20  # seconds; after that the default answer is given


class Thought(msgspec.Struct, frozen=True):
    """An act, and whether it answers the question (else it was offered)."""

    action: bytes
    answers: bool


class Minds(Protocol):
    async def think(self, bot: str, seen: View, seed: int, unasked: bool) -> Thought | None:
        """What a bot does now: something unasked if it may and wants to, else its answer."""


def thought(bot: str, seen: View, seed: int, unasked: bool) -> Thought | None:
    mind, luck = bots.find(bot, seen.header.game), QuickLuck(seed)
    if unasked and seen.may_act and (choice := mind.offer(seen, luck)):
        return Thought(msgspec.json.encode(choice.action), False)
    if seen.question is None or seen.answer is not None:
        return None
    return Thought(msgspec.json.encode(mind.answer(seen, luck).action), True)


class Workers:
    """Bots in worker processes, begun when the first one is needed."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.pool: ProcessPoolExecutor | None = None

    async def think(self, bot: str, seen: View, seed: int, unasked: bool) -> Thought | None:
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.number, spawn, games.installed)
        loop = asyncio.get_running_loop()
        try:
            asked = loop.run_in_executor(self.pool, thought, bot, seen, seed, unasked)
            return await asyncio.wait_for(asked, LONGEST_THOUGHT)
        except BrokenProcessPool:
            self.pool = None  # the next thought begins another
            raise

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


class Inline:
    """The same in this process: for simulations."""

    async def think(self, bot: str, seen: View, seed: int, unasked: bool) -> Thought | None:
        return thought(bot, seen, seed, unasked)


def usual(game: str) -> str:
    return bots.usual(game)
