"""`clande bench`: how fast the engine is, with a peer measured in the same breath.

The peer is catanatron, a Python engine for another table game with dice, cards and trades. In each
round every subject has its turn, so that a busy machine slows all of them alike; what is counted is
CPU time, and what is shown is the median of the rounds. A decision is a choice between two options
at least: questions with a single answer are answered, and not counted, on either side.
"""

from __future__ import annotations

import argparse
import pickle
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from importlib import import_module
from importlib.metadata import version
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Protocol

from msgspec import Struct

from clande import games, kernel
from clande.kernel import Game, QuickLuck, Unreadable
from clande.usage import UsageError

RESULTS = Path("bench/results.md")
TEACHING = Path("examples/contraband")
POSITIONS = 12  # in mid-game, from different games, for everything but random play
LONG = 10_000  # a question with more answers than this is not listed
FASTER, CHEAPER, SWIFT = 3, 1 / 4, 8  # the bars: × decisions, × the peer's clone, or µs a clone
PER_SECOND = ("decisions", "options")  # the other figures are in µs


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", help="names or paths (default: all that are there)")
    parser.add_argument("--rounds", type=int, default=7, help="medians over so many (default: 7)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.3,
        help="of CPU for each figure of a round (default: 0.3)",
    )
    parser.add_argument(
        "--write", nargs="?", type=Path, const=RESULTS, metavar="FILE",
        help=f"write the results down, too (default: {RESULTS})",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    subjects: list[Subject] = [*ours(options.games), *peers()]
    if options.rounds < 1 or options.seconds <= 0:
        raise UsageError("--rounds and --seconds are more than nothing")
    results = measured(subjects, options.rounds, options.seconds)
    page = report(results, options.rounds)
    print(page)
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_text(page + "\n", "utf-8")
    return 0


class Subject(Protocol):
    """Something that can be measured. What it cannot do it says by None."""

    name: str
    seats: int

    def play(self, seed: int) -> None:
        """A whole game at random."""

    def decisions(self, seed: int) -> int:
        """How many decisions that game has."""

    def chores(self) -> dict[str, tuple[Callable[[], object], int] | None]:
        """By measure, a chore and how often doing it once does the thing measured."""


class Ours:
    """A game of this house: without a log and without breathing, as simulations play it."""

    def __init__(self, name: str, seats: int) -> None:
        self.name, self.seats = name, seats
        self.header = kernel.head(name, seats, (), {})

    def begin(self, seed: int) -> Game[Any]:
        game = kernel.set_up(self.header, QuickLuck(seed), pauses="none")
        game.log = None
        return game

    def play(self, seed: int) -> None:
        game, luck = self.begin(seed), QuickLuck(seed + 1)
        while game.stack:
            for seat, question in tuple(game.asked.items()):
                kernel.act(game, seat, question.sample(luck))

    def positions(self, seed: int) -> Iterator[Game[Any]]:
        """Where the same random game waits for a decision; not a copy."""
        game, luck = self.begin(seed), QuickLuck(seed + 1)
        while game.stack:
            for seat, question in tuple(game.asked.items()):
                if question.size() > 1:
                    yield game
                kernel.act(game, seat, question.sample(luck))

    def decisions(self, seed: int) -> int:
        return sum(1 for _ in self.positions(seed))

    def chores(self) -> dict[str, tuple[Callable[[], object], int] | None]:
        games = [self.middle(seed) for seed in range(POSITIONS)]
        seats = range(self.seats)
        saved = [kernel.save(game) for game in games]
        listed = [game for game in games if size(game) <= LONG]
        return {
            "clone": (lambda: [game.clone() for game in games], len(games)),
            "view": (
                lambda: [kernel.view(game, seat) for game in games for seat in seats],
                len(games) * len(seats),
            ),
            "save": (lambda: [kernel.save(game) for game in games], len(games)),
            "load": (lambda: [kernel.load(data) for data in saved], len(saved)),
            "options": (lambda: [options(game) for game in listed], sum(map(size, listed))),
            "listing": (lambda: [options(game) for game in listed], len(listed)),
        }

    def middle(self, seed: int) -> Game[Any]:
        half = self.decisions(seed) // 2
        for number, game in enumerate(self.positions(seed)):
            if number >= half and not game.answers:
                return game.clone()
        raise AssertionError(seed)


def options(game: Game[Any]) -> list[Any]:
    """The rule that asked asks again, and every answer is listed."""
    kernel.run(game)
    return [answer for question in game.asked.values() for answer in question]


def size(game: Game[Any]) -> int:
    return sum(question.size() for question in game.asked.values())


class Catanatron:
    """The peer, played by its own random players."""

    name = "catanatron"

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.package = import_module("catanatron")
        self.actions = import_module("catanatron.models.actions")

    def begin(self, seed: int) -> Any:
        colours = list(self.package.Color)[: self.seats]
        players = [self.package.RandomPlayer(colour) for colour in colours]
        return self.package.Game(players, seed=seed + 1)  # nought would mean any

    def play(self, seed: int) -> None:
        self.begin(seed).play()

    def positions(self, seed: int) -> Iterator[Any]:
        """Where the same random game waits for a decision; not a copy."""
        limit = import_module("catanatron.game").TURNS_LIMIT
        game = self.begin(seed)
        while game.winning_color() is None and game.state.num_turns < limit:
            if len(playable(game)) > 1:
                yield game
            game.play_tick()

    def decisions(self, seed: int) -> int:
        return sum(1 for _ in self.positions(seed))

    def chores(self) -> dict[str, tuple[Callable[[], object], int] | None]:
        games = [self.middle(seed) for seed in range(POSITIONS)]
        generate = self.actions.generate_playable_actions
        pickled = [pickle.dumps(game) for game in games]
        total = sum(len(generate(game.state)) for game in games)
        return {
            "clone": (lambda: [game.copy() for game in games], len(games)),
            "view": None,
            "save": (lambda: [pickle.dumps(game) for game in games], len(games)),
            "load": (lambda: [pickle.loads(data) for data in pickled], len(pickled)),
            "options": (lambda: [generate(game.state) for game in games], total),
            "listing": (lambda: [generate(game.state) for game in games], len(games)),
        }

    def middle(self, seed: int) -> Any:
        half = self.decisions(seed) // 2
        return next(game.copy() for n, game in enumerate(self.positions(seed)) if n == half)


def playable(game: Any) -> Sequence[Any]:
    actions: Sequence[Any] = game.state.playable_actions
    return actions


def ours(named: Sequence[str]) -> Iterator[Ours]:
    """Each game with each number of seats."""
    default = [*games.installed(), *([str(TEACHING)] if TEACHING.is_dir() else [])]
    try:
        for name in named or default:
            book = games.find(name)
            for seats in book.seats:
                if seats > 1:
                    yield Ours(book.name, seats)
    except Unreadable as error:
        raise UsageError(str(error)) from None


def peers() -> list[Catanatron]:
    try:
        return [Catanatron(seats) for seats in (2, 3, 4)]
    except ModuleNotFoundError:
        raise UsageError(
            "catanatron, the peer, is not installed; `python3 go.py bench` installs it and measures"
        ) from None


class SubjectResult(Struct):
    """The medians of one subject: per second for decisions and options, else in µs."""

    name: str
    seats: int
    figures: dict[str, float]


def measured(subjects: Sequence[Subject], rounds: int, seconds: float) -> list[SubjectResult]:
    """The medians of each subject, each round in turn."""
    plans = [(subject, plan(subject, seconds)) for subject in subjects]
    measures: list[dict[str, list[float]]] = [{} for _ in subjects]
    for number in range(1, rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
        for figures, (_, chores) in zip(measures, plans, strict=True):
            for measure, (chore, times, done) in chores.items():
                spent = clocked(chore, times)
                rate = done * times / spent
                figure = rate if measure in PER_SECOND else 1e6 / rate
                figures.setdefault(measure, []).append(figure)
    return [
        SubjectResult(
            subject.name, subject.seats, {m: median(values) for m, values in figures.items()}
        )
        for subject, figures in zip(subjects, measures, strict=True)
    ]


def plan(subject: Subject, seconds: float) -> dict[str, tuple[Callable[[], object], int, float]]:
    """By measure: a chore, how often a round does it, and how much of it that is each time."""
    print(f"{subject.name}, {subject.seats} seats", file=sys.stderr, flush=True)
    start = process_time()
    for number in count(1):
        subject.play(number - 1)
        if process_time() - start >= seconds:
            break
    decided = sum(subject.decisions(seed) for seed in range(number))

    def play() -> None:
        for seed in range(number):
            subject.play(seed)

    chores: dict[str, tuple[Callable[[], object], int, float]] = {"decisions": (play, 1, decided)}
    for measure, chore in subject.chores().items():
        if chore is not None:
            once = clocked(chore[0], 1)
            times = max(1, int(seconds / 3 / max(once, 1e-6)))
            chores[measure] = (chore[0], times, chore[1])
    return chores


def clocked(chore: Callable[[], object], times: int) -> float:
    """CPU seconds."""
    start = process_time()
    for _ in range(times):
        chore()
    return max(process_time() - start, 1e-9)


def report(results: Sequence[SubjectResult], rounds: int) -> str:
    """A page of Markdown: the table, what it means, and which bars are met."""
    by_seats = {r.seats: r for r in results if r.name == Catanatron.name}
    rows = [
        "| game | seats | decisions/s | × peer | clone µs | × peer | view µs | save µs | load µs "
        "| options/s | × peer | a list µs |",
        "| :-- " + "| --: " * 11 + "|",
    ]
    for result in results:
        peer = by_seats[min(result.seats, max(by_seats))]
        rows.append(row(result, None if result is peer else peer))
    return "\n".join(
        [
            "# Bench",
            "",
            f"{date.today().isoformat()}, Python {platform.python_version()} "
            f"({platform.python_implementation()}, {platform.system()} {platform.machine()}), "
            f"catanatron {version('catanatron')}. Made by `python3 go.py bench --write`.",
            "",
            *rows,
            "",
            *legend(rounds),
            "",
            *bars(results, by_seats),
        ]
    )


def row(result: SubjectResult, peer: SubjectResult | None) -> str:
    def cell(measure: str) -> str:
        value = result.figures.get(measure)
        if value is None:
            return "–"
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"

    def ratio(measure: str) -> str:
        if peer is None:
            return "1"
        return f"{result.figures[measure] / peer.figures[measure]:.2g}"

    cells = [result.name, str(result.seats), cell("decisions"), ratio("decisions")]
    cells += [cell("clone"), ratio("clone"), cell("view"), cell("save"), cell("load")]
    cells += [cell("options"), ratio("options"), cell("listing")]
    return "| " + " | ".join(cells) + " |"


def legend(rounds: int) -> list[str]:
    return [
        f"- Medians of {rounds} rounds, in CPU time; in each round every row has its turn.",
        "- The peer of a row is catanatron with as many seats, or with 4 where there are more.",
        "- decisions/s: whole random games, set-up included. Only choices between two options or",
        "  more count; questions with a single answer are played, and not counted, on both sides.",
        "  Ours are played without log and without breathing, nobody acting unasked.",
        f"- clone, view, save, load, options: {POSITIONS} positions in mid-game. Saving and",
        "  loading is ours by `save` and `load` (JSON), the peer's by pickle; it has no views.",
        "- options/s, a list: the question made from the position and all its answers listed,",
        "  against the peer's `generate_playable_actions`; both depend on how many there are.",
        "- These are different games: the ratios say how far a second of CPU goes, no more.",
    ]


def bars(results: Sequence[SubjectResult], peers: dict[int, SubjectResult]) -> list[str]:
    """What we hold ourselves to, and whether we do."""
    lines = ["Bars:", ""]
    for result in results:
        if result.name == Catanatron.name:
            continue
        peer = peers[min(result.seats, max(peers))]
        faster = result.figures["decisions"] / peer.figures["decisions"]
        clone = result.figures["clone"]
        cheaper = clone / peer.figures["clone"]
        light = verdict(clone <= SWIFT or cheaper <= CHEAPER)
        lines.append(
            f"- {result.name}, {result.seats} seats: decisions {faster:.2f} × the peer, "
            f"{verdict(faster >= FASTER)} (≥ {FASTER} ×); clone {clone:.1f} µs, {cheaper:.2f} × "
            f"the peer, {light} (≤ {SWIFT} µs or ≤ {CHEAPER} ×)"
        )
    return lines


def verdict(met: bool) -> str:
    return "met" if met else "**missed**"
