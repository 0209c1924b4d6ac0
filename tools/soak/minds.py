"""Games of bots at every table of a game: not one illegal act, not one look at what is hidden.

Now and then, before somebody answers, the world is dealt again from his view: in it he must do the
same, with the same reason.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from clande.bots import Bot, find, playing
from clande.kernel import QuickLuck, awaited, outcome, resample, view
from clande.kernel.text import write
from clande.testing.laws import check_material
from clande.usage import UsageError
from tools.soak.campaigns import Progress, patience, spread
from tools.soak.games import blamed
from tools.soak.tables import begun, known, tables

MOST = 5_000  # acts: no game of bots takes more
LONG = 3_600  # seconds
SHOWN = 12


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="diktat", help="a name or a path (default: diktat)")
    parser.add_argument("--bots", default="prudent", metavar="A,B", help="dealt out in turn")
    parser.add_argument("--seats", type=int, help="only tables with so many")
    parser.add_argument("--games", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument(
        "--every", type=int, default=25, metavar="N",
        help="acts from one comparison of worlds to the next (default: 25)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    parser.set_defaults(run=run)


class Task(Struct, frozen=True):
    """One game to be played."""

    game: str
    mix: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    every: int


class Played(Struct, frozen=True):
    task: Task
    acts: int
    compared: int
    error: str = ""


class Peeked(AssertionError):
    """A bot has done something else in a world that looks the same."""


def play(task: Task) -> Played:
    acts, compared, error = 0, 0, ""
    try:
        with patience(LONG):
            game = begun(task.mix, task.seats, task.seed)
            names = [task.bots[(s + task.seed) % len(task.bots)] for s in range(task.seats)]
            seated: dict[int, Bot] = {s: find(name, task.game) for s, name in enumerate(names)}
            for _ in playing(game, seated, QuickLuck(task.seed)):
                acts += 1
                if acts > MOST:
                    raise Peeked(f"no end after {MOST} acts")
                if game.stack and acts % task.every == 0 and (asked := awaited(game)):
                    compare(game, asked[0], seated[asked[0]], task.seed + acts)
                    compared += 1
            if outcome(game) is None:
                raise Peeked("nobody is asked, and the game is not over")
    except Exception as raised:
        error = f"{blamed(raised)}: {type(raised).__name__}: {raised}"
    return Played(task, acts, compared, error)


def compare(game: Any, seat: int, bot: Bot, seed: int) -> None:
    true = view(game, seat)
    world = resample(true, QuickLuck(seed))
    check_material(game, world, seat)
    twin = view(world, seat)
    first, other = (bot.answer(sight, QuickLuck(seed)) for sight in (true, twin))
    if (first.action, first.reason) != (other.action, other.reason):
        raise Peeked(f"seat {seat}: {write(first.action)}, elsewhere {write(other.action)}")


def planned(options: argparse.Namespace) -> Iterator[Task]:
    headers = tables([options.game], options.seats)
    if not headers:
        raise UsageError(f"{options.game} has no such table")
    names = tuple(options.bots.split(","))
    for name in names:
        find(name, headers[0].game)
    for number in range(options.games):
        header = headers[number % len(headers)]
        seed = options.seed + number
        yield Task(options.game, header.mix, header.seats, seed, names, options.every)


def run(options: argparse.Namespace) -> int:
    if options.games < 1 or options.every < 1:
        raise UsageError("--games and --every are more than nothing")
    known([options.game])
    tasks = list(islice(planned(options), options.games))
    progress = Progress(len(tasks), "games")
    acts = compared = wrong = 0
    for played in spread(play, iter(tasks), [options.game], options.processes):
        acts, compared = acts + played.acts, compared + played.compared
        if played.error:
            wrong += 1
            if wrong <= SHOWN:
                task = played.task
                print(f"  {task.mix}, {task.seats} seats, seed {task.seed}: {played.error}")
        progress.went(1, f", {wrong} wrong")
    progress.over()
    print(f"{len(tasks)} games, {acts} acts, {compared} comparisons of worlds, {wrong} wrong")
    return 1 if wrong else 0
