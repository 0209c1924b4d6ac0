"""What every viewer of a table sees, in pieces that are already written.

A state is sent to each viewer as the changes from the one before. Most of it changes seldom, and
most of what changes looks the same to all: so a field is looked at only where the act has touched
it, written once, and written anew for a viewer only if it has its own look. Pieces that say the
same as before stay the same objects, so that nobody has to read what has not changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from clande.kernel import Event, Game, Outcome, Seat, may_act, told
from clande.kernel.audience import SIGHTS, Audience, is_open
from clande.kernel.books import book
from clande.kernel.encoded_table import EncodedTable, Moved, encode, form_of, seams, shape
from clande.kernel.messages import Path, patch

# A piece is written as it is; or, where it has rows or is a list of its own, part by part, so that
# a change of one is seen without reading the others.
Rows = dict[Any, bytes]
Piece = bytes | Rows | tuple[bytes, ...]

decode = msgspec.json.Decoder().decode
NULL, NONE, TRUE, FALSE = b"null", b"{}", b"true", b"false"
LONG = 200  # bytes of a value from which on it is worth looking for what has changed in it

BEFORE = ("status",)
AROUND = ("seat", "header", "breathes", "table")
WITHIN = (
    "rules", "waiting_for", "question", "answer", "held", "may_act", "outcome", "fragile",
)  # fmt: skip
AFTER = ("decision", "undo", "clock", "speech")
COMMON = ("header", "breathes", "rules", "waiting_for", "outcome", "fragile")
OWN = ("seat", "question", "answer", "held", "may_act")
PUBLIC = (Audience.EVERYONE, Audience.COUNTERS)


class EncodedView:
    """The state of one viewer: what is the same for all is one list that they share."""

    __slots__ = ("common", "own")

    def __init__(self, common: list[Piece], own: list[Piece]) -> None:
        self.common = common
        self.own = own


def text(piece: Piece) -> bytes:
    """A piece as it stands in a whole state."""
    if type(piece) is bytes:
        return piece
    if isinstance(piece, dict):
        return b"{%b}" % b",".join([b"%b:%b" % (name(key), row) for key, row in piece.items()])
    assert isinstance(piece, tuple)
    return b"[%b]" % b",".join(piece)


def name(key: Any) -> bytes:
    """The key of a row as JSON has it."""
    return b'"%d"' % key if type(key) is int else encode(key)


class StateList:
    """One of the two lists of a state: where each of its pieces belongs."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        self.places = range(len(paths))
        self.at = {str(path[-1]): i for i, path in enumerate(paths) if "table" not in path}
        self.written = [encode(path) for path in paths]
        self.put = [b'{"path":%b,"value":' % path for path in self.written]


class Layout:
    """Where each piece of a state belongs: the same for all tables of one kind."""

    def __init__(self, kind: type[Struct]) -> None:
        form = form_of(kind)
        seen = [(at, field) for at, field in enumerate(form.fields) if field.audience in SIGHTS]
        public = [(at, field) for at, field in seen if field.audience in PUBLIC]
        private = [(at, field) for at, field in seen if field.audience not in PUBLIC]
        # What is the house's own stands at the ends.
        common: list[Path] = [("status",)]
        common += [("game", "table", *field.path) for _, field in public]
        common += [("game", name) for name in COMMON]
        self.common = StateList([*common, ("clock",)])
        own: list[Path] = [("game", "table", *field.path) for _, field in private]
        own += [("game", name) for name in OWN]
        self.own = StateList([*own, ("decision",), ("undo",), ("speech",)])
        self.of_game = slice(1, -1), slice(0, -3)
        self.rules, self.waiting = self.common.at["rules"], self.common.at["waiting_for"]
        self.question, self.answer = self.own.at["question"], self.own.at["answer"]
        # by the number that the table's form gives a field: its place here, and who sees it
        self.seen = [at for at, _ in seen]
        self.places = {at: 1 + n for n, (at, _) in enumerate(public)}
        self.places |= {at: n for n, (at, _) in enumerate(private)}
        self.audiences = {at: field.audience for at, field in seen}
        self.rowed = {at for at, field in seen if field.container is dict}
        # How a whole state is put together.
        paths: list[Path] = [BEFORE, *(("game", name) for name in AROUND[:-1])]
        paths += [("game", "table", *field.path) for _, field in seen]
        paths += [("game", name) for name in WITHIN]
        paths += [(name,) for name in AFTER]
        every = [(path, 0, i) for i, path in enumerate(self.common.paths)]
        every += [(path, 1, i) for i, path in enumerate(self.own.paths)]
        found = {path: (which, i) for path, which, i in every}
        self.order = [found[path] for path in paths]
        assert len(found) == len(paths)
        game = dict.fromkeys(AROUND) | {"table": shape(kind, SIGHTS)} | dict.fromkeys(WITHIN)
        state = dict.fromkeys(BEFORE) | {"game": game} | dict.fromkeys(AFTER)
        self.between = seams(state, len(paths))

    def state(self, pieces: EncodedView) -> bytes:
        """The whole state of a viewer."""
        both = (pieces.common, pieces.own)
        texts = [text(both[which][i]) for which, i in self.order]
        parts = [part for pair in zip(self.between, texts, strict=False) for part in pair]
        return b"".join((*parts, self.between[-1]))


