"""What one viewer may know of a game."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from clande.kernel.actions import SomeAction
from clande.kernel.frames import SomeFrame
from clande.kernel.game import Pauses
from clande.kernel.headers import Header, Outcome
from clande.kernel.questions import Question
from clande.kernel.seats import Seat


class View(Struct, frozen=True):
    """All that one viewer may know: the only thing that clients and bots ever get."""

    seat: Seat
    header: Header
    pauses: Pauses
    table: dict[str, Any]
    stack: tuple[SomeFrame, ...]  # whole: a frame holds no secret, and this is how we know
    waiting_for: tuple[Seat, ...]  # who is asked; who has answered is shown to nobody
    question: Question | None
    answer: SomeAction | None  # the viewer's own, sealed
    suspended: dict[int, SomeAction]  # the viewer's own, while an any-time act is done
    may_act: bool
    offers: tuple[Question, ...]
    outcome: Outcome | None
    fragile: tuple[int, ...] = ()  # the depths whose held answers fall with the first news
