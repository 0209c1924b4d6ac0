"""Who may see what: declarations that leave it open stop the game, and views obey them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Struct, structs

from clande.kernel import (
    SPECTATOR,
    Audience,
    Done,
    Event,
    Frame,
    Header,
    Held,
    Hidden,
    Known,
    Part,
    Private,
    Public,
    Revealed,
    Seat,
    Secret,
    Shared,
    Undeclared,
    told,
    topic_of,
)
from clande.kernel.audience import (
    clone,
    declare_events,
    declare_frames,
    declare_table,
    is_open,
    untold,
    view_type,
    visible_table,
    visible_types,
)
from tests.kernel.toys import Deed


class Card(Struct, frozen=True):
    """A thing that knows who has seen it."""

    face: str
    seen: tuple[Seat, ...] = ()

    def seen_by(self, seat: Seat) -> str:
        return self.face if seat in self.seen else "?"


class Row(Struct, frozen=True):
    parties: tuple[Seat, ...]
    text: str


class Share(Struct):
    """What a module adds to the table."""

    tokens: Public[list[int]]
    plots: Private[list[str]]


class Shown(Struct):
    """A field for every audience of a table."""

    night: Public[int]
    marks: Public[list[str]]
    scores: Public[dict[int, int]]
    purses: Private[list[int]]
    dreams: Private[dict[int, str]]
    hands: Held[list[tuple[str, ...]]]
    papers: Held[dict[int, tuple[str, ...]]]
    rows: Shared[dict[int, Row]]
    cards: Known[dict[int, Card]]
    street: Known[tuple[Card, ...]]
    line: Known[list[Card]]
    top: Known[Card | None]
    deck: Hidden[tuple[str, ...]]
    key: Secret[str]
    share: Part[Share]


def shown() -> Shown:
    declare_table(Shown)
    return Shown(
        night=3,
        marks=["x"],
        scores={0: 5, 1: 6},
        purses=[10, 11, 12],
        dreams={0: "gold", 2: "salt"},
        hands=[("a",), ("b", "c"), ()],
        papers={0: ("pass",), 1: ()},
        rows={1: Row((0, 1), "deal"), 2: Row((1, 2), "other")},
        cards={7: Card("queen", (1,)), 8: Card("king")},
        street=(Card("ace", (0, SPECTATOR)), Card("ten")),
        line=[Card("two", (2,))],
        top=None,
        deck=("d", "e", "f"),
        key="secret key",
        share=Share([1, 2, 3], ["plot0", "plot1", "plot2"]),
    )


PUBLIC: dict[str, Any] = {"night": 3, "marks": ["x"], "scores": {0: 5, 1: 6}, "deck": 3}


def fields_of(view: Struct) -> dict[str, Any]:
    """Those of parts in their place."""
    fields = structs.asdict(view)
    return {n: structs.asdict(v) if isinstance(v, Struct) else v for n, v in fields.items()}


def test_an_owner_sees_its_own() -> None:
    assert fields_of(visible_table(shown(), 0)) == PUBLIC | {
        "purses": 10,
        "dreams": "gold",
        "hands": {0: ("a",), 1: 2, 2: 0},
        "papers": {0: ("pass",), 1: 0},
        "rows": {1: Row((0, 1), "deal")},
        "cards": {7: "?", 8: "?"},
        "street": ("ace", "?"),
        "line": ("?",),
        "top": None,
        "share": {"tokens": [1, 2, 3], "plots": "plot0"},
    }


def test_another_sees_its_own_and_how_many_the_others_hold() -> None:
    view = visible_table(shown(), 1)
    assert view.purses == 11 and view.dreams is None
    assert view.hands == {0: 1, 1: ("b", "c"), 2: 0}
    assert view.rows == {1: Row((0, 1), "deal"), 2: Row((1, 2), "other")}
    assert view.cards == {7: "queen", 8: "?"}
    assert view.share.plots == "plot1"


def test_a_spectator_sees_what_everyone_sees() -> None:
    assert fields_of(visible_table(shown(), SPECTATOR)) == PUBLIC | {
        "purses": None,
        "dreams": None,
        "hands": {0: 1, 1: 2, 2: 0},
        "papers": {0: 1, 1: 0},
        "rows": {},
        "cards": {7: "?", 8: "?"},
        "street": ("ace", "?"),
        "line": ("?",),
        "top": None,
        "share": {"tokens": [1, 2, 3], "plots": None},
    }


def test_nobody_sees_what_is_for_nobody() -> None:
    for seat in (0, 1, 2, SPECTATOR):
        assert b"secret key" not in msgspec.json.encode(visible_table(shown(), seat))
        assert "key" not in visible_table(shown(), seat).__struct_fields__


def test_a_known_thing_is_shown_as_it_says_itself() -> None:
    table = structs.replace(shown(), top=Card("jack", (2,)))
    assert [visible_table(table, seat).top for seat in (0, 1, 2)] == ["?", "?", "jack"]
    assert visible_table(table, 2).line == ("two",)


def test_a_view_shares_no_outer_container_with_the_table() -> None:
    table = shown()
    before = msgspec.json.encode(table)
    for seat in (0, 1, 2, SPECTATOR):
        view = visible_table(table, seat)
        for value in (*structs.asdict(view).values(), *structs.asdict(view.share).values()):
            if isinstance(value, (list, dict)):
                value.clear()
    assert msgspec.json.encode(table) == before


class Owned(Struct):
    hands: Private[list[dict[str, int]]]
    heaps: Held[dict[int, dict[str, int]]]


@pytest.mark.parametrize("name", ["hands", "heaps"])
def test_a_view_shares_no_inner_container_with_the_table(name: str) -> None:
    """Else a bot that reckons on its view changes the game."""
    declare_table(Owned)
    table = Owned([{"salt": 1}], {0: {"salt": 1}})
    view = getattr(visible_table(table, 0), name)
    (view if name == "hands" else view[0])["salt"] = 99
    assert table == Owned([{"salt": 1}], {0: {"salt": 1}})


def test_the_type_of_a_view_says_what_is_hidden() -> None:
    """Derived from the declarations, in their order: an own entry or None, counts as numbers, known
    things as they show themselves, and nothing of what is for nobody."""
    assert visible_types(Shown) == {
        "night": int,
        "marks": list[str],
        "scores": dict[int, int],
        "purses": int | None,
        "dreams": str | None,
        "hands": dict[int, tuple[str, ...] | int],
        "papers": dict[int, tuple[str, ...] | int],
        "rows": dict[int, Row],
        "cards": dict[int, str],
        "street": tuple[str, ...],
        "line": tuple[str, ...],
        "top": str | None,
        "deck": int,
        "share": view_type(Share),
    }
    assert view_type(Shown).__struct_fields__ == tuple(visible_types(Shown))
    assert type(visible_table(shown(), 0)) is view_type(Shown)


def test_a_view_is_what_its_type_says() -> None:
    table = structs.replace(shown(), top=Card("jack", (2,)))
    for seat in (0, 1, 2, SPECTATOR):
        view = visible_table(table, seat)
        written = msgspec.json.encode(view)
        assert msgspec.json.decode(written, type=view_type(Shown)) == view


class Wider(Shown):
    more: Public[int]


def test_the_view_of_a_wider_table_is_a_view_of_the_table() -> None:
    """What reads the base of a game reads every mix of it."""
    assert issubclass(view_type(Wider), view_type(Shown))
    assert view_type(Wider).__struct_fields__ == (*view_type(Shown).__struct_fields__, "more")


# --------------------------------------------------------------------------------------- clones


def test_a_clone_is_equal_and_shares_no_container() -> None:
    table = shown()
    twin = clone(table)
    assert twin == table and type(twin) is Shown and type(twin.share) is Share
    for place, other in ((table, twin), (table.share, twin.share)):
        for name in place.__struct_fields__:
            if isinstance(getattr(place, name), (list, dict, Share)):
                assert getattr(place, name) is not getattr(other, name), name


class Inner(Struct):
    Table: Public[list[int]]


class Table(Struct):
    """A part of another table may have any name."""

    counts: Public[list[int]]


class World(Struct):
    part: Part[Table]
    inner: Part[Inner]


def test_a_part_may_be_called_as_it_likes() -> None:
    declare_table(World)
    world = World(Table([1]), Inner([2]))
    assert clone(world) == world


class Named(Struct, kw_only=True):
    night: Public[int]


def test_a_table_may_be_made_by_name_only() -> None:
    declare_table(Named)
    assert clone(Named(night=1)) == Named(night=1)


# ------------------------------------------------------------------- declarations that are refused


class Silent(Struct):
    night: Public[int]
    purse: int


class Twofold(Struct):
    purse: Annotated[int, Audience.OWNER, Audience.EVERYONE]


class Disclosing(Struct):
    purse: Revealed[int]


class Marked(Struct):
    purse: Annotated[int, "everyone"]


class WithSilentPart(Struct):
    part: Part[Silent]


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (Silent, "Silent.purse"),
        (Twofold, "Twofold.purse"),
        (Disclosing, "Disclosing.purse"),
        (Marked, "Marked.purse"),
        (WithSilentPart, "Silent.purse"),
    ],
)
def test_a_field_of_a_table_names_exactly_one_audience_that_a_table_can_have(
    kind: type[Struct], field: str
) -> None:
    with pytest.raises(Undeclared, match=f"{field} does not say who may see it"):
        declare_table(kind)


class ListInList(Struct):
    rows: Public[list[list[int]]]


class ListInDict(Struct):
    rows: Public[dict[int, list[int]]]


class ListInTuple(Struct):
    rows: Public[tuple[list[int], ...]]


class PerhapsList(Struct):
    rows: Public[list[int] | None]


class BareDict(Struct):
    rows: Public[dict]  # type: ignore[type-arg]


class SomeSet(Struct):
    rows: Public[set[int]]


class Loose(Struct):
    """Not frozen."""

    count: int


class LooseInList(Struct):
    rows: Public[list[Loose]]


class LooseAlone(Struct):
    row: Public[Loose]


@pytest.mark.parametrize(
    "kind",
    [ListInList, ListInDict, ListInTuple, PerhapsList, BareDict, SomeSet, LooseInList, LooseAlone],
)
def test_what_a_clone_would_share_and_a_rule_could_change_is_refused(kind: type[Struct]) -> None:
    with pytest.raises(Undeclared, match=r"\.rows?: .* would be shared by clones"):
        declare_table(kind)


class Hand(Struct, frozen=True):
    cards: Private[tuple[str, ...]]


class DeclaredFirst(Struct):
    hand: Part[Hand]


class Leaking(Struct):
    hand: Public[Hand]


class LeakingList(Struct):
    hands: Public[list[Hand]]


def test_a_struct_with_audiences_of_its_own_is_no_public_field() -> None:
    declare_table(DeclaredFirst)
    for kind in (Leaking, LeakingList):
        with pytest.raises(Undeclared, match="what has audiences of its own is a Part"):
            declare_table(kind)


class Wallet(Struct, frozen=True):
    """Declared nowhere else."""

    coins: Private[int]


class LeakingWallet(Struct):
    wallet: Public[Wallet]


def test_a_struct_with_audiences_is_no_public_field_even_if_it_was_never_declared() -> None:
    with pytest.raises(Undeclared, match="is a Part"):
        declare_table(LeakingWallet)


class Ruleless(Event, frozen=True):
    seat: Public[Seat]


class Lengthless(Event, frozen=True):
    rule_ids = ("X-1",)
    seat: Public[Seat]


class Endless(Event, frozen=True):
    rule_ids = ("X-1",)
    shows = "forever"  # type: ignore[assignment]
    seat: Public[Seat]


class SilentEvent(Event, frozen=True):
    rule_ids = ("X-1",)
    shows = "act"
    seat: Public[Seat]
    coins: int


class HeldEvent(Event, frozen=True):
    rule_ids = ("X-1",)
    shows = "act"
    cards: Held[tuple[str, ...]]


class KnownEvent(Event, frozen=True):
    rule_ids = ("X-1",)
    shows = "act"
    card: Known[Card]


class PartEvent(Event, frozen=True):
    rule_ids = ("X-1",)
    shows = "act"
    share: Part[Share]


def test_an_event_names_the_rules_that_it_carries_out() -> None:
    with pytest.raises(Undeclared, match="Ruleless names no rule"):
        declare_events([Ruleless])


@pytest.mark.parametrize("kind", [Lengthless, Endless])
def test_an_event_says_for_how_long_it_is_shown(kind: type[Event]) -> None:
    with pytest.raises(Undeclared, match=f"{kind.__name__} does not say for how long"):
        declare_events([kind])


@pytest.mark.parametrize("kind", [SilentEvent, HeldEvent, KnownEvent, PartEvent])
def test_a_field_of_an_event_names_one_audience_that_an_event_can_have(kind: type[Event]) -> None:
    with pytest.raises(Undeclared, match=rf"{kind.__name__}\.\w+ does not say who may see it"):
        declare_events([kind])


class Listing(Frame):
    seats: list[int]


class Deep(Frame):
    seats: tuple[tuple[set[int], ...], ...]


class Perhaps(Frame):
    seats: list[int] | None = None


class Counting(Frame):
    counts: dict[int, int]


class Pattern(Frame):
    """Another rule is fine: a call copies it."""

    rule: Deed
    rules: tuple[Deed, ...]
    header: Header
    seat: Seat | None = None


@pytest.mark.parametrize("kind", [Listing, Deep, Perhaps])
def test_a_frame_holds_values_only(kind: type[Frame]) -> None:
    with pytest.raises(Undeclared, match=rf"{kind.__name__}\.seats: .* shared by clones"):
        declare_frames([kind])


def test_a_frame_may_hold_values_and_other_rules() -> None:
    declare_frames([Pattern, Deed])


def test_a_frame_holds_no_dict() -> None:
    """Frames are copied field by field: a clone would count in the same dict."""
    with pytest.raises(Undeclared, match="shared by clones"):
        declare_frames([Counting])


class Sending(Frame):
    topic = "send"
    step_topics = (("team", "send.team"),)
    about = ("sector",)
    seat: Seat
    sector: str

    def team(self, game: Any, _: object) -> Done:
        return Done()


class Bare(Frame):
    seat: Seat


def test_the_topic_of_a_frame_is_what_it_declares() -> None:
    """Its names are ours to change: neither the class nor the step is told."""
    declare_frames([Sending, Bare])
    frame = Sending(seat=1, sector="karst")
    assert topic_of(frame) == {"type": "send", "sector": "karst"}
    frame.step = "team"
    assert topic_of(frame) == {"type": "send.team", "sector": "karst"}
    assert topic_of(Bare(seat=1)) is None


class Vague(Frame):
    topic = "send"
    about = ("where",)


class Lost(Frame):
    topic = "send"
    step_topics = (("nowhere", "send.team"),)


class Stray(Sending):
    step_topics = (("team", "spy.team"),)


@pytest.mark.parametrize("kind", [Vague, Lost, Stray])
def test_a_topic_is_about_fields_and_steps_that_exist(kind: type[Frame]) -> None:
    with pytest.raises(Undeclared, match=kind.__name__):
        declare_frames([kind])


# ------------------------------------------------------------------------------------- events told


class Dealt(Event, frozen=True):
    """A field for every audience of an event."""

    rule_ids = ("X-1",)
    shows = "turn"
    seat: Public[Seat]
    total: Revealed[int]
    cards: Private[tuple[str, ...]]
    between: Shared[str]
    order: Hidden[tuple[str, ...]]
    key: Secret[str]


class Plotted(Event, frozen=True):
    rule_ids = ("X-2",)
    shows = "nothing"
    secret = True
    by: Shared[Seat]
    to: Shared[tuple[Seat, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, *self.to


class Rained(Event, frozen=True):
    rule_ids = ("X-3",)
    shows = "glance"
    depth: Public[int]
    cause: Private[str]


DEALT = Dealt(1, 5, ("a", "b"), "us", ("c", "d"), "k")


def test_a_party_hears_its_private_fields_and_others_the_public_ones() -> None:
    declare_events([Dealt])
    public = {"type": "Dealt", "seat": 1, "total": 5}
    assert told(DEALT, 1) == public | {"cards": ("a", "b"), "between": "us"}
    for seat in (0, 2, SPECTATOR):
        assert told(DEALT, seat) == public


def test_of_a_secret_event_only_its_parties_hear() -> None:
    declare_events([Plotted])
    event = Plotted(0, (2, 3))
    for seat in (0, 2, 3):
        assert told(event, seat) == {"type": "Plotted", "by": 0, "to": (2, 3)}
    for seat in (1, 4, SPECTATOR):
        assert told(event, seat) is None


def test_an_event_without_a_seat_has_no_party() -> None:
    declare_events([Rained])
    for seat in (0, SPECTATOR):
        assert told(Rained(3, "cloud"), seat) == {"type": "Rained", "depth": 3}


def test_those_who_may_see_all_get_an_event_whole() -> None:
    assert untold(DEALT) == {
        "type": "Dealt",
        "seat": 1,
        "total": 5,
        "cards": ("a", "b"),
        "between": "us",
        "order": ("c", "d"),
        "key": "k",
    }


class Posted(Event, frozen=True):
    rule_ids = ("TOY-1",)
    shows = "act"
    text: Public[str]


class PartlyPosted(Event, frozen=True):
    rule_ids = ("TOY-1",)
    shows = "act"
    seat: Public[Seat]
    text: Private[str]

    def parties(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Confided(Event, frozen=True):
    rule_ids = ("TOY-1",)
    shows = "nothing"
    secret = True
    text: Public[str]


def test_an_event_is_open_if_everybody_hears_all_of_it() -> None:
    declare_events((Posted, PartlyPosted, Confided))
    assert is_open(Posted("a"))
    assert not is_open(PartlyPosted(0, "a"))
    assert not is_open(Confided("a"))
