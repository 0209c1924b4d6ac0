"""`clande balance`: is a game fair, and is every card of it played? See docs/arena.md."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from clande.kernel import IllegalAction, Unreadable
from clande.research import arena
from clande.research.campaigns import Crew, carry_out
from clande.research.pages import page
from clande.research.plans import CampaignPlan, book_of
from clande.research.reports import PRESETS, REPORTS
from clande.research.rows import GameRow, read
from clande.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    arena.table(parser)
    parser.add_argument("--games", type=int, default=2000, help="a table (default: 2000)")
    parser.add_argument(
        "--out", type=Path, default=Path("balance"), metavar="FOLDER",
        help="rows.jsonl, which is gone on with, and balance.html (default: balance)",
    )  # fmt: skip
    parser.add_argument(
        "--no-play", action="store_true", help="write the page of the rows that are there"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    rows_file, page_file = options.out / "rows.jsonl", options.out / "balance.html"
    try:
        if options.no_play:
            plan, rows = read(rows_file)
        else:
            plan, rows = measured(options, rows_file)
    except Unreadable as error:
        raise UsageError(str(error)) from None
    except IllegalAction as error:
        raise UsageError(f"a bot did what it may not: {error}") from None
    page_file.write_text(written(plan, rows), "utf-8")
    print(f"{len(rows)} games: {page_file}")
    return 0


def measured(options: argparse.Namespace, rows_file: Path) -> tuple[CampaignPlan, list[GameRow]]:
    """Plays what is missing of the games."""
    game = book_of(options.game, options.pack).name.partition("@")[0]
    if game not in REPORTS:
        raise UsageError(f"there is no report on {game}; there are: {', '.join(REPORTS)}")
    options.preset = options.preset or list(PRESETS.get(game, ("named",)))
    plan = arena.planned(options, facts=True)
    done = carry_out(plan, rows_file, options.games, Crew(options.processes, options.ray))
    return plan, done.rows


def written(plan: CampaignPlan, rows: Sequence[GameRow]) -> str:
    """The page, in both languages."""
    book = plan.find()
    game = book.name.partition("@")[0]
    if game not in REPORTS or not plan.facts:
        raise UsageError("these rows do not say what happened in their games")
    if not rows:
        raise UsageError("there are no games yet")
    return page(REPORTS[game](plan, book, rows), book)
