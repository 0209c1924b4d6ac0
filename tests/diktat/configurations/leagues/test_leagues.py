"""The leagues: for whom, what is printed on their boards, and what is shown of them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import clande
from clande import cases, games
from clande.cases import Scene, stage
from clande.cli import main
from clande.diktat import BOOK
from clande.diktat.configurations.leagues import MODULE, objections
from clande.diktat.configurations.leagues.boards import BOARDS, LAST, TakesMarker, above, below
from clande.diktat.configurations.leagues.scenes import LAY
from clande.diktat.configurations.leagues.talk import Conclave
from clande.diktat.politics.hearing import confidants
from clande.kernel import (
    HOUSE,
    SPECTATOR,
    Amount,
    IllegalAction,
    QuickLuck,
    Speech,
    Unreadable,
    answer_by_default,
    awaited,
    book,
    head,
    resample,
    view,
    waits_for_house,
)
from clande.terminal.drawing import draw
from clande.testing import playout
from clande.text import LANGUAGES, catalogue

MIX = ("nuit", "leagues")
CABALS = ["coordination", "garde_noire", "resistance", "syndicat"]


def at(*under_way: str, seats: int = 4, **table: Any) -> Any:
    """A table in the League phase, unless rules under way are given."""
    rules = list(under_way) or ["cycles step=on phase=3", "league-phase [0 1 2 3] step=choose"]
    laid = {"cabals": CABALS[:seats], "phase": "league", "rank": [40, 30, 20, 10]} | table
    return stage(Scene("diktat", seats, modules=list(MIX), table=laid, under_way=rules))


@pytest.mark.parametrize(
    ("seats", "modules", "options", "reason"),
    [
        (3, MIX, {}, r"diktat\+nuit\+leagues is played with 4, 5 seats, not 3 \[NE-1\]"),
        (2, MIX, {}, r"not 2 \[NE-1\]"),
        (4, ("leagues",), {}, r"leagues is played with nuit \[SET-6\]"),
        (4, MIX, {"manoeuvres": 5}, r"with leagues the manoeuvres stay 4, .* \[NE-2\]"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_rule(
    seats: int, modules: tuple[str, ...], options: dict[str, int], reason: str
) -> None:
    """LEA-1, SET-6, NE-1, NE-2"""
    with pytest.raises(Unreadable, match=reason):
        head("diktat", seats, modules, options)


def test_a_total_war_of_five_cycles_may_be_one_of_leagues() -> None:
    """NE-2, LEA-1"""
    header = head("diktat", 4, MIX, {"cycles": 5})
    assert list(objections(header)) == []
    assert clande.new("diktat", 4, preset="ligues", cycles=5).table.manoeuvres == [4] * 4


def test_the_boards_are_as_the_rules_want_them() -> None:
    """LEA-3, LEA-8: 7 cells, costs of 1 to 3 at the first three, rewards from the second on."""
    assert MODULE.name == "leagues" and list(BOARDS) == ["alliance", "maisel"]
    for board in BOARDS.values():
        assert len(board.cells) == LAST
        assert [cell.cost for cell in board.cells] == [1, 2, 3, 0, 0, 0, 0]
        assert [bool(cell.reward) for cell in board.cells] == [False] + [True] * 6
        assert 0 < sum(cell.each for cell in board.cells) < 6
        for deed in board.objective:
            if isinstance(deed, TakesMarker):
                assert all(sector in BOOK.index.sectors for sector in deed.sectors)


@pytest.mark.parametrize(
    ("members", "cells"),
    [(1, [1, 2, 3, 6, 7, 7]), (2, [1, 2, 3, 4, 6, 7, 7]), (3, [1, 2, 3, 4, 5, 6, 7, 7])],
)
def test_cells_are_skipped_both_ways(members: int, cells: list[int]) -> None:
    """LEA-9, LEA-7"""
    for low, high in pairwise(cells):
        assert above(low, members) == high
        if low != high:
            assert below(high, members) == low
    assert below(1, members) == 1
    assert above(5, members) == 6  # a league that has lost members stays on its cell, then moves


def test_a_conclave_waits_for_the_house_alone_once_all_are_back() -> None:
    """LEA-12: time is data; a table that measures none answers by default, and nothing is owed."""
    game = at(leagues={"members": {"alliance": [0, 1]}}, spies=[1, 0, 0, 0])
    clande.act(game, 0, "call-conclave [1]")
    assert isinstance(game.stack[-1], Conclave) and game.stack[-1].minutes == 1
    assert awaited(game) == [0, 1, HOUSE] and not waits_for_house(game)
    clande.act(game, 0, "prolong")
    assert isinstance(game.stack[-1], Conclave) and game.stack[-1].minutes == 2
    assert isinstance(game.asked[HOUSE], Amount) and game.asked[HOUSE].high == 5
    clande.act(game, 0, "come-back")
    clande.act(game, 1, "come-back")
    assert waits_for_house(game)
    assert clande.load(clande.save(game)).asked == game.asked
    before = [reserve[0] for reserve in game.table.reserves]
    answer_by_default(game, HOUSE)
    assert [reserve[0] for reserve in game.table.reserves] == before
    assert not game.table.leagues.away


def test_who_may_whisper_is_state() -> None:
    """LEA-11, LEA-12"""
    game = at(leagues={"members": {"alliance": [0, 1, 2]}})
    assert [confidants(game, seat) for seat in game.seats] == [()] * 4
    clande.act(game, 0, "call-conclave [2]")
    assert [confidants(game, seat) for seat in game.seats] == [(2,), (), (0,), ()]
    game = at(leagues={"members": {"alliance": [0, 1]}})
    clande.act(game, 0, "call-conclave [1]")
    assert [confidants(game, seat) for seat in game.seats] == [(1,), (0,), (3,), (2,)]


def test_a_house_asks_the_book_who_may_write_to_whom() -> None:
    """LEA-11, LEA-12: to all, always; in private, in conclave only, and around one."""
    game = at(leagues={"members": {"alliance": [0, 1]}})
    assert book(game).speech(game, 0) == Speech(True, ())
    clande.act(game, 0, "call-conclave [1]")
    spoken = [book(game).speech(game, seat) for seat in game.seats]
    assert spoken == [Speech(True, near) for near in ((1,), (0,), (3,), (2,))]


def test_a_secret_oath_needs_a_conclave() -> None:
    """LEA-11, LEA-12: also further terms, and swearing what was proposed there"""
    game = at(leagues={"members": {"alliance": [0, 1, 2]}})
    secret = 'swear-bid 1 me "" 0 2 1/end'
    with pytest.raises(IllegalAction) as refusal:
        clande.act(game, 0, secret)
    assert refusal.value.rule_ids == ("LEA-11",)
    clande.act(game, 0, "call-conclave [1]")
    clande.act(game, 0, secret)
    for seat in (0, 1):
        clande.act(game, seat, "come-back")
    clande.act(game, HOUSE, "number 1")
    for seat, late in ((1, "accept-oath 1000001"), (0, f"{secret} two 1000001")):
        with pytest.raises(IllegalAction) as refusal:
            clande.act(game, seat, late)
        assert refusal.value.rule_ids == ("LEA-11",), late


def test_closed_fists_can_be_imagined() -> None:
    """LEA-5: each world gives the others a bid that they could pay, and oneself one's own."""
    game = at(
        leagues={"members": {"alliance": [0, 1]}, "levels": {"alliance": 2}},
        reserves=[{"power": 6}, {"power": 5}, {}, {}],
    )
    for seat, action in ((0, "exclude 1 2"), (1, "no"), (0, "number 3"), (1, "number 5")):
        clande.act(game, seat, action)
    sight = view(game, 0)
    bids = set()
    for seed in range(40):
        twin = resample(sight, QuickLuck(seed))
        fists = twin.table.leagues.fists
        assert fists[0] == 3 and fists[1] <= twin.table.reserves[1][0] and fists[2:] == [0, 0]
        bids.add(fists[1])
        assert view(twin, 0) == sight
        for _ in playout(twin, QuickLuck(seed), meddling=0):
            if not twin.table.leagues.asked:
                break
    assert bids == set(range(6))


