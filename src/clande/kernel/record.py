"""Saving: a game in the middle of anything, and the whole of it as a chain of commands.

The order of a dict is part of a game (rules go through it), so bytes keep it as it is: the same
game has the same bytes, and a game read back goes on in the same order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Literal, Union, get_args

import msgspec
from msgspec import Struct

from clande.kernel import audience, format1
from clande.kernel.actions import KERNEL_ACTIONS, Action, SomeAction
from clande.kernel.books import SHELF, Book, compose, head
from clande.kernel.chance import QuickLuck, SealedLuck, Sealing
from clande.kernel.encoded_table import EncodedTable
from clande.kernel.engine import run
from clande.kernel.errors import Unreadable
from clande.kernel.events import SomeEvent
from clande.kernel.frames import SomeFrame
from clande.kernel.game import Game, Pauses
from clande.kernel.headers import Header, Value
from clande.kernel.loose import SomeTable
from clande.kernel.reactions import KERNEL_RULES
from clande.kernel.seats import Seat
from clande.kernel.undo import Past, Undo, Undone, do

FORMAT = 2
# Bytes hashed in one call. For more, Python lets other threads run meanwhile, and changing over
# takes longer than the hash.
AT_A_TIME = 2047

encode = msgspec.json.Encoder().encode


class Saved(Struct):
    """A game as it is written. Its question is not: the rule that asked will ask anew."""

    format: int
    header: Header
    table: SomeTable
    stack: list[SomeFrame]
    luck: SealedLuck | QuickLuck
    pauses: Pauses
    answers: dict[Seat, SomeAction]
    suspended: dict[int, dict[Seat, SomeAction]]
    fragile: tuple[int, ...] = ()
    log: list[SomeEvent] | None = None


class RecordTitle(Struct):
    """As much of anything saved as says how to read the rest."""

    format: int
    header: Header


class Proven(Struct):
    """What a digest covers beside the table: facts, and no name of a rule's class or step, so that
    these can be renamed."""

    luck: Any
    answers: dict[Seat, SomeAction]  # sealed, to the question under way
    suspended: list[dict[Seat, SomeAction]]  # sealed, while any-time acts are done, outermost first
    asked: tuple[Seat, ...]


def save(game: Game[Any], *, log: bool = False, form: Literal["json", "msgpack"] = "json") -> bytes:
    """A game as bytes, secrets and luck included: for the house's own disk, not for a viewer."""
    saved = Saved(
        FORMAT,
        game.header,
        game.table,
        game.stack,
        game.luck,  # type: ignore[arg-type]
        game.pauses,
        game.answers,
        game.suspended,
        game.fragile,
        game.log if log else None,
    )
    if form == "json":
        return msgspec.json.encode(saved)
    return msgspec.msgpack.encode(saved)


def load(data: bytes) -> Game[Any]:
    """A game as it was saved, in either form. It goes on as if nothing had been."""
    if format_of(data) == format1.FORMAT:
        data = form_of(data).encode(format1.saved(plain(data)))
    saved = read(data, Saved)
    game: Game[Any] = Game(
        saved.header,
        saved.table,
        saved.stack,
        saved.luck,
        saved.pauses,
        suspended=saved.suspended,
        fragile=saved.fragile,
        log=saved.log if saved.log is not None else [],
    )
    for rule in game.stack:
        if not callable(getattr(rule, rule.step, None)):
            raise Unreadable(f"{type(rule).__name__} has no step {rule.step!r}")
    if saved.answers:
        game.suspended[len(game.stack) - 1] = saved.answers
    run(game)
    return game


class Written(Struct):
    """The first thing to know of anything saved."""

    format: int


def form_of(data: bytes) -> Any:
    return msgspec.json if data[:1] == b"{" else msgspec.msgpack


def format_of(data: bytes) -> int:
    """The format that something of ours is written in, readable or not."""
    try:
        written: Written = form_of(data).decode(data, type=Written)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    return written.format


def plain(data: bytes) -> dict[str, Any]:
    """What is written, by nothing but its keys."""
    written: dict[str, Any] = form_of(data).decode(data)
    return written


def read(data: bytes, kind: type[Any]) -> Any:
    """Reads something of ours by the words of the game that it names, strictly."""
    form = form_of(data)
    try:
        title = form.decode(data, type=RecordTitle)
        if title.format != FORMAT:
            raise Unreadable(f"written in format {title.format}; this server reads {FORMAT}")
        pages = book_of(title.header)
        if title.header.version != pages.version:
            ours = f"{title.header.mix} {pages.version}"
            raise Unreadable(f"played by version {title.header.version}; here is {ours}")
        checked(title.header)
        return form.decode(data, type=kind, dec_hook=reader(pages))
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def checked(header: Header) -> Header:
    """A header that still makes sense here: seats, modules, options."""
    name, *modules = header.mix.split("+")
    if head(name, header.seats, modules, header.options).options != header.options:
        raise Unreadable(f"{header.mix} is played with other options than {header.options}")
    return header


