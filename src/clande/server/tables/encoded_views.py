"""What each viewer of a table sees, in pieces of JSON.

Each viewer is sent the changes from its last state. Most of a state seldom changes, and most
changes look the same to all viewers. So a field is encoded only if the act has touched it, once for
all viewers, and again for a viewer only where audiences make it look different. Pieces that have
not changed stay the same objects, so that comparing them costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from clande.kernel import Event, Game, Outcome, Question, Seat, may_act, told, topic_of
from clande.kernel.audience import SIGHTS, Audience, is_open
from clande.kernel.books import book
from clande.kernel.encoded_table import EncodedTable, Moved, encode, form_of, seams, shape
from clande.kernel.messages import Path, patch

# A piece is one JSON text; or, where a field has rows or is a list, one text for each of them, so
# that a change of one is found without reading the others.
Rows = dict[Any, bytes]
Piece = bytes | Rows | tuple[bytes, ...]

decode = msgspec.json.Decoder().decode
NULL, NONE, TRUE, FALSE = b"null", b"{}", b"true", b"false"
LONG = 200  # bytes of a value from which on a patch of its parts is worth computing

BEFORE = ("status",)
AROUND = ("seat", "header", "pauses", "table")
WITHIN = (
    "topics", "waiting_for", "question", "answer", "suspended", "may_act", "outcome", "fragile",
)  # fmt: skip
AFTER = ("decision", "undo", "clock", "speech", "showing", "holds")
COMMON = ("header", "pauses", "stack", "topics", "waiting_for", "outcome", "fragile")
UNSENT = ("game", "stack")  # the frames: the server compares them; clients get their topics
OWN = ("seat", "question", "answer", "suspended", "may_act")
PUBLIC = (Audience.EVERYONE, Audience.COUNTERS)


class EncodedView:
    """The state of one viewer. The pieces that are the same for all are one list, which all
    viewers share."""

    __slots__ = ("common", "own")

    def __init__(self, common: list[Piece], own: list[Piece]) -> None:
        self.common = common
        self.own = own


def text(piece: Piece) -> bytes:
    """The JSON of a piece."""
    if type(piece) is bytes:
        return piece
    if isinstance(piece, dict):
        return b"{%b}" % b",".join([b"%b:%b" % (name(key), row) for key, row in piece.items()])
    assert isinstance(piece, tuple)
    return b"[%b]" % b",".join(piece)


def name(key: Any) -> bytes:
    """The key of a row in JSON."""
    return b'"%d"' % key if type(key) is int else encode(key)


class StateList:
    """One of the two lists of pieces in a state, and the path of each piece."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        self.places = range(len(paths))
        self.unsent = paths.index(UNSENT) if UNSENT in paths else -1
        self.at = {str(path[-1]): i for i, path in enumerate(paths) if "table" not in path}
        self.written = [encode(path) for path in paths]
        self.put = [b'{"path":%b,"value":' % path for path in self.written]


