"""Resolution: sector after sector is revealed, fought over, taken from; the attack. [RES]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.actions import Resolve
from clande.diktat.book import content, pages, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import standing
from clande.diktat.events import (
    BidsRevealed,
    HiddenTurned,
    OthersAttacked,
    PhaseBegun,
    SectorCalled,
    SectorCleared,
    SectorRevealed,
    SectorWon,
    SteppedBack,
    StruggleSettled,
)
from clande.diktat.politics.counting import is_without_power
from clande.diktat.rules.board import pay_together
from clande.diktat.rules.trophies import has_trophy
from clande.diktat.table import EMISSARY, NOBODY, POWER, Game
from clande.kernel import (
    Amount,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Number,
    Seat,
    after,
    breathe,
    tell,
)


class Resolution(Frame):
    """The administrator of the moment names sector after sector. [RES-1, RES-2]"""

    topic = "resolve"
    about = ("sector",)

    sector: str = ""

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("resolution"))
        if game.table.hidden is not None:
            tell(game, HiddenTurned(game.table.hidden.card))
        return breathe(game, then=Resolution.name)

    def name(self, game: Game, _: object) -> Next:
        sectors = contested(game)
        if not sectors:
            return Go(Resolution.attack)
        options = tuple([Resolve(sector) for sector in sectors])
        question = Choose(options, rule_ids=("RES-2",), open=True)
        return Ask({game.table.administrator: question}, then=Resolution.named)

    def named(self, game: Game, answers: dict[Seat, Resolve]) -> Next:
        ((seat, answer),) = answers.items()
        self.sector = answer.sector
        tell(game, SectorCalled(seat, answer.sector))
        return breathe(game, then=Resolution.reveal, at_once=True)

    def reveal(self, game: Game, _: object) -> Next:
        if game.pauses != "none" and self.sector not in contested(game):  # another is named [ANY-4]
            tell(game, SteppedBack(game.table.administrator, "sector"))
            return Go(Resolution.name)
        turned_up = tuple(
            [
                (stack.owner, pawns.face_up(pawn))
                for stack in game.table.stacks.values()
                if stack.sector == self.sector
                for pawn in stack.pawns
            ]
        )
        revealed = SectorRevealed(self.sector, turned_up)
        tell(game, revealed)
        return after(game, revealed, then=Resolution.revealed, at_once=True)

    def revealed(self, game: Game, _: object) -> Next:
        return breathe(game, then=Resolution.conquer, at_once=True)

    def conquer(self, game: Game, _: object) -> Next:
        return Call(Conquest(sector=self.sector), then=Resolution.conquered)

    def conquered(self, game: Game, _: object) -> Next:
        return breathe(game, then=Resolution.name)

    def attack(self, game: Game, _: object) -> Next:
        return Call(pages(game).attack(game), then=Resolution.leftovers)

    def leftovers(self, game: Game, _: object) -> Next:
        """Gives back whether the game is over, if a configuration ends it here."""
        moved = False
        if not is_over(game):
            for event in pages(game).leftovers(game):
                tell(game, event)
                moved = True
        if is_over(game):
            return Done(True)
        return breathe(game, then=Frame.over) if moved else Done()


def is_over(game: Game) -> bool:
    return game.table.phase == "over"


def contested(game: Game) -> list[str]:
    """Sectors that hold at least one player's stack, in the order of the map. [RES-2]"""
    seats = game.header.seats
    occupied = [stack.sector for stack in game.table.stacks.values() if stack.owner < seats]
    return [sector for sector in pages(game).index.sectors if sector in occupied]


def emissaries(game: Game, seat: Seat) -> int:
    return game.table.arena.get(seat, (0, 0, 0))[EMISSARY - 1]


def tied(game: Game) -> tuple[Seat, ...]:
    """Players with equally many emissaries, and most, in the sector: they bid. [RES-3]"""
    rivals = contenders(game)
    most = max(rivals.values(), default=0)
    best = tuple([seat for seat in sorted(rivals) if rivals[seat] == most])
    return best if len(best) > 1 else ()


def contenders(game: Game) -> dict[Seat, int]:
    """Players with emissaries in the sector under way, and how many."""
    seats = game.header.seats
    arena = game.table.arena.items()
    return {seat: kinds[2] for seat, kinds in arena if kinds[2] and seat < seats}


