"""One game or one law again, told act by act."""

from __future__ import annotations

import argparse
import sys
import traceback

from clande.kernel import book, outcome
from clande.kernel.text import write
from clande.testing import LAWS
from clande.usage import UsageError
from tools.soak.campaigns import patience
from tools.soak.games import Task, acts, begin
from tools.soak.laws import Place, Trial
from tools.soak.tables import begun, found

TOLD = 30  # acts before the end that are told


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", help="a game or a mix (diktat+others), or the file of a case")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--meddling", type=int, default=0, metavar="N")
    parser.add_argument("--preset", default="", help="with the options of this preset")
    parser.add_argument("--law", choices=list(LAWS), help="this law, not just a game")
    parser.add_argument("--all", action="store_true", help=f"tell more than the last {TOLD} acts")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    scene = options.what.endswith((".yaml", ".yml"))
    if scene != (not options.seats) or (scene and not options.law):
        raise UsageError("a game has --seats; the file of a case has a --law instead")
    if not scene:
        # says what is wrong with them
        begun(options.what, options.seats, options.seed, options.preset)
    try:
        with patience():
            return law_again(options) if options.law else game_again(options)
    except Exception:
        traceback.print_exc(file=sys.stdout)
        return 1


def law_again(options: argparse.Namespace) -> int:
    name = "" if not options.seats else found(options.what.partition("+")[0]).name
    Trial(options.law, Place(name, options.what, options.seats), options.seed).hold()
    print(f"{options.law} holds")
    return 0


def game_again(options: argparse.Namespace) -> int:
    game_name, plus, modules = options.what.partition("+")
    rules = found(game_name).name + plus + modules
    at = (options.seats, options.seed, options.meddling, options.preset)
    task = Task(game_name, rules, *at)
    game = begin(task)
    print(f"{game.header.mix}, {game.header.seats} seats, {game.header.options}")
    lines: list[str] = []
    try:
        for number, (seat, action) in enumerate(acts(task, game), start=1):
            lines.append(f"{number:>5}  {seat} {write(action)}")
    finally:
        print("\n".join(lines if options.all else lines[-TOLD:]))
        under_way = " > ".join(f"{type(rule).__name__}.{rule.step}" for rule in game.stack)
        print(f"{len(lines)} acts of {book(game).bound}; under way: {under_way or 'nothing'}")
    print(f"sound: {outcome(game)}")
    return 0
