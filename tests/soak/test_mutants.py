"""Mutants of a toy project: caught, missed, endless, harmless; and the project stays as it is."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from clande import cases
from clande.usage import UsageError
from tools.soak import covering, mutants
from tools.soak.mutants import Baseline, Result
from tools.soak.mutations import Mutant
from tools.soak.mutations import mutants as all_mutants
from tools.soak.tables import ROOT

TOY = "src/clande/toy.py"
SOURCE = """
def larger(one: int, other: int) -> int:
    return one if one > other else other


def down(number: int) -> int:
    while number > 0:
        number -= 1
    return number
"""
TESTS = """
from clande.toy import down, larger

def test_the_larger_is_found() -> None:
    assert larger(1, 2) == larger(2, 1) == 2

def test_down_is_nought() -> None:
    assert down(2) == 0

def test_that_fails_anyway() -> None:
    assert larger(1, 2) == 1
"""
SETTINGS = """
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = "--import-mode=importlib"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a program of the same name as ours, so that it takes its place."""
    files = {
        TOY: SOURCE,
        "src/clande/__init__.py": "",
        "tests/test_toy.py": TESTS,
        "tests/test_other.py": "def test_nothing() -> None:\n    pass\n",
        "tests/test_broken.py": "import no_such_module\n",
        "pyproject.toml": SETTINGS,
        "tools/soak/covering.py": (ROOT / "tools/soak/covering.py").read_text("utf-8"),
    }
    for name, text in files.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text)
    return tmp_path / "project"


@pytest.fixture
def base(project: Path, tmp_path: Path) -> Path:
    return mutants.copy_of(project, tmp_path.resolve() / "base")


def change(new: str) -> Mutant:
    """The mutant of the toy that makes it say this."""
    source = SOURCE.encode()
    (found,) = [m for m in all_mutants(TOY, source) if f"+ {new}" in m.diff(source)]
    return found


KNOWN = Baseline(
    files={"tests/test_toy.py": 0.1, "tests/test_other.py": 0.2},
    failing=["tests/test_toy.py::test_that_fails_anyway"],
)


def test_a_planted_mutant_is_killed(base: Path, tmp_path: Path) -> None:
    mutant = change("return one if one <= other else other")
    result = mutants.judge(base, tmp_path, mutant, KNOWN)
    assert (result.fate, result.by) == ("killed", "tests/test_toy.py::test_the_larger_is_found")
    assert result.line == 3
    assert (base / TOY).read_text() == SOURCE


def test_an_equivalent_one_survives(base: Path, tmp_path: Path) -> None:
    mutant = change("return one if one >= other else other")
    assert mutants.judge(base, tmp_path, mutant, KNOWN).fate == "survived"


def test_an_endless_one_is_stopped(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "SHORTEST", 2.0)
    assert mutants.judge(base, tmp_path, change("number += 1"), KNOWN).fate == "timed out"


def test_the_baseline_leaves_out_what_fails_without_a_mutant(base: Path) -> None:
    found = mutants.baseline(base, ["tests"])
    assert set(found.files) == {"tests/test_toy.py", "tests/test_other.py"}
    assert set(found.failing) == {
        "tests/test_broken.py",
        "tests/test_toy.py::test_that_fails_anyway",
    }
    assert found.limit() >= mutants.SHORTEST


@pytest.mark.slow
def test_a_campaign_tells_survivors_and_goes_on_where_it_stopped(
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = {file: file.read_bytes() for file in project.rglob("*") if file.is_file()}
    drawn = [change(f"return one if one {sign} other else other") for sign in (">=", "<=")]
    monkeypatch.setattr(mutants, "sample", lambda sources, number, seed, beside: drawn)
    options = Namespace(
        sample=2, seed=1, processes=2, paths=TOY, tests="tests", resume=tmp_path / "done.jsonl"
    )
    assert mutants.run(options, project) == 1
    out = capsys.readouterr().out
    assert "+ return one if one >= other else other" in out and "50.0 % killed" in out
    assert {file: file.read_bytes() for file in project.rglob("*") if file.is_file()} == before

    monkeypatch.setattr(mutants, "judge", None)  # nothing is run again
    assert mutants.run(options, project) == 1

    harmless = tmp_path / "equivalent.txt"
    lines = ["# a comment", TOY, *drawn[0].diff(SOURCE.encode()), "  equals are the same number"]
    harmless.write_text("\n".join(lines))
    known = mutants.equivalents(harmless)
    monkeypatch.setattr(mutants, "equivalents", lambda: known)
    assert mutants.run(options, project) == 0
    assert "100.0 % killed" in capsys.readouterr().out


def test_the_chapter_of_a_mutant_comes_first(base: Path) -> None:
    known = Baseline(
        files={"tests/test_other.py": 0.1, "tests/test_toy.py": 0.2},
        cases=["tests/cases/clande/chapter/a.yaml", "tests/cases/chess/toy/b.yaml"],
    )
    cases, own, rest = mutants.stages(base, change("number += 1"), known)
    assert own[-1] == "tests/test_toy.py"
    assert cases[-1] == "tests/cases/clande/chapter/a.yaml"
    assert "tests/cases/chess/toy/b.yaml" not in cases
    assert rest[-1] == "tests/test_other.py" and "-x" in rest


def test_only_what_goes_through_a_changed_function_is_run(base: Path, tmp_path: Path) -> None:
    known = mutants.baseline(base, ["tests"])
    assert known.tests.of([f"{TOY}:6"]) == ["tests/test_toy.py::test_down_is_nought"]
    (run,) = mutants.stages(base, change("number += 1"), known)
    (only,) = [word.removeprefix("--only=") for word in run if word.startswith("--only=")]
    assert Path(only).read_text() == '["tests/test_toy.py::test_down_is_nought"]'
    mutant = change("return one if one <= other else other")
    result = mutants.judge(base, tmp_path, mutant, known)
    assert (result.fate, result.by) == ("killed", "tests/test_toy.py::test_the_larger_is_found")


def test_cases_are_known_by_what_they_go_through(tmp_path: Path) -> None:
    case = (
        "tests/cases/contraband/"
        + sorted(file.name for file in (ROOT / "tests/cases/contraband").glob("*.yaml"))[0]
    )
    file = tmp_path / "cases.json"
    ran = mutants.run_in(ROOT, ["-m", "tools.soak.covering", str(file), case], 60)
    assert ran.status == 0, ran.out
    covered = covering.read(file)
    assert covered.names == [case]
    assert any(key.startswith("src/clande/kernel/frames.py:") for key in covered.functions)


def test_what_is_kept_or_stands_outside_of_functions_may_be_noticed_by_all() -> None:
    source = b"A = 1\n@lru_cache\ndef kept() -> int:\n    return 1\nB = lambda: 2\n"
    assert [covering.functions_at(source, line) for line in (1, 4, 5)] == [[], [], [5]]


def test_the_tests_of_another_game_are_left_out() -> None:
    module = Path("src/clande/diktat/rules/board")
    assert mutants.concerns("tests/diktat/test_board.py", module)
    assert mutants.concerns("tests/test_cases.py", module)
    assert not mutants.concerns("tests/dictopia/test_game.py", module)
    assert not mutants.concerns("tests/kernel/test_frames.py", module)
    assert mutants.concerns("tests/dictopia/test_game.py", Path("src/clande/kernel/frames"))


def test_the_cases_of_modules_must_notice_mutants_of_their_game() -> None:
    case = next((ROOT / mutants.OF_MODULES).glob("*/cases/*.yaml")).relative_to(ROOT)
    assert mutants.game_of(str(case)) == "diktat"
    assert mutants.game_of("tests/diktat/configurations/mixed_cases/war.yaml") == "diktat"
    assert mutants.game_of("tests/cases/contraband/pass.yaml") == "contraband"
    named = mutants.TESTS.split(",")
    for folder in cases.of_modules():
        assert any((ROOT / name) in folder.parents for name in named), folder


def test_a_list_of_equivalents_gives_reasons(tmp_path: Path) -> None:
    file = tmp_path / "equivalent.txt"
    file.write_text(f"{TOY}\n- a\n+ b\n")
    with pytest.raises(UsageError, match="a reason"):
        mutants.equivalents(file)


def test_our_own_list_can_be_read() -> None:
    assert all((ROOT / path).is_file() for path, _ in mutants.equivalents())


def test_the_share_decides() -> None:
    killed = [Result(str(n), TOY, 1, "constant", [], "killed") for n in range(9)]
    survived = Result("x", TOY, 1, "constant", [], "survived")
    harmless = Result("y", TOY, 1, "constant", [], "equivalent")
    assert mutants.report([*killed, survived, harmless]) == 0
    assert mutants.report([*killed, survived, survived]) == 1