def book_of(header: Header) -> Book:
    """The book of something saved. What was played with a pack says which one is missing here."""
    pack = header.options.get("pack")
    if pack is not None and header.game not in SHELF:
        raise Unreadable(f"played with the content pack {pack!r}, not loaded here: {header.game}")
    return compose(header.mix)


def reader(pages: Book) -> Any:
    """Reads the kernel's loose fields by the closed unions of one book."""
    kinds = {
        SomeAction: union((*KERNEL_ACTIONS, Undo, *pages.actions)),
        SomeEvent: union((*pages.events, Undone)),
        SomeFrame: union((*KERNEL_RULES, *pages.frames)),
        SomeTable: pages.table,
    }

    tagged = {
        loose: {kind.__struct_config__.tag: kind for kind in get_args(closed)}
        for loose, closed in kinds.items()
    }

    def hook(loose: type[Any], value: object) -> Any:
        # msgspec goes through all kinds of a union at each call: the tag names the one
        tag = value.get("type") if isinstance(value, dict) else None
        kind = tagged[loose].get(tag) if isinstance(tag, str) else None
        return msgspec.convert(value, kind or kinds[loose], str_keys=True, dec_hook=hook)

    return hook


def union(kinds: Iterable[type[Any]]) -> Any:
    return Union[tuple(kinds)]  # noqa: UP007


class Entry(Struct, frozen=True):
    """One command: who did what, what happened, and a digest of the game after it."""

    seat: Seat
    action: SomeAction
    events: tuple[SomeEvent, ...]
    digest: str
    link: str  # the hash of this entry and of the link before it
    commitment: str = ""  # to a sealed answer, published before it is opened


DrawnBy = Literal["seat", "house"]


class Record(Struct):
    """A whole game as a chain. While it is played the seed stays sealed: empty."""

    format: int
    header: Header
    table: str  # the name of the table, bound by the commitment
    commitment: str
    nonces: tuple[str, ...]
    seed: str = ""
    pauses: Pauses = "seats"
    drawn_by: tuple[DrawnBy, ...] = ()  # who drew each nonce; empty where nobody noted it
    options: dict[str, Value] = {}  # of the table, by name; those of the game are in its header
    entries: list[Entry] = []


class Mismatch(ValueError):
    """A record that does not hold: where, and what differs."""


def begin(header: Header, sealing: Sealing, pauses: Pauses = "seats") -> tuple[Record, Game[Any]]:
    """A new game and the record that will follow it."""
    record = Record(
        FORMAT,
        header,
        sealing.table,
        sealing.commitment(),
        tuple(nonce.hex() for nonce in sealing.nonces),
        pauses=pauses,
    )
    return record, set_up(header, sealing.luck(), pauses)


def set_up(header: Header, luck: SealedLuck | QuickLuck, pauses: Pauses = "seats") -> Game[Any]:
    """A game as it stands before its first question."""
    pages = compose(header.mix)
    game: Game[Any] = Game(
        header, pages.set_up(header, luck), [pages.opening(header)], luck, pauses
    )
    run(game)
    return game


def note(
    record: Record,
    game: Game[Any],
    seat: Seat,
    action: Action,
    past: Past | None = None,
    commitment: str = "",
) -> Entry:
    """Does an act and writes it down. With its past, it may take an earlier one back."""
    events = do(game, past, len(record.entries) + 1, seat, action)
    entry = linked(record, seat, action, events, digest(game), commitment)
    record.entries.append(entry)
    return entry


def linked(
    record: Record,
    seat: Seat,
    action: Action,
    events: tuple[Any, ...],
    digest: str,
    commitment: str = "",
) -> Entry:
    before = record.entries[-1].link if record.entries else first_link(record)
    last = link(before, seat, action, events, digest, commitment)
    return Entry(seat, action, events, digest, last, commitment)


def link(
    before: str, seat: Seat, action: Any, events: Any, digest: str, commitment: str = ""
) -> str:
    """One step of the chain. Actions and events may be given as they were written (`Raw`)."""
    body = msgspec.json.encode((before, seat, action, events, digest, commitment))
    return hashlib.sha256(body).hexdigest()


def first_link(record: Record) -> str:
    """The head of the chain: everything that was public before the first act."""
    sealed = (record.table, record.commitment, record.nonces)
    table = (record.pauses, record.drawn_by, record.options)
    about = (record.format, record.header, *table, *sealed)
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()


