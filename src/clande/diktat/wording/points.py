"""How each victory point came about, read from what everybody was told. [GEN-17, TRO-2, TRO-5]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from clande.diktat.events import (
    AffinitiesLaid,
    AffinityGivenUp,
    AffinityPlaced,
    CabalCardDiscarded,
    CabalDeveloped,
    CardDiscarded,
    CardTaken,
    DebtsCounted,
    Scored,
)
from clande.diktat.politics.events.oaths import OathBroken
from clande.diktat.politics.events.trades import CardPassed
from clande.kernel import Event, Scoring, Seat

KINDS: tuple[type[Event], ...] = (
    Scored, CardTaken, CardPassed, CardDiscarded, CabalDeveloped, CabalCardDiscarded,
    AffinityPlaced, AffinitiesLaid, AffinityGivenUp, OathBroken, DebtsCounted,
)  # fmt: skip


def points(facts: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Seat, int]]:
    """The facts that changed a score: whose, and by how much. They come in their order, from the
    beginning of the game."""
    lying: dict[str, int] = {}  # affinity tokens on each card: they go with it [GEN-10]
    for fact in facts:
        seat: Seat = fact.get("seat", -1)
        match fact["type"]:
            case "Scored" | "CardTaken" | "CabalDeveloped":
                yield fact, seat, fact["vp"]
            case "CabalCardDiscarded":
                yield fact, seat, -fact["vp"]
            case "AffinityPlaced":
                lying[fact["card"]] = lying.get(fact["card"], 0) + 1
                yield fact, seat, 1
            case "AffinitiesLaid":
                for card, *_ in fact["placed"]:
                    lying[card] = lying.get(card, 0) + 1
                yield fact, seat, len(fact["placed"])
            case "AffinityGivenUp" if fact["card"]:
                lying[fact["card"]] -= 1
                yield fact, seat, -1
            case "CardDiscarded":
                yield fact, seat, -fact["vp"] - lying.pop(fact["card"], 0)
            case "CardPassed":
                yield fact, seat, -fact["lost"] - lying.pop(fact["card"], 0)
                yield fact, fact["to"], fact["scored"]
            case "OathBroken":
                yield fact, seat, -1
            case "DebtsCounted":
                yield fact, seat, -fact["debts"]


SCORING = Scoring(tuple(kind.__name__ for kind in KINDS), points)
