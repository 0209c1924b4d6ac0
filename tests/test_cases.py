"""Every case of the house holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from clande import cases

CASES = Path(__file__).parent / "cases"
FILES = list(cases.files([CASES, *cases.of_modules()]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_the_case_holds(path: Path) -> None:
    cases.check(cases.load(path))


def test_there_are_cases_of_every_game_that_has_a_folder() -> None:
    folders = [folder for folder in CASES.iterdir() if folder.is_dir()]
    assert folders and all(any(cases.files([folder])) for folder in folders)
