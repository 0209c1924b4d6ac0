"""What happened in a game of Diktat.

Which events bring points is not listed: the log is folded over the table, and whatever changes the
points of a seat is their source. A configuration's own events are counted like all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from msgspec import Struct, field

from clande.diktat import events as e
from clande.diktat.book import DiktatBook, Index
from clande.diktat.politics.events.oaths import OathBroken, OathSworn
from clande.diktat.politics.events.trades import CardPassed, DealDone, PlacedTokenHanded
from clande.diktat.table import Table
from clande.kernel import Event, Header, compose

# Where points come from, by the event that brings them; what comes by a card or a marker: below.
SOURCES: dict[type[Event], str] = {
    e.CardTaken: "places",
    e.CardDiscarded: "places",
    CardPassed: "places",
    e.CabalDeveloped: "cabal_places",
    e.CabalCardDiscarded: "cabal_places",
    e.AffinityPlaced: "affinities",
    e.AffinitiesLaid: "affinities",
    e.AffinityGivenUp: "affinities",
    PlacedTokenHanded: "affinities",
    e.DebtsCounted: "debts",
    OathBroken: "oaths",
}
OTHER = "other"


class DiktatFacts(Struct):
    """Lists go by seat."""

    cabals: list[str]
    cycle: int  # the last that was played
    cycles: int  # how many there may be
    curve: list[list[int]]  # VP of each seat as each cycle closes; last, those of the end
    sources: list[dict[str, int]]
    offered: list[str] = field(
        default_factory=list
    )  # opportunities, each time one lay on the track
    reached: list[str] = field(
        default_factory=list
    )  # of these, whenever somebody took in its sector
    taken: list[list[str]] = field(default_factory=list)  # from the track
    rejected: list[str] = field(default_factory=list)
    played: list[list[str]] = field(default_factory=list)  # cabal cards
    markers: list[dict[str, int]] = field(default_factory=list)  # taken, by sector
    # Elements, how often: those that bear a used token then, and exchanges that serve once a cycle.
    used: list[dict[str, int]] = field(default_factory=list)
    manoeuvres: list[dict[str, int]] = field(default_factory=list)
    debts: list[int] = field(default_factory=list)  # taken
    forced: int = 0  # of these
    trades: list[int] = field(default_factory=list)
    oaths: list[int] = field(default_factory=list)  # sworn
    broken: list[int] = field(default_factory=list)
    kills: list[int] = field(default_factory=list)
    heard: dict[str, int] = field(default_factory=dict)  # every event of the game, by its kind


def collect(header: Header, table: Table, log: Sequence[Event]) -> DiktatFacts:
    """Folds the log over the table as it was set up."""
    book = cast(DiktatBook, compose(header.mix))
    n = header.seats
    facts = DiktatFacts([], 0, book.length(header).cycles, [], [{} for _ in range(n)])
    facts.taken, facts.played = [[] for _ in range(n)], [[] for _ in range(n)]
    facts.markers, facts.used = [{} for _ in range(n)], [{} for _ in range(n)]
    facts.manoeuvres = [{} for _ in range(n)]
    facts.debts, facts.trades, facts.oaths = [0] * n, [0] * n, [0] * n
    facts.broken, facts.kills = [0] * n, [0] * n
    vp = list(table.vp)
    near: set[str] = set()  # cards of the track that have been within reach
    for event in log:
        note(facts, event)
        if isinstance(event, e.CardTaken) and event.card in table.track:
            facts.taken[event.seat].append(event.card)
        if isinstance(event, e.EmissarySpent):
            opportunities = book.index.content.opportunities
            for card in table.track:
                if opportunities[card].sector == table.resolving and card not in near:
                    near.add(card)
                    facts.reached.append(card)
        event.apply(table)
        if table.vp != vp:
            source = source_of(event, book.index)
            for seat in range(n):
                if change := table.vp[seat] - vp[seat]:
                    add(facts.sources[seat], source, change)
            vp = list(table.vp)
        if isinstance(event, e.CycleClosing):
            facts.curve.append(list(vp))
            near = set()
    facts.curve.append(vp)
    facts.cabals, facts.cycle = list(table.cabals), table.cycle
    facts.heard = dict(sorted(Counter(type(event).__name__ for event in log).items()))
    return facts


def add(counts: dict[str, int], name: str, number: int = 1) -> None:
    counts[name] = counts.get(name, 0) + number


def note(facts: DiktatFacts, event: Event) -> None:
    """What the report counts. A seat that is no player's, such as the Others', is left out."""
    match event:
        case e.CardTurned(card) | e.HiddenTurned(card):
            facts.offered.append(card)
        case e.TrackCardDiscarded(card, seat) if seat >= 0:
            facts.rejected.append(card)
        case e.CabalDeveloped(seat, card):
            facts.played[seat].append(card)
        case e.MarkerTaken(seat, sector):
            add(facts.markers[seat], sector)
        case e.ElementUsed(seat, element):
            add(facts.used[seat], plain(element))
        case e.AbilitySpent(seat, ability):  # element#clause@seat
            add(facts.used[seat], plain(ability.partition("#")[0]))
        case e.ManoeuvreChosen(seat, manoeuvre):
            add(facts.manoeuvres[seat], manoeuvre)
        case e.DebtTaken(seat, forced):
            facts.debts[seat] += 1
            facts.forced += forced
        case DealDone(between):
            for seat in between:
                facts.trades[seat] += 1
        case OathSworn(oath):
            for seat in oath.between:
                facts.oaths[seat] += 1
        case OathBroken(seat):
            facts.broken[seat] += 1
        case e.PawnKilled(by) if 0 <= by < len(facts.kills):
            facts.kills[by] += 1


def plain(element: str) -> str:
    """A marker goes by its sector, whosever it is."""
    return element.partition("/")[0] if is_marker(element) else element


def is_marker(element: str) -> bool:
    return "/" in element and not element.startswith("screen/")


def source_of(event: Event, index: Index) -> str:
    if type(event) in SOURCES:
        return SOURCES[type(event)]
    if not isinstance(event, e.Scored):
        return OTHER
    source = event.source
    if source == "trade":
        return "trades"
    if source.startswith("screen/") or source in index.content.cabal_cards:
        return "cabal_effects"
    if source in index.content.opportunities:
        return "card_effects"
    return "markers" if not source or is_marker(source) else OTHER
