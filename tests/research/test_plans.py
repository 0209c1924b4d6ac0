"""Plans: who sits where, with which luck, and what makes no sense."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from clande import kernel
from clande.kernel import Unreadable
from clande.research.plans import drawn_up, lineups, rotations
from clande.testing import settings
from tests.research.plans import CONTRABAND, small


def test_two_bots_play_each_deal_twice_with_seats_swapped() -> None:
    plan = drawn_up("diktat", bots=["prudent", "random"], seats=[2])
    first, second, third = islice(plan.matches(), 3)
    assert (first.bots, second.bots) == (("prudent", "random"), ("random", "prudent"))
    assert first.deal == second.deal != third.deal
    assert (first.closes, second.closes) == (False, True)


def test_every_bot_has_every_seat_of_every_deal() -> None:
    plan = drawn_up("diktat", bots=["prudent", "random"], seats=[3], lineups="alone")
    by_deal: dict[int, list[tuple[str, ...]]] = {}
    for match in islice(plan.matches(), 12):
        by_deal.setdefault(match.deal, []).append(match.bots)
    for played in by_deal.values():
        assert sorted(bots.index("prudent") for bots in played) == [0, 1, 2]


def test_a_line_up_turns_only_as_far_as_it_differs() -> None:
    assert rotations(("a", "b", "c")) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations(("a", "a")) == [("a", "a")]


def test_mixed_companies_are_all_that_are_mixed() -> None:
    assert Counter(lineups(("a", "b"), 3, "mixed", 1)) == Counter(
        [("a", "a", "b"), ("a", "b", "b")]
    )
    assert len(lineups(("a", "b", "c", "d"), 4, "mixed", 1)) == 31
    assert lineups(("a", "b"), 1, "mixed", 1) == [("a",), ("b",)]


def test_alone_is_the_first_against_the_others_in_turn() -> None:
    assert lineups(("a", "b", "c"), 3, "alone", 1) == [("a", "b", "c"), ("a", "c", "b")]


def test_every_table_has_its_games_in_whole_deals() -> None:
    plan = drawn_up("diktat", bots=["prudent", "random"], seats=[2, 3])
    total = plan.total(10)
    played = Counter(plan.cells[match.cell].seats for match in islice(plan.matches(), total))
    assert played == {2: 10, 3: 15}
    assert list(islice(plan.matches(), total))[-1].closes


def test_deals_of_different_seeds_differ() -> None:
    one, other = ({match.deal for match in islice(small(seed).matches(), 1000)} for seed in (1, 2))
    assert not one & other


def test_a_preset_is_modules_and_options() -> None:
    plan = drawn_up("diktat", presets=["base", "cabals=all+notebook=on"], seats=[4])
    assert [cell.options for cell in plan.cells] == [{}, {"cabals": "all", "notebook": "on"}]
    solo = drawn_up("dictopia", presets=["mode=solo+cards=9"])
    assert [(cell.seats, cell.options["cards"]) for cell in solo.cells] == [(1, 9)]


def test_every_preset_is_every_mix_of_modules() -> None:
    plan = drawn_up("diktat", presets=["every"])
    wanted = {(header.mix, header.seats) for header in settings("diktat")}
    made = {("+".join(["diktat", *cell.modules]), cell.seats) for cell in plan.cells}
    assert made == wanted


def test_named_presets_are_the_games_own() -> None:
    plan = drawn_up("diktat", presets=["named"], seats=[5])
    assert [cell.preset for cell in plan.cells] == list(kernel.presets("diktat"))
    (first,) = drawn_up("diktat", presets=["initiation+cabals=all"], seats=[2]).cells
    short = {"length": "short", "cabal_cards": "advised", "cabals": "all"}
    assert first.options == short


@pytest.mark.parametrize(
    ("game", "wanted", "complaint"),
    [
        ("chess", {}, "no game is called 'chess'"),
        ("diktat", {"bots": ["clever"]}, "no bot 'clever' plays diktat"),
        ("diktat", {"bots": ["prudent", "prudent"]}, "names one of them twice"),
        ("diktat", {"seats": [9]}, "diktat is played with 2, 3, 4, 5 seats, not 9"),
        ("diktat", {"presets": ["sunshine"]}, "diktat has no module 'sunshine'"),
        ("diktat", {"presets": ["cabals=none"]}, "cabals is one of 'base', 'all', not 'none'"),
        ("dictopia", {"presets": ["mode=solo"], "seats": [2]}, "mode solo is played with 1 seat"),
        (CONTRABAND, {"pack": "nowhere.toml"}, "takes no content pack"),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: str, wanted: dict[str, object], complaint: str
) -> None:
    with pytest.raises(Unreadable, match=complaint):
        drawn_up(game, **wanted)  # type: ignore[arg-type]
