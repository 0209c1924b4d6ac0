"""The subset of YAML: what it reads, what it refuses, and on which line."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from clande.cases.plainyaml import DEEPEST, LARGEST, parsed, read
from clande.kernel import Unreadable


def value(text: str) -> Any:
    return read(text, "a.yaml")[0]


def test_mappings_lists_text_numbers_and_truths_are_read() -> None:
    text = """
# a comment
word: salt
number: -12
yes_or_no: [true, false]
nothing: [null, ~, ]
quoted: ["12", 'true', "1.5", ""]
empty:
nested: {a: {1: [x, {b: c}]}}
folded: |
  two
  lines
"""
    assert value(text) == {
        "word": "salt",
        "number": -12,
        "yes_or_no": [True, False],
        "nothing": [None, None],
        "quoted": ["12", "true", "1.5", ""],
        "empty": None,
        "nested": {"a": {1: ["x", {"b": "c"}]}},
        "folded": "two\nlines\n",
    }


@pytest.mark.parametrize("word", ["yes", "no", "on", "True", "NULL", "0x1F", "1_000", "2024-01-01"])
def test_nothing_else_is_more_than_text(word: str) -> None:
    assert value(f"a: {word}") == {"a": word}


def test_each_part_has_the_line_on_which_it_begins() -> None:
    _, lines = read("a: 1\nb:\n  c: [x,\n    y]\n  d:\n    - e\n    - f: g\n", "a.yaml")
    assert lines[("a",)] == 1
    assert lines[("b",)] == 2
    assert lines[("b", "c")] == 3
    assert lines[("b", "c", 1)] == 4
    assert lines[("b", "d", 1, "f")] == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: &x 2", "a.yaml:2: anchors and aliases are not read"),
        ("a: &x {}\nb: 2", "a.yaml:1: anchors and aliases are not read"),
        ("a: 1\n\nb: *x", "a.yaml:3: anchors and aliases are not read"),
        ("*x : 1", "a.yaml:1: anchors and aliases are not read"),
        ("a: !!str 5", "a.yaml:1: tags such as tag:yaml.org,2002:str"),
        ("a: 1\nb: !python/object:os.system {}", "a.yaml:2: tags such as"),
        ("a: !x [1]", "a.yaml:1: tags such as !x"),
        ("a: 1.5", "a.yaml:1: 1.5 is no whole number; put text into quotes"),
        ("a:\n  - .5", "a.yaml:2: .5 is no whole number"),
        ("a: 1.5e3", "a.yaml:1: 1.5e3 is no whole number"),
        ("1.5: a", "a.yaml:1: 1.5 is no whole number"),
        ("a: 1\nb: 2\na: 3", "a.yaml:3: 'a' stands twice"),
        ("x: {1: a,\n 1: b}", "a.yaml:2: 1 stands twice"),
        ("{a: 1}: b", "a.yaml:1: a key is a word or a number"),
        ("[a]: b", "a.yaml:1: a key is a word or a number"),
        ("true: b", "a.yaml:1: a key is a word or a number, not True"),
        ("~: b", "a.yaml:1: a key is a word or a number, not None"),
        ("", "a.yaml: nothing is written there"),
        ("# only words", "a.yaml: nothing is written there"),
        ("a: [1, 2", "a.yaml:1: "),
        ("a: 1\n b: 2", "a.yaml:2: "),
        ("a: 1\n\tb: 2", "a.yaml:2: "),
        ("a: b: c", "a.yaml:1: mapping values are not allowed here; put text that contains"),
        ("a: [x [y] z]", "a.yaml:1: .*; put a list item that contains brackets"),
        ("a: @x", "a.yaml:1: .*; indent with spaces"),
        ("a: \x01", "a.yaml: unacceptable character"),
        ("a: 1\n---\nb: 2", "a.yaml:?.*: a second document begins"),
    ],
)
def test_what_is_not_read_is_named_with_its_file_and_line(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        value(text)


def test_a_second_document_is_named_with_its_line() -> None:
    with pytest.raises(Unreadable, match=r"a\.yaml:2: a second document"):
        value("a: 1\n---\nb: 2")


def test_a_float_without_a_point_is_refused() -> None:
    with pytest.raises(Unreadable, match="no whole number"):
        value("a: 1e3")


def test_a_number_too_long_is_unreadable() -> None:
    try:
        value("a: " + "1" * 5000)
    except Unreadable:
        return
    except ValueError as error:
        pytest.fail(str(error))


def test_nothing_is_nested_too_deep() -> None:
    assert value("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(Unreadable, match=rf"a\.yaml:1: nested deeper than {DEEPEST} levels"):
        value("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2))
    with pytest.raises(Unreadable, match="nested deeper"):
        value("[" * 50_000)
    lines = "".join(f"{' ' * depth}a:\n" for depth in range(DEEPEST + 4))
    with pytest.raises(Unreadable, match=rf"a\.yaml:{DEEPEST + 1}: nested deeper"):
        value(lines)


def test_nothing_is_too_large() -> None:
    assert value("a: " + "x" * (LARGEST - 3))
    with pytest.raises(Unreadable, match=f"a.yaml: larger than {LARGEST} characters"):
        value("a: " + "x" * (LARGEST - 2))


def test_billions_of_laughs_are_not_heard() -> None:
    text = "a: &a [x, x]\n" + "\n".join(f"b{i}: &b{i} [*a, *a]" for i in range(30))
    with pytest.raises(Unreadable, match=r"a\.yaml:1: anchors"):
        value(text)


@given(st.text("ab1:-[]{},#&*!|>'\"%@` \n.?~", max_size=25))
def test_a_slip_is_unreadable_or_read_and_nothing_worse(text: str) -> None:
    try:
        value(text)
    except Unreadable as error:
        assert str(error).startswith("a.yaml")


def outcome(text: str) -> Any:
    try:
        return value(text)
    except Unreadable as error:
        return str(error)


def slower(text: str) -> Any:
    try:
        return parsed(text, "a.yaml", yaml.SafeLoader)[0]
    except Unreadable as error:
        return str(error)


@given(st.text("ab1:-[]{},#|>'\"%` \n\t.?~\\\x85\u2028\ufeffé", max_size=25))
@example("a: [b?c]")
@example("a: b\tc")
@example("a: >#b")
@example("\ufeff>#:")
def test_both_parsers_say_the_same(text: str) -> None:
    assert outcome(text) == slower(text)
