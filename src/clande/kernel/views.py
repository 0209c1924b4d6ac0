"""What one viewer may know of a game."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from clande.kernel.actions import SomeAction
from clande.kernel.frames import SomeFrame
from clande.kernel.game import Pauses
from clande.kernel.headers import Header, Outcome
from clande.kernel.questions import Question
from clande.kernel.seats import Seat

TableViewT = TypeVar("TableViewT", covariant=True)


class View(Struct, Generic[TableViewT], frozen=True):
    """All that one viewer may know: bots get this and nothing else. Clients get the same, encoded
    by the server, without frames, and offers only when they ask for them.

    Its table is the `audience.view_type` of the game's. A field of it that is hidden from this
    viewer is None.
    """

    seat: Seat
    header: Header
    pauses: Pauses
    table: TableViewT
    stack: tuple[SomeFrame, ...]  # whole: so a frame must hold no secret, and laws compare views
    waiting_for: tuple[Seat, ...]  # who is asked; who has answered is shown to nobody
    question: Question | None
    answer: SomeAction | None  # the viewer's own, sealed
    suspended: dict[int, SomeAction]  # the viewer's own, while an any-time act is done
    may_act: bool
    offers: tuple[Question, ...]
    outcome: Outcome | None
    fragile: tuple[int, ...] = ()  # the depths whose held answers fall with the first news
