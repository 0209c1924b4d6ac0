"""The options of `clande play` for Dictopia, and the draw of the day."""

from __future__ import annotations

import argparse
import datetime
from time import time_ns

from clande.dictopia.modes import days
from clande.dictopia.modes.solo import daily
from clande.dictopia.rules.trial import SECONDS
from clande.dictopia.table import DAILY, MODES, SOLO, TRAINING
from clande.kernel import Header, Sealing, Unreadable

GAME = "dictopia"
ALONE = (SOLO, TRAINING, DAILY)  # usually played by one
LONGEST_CLOCK = 3600


def add(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("dictopia")
    group.add_argument(
        "--mode", choices=MODES,
        help="against others (standard), alone against Big Brother (solo), the draw of the day "
        "(daily), three challenges without a clock (training), the same cards for all (duplicate)",
    )  # fmt: skip
    group.add_argument(
        "--judging", choices=("denunciation", "automatic"),
        help="whether words are judged when somebody denounces them, or always by the program",
    )  # fmt: skip
    group.add_argument(
        "--cards", type=int, metavar="N", help="cards in hand, 8 to 12, in solo: more is harder"
    )
    group.add_argument(
        "--seconds", type=int, metavar="N",
        help=f"for a word (default: {SECONDS}, by the rules; 0: no clock)",
    )  # fmt: skip
    group.add_argument("--date", metavar="YYYY-MM-DD", help="of the draw of the day, if not today")


def named_options(options: argparse.Namespace) -> list[str]:
    """Which of these options a person has named."""
    return [
        f"--{name}"
        for name in ("mode", "judging", "cards", "seconds", "date")
        if getattr(options, name) is not None
    ]


def chosen(options: argparse.Namespace) -> dict[str, int | str]:
    """The options of the table among them."""
    names = ("mode", "judging", "cards")
    return {name: v for name in names if (v := getattr(options, name)) is not None}


def check(options: argparse.Namespace, header: Header) -> None:
    if options.seconds is not None and not 0 <= options.seconds <= LONGEST_CLOCK:
        raise Unreadable(
            f"--seconds is 0 to {LONGEST_CLOCK}, not {options.seconds}",
            "dictopia.objections.clock", most=LONGEST_CLOCK, seconds=options.seconds,
        )  # fmt: skip
    if options.date is not None and not is_daily(header):
        message = "--date is of the draw of the day: --mode daily"
        raise Unreadable(message, "dictopia.objections.undated")


def is_daily(header: Header) -> bool:
    return header.options["mode"] == DAILY


def draw_of(options: argparse.Namespace) -> tuple[str, Header, Sealing]:
    """The day, and the draw that it has for everybody. [DIC-DAY-1]"""
    if options.seed is not None:
        message = "the draw of the day has no --seed: it is the same for everybody"
        raise Unreadable(message, "dictopia.objections.seed")
    date = options.date or today()
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        message = f"--date is a day such as 2026-11-15, not {date!r}"
        raise Unreadable(message, "dictopia.objections.date", date=date) from None
    if options.date and day.isoformat() > today():
        raise Unreadable(f"the draw of {day} is not out yet", "dictopia.objections.early", day=day)
    return day.isoformat(), *daily(day.isoformat())


def today() -> str:
    return days.day_at(time_ns() // 1_000_000)
