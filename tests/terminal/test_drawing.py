"""The table as text: any game's, from its view and its labels, at 80 columns."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from clande import games, kernel
from clande.kernel import (
    Book,
    Header,
    Held,
    Hidden,
    Part,
    Presentation,
    Private,
    Public,
    QuickLuck,
    View,
)
from clande.kernel.audience import declare_table, visible_table
from clande.terminal.drawing import Sheet, draw, fitting, in_columns, wrap
from clande.testing.play import playout, settings
from clande.text import LANGUAGES, Catalogue, catalogue


class League(Struct):
    oaths: Public[list[str]]
    vault: Hidden[tuple[str, ...]]


class Table(Struct):
    cycle: Public[int]
    power: Public[list[int]]
    struck: Public[list[bool]]
    hands: Held[list[tuple[str, ...]]]
    purses: Private[list[int]]
    unseen: Public[int]
    league: Part[League]


LABELS = {
    "toy.table.cycle": "Cycle",
    "toy.table.power": "Power",
    "toy.table.struck": "Struck",
    "toy.table.hands": "Hand",
    "toy.table.purses": "Your coins",
    "toy.table.unseen": "",
    "toy.table.league.oaths": "Oath",
    "toy.table.league.vault": "In the vault",
    "toy.cells.hands": "{value:cards}",
    "toy.names.cards.hail": "Hail",
}


def mixes() -> list[Header]:
    """A table of each mix of the games that are installed."""
    by_mix = {header.mix: header for name in games.installed() for header in settings(name)}
    return list(by_mix.values())


def drawn(table: Table, seats: dict[int, str], seat: int = 0) -> list[str]:
    declare_table(Table)
    header = Header("toy", "1", len(seats))
    view = View(
        seat, header, "none", visible_table(table, seat), (), (), None, None, {}, False, (), None
    )
    words = Catalogue("en", dict(catalogue("en").sentences) | LABELS, seats)
    sheet = Sheet(view, words)
    sheet.read(Table, view.table, "")
    return sheet.lines()


def toy() -> Table:
    hands = [("hail", "hail"), ("hail",)]
    return Table(3, [1, 12], [False, False], hands, [7, 9], 5, League(["", "peace"], ("x", "y")))


def test_a_table_of_every_audience() -> None:
    assert drawn(toy(), {0: "you (0)", 1: "seat 1"}) == [
        "Cycle: 3   In the vault: 2",
        "          you (0)  seat 1",
        "Power           1      12",
        "Hand   Hail, Hail       1",
        "Oath            –   peace",
        "Your coins: 7",
    ]


def test_what_is_nothing_for_everybody_is_not_shown() -> None:
    table = toy()
    assert not [line for line in drawn(table, {0: "you (0)", 1: "seat 1"}) if "Struck" in line]
    table.struck[1] = True
    assert "Struck          no     yes" in drawn(table, {0: "you (0)", 1: "seat 1"})


def test_what_is_too_wide_for_a_grid_becomes_lines() -> None:
    lines = drawn(toy(), {0: "the first of a long line", 1: "x" * 60})
    power = lines.index("Power")
    assert lines[power + 1 : power + 3] == ["  the first of a long line: 1", f"  {'x' * 60}: 12"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_view_of_a_random_game_fits_the_screen(lang: str) -> None:
    book = games.find("examples/contraband")
    game = kernel.set_up(kernel.head("contraband", 5, (), {}), QuickLuck(3), pauses="none")
    words = catalogue(lang, book).seated({seat: f"siège {seat}" for seat in range(5)})
    for seat, _ in playout(game, QuickLuck(4)):
        lines = draw(kernel.view(game, seat), words, book)
        assert [line for line in lines if len(line) > 80] == []


def test_a_book_may_draw_its_own_table() -> None:
    book: Book = games.find("examples/contraband")
    game = kernel.set_up(kernel.head("contraband", 2, (), {}), QuickLuck(3), pauses="none")
    own = replace(
        book,
        presentation=Presentation(draw=lambda view, words: [f"seen by {view.seat}", words.lang]),
    )
    assert draw(kernel.view(game, 1), catalogue("en", book), own) == ["seen by 1", "en"]


def test_spaces_that_do_not_break_are_kept() -> None:
    line = "x" * 77 + " a\u00a0:"
    assert wrap(line) == ["x" * 77, "a\u00a0:"]


def test_pieces_are_set_side_by_side() -> None:
    assert fitting(["a" * 50, "b" * 20, "c" * 20]) == ["a" * 50 + "   " + "b" * 20, "c" * 20]
    assert in_columns([f"{n}" for n in range(1, 10)])[0] == "1".ljust(40) + "6"
    assert in_columns(["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("header", sorted(mixes(), key=repr), ids=lambda h: h.mix)
def test_who_watches_is_drawn_what_all_see(lang: str, header: Header) -> None:
    """Nothing is his own, and nothing is missing in his words."""
    game = kernel.set_up(header, QuickLuck(1))
    book = kernel.compose(header.mix)
    words = catalogue(lang, book).seated({seat: f"S{seat}" for seat in game.seats})
    for number, _ in enumerate(playout(game, QuickLuck(2))):
        if number % 40 == 0:
            lines = draw(kernel.view(game, kernel.SPECTATOR), words, book)
            assert lines and max(map(len, lines)) <= 80
        if number > 120:
            break
