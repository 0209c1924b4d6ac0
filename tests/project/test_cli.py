"""The command `clande`: help for a newcomer, one line for a mistake."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from clande import __version__, cli
from clande.usage import UsageError


def test_help_lists_the_commands_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert "open the house" in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"clande {__version__}\n"


def test_help_imports_no_server() -> None:
    """Each command starts fast: the others are only named."""
    before = set(sys.modules)
    cli.parser(None)
    heavy = ("starlette", "sqlalchemy")
    assert not {name for name in set(sys.modules) - before if name.startswith(heavy)}


def test_a_listed_command_that_is_not_there_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "absent", cli.Command("clande.no_such_module:add", "x"))
    with pytest.raises(SystemExit) as end:
        cli.main(["absent"])
    assert end.value.code == 2
    assert "invalid choice: 'absent'" in capsys.readouterr().err


def add(parser: argparse.ArgumentParser) -> None:
    """A command for the test below."""

    def run(options: argparse.Namespace) -> int:
        raise UsageError("the door is shut")

    parser.set_defaults(run=run)


def test_a_mistake_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "fails", cli.Command(f"{__name__}:add", "fails"))
    assert cli.main(["fails"]) == 1
    assert capsys.readouterr().err == "clande: the door is shut\n"


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = [sys.executable, "-m", "clande", "cases", "names", "examples/contraband"]
    shown = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert shown.stdout is not None and shown.stderr is not None
    shown.stdout.close()
    assert (shown.wait(120), shown.stderr.read()) == (0, b"")
    shown.stderr.close()
