"""A pytest plugin: writes how long each test took, and what failed, for the end of `go.py test`.

python -m pytest -p tools.testreport --report-file FILE …

The file is JSON: `seconds` by test id (set-up and end included), `failed` by test id with the first
line of the error. Loaded in the workers of pytest-xdist, too, where it does nothing.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LONGEST = 200  # characters of a line


class Recorder:
    """Gathers the reports of all tests, in the process that hears of them all."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = {}
        self.failed: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = self.seconds.get(report.nodeid, 0.0)
        self.seconds[report.nodeid] = round(spent + report.duration, 3)
        if report.failed:
            self.failed.setdefault(report.nodeid, first_line(report))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.setdefault(report.nodeid, first_line(report))

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps({"seconds": self.seconds, "failed": self.failed}), "utf-8")


def first_line(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The first line of the error, or the last of a text without a crash."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = str(crash.message) if crash else report.longreprtext
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["no reason"]
    return (lines[0] if crash else lines[-1])[:LONGEST]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--report-file", type=Path, help="where to write times and failures")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--report-file")
    if file is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(file))
