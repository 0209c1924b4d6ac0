"""What effects bring at this moment, on this board."""

from __future__ import annotations

from collections.abc import Iterator

from clande.bots.diktat.prices import EACH_MANOEUVRE
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.targets import card_to_find, strike_worth, unseen
from clande.bots.diktat.worth import Worth
from clande.diktat.cards import vocabulary as v


def suited(sight: Sight, worth: Worth, effects: tuple[v.Effect, ...]) -> int:
    """What effects are worth at this moment, on this board."""
    return sum(suits(sight, worth, effect) for effect in effects)


def suits(sight: Sight, worth: Worth, effect: v.Effect) -> int:
    for more in worth.knowledge:
        if (good := more.suits(sight, worth, effect)) is not None:
            return good
    match effect:
        case v.Assassinate(amount):
            aims = [
                strike_worth(sight, worth, key, position)
                for key in sight.opposing()
                for position in range(len(sight.stacks[key].pawns))
            ]
            paying = sorted([aim for aim in aims if aim > 0], reverse=True)
            return sum(paying[: sight.amount(amount)])
        case v.Look(amount):
            if sight.phase != "manoeuvres":
                return 0
            gain = 60 if card_to_find(sight) else 0
            return gain + 5 * min(sight.amount(amount), len(unseen(sight)))
        case v.LookAtStack():
            return 15 if sight.phase == "manoeuvres" and len(unseen(sight)) > 1 else 0
        case v.Exchange(give, do):
            cost = sum(sight.amount(g.amount) * worth.loss(g.good.value) for g in give)
            return max(0, suited(sight, worth, do) - cost)
        case v.Choose(options):
            return max(suited(sight, worth, option) for option in options)
        case v.If(condition, then, otherwise):
            return suited(sight, worth, then if sight.holds(condition) else otherwise)
        case v.Let(who, do):
            return worth.let(who, worth.effects(do))
        case v.ExtraManoeuvre(number):
            useful = sight.phase == "manoeuvres"
            return number * (EACH_MANOEUVRE + 20 * bool(sight.emissaries)) if useful else 0
        case v.PlayAgain() | v.SkipTurn() | v.Recall() | v.MoveStack(opposing=False):
            return 0
        case v.MovePawns() | v.SwapPawns() | v.Protect() | v.Infiltrate():
            return 0
        case v.MoveStack():
            return 15 if sight.opposing() else 0
        case v.Rise(amount):
            return rising(sight, sight.amount(amount))
        case v.Reinforce(most):
            return min(most, sight.emissaries) * reinforced(sight, worth)
        case v.Refresh():
            mine = [name for name in sight.used if is_own(sight, name)]
            return max((worth.element(name) // 4 for name in mine), default=0)
        case v.PlaceToken() if worth.waking is not None:
            return worth.sleeper
        case v.GiveToken():
            return max(worth.membership(own=True), worth.membership(own=False))
        case v.ReplaceOpportunity():
            cards = sight.track if sight.phase == "manoeuvres" else ()
            low = min((worth.card(card) for card in cards), default=99)
            return 10 if low < 40 else 0
    return worth.effect(effect)


def rising(sight: Sight, amount: int) -> int:
    """The office is worth something when it names who plays first, or which sector is next."""
    others = max(sight.rank[seat] for seat in sight.others())
    mine = sight.rank[sight.me]
    return 12 if mine <= others < mine + amount and sight.phase == "manoeuvres" else 0


def reinforced(sight: Sight, worth: Worth) -> int:
    """An emissary more on a stack of one's own, once no turn is left to send it."""
    if sight.phase != "manoeuvres" or sight.manoeuvres[sight.me]:
        return 0
    sectors = [sight.stacks[key].sector for key in sight.own_stacks()]
    return max((worth.prize(s, 1) - worth.prize(s) for s in sectors), default=0)


def is_own(sight: Sight, element: str) -> bool:
    me = sight.me
    if element in sight.cards[me] or element in sight.cabal_cards[me]:
        return True
    kind, _, rest = element.partition("/")
    return rest == sight.cabals[me] if kind == "screen" else rest.split("/")[0] == str(me)


def bonus(sight: Sight, worth: Worth, kind: type[v.Occasion]) -> int:
    """What one's own elements add on such an occasion."""
    gain = 0
    for owner, name, numbered in own_occasions(sight, kind):
        if owner == sight.me and name not in sight.used:
            gain += sum(max(0, suited(sight, worth, clause.do)) for clause in numbered)
    return gain


def own_occasions(
    sight: Sight, kind: type[v.Occasion]
) -> Iterator[tuple[int, str, list[v.Clause]]]:
    me = sight.me
    listing = sight.index.occasions[kind]
    names = [*sight.cards[me], *sight.cabal_cards[me], f"screen/{sight.cabals[me]}"]
    for name in names:
        if name in listing.clauses:
            yield me, name, [clause for _, clause in listing.clauses[name]]
