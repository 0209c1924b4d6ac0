"""Every message of a socket, in both directions. docs/wire.md tells how they follow each other.

Of a game, a client gets only its `State`, which is made from its own view, and messages that change
it. What it sends is small, bounded, and answered by an `Ack` or a `Nack`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct, field

from clande.kernel.books import Speech
from clande.kernel.messages import Change
from clande.server.http.schemas.tables import Pace, TableCard
from clande.server.sockets.nack_codes import NackCode as NackCode

PROTO = 1
LARGEST_MESSAGE = 8 * 1024  # that a client may send
DEEPEST = 8
MOST_WEIGHED = 40  # acts in one message
LARGEST_INTEGER = (1 << 53) - 1  # that a browser counts exactly

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Count = Annotated[int, Meta(ge=-1, le=LARGEST_INTEGER)]

Status = Literal["open", "playing", "paused", "over"]


class StandingOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server does for a seat when something happens in public: an act that nobody asks
    for, or, without one, it holds the game and tells the seat's player."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,12}$")]
    # When: events of these kinds, or of any; in this sector; by this seat, or by any other than the
    # sender's; about what is the sender's.
    kinds: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()
    sector: Annotated[str, Meta(max_length=40)] = ""
    by: Annotated[int, Meta(ge=-1, le=15)] = -1
    mine: bool = False
    # Then, so many times, until this is over:
    action: dict[str, Any] | None = None
    times: Annotated[int, Meta(ge=1, le=9)] = 1
    until: Literal["cycle", "game"] = "cycle"


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client sends."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a socket. `last` and `check` are those of the last message that the
    client has; without them it gets a snapshot."""

    proto: int
    table: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=64)]
    last: Count = -1
    check: Annotated[str, Meta(max_length=8)] = ""


class Act(ClientMessage, frozen=True, tag="act"):
    """An answer, or an act that was offered, to the decision that the client has before it."""

    id: CommandId
    decision: Count
    action: Raw


class UndoRequest(ClientMessage, frozen=True, tag="undo"):
    """Takes back the sender's last act, while its state says that it can be."""

    id: CommandId
    decision: Count


class AskOffers(ClientMessage, frozen=True, tag="offers"):
    """Asks what the sender may do unasked: the number of each kind, and the questions of those
    named."""

    kinds: Annotated[tuple[str, ...], Meta(max_length=32)] = ()


class Weigh(ClientMessage, frozen=True, tag="weigh"):
    """Asks what these acts would mean, and what the sender should know before it does one. Changes
    nothing."""

    id: CommandId
    decision: Count
    actions: Annotated[tuple[Raw, ...], Meta(min_length=1, max_length=MOST_WEIGHED)]
    language: Literal["fr", "en"] = "fr"


class HoldGame(ClientMessage, frozen=True, tag="hold"):
    """The sender wants to think before the game goes on, or goes on thinking."""

    id: CommandId


class SkipShowing(ClientMessage, frozen=True, tag="skip"):
    """The sender, who is alone with bots, has seen enough of what is being shown."""

    id: CommandId


class SetPace(ClientMessage, frozen=True, tag="pace"):
    """The sender, who is alone with bots, wants another pace. `step`: wait for a `skip` whenever
    something was shown."""

    id: CommandId
    pace: Pace
    step: bool = False


class SetOrders(ClientMessage, frozen=True, tag="orders"):
    """The sender's standing orders, instead of those of before. `go_on`: a hold that the sender has
    begun, by an order or otherwise, is over."""

    id: CommandId
    orders: Annotated[tuple[StandingOrder, ...], Meta(max_length=32)]
    go_on: bool = False


class SaveDraft(ClientMessage, frozen=True, tag="draft"):
    """The sender's answer so far. Stored for its return; submitted when the time is up."""

    decision: Count
    action: Raw


