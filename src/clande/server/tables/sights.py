"""What every viewer of a table sees, in pieces that are already written.

A state is sent to each viewer as the changes from the one before. Most of it changes seldom, and
most of what changes looks the same to all: so each field is written once, compared by its bytes,
looked into only where these differ, and written anew for a viewer only if it has its own look.
What is sent is the same, byte for byte, as if every view were made and compared whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from operator import is_not
from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel import Event, Game, Outcome, Seat, may_act, told
from clande.kernel.audience import AUDIENCES, SIGHTS, Audience
from clande.kernel.books import book
from clande.kernel.messages import Path, patch

Pieces = list[bytes]  # of one viewer, in the order of its layout

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
NULL, NONE, TRUE, FALSE = b"null", b"{}", b"true", b"false"
PUBLIC = (Audience.EVERYONE, Audience.COUNTERS)

BEFORE = ("status",)
AROUND = ("seat", "header", "breathes", "table")
WITHIN = (
    "rules", "waiting_for", "question", "answer", "held", "may_act", "outcome", "fragile",
)  # fmt: skip
AFTER = ("decision", "undo", "clock", "speech")


class Layout:
    """Where each piece of a state belongs: the same for all tables of one kind."""

    def __init__(self, kind: type[Struct]) -> None:
        fields = list(fields_of(kind))
        self.audiences = [audience for _, audience in fields]
        self.paths: list[Path] = [BEFORE]
        self.paths += [("game", name) for name in AROUND[:-1]]
        self.first = len(self.paths)  # of the table
        self.paths += [("game", "table", *path) for path, _ in fields]
        self.rules = len(self.paths)
        self.paths += [("game", name) for name in WITHIN]
        self.at = {str(path[1]): i for i, path in enumerate(self.paths) if len(path) == 2}
        self.after = len(self.paths)
        self.paths += [(name,) for name in AFTER]
        self.written = [encode(path) for path in self.paths]
        self.between = seams(self.paths, kind)
        look = ", ".join(f"t.{'.'.join(path)}" for path, _ in fields)
        self.values: Callable[[Any], tuple[Any, ...]] = eval(f"lambda t: ({look},)")

    def state(self, pieces: Pieces) -> bytes:
        """The whole state of a viewer."""
        parts = [part for pair in zip(self.between, pieces, strict=False) for part in pair]
        return b"".join((*parts, self.between[-1]))


def fields_of(kind: type[Struct], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Audience]]:
    """The fields of a table that somebody sees, those of its parts in their place."""
    for name, audience in AUDIENCES[kind].items():
        if audience is Audience.PART:
            yield from fields_of(part_of(kind, name), (*path, name))
        elif audience in SIGHTS:
            yield (*path, name), audience


def part_of(kind: type[Struct], name: str) -> Any:
    found = {field.name: field.type for field in msgspec.structs.fields(kind)}[name]
    return found.__origin__


def shape(kind: type[Struct]) -> dict[str, Any]:
    """Nested as a view of such a table is; None where a piece comes."""
    return {
        name: shape(part_of(kind, name)) if audience is Audience.PART else None
        for name, audience in AUDIENCES[kind].items()
        if audience in SIGHTS
    }


def seams(paths: list[Path], kind: type[Struct]) -> list[bytes]:
    """What stands before each piece of a whole state, and after the last."""
    game = dict.fromkeys(AROUND) | {"table": shape(kind)} | dict.fromkeys(WITHIN)
    state = dict.fromkeys(BEFORE) | {"game": game} | dict.fromkeys(AFTER)
    mark = "\0"

    def marked(there: dict[str, Any]) -> dict[str, Any]:
        return {k: mark if v is None else marked(v) for k, v in there.items()}

    found = encode(marked(state)).split(encode(mark))
    assert len(found) == len(paths) + 1
    return found


LAYOUTS: dict[type[Any], Layout] = {}


def layout_of(kind: type[Any]) -> Layout:
    """Made once for each kind of table."""
    if kind not in LAYOUTS:
        LAYOUTS[kind] = Layout(kind)
    return LAYOUTS[kind]


def differ(was: bytes, now: bytes) -> bool:
    """Whether a piece says another thing, in whatever order."""
    return was is not now and was != now and decode(was) != decode(now)


class Look:
    """All that everyone sees of a game at one moment."""

    __slots__ = ("pieces", "raw")

    def __init__(self, raw: Pieces, pieces: dict[Seat, Pieces]) -> None:
        self.raw = raw  # every field of the table whole: never sent, only compared
        self.pieces = pieces


def look(game: Game[Any], viewers: tuple[Seat, ...], before: Look | None) -> Look:
    """What is seen now, but for what the house keeps beside the game (`AFTER`, `BEFORE`)."""
    layout = layout_of(type(game.table))
    values = layout.values(game.table)
    raw = list(map(encode, values))
    if before is None:
        changed = list(range(len(raw)))
        pieces = {viewer: blank(layout, game, viewer) for viewer in viewers}
    else:
        pairs = zip(raw, before.raw, strict=True)
        changed = [at for at, (now, was) in enumerate(pairs) if now != was]
        pieces = {viewer: before.pieces[viewer].copy() for viewer in viewers}
    for at in changed:
        audience, place = layout.audiences[at], layout.first + at
        if audience is Audience.EVERYONE:
            for viewer in viewers:
                pieces[viewer][place] = raw[at]
        elif audience in PUBLIC:
            seen = encode(SIGHTS[audience](values[at], viewers[0]))
            for viewer in viewers:
                pieces[viewer][place] = seen
        else:
            for viewer in viewers:
                pieces[viewer][place] = encode(SIGHTS[audience](values[at], viewer))
    around(layout, game, pieces)
    return Look(raw, pieces)


def blank(layout: Layout, game: Game[Any], viewer: Seat) -> Pieces:
    """What never changes for a viewer; the rest is still to come."""
    pieces = [NULL] * len(layout.paths)
    pieces[1:4] = [encode(viewer), encode(game.header), encode(game.breathes)]
    return pieces


def around(layout: Layout, game: Game[Any], pieces: dict[Seat, Pieces]) -> None:
    """The rules under way, what they wait for, and what each viewer has to do with it."""
    rules, waiting = encode(game.stack), encode(tuple(game.asked))
    outcome: Outcome | None = None if game.stack else book(game).outcome(game.table)
    ended, fragile = encode(outcome), encode(game.fragile)
    for viewer, seen in pieces.items():
        held = NONE
        if game.held:
            sealed = game.held.items()
            held = encode({d: there[viewer] for d, there in sealed if viewer in there})
        question, answer = game.asked.get(viewer), game.answers.get(viewer)
        seen[layout.rules : layout.after] = [
            rules,
            waiting,
            NULL if question is None else encode(question),
            NULL if answer is None else encode(answer),
            held,
            TRUE if may_act(game, viewer) else FALSE,
            ended,
            fragile,
        ]


class Stories:
    """What some events tell. A viewer hears an event as a party to it or not, nothing else."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.rows: list[tuple[Event, tuple[Seat, ...], dict[bool, bytes]]] = [
            (event, event.parties(), {}) for event in events
        ]

    def heard(self, viewer: Seat) -> tuple[bytes, ...]:
        lines = []
        for event, parties, known in self.rows:
            party = viewer in parties
            if party not in known:
                line = told(event, viewer)
                known[party] = b"" if line is None else encode(line)
            if known[party]:
                lines.append(known[party])
        return tuple(lines)


class Changes:
    """The patches of one act; what has changed alike for several viewers is compared once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.places = range(len(layout.paths))
        self.known: dict[tuple[int, int, int], bytes] = {}

    def between(self, old: Pieces, new: Pieces) -> bytes:
        """The patch that leads from one state to the other, written but for its brackets."""
        found, known = [], self.known
        for at in compress(self.places, map(is_not, old, new)):
            was, now = old[at], new[at]
            if was == now:
                continue
            key = (at, id(was), id(now))
            if key not in known:
                known[key] = self.change(at, was, now)
            if known[key]:  # dicts may differ in their order alone
                found.append(known[key])
        return b",".join(found)

    def change(self, at: int, was: bytes, now: bytes) -> bytes:
        path = self.layout.written[at]
        if now == NULL:
            return b'{"path":%b}' % path
        if was[0] != now[0] or now[0] not in b"[{":
            return b'{"path":%b,"value":%b}' % (path, now)
        return encode(patch(decode(was), decode(now), self.layout.paths[at]))[1:-1]