class Conquest(Frame):
    """One revealed sector: struggle, takes in rounds, clearing. [RES-3 … RES-6]"""

    topic = "struggle.bid"
    about = ("sector",)

    sector: str
    first: tuple[Seat, ...] = ()  # in the order of their bids
    order: tuple[Seat, ...] = ()  # of takes
    fixed: bool = False
    place: int = 0

    def start(self, game: Game, _: object) -> Next:
        if any(stops(game, self.sector) for stops in pages(game).stops_conquest):
            for place in pages(game).stopped:
                for event in place(game, self.sector):
                    tell(game, event)
            tell(game, SectorCleared(self.sector))
            return Done()
        rivals = pages(game).struggles(game)
        if not rivals:
            return self.settle(game, None)
        asked = {seat: bid_of(game, seat, ("RES-4",)) for seat in rivals}
        return Ask(asked, then=Conquest.bids)

    def bids(self, game: Game, answers: dict[Seat, Number]) -> Next:
        """Nothing can be done between the bids and their outcome. [ANY-8]"""
        bids = tuple([(seat, answers[seat].value) for seat in sorted(answers)])
        tell(game, BidsRevealed(bids))
        ranks = rank_order(game)
        weight = {seat: bid + bonus(game, seat) for seat, bid in bids}
        self.first = tuple(sorted(weight, key=lambda seat: (-weight[seat], ranks.index(seat))))
        settled = StruggleSettled(self.first, self.sector)
        tell(game, settled)
        return after(game, settled, then=Conquest.settle, closed=True, at_once=True)

    def settle(self, game: Game, _: object) -> Next:
        """The winner; the order of the others is fixed by the first take."""
        self.order = pages(game).takers(game, self.first)
        if not self.order:
            return self.clear(game, None)
        won = SectorWon(self.order[0], self.sector)
        tell(game, won)
        return after(game, won, then=Conquest.won, closed=True, at_once=True)

    def won(self, game: Game, _: object) -> Next:
        return breathe(game, then=Conquest.on, at_once=True)

    def on(self, game: Game, _: object) -> Next:
        """Round after round in the same order. Seats without an emissary, or without a trophy to
        take, are skipped. [RES-5]"""
        can_take = pages(game).takes
        for i in range(len(self.order)):
            place = (self.place + i) % len(self.order)
            seat = self.order[place]
            if can_take(game, seat, self.sector):
                self.place = place + 1
                return Call(pages(game).take(game, seat, self.sector), then=Conquest.taken)
        return self.clear(game, None)

    def taken(self, game: Game, _: object) -> Next:
        """The first take fixes the order, whatever then becomes of the ranks. [RES-5, CYC-3]"""
        if not self.fixed:
            first, self.fixed = self.order[0], True
            rest = pages(game).takers(game, self.first)
            self.order = (first, *[seat for seat in rest if seat != first])
        return breathe(game, then=Conquest.on, at_once=True)

    def clear(self, game: Game, _: object) -> Next:
        winner = self.order[0] if self.order else NOBODY
        for place in pages(game).cleared:
            for event in place(game, self.sector, winner):
                tell(game, event)
        tell(game, SectorCleared(self.sector))
        return Done()


def bid_of(game: Game, seat: Seat, rule_ids: tuple[str, ...]) -> Amount:
    """How much power a seat puts into its fist, of what it has behind its screen."""
    power = game.table.reserves[seat][POWER]
    return Amount(0, power, rule_ids, open=is_without_power(game.table, seat))


def takers(game: Game, first: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those who struggled, in that order; then by emissaries, then by rank. [RES-5]"""
    rivals = contenders(game)
    rest = [seat for seat in rivals if seat not in first]
    if len(rest) > 1:
        rest = [seat for seat in rank_order(game) if seat in rest]
        rest.sort(key=lambda seat: -rivals[seat])
    return (*first, *rest)


def takes(game: Game, seat: Seat, sector: str) -> bool:
    return emissaries(game, seat) > 0 and has_trophy(game, seat, sector)


def bonus(game: Game, seat: Seat) -> int:
    return sum(effect.amount for effect in standing(game, seat, v.StruggleBonus))


class Attack(Frame):
    """A card with the attack icon was left: 1 power for each VP, all at once. [RES-7]"""

    def start(self, game: Game, _: object) -> Next:
        opportunities = content(game).opportunities
        cards = tuple([card for card in game.table.track if opportunities[card].attack])
        if not cards:
            return Done()
        attacked = OthersAttacked(cards)
        tell(game, attacked)
        costs = {seat: game.table.vp[seat] for seat in rank_order(game)}
        struck = {s: c for s, c in costs.items() if c > 0 and not standing(game, s, v.Immune)}
        pay_together(game, struck, "attack")
        return after(game, attacked, then=Attack.over_with)

    def over_with(self, game: Game, _: object) -> Next:
        return breathe(game, then=Frame.over)
