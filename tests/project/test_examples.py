"""The programs in examples/ run without a warning; a game without a program is skipped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [*ROOT.glob("examples/*.py"), *ROOT.glob("examples/*/__main__.py")]
NAMES = sorted((file.parent if file.stem == "__main__" else file).stem for file in FILES)
PROGRAMS = [name for name in NAMES if name != "__init__"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_runs(name: str) -> None:
    command = [sys.executable, "-W", "error", "-m", f"examples.{name}"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
