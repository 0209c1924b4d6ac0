"""The end of a cycle and of the game. [END]"""

from __future__ import annotations

from clande.diktat.book import pages, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import standing
from clande.diktat.events import (
    AffinitiesLaid,
    CycleClosed,
    CycleClosing,
    DebtsCounted,
    EndTriggered,
    PhaseBegun,
    PowerCompared,
    PowerLapsed,
    TrackCardDiscarded,
)
from clande.diktat.rules.possessions import symbols_of
from clande.diktat.table import AFFINITIES, AGENTS, INDEX, POWER, Game, Table
from clande.kernel import (
    Arrange,
    Ask,
    Call,
    Done,
    Frame,
    Go,
    Next,
    Order,
    Outcome,
    Seat,
    after,
    breathe,
    tell,
)

ENOUGH = 10  # victory points


class EndOfCycle(Frame):
    """The check, then the clean-up. Gives back whether the game is over. [END-1]"""

    topic = "cycle.end"

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("end"))
        closing = CycleClosing(game.table.cycle)
        tell(game, closing)
        return after(game, closing, then=EndOfCycle.last_chance)

    def last_chance(self, game: Game, _: object) -> Next:
        """Tokens may still be placed to reach 10 VP. [END-3]"""
        return breathe(game, then=EndOfCycle.check)

    def check(self, game: Game, _: object) -> Next:
        if any(end(game) for end in pages(game).ends):
            return Call(Ending(), then=Frame.over)
        return breathe(game, then=EndOfCycle.keep)

    def keep(self, game: Game, _: object) -> Next:
        """Seats that may keep agents choose which."""
        asked = {}
        for seat in game.seats:
            if most := keeping_limit(game, seat, v.Good.AGENT):
                reserve = game.table.reserves[seat]
                pool = tuple([(kind, n) for kind in AGENTS if (n := reserve[INDEX[kind]])])
                asked[seat] = Arrange(pool, 0, most, rule_ids=("END-1",))
        if not asked:
            return Go(EndOfCycle.clean, {})
        return Ask(asked, then=EndOfCycle.clean, acts="none")

    def clean(self, game: Game, answers: dict[Seat, Order]) -> Next:
        table = game.table
        lapse(game)
        for card in table.track:
            tell(game, TrackCardDiscarded(card))
        amounts = []
        for seat in game.seats:
            kinds = answers[seat].kinds if seat in answers else ()
            keeping = {kind: kinds.count(kind) for kind in AGENTS if kind in kinds}
            for good, pawns in ((v.Good.SPY, table.spies), (v.Good.ASSASSIN, table.assassins)):
                if number := min(keeping_limit(game, seat, good), pawns[seat]):
                    keeping[good.value] = number
            amounts.append(keeping)
        tell(game, CycleClosed(tuple(amounts)))
        return breathe(game, then=EndOfCycle.cleaned)

    def cleaned(self, game: Game, _: object) -> Next:
        return Done(False)


def keeping_limit(game: Game, seat: Seat, good: v.Good) -> int:
    return sum(effect.most for effect in standing(game, seat, v.Keep) if effect.good is good)


def lapse(game: Game) -> None:
    """Unspent advanced power goes; spent power is not paid back. [CAB-COO-3]"""
    for seat in game.seats:
        if game.table.fleeting[seat]:
            lapsing = min(game.table.fleeting[seat], game.table.reserves[seat][POWER])
            tell(game, PowerLapsed(seat, lapsing))


def won(game: Game) -> bool:
    """Somebody has enough points, debts not yet counted. [END-1]"""
    return max(game.table.vp) >= ENOUGH


def last_cycle(game: Game) -> bool:
    return game.table.cycle >= pages(game).length(game.header).cycles


class Ending(Frame):
    """Once the end is triggered nobody acts any more: the program does the rest. [END-2, END-3]"""

    def start(self, game: Game, _: object) -> Next:
        tell(game, EndTriggered(game.table.cycle))
        for seat in rank_order(game):
            tell(game, AffinitiesLaid(seat, fitting(game, seat)))
        lapse(game)
        for seat in rank_order(game):
            if game.table.debts[seat]:
                tell(game, DebtsCounted(seat, game.table.debts[seat]))
        for penalty in pages(game).penalties:
            for event in penalty(game):
                tell(game, event)
        tell(game, PowerCompared(tuple([reserve[POWER] for reserve in game.table.reserves])))
        return Done(True)


def fitting(game: Game, seat: Seat) -> tuple[tuple[str, int, int, str], ...]:
    """As many tokens as fit: those that need their own symbol first, then any on "all". [END-3]"""
    table = game.table
    reserve = {kind: table.reserves[seat][INDEX[kind]] for kind in AFFINITIES}
    placed = []
    free = free_symbols(game, seat)
    for card, symbol, symbols, wanted in sorted(free, key=lambda place: place[3] == "all"):
        kinds = AFFINITIES if wanted == "all" else (wanted,)
        kind = next((kind for kind in kinds if reserve[kind]), None)
        if kind is not None:
            reserve[kind] -= 1
            placed.append((card, symbol, symbols, kind))
    return tuple(placed)


def free_symbols(game: Game, seat: Seat) -> list[tuple[str, int, int, str]]:
    """Symbols of a seat's cards that bear no token: card, place, how many there are, kind."""
    free = []
    for card in game.table.cards[seat]:
        symbols = symbols_of(game, card)
        lying = game.table.affinities.get(card, ("",) * len(symbols))
        for place, wanted in enumerate(symbols):
            if not lying[place]:
                free.append((card, place, len(symbols), wanted))
    return free


def outcome(table: Table) -> Outcome:
    """Most VP; then most power; then a shared victory. [END-2]"""
    power = table.final or tuple([0] * len(table.vp))
    ranked = list(zip(table.vp, power, strict=True))
    winners = tuple([seat for seat, score in enumerate(ranked) if score == max(ranked)])
    return Outcome(winners, tuple(table.vp))
