"""`clande play`: its options, and the table that they ask for."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import secrets
import sys
from pathlib import Path

from clande import bots, games, kernel
from clande.kernel import Preset, QuickLuck, Sealing, Unreadable
from clande.kernel.chance import NONCE_BYTES
from clande.terminal.dictopia import options as dictopia
from clande.terminal.dictopia.game import WordSession
from clande.terminal.drawing import name_of
from clande.terminal.game import Quit, TerminalGame
from clande.text import LANGUAGES, MissingText, catalogue, sentences
from clande.usage import UsageError

MEDDLING = 8  # at one decision in so many a random seat first acts unasked

EXAMPLES = """examples:
  clande play diktat --seats 4
  clande play dictopia                      against two bots
  clande play dictopia --bots apprenti,lexicographe
  clande play dictopia --mode solo          alone against Big Brother
  clande play dictopia --mode training      three challenges, no clock, hints
  clande play dictopia --mode daily         the draw of the day"""


def bots_by_game() -> str:
    """The bots by game, for who asks for help."""
    by_game: dict[str, list[str]] = {}
    for name, bot in bots.BOTS.items():
        by_game.setdefault(", ".join(bot.games) or "any game", []).append(name)
    return "; ".join(f"{', '.join(names)} ({game})" for game, names in by_game.items())


def add(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("game", help="the name of an installed game, or the path of one")
    parser.add_argument("--seats", type=int, help="how many sit down (default: 3, else the fewest)")
    parser.add_argument("--preset", default="", help="a named way to play: see `clande presets`")
    parser.add_argument(
        "--with", "--modules", dest="modules", default="", metavar="A,B",
        help="the game's modules to play with",
    )  # fmt: skip
    parser.add_argument("--pack", type=Path, metavar="FILE", help="with this content pack")
    parser.add_argument("--seat", type=int, default=0, help="which seat is yours (default: 0)")
    parser.add_argument(
        "--bots", metavar="A,B",
        help=f"the other seats, in turn: {bots_by_game()}",
    )  # fmt: skip
    parser.add_argument("--frank", action="store_true", help="bots tell even secret reasons")
    parser.add_argument("--seed", type=int, help="a number; the same one gives the same game")
    parser.add_argument("--lang", choices=LANGUAGES, help="default: by LANG, else fr")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the table"
    )
    parser.add_argument("--breathe", action="store_true", help="be asked between all steps, too")
    parser.add_argument(
        "--meddling", type=int, default=MEDDLING, metavar="N",
        help=f"random seats act unasked at one decision in N (default: {MEDDLING}; 0: never)",
    )  # fmt: skip
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the game down")
    dictopia.add(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        session = begin(options)
    except Unreadable as error:
        raise UsageError(sentences.mistaken(options.lang or language(), error)) from None
    except (MissingText, ValueError) as error:
        raise UsageError(str(error)) from None
    status = 0
    try:
        session.play()
    except (Quit, EOFError):
        session.leave()
    except KeyboardInterrupt:
        print()
        session.leave()
        status = 130
    except BrokenPipeError:  # whoever read our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    if options.record:
        session.write(options.record)
    return status


def begin(options: argparse.Namespace) -> TerminalGame:
    """Sets the table that the options ask for."""
    book = games.edition(options.game, options.pack) if options.pack else games.find(options.game)
    spells = book.name == dictopia.GAME
    if not spells and (only := dictopia.named_options(options)):
        raise Unreadable(
            f"{', '.join(only)}: for {dictopia.GAME} only",
            "tables.only", options=only, game=dictopia.GAME,
        )  # fmt: skip
    modules = [module for module in options.modules.split(",") if module]
    preset = kernel.preset(book.name, options.preset) if options.preset else Preset("")
    modules = [*preset.modules, *modules]
    chosen = preset.options | dict(map(option, options.option)) | dictopia.chosen(options)
    fits = kernel.compose(kernel.books.mix(book.name, modules)).seats
    usual = 1 if spells and chosen.get("mode") in dictopia.ALONE else 3 if 3 in fits else min(fits)
    seats = options.seats or usual
    header = kernel.head(book.name, seats, modules, chosen)
    if options.seat not in range(seats):
        raise Unreadable(
            f"--seat is one of 0 to {seats - 1}, not {options.seat}",
            "tables.seat", last=seats - 1, seat=options.seat,
        )  # fmt: skip
    if options.meddling < 0:
        number = options.meddling
        raise Unreadable(f"--meddling is 0 or more, not {number}", "tables.meddling", n=number)
    if options.record and (options.record.exists() or not options.record.parent.is_dir()):
        exists, file = options.record.exists(), options.record
        why = "is there already" if exists else "cannot be written there"
        raise Unreadable(f"--record: {file} {why}", "tables.record", file=file, there=exists)
    texts = catalogue(options.lang or language(), book)
    number = secrets.randbelow(10**9) if options.seed is None else options.seed
    sealing, date = sealed(number, header.version, seats), ""
    if spells:
        dictopia.check(options, header)
        if dictopia.is_daily(header):
            date, header, sealing = dictopia.draw_of(options)
    record, game = kernel.begin(header, sealing, "seats" if options.breathe or spells else "none")
    luck = QuickLuck(number & (1 << 64) - 1)
    wanted = (options.bots or bots.usual(book.name)).split(",")
    others = [seat for seat in range(seats) if seat != options.seat]
    called = {seat: wanted[place % len(wanted)] for place, seat in enumerate(others)}
    rivals = {seat: bots.find(name, book.name) for seat, name in called.items()}
    names = {s: name_of(s, options.seat, texts, called.get(s, "")) for s in range(seats)}
    kind = WordSession if spells else TerminalGame
    session = kind(
        game, record, sealing, texts.seated(names), options.seat, rivals, luck, options.meddling,
        number, options.frank,
    )  # fmt: skip
    if isinstance(session, WordSession):
        session.prepare(options.seconds, date)
    return session


def option(pair: str) -> tuple[str, int | str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise Unreadable(f"--option is NAME=VALUE, not {pair!r}", "tables.pair", given=pair)
    return name, int(value) if re.fullmatch(r"-?\d+", value) else value


def language() -> str:
    """The language of the person's machine, if we speak it; else French."""
    lang = os.environ.get("LANG", "")[:2]
    return lang if lang in LANGUAGES else "fr"


def sealed(number: int, version: str, seats: int) -> Sealing:
    """Luck from one small number: nobody else at this table has to be convinced."""

    def drawn(what: str) -> bytes:
        return hashlib.sha256(f"clande-play {number} {what}".encode()).digest()

    nonces = tuple(drawn(f"nonce {seat}")[:NONCE_BYTES] for seat in range(seats))
    return Sealing(f"terminal-{number}", version, drawn("seed"), nonces)
