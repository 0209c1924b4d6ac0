"""The content as data: how much there is of each thing, and the facts that bind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from clande.diktat.cards import CONTENT, checks
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.cabals import CABAL_CARDS, CABALS
from clande.diktat.cards.map import ADJACENCY, SECTORS
from clande.diktat.cards.markers import MARKERS
from clande.diktat.cards.opportunities import OPPORTUNITIES
from clande.diktat.cards.parts import parts
from clande.diktat.wording.listing import specials
from clande.text import LANGUAGES, catalogue

P = v.Good
CARDS: list[v.Opportunity | v.CabalCard] = [*OPPORTUNITIES, *CABAL_CARDS]


def words(card: v.CardId) -> list[object]:
    """All the words of a card."""
    cards: dict[str, v.Opportunity | v.CabalCard] = {**CONTENT.opportunities, **CONTENT.cabal_cards}
    return list(parts(cards[card]))


def screen(cabal: v.CabalId) -> tuple[v.Clause, ...]:
    return CONTENT.cabals[cabal].screen


def test_there_are_six_opportunities_a_sector_and_two_markers() -> None:
    """SET-2"""
    assert len(OPPORTUNITIES) == 72
    assert Counter(card.sector for card in OPPORTUNITIES) == dict.fromkeys(SECTORS, 6)
    assert [marker.sector for marker in MARKERS] == list(SECTORS)


def test_there_are_seven_cabals_of_five_cards_each() -> None:
    """SET-3"""
    assert len(CABALS) == 7
    assert Counter(card.cabal for card in CABAL_CARDS) == {cabal.id: 5 for cabal in CABALS}
    for cabal in CABALS:
        orders = [card.advised for card in CABAL_CARDS if card.cabal == cabal.id]
        assert sorted(orders) == [1, 2, 3, 4, 5]
        assert cabal.endowment and cabal.screen


def test_no_id_is_given_twice() -> None:
    ids = [card.id for card in CARDS]
    ids += [cabal.id for cabal in CABALS]
    ids += SECTORS
    assert [name for name, count in Counter(ids).items() if count > 1] == []


def test_our_own_content_has_no_fault() -> None:
    assert list(checks.faults(CONTENT)) == []


def test_ranks_differ_also_after_ten_or_twenty_more() -> None:
    ranks = {cabal.id: cabal.rank for cabal in CABALS}
    assert ranks == {
        "coordination": 15,
        "polisec": 8,
        "garde_noire": 11,
        "progres": 9,
        "syndicat": 13,
        "pegre": 6,
        "resistance": 4,
    }
    assert len({rank % 10 for rank in ranks.values()}) == len(ranks)


def test_boards_have_their_tracks() -> None:
    for cabal in CABALS:
        for cycles in range(2, 6):
            board = cabal.board_for(cycles)
            assert len(board.cabal_costs) == len(board.cabal_vp) == 5
            assert len(board.opportunity_vp) == (10 if cycles == 5 else 6)
            assert (board.beyond_vp, board.marker_places) == (2, 5)
            assert list(board.cabal_costs) == sorted(board.cabal_costs)


def test_the_fewer_cycles_the_more_the_first_places_are_worth() -> None:
    """TRO-2, DVL-1: two places of each track, by how many cycles a game has."""
    for cabal in CABALS:
        boards = [cabal.board_for(cycles) for cycles in (2, 3, 4, 5)]
        assert [sum(board.opportunity_vp[:2]) for board in boards] == [3, 3, 2, 1]
        assert [sum(board.cabal_vp[:2]) for board in boards] == [3, 3, 2, 1]


def test_four_cabals_have_tokens_of_their_own() -> None:
    assert {cabal.id: cabal.token for cabal in CABALS if cabal.token} == {
        "garde_noire": v.TokenKind.BLOCKHAUS,
        "resistance": v.TokenKind.REVOLT,
        "polisec": v.TokenKind.SLEEPER,
        "syndicat": v.TokenKind.MEMBERSHIP,
    }


def test_who_touches_is_touched() -> None:
    assert list(ADJACENCY) == list(SECTORS)
    for sector, others in ADJACENCY.items():
        assert others and sector not in others
        assert all(sector in ADJACENCY[other] for other in others)
    assert sum(map(len, ADJACENCY.values())) == 2 * 16


def test_every_kind_of_effect_is_there() -> None:
    """GEN-14"""
    kinds = Counter(type(card.clauses[0].when) for card in OPPORTUNITIES)
    common = (v.Ability, v.Development, v.SpecialManoeuvre, v.Manifestation, v.Gain, v.Scourge)
    assert all(kinds[kind] >= 7 for kind in common), kinds


def test_scourges_are_dark_and_the_others_are_not() -> None:
    """GEN-14"""
    for card in OPPORTUNITIES:
        scourge = isinstance(card.clauses[0].when, v.Scourge)
        assert card.darkness in ((3, 4) if scourge else (0, 1, 2)), card.id


def test_about_one_card_in_six_bears_the_attack() -> None:
    attacks = Counter(card.sector for card in OPPORTUNITIES if card.attack)
    assert 10 <= attacks.total() <= 14
    assert max(attacks.values()) <= 2


def test_symbols_are_few_and_some_are_for_all() -> None:
    assert all(len(card.affinities) <= 2 for card in OPPORTUNITIES)
    symbols = Counter(symbol for card in OPPORTUNITIES for symbol in card.affinities)
    assert 3 <= symbols[v.Symbol.ALL] <= 8
    assert all(symbols[symbol] >= 12 for symbol in v.Symbol if symbol is not v.Symbol.ALL)


def test_each_cabal_has_one_alliance_card() -> None:
    """CAB-ALL-1"""
    allies = [card.alliance for card in OPPORTUNITIES if card.alliance]
    assert sorted(allies) == sorted(cabal.id for cabal in CABALS)
    [card] = [card for card in OPPORTUNITIES if card.alliance == "garde_noire"]
    trade = v.Exchange((v.Goods(P.CITIZEN, 2),), (v.Get(P.GUARD, 2),))
    assert card.clauses == (v.Clause(v.Ability(), (trade,)),)


def test_at_most_one_card_in_ten_has_a_rule_of_its_own() -> None:
    assert 10 * specials(CONTENT) <= len(OPPORTUNITIES) + len(CABAL_CARDS)


def test_pawns_and_tokens_are_never_given_when_they_would_vanish_at_once() -> None:
    """END-1: a card is won in the resolution, and agents, spies and assassins go right after."""
    vanishing = (P.CITIZEN, P.GUARD, P.EMISSARY, P.AGENT, P.SPY, P.ASSASSIN)
    for card in OPPORTUNITIES:
        for clause in card.clauses:
            if isinstance(clause.when, v.Once | v.Scourge | v.Trophy):
                got = [w.good for w in parts(clause) if isinstance(w, v.Get)]
                assert not set(got) & set(vanishing), card.id


def test_a_gain_is_what_can_be_lost_again() -> None:
    """TRO-7"""
    everything = [*OPPORTUNITIES, *CABAL_CARDS, *MARKERS]
    clauses = [w for element in everything for w in parts(element) if isinstance(w, v.Clause)]
    gains = [clause for clause in clauses if isinstance(clause.when, v.Gain)]
    for clause in gains:
        assert all(isinstance(do, v.Get) and do.good in checks.LASTING for do in clause.do)
    elsewhere = [do for clause in clauses if clause not in gains for do in parts(clause)]
    assert not [do for do in elsewhere if isinstance(do, v.Get) and do.good in (P.VP, P.RANK)]


def test_an_element_that_becomes_used_loses_nothing_it_needs() -> None:
    """GEN-2: what a screen does all the time must not sleep because it did something once."""
    for cabal in CABALS:
        using = [c for c in cabal.screen if isinstance(c.when, v.Manifestation)]
        assert not using or len(cabal.screen) == 1, cabal.id


MARKER_FACTS: list[tuple[str, tuple[v.Clause, ...], tuple[v.Clause, ...]]] = [
    (
        "nouvelle_ville",
        (v.Clause(v.Gain(), (v.Get(P.VP, 1),)),),
        (v.Clause(v.Gain(), (v.Get(P.VP, 2),)),),
    ),
    (
        "mala_strana",
        (v.Clause(v.Development(), (v.Get(P.EMISSARY, 1),)),),
        (v.Clause(v.Development(), (v.Get(P.EMISSARY, 1), v.Get(P.POWER, 1))),),
    ),
    (
        "vieille_ville",
        (v.Clause(v.Once(), (v.Develop(),)),),
        (v.Clause(v.Once(), (v.Develop(), v.Get(P.POWER, 3))),),
    ),
    (
        "josefov",
        (v.Clause(v.Gain(), (v.Get(P.AFFINITY, 2),)),),
        (v.Clause(v.Gain(), (v.Get(P.AFFINITY, 3),)),),
    ),
    (
        "college",
        (v.Clause(v.Gain(), (v.Get(P.RANK, 10),)),),
        (v.Clause(v.Gain(), (v.Get(P.RANK, 20),)),),
    ),
]


@pytest.mark.parametrize(("sector", "level1", "level2"), MARKER_FACTS)
def test_markers_give_what_the_ledger_says(
    sector: str, level1: tuple[v.Clause, ...], level2: tuple[v.Clause, ...]
) -> None:
    """MRK-1, MRK-2, MRK-8, MRK-10, MRK-11"""
    marker = CONTENT.markers[sector]
    assert (marker.level1, marker.level2) == (level1, level2)


@pytest.mark.parametrize(
    ("sector", "good", "level1", "level2"),
    [
        ("hypogees", P.SPY, 1, 2),
        ("karst", P.ASSASSIN, 1, 2),
        ("faubourgs", P.CITIZEN, 2, 3),
        ("combinat", P.POWER, 1, 2),
        ("forteresse", P.GUARD, 1, 2),
    ],
)
def test_markers_that_develop(sector: str, good: v.Good, level1: int, level2: int) -> None:
    """MRK-3, MRK-4, MRK-5, MRK-6, MRK-7"""
    marker = CONTENT.markers[sector]
    assert marker.level1 == (v.Clause(v.Development(), (v.Get(good, level1),)),)
    assert marker.level2 == (v.Clause(v.Development(), (v.Get(good, level2),)),)


def test_the_marker_of_motol_offers_one_of_its_effects() -> None:
    """MRK-9, MRK-13"""
    marker = CONTENT.markers["centre_motol"]
    again, skip, move = (v.PlayAgain(),), (v.SkipTurn(),), (v.MoveStack(),)
    assert marker.level1 == (v.Clause(v.Manifestation(), (v.Choose((again, skip)),)),)
    assert marker.level2 == (v.Clause(v.Manifestation(), (v.Choose((again, skip, move)),)),)


def test_the_marker_of_the_artefact_moves_pawns_and_shields() -> None:
    """MRK-12"""
    marker = CONTENT.markers["artefact"]
    move = v.Clause(v.Manifestation(), (v.MovePawns(2),))
    assert marker.level1 == (move,)
    assert marker.level2 == (move, v.Clause(v.Ability(), (v.Immune(),)))


def test_the_coordination_is_preeminent() -> None:
    """CAB-COO-1"""
    assert screen("coordination") == (v.Clause(v.Ability(), (v.Preeminence(),)),)


def test_mass_records_are_a_special_trophy() -> None:
    """CAB-COO-2, TRO-1"""
    assert isinstance(CONTENT.cabal_cards["fichage_de_masse"].clauses[0].when, v.Trophy)


def test_the_supreme_administrator_only_lends() -> None:
    """CAB-COO-3"""
    parts = words("administrateur_supreme")
    assert [word for word in parts if isinstance(word, v.Advance)]
    assert not [word for word in parts if isinstance(word, v.Get)]


def test_a_blockhaus_answers_a_stack_placed_in_its_sector() -> None:
    """CAB-GN-1"""
    placed = v.StackPlaced(v.Whose.ANOTHERS, v.Place.OWN_TOKENS)
    assert v.Clause(v.Ability(placed), (v.Assassinate(1, v.Place.THAT_STACK),)) in screen(
        "garde_noire"
    )


def test_semaphores_reach_farther_under_martial_law() -> None:
    """CAB-GN-2"""
    clause = CONTENT.cabal_cards["semaphores_militaires"].clauses[1]
    assert clause == v.Clause(v.Ability(), (v.If(v.Holds("loi_martiale"), (v.Reach(),)),))
    assert CONTENT.cabal_cards["loi_martiale"].cabal == "garde_noire"


def test_cards_of_the_syndicat_serve_any_player() -> None:
    """CAB-SYN-1"""
    served = [
        card.id
        for card in CABAL_CARDS
        for clause in card.clauses
        if clause.users is v.Users.ANY_PLAYER and card.cabal == "syndicat"
    ]
    assert served == ["caisse_de_greve", "les_raisons_de_la_colere", "bourse_du_travail"]


def test_wrath_pays_each_player_by_his_own_memberships() -> None:
    """CAB-SYN-2"""
    [clause] = CONTENT.cabal_cards["les_raisons_de_la_colere"].clauses
    assert clause.users is v.Users.ANY_PLAYER
    assert clause.when == v.Ability(v.PawnKilled(v.Whose.ANYBODYS, (P.CITIZEN,)))
    assert clause.do == (v.Get(P.POWER, v.Per(v.Countable.MEMBERSHIP)),)


def test_protection_is_sold_to_the_owner_of_the_pawn() -> None:
    """CAB-PEG-1"""
    [clause] = CONTENT.cabal_cards["service_de_protection"].clauses
    assert isinstance(clause.when, v.Ability)
    assert isinstance(clause.when.on, v.PawnRevealed) and clause.when.on.side is v.Whose.YOURS
    price = v.Exchange((v.Goods(P.POWER, 2),), (v.Protect(),), to=v.Who.OWNER)
    assert clause.do == (price,) and clause.users is v.Users.ANY_PLAYER


def test_exploring_the_mystery_gives_from_the_general_reserve() -> None:
    """CAB-PRO-1"""
    [clause] = screen("progres")
    assert clause.do[-1] == v.Let(v.Who.ANOTHER, (v.Get(P.ARTEFACT),))
    assert not [word for word in parts(clause) if isinstance(word, v.Give)]


def test_a_revolt_stands_in_the_way_of_the_others_only() -> None:
    """CAB-RES-1"""
    clause = screen("resistance")[1]
    coming = v.StackToCome(v.Whose.ANOTHERS, v.Place.OWN_TOKENS)
    assert clause.when == v.Ability(coming)
    assert isinstance(clause.do[0], v.Let) and clause.do[0].who is v.Who.ACTOR


def test_content_survives_json_and_can_be_hashed() -> None:
    encoded = msgspec.json.encode(CONTENT)
    assert msgspec.json.decode(encoded, type=v.Content) == CONTENT
    assert len({*OPPORTUNITIES, *CABAL_CARDS, *CABALS, *MARKERS}) == 72 + 35 + 7 + 12


def text_keys() -> Iterator[str]:
    for card in CARDS:
        yield f"names.cards.{card.id}"
        yield f"flavours.{card.id}"
    for cabal in CABALS:
        yield f"names.cabals.{cabal.id}"
        yield f"names.screens.{cabal.id}"
        yield f"characters.{cabal.id}"
    for sector in SECTORS:
        yield f"names.sectors.{sector}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_element_has_its_words(language: str) -> None:
    texts = catalogue(language)
    assert [key for key in text_keys() if f"diktat.{key}" not in texts] == []
    written = [key for key in texts.sentences if key.startswith("diktat.names.cards.")]
    titles = [texts.say(key) for key in written]
    assert len(titles) == len(set(titles)) == 72 + 35


def test_sectors_keep_their_names_in_every_language() -> None:
    for language in LANGUAGES:
        for sector, name in SECTORS.items():
            assert catalogue(language).say(f"diktat.names.sectors.{sector}") == name


def test_flavour_is_one_short_line() -> None:
    for language in LANGUAGES:
        for card in CARDS:
            line = catalogue(language).say(f"diktat.flavours.{card.id}")
            assert "\n" not in line and 10 < len(line) <= 110, (card.id, len(line))
            assert line[-1] in ".?!", card.id
