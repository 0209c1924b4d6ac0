"""Requests and answers about the server and its tables. client/src/wire.ts is made from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.kernel.game import Pauses

Channel = Literal["mail", "webhook"]  # by which a player can be told of a turn


class GameInfo(Struct, frozen=True):
    """An installed game."""

    name: str
    title: str
    fewest_seats: int
    most_seats: int


class Door(Struct, frozen=True):
    """An address for phones on the network, also as a QR code.

    `path` is an SVG path, in a square of `size` units that includes the quiet margin.
    """

    address: str
    path: str
    size: int


class HouseInfo(Struct, frozen=True):
    """The answer of /api/house. Without a door, the server serves its own machine only."""

    name: str
    version: str
    games: list[GameInfo]
    door: Door | None
    signals: tuple[Channel, ...] = ()  # by which it can tell of a turn


class GameTexts(Struct, frozen=True):
    """The texts of a game in one language: sentences by key; the fields of each event, by which a
    client knows whether it was told all of it; who sees each field of a table; and what is printed
    on the pieces, where the game has that. Each event also names the rules behind it, and how long
    it is shown by its class; events that begin a part of the game have a level, 1 for the widest
    parts."""

    sentences: dict[str, str]
    events: dict[str, tuple[str, ...]]
    table: dict[str, str]
    printed: Any = None
    why: dict[str, tuple[str, ...]] = {}
    headings: dict[str, int] = {}
    shows: dict[str, str] = {}


# Tables


class NamedSetup(Struct, frozen=True):
    """A named setup: a mix and its options. `minutes` by the number of seats, where we know them;
    `seats` are the numbers of seats that it can be played with."""

    name: str
    modules: tuple[str, ...]
    options: dict[str, int | str]
    minutes: dict[str, int]
    seats: tuple[int, ...]


class GameSetups(Struct, frozen=True):
    """All that a table of a game may be opened with. The first value of an option is the default.
    A game that has a `mode` and no presets has its modes as presets. `caretakers` are the levels of
    who plays for those who are away, the usual first."""

    game: str
    seats: tuple[int, ...]
    modules: tuple[str, ...]
    options: dict[str, tuple[int | str, ...]]
    presets: list[NamedSetup]
    bots: tuple[str, ...]
    caretakers: tuple[str, ...] = ()


Milliseconds = Annotated[int, Meta(ge=1000, le=14 * 24 * 60 * 60 * 1000)]
Pace = Literal["pose", "normal", "fast", "instant"]  # at which a table shows what has happened
WantedPauses = Pauses | Literal["usual"]  # who ends them; "usual": as the game says
StandIn = Literal["bot", "default", "wait"]
Talk = Literal["phrases", "free"]

# Why a request is refused. Each has its sentence: `clande.text`, `refusals`.
ErrorCode = Literal[
    "unreadable",  # not what this address takes
    "not_found",
    "not_allowed",  # not by this method
    "no_session",  # the client has to give a name first
    "not_host",
    "not_seated",
    "bad_name",
    "bad_origin",  # sent by a page of another site
    "bad_table",  # no such game, seats, modules or options: the note says which
    "no_bot",
    "seat_taken",
    "seat_empty",
    "started",
    "not_started",
    "not_over",
    "of_the_day",  # the game of the day is the same for everyone
    "not_training",  # hints belong to the training
    "no_advice",  # advice is for players who play alone with bots
    "not_asked",  # it is not the player's turn
    "not_replayed",  # played by another version of the rules
    "not_counted",  # the trial is not counted yet
    "not_watched",  # this table has no spectators
    "already",  # nothing would change
    "too_many",  # too many requests: wait
    "too_large",
    "bad_password",  # too short, or too easy to guess
    "host_here",  # the host is present, or has not been gone for long
    "no_signals",  # the server has no such channel
    "bad_address",  # no address that we can send to
    "bad_zone",  # no time zone
    "bad_login",  # the login, password or code is wrong; never which of them
    "no_account",
    "is_child",  # only the head of the family changes that
    "not_member",
    "not_head",
    "not_admin",
    "not_welcome",  # the host of the table has blocked the asker
    "banned",
    "closed",  # it cannot be stored now: try again later
    "broken",  # a bug
]


class ErrorBody(Struct, frozen=True):
    """The answer to a request that is refused. Nothing has changed."""

    code: ErrorCode
    note: str = ""


class Player(Struct, frozen=True):
    """A player. A child reads and writes ready-made phrases only."""

    id: str
    name: str
    child: bool = False


class Chair(Struct, frozen=True):
    """A seat as everyone at the table sees it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    bot: str = ""
    present: bool = False
    away: bool = False  # somebody plays for it; its player may be present and do nothing
    host: bool = False


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is opened with. Times are in milliseconds; null: no limit."""

    game: Annotated[str, Meta(max_length=80)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    modules: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    options: Annotated[dict[str, int | str], Meta(max_length=32)] = {}
    preset: Annotated[str, Meta(max_length=40)] = ""
    decision: Milliseconds | None = 90_000  # for an answer
    pace: Pace = "normal"
    pauses: WantedPauses = "usual"
    listed: bool = False  # in the open list; else a player needs the link or the code
    watched: bool = False  # spectators may watch what all seats see
    delay: Annotated[int, Meta(ge=0, le=600_000)] = 0  # for spectators
    stand_in: StandIn = "bot"  # what plays for a player who is away
    # the level of that bot, for what it must play itself; "": the usual one of the game
    caretaker: Annotated[str, Meta(max_length=40)] = ""
    patience: Milliseconds = 120_000  # before that
    talk: Talk = "phrases"  # whether people may write freely, or in ready-made phrases only


class EndVote(Struct, frozen=True):
    """A vote to end the game: how many want it, how many it takes, and until when it lasts."""

    until: int
    yes: int
    needed: int


class TableCard(Struct, frozen=True):
    """A table, for everyone who has its link."""

    id: str
    title: str
    terms: Terms
    status: Literal["open", "playing", "paused", "over", "aside"]
    chairs: list[Chair]
    commitment: str  # to the luck of the game, made before any player chose a nonce
    code: str | None = None  # opens this lobby until the game starts
    rematch: str | None = None  # the next table of the same players
    day: str = ""  # of the game of the day
    counted: bool = False  # the try that counts
    signals: tuple[Channel, ...] = ()  # by which players can be told of a turn
    vote: EndVote | None = None
    lesson: str = ""  # that is learned at this table


class ListedTable(Struct, frozen=True):
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


class SetName(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a guest. A guest can say to be a child, and cannot take that back."""

    name: Annotated[str, Meta(max_length=200)]
    child: bool = False


