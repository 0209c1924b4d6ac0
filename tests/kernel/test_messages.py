"""Messages: numbered without gaps, and a patch says what has changed and nothing else."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clande.kernel import (
    SPECTATOR,
    Agree,
    Amount,
    Ask,
    Change,
    Done,
    Frame,
    Message,
    Next,
    Number,
    Seat,
    ViewFeed,
    act,
    patch,
    patched,
    plain,
    tell,
    view,
)
from clande.kernel.messages import Path
from tests.kernel.toys import Limited, Marked, Toy, Whispered, toy

leaves = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5)
keys = st.sampled_from(["a", "b", "c", "0", "1", ""]) | st.text(max_size=3)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two values, often with much in common."""
    old = draw(values)
    return old, draw(values) if draw(st.booleans()) else draw(edited(old))


def edited(value: Any) -> st.SearchStrategy[Any]:
    """The same value with something changed inside."""
    if isinstance(value, list) and value:
        return st.integers(0, len(value) - 1).flatmap(
            lambda i: edited(value[i]).map(lambda new: [*value[:i], new, *value[i + 1 :]])
        )
    if isinstance(value, dict) and value:
        return st.sampled_from(sorted(value)).flatmap(
            lambda key: (
                edited(value[key]).map(lambda new: value | {key: new})
                | st.just({k: v for k, v in value.items() if k != key})
            )
        )
    return values


def over_the_wire(changes: list[Change]) -> tuple[Change, ...]:
    return msgspec.json.decode(msgspec.json.encode(changes), type=tuple[Change, ...])


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


@given(pairs())
@settings(max_examples=120, deadline=None)
def test_a_patched_value_is_the_new_one(pair: tuple[Any, Any]) -> None:
    old, new = pair
    before = deepcopy(old)
    assert patched(old, over_the_wire(patch(old, new))) == new
    assert old == before


@given(pairs())
@settings(max_examples=120, deadline=None)
def test_a_patch_names_only_what_differs_and_nothing_twice(pair: tuple[Any, Any]) -> None:
    old, new = pair
    changes = patch(old, new)
    paths = [change.path for change in changes]
    assert not [p for p in paths for q in paths if p is not q and p == q[: len(p)]]
    for change in changes:
        parent, last = change.path[:-1], change.path[-1:]
        if change.gone:
            assert last[0] in at(old, parent) and last[0] not in at(new, parent)
        elif not last:
            assert not (isinstance(old, dict) and isinstance(new, dict))
        elif last[0] in at(old, parent) if isinstance(at(old, parent), dict) else True:
            was, now = at(old, change.path), at(new, change.path)
            assert msgspec.json.encode(was) != msgspec.json.encode(now)  # true is not 1
            assert not (isinstance(was, dict) and isinstance(now, dict))  # else deeper


@given(st.dictionaries(keys, values, max_size=4))
def test_nothing_is_sent_where_nothing_has_changed(value: dict[str, Any]) -> None:
    assert patch(value, deepcopy(value)) == []


def test_an_unchanged_path_is_not_sent() -> None:
    old = {"a": {"x": 1, "y": [1, 2, {"z": 3}]}, "b": "long" * 100, "c": 1}
    new = {"a": {"x": 1, "y": [1, 2, {"z": 4}]}, "b": "long" * 100, "d": None}
    assert patch(old, new) == [
        Change(("c",), gone=True),
        Change(("a", "y", 2, "z"), 4),
        Change(("d",), None),
    ]


def test_a_list_of_another_length_is_sent_whole() -> None:
    assert patch({"a": [1, 2]}, {"a": [1]}) == [Change(("a",), [1])]


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), (False, 0)])
def test_a_number_that_becomes_a_truth_is_sent(old: Any, new: Any) -> None:
    assert patch({"a": [old]}, {"a": [new]}) == [Change(("a", 0), new)]


# ------------------------------------------------------------------------------------------- feeds


class Bidding(Frame):
    def start(self, game: Toy, _: object) -> Next:
        return Ask({0: Amount(0, 3), 1: Amount(0, 3)}, then=Bidding.opened)

    def opened(self, game: Toy, answers: dict[Seat, Number]) -> Next:
        tell(game, Whispered(0))
        tell(game, Limited(1, answers[1].value))
        return Ask({2: Agree()}, then=Bidding.end)

    def end(self, game: Toy, _: object) -> Next:
        tell(game, Marked("end"))
        return Done()


def test_a_feed_numbers_its_messages_from_one_without_gaps() -> None:
    game = toy(Bidding())
    feeds = {seat: ViewFeed(game, seat) for seat in (0, 1, 2, SPECTATOR)}
    numbers: dict[Seat, list[int]] = {seat: [] for seat in feeds}
    act(game, 0, Number(1))
    for step in ((1, Number(2)), None):
        for seat, feed in feeds.items():
            if message := feed.message(game):
                numbers[seat].append(message.number)
        if step:
            act(game, *step)
    assert numbers == {0: [1, 2], 1: [1], 2: [1], SPECTATOR: [1]}


def test_what_a_viewer_may_not_notice_sends_it_nothing() -> None:
    game = toy(Bidding())
    feeds = [ViewFeed(game, seat) for seat in (1, 2, SPECTATOR)]
    own = ViewFeed(game, 0)
    act(game, 0, Number(1))
    assert [feed.message(game) for feed in feeds] == [None, None, None]
    message = own.message(game)
    assert message is not None and message.story == ()
    assert message.patch == (Change(("answer",), {"type": "Number", "value": 1}),)


def test_a_message_holds_the_story_and_the_change_of_the_view() -> None:
    game = toy(Bidding())
    feeds = {seat: ViewFeed(game, seat) for seat in (0, 2)}
    views = {seat: feed.view for seat, feed in feeds.items()}
    act(game, 0, Number(1))
    act(game, 1, Number(2))
    limited = {"type": "Limited", "seat": 1, "limit": 2}
    stories = {0: ({"type": "Whispered", "seat": 0}, limited), 2: (limited,)}
    for seat, feed in feeds.items():
        message = feed.message(game)
        assert message is not None
        assert message.story == stories[seat]
        sent = msgspec.json.decode(msgspec.json.encode(message), type=Message)
        assert patched(views[seat], sent.patch) == plain(view(game, seat))
        assert ("table", "limits", 1) in [change.path for change in message.patch]
        assert feed.message(game) is None


def test_a_feed_taken_up_again_goes_on_from_its_number() -> None:
    game = toy(Bidding())
    act(game, 0, Number(1))
    feed = ViewFeed(game, 1, number=41)
    assert feed.message(game) is None
    act(game, 1, Number(2))
    message = feed.message(game)
    assert message is not None and message.number == 42