def test_a_game_that_is_over_can_be_imagined() -> None:
    """LEA-5: no rule is under way, and no fist is closed."""
    game = at()
    for _ in playout(game, QuickLuck(3), meddling=0):
        pass
    assert not game.stack
    for seat in (*game.seats, SPECTATOR):
        sight = view(game, seat)
        assert view(resample(sight, QuickLuck(seat + 2)), seat) == sight


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_boards_are_drawn_within_80_columns(lang: str) -> None:
    """LEA-8, LEA-11"""
    game = at(
        leagues={
            "members": {"alliance": [0, 1, 2], "maisel": []},
            "levels": {"alliance": 3},
            "excluded": {"maisel": [3]},
            "exchanged": {"alliance": 2},
            "shadow": 3,
            "away": [0, 1],
        }
    )
    book = clande.kernel.book(game)
    words = catalogue(lang, book).seated({seat: f"Bohumila la {seat}e" for seat in range(4)})
    lines = draw(view(game, 0), words, book)
    assert max(map(len, lines)) <= 80
    drawn = "\n".join(lines)
    assert "[3]" in drawn and " 4 " in drawn
    assert ("pour rallier\u00a0: 3 PP" if lang == "fr" else "to join: 3 PP") in drawn
    assert ("Objectif\u00a0: " if lang == "fr" else "Objective: ") in drawn
    assert ("Case suivante\u00a0: " if lang == "fr" else "Next cell: ") in drawn
    assert drawn.count("Bohumila la 3e") >= 3  # outside, excluded, the Shadow
    assert ("2 sur 3" if lang == "fr" else "2 of 3") in drawn


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("fr", "== Ligue de Maisel [maisel]"), ("en", "== League of Maisel [maisel]")],
)
def test_the_boards_are_listed_with_the_cards(
    capsys: pytest.CaptureFixture[str], lang: str, sentence: str
) -> None:
    """LEA-8"""
    assert main(["cards", "maisel", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == sentence and len(lines) == 1 + len(BOARDS["maisel"].objective) + LAST
    assert main(["cards", "--lang", lang]) == 0
    assert sentence in capsys.readouterr().out.splitlines()
    assert main(["cards", "maisl", "--lang", lang]) == 1
    assert "maisel" in capsys.readouterr().err


def test_rulings_are_told_in_both_languages() -> None:
    """LEA-2, LEA-5, LEA-8, LEA-11 to 13"""
    for lang in LANGUAGES:
        words = catalogue(lang, BOOK)
        keys = [key for key in words.sentences if key.startswith("diktat.rulings.LEA-")]
        assert len(keys) == 6 and all(words.say(key).endswith(".") for key in keys)


@pytest.mark.parametrize(
    ("leagues", "reason"),
    [
        ({"members": {"order": [0]}}, "no league 'order'; there are: alliance, maisel"),
        ({"members": {"alliance": [0], "maisel": [0]}}, "in one league at most"),
        ({"members": {"alliance": [0, 1, 2, 3]}}, "at most 3 members"),
        ({"membres": {}}, "membres"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(leagues: dict[str, Any], reason: str) -> None:
    assert list(LAY) == ["leagues"]
    with pytest.raises(Unreadable, match=reason):
        at(leagues=leagues)


def test_its_cases_are_found_with_it() -> None:
    games.installed()
    (mine,) = (folder for folder in cases.of_modules("diktat") if folder.parent.name == "leagues")
    assert len(list(cases.files([mine]))) > 50 and mine == Path(str(MODULE.folder)) / "cases"


@pytest.mark.parametrize("seed", range(6))
def test_random_games_with_leagues_end(seed: int) -> None:
    """LEA-1 to 14, in any order that chance gives them"""
    game = clande.new("diktat", 4 + seed % 2, preset="ligues", luck=QuickLuck(seed))
    for _ in playout(game, QuickLuck(seed)):
        leagues = game.table.leagues
        for league, members in leagues.members.items():
            assert len(members) <= 3 and bool(members) == bool(leagues.levels[league])
            assert not set(members) & set(leagues.excluded[league])
            assert leagues.exchanged[league] <= 3 and 0 <= leagues.levels[league] <= LAST
    assert clande.outcome(game) is not None


@pytest.mark.parametrize(
    ("alliance", "maisel", "shadow"),
    [
        ([1, 2, 3], [], 0),
        ([0, 3], [1], 2),
        ([0, 3], [], -1),
        ([0], [], -1),
        ([], [], -1),
        ([0, 1], [2, 3], -1),
    ],
)
def test_who_alone_stands_outside_when_the_phase_ends_is_the_shadow(
    alliance: list[int], maisel: list[int], shadow: int
) -> None:
    """LEA-14"""
    members = {"alliance": alliance, "maisel": maisel}
    rules = ["cycles step=on phase=3", "league-phase [3] step=choose"]
    game = at(*rules, leagues={"members": members})
    clande.act(game, 3, "pass")
    assert game.table.phase == "manoeuvres" and game.table.leagues.shadow == shadow
