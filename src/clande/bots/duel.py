"""`python -m clande.bots.duel`: bots against bots, counted with an interval.

The first bot named takes one seat, which changes from game to game; the others share the rest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from time import perf_counter_ns, thread_time_ns

from msgspec import Struct

from clande import games, kernel
from clande.bots import BOTS, Bot, Choice, find, playing
from clande.bots.choices import Plan, Racer
from clande.kernel import Luck, QuickLuck, Seat, Unreadable, View

NORMAL = 1.959964  # two-sided, 95 %


class Timed:
    """A bot by a clock: how much processor time each real choice took, in nanoseconds.

    Questions with one answer are left out, and so are looks at offers that came to nothing: they
    would flatter it.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.games = bot.games
        self.times: list[int] = []

    def plan(self, seen: View, seconds: int) -> Plan | None:
        if not isinstance(self.bot, Racer):
            return None
        began = thread_time_ns()
        plan = self.bot.plan(seen, seconds)
        if plan is not None:
            self.times.append(thread_time_ns() - began)
        return plan

    def answer(self, seen: View, luck: Luck) -> Choice:
        began = thread_time_ns()
        choice = self.bot.answer(seen, luck)
        if seen.question is not None and seen.question.size() > 1:
            self.times.append(thread_time_ns() - began)
        return choice

    def offer(self, seen: View, luck: Luck) -> Choice | None:
        began = thread_time_ns()
        choice = self.bot.offer(seen, luck)
        if choice is not None:
            self.times.append(thread_time_ns() - began)
        return choice


class Tally(Struct):
    """How the first bot fared. A shared victory counts as its share."""

    games: int = 0
    wins: float = 0
    shared: int = 0
    score: int = 0
    others: int = 0
    acts: int = 0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    share, square = wins / games, NORMAL * NORMAL
    middle = share + square / (2 * games)
    width = NORMAL * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return (middle - width) / (1 + square / games), (middle + width) / (1 + square / games)


def duel(
    game: str,
    first: Bot,
    others: Sequence[Bot],
    seats: int,
    number: int,
    seed: int = 1,
) -> Tally:
    """Plays so many games; every illegal act is an error."""
    book = games.find(game)
    chosen = {"cabals": "all"} if "cabals" in book.options else {}  # drawn anew for each game
    tally = Tally()
    for played in range(number):
        mine = played % seats
        rest = [others[(played + place) % len(others)] for place in range(seats - 1)]
        bots: dict[Seat, Bot] = {}
        for seat in range(seats):
            bots[seat] = first if seat == mine else rest.pop()
        header = kernel.head(book.name, seats, (), chosen)
        table = kernel.set_up(header, QuickLuck(seed * 1_000_003 + played), False)
        table.log = None
        tally.acts += sum(1 for _ in playing(table, bots, QuickLuck(seed + 7919 * played)))
        count(tally, kernel.outcome(table), mine)
    return tally


def count(tally: Tally, outcome: kernel.Outcome | None, mine: Seat) -> None:
    assert outcome is not None, "the game is not over"
    tally.games += 1
    if mine in outcome.winners:
        tally.wins += 1 / len(outcome.winners)
        tally.shared += len(outcome.winners) > 1
    tally.score += outcome.scores[mine]
    tally.others += max(score for seat, score in enumerate(outcome.scores) if seat != mine)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m clande.bots.duel", description=__doc__)
    parser.add_argument("--game", default="diktat")
    parser.add_argument("--bots", default="prudent,random", help=f"of: {', '.join(BOTS)}")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        name = games.find(given.game).name
        first, *others = [find(bot, name) for bot in given.bots.split(",")]
        if given.games < 1 or not others:
            raise Unreadable("a duel needs two bots and at least one game")
        timed = Timed(first)
        began = perf_counter_ns()
        tally = duel(name, timed, others, given.seats, given.games, given.seed)
    except Unreadable as error:
        print(f"duel: {error}", file=sys.stderr)
        return 1
    report(given, tally, timed, perf_counter_ns() - began)
    return 0


def report(given: argparse.Namespace, tally: Tally, timed: Timed, elapsed: int) -> None:
    low, high = wilson(tally.wins, tally.games)
    times = sorted(timed.times)
    print(f"{given.bots} at {given.game}, {given.seats} seats, {tally.games} games, "
          f"seed {given.seed}")  # fmt: skip
    print(f"wins       {tally.wins:g} ({tally.shared} shared)")
    print(f"share      {100 * tally.wins / tally.games:.1f} %")
    print(f"interval   {100 * low:.1f} to {100 * high:.1f} % (Wilson, 95 %)")
    print(
        f"score      {tally.score / tally.games:.2f}, best rival {tally.others / tally.games:.2f}"
    )
    print(f"acts       {tally.acts} ({tally.acts / tally.games:.0f} a game), none illegal")
    print(f"speed      {tally.acts * 10**9 // elapsed} decisions/s, all seats and rules included")
    middle, slow = (times[len(times) * share // 100] / 10**6 for share in (50, 95))
    most = times[-1] / 10**6
    print(f"decision   {middle:.2f} ms median, {slow:.2f} ms p95, {most:.1f} ms most (processor)")


if __name__ == "__main__":
    sys.exit(main())
