"""One game of an arena: bots around a table, and the row that is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, thread_time_ns
from typing import Any

from msgspec import Struct, to_builtins

from clande import kernel
from clande.bots import Bot, Choice, Racer, find, playing
from clande.bots import Plan as Racing
from clande.kernel import Luck, QuickLuck, View
from clande.research.facts import COLLECTORS
from clande.research.plans import CampaignPlan, Match, header
from clande.research.rows import GameRow

PLAYING = 0x5DEECE66D  # the luck of the bots is not that of the table


class TimedBot:
    """A bot by a clock: how much processor time each real choice took, in nanoseconds.

    Questions with one answer are left out, and so are looks at offers that came to nothing: they
    would flatter it.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.games, self.ignores = bot.games, bot.ignores
        self.times: list[int] = []

    def answer(self, view: View[Any], luck: Luck) -> Choice:
        began = thread_time_ns()
        choice = self.bot.answer(view, luck)
        if view.question is not None and view.question.size() > 1:
            self.times.append(thread_time_ns() - began)
        return choice

    def offer(self, view: View[Any], luck: Luck) -> Choice | None:
        began = thread_time_ns()
        choice = self.bot.offer(view, luck)
        if choice is not None:
            self.times.append(thread_time_ns() - began)
        return choice


class RacingClock(TimedBot):
    """The same for a bot that plays against a clock of the game's own."""

    def __init__(self, bot: Bot, racer: Racer) -> None:
        super().__init__(bot)
        self.racer = racer

    def plan(self, view: View[Any], seconds: int) -> Racing | None:
        began = thread_time_ns()
        racing = self.racer.plan(view, seconds)
        if racing is not None:
            self.times.append(thread_time_ns() - began)
        return racing


def clocked(bot: Bot) -> TimedBot:
    return RacingClock(bot, bot) if isinstance(bot, Racer) else TimedBot(bot)


class Chunk(Struct, frozen=True):
    """Some games for one process."""

    plan: CampaignPlan
    matches: tuple[Match, ...]
    timed: bool = False


class Played(Struct, frozen=True):
    """What came of them. Times are no part of a row: they differ each time."""

    rows: list[GameRow]
    seconds: float
    times: dict[str, list[int]] = {}


def several(chunk: Chunk) -> Played:
    began = perf_counter()
    clocks: dict[str, TimedBot] = {}
    rows = [play(chunk.plan, match, clocks if chunk.timed else None) for match in chunk.matches]
    times = {name: clock.times for name, clock in clocks.items()}
    return Played(rows, perf_counter() - began, times)


def play(plan: CampaignPlan, match: Match, clocks: dict[str, TimedBot] | None = None) -> GameRow:
    """Plays one game to its end. The result depends on the plan and the match alone."""
    cell, book = plan.cells[match.cell], plan.find()
    head = header(book, cell)
    game = kernel.set_up(head, QuickLuck(match.deal), pauses="none")
    collector = COLLECTORS.get(head.game.partition("@")[0]) if plan.facts else None
    if collector is None:
        game.log = None
    seated = seats(match.bots, book.name, clocks)
    acts = sum(1 for _ in playing(game, seated, QuickLuck(match.deal ^ PLAYING)))
    ended = kernel.outcome(game)
    assert ended is not None and game.is_over, match
    facts = None
    if collector is not None:
        # The same luck sets up the same table: the log folded over it tells the whole game.
        table = kernel.compose(head.mix).set_up(head, QuickLuck(match.deal))
        facts = to_builtins(collector(head, table, game.log or []))
    return GameRow(
        match.number, head.mix, dict(head.options), cell.preset, head.seats, match.deal,
        match.rotation, match.bots, ended.winners, ended.scores, acts, facts,
    )  # fmt: skip


def seats(
    names: Sequence[str], game: str, clocks: dict[str, TimedBot] | None
) -> dict[kernel.Seat, Bot]:
    players = {name: find(name, game) for name in names}
    if clocks is not None:
        for name, bot in players.items():
            clocks.setdefault(name, clocked(bot))
        return {seat: clocks[name] for seat, name in enumerate(names)}
    return {seat: players[name] for seat, name in enumerate(names)}