LAYOUTS: dict[type[Any], Layout] = {}


def layout_of(kind: type[Any]) -> Layout:
    """Made once for each kind of table."""
    if kind not in LAYOUTS:
        LAYOUTS[kind] = Layout(kind)
    return LAYOUTS[kind]


def differ(was: Piece, now: Piece) -> bool:
    """Whether a piece says another thing, in whatever order."""
    if was is now or was == now:
        return False
    if type(was) is not bytes or type(now) is not bytes or len(was) != len(now):
        return True  # in another order it would be as long
    return bool(decode(was) != decode(now))


class EncodedViews:
    """All that everyone sees of a game at one moment."""

    __slots__ = ("answers", "asked", "pieces")

    def __init__(self, game: Game[Any], pieces: dict[Seat, EncodedView]) -> None:
        self.pieces = pieces
        self.asked, self.answers = game.asked, game.answers.copy()


def look(
    game: Game[Any],
    viewers: tuple[Seat, ...],
    before: EncodedViews | None,
    written: EncodedTable,
    moved: Sequence[Moved] = (),
) -> EncodedViews:
    """What is seen now, but for what the house keeps beside the game. Given what was seen before,
    only the fields that have moved since are looked at."""
    layout = layout_of(type(game.table))
    if before is None:
        common: list[Piece] = [NULL] * len(layout.common.paths)
        pieces = {viewer: EncodedView(common, [NULL] * len(layout.own.paths)) for viewer in viewers}
        common[layout.common.at["header"]] = encode(game.header)
        common[layout.common.at["breathes"]] = encode(game.breathes)
        for viewer, seen in pieces.items():
            seen.own[layout.own.at["seat"]] = encode(viewer)
        moved = [Moved(at, None, written.held[at]) for at in layout.seen]
    else:
        common = before.pieces[viewers[0]].common.copy()
        pieces = {
            viewer: EncodedView(common, before.pieces[viewer].own.copy()) for viewer in viewers
        }
    for there in moved:
        at = there.at
        place = layout.places.get(at)
        if place is None:
            continue
        audience = layout.audiences[at]
        if audience is Audience.EVERYONE:
            rowed = at in layout.rowed
            common[place] = rows_of(there, common[place]) if rowed else written.fields[at]
        elif audience is Audience.COUNTERS:
            put(common, place, encode(SIGHTS[audience](there.now, viewers[0])))
        elif audience is Audience.KNOWERS and at in layout.rowed:
            for viewer, seen in pieces.items():
                seen.own[place] = known_rows(there, seen.own[place], viewer)
        else:
            sight = SIGHTS[audience]
            for viewer, seen in pieces.items():
                put(seen.own, place, encode(sight(there.now, viewer)))
    around(layout, game, common, pieces, before)
    return EncodedViews(game, pieces)


def rows_of(there: Moved, old: Piece) -> Rows:
    """The rows of a field that all see, those written anew that are other objects than before."""
    was, known = there.was or {}, old if type(old) is dict else {}
    return {
        key: known[key] if key in known and was.get(key) is row else encode(row)
        for key, row in there.now.items()
    }


def known_rows(there: Moved, old: Piece, viewer: Seat) -> Rows:
    """The same as one viewer sees them."""
    was, known = there.was or {}, old if type(old) is dict else {}
    return {
        key: known[key] if key in known and was.get(key) is row else encode(row.seen_by(viewer))
        for key, row in there.now.items()
    }


