"""What is sent in pieces is what whole views would give."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from clande.kernel import (
    QuickLuck,
    awaited,
    head,
    lucky,
    offers,
    patch,
    patched,
    plain,
    set_up,
    told,
)
from clande.server.sockets.protocol import News
from clande.server.tables import encoded_views
from clande.server.tables.feeds import sent_view
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import CommandRefused
from tests.server.secrecy import added_state, laid
from tests.support.commands import SeatAct

TABLES = [
    ("diktat", 4, ()),
    ("diktat", 4, ("nuit", "leagues", "others")),
    ("dictopia", 3, ()),
    ("contraband", 3, ()),
]


def whole(table: LiveGame, viewer: int) -> Any:
    """The state of a viewer, made anew from the game."""
    added = added_state(table, viewer, table.side)
    return plain(structs.replace(added, game=sent_view(table.game, viewer)))


@pytest.mark.parametrize(("name", "seats", "modules"), TABLES)
def test_pieces_say_what_whole_views_say(name: str, seats: int, modules: tuple[str, ...]) -> None:
    dice = QuickLuck(11)
    table = laid(set_up(head(name, seats, modules, {}), lucky(5)), None)
    sent = 0
    for step in range(150):
        if not table.game.stack:
            break
        before = {viewer: whole(table, viewer) for viewer in table.viewers}
        length = len(table.game.log or ())
        seat = dice.pick(awaited(table.game))
        action = table.game.asked[seat].sample(dice)
        if step % 5 == 0 and (open_to_it := offers(table.game, step % seats)):
            seat, action = step % seats, dice.pick(open_to_it).question.sample(dice)
        act = SeatAct(f"a{step}", seat, table.decision(seat), msgspec.json.encode(action))
        try:
            messages = table.adopt(act.decide(table, step))
        except CommandRefused:
            continue
        happened = (table.game.log or [])[length:]
        for viewer in table.viewers:
            now = whole(table, viewer)
            feed = table.feeds[viewer]
            assert table.layout.state(feed.view) == msgspec.json.encode(now)
            story = tuple(line for event in happened if (line := told(event, viewer)))
            changes = patch(before[viewer], now)
            if not story and not changes:
                assert viewer not in messages
                continue
            news = msgspec.json.decode(messages[viewer].payload, type=News)
            assert (news.number, news.check) == (feed.number, feed.check)
            assert [*news.story] == msgspec.json.decode(msgspec.json.encode(story))
            assert patched(before[viewer], tuple(news.patch)) == now
            for change in news.patch:  # nothing is said again that has stayed the same
                was, value = value_at(before[viewer], change.path), value_at(now, change.path)
                assert msgspec.json.encode(was) != msgspec.json.encode(value)
            sent += 1
    assert sent > 50


def value_at(state: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        state = state[key] if isinstance(key, int) or key in state else "nothing"
    return state


def test_a_dict_in_another_order_is_no_news() -> None:
    assert not encoded_views.differ(b'{"a":1,"b":2}', b'{"b":2,"a":1}')
    table = laid(set_up(head("diktat", 3, (), {}), lucky(5)), None)
    turned = with_own(table, "suspended", b'{"1":{},"0":{}}')
    back = with_own(table, "suspended", b'{"0":{},"1":{}}')
    assert encoded_views.PatchBuilder(table.layout).between(turned, back) == (b"", b"")


def test_rows_in_another_order_are_no_news() -> None:
    assert encoded_views.row_changes(b'["a"]', {1: b"{}", 2: b"[]"}, {2: b"[]", 1: b"{}"}) == b""


def test_what_is_empty_leaves_its_value_out() -> None:
    table = laid(set_up(head("diktat", 3, (), {}), lucky(5)), None)
    old, none = table.feeds[0].view, with_own(table, "question", b"null")
    assert old.own[table.layout.question] != b"null"
    written = b"[%b]" % encoded_views.PatchBuilder(table.layout).between(old, none)[1]
    assert written == msgspec.json.encode(patch(plain_state(table, old), plain_state(table, none)))
    assert written == b'[{"path":["game","question"]}]'


def with_own(table: LiveGame, name: str, piece: bytes) -> encoded_views.EncodedView:
    """The pieces of seat 0, one of them replaced."""
    own = table.feeds[0].view.own.copy()
    own[table.layout.own.at[name]] = piece
    return encoded_views.EncodedView(table.feeds[0].view.common, own)


def plain_state(table: LiveGame, pieces: encoded_views.EncodedView) -> Any:
    return msgspec.json.decode(table.layout.state(pieces))
