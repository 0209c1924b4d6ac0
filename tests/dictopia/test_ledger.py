"""Every rule of the ledger is proved by a test or a case, and every id that is cited exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import clande.dictopia  # noqa: F401
from clande import cases
from clande.dictopia import BOOK
from clande.dictopia.wording.rulings import RULINGS

TESTS = Path(__file__).parents[1]
LEDGER = TESTS.parent / "docs/rules/dictopia.md"
ID = re.compile(r"DIC-[A-Z]{3}-\d+")
CASES = sorted((TESTS / "cases/dictopia").glob("*.yaml"))


def ledger() -> set[str]:
    return set(re.findall(r"\*\*(DIC-[A-Z]{3}-\d+)\*\*", LEDGER.read_text("utf-8")))


def cited() -> dict[str, str]:
    """Ids by where they are cited: docstrings of tests, rules of cases."""
    places: dict[str, str] = {}
    for path in sorted((TESTS / "dictopia").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in ID.findall(ast.get_docstring(node) or ""):
                    places[rule] = f"{path.name}: {node.name}"
    for path in CASES:
        places |= dict.fromkeys(cases.load(path).case.rules, path.name)
    return places


def test_every_rule_is_cited() -> None:
    assert sorted(ledger() - cited().keys()) == []


def test_every_id_that_is_cited_exists() -> None:
    assert {rule: where for rule, where in cited().items() if rule not in ledger()} == {}
    for rules in [kind.rule_ids for kind in BOOK.events] + [kind.rule_ids for kind in BOOK.actions]:
        assert rules and {*rules} <= ledger()
    assert {ruling.rule for ruling in RULINGS} <= ledger()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    cases.check(cases.load(path))
