"""The command `clande`: one row a command, each in the module that does the work."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from clande import __version__
from clande.usage import UsageError


class Command(NamedTuple):
    """Where a command lives, and what it does in one line.

    `where` names a function that receives the command's parser, adds its options, and sets
    `run`, a function from the parsed options to the exit status.
    """

    where: str
    help: str
    also: str = ""  # a second such function, which extends the command


COMMANDS = {
    "serve": Command("clande.server.main:add", "open the house: the page, for this network"),
    "play": Command("clande.terminal.play:add", "play a game in the terminal"),
    "presets": Command("clande.terminal.presets:add", "list the named ways to play a game"),
    "cases": Command("clande.cases:add", "play the cases: scenes of a rule and what must follow"),
    "verify": Command(
        "clande.verification:add",
        "replay a recorded game, or all games of a house, and check every step",
        "clande.server.operations.maintenance:add_verify",
    ),
    "backup": Command(
        "clande.server.operations.maintenance:add_backup", "copy the house while it is open"
    ),
    "restore": Command(
        "clande.server.operations.maintenance:add_restore", "make a house of a copy again"
    ),
    "admin": Command(
        "clande.server.operations.admin_secret:add", "draw a new secret for a house that is closed"
    ),
    "cards": Command("clande.diktat.wording.listing:add", "list the cards of Diktat, or tell one"),
    "arena": Command("clande.research.arena:add", "bots against bots, rated with intervals"),
    "balance": Command("clande.research.balance:add", "measure whether a game is fair"),
    "bench": Command("clande.bench:add", "measure the engine"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    typed = list(sys.argv[1:] if arguments is None else arguments)
    options = parser(typed[0] if typed else None).parse_args(typed)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except UsageError as error:
        print(f"clande: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has gone: print nothing more, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def parser(wanted: str | None) -> argparse.ArgumentParser:
    """The parser of all commands; only the wanted one is imported, so that each starts fast."""
    top = argparse.ArgumentParser(
        prog="clande",
        description="A gaming house for two French table games, Diktat and Dictopia.",
        epilog="'clande COMMAND --help' tells the options of a command.",
    )
    top.add_argument("--version", action="version", version=f"clande {__version__}")
    rows = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        module, _, function = command.where.partition(":")
        if find_spec(module) is None:
            continue
        row = rows.add_parser(name, help=command.help, description=f"{name}: {command.help}.")
        if name == wanted:
            getattr(import_module(module), function)(row)
            if command.also:
                module, _, function = command.also.partition(":")
                getattr(import_module(module), function)(row)
    return top