class EnterCode(Struct, frozen=True, forbid_unknown_fields=True):
    """Finds a table by its code."""

    code: Annotated[str, Meta(max_length=20)]


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a seat; `nonce` is the player's share of the luck, sixteen bytes in hexadecimal."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    nonce: Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")] = ""


class VoteToEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """Votes for or against ending a game that is not over."""

    end: bool


class ChoosePace(Struct, frozen=True, forbid_unknown_fields=True):
    """Sets the pace of a table before its game begins. Whoever is not its host may only ask for the
    slowest one, and nobody is told who did."""

    pace: Pace


class HandOver(Struct, frozen=True, forbid_unknown_fields=True):
    """Makes the player on a seat the host."""

    seat: Annotated[int, Meta(ge=0, le=15)]


class FillSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Gives a seat to a bot, or empties it."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    bot: Annotated[str, Meta(max_length=40)] = ""


class PauseTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Pauses a table, or lets it go on. A second copy with the same id changes nothing."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    paused: bool


class AddTime(Struct, frozen=True, forbid_unknown_fields=True):
    """Adds milliseconds to the current decision. A second copy with the same id adds nothing."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    time: Annotated[int, Meta(ge=1000, le=14 * 24 * 60 * 60 * 1000)]


class RequestTicket(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a ticket: to play on the player's seat, or to watch."""

    watch: bool = False
