"""Where the keys of a TOML text stand."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clande.diktat.cards.lines import Path, lines
from tests.diktat.cards.writing import quoted, written

TEXT = '''\
# a comment with [brackets] = {braces}
top = 1

[card."a card"]  # another
clauses = [
  { do = [
      { type = "Get", good = "]" },
      { type = "Look" }] },
  { do = [[1], [2,
    3]] },
]
words = """
[not.a.header]
key = "nor a key"
"""
dotted.key = 1.5

[[row]]
x = 'literal # no comment'
[[row]]
x = 2
[row.inner]
y = 1979-05-27 07:32:00
'''


def test_each_key_and_item_has_its_line() -> None:
    numbers = lines(TEXT)
    card = ("card", "a card")
    assert numbers[("top",)] == 2
    assert numbers[card] == 4
    assert numbers[(*card, "clauses")] == 5
    assert numbers[(*card, "clauses", 0)] == 6
    assert numbers[(*card, "clauses", 0, "do", 0, "good")] == 7
    assert numbers[(*card, "clauses", 0, "do", 1, "type")] == 8
    assert numbers[(*card, "clauses", 1, "do", 1, 1)] == 10
    assert numbers[(*card, "words")] == 12
    assert numbers[(*card, "dotted", "key")] == 16
    assert numbers[("row", 0, "x")] == 19
    assert numbers[("row", 1, "x")] == 21
    assert numbers[("row", 1, "inner", "y")] == 23


def paths(tree: Any, above: Path = ()) -> set[Path]:
    """Every key and item of what a text means."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
    all_paths: set[Path] = set()
    for step, value in inside:
        all_paths.add((*above, step))
        if isinstance(value, dict | list):
            all_paths |= paths(value, (*above, step))
    return all_paths


def test_every_path_of_the_text_is_found_and_no_other() -> None:
    assert set(lines(TEXT)) == paths(tomllib.loads(TEXT))


names = st.text("abc_1é .\"'#[=", min_size=1, max_size=4)
scalars = st.one_of(st.integers(-9, 9), st.booleans(), st.text("ab\"'\\#[]{},=.\n", max_size=5))
trees = st.dictionaries(
    names,
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


@given(trees)
def test_any_text_is_followed_to_its_end(tree: dict[str, Any]) -> None:
    text = "".join(f"{quoted(key)} = {written(value)}\n" for key, value in tree.items())
    assert tomllib.loads(text) == tree
    assert set(lines(text)) == paths(tree)