def digest(game: Game[Any], table: EncodedTable | None = None) -> str:
    """Of the facts of a game. Its table need not be encoded again if it is already."""
    data = facts(game, msgspec.json.encode(game.table) if table is None else table.text())
    digested = hashlib.sha256()
    for start in range(0, len(data), AT_A_TIME):
        digested.update(data[start : start + AT_A_TIME])
    return digested.hexdigest()


def facts(game: Game[Any], table: bytes) -> bytes:
    """What a digest is made of: format, header, table, luck, sealed answers, who is asked."""
    title = encode(RecordTitle(FORMAT, game.header))
    suspended = list(game.suspended.values())
    proven = Proven(game.luck, game.answers, suspended, tuple(game.asked))
    return b'%b,"table":%b,%b' % (title[:-1], table, encode(proven)[1:])


def write_record(record: Record) -> bytes:
    return msgspec.json.encode(record)


def read_record(data: bytes) -> Record:
    """A record. One of format 1 is checked as a chain, then played again for its new digests."""
    if format_of(data) != format1.FORMAT:
        record: Record = read(data, Record)
        return record
    try:
        old = plain(data)
        if not old["seed"]:
            raise Unreadable(
                "a record of format 1 whose seed is still sealed cannot be brought over; "
                "ask for it again once the game has ended"
            )
        format1.check_chain(old)
        return played_again(read(msgspec.json.encode(format1.record(old)), Record))
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"not a record of format 1: {type(error).__name__}: {error}") from None
    except Mismatch as error:
        raise Unreadable(f"a record of format 1 does not hold by the rules here: {error}") from None


def played_again(record: Record) -> Record:
    """The same game with digests and links made here; the events must be those that are written."""
    game, again = set_up(record.header, opened(record).luck(), record.pauses), unplayed(record)
    again.seed, past = record.seed, Past(game)
    for number, entry in enumerate(record.entries, start=1):
        repeat(again, game, past, number, entry)
    return again


def opened(record: Record) -> Sealing:
    """The seed and the nonces of a record; or a Mismatch."""
    try:
        seed, nonces = bytes.fromhex(record.seed), tuple(map(bytes.fromhex, record.nonces))
        sealing = Sealing(record.table, record.header.version, seed, nonces)
        sealing.luck()
    except ValueError as error:
        raise Mismatch(f"the seed or a nonce is not what it should be: {error}") from None
    if sealing.commitment() != record.commitment:
        raise Mismatch("the seed is not the one that was committed to")
    if len(nonces) != record.header.seats:
        raise Mismatch(f"{len(nonces)} nonces for {record.header.seats} seats")
    return sealing


def verify(record: Record) -> Game[Any]:
    """Plays the whole record again from the opened seed; the game it ends with, or a Mismatch."""
    if not record.seed:
        raise Mismatch("the seed has not been opened yet")
    checked(record.header)
    return replay(record, opened(record).luck())


def replay(record: Record, luck: SealedLuck | QuickLuck, until: int | None = None) -> Game[Any]:
    """The game after so many entries of a record, each checked against what is written."""
    game, again = set_up(record.header, luck, record.pauses), unplayed(record)
    past = Past(game)
    for number, entry in enumerate(record.entries[:until], start=1):
        repeated = repeat(again, game, past, number, entry)
        if repeated.digest != entry.digest:
            raise Mismatch(f"entry {number} leaves another game than the one written")
        if repeated.link != entry.link:
            raise Mismatch(f"entry {number}: the chain is broken")
    return game


def unplayed(record: Record) -> Record:
    """The same record without its entries, its seed sealed."""
    return Record(
        record.format, record.header, record.table, record.commitment, record.nonces,
        pauses=record.pauses, drawn_by=record.drawn_by, options=record.options,
    )  # fmt: skip


def repeat(again: Record, game: Game[Any], past: Past, number: int, entry: Entry) -> Entry:
    """Does the act of an entry once more; the same events must follow."""
    try:
        repeated = note(again, game, entry.seat, entry.action, past, entry.commitment)
    except ValueError as error:
        raise Mismatch(f"entry {number} is refused: {error}") from None
    if repeated.events != entry.events:
        raise Mismatch(f"entry {number}: other events follow {differing(repeated, entry)}")
    return repeated


def differing(repeated: Entry, entry: Entry) -> str:
    for now, before in zip(repeated.events, entry.events, strict=False):
        if now != before:
            return f"({audience.untold(now)}, not {audience.untold(before)})"
    return f"({len(repeated.events)} of them, not {len(entry.events)})"