class TakeSeatBack(ClientMessage, frozen=True, tag="here"):
    """The sender is there: nobody plays for its seat any more."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Asks for a snapshot, because something is missing."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    n: Count


class Pong(ClientMessage, frozen=True, tag="pong"):
    n: Count


class SendChat(ClientMessage, frozen=True, tag="say"):
    """A chat line for some seats, or for all if it names none: a ready-made phrase, which may be
    about a seat, or free text where the table allows it."""

    id: CommandId
    to: Annotated[tuple[int, ...], Meta(max_length=16)] = ()
    phrase: Annotated[str, Meta(max_length=60)] = ""
    about: Annotated[int, Meta(ge=-1, le=15)] = -1
    text: Annotated[str, Meta(max_length=400)] = ""


ClientMessages = (
    Hello
    | Act
    | UndoRequest
    | HoldGame
    | SkipShowing
    | SetPace
    | SetOrders
    | AskOffers
    | Weigh
    | SaveDraft
    | TakeSeatBack
    | Resync
    | Ping
    | Pong
    | SendChat
)
# What a client sends by itself. All else is the doing of a player, who is there.
BY_ITSELF = AskOffers | Weigh | Resync


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """What the server sends."""


class QuestionClock(Struct, frozen=True):
    """The time of the question under way, by the server's clock, in milliseconds."""

    due: int | None = None  # when it ends; None: it does not, or the table is paused
    remaining: int | None = field(name="left", default=None)  # while the table is paused
    length: int | None = None
    strict: bool = False  # the rules' own time: no grace


class ShowingTime(Struct, frozen=True):
    """Until when screens show what has happened, by the server's clock, in milliseconds; whether
    anybody holds the game; the pace; whether the game waits for a `skip` after each showing."""

    until: int = 0
    on_hold: bool = field(name="held", default=False)
    pace: Pace = "normal"
    step: bool = False


class State(Struct, frozen=True):
    """All that one viewer may know of a game: its view, the number of its decision, whether it can
    take its last act back, the clock, and to whom the rules let it speak. `holds`: how many more
    times in this cycle it may hold the game; null: as often as it likes."""

    status: Status
    game: dict[str, Any]
    decision: int
    undo: bool
    clock: QuestionClock
    speech: Speech
    showing: ShowingTime
    holds: int | None


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Answers a hello; a delta or a snapshot follows once the game has begun."""

    proto: int
    seat: int  # -1: a spectator
    now: int  # by the server's clock, in milliseconds
    card: TableCard


class TableChanged(ServerMessage, frozen=True, tag="card"):
    """Who sits where has changed, or who is present."""

    card: TableCard


class Snapshot(ServerMessage, frozen=True, tag="snapshot"):
    """The whole state after message `number`, and the latest events."""

    number: int
    check: str
    state: State
    story: list[dict[str, Any]]


class News(ServerMessage, frozen=True, tag="news"):
    """Message `number`: what the viewer is told, and how its state changes. Numbers follow without
    a gap; `check` sums up all that was sent so far."""

    number: int
    check: str
    story: tuple[dict[str, Any], ...]
    patch: tuple[Change, ...]


class Delta(ServerMessage, frozen=True, tag="delta"):
    """The news that were missed."""

    news: list[News]


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The command is stored; its news have number `number` at the latest."""

    id: str
    number: int


class Nack(ServerMessage, frozen=True, tag="nack"):
    """The message is refused and has changed nothing."""

    id: str
    code: NackCode
    rule_ids: tuple[str, ...] = ()


class Offers(ServerMessage, frozen=True, tag="offers"):
    """What may be done unasked after message `number`: how many questions of each kind of act,
    and those questions that were asked for."""

    number: int
    kinds: dict[str, int]
    questions: list[dict[str, Any]]


class Remark(Struct, frozen=True):
    """A sentence that a player should read before an act, and the rules it comes from."""

    text: str
    rule_ids: tuple[str, ...]


