"""The measure of a server under load plays a game over sockets."""

from __future__ import annotations

import pytest

from tools.load import __main__ as load


def test_a_table_is_played_over_sockets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("load", "moves", "--alone", "--rounds", "1", "--tables", "1", "--seats", "2")
    monkeypatch.setattr("sys.argv", list(asked))
    monkeypatch.setattr("os.sched_setaffinity", lambda process, cores: None)
    assert load.main() == 0
    shown = capsys.readouterr().out
    assert "moves a CPU second" in shown and " 0 refused" in shown
