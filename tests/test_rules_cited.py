"""Every rule that a test cites exists, and every rule of a delivered ledger is cited by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from clande import cases

TESTS = Path(__file__).parent
LEDGERS = TESTS.parent / "docs" / "rules"
DELIVERED = ("contraband", "dictopia", "diktat")
"""The ledgers whose every rule has its test. A game is added when it is delivered."""

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d+"
BOLD = re.compile(rf"\*\*({ID})\*\*")
RANGE = re.compile(rf"({ID}) to (\d+)")


def ids(ledger: str) -> list[str]:
    """The rules of a ledger: their ids stand in bold where they are laid down."""
    return BOLD.findall(ledger)


def families(known: Iterable[str]) -> set[str]:
    """What the ids of a ledger begin with: CTB, DIC-MAT."""
    return {rule.rpartition("-")[0] for rule in known}


def cited_in(docstring: str, prefixes: set[str]) -> Iterator[str]:
    """The ids that a docstring names; `CTB-1 to 3` names three."""
    for first, last in RANGE.findall(docstring):
        family, _, start = first.rpartition("-")
        yield from (f"{family}-{number}" for number in range(int(start), int(last) + 1))
    for rule in re.findall(rf"(?<![\w-]){ID}(?![\w-])", docstring):
        if rule.rpartition("-")[0] in prefixes:
            yield rule


def docstrings(source: str) -> Iterator[tuple[str, str]]:
    """The tests of a file, each with its docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


@cache
def ledgers() -> dict[str, list[str]]:
    return {
        path.stem: ids(path.read_text(encoding="utf-8")) for path in sorted(LEDGERS.glob("*.md"))
    }


def known() -> set[str]:
    return {rule for there in ledgers().values() for rule in there}


@cache
def cited() -> dict[str, list[str]]:
    """Each rule that is cited, with the tests and cases that cite it."""
    prefixes = families(known())
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if path == Path(__file__):
            continue
        for name, docstring in docstrings(path.read_text(encoding="utf-8")):
            for rule in cited_in(docstring, prefixes):
                found.setdefault(rule, []).append(f"{path.relative_to(TESTS)}::{name}")
    for path in cases.files([TESTS / "cases", *cases.of_modules()]):
        for rule in cases.load(path).case.rules:
            found.setdefault(rule, []).append("/".join(path.parts[-3:]))
    return found


def test_every_rule_that_is_cited_exists() -> None:
    there = known()
    assert {rule: where for rule, where in cited().items() if rule not in there} == {}


@pytest.mark.parametrize("ledger", DELIVERED)
def test_every_rule_of_a_delivered_ledger_is_cited(ledger: str) -> None:
    assert ledgers()[ledger], "a ledger without rules"
    assert [rule for rule in ledgers()[ledger] if rule not in cited()] == []


def test_no_rule_is_laid_down_twice() -> None:
    everywhere = [rule for there in ledgers().values() for rule in there]
    assert sorted(everywhere) == sorted(set(everywhere))


def test_ids_are_found_where_they_are_laid_down_and_nowhere_else() -> None:
    assert ids("- **CTB-1** The bag.\n- **DIC-MAT-12** **Ruling** 60 cards, see CTB-2.") == [
        "CTB-1",
        "DIC-MAT-12",
    ]
    assert families(["CTB-1", "CTB-2", "DIC-MAT-12"]) == {"CTB", "DIC-MAT"}


def test_citations_are_found_in_the_docstrings_of_tests() -> None:
    source = 'def test_a() -> None:\n    """CTB-1, [CTB-3]"""\ndef other():\n    """CTB-9"""\n'
    ((name, docstring),) = docstrings(source)
    assert name == "test_a"
    assert sorted(cited_in(docstring, {"CTB"})) == ["CTB-1", "CTB-3"]
    assert sorted(set(cited_in("CTB-4 to 6, UTF-8, X-CTB-7", {"CTB"}))) == [
        "CTB-4",
        "CTB-5",
        "CTB-6",
    ]