class Meaning(Struct, frozen=True):
    """What an act means now, in one line or a few."""

    text: str
    remarks: tuple[Remark, ...] = ()


class Weighed(ServerMessage, frozen=True, tag="weighed"):
    """Answers a `weigh`: what each act means, from the sender's own view."""

    id: str
    meanings: tuple[Meaning, ...]


class DraftAck(ServerMessage, frozen=True, tag="drafted"):
    """The draft that is stored for a decision."""

    decision: int
    action: Raw


class Returned(ServerMessage, frozen=True, tag="returned"):
    """The seat is its player's again: since when he was away or did nothing, until when, and what
    was done in his name or happened to what is his, under the headings of the game."""

    since: int  # by the server's clock, in milliseconds
    until: int
    story: list[dict[str, Any]]


class OrderState(Struct, frozen=True):
    """A standing order, and what became of it."""

    order: StandingOrder
    done: int = 0  # so many times
    failed: int = 0  # so many times the game did not admit it
    why: NackCode | None = None  # the last time
    at: int = 0  # when it was last done, or could not be
    over: bool = False


class Orders(ServerMessage, frozen=True, tag="orders"):
    """The standing orders of the client's seat, after each welcome and whenever they change. Nobody
    else is sent anything; it has no number. `holds`: one of them holds the game."""

    orders: list[OrderState]
    holds: bool = False


class ServerPing(ServerMessage, frozen=True, tag="ping"):
    """To be answered by a pong with the same number."""

    n: int


class ServerPong(ServerMessage, frozen=True, tag="pong"):
    n: int
    now: int


class ChatLine(Struct, frozen=True):
    """A line of chat. `to` is empty if it is for all; either phrase or text is empty."""

    id: str
    seat: int
    name: str  # of the player who sat there
    to: tuple[int, ...]
    phrase: str
    about: int
    text: str
    at: int  # by the server's clock


class LineSaid(ServerMessage, frozen=True, tag="line"):
    """A new line of chat. It has no number, so that nobody can count what others whisper."""

    line: ChatLine


class Lines(ServerMessage, frozen=True, tag="lines"):
    """The latest lines that the client may read; sent after each welcome, if there are any."""

    lines: list[ChatLine]


class ChatAck(ServerMessage, frozen=True, tag="spoken"):
    """Answers a `say`: the line is stored under this name."""

    id: str
    line: str


class Unsaid(ServerMessage, frozen=True, tag="unsaid"):
    """Lines, or texts of acts, that clients must remove."""

    lines: list[str]


class FreeTexts(ServerMessage, frozen=True, tag="written"):
    """Free texts of acts: a game knows only a reference to each, such as `~k3x…`. They are sent
    before the message with the reference; texts that a reader may not read are never sent."""

    texts: dict[str, str]


ServerMessages = (
    Welcome
    | TableChanged
    | Snapshot
    | News
    | Delta
    | Ack
    | Nack
    | Offers
    | Weighed
    | DraftAck
    | Returned
    | Orders
    | LineSaid
    | Lines
    | ChatAck
    | Unsaid
    | FreeTexts
    | ServerPing
    | ServerPong
)

read = msgspec.json.Decoder(ClientMessages).decode
write = msgspec.json.encode


def id_of(message: ClientMessage) -> str:
    """The id that a reply to a message has."""
    return "draft" if isinstance(message, SaveDraft) else getattr(message, "id", "")


def bounded(value: Any, depth: int = DEEPEST) -> bool:
    """Whether plain JSON is within our limits: its depth, its integers, no float."""
    if isinstance(value, dict):
        return depth > 0 and all(bounded(inner, depth - 1) for inner in value.values())
    if isinstance(value, list):
        return depth > 0 and all(bounded(inner, depth - 1) for inner in value)
    if isinstance(value, int):
        return abs(value) <= LARGEST_INTEGER
    return not isinstance(value, float)
