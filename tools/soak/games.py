"""Random games: at every table, with acts that nobody asked for and without."""

from __future__ import annotations

import argparse
import shlex
import traceback
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from clande.kernel import Action, Game, QuickLuck, Seat, awaited, book, load, outcome, save
from clande.testing import playout
from clande.usage import UsageError
from tools.soak.campaigns import Progress, patience, spread
from tools.soak.tables import begun, known, of_preset, tables

PLAYING = 424_242  # the luck of the players is not that of the table
CHUNK = 10  # games a task
MEDDLED = 20  # × its bound: no game takes more, however much is done unasked
SHOWN = 12  # errors of different kinds that are told


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", action="append", default=[], help="a name or a path; may be repeated"
    )
    parser.add_argument("--seats", type=int, help="only tables with so many")
    parser.add_argument("--preset", default="", help="only tables of this preset")
    parser.add_argument("--games", type=int, default=10_000, help="how many (default: 10000)")
    parser.add_argument(
        "--meddling", type=int, default=3, metavar="N",
        help="in every other game, at one decision in N somebody first acts unasked (default: 3; "
        "0: never)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    parser.set_defaults(run=run)


class Task(Struct, frozen=True):
    """One game to be played."""

    game: str  # what its game goes by: a name, or a path
    mix: str
    seats: int
    seed: int
    meddling: int
    preset: str = ""

    def command(self) -> str:
        """Plays exactly this game again."""
        _, plus, modules = self.mix.partition("+")
        what = shlex.quote(self.game + plus + modules)
        way = f" --preset {self.preset}" if self.preset else ""
        return (
            f"python3 go.py soak replay {what} --seats {self.seats} --seed {self.seed} "
            f"--meddling {self.meddling}{way}"
        )


class Played(Struct, frozen=True):
    """How one game went."""

    task: Task
    decisions: int
    bound: int
    error: str = ""
    place: str = ""  # where in the program, so that like errors are told once


class Unsound(AssertionError):
    """A game has ended, or has not, as no game may."""


def begin(task: Task) -> Game[Any]:
    game = begun(task.mix, task.seats, task.seed, task.preset)
    game.log = None
    return game


def acts(task: Task, game: Game[Any]) -> Iterator[tuple[Seat, Action]]:
    """Each act of the game, once it is done; `Unsound` where an invariant is broken."""
    pages = book(game)
    material = dict(pages.material(game.table))
    most = MEDDLED * pages.bound if task.meddling else pages.bound
    for count, act in enumerate(playout(game, QuickLuck(task.seed + PLAYING), task.meddling)):
        yield act
        if count >= most:
            raise Unsound(f"undecided after {most} decisions, its bound")
    if (now := dict(pages.material(game.table))) != material:
        raise Unsound(f"material: {now} at the end, {material} at the start")
    check_end(game)


def check_end(game: Game[Any]) -> None:
    """A finished game waits for nobody and has a sensible outcome, also once it is restored."""
    if awaited(game) or game.answers or game.suspended:
        raise Unsound("over, and yet it waits for an answer")
    ended = outcome(game)
    if ended is None or len(ended.scores) != game.header.seats:
        raise Unsound(f"outcome: {ended} for {game.header.seats} seats")
    if not all(type(score) is int for score in ended.scores):
        raise Unsound(f"outcome: a score of {ended} is no integer")
    if not set(ended.winners) <= set(game.seats) or len(set(ended.winners)) < len(ended.winners):
        raise Unsound(f"outcome: the winners of {ended} are not seats, each once")
    again = load(save(game))
    if again.stack or outcome(again) != ended:
        raise Unsound("saved and loaded, it ends otherwise")


def play(task: Task) -> Played:
    """Plays a game to its end, or to the first thing that goes wrong."""
    count, bound = 0, 0
    try:
        with patience():
            game = begin(task)
            bound = book(game).bound
            for _ in acts(task, game):
                count += 1
    except Exception as error:
        line = f"{type(error).__name__}: {error}"
        return Played(task, count, bound, f"{line[:300]} (act {count + 1})", blamed(error))
    return Played(task, count, bound)


def blamed(error: BaseException) -> str:
    """The line of the program where it went wrong."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno} {last.name}"


def several(chunk: Sequence[Task]) -> list[Played]:
    return [play(task) for task in chunk]


def drawn(options: argparse.Namespace) -> Iterator[Task]:
    """Games at all tables in turn; once around with meddling, once without."""
    headers = tables(options.game, options.seats)
    if options.preset:
        headers = of_preset(headers, options.preset)
    if not headers:
        raise UsageError("no table is like that")
    names = known(options.game)
    for number in range(options.games):
        header = headers[number % len(headers)]
        meddling = options.meddling if number // len(headers) % 2 == 0 else 0
        seed = options.seed + number
        game = names[header.game]
        yield Task(game, header.mix, header.seats, seed, meddling, options.preset)


class Row(Struct):
    """What came of the games at one table."""

    games: int = 0
    decisions: int = 0
    longest: int = 0  # with nobody acting unasked: that is what the bound is about
    meddled: int = 0  # the longest of the others
    bound: int = 0


class Tally(Struct):
    """What came of all games so far."""

    rows: dict[tuple[str, int], Row] = {}
    faults: list[Played] = []
    kinds: dict[tuple[str, str], list[Played]] = {}

    def note(self, played: Played) -> None:
        task = played.task
        row = self.rows.setdefault((task.mix, task.seats), Row())
        row.games += 1
        row.decisions += played.decisions
        row.bound = played.bound or row.bound
        if task.meddling:
            row.meddled = max(row.meddled, played.decisions)
        else:
            row.longest = max(row.longest, played.decisions)
        if played.error:
            self.faults.append(played)
            kind = (played.place, played.error.partition(":")[0])
            self.kinds.setdefault(kind, []).append(played)

    def report(self, seconds: float) -> Iterator[str]:
        played = sum(row.games for row in self.rows.values())
        decided = sum(row.decisions for row in self.rows.values())
        yield f"{'table':<28} {'games':>7} {'decisions':>10} {'longest':>8} {'bound':>6} meddled"
        for (rules, seats), row in sorted(self.rows.items()):
            yield (
                f"{rules + ', ' + str(seats):<28} {row.games:>7} {row.decisions:>10} "
                f"{row.longest:>8} {row.bound:>6} {row.meddled:>7}"
            )
        yield (
            f"{played} games, {decided} decisions in {seconds:.0f} s: "
            f"{decided / max(seconds, 1e-9):.0f} decisions/s; {len(self.faults)} errors"
        )
        for (place, _), errors in islice(self.kinds.items(), SHOWN):
            first = min(errors, key=lambda error: error.decisions)
            yield f"\n{len(errors)} × at {place}\n  {first.error}\n  {first.task.command()}"


def run(options: argparse.Namespace) -> int:
    if options.games < 1 or options.meddling < 0 or options.processes < 1:
        raise UsageError("--games and --processes are more than nothing, --meddling no less")
    tally = campaign(drawn(options), options)
    return 1 if tally.faults else 0


def campaign(tasks: Iterable[Task], options: argparse.Namespace) -> Tally:
    progress, tally = Progress(options.games, "games"), Tally()
    chunks = iter(partial(next_chunk, iter(tasks)), ())
    try:
        for chunk in spread(several, chunks, options.game, options.processes):
            for played in chunk:
                tally.note(played)
            errors = f", {len(tally.faults)} errors" if tally.faults else ""
            progress.went(len(chunk), errors)
    except KeyboardInterrupt:
        print("\nstopped; so far:")
    progress.over()
    print("\n".join(tally.report(progress.seconds())))
    return tally


def next_chunk(tasks: Iterator[Task]) -> tuple[Task, ...]:
    return tuple(islice(tasks, CHUNK))
