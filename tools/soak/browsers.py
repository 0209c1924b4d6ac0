"""Whole games of Diktat in browsers: pressed on the page to their end, all that is heard held
against other worlds, and the time from an act to what the others see of it. Or cycles only, timed:
people who answer at once, at a pace of the house."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.five import Five

TABLES = (("initiation", 5), ("base", 3), ("others", 4), ("nuit", 5), ("ligues", 5))
TIMED = ("base", 4)
LONGEST = 240  # seconds of a cycle of four people who answer at once, at the fast pace


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", help="of Diktat (default: all of them, in turn)")
    parser.add_argument("--games", type=int, default=1, help="of each (default: 1)")
    parser.add_argument(
        "--pace",
        type=int,
        default=0,
        help="milliseconds between touches of one player (default: 0)",
    )
    parser.add_argument(
        "--cycles",
        type=int,
        default=0,
        help=f"instead, time so many cycles of {TIMED[0]} with {TIMED[1]} people, at the fast "
        f"pace: each may take {LONGEST} s",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with seated(hasty=not options.cycles) as five:
        return time_cycles(five, options) if options.cycles else play_games(five, options)


@contextmanager
def seated(hasty: bool) -> Iterator[Five]:
    """Five people before five browsers, in a house of their own; a hasty one shows everything for
    a few milliseconds."""
    from playwright.sync_api import sync_playwright  # tests only

    from clande.server.http.schemas.tables import GameInfo, HouseInfo
    from tests.browser.five import Five, hastily
    from tests.browser.hearing import noting
    from tests.browser.houses import NAME_ON_THE_NETWORK, housed, launching
    from tests.support.page_pool import PagePool

    diktat = GameInfo(name="diktat", title="Diktat", fewest_seats=2, most_seats=5)
    house = HouseInfo(name="Soak", version="0", games=[diktat], door=None)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        hastily() if hasty else nullcontext(),
        noting() as notes,
    ):
        browser = playwright.chromium.launch(**launching())
        with housed(house, Path(folder)) as port:
            five = Five(PagePool(browser), port, NAME_ON_THE_NETWORK, notes)
            yield five
            five.close()
        browser.close()


def play_games(five: Five, options: argparse.Namespace) -> int:
    from tests.server.secrecy import Leak

    tables = [table for table in TABLES if options.preset in (None, table[0])]
    leaks: list[str] = []
    for preset, seats in tables * options.games:
        five.at_once(preset, seats)
        five.play(lambda: not five.game.stack, pace=options.pace)
        times = five.measured(five.there)
        try:
            held = sum(five.held(person) for person in five.there)
        except Leak as leak:
            leaks.append(f"{preset}: {leak}"[:600])
            continue
        moments = five.notes.moments.pop(five.table)
        sealed = sum(moment.acted is not None and not moment.command for moment in moments)
        middle, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(
            f"{preset}, {seats} seats: {len(moments)} steps, {sealed} answers sealed, "
            f"{held} messages held, act to seen {middle:.0f} ms (p50), {p95:.0f} ms (p95) "
            f"of {len(times)}",
            flush=True,
        )
    print(f"{len(leaks)} leaks", *leaks, sep="\n")
    return 1 if leaks else 0


def is_past(five: Five, cycle: int) -> bool:
    """Whether a cycle is over."""
    return not five.game.stack or five.game.table.cycle > cycle


def time_cycles(five: Five, options: argparse.Namespace) -> int:
    """How long cycles take, from one to the next, and for how long of that things are shown."""
    preset, seats = TIMED
    five.at_once(options.preset or preset, seats)
    slow = 0
    for cycle in range(1, options.cycles + 1):
        begun, steps = time.monotonic(), len(five.moments)
        five.play(partial(is_past, five, cycle), pace=options.pace)
        taken = time.monotonic() - begun
        slow += taken > LONGEST
        acts = sum(moment.acted is not None for moment in five.moments[steps:])
        spent = max(moment.side.showing.spent for moment in five.moments[steps:]) / 1000
        print(
            f"cycle {cycle}, {seats} seats: {taken:.0f} s, of which {spent:.0f} s shown; "
            f"{acts} acts",
            flush=True,
        )
        if not five.game.stack:
            break
    print(f"{slow} cycles of over {LONGEST} s")
    return 1 if slow else 0
