"""What has happened, in the past tense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from clande.kernel.loose import loose
from clande.kernel.seats import Seat

# How long people look at what has happened: a part of the game begins; it ends, and this is the
# last chance to act in it; all look up, because something lies open at last; a card is turned;
# somebody did what others may answer; one look is enough; it is shown with what came before it;
# bookkeeping.
Shows = Literal["opening", "closing", "reveal", "turn", "act", "glance", "beside", "nothing"]


class Event(Struct, frozen=True, tag=True):
    """A fact, in the past tense. Only events change the table.

    Fields are `Public` or `Revealed`; `Private` and `Shared` ones reach its parties; `Hidden` ones
    reach nobody.
    """

    rule_ids: ClassVar[tuple[str, ...]] = ()  # the rules it carries out: never empty
    # For how long it is shown, where everybody is told of it. By its kind alone: a length that hung
    # on a field would tell the field. Each kind says so itself.
    shows: ClassVar[Shows]
    secret: ClassVar[bool] = False  # those who are not party to it hear nothing at all
    discloses: ClassVar[bool] = False  # the rules mean its very happening to tell a secret
    chosen: ClassVar[bool] = False  # its private fields are what its own seat has just chosen

    def parties(self) -> tuple[Seat, ...]:
        """The seats that hear its private fields."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)

    def apply(self, table: Any) -> None:
        """Changes the table."""


if TYPE_CHECKING:
    SomeEvent = Event
else:
    SomeEvent = loose(Event)
