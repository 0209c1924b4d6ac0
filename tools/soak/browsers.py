"""Whole games of Diktat in browsers: pressed on the page to their end, all that is heard held
against other worlds, and the time from an act to what the others see of it."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

TABLES = (("initiation", 5), ("base", 3), ("others", 4), ("nuit", 5), ("ligues", 5))


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", help="of Diktat (default: all of them, in turn)")
    parser.add_argument("--games", type=int, default=1, help="of each (default: 1)")
    parser.add_argument(
        "--pace",
        type=int,
        default=0,
        help="milliseconds between touches of one player (default: 0)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from playwright.sync_api import sync_playwright  # tests only

    from clande.server.http.schemas.tables import GameInfo, HouseInfo
    from tests.browser.five import Five
    from tests.browser.hearing import noting
    from tests.browser.houses import NAME_ON_THE_NETWORK, housed, launching
    from tests.server.secrecy import Leak
    from tests.support.page_pool import PagePool

    tables = [table for table in TABLES if options.preset in (None, table[0])]
    diktat = GameInfo(name="diktat", title="Diktat", fewest_seats=2, most_seats=5)
    house = HouseInfo(name="Soak", version="0", games=[diktat], door=None)
    leaks: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        noting() as notes,
    ):
        browser = playwright.chromium.launch(**launching())
        with housed(house, Path(folder)) as port:
            five = Five(PagePool(browser), port, NAME_ON_THE_NETWORK, notes)
            for preset, seats in tables * options.games:
                five.at_once(preset, seats)
                five.play(lambda: not five.game.stack, pace=options.pace)
                times = five.measured(five.there)
                try:
                    held = sum(five.held(person) for person in five.there)
                except Leak as leak:
                    leaks.append(f"{preset}: {leak}"[:600])
                    continue
                steps = len(notes.moments.pop(five.table))
                middle, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
                print(
                    f"{preset}, {seats} seats: {steps} steps, {held} messages held, "
                    f"act to seen {middle:.0f} ms (p50), {p95:.0f} ms (p95) of {len(times)}",
                    flush=True,
                )
            five.close()
        browser.close()
    print(f"{len(leaks)} leaks", *leaks, sep="\n")
    return 1 if leaks else 0
