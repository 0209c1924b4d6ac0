"""Free texts are where the types of fields say so, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from clande.kernel import (
    Action,
    Event,
    FreeText,
    Held,
    Hidden,
    Known,
    Part,
    Private,
    Public,
    Seat,
    Secret,
    Shared,
    plain,
    told,
)
from clande.kernel.audience import declare_events, declare_table, visible_table
from clande.kernel.free_texts import holds_texts, text_fields, texts_in

Note = Annotated[str, FreeText(40)]


class Write(Action, frozen=True):
    title: str
    text: Note
    footnote: Annotated[str, FreeText(9)] = ""


class Vow(Struct, frozen=True, tag=True):
    text: Note
    witness: str = ""


class Gift(Struct, frozen=True, tag=True):
    text: str


class Pact(Struct, frozen=True):
    parties: tuple[Seat, ...]
    terms: tuple[Vow | Gift, ...]
    later: Pact | None = None


class Letter(Struct, frozen=True):
    reader: Seat
    text: Note

    def seen_by(self, seat: Seat) -> Letter:
        return self if seat == self.reader else Letter(self.reader, "?")


class Wall(Struct):
    motto: Public[Note]
    owner: Public[str]


class Table(Struct):
    name: Public[str]
    poem: Public[Note]
    lists: Public[dict[str, tuple[Note, ...]]]
    own: Private[list[Note]]
    hands: Held[list[tuple[Note, ...]]]
    pacts: Shared[dict[int, Pact]]
    letters: Known[dict[int, Letter]]
    pile: Hidden[list[Note]]
    plan: Secret[Note]
    wall: Part[Wall]


class Told(Event, frozen=True):
    rule_ids = ("TOY-1",)
    shows = "act"
    seat: Public[Seat]
    title: Public[str]
    pact: Shared[Pact]
    pair: Public[tuple[str, Note]] = ("", "")
    draft: Hidden[tuple[Note, ...]] = ()


declare_table(Table)
declare_events([Told])


def test_the_fields_of_an_action_say_how_long_their_texts_may_be() -> None:
    assert text_fields(Write) == (("text", 40), ("footnote", 9))
    written = plain(Write("~title", "~text", "~foot"))
    assert set(texts_in(Write, written)) == {"~text", "~foot"}


def test_types_without_a_mark_hold_no_texts() -> None:
    assert holds_texts(Told) and holds_texts(Pact) and holds_texts(Table)
    assert not holds_texts(Gift) and not holds_texts(dict[str, tuple[int, ...]])
    assert set(texts_in(Gift, {"type": "Gift", "text": "~none"})) == set()


def test_a_viewer_gets_the_texts_of_the_fields_that_it_is_told() -> None:
    inner = Pact((1,), (Vow("~inner"),))
    pact = Pact((0, 1), (Vow("~vow", "~witness"), Gift("~gift")), inner)
    event = Told(1, "~title", pact, ("~first", "~second"), ("~draft",))
    heard = {seat: set(texts_in(Told, plain(told(event, seat)))) for seat in (0, 1)}
    assert heard == {0: {"~second"}, 1: {"~second", "~vow", "~inner"}}


def test_a_viewer_gets_the_texts_that_it_sees_on_the_table() -> None:
    table = Table(
        name="~name",
        poem="~poem",
        lists={"~key": ("~listed",)},
        own=["~own 0", "~own 1"],
        hands=[("~hand 0",), ("~hand 1",)],
        pacts={1: Pact((0,), (Vow("~pact"),)), 2: Pact((), (Vow("~nobody’s"),))},
        letters={1: Letter(0, "~to 0"), 2: Letter(1, "~to 1")},
        pile=["~pile"],
        plan="~plan",
        wall=Wall("~motto", "~owner"),
    )
    open_to_all = {"~poem", "~listed", "~motto"}
    assert texts_on(table, 0) == open_to_all | {"~own 0", "~hand 0", "~pact", "~to 0", "?"}
    assert texts_on(table, 1) == open_to_all | {"~own 1", "~hand 1", "~to 1", "?"}
    assert texts_on(table, -1) == open_to_all | {"?"}


def texts_on(table: Table, seat: Seat) -> set[Any]:
    return set(texts_in(Table, plain(visible_table(table, seat))))
