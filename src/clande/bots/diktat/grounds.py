"""On what ground a trophy or a card is wanted: what it brings, as all can read on the board and on
the card. What only its own seat knows, such as its affinity tokens, is not among it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from clande.bots.choices import Choice
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY
from clande.diktat.actions import TakeSpecial
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import OwnedMarker

LATER = (v.Development, v.Manifestation, v.SpecialManoeuvre, v.Ability, v.Trophy)


def grounded(sight: Sight, choice: Choice) -> Choice:
    """The same choice; where its reason is that something brings most, with what that is."""
    values, action = choice.values, choice.action
    match choice.reason.removeprefix(WHY):
        case "take_card" | "send_card":
            grounds = card(sight, values["card"])
        case "take_marker" | "send_marker":
            grounds = marker(sight, values["sector"], getattr(action, "apart", False))
        case "take_special":
            assert isinstance(action, TakeSpecial)
            grounds = effects(sight.index.clauses[action.element][action.clause].do)
        case "develop_card":
            place = sight.cabal_place_vp()
            grounds = {"place": place} | clauses(sight, sight.index.clauses[values["card"]])
        case _:
            return choice
    grounds = {ground: n for ground, n in grounds.items() if n} or {"effect": 1}
    return structs.replace(choice, values={**values, "grounds": grounds})


def card(sight: Sight, name: str) -> dict[str, int]:
    """An opportunity: its place, what it says; if that is nothing, its symbols. [TRO-2, TRO-5]"""
    grounds = {"place": sight.card_place_vp()} | clauses(sight, sight.index.clauses[name])
    return grounds if any(grounds.values()) else {"symbols": len(sight.symbols(name))}


def marker(sight: Sight, sector: str, apart: bool) -> dict[str, int]:
    """A first marker, or the face that a second one shows. [TRO-6]"""
    second = apart or OwnedMarker(sector) in sight.markers[sight.me]
    return clauses(sight, sight.index.clauses[sector, 2 if second else 1])


def clauses(sight: Sight, printed: Iterable[v.Clause]) -> dict[str, int]:
    grounds: dict[str, int] = {}
    for clause in printed:
        if not isinstance(clause.when, LATER):
            grounds = added(grounds, effects(clause.do))
        elif sight.cycles_left or isinstance(clause.when, v.Manifestation):
            cyclic = isinstance(clause.when, v.Development)
            grounds |= {"cycle" if cyclic else "use": 1}
    return grounds


def effects(do: Iterable[v.Effect]) -> dict[str, int]:
    """What is got at once; anything else is "an effect"."""
    grounds: dict[str, int] = {}
    for effect in do:
        if isinstance(effect, v.Get) and isinstance(effect.amount, int):
            if effect.good not in (v.Good.DEBT, v.Good.TOKEN):
                grounds = added(grounds, {effect.good.value: effect.amount})
        elif not isinstance(effect, v.Lose | v.Give):
            grounds |= {"effect": 1}
    return grounds


def added(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    return first | {ground: first.get(ground, 0) + n for ground, n in second.items()}
