"""One game: its table, the frames under way, and what they wait for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace as copy

from clande.kernel import audience
from clande.kernel.actions import Action
from clande.kernel.chance import Luck
from clande.kernel.events import Event
from clande.kernel.frames import Frame, Openness
from clande.kernel.headers import Header
from clande.kernel.questions import Question
from clande.kernel.seats import Seat

TableT = TypeVar("TableT")
Pauses = Literal["none", "seats", "house"]  # who ends a pause between steps that ask nothing


class Game(Struct, Generic[TableT]):
    """One game: the table, the rules under way, and what they wait for."""

    header: Header
    table: TableT
    stack: list[Frame]
    luck: Luck
    pauses: Pauses = "seats"
    answers: dict[Seat, Action] = {}  # sealed, to the question under way
    suspended: dict[int, dict[Seat, Action]] = {}  # sealed, by depth, while an any-time act is done
    fragile: tuple[int, ...] = ()  # the depths whose held answers fall with the first news
    log: list[Event] | None = []  # None in simulations: nobody reads it
    # Derived: an asking step gives these again whenever it is run.
    asked: Mapping[Seat, Question] = {}
    then: str = ""
    acts: Openness = "all"
    keep: bool = True

    @property
    def is_over(self) -> bool:
        return not self.stack

    @property
    def seats(self) -> range:
        return range(self.header.seats)

    def clone(self, keep_log: bool = False) -> Game[TableT]:
        """A copy to play on. Values are frozen, so copying the containers is enough."""
        return self.around(audience.clone(self.table), keep_log)

    def around(self, table: TableT, keep_log: bool = False) -> Game[TableT]:
        """A copy with another table."""
        return Game(
            self.header,
            table,
            [copy(frame) for frame in self.stack],
            copy(self.luck),
            self.pauses,
            self.answers.copy(),
            self.suspended.copy(),
            self.fragile,
            self.log.copy() if keep_log and self.log is not None else None,
            self.asked,
            self.then,
            self.acts,
            self.keep,
        )
