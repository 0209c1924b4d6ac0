"""What people and the server ask of a table beside playing. Each request waits in the mailbox of
the table's actor and is answered by the table's card, or refused."""

from __future__ import annotations

from msgspec import Struct

from clande.kernel import Header, Seat
from clande.server.http.schemas.tables import Pace, Player, WantedPauses


class TakeSeat(Struct, frozen=True):
    """A player takes an empty seat; in a running game, one that a leaver has left to a bot."""

    player: Player
    seat: Seat
    nonce: str


class LeaveTable(Struct, frozen=True):
    """A player gives the seat up for good: sockets and tickets for it are void."""

    player: Player


class GiveSeat(Struct, frozen=True):
    """The host gives a seat to a bot, or empties it if `bot` is empty; whoever sat there loses it,
    even in a running game."""

    player: Player
    seat: Seat
    bot: str
    nonce: str


class PassHost(Struct, frozen=True):
    """The host gives the role to another player at the table; once the host has been gone for
    long, a player who sits there may take it."""

    player: Player
    seat: Seat


class ChangePace(Struct, frozen=True):
    """The host sets the pace of a table before its game begins; any other player there may ask for
    the slowest one, and nobody is told who did."""

    player: Player
    pace: Pace


class StartGame(Struct, frozen=True):
    """The host starts the game."""

    player: Player


class BeginGame(Struct, frozen=True):
    """The server starts the game of a table that has no host to start it."""

    header: Header
    nonces: tuple[bytes, ...]
    pauses: WantedPauses


class OfferRematch(Struct, frozen=True):
    """The same people go to a new table, each one seat further; whoever asks second joins it. The
    id and the code of the new table, and a nonce for each seat, are drawn already."""

    player: Player
    id: str
    code: str
    nonces: tuple[str, ...]


class PauseGame(Struct, frozen=True):
    """The host pauses the game, or lets it go on."""

    player: Player
    id: str
    paused: bool


class GiveTime(Struct, frozen=True):
    """The host gives more time for the question under way, in milliseconds."""

    player: Player
    id: str
    time: int


class CastVote(Struct, frozen=True):
    """More than half of the players present may end a game that nobody wants to finish. It counts
    for nothing, and its seed is opened as if it were over."""

    player: Player
    end: bool


class HushPlayer(Struct, frozen=True):
    """The host silences a player, or takes that back."""

    player: Player
    user: str
    on: bool


class MarkChild(Struct, frozen=True):
    """A person reads and writes ready-made phrases only, on one seat or wherever they sit here.
    With `host`, only if that player is the host."""

    user: str
    on: bool
    seat: Seat | None = None
    host: Player | None = None


class DeleteLine(Struct, frozen=True):
    """A chat line, or the free text of an act, goes from the store and from all screens."""

    id: str


class ForgetPlayer(Struct, frozen=True):
    """Nothing says any more that a person was here: their seats are empty, their lines gone."""

    user: str


class ShutTable(Struct, frozen=True):
    """The admin closes the table at once; what was played stays stored."""

    reason: str


class NoteAwake(Struct, frozen=True):
    """Notes that the clock of the table runs, so that no player loses the time while the server is
    closed."""


TableRequest = (
    TakeSeat
    | LeaveTable
    | GiveSeat
    | PassHost
    | ChangePace
    | StartGame
    | BeginGame
    | OfferRematch
    | PauseGame
    | GiveTime
    | CastVote
    | HushPlayer
    | MarkChild
    | DeleteLine
    | ForgetPlayer
    | ShutTable
    | NoteAwake
)