def around(
    layout: Layout,
    game: Game[Any],
    common: list[Piece],
    pieces: dict[Seat, EncodedView],
    before: EncodedViews | None,
) -> None:
    """The rules under way, what they wait for, and what each viewer has to do with it."""
    outcome: Outcome | None = None if game.stack else book(game).outcome(game.table)
    put(common, layout.rules, tuple(map(encode, game.stack)))
    put(common, layout.waiting, encode(tuple(game.asked)))
    put(common, layout.waiting + 1, NULL if outcome is None else encode(outcome))
    put(common, layout.waiting + 2, encode(game.fragile))
    asked = before.asked if before else {}
    answers = before.answers if before else {}
    at = layout.question
    for viewer, seen in pieces.items():
        own = seen.own
        question, answer = game.asked.get(viewer), game.answers.get(viewer)
        if question is not asked.get(viewer):
            put(own, at, NULL if question is None else encode(question))
        if answer is not answers.get(viewer):
            put(own, at + 1, NULL if answer is None else encode(answer))
        held = NONE
        if game.held:
            held = encode({d: there[viewer] for d, there in game.held.items() if viewer in there})
        put(own, at + 2, held)
        own[at + 3] = TRUE if may_act(game, viewer) else FALSE


def put(pieces: list[Piece], at: int, piece: Piece) -> None:
    """A piece that says the same as before stays the same object."""
    if pieces[at] != piece:
        pieces[at] = piece


class ToldEvents:
    """What some events tell. A viewer hears an event as a party to it or not, nothing else."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = [(event, is_open(event)) for event in events]
        self.parties = [event.parties() for event, is_open in self.events if not is_open]
        self.known: dict[tuple[bool, ...], tuple[bytes, ...]] = {}

    def heard(self, viewer: Seat) -> tuple[bytes, ...]:
        party = tuple([viewer in parties for parties in self.parties])
        lines = self.known.get(party)
        if lines is None:
            every = [event if is_open else told(event, viewer) for event, is_open in self.events]
            lines = self.known[party] = tuple([encode(line) for line in every if line is not None])
        return lines


class SharedParts:
    """What several viewers are told alike: the story, and what has changed for all."""

    __slots__ = ("common", "lines", "story", "sum")

    def __init__(self, lines: tuple[bytes, ...], common: bytes) -> None:
        self.lines = lines
        self.story = b",".join(lines)
        self.common = common
        self.sum = crc32(common, crc32(self.story))


class PatchBuilder:
    """The patches of one act; what has changed alike for several viewers is compared once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pair: tuple[list[Piece], list[Piece]] | None = None  # compared last
        self.common = b""  # and what has changed from one to the other
        self.known: list[SharedParts] = []

    def told(self, lines: tuple[bytes, ...], common: bytes) -> SharedParts:
        for there in self.known:
            if there.lines is lines and there.common is common:
                return there
        self.known.append(SharedParts(lines, common))
        return self.known[-1]

    def between(self, old: EncodedView, new: EncodedView) -> tuple[bytes, bytes]:
        """The patch that leads from one state to the other, written but for its brackets: what has
        changed for all, then the rest."""
        pair = self.pair
        if pair is None or pair[0] is not old.common or pair[1] is not new.common:
            self.pair = (old.common, new.common)
            self.common = patch_of(self.layout.common, old.common, new.common)
        return self.common, patch_of(self.layout.own, old.own, new.own)


def patch_of(part: StateList, old: list[Piece], new: list[Piece]) -> bytes:
    found = []
    for at in compress(part.places, map(is_not, old, new)):
        was, now = old[at], new[at]
        if type(now) is bytes and now[0] not in b"n{[":
            if was != now:
                found.append(b"%b%b}" % (part.put[at], now))
        elif change := changed(part, at, was, now):  # dicts may differ in their order alone
            found.append(change)
    return b",".join(found)


def changed(part: StateList, at: int, was: Piece, now: Piece) -> bytes:
    if was == now:
        return b""
    path = part.written[at]
    if type(now) is dict:
        return changed_rows(path, was if type(was) is dict else {}, now)
    if type(now) is tuple:
        if type(was) is tuple and len(was) == len(now):
            pairs = enumerate(zip(was, now, strict=True))
            return b",".join([changed_at(path, b"%d" % i, b) for i, (a, b) in pairs if a != b])
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


def changed_rows(path: bytes, was: Rows, now: Rows) -> bytes:
    gone = [
        b'{"path":%b,%b],"gone":true}' % (path[:-1], name(key)) for key in was if key not in now
    ]
    put = [changed_at(path, name(key), row) for key, row in now.items() if was.get(key) != row]
    return b",".join(gone + put)


def changed_at(path: bytes, key: bytes, value: bytes) -> bytes:
    return b'{"path":%b,%b],"value":%b}' % (path[:-1], key, value)