class Layout:
    """Where each piece of a state belongs. One layout serves all tables of one kind."""

    def __init__(self, kind: type[Struct]) -> None:
        form = form_of(kind)
        visible = [(at, field) for at, field in enumerate(form.fields) if field.audience in SIGHTS]
        public = [(at, field) for at, field in visible if field.audience in PUBLIC]
        private = [(at, field) for at, field in visible if field.audience not in PUBLIC]
        # What the server adds to the game stands at the ends of both lists.
        common: list[Path] = [("status",)]
        common += [("game", "table", *field.path) for _, field in public]
        common += [("game", name) for name in COMMON]
        self.common = StateList([*common, ("clock",), ("showing",)])
        own: list[Path] = [("game", "table", *field.path) for _, field in private]
        own += [("game", name) for name in OWN]
        self.own = StateList([*own, ("decision",), ("undo",), ("speech",), ("holds",)])
        self.of_game = slice(1, -2), slice(0, -4)
        self.stack, self.waiting = self.common.at["stack"], self.common.at["waiting_for"]
        self.question, self.answer = self.own.at["question"], self.own.at["answer"]
        # by the number that the table's form gives a field: its place here, and who sees it
        self.visible = [at for at, _ in visible]
        self.places = {at: 1 + n for n, (at, _) in enumerate(public)}
        self.places |= {at: n for n, (at, _) in enumerate(private)}
        self.audiences = {at: field.audience for at, field in visible}
        self.rowed = {at for at, field in visible if field.container is dict}
        # The order of all pieces in a whole state.
        paths: list[Path] = [BEFORE, *(("game", name) for name in AROUND[:-1])]
        paths += [("game", "table", *field.path) for _, field in visible]
        paths += [("game", name) for name in WITHIN]
        paths += [(name,) for name in AFTER]
        places = {path: (0, i) for i, path in enumerate(self.common.paths)}
        places |= {path: (1, i) for i, path in enumerate(self.own.paths)}
        self.order = [places[path] for path in paths]
        assert places.keys() - paths == {UNSENT}
        game = dict.fromkeys(AROUND) | {"table": shape(kind, SIGHTS)} | dict.fromkeys(WITHIN)
        state = dict.fromkeys(BEFORE) | {"game": game} | dict.fromkeys(AFTER)
        self.between = seams(state, len(paths))

    def state(self, view: EncodedView) -> bytes:
        """The whole state of a viewer."""
        both = (view.common, view.own)
        texts = [text(both[which][i]) for which, i in self.order]
        parts = [part for pair in zip(self.between, texts, strict=False) for part in pair]
        return b"".join((*parts, self.between[-1]))

    def is_other_game(self, old: EncodedView, new: EncodedView) -> bool:
        """Whether the game looks different, whatever the server adds to it."""
        common, own = self.of_game
        return any(map(differ, old.own[own], new.own[own])) or any(
            map(differ, old.common[common], new.common[common])
        )


LAYOUTS: dict[type[Any], Layout] = {}


def layout_of(kind: type[Any]) -> Layout:
    """The layout of a kind of table, made once."""
    if kind not in LAYOUTS:
        LAYOUTS[kind] = Layout(kind)
    return LAYOUTS[kind]


def differ(was: Piece, now: Piece) -> bool:
    """Whether two pieces differ, whatever the order of their keys."""
    if was is now or was == now:
        return False
    if type(was) is not bytes or type(now) is not bytes or len(was) != len(now):
        return True  # with its keys in another order it would be as long
    return bool(decode(was) != decode(now))


class EncodedViews:
    """What every viewer sees of a game at one moment."""

    __slots__ = ("answers", "asked", "by_viewer", "topic")

    def __init__(self, game: Game[Any], by_viewer: dict[Seat, EncodedView], topic: bytes) -> None:
        self.by_viewer = by_viewer
        self.topic = topic  # of what is asked
        self.asked, self.answers = game.asked, game.answers.copy()


