"""What any content must be: each fault is found in its place, with what was expected. [GEN-14]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from clande.diktat.cards import CONTENT, checks
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.lines import Path

SPIES = v.Get(v.Good.SPY)
POWER = v.Goods(v.Good.POWER)
TOKEN = v.Goods(v.Good.TOKEN)
CARD = next(iter(CONTENT.opportunities))
CABAL = "coordination"
ACTOR = v.Who.ACTOR


def with_card(**changes: Any) -> v.Content:
    card = structs.replace(CONTENT.opportunities[CARD], **changes)
    return structs.replace(CONTENT, opportunities=CONTENT.opportunities | {CARD: card})


def with_clause(do: tuple[v.Effect, ...], when: v.When | None = None) -> v.Content:
    return with_card(clauses=(v.Clause(when or v.Manifestation(), do),))


def with_cabal(**changes: Any) -> v.Content:
    cabal = structs.replace(CONTENT.cabals[CABAL], **changes)
    return structs.replace(CONTENT, cabals=CONTENT.cabals | {CABAL: cabal})


def with_board(**changes: Any) -> v.Content:
    return with_cabal(board=structs.replace(CONTENT.cabals[CABAL].board, **changes))


def with_map(sector: str, *others: str) -> v.Content:
    return structs.replace(CONTENT, adjacency=CONTENT.adjacency | {sector: others})


def effect(*do: v.Effect, on: v.Occasion | None = None) -> v.Content:
    """In a manifestation, or in an ability on an occasion."""
    return with_clause(do, v.Ability(on) if on else None)


SOUND = [
    with_card(darkness=0),
    with_card(darkness=4),
    with_card(affinities=(v.Symbol.ALL, v.Symbol.PEOPLE)),
    with_clause((), v.Scourge()),
    with_board(cabal_costs=(0, 0, 0, 0, 0), marker_places=1, opportunity_vp=(0,)),
    with_cabal(endowment=(v.Goods(v.Good.POWER, 0),)),
    effect(v.Exchange((POWER, TOKEN), (v.Assassinate(1, v.Place.HERE),))),
    effect(v.Exchange((TOKEN,), (v.Let(v.Who.OTHERS, (v.Look(1, v.Place.HERE),)),))),
    effect(v.Choose(((SPIES,), (v.Get(v.Good.POWER),)))),
    effect(v.PlayAgain()),
    with_clause((v.Keep(v.Good.SPY, 1),), v.Ability()),
    with_clause((v.If(v.IsLast(), (v.Immune(),)),), v.Ability()),
    with_clause((v.Exchange((POWER,), (SPIES,)),), v.Ability()),
    with_clause((v.Get(v.Good.VP, 2),), v.Gain()),
    effect(v.Protect(), on=v.PawnRevealed()),
    effect(v.Infiltrate(), on=v.SectorRevealed()),
    effect(v.Assassinate(1, v.Place.THAT_STACK), on=v.StackPlaced()),
    effect(v.Give(v.Good.POWER, 1, ACTOR), on=v.PawnKilled()),
    effect(v.Look(1, v.Place.HERE), on=v.Spied()),
    effect(v.MoveStack(v.Place.ADJACENT)),
    effect(v.Get(v.Good.POWER, v.Per(v.Countable.VP))),
    effect(SPIES, on=v.DebtTaken()),
]


@pytest.mark.parametrize("content", SOUND, ids=range(len(SOUND)))
def test_what_can_be_is_no_fault(content: v.Content) -> None:
    """GEN-14"""
    assert list(checks.faults(content)) == []


CLAUSE: Path = ("opportunities", CARD, "clauses", 0)
DO: Path = (*CLAUSE, "do", 0)
HERE = v.Place.HERE
FAULTS: list[tuple[v.Content, Path, str]] = [
    (with_card(darkness=5), ("opportunities", CARD, "darkness"), "from 0 to 4, found 5"),
    (with_card(darkness=-1), ("opportunities", CARD, "darkness"), "found -1"),
    (
        with_card(affinities=(v.Symbol.PEOPLE,) * 3),
        ("opportunities", CARD, "affinities"),
        "at most 2 symbols, found 3",
    ),
    (with_card(alliance="nobody"), ("opportunities", CARD, "alliance"), "a cabal"),
    (with_cabal(rank=21), ("cabals", CABAL, "rank"), "found 21 beside 11 of garde_noire"),
    (with_cabal(affinity=v.Symbol.ALL), ("cabals", CABAL, "affinity"), "found all"),
    (with_board(cabal_vp=(0, 1)), ("cabals", CABAL, "board", "cabal_vp"), "found 2"),
    (with_board(cabal_costs=(1,) * 6), ("cabals", CABAL, "board", "cabal_costs"), "found 6"),
    (
        with_board(cabal_costs=(3, -1, 5, 6, 7)),
        ("cabals", CABAL, "board", "cabal_costs"),
        "numbers from 0 on",
    ),
    (with_board(opportunity_vp=()), ("cabals", CABAL, "board", "opportunity_vp"), "at least one"),
    (with_board(marker_places=0), ("cabals", CABAL, "board", "marker_places"), "at least 1"),
    (
        with_cabal(endowment=(POWER, v.Goods(v.Good.POWER, -1))),
        ("cabals", CABAL, "endowment", 1, "amount"),
        "nothing can be counted yet",
    ),
    (
        with_cabal(endowment=(v.Goods(v.Good.POWER, v.Per(v.Countable.VP)),)),
        ("cabals", CABAL, "endowment", 0, "amount"),
        "nothing can be counted yet",
    ),
    *[
        (
            with_cabal(endowment=(v.Goods(good),)),
            ("cabals", CABAL, "endowment", 0, "good"),
            f"found {good}",
        )
        for good in (v.Good.VP, v.Good.RANK, v.Good.DEBT, v.Good.TOKEN)
    ],
    (with_clause(()), (*CLAUSE, "do"), "at least one effect"),
    (
        effect(SPIES, on=v.StackPlaced(where=v.Place.THAT_STACK)),
        (*CLAUSE, "when", "on", "where"),
        "no stack",
    ),
    (
        effect(SPIES, on=v.PawnKilled(kinds=(v.Good.SPY,))),
        (*CLAUSE, "when", "on", "kinds"),
        "some of citizen",
    ),
    (effect(SPIES, on=v.Killed(kinds=())), (*CLAUSE, "when", "on", "kinds"), "some of citizen"),
    (with_clause((SPIES,), v.Gain()), DO, "in a Gain"),
    (with_clause((v.Get(v.Good.VP, v.Per(v.Countable.VP)),), v.Gain()), DO, "in a Gain"),
    (with_clause((v.Lose(v.Good.VP),), v.Gain()), DO, "in a Gain"),
    (effect(v.Get(v.Good.VP), on=v.DebtTaken()), DO, "on a DebtTaken"),
    (effect(v.Lose(v.Good.POWER), on=v.DebtTaken()), DO, "on a DebtTaken"),
    (with_clause((SPIES,), v.Ability()), DO, "a standing effect or an Exchange"),
    (with_clause((v.If(v.IsLast(), (SPIES,)),), v.Ability()), DO, "a standing effect"),
    (effect(v.Immune()), DO, "this effect only stands"),
    (effect(SPIES, v.SkipTurn()), (*CLAUSE, "do", 1), "stand alone"),
    (
        effect(v.Choose(((SPIES, v.PlayAgain()), (SPIES,)))),
        (*DO, "options", 0, 1),
        "stand alone",
    ),
    (effect(v.Protect(), on=v.PawnKilled()), DO, "PawnRevealed only"),
    (effect(v.Infiltrate(), on=v.SectorWon()), DO, "SectorRevealed only"),
    *[
        (effect(v.Give(good)), (*DO, "good"), f"goods of a reserve, found {good}")
        for good in (v.Good.VP, v.Good.RANK, v.Good.DEBT, v.Good.TOKEN)
    ],
    (effect(v.Steal(v.Good.DEBT)), (*DO, "good"), "goods of a reserve"),
    (effect(v.Get(v.Good.TOKEN)), (*DO, "good"), "placed, given or exchanged"),
    (effect(v.Lose(v.Good.TOKEN)), (*DO, "good"), "placed, given or exchanged"),
    (with_clause((v.Keep(v.Good.GUARD, 1),), v.Ability()), (*DO, "good"), "found guard"),
    (effect(v.Special("nothing_of_ours")), (*DO, "name"), "a special"),
    (effect(v.MoveStack(v.Place.HERE)), (*DO, "to"), "anywhere or adjacent, found here"),
    (
        effect(v.Exchange((POWER,), (v.Assassinate(1, HERE),))),
        (*DO, "do", 0, "where"),
        "has no sector",
    ),
    (effect(v.Exchange((POWER,), (SPIES, v.PlayAgain()))), (*DO, "do", 1), "stand alone"),
    (effect(v.Let(v.Who.OTHERS, (v.Get(v.Good.TOKEN),))), (*DO, "do", 0, "good"), "a token"),
    (effect(v.Choose(((SPIES,),))), (*DO, "options"), "at least two options"),
    (
        effect(v.Choose(((SPIES,), (v.Give(v.Good.VP),)))),
        (*DO, "options", 1, 0, "good"),
        "goods of a reserve",
    ),
    (effect(v.If(v.Holds("no_card"), (SPIES,))), (*DO, "condition", "card"), "a card"),
    (effect(v.If(v.HoldsMarker("no"), (SPIES,))), (*DO, "condition", "sector"), "a sector"),
    (effect(v.If(v.IsLast(), (v.Give(v.Good.VP),))), (*DO, "then", 0, "good"), "a reserve"),
    (
        effect(v.If(v.IsLast(), (SPIES,), (v.Give(v.Good.VP),))),
        (*DO, "otherwise", 0, "good"),
        "a reserve",
    ),
    (effect(v.Look(1, v.Near("nowhere"))), (*DO, "where", "sector"), "a sector"),
    (effect(v.LookAtStack(HERE)), (*DO, "where"), "has no sector"),
    (effect(v.SwapPawns(v.Place.ADJACENT)), (*DO, "where"), "which is for moves"),
    (effect(v.PlaceToken(v.Place.THAT_STACK)), (*DO, "where"), "has no stack"),
    (effect(v.Assassinate(1, HERE), on=v.Attacked()), (*DO, "where"), "has no sector"),
    (effect(v.Give(v.Good.POWER, 1, ACTOR)), (*DO, "to"), "the occasion has none"),
    (effect(v.Steal(v.Good.POWER, 1, ACTOR), on=v.Spied()), (*DO, "of"), "has none"),
    (effect(v.Let(ACTOR, (SPIES,))), (*DO, "who"), "the occasion has none"),
    (effect(v.Get(v.Good.SPY, 0)), (*DO, "amount"), "from 1 on, found 0"),
    (effect(v.Get(v.Good.SPY, v.Per(v.Countable.VP, 0))), (*DO, "amount"), "found 0"),
    (effect(v.Reinforce(0)), (*DO, "amount"), "found 0"),
    (with_map("karst", "karst"), ("adjacency", "karst", 0), "found karst itself"),
    (with_map("karst", "nowhere"), ("adjacency", "karst", 0), "a sector"),
]


@pytest.mark.parametrize(("content", "path", "expected"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_told_with_its_place(content: v.Content, path: Path, expected: str) -> None:
    """GEN-14"""
    faults = [(where, what) for where, what in checks.faults(content) if where == path]
    (fault,) = faults
    assert expected in fault[1]
    if path[0] == "opportunities":
        assert len(list(checks.faults(content))) == 1


def test_neighbours_are_neighbours_of_each_other() -> None:
    """GEN-14: the map."""
    changed = with_map("karst", "artefact")
    faults = {path: what for path, what in checks.faults(changed)}
    lost = [sector for sector, others in CONTENT.adjacency.items() if "karst" in others]
    assert "artefact" not in lost and lost
    assert faults["adjacency", "karst", 0] == (
        "expected karst among the neighbours of artefact too"
    )
    for sector in lost:
        place = CONTENT.adjacency[sector].index("karst")
        assert faults["adjacency", sector, place].startswith(f"expected {sector} among")


def test_every_sector_has_its_six_cards() -> None:
    """SET-2"""
    sector = CONTENT.opportunities[CARD].sector
    other = "karst" if sector != "karst" else "josefov"
    faults = [what for _, what in checks.faults(with_card(sector=other))]
    assert f"expected 6 opportunities in {sector}, found 5" in faults
    assert f"expected 6 opportunities in {other}, found 7" in faults and len(faults) == 2


def test_the_cards_of_a_cabal_are_advised_in_an_order() -> None:
    """DVL-1"""
    own = [card for card in CONTENT.cabal_cards.values() if card.cabal == CABAL]
    first = min(own, key=lambda card: card.advised)
    changed = CONTENT.cabal_cards | {first.id: structs.replace(first, advised=2)}
    faults = dict(checks.faults(structs.replace(CONTENT, cabal_cards=changed)))
    assert set(faults) == {("cabal_cards", card.id, "advised") for card in own}
    assert faults["cabal_cards", first.id, "advised"] == (
        "expected the cards of coordination in an order from 1 to 5, found 2"
    )
