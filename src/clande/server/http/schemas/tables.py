"""What the house says to its client. client/src/wire.ts is generated from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.kernel.game import Pauses

Channel = Literal["mail", "webhook"]  # by which a player can be told of a turn


class GameInfo(Struct, frozen=True):
    """A game that this house knows."""

    name: str
    title: str
    fewest_seats: int
    most_seats: int


class Door(Struct, frozen=True):
    """The address for the phones of the network, also as a QR code.

    `path` is an SVG path, in a square of `size` units that includes the quiet margin.
    """

    address: str
    path: str
    size: int


class HouseInfo(Struct, frozen=True):
    """The answer of /api/house. Without a door, the house serves its own machine only."""

    name: str
    version: str
    games: list[GameInfo]
    door: Door | None
    signals: tuple[Channel, ...] = ()  # how it can tell of a turn


class Words(Struct, frozen=True):
    """What is said of a game in one language: sentences by key; the fields of each event, by which
    a client knows whether it hears all of it; who sees each field of a table; and what is printed
    on the pieces, where the game says so. Each event also names the rules behind it; those that
    begin a part of the game have a level, the widest parts 1."""

    sentences: dict[str, str]
    events: dict[str, tuple[str, ...]]
    table: dict[str, str]
    printed: Any = None
    why: dict[str, tuple[str, ...]] = {}
    headings: dict[str, int] = {}


# Tables


class NamedSetup(Struct, frozen=True):
    """A way to play that has a name: a mix and its options. `minutes` by the number of seats, where
    they are known; `seats` with which it can be played."""

    name: str
    modules: tuple[str, ...]
    options: dict[str, int | str]
    minutes: dict[str, int]
    seats: tuple[int, ...]


class GameSetups(Struct, frozen=True):
    """All that a table of a game may be opened with. The first value of an option is the usual.
    A game that has no presets but a `mode` has its modes among them."""

    game: str
    seats: tuple[int, ...]
    modules: tuple[str, ...]
    options: dict[str, tuple[int | str, ...]]
    presets: list[NamedSetup]
    bots: tuple[str, ...]


Milliseconds = Annotated[int, Meta(ge=1000, le=14 * 24 * 60 * 60 * 1000)]
StandIn = Literal["bot", "default", "wait"]
Talk = Literal["phrases", "free"]

# Why the house does not do what it is asked. Each has its sentence: `clande.text`, `refusals`.
ErrorCode = Literal[
    "unreadable",  # not what this address takes
    "not_found",
    "not_allowed",  # that way of asking
    "no_session",  # say who you are first
    "not_host",
    "not_seated",
    "bad_name",
    "bad_origin",  # asked for by another site
    "bad_table",  # no such game, seats, modules or options: the note says which
    "no_bot",
    "seat_taken",
    "seat_empty",
    "started",
    "not_started",
    "not_over",
    "of_the_day",  # the draw of the day is the same for everybody
    "not_training",  # hints belong to the training
    "no_advice",  # advice is for who plays alone with bots
    "not_asked",  # it is not one's turn
    "not_replayed",  # played by rules of another day
    "not_counted",  # what could have been laid is told once a trial is closed
    "not_watched",  # this table wants nobody to watch
    "already",  # it is so already
    "too_many",  # asked too often: wait
    "too_large",
    "bad_password",  # too short, or too easy to guess
    "host_here",  # or has not been gone for long
    "no_signals",  # the house cannot write that way
    "bad_address",  # no address that it can write to
    "bad_zone",  # no time zone
    "bad_login",  # that name, password or code is not right; never which of them
    "no_account",
    "is_child",  # only the head of one's family changes that
    "not_member",
    "not_head",
    "not_admin",
    "not_welcome",  # the host of the table has blocked who asks
    "banned",
    "closed",  # the house cannot keep it now: try again later
    "broken",  # a fault of ours
]


class ErrorBody(Struct, frozen=True):
    """The answer to whatever is refused. Nothing has changed."""

    code: ErrorCode
    note: str = ""


class Player(Struct, frozen=True):
    """Who asks: a guest has a name and nothing else. A child reads and writes ready-made phrases
    only."""

    id: str
    name: str
    child: bool = False


class Chair(Struct, frozen=True):
    """A seat as everybody at the table sees it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    bot: str = ""
    present: bool = False
    away: bool = False  # for so long that somebody plays for it, where the table wants that
    host: bool = False


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is opened with. Times are in milliseconds; null: no limit."""

    game: Annotated[str, Meta(max_length=80)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    modules: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    options: Annotated[dict[str, int | str], Meta(max_length=32)] = {}
    preset: Annotated[str, Meta(max_length=40)] = ""
    decision: Milliseconds | None = 90_000  # for an answer
    # for the pause between two steps; "usual": what the game says
    breath: Milliseconds | Literal["usual"] | None = "usual"
    pauses: Pauses = "seats"
    listed: bool = False  # in the open list; else only who has the link or the code comes
    watched: bool = False  # others may watch what all seats see
    delay: Annotated[int, Meta(ge=0, le=600_000)] = 0  # for those who watch
    stand_in: StandIn = "bot"  # who plays for a seat that has gone
    patience: Milliseconds = 120_000  # before that
    talk: Talk = "phrases"  # whether people may write freely, or in ready-made phrases only


class EndVote(Struct, frozen=True):
    """Some want to end the game: how many, how many it takes, and until when they may be joined."""

    until: int
    yes: int
    needed: int


class TableCard(Struct, frozen=True):
    """A table, as whoever has its link sees it."""

    id: str
    title: str
    terms: Terms
    status: Literal["open", "playing", "paused", "over", "aside"]
    chairs: list[Chair]
    commitment: str  # to the luck of the game, made before anyone could name a nonce
    code: str | None = None  # opens this lobby until the game starts
    rematch: str | None = None  # the table where it goes on
    day: str = ""  # of the draw that everybody has that day
    counted: bool = False  # the one try at it that counts
    signals: tuple[Channel, ...] = ()  # how the house can tell of a turn here
    vote: EndVote | None = None
    lesson: str = ""  # that is learned here


class Listed(Struct, frozen=True):
    """A table of the open list."""

    id: str
    title: str
    game: str
    seats: int
    free: int
    host: str


class Ticket(Struct, frozen=True):
    """Opens one socket, once, within seconds."""

    token: str
    seat: int
    proto: int


class NameGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants to be called. That one is a child can be said here, and not be taken back."""

    name: Annotated[str, Meta(max_length=200)]
    child: bool = False


class CodeGiven(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)]


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a chair; `nonce` is the sitter's share of the luck, sixteen bytes in hexadecimal."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    nonce: Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")] = ""


class Voting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether I want to end the game, though it is not over."""

    end: bool


class HandingOver(Struct, frozen=True, forbid_unknown_fields=True):
    """Makes whoever sits there the host."""

    seat: Annotated[int, Meta(ge=0, le=15)]


class Filling(Struct, frozen=True, forbid_unknown_fields=True):
    """Gives a chair to a bot, or empties it."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    bot: Annotated[str, Meta(max_length=40)] = ""


class Holding(Struct, frozen=True, forbid_unknown_fields=True):
    """Pauses a table, or lets it go on. The id makes a second copy harmless."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    paused: bool


class MoreTime(Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    time: Annotated[int, Meta(ge=1000, le=14 * 24 * 60 * 60 * 1000)]


class Watching(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a ticket: to play where one sits, or to watch."""

    watch: bool = False
