"""The laws, with many seeds: at every table, and from the scene of every case."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from clande import cases
from clande.cases.scenes import beside
from clande.kernel import Game, Unreadable
from clande.testing import LAWS, SECRETS, LawBroken
from clande.usage import UsageError
from tools.soak.campaigns import Progress, patience, spread
from tools.soak.games import blamed
from tools.soak.tables import ROOT, begun, found, known, tables

CASES = Path("tests/cases")
ELSEWHERE = "repeats elsewhere"  # in other processes: once a game and seed, at every table
NEAR = 25  # decisions from a scene on: beyond, it is a game like any other
GAME = re.compile(r"\bgame: *([^\s,}]+)")  # of a case, without reading all of it


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seeds", type=int, default=200, help="for each place (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="the first one (default: 1)")
    parser.add_argument(
        "--game", action="append", default=[], help="a name or a path; may be repeated"
    )
    parser.add_argument(
        "--law",
        action="append",
        default=[],
        choices=[*LAWS, ELSEWHERE],
        help="only this; may be repeated",
    )
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    parser.set_defaults(run=run)


class Place(Struct, frozen=True):
    """Where a law is tried: at a table, or from the scene of a case."""

    game: str
    what: str  # a mix, or the file of a case
    seats: int = 0

    def start(self, seed: int) -> Game[Any]:
        if not self.seats:
            return cases.start(cases.load(ROOT / self.what))
        return begun(self.what, self.seats, seed)


class Trial(Struct, frozen=True):
    """One law, one place, one seed."""

    law: str
    place: Place
    seed: int

    def command(self) -> str:
        """Tries exactly this again."""
        if self.law == ELSEWHERE:
            game, law = shlex.quote(self.place.what), shlex.quote(self.law)
            return f"python3 go.py soak laws --game {game} --law {law} --seed {self.seed} --seeds 1"
        seats = f" --seats {self.place.seats}" if self.place.seats else ""
        return (
            f"python3 go.py soak replay {shlex.quote(self.place.what)}{seats} --seed {self.seed} "
            f"--law {shlex.quote(self.law)}"
        )

    def hold(self) -> None:
        """Silence, or what is raised where the law does not hold."""
        if self.law == ELSEWHERE:
            from tests.laws.elsewhere import repeats_elsewhere  # loads all games

            if differing := repeats_elsewhere([self.place.game], "all", self.seed):
                raise LawBroken(ELSEWHERE, differing)
            return
        start = partial(self.place.start, self.seed)
        if self.law in SECRETS and not self.place.seats:
            SECRETS[self.law](start, self.seed, NEAR)
        else:
            LAWS[self.law](start, self.seed)


class Verdict(Struct, frozen=True):
    trial: Trial
    error: str = ""
    place: str = ""


def judge(trial: Trial) -> Verdict:
    try:
        with patience():
            trial.hold()
    except Exception as error:
        return Verdict(trial, f"{type(error).__name__}: {str(error)[:600]}", blamed(error))
    return Verdict(trial)


def places(named: list[str]) -> Iterator[Place]:
    """Every table, then the scene of every case of these games."""
    names = known(named)
    for header in tables(named):
        _, plus, modules = header.mix.partition("+")
        yield Place(header.game, names[header.game] + plus + modules, header.seats)
    for path in cases.files([ROOT / CASES, *cases.of_modules()]):
        game = GAME.search(path.read_text("utf-8"))
        if game is None:
            continue
        try:
            name = found(str(beside(game[1], path.parent))).name
        except Unreadable:  # a case of a game that is not there: its own test says so
            continue
        if name in names:
            yield Place(name, str(path.relative_to(ROOT)))


def run(options: argparse.Namespace) -> int:
    if options.seeds < 1 or options.processes < 1:
        raise UsageError("--seeds and --processes are more than nothing")
    wanted, headers = options.law or [*LAWS, ELSEWHERE], list(places(options.game))
    inside = [law for law in wanted if law != ELSEWHERE]
    whole = [Place(game, name) for game, name in known(options.game).items()]
    apart = whole if ELSEWHERE in wanted else []
    broken: dict[tuple[str, str], Verdict] = {}
    seeds = range(options.seed, options.seed + options.seeds)

    def trials() -> Iterator[Trial]:
        for seed in seeds:
            for place in headers:
                for law in inside:
                    if (law, place.game) not in broken:
                        yield Trial(law, place, seed)
            for place in apart:
                if (ELSEWHERE, place.game) not in broken:
                    yield Trial(ELSEWHERE, place, seed)

    progress = Progress(len(seeds) * (len(headers) * len(inside) + len(apart)), "trials")
    try:
        for verdict in spread(judge, trials(), options.game, options.processes):
            key = (verdict.trial.law, verdict.trial.place.game)
            if verdict.error and key not in broken:
                broken[key] = verdict
            progress.went(1, f", {len(broken)} laws broken" if broken else "")
    except KeyboardInterrupt:
        print("\nstopped; so far:")
    progress.over()
    print(
        f"{progress.done} trials of {len(wanted)} laws at {len(headers)} places "
        f"in {progress.seconds():.0f} s; {len(broken)} broken"
    )
    for (law, game), verdict in broken.items():
        print(f"\n{law}, in {game}, at {verdict.place}\n  {verdict.error}")
        print(f"  {verdict.trial.command()}")
    return 1 if broken else 0
