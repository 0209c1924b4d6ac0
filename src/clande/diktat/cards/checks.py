"""Checks of any content, ours and a pack's alike: each fault with its path and what is expected.

msgspec checks the types; these are the checks that types cannot express.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import get_args

from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.lines import Path
from clande.diktat.cards.map import SECTORS

PER_SECTOR = 6
CABAL_PLACES = 5
DARKEST = 4
SYMBOLS = 2
Fault = tuple[Path, str]

LASTING = (
    v.Good.VP,
    v.Good.RANK,
    v.Good.POLITICS,
    v.Good.PEOPLE,
    v.Good.ARTEFACT,
    v.Good.AFFINITY,
)
SIMPLE = (v.Good.CITIZEN, v.Good.GUARD, v.Good.EMISSARY, v.Good.SPY, v.Good.ASSASSIN, v.Good.POWER)
UNTRADED = (v.Good.VP, v.Good.RANK, v.Good.DEBT, v.Good.TOKEN)
PAWNS = (v.Good.CITIZEN, v.Good.GUARD, v.Good.EMISSARY)
KEPT = (v.Good.AGENT, v.Good.SPY, v.Good.ASSASSIN)
STANDING = get_args(v.Standing)
WITH_AN_ACTOR = (v.StackToCome, v.StackPlaced, v.PawnRevealed, v.PawnKilled, v.DebtTaken)
WITH_A_SECTOR = (
    v.StackToCome,
    v.StackPlaced,
    v.PawnRevealed,
    v.PawnKilled,
    v.Spied,
    v.SectorRevealed,
    v.SectorWon,
)


def faults(content: v.Content) -> Iterator[Fault]:
    """Everything that is wrong with this content."""
    for card in content.opportunities.values():
        yield from faults_of_card(content, card)
    for cabal_card in content.cabal_cards.values():
        path: Path = ("cabal_cards", cabal_card.id)
        yield from faults_of_clauses(content, (*path, "clauses"), cabal_card.clauses)
    for cabal in content.cabals.values():
        yield from faults_of_cabal(content, cabal)
    for marker in content.markers.values():
        for level in ("level1", "level2"):
            clauses: tuple[v.Clause, ...] = getattr(marker, level)
            yield from faults_of_clauses(content, ("markers", marker.sector, level), clauses)
    yield from faults_of_map(content)
    yield from faults_of_counts(content)


def faults_of_card(content: v.Content, card: v.Opportunity) -> Iterator[Fault]:
    path: Path = ("opportunities", card.id)
    yield from faults_of_name((*path, "sector"), "a sector", card.sector, SECTORS)
    if card.alliance is not None:
        yield from faults_of_name((*path, "alliance"), "a cabal", card.alliance, content.cabals)
    if not 0 <= card.darkness <= DARKEST:
        yield (*path, "darkness"), f"expected a number from 0 to {DARKEST}, found {card.darkness}"
    if len(card.affinities) > SYMBOLS:
        number = len(card.affinities)
        yield (*path, "affinities"), f"expected at most {SYMBOLS} symbols, found {number}"
    yield from faults_of_clauses(content, (*path, "clauses"), card.clauses)


def faults_of_board(board: v.Board) -> Iterator[Fault]:
    for name in ("cabal_costs", "cabal_vp"):
        number = len(getattr(board, name))
        if number != CABAL_PLACES:
            yield (name,), f"expected {CABAL_PLACES} numbers, found {number}"
    if not board.opportunity_vp:
        yield ("opportunity_vp",), "expected at least one number, found none"
    if min(board.cabal_costs, default=0) < 0:
        yield ("cabal_costs",), "expected numbers from 0 on"
    if board.marker_places < 1:
        yield ("marker_places",), "expected at least 1"


def faults_of_cabal(content: v.Content, cabal: v.Cabal) -> Iterator[Fault]:
    path: Path = ("cabals", cabal.id)
    for other in content.cabals.values():
        if other.id != cabal.id and other.rank % 10 == cabal.rank % 10:
            yield (
                (*path, "rank"),
                f"expected a rank whose last digit no other cabal has, found {cabal.rank}"
                f" beside {other.rank} of {other.id}",
            )
    if cabal.affinity is v.Symbol.ALL:
        yield (*path, "affinity"), "expected politics, people or artefact, found all"
    reported: set[Fault] = set()  # a fault of several faces is reported for the first
    for face in v.FACES:
        for name, expected in faults_of_board(getattr(cabal, face)):
            if (name, expected) not in reported:
                reported.add((name, expected))
                yield (*path, face, *name), expected
    for i, goods in enumerate(cabal.endowment):
        spot = (*path, "endowment", i)
        if not isinstance(goods.amount, int) or goods.amount < 0:
            yield (*spot, "amount"), "expected a number from 0 on: nothing can be counted yet"
        if goods.good in (v.Good.VP, v.Good.RANK, v.Good.DEBT, v.Good.TOKEN):
            yield (
                (*spot, "good"),
                f"expected pawns, tokens, power or affinities, found {goods.good}",
            )
    yield from faults_of_clauses(content, (*path, "screen"), cabal.screen)


def faults_of_clauses(
    content: v.Content, path: Path, clauses: tuple[v.Clause, ...]
) -> Iterator[Fault]:
    for i, clause in enumerate(clauses):
        spot = (*path, i)
        on = clause.when.on if isinstance(clause.when, v.Ability) else None
        if not clause.do and not isinstance(clause.when, v.Scourge):
            yield (*spot, "do"), "expected at least one effect; only a Scourge may have none"
        if isinstance(on, v.StackToCome | v.StackPlaced | v.SectorRevealed | v.SectorWon):
            yield from faults_of_place((*spot, "when", "on", "where"), on.where, None)
        if isinstance(on, v.PawnRevealed | v.PawnKilled | v.Killed) and not (
            on.kinds and set(on.kinds) <= set(PAWNS)
        ):
            yield (*spot, "when", "on", "kinds"), "expected some of citizen, guard, emissary"
        yield from faults_of_row((*spot, "do"), clause.do)
        for j, effect in enumerate(clause.do):
            effect_path = (*spot, "do", j)
            yield from faults_of_moment(effect_path, clause.when, on, effect)
            yield from faults_of_effect(content, effect_path, effect, on, token_left=False)


def faults_of_moment(
    path: Path, when: v.When, on: v.Occasion | None, effect: v.Effect
) -> Iterator[Fault]:
    """Whether an effect can stand in a clause of this kind."""
    got = effect if isinstance(effect, v.Get) else None
    counted = got is not None and not isinstance(got.amount, int)
    if isinstance(when, v.Gain) and (got is None or got.good not in LASTING or counted):
        yield path, "expected, in a Gain, only a Get of VP, rank or affinities, by a number"
    if isinstance(on, v.DebtTaken) and (got is None or got.good not in SIMPLE):
        yield path, "expected, on a DebtTaken, only a Get of power, pawns, spies or assassins"
    lasting = isinstance(when, v.Ability) and on is None
    if lasting and not (is_standing(effect) or isinstance(effect, v.Exchange)):
        yield path, "expected, in an Ability without an occasion, a standing effect or an Exchange"
    if not lasting and is_standing(effect):
        yield path, "expected in an Ability without an occasion: this effect only stands"


def faults_of_row(path: Path, row: tuple[v.Effect, ...]) -> Iterator[Fault]:
    for i, effect in enumerate(row):
        if len(row) > 1 and isinstance(effect, v.PlayAgain | v.SkipTurn):
            yield (*path, i), "expected to stand alone: it has a moment of its own"


def is_standing(effect: v.Effect) -> bool:
    """Whether an effect only says how things are."""
    if isinstance(effect, v.If):
        return all(map(is_standing, (*effect.then, *effect.otherwise)))
    return isinstance(effect, STANDING)


def faults_of_effect(
    content: v.Content, path: Path, effect: v.Effect, on: v.Occasion | None, *, token_left: bool
) -> Iterator[Fault]:
    """`token_left`: a token was given for it, and the sector it left is HERE."""
    match effect:
        case v.Protect() if not isinstance(on, v.PawnRevealed):
            yield path, "expected on the occasion PawnRevealed only"
        case v.Infiltrate() if not isinstance(on, v.SectorRevealed):
            yield path, "expected on the occasion SectorRevealed only"
        case v.Give() | v.Steal() if effect.good in UNTRADED:
            yield (*path, "good"), f"expected goods of a reserve, found {effect.good}"
        case v.Get() | v.Lose() if effect.good is v.Good.TOKEN:
            yield (*path, "good"), "expected goods; a token is placed, given or exchanged"
        case v.Keep() if effect.good not in KEPT:
            yield (*path, "good"), f"expected agent, spy or assassin, found {effect.good}"
        case v.Special():
            yield from faults_of_name((*path, "name"), "a special", effect.name, v.SPECIALS)
        case v.MoveStack() if effect.to not in (v.Place.ANYWHERE, v.Place.ADJACENT):
            yield (*path, "to"), f"expected anywhere or adjacent, found {effect.to}"
        case v.Exchange():
            token = any(goods.good is v.Good.TOKEN for goods in effect.give)
            yield from faults_of_row((*path, "do"), effect.do)
            for i, inside in enumerate(effect.do):
                spot = (*path, "do", i)
                yield from faults_of_effect(
                    content, spot, inside, on, token_left=token_left or token
                )
        case v.Let():
            for i, inside in enumerate(effect.do):
                yield from faults_of_effect(
                    content, (*path, "do", i), inside, on, token_left=token_left
                )
        case v.Choose():
            if len(effect.options) < 2:
                yield (*path, "options"), "expected at least two options"
            for i, option in enumerate(effect.options):
                yield from faults_of_row((*path, "options", i), option)
                for j, inside in enumerate(option):
                    spot = (*path, "options", i, j)
                    yield from faults_of_effect(content, spot, inside, on, token_left=token_left)
        case v.If():
            yield from faults_of_condition(content, (*path, "condition"), effect.condition)
            for name in ("then", "otherwise"):
                for i, inside in enumerate(getattr(effect, name)):
                    yield from faults_of_effect(
                        content, (*path, name, i), inside, on, token_left=token_left
                    )
        case _:
            pass
    if isinstance(effect, v.Look | v.LookAtStack | v.Assassinate | v.SwapPawns | v.PlaceToken):
        yield from faults_of_place((*path, "where"), effect.where, on, token_left=token_left)
    for name in ("who", "of", "to"):
        if getattr(effect, name, None) is v.Who.ACTOR and not isinstance(on, WITH_AN_ACTOR):
            yield (*path, name), "expected another player than actor: the occasion has none"
    how_many = getattr(effect, "amount", getattr(effect, "most", 1))
    each = how_many.each if isinstance(how_many, v.Per) else how_many
    if each < 1:
        yield (*path, "amount"), f"expected a number from 1 on, found {each}"


def faults_of_condition(content: v.Content, path: Path, condition: v.Condition) -> Iterator[Fault]:
    if isinstance(condition, v.Holds):
        cards = [*content.cabal_cards, *content.opportunities]
        yield from faults_of_name((*path, "card"), "a card", condition.card, cards)
    if isinstance(condition, v.HoldsMarker):
        yield from faults_of_name((*path, "sector"), "a sector", condition.sector, SECTORS)


def faults_of_place(
    path: Path, place: v.Where, on: v.Occasion | None, *, token_left: bool = False
) -> Iterator[Fault]:
    if isinstance(place, v.Near):
        yield from faults_of_name((*path, "sector"), "a sector", place.sector, SECTORS)
    elif place is v.Place.HERE and not (token_left or isinstance(on, WITH_A_SECTOR)):
        yield path, "expected another place than here: the occasion has no sector"
    elif place is v.Place.THAT_STACK and not isinstance(on, v.StackPlaced):
        yield path, "expected another place than that_stack: the occasion has no stack"
    elif place is v.Place.ADJACENT:
        yield path, "expected another place than adjacent, which is for moves"


def faults_of_map(content: v.Content) -> Iterator[Fault]:
    for sector, others in content.adjacency.items():
        for i, other in enumerate(others):
            path: Path = ("adjacency", sector, i)
            if other not in SECTORS:
                yield from faults_of_name(path, "a sector", other, SECTORS)
            elif other == sector:
                yield path, f"expected another sector, found {sector} itself"
            elif sector not in content.adjacency[other]:
                yield path, f"expected {sector} among the neighbours of {other} too"


def faults_of_counts(content: v.Content) -> Iterator[Fault]:
    for sector in SECTORS:
        cards = [card.id for card in content.opportunities.values() if card.sector == sector]
        if len(cards) != PER_SECTOR:
            yield (
                ("opportunities", cards[-1] if cards else "", "sector"),
                f"expected {PER_SECTOR} opportunities in {sector}, found {len(cards)}",
            )
    for cabal in content.cabals:
        own = [card for card in content.cabal_cards.values() if card.cabal == cabal]
        if sorted(card.advised for card in own) != list(range(1, CABAL_PLACES + 1)):
            expected = f"expected the cards of {cabal} in an order from 1 to {CABAL_PLACES}"
            for card in own:
                yield ("cabal_cards", card.id, "advised"), f"{expected}, found {card.advised}"


def faults_of_name(path: Path, what: str, name: str, names: object) -> Iterator[Fault]:
    """A fault if a name is none of these, with those that look like it."""
    assert isinstance(names, (dict, list, frozenset))
    if name not in names:
        near = get_close_matches(name, list(names), n=3) or sorted(names)
        yield path, f"expected {what} ({', '.join(near) or 'there are none'}), found {name!r}"