def encode_views(
    game: Game[Any],
    viewers: tuple[Seat, ...],
    before: EncodedViews | None,
    written: EncodedTable,
    moved: Sequence[Moved] = (),
) -> EncodedViews:
    """What every viewer sees now, without what the server adds. Given the views before an act,
    only the fields that it moved are encoded again."""
    layout = layout_of(type(game.table))
    if before is None:
        common: list[Piece] = [NULL] * len(layout.common.paths)
        views = {viewer: EncodedView(common, [NULL] * len(layout.own.paths)) for viewer in viewers}
        common[layout.common.at["header"]] = encode(game.header)
        common[layout.common.at["pauses"]] = encode(game.pauses)
        for viewer, view in views.items():
            view.own[layout.own.at["seat"]] = encode(viewer)
        moved = [Moved(at, None, written.values[at]) for at in layout.visible]
    else:
        common = before.by_viewer[viewers[0]].common.copy()
        views = {
            viewer: EncodedView(common, before.by_viewer[viewer].own.copy()) for viewer in viewers
        }
    for field in moved:
        at = field.at
        place = layout.places.get(at)
        if place is None:
            continue
        audience = layout.audiences[at]
        if audience is Audience.EVERYONE:
            rowed = at in layout.rowed
            common[place] = public_rows(field, common[place]) if rowed else written.fields[at]
        elif audience is Audience.COUNTERS:
            put(common, place, encode(SIGHTS[audience](field.now, viewers[0])))
        elif audience is Audience.KNOWERS and at in layout.rowed:
            for viewer, view in views.items():
                view.own[place] = viewer_rows(field, view.own[place], viewer)
        else:
            sight = SIGHTS[audience]
            for viewer, view in views.items():
                put(view.own, place, encode(sight(field.now, viewer)))
    topic = put_surroundings(layout, game, common, views, before)
    return EncodedViews(game, views, topic)


def public_rows(field: Moved, old: Piece) -> Rows:
    """The rows of a field that all see. Only rows that are other objects than before are encoded
    again."""
    was, pieces = field.was or {}, old if type(old) is dict else {}
    return {
        key: pieces[key] if key in pieces and was.get(key) is row else encode(row)
        for key, row in field.now.items()
    }


def viewer_rows(field: Moved, old: Piece, viewer: Seat) -> Rows:
    """The rows of a field as one viewer sees them."""
    was, pieces = field.was or {}, old if type(old) is dict else {}
    return {
        key: pieces[key] if key in pieces and was.get(key) is row else encode(row.seen_by(viewer))
        for key, row in field.now.items()
    }


def put_surroundings(
    layout: Layout,
    game: Game[Any],
    common: list[Piece],
    views: dict[Seat, EncodedView],
    before: EncodedViews | None,
) -> bytes:
    """Puts in what surrounds the table: what the game is at, whom it waits for, and what each
    viewer is asked. Returns the topic of that."""
    outcome: Outcome | None = None if game.stack else book(game).outcome(game.table)
    topics = [topic_of(frame) for frame in game.stack]
    topic = encode(topics[-1]) if topics else NULL
    put(common, layout.stack, tuple(map(encode, game.stack)))
    put(common, layout.stack + 1, tuple([encode(topic) for topic in topics if topic is not None]))
    put(common, layout.waiting, encode(tuple(game.asked)))
    put(common, layout.waiting + 1, NULL if outcome is None else encode(outcome))
    put(common, layout.waiting + 2, encode(game.fragile))
    asked = before.asked if before else {}
    answers = before.answers if before else {}
    before_topic = before.topic if before else NULL
    at = layout.question
    for viewer, view in views.items():
        own = view.own
        question, answer = game.asked.get(viewer), game.answers.get(viewer)
        if question is not asked.get(viewer) or topic != before_topic:
            put(own, at, NULL if question is None else with_topic(question, topic))
        if answer is not answers.get(viewer):
            put(own, at + 1, NULL if answer is None else encode(answer))
        sealed = NONE
        if game.suspended:
            sealed = encode(
                {d: acts[viewer] for d, acts in game.suspended.items() if viewer in acts}
            )
        put(own, at + 2, sealed)
        own[at + 3] = TRUE if may_act(game, viewer) else FALSE
    return topic


def with_topic(question: Question, topic: bytes) -> bytes:
    """A question as it is sent: what it is about comes with it."""
    return b'%b,"topic":%b}' % (encode(question)[:-1], topic)


def put(pieces: list[Piece], at: int, piece: Piece) -> None:
    """Replaces a piece; an equal one stays the same object."""
    if pieces[at] != piece:
        pieces[at] = piece


