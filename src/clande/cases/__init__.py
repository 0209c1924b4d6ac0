"""Cases: scenes of a rule and what must follow, as data that anyone can write and run.

`scenes` sets a position, `cases` plays a case and compares, `plainyaml` reads the files with their
lines, `naming` lists the names that a case may use.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from clande import games
from clande.cases.cases import Case, Differs, check, load, start
from clande.cases.naming import names
from clande.cases.scenes import Scene, stage
from clande.kernel import Unreadable
from clande.kernel.books import MODULES

__all__ = [
    "Case",
    "Differs",
    "Scene",
    "add",
    "check",
    "files",
    "load",
    "names",
    "of_modules",
    "run",
    "stage",
    "start",
]


def add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(title="what to do", metavar="run | names", required=True)
    runner = verbs.add_parser("run", help="play case files and say what differs")
    runner.add_argument("paths", nargs="+", type=Path, help="case files, or folders of them")
    runner.set_defaults(run=lambda options: run(options.paths, options.quiet))
    runner.add_argument("-q", "--quiet", action="store_true", help="print failures only")
    namer = verbs.add_parser("names", help="list what a case can name: fields, acts, events, rules")
    namer.set_defaults(run=lambda options: tell_names(options.game))
    namer.add_argument("game", help="a game's name or path, with modules: diktat+others")


def tell_names(game: str) -> int:
    """Prints what a case of a game can name."""
    try:
        print("\n".join(names(game)))
    except Unreadable as error:
        print(f"clande: {error}", file=sys.stderr)
        return 2
    return 0


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The case files that are meant: files as they are, folders with all below them."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        else:
            yield path


def of_modules(game: str = "") -> list[Path]:
    """The folders with the cases of installed modules, of one game or of all."""
    games.installed()
    modules = [module for name in MODULES if game in ("", name) for module in MODULES[name]]
    folders = [module.folder / "cases" for module in modules if module.folder is not None]
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def run(paths: Iterable[Path], quiet: bool = False) -> int:
    """Plays all these cases; the exit status is 1 if one differs, 2 if one cannot be read."""
    passed = failed = unreadable = 0
    for path in files(paths):
        try:
            check(case := load(path))
        except Unreadable as error:
            unreadable += 1
            print(f"UNREADABLE {error}", file=sys.stderr)
        except Differs as error:
            failed += 1
            print(f"DIFFERS    {error}", file=sys.stderr)
        except Exception as error:  # one file that brings the engine down must not hide the others
            failed += 1
            print(
                f"DIFFERS    {path}: broke down: {type(error).__name__}: {error}", file=sys.stderr
            )
        else:
            passed += 1
            if not quiet:
                print(f"ok         {path}  {case.case.case}")
    if not passed + failed + unreadable:
        print("clande: no case file there", file=sys.stderr)
        return 2
    print(f"{passed} passed, {failed} differ, {unreadable} unreadable")
    return 2 if unreadable else 1 if failed else 0
