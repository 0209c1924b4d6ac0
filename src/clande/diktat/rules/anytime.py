"""Acts that are open at any time, between any two steps. [ANY-1 … ANY-6, GEN-6, TRO-5, POL-3]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.actions import Borrow, Manifest, PlaceAffinity, UseAbility, Withdraw
from clande.diktat.book import clauses, owner_of, pages, rank_order
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use, stacks_of
from clande.diktat.events import AbilitySpent, AffinityPlaced, DebtTaken, StackWithdrawn
from clande.diktat.rules.ending import free_symbols
from clande.diktat.rules.manoeuvres import Using, usable
from clande.diktat.table import AFFINITIES, INDEX, Game
from clande.kernel import (
    Action,
    Call,
    Choose,
    Done,
    Frame,
    Next,
    Offer,
    Seat,
    SomeEvent,
    tell,
)


class Deed(Frame):
    """An act that is one event and nothing else."""

    fact: SomeEvent

    def stands(self, game: Game) -> bool:
        fact = self.fact
        return not isinstance(fact, StackWithdrawn) or fact.stack in stacks_of(game, fact.seat)

    def start(self, game: Game, _: object) -> Next:
        tell(game, self.fact)
        return Done()


def is_under_way(game: Game) -> bool:
    """A cycle is being played. [ANY-1, ANY-8]"""
    return game.table.cycle > 0 and game.table.phase != "over"


def debts(game: Game, seat: Seat) -> Iterator[Offer]:
    """One voluntary debt a cycle. [GEN-6]"""
    if is_under_way(game) and not game.table.borrowed[seat]:
        question = Choose((Borrow(),), rule_ids=("GEN-6",))
        yield Offer(question, lambda g, s, a: Deed(fact=DebtTaken(s, False)))


def affinities(game: Game, seat: Seat) -> Iterator[Offer]:
    """A token of the reserve on a matching symbol of one of the seat's cards. [TRO-5]"""
    if not is_under_way(game):
        return
    reserve = game.table.reserves[seat]
    options: dict[Action, bool] = {}
    for card, _, _, wanted in free_symbols(game, seat):
        for kind in AFFINITIES if wanted == "all" else (wanted,):
            if reserve[INDEX[kind]]:
                options[PlaceAffinity(card, kind)] = True
    if options:
        yield Offer(Choose(tuple(options), rule_ids=("TRO-5",)), place_affinity)


def place_affinity(game: Game, seat: Seat, action: PlaceAffinity) -> Frame:
    """On the symbol of its kind if that is free, else on "all"."""
    free = [place for place in free_symbols(game, seat) if place[0] == action.card]
    fits = [place for place in free if place[3] in (action.kind, "all")]
    card, symbol, symbols, _ = min(fits, key=lambda place: place[3] == "all")
    return Deed(fact=AffinityPlaced(seat, card, symbol, symbols, action.kind))


def withdrawals(game: Game, seat: Seat) -> Iterator[Offer]:
    """A stack is given up, its pawns discarded. It touches the board: announced. [POL-3, ANY-3]"""
    if mine := stacks_of(game, seat):
        question = Choose(tuple([Withdraw(key) for key in mine]), rule_ids=("POL-3",))
        yield Offer(question, lambda g, s, a: Deed(fact=StackWithdrawn(s, a.stack)), announced=True)


def manifestations(game: Game, seat: Seat) -> Iterator[Offer]:
    """[ANY-1]"""
    if not is_under_way(game):
        return
    options = [
        Manifest(element, number)
        for element, number, _ in usable(game, seat, pages(game).index.manifestations)
    ]
    if options:
        yield Offer(Choose(tuple(options), rule_ids=("ANY-1",)), manifest, announced=True)


def manifest(game: Game, seat: Seat, action: Manifest) -> Frame:
    use = Use(seat, owner_of(game, action.element), action.element)
    return Using(use=use, clause=action.clause)


def exchanges(game: Game, seat: Seat) -> Iterator[Offer]:
    """Exchanges that an ability allows without a named occasion, once a cycle. [GEN-15]"""
    if not is_under_way(game):
        return
    options = [
        UseAbility(element, number)
        for element, number, _ in usable(game, seat, pages(game).index.exchanges)
        if ability(seat, element, number) not in game.table.spent
    ]
    if options:
        yield Offer(Choose(tuple(options), rule_ids=("GEN-15",)), exchange)


def ability(seat: Seat, element: str, clause: int) -> str:
    """The name under which an ability that serves once a cycle is noted as spent."""
    return f"{element}#{clause}@{seat}"


def exchange(game: Game, seat: Seat, action: UseAbility) -> Frame:
    use = Use(seat, owner_of(game, action.element), action.element)
    return Converting(use=use, clause=action.clause)


class Converting(Using):
    """An exchange that leaves its element unused, once a cycle. [GEN-15]"""

    topic = "convert"
    about = ("use",)

    def start(self, game: Game, _: object) -> Next:
        use = self.use
        tell(game, AbilitySpent(use.you, ability(use.you, use.element, self.clause)))
        effects = clauses(game, use.element)[self.clause].do
        return Call(Performing(use=use, effects=effects, willing=True), then=Frame.over)


def higher_ranks(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Who may act before an announced act. [ANY-3]"""
    order = rank_order(game)
    return tuple(order[: order.index(seat)])


OFFERS = (debts, affinities, withdrawals, manifestations, exchanges)