class ToldEvents:
    """Events, encoded as each viewer is told them. That depends only on whether the viewer is a
    party to an event."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = [(event, is_open(event)) for event in events]
        self.parties = [event.parties() for event, is_open in self.events if not is_open]
        self.by_party: dict[tuple[bool, ...], tuple[bytes, ...]] = {}

    def lines(self, viewer: Seat) -> tuple[bytes, ...]:
        """What a viewer is told."""
        party = tuple([viewer in parties for parties in self.parties])
        lines = self.by_party.get(party)
        if lines is None:
            forms = [event if is_open else told(event, viewer) for event, is_open in self.events]
            lines = tuple([encode(form) for form in forms if form is not None])
            self.by_party[party] = lines
        return lines


class SharedParts:
    """The parts of a message that several viewers share: the story, and what changed for all."""

    __slots__ = ("common", "lines", "story", "sum")

    def __init__(self, lines: tuple[bytes, ...], common: bytes) -> None:
        self.lines = lines
        self.story = b",".join(lines)
        self.common = common
        self.sum = crc32(common, crc32(self.story))


class PatchBuilder:
    """Builds the patches of one act. What several viewers share is compared once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pair: tuple[list[Piece], list[Piece]] | None = None  # compared last
        self.common = b""  # and what has changed from one to the other
        self.shared: list[SharedParts] = []

    def share(self, lines: tuple[bytes, ...], common: bytes) -> SharedParts:
        """The parts with these lines and changes: those of another viewer, if it has the same."""
        for parts in self.shared:
            if parts.lines is lines and parts.common is common:
                return parts
        self.shared.append(SharedParts(lines, common))
        return self.shared[-1]

    def between(self, old: EncodedView, new: EncodedView) -> tuple[bytes, bytes]:
        """The patch that leads from one state to the other, as JSON without its brackets: what
        changed for all, then what changed for this viewer."""
        pair = self.pair
        if pair is None or pair[0] is not old.common or pair[1] is not new.common:
            self.pair = (old.common, new.common)
            self.common = patch_of(self.layout.common, old.common, new.common)
        return self.common, patch_of(self.layout.own, old.own, new.own)


def patch_of(part: StateList, old: list[Piece], new: list[Piece]) -> bytes:
    changes = []
    for at in compress(part.places, map(is_not, old, new)):
        was, now = old[at], new[at]
        if at == part.unsent:
            continue
        if type(now) is bytes and now[0] not in b"n{[":
            if was != now:
                changes.append(b"%b%b}" % (part.put[at], now))
        elif change := piece_changes(part, at, was, now):  # dicts may differ in their order alone
            changes.append(change)
    return b",".join(changes)


def piece_changes(part: StateList, at: int, was: Piece, now: Piece) -> bytes:
    if was == now:
        return b""
    path = part.written[at]
    if type(now) is dict:
        return row_changes(path, was if type(was) is dict else {}, now)
    if type(now) is tuple:
        if type(was) is tuple and len(was) == len(now):
            pairs = enumerate(zip(was, now, strict=True))
            return b",".join([change_at(path, b"%d" % i, b) for i, (a, b) in pairs if a != b])
        now = text(now)
    assert type(now) is bytes
    if now == NULL:
        return b'{"path":%b}' % path
    if type(was) is bytes and was[0] == now[0]:
        if b"{" in now and not differ(was, now):
            return b""
        if len(now) > LONG and "table" in part.paths[at]:
            return encode(patch(decode(was), decode(now), part.paths[at]))[1:-1]
    return b"%b%b}" % (part.put[at], now)


def row_changes(path: bytes, was: Rows, now: Rows) -> bytes:
    gone = [
        b'{"path":%b,%b],"gone":true}' % (path[:-1], name(key)) for key in was if key not in now
    ]
    put = [change_at(path, name(key), row) for key, row in now.items() if was.get(key) != row]
    return b",".join(gone + put)


def change_at(path: bytes, key: bytes, value: bytes) -> bytes:
    return b'{"path":%b,%b],"value":%b}' % (path[:-1], key, value)
