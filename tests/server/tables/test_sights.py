"""What is sent in pieces is what whole views would give, byte for byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from clande.kernel import QuickLuck, awaited, head, lucky, offers, patch, plain, set_up, told
from clande.server.messages import News
from clande.server.tables import sights
from clande.server.tables.feeds import seen
from clande.server.tables.table import Acting, Refusal, Table
from tests.server.secrecy import laid

TABLES = [
    ("diktat", 4, ()),
    ("diktat", 4, ("nuit", "leagues", "others")),
    ("dictopia", 3, ()),
    ("contraband", 3, ()),
]


def whole(table: Table, viewer: int) -> Any:
    """The state of a viewer, made anew from the game."""
    added = table.state(viewer, table.kept)
    return plain(structs.replace(added, game=seen(table.game, viewer)))


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
        act = Acting(f"a{step}", seat, table.decision(seat), msgspec.json.encode(action))
        try:
            frames = table.settle(table.decide(act, step))
        except Refusal:
            continue
        happened = (table.game.log or [])[length:]
        for viewer in table.viewers:
            now = whole(table, viewer)
            feed = table.feeds[viewer]
            assert table.layout.state(feed.pieces) == msgspec.json.encode(now)
            story = tuple(line for event in happened if (line := told(event, viewer)))
            changes = tuple(patch(before[viewer], now))
            if story or changes:
                news = News(feed.number, feed.check, story, changes)
                assert frames[viewer] == msgspec.json.encode(news)
                sent += 1
            else:
                assert viewer not in frames
    assert sent > 50


def test_a_dict_in_another_order_is_no_news() -> None:
    assert not sights.differ(b'{"a":1,"b":2}', b'{"b":2,"a":1}')
    table = laid(set_up(head("diktat", 3, (), {}), lucky(5)), None)
    old = table.feeds[0].pieces
    at = table.layout.at["held"]
    turned = [*old[:at], b'{"1":{},"0":{}}', *old[at + 1 :]]
    back = [*old[:at], b'{"0":{},"1":{}}', *old[at + 1 :]]
    assert sights.Changes(table.layout).between(turned, back) == b""


def test_what_is_empty_leaves_its_value_out() -> None:
    table = laid(set_up(head("diktat", 3, (), {}), lucky(5)), None)
    old = table.feeds[0].pieces
    at = table.layout.at["question"]
    none = [*old[:at], b"null", *old[at + 1 :]]
    assert old[at] != b"null"
    written = b"[%b]" % sights.Changes(table.layout).between(old, none)
    assert written == msgspec.json.encode(patch(plain_state(table, old), plain_state(table, none)))
    assert written == b'[{"path":["game","question"]}]'


def plain_state(table: Table, pieces: list[bytes]) -> Any:
    return msgspec.json.decode(table.layout.state(pieces))
