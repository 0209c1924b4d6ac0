"""Occasions: which clauses of which elements answer an event, and how. [GEN-14, CYC-2]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from clande.diktat import events as e
from clande.diktat.actions import Answer
from clande.diktat.book import clauses, owner_of, pages, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.possible import possible
from clande.diktat.effects.references import Use, amount, ground
from clande.diktat.table import NOBODY, Game
from clande.kernel import PASS, Action, Ask, Call, Choose, Done, Event, Frame, Next, Seat, tell


class Answering(Frame):
    """An element answers an event by one of its clauses; nobody can act inside it. [ANY-7]"""

    topic = "react"
    about = ("use",)

    use: Use
    clause: int
    needs: int = 0  # the stack that it is about, where there is one
    plain: bool = False  # it only gives: its place among other answers makes no difference
    subject: Seat = NOBODY  # whose deed or pawn the occasion is about
    pawn: str = ""

    def stands(self, game: Game) -> bool:
        """Judged on public facts alone. [GEN-2, GEN-19]"""
        table, use = game.table, self.use
        if use.element in table.used or owner_of(game, use.element) != use.owner:
            return False
        if self.needs and self.needs not in table.stacks:
            return False
        clause = self.read(game)
        assert isinstance(clause.when, v.Ability)
        if not fits(game, clause.when.on, use, self.subject, self.pawn):
            return False
        return possible(game, clause.do, use, public=True)

    def read(self, game: Game) -> v.Clause:
        return clauses(game, self.use.element)[self.clause]

    def start(self, game: Game, _: object) -> Next:
        if not self.read(game).may:
            return self.go(game, None)
        options = (PASS, Answer(self.use.element, self.clause))
        question = Choose(options, rule_ids=("GEN-14",))
        return Ask({self.use.you: question}, then=Answering.answered, acts="none")

    def answered(self, game: Game, answers: dict[Seat, Action]) -> Next:
        return Done() if answers[self.use.you] == PASS else self.go(game, None)

    def go(self, game: Game, _: object) -> Next:
        rule = Performing(use=self.use, effects=self.read(game).do)
        return Call(rule, then=Answering.done)

    def done(self, game: Game, did: object) -> Next:
        when = clauses(game, self.use.element)
        if did and self.clause < len(when):
            clause = when[self.clause].when
            if isinstance(clause, v.Ability) and clause.uses:
                tell(game, e.ElementUsed(self.use.you, self.use.element))
        return Done()


def answering(
    game: Game,
    kind: type[v.Occasion],
    subject: Seat,
    sector: str = "",
    stack: int = 0,
    position: int = 0,
    actor: Seat = -1,
    pawn: str = "",
    only: Seat | None = None,
) -> Iterator[Answering]:
    """The clauses that answer an occasion of a kind. `subject`: whose deed or pawn it is about;
    `only`: whose occasion it is, where it is one seat's own."""
    for owner, element, numbered in pages(game).index.occasions[kind].in_play(game.table):
        for number, clause in numbered:
            assert isinstance(clause.when, v.Ability)
            everyone = clause.users is v.Users.ANY_PLAYER
            plain = is_plain(clause)
            for you in rank_order(game) if everyone else (owner,):
                if only is not None and you != only:
                    continue
                if not plain and any(place(game, you) for place in pages(game).silenced):
                    continue
                if not is_side(game, clause.when.on, you, subject):
                    continue
                use = Use(you, owner, element, sector, stack, position, actor)
                if fits(game, clause.when.on, use, subject, pawn):
                    yield Answering(
                        use=use,
                        clause=number,
                        needs=stack,
                        plain=plain,
                        subject=subject,
                        pawn=pawn,
                    )


def is_plain(clause: v.Clause) -> bool:
    gifts = (v.Good.POWER, v.Good.CITIZEN, v.Good.GUARD, v.Good.EMISSARY, v.Good.SPY)
    return not clause.may and all(
        isinstance(effect, v.Get) and (effect.good in gifts or effect.good is v.Good.ASSASSIN)
        for effect in clause.do
    )


def is_side(game: Game, on: v.Occasion | None, you: Seat, subject: Seat) -> bool:
    """Whether the subject is on the side that a clause names: yours, others', anybody's."""
    side = getattr(on, "side", None)
    if side is None:
        return True
    if side is v.Whose.YOURS:
        return subject == you
    player = 0 <= subject < game.header.seats
    return player and (side is v.Whose.ANYBODYS or subject != you)


def fits(game: Game, on: v.Occasion | None, use: Use, subject: Seat, pawn: str) -> bool:
    """Whether an occasion is the one that a clause waits for."""
    if not is_side(game, on, use.you, subject):
        return False
    kinds = getattr(on, "kinds", None)
    if kinds is not None and pawn not in kinds:
        return False
    where = getattr(on, "where", None)
    if where is None:
        return True
    sectors, _ = ground(game, use, where)
    return sectors is None or use.sector in sectors


# ---------------------------------------------------------------------- from events to occasions


def sector_named(game: Game, named: e.SectorNamed) -> Iterator[Frame]:
    """[CAB-RES-1]"""
    yield from answering(game, v.StackToCome, named.seat, named.sector, actor=named.seat)


def stack_to_come(game: Game, placed: e.StackPlaced) -> Iterator[Frame]:
    """[CAB-RES-1]"""
    at = (placed.sector, placed.stack)
    yield from answering(game, v.StackToCome, placed.seat, *at, actor=placed.seat)


def stack_placed(game: Game, placed: e.StackPlaced) -> Iterator[Frame]:
    """[CAB-GN-1]"""
    at = (placed.sector, placed.stack)
    yield from answering(game, v.StackPlaced, placed.seat, *at, actor=placed.seat)


def pawn_revealed(game: Game, kill: e.PawnKilled) -> Iterator[Frame]:
    """[CAB-PEG-1]"""
    rules = answering(
        game,
        v.PawnRevealed,
        kill.owner,
        kill.sector,
        kill.stack,
        kill.position,
        actor=kill.by,
        pawn=kill.kind,
    )
    for rule in rules:
        rule.needs = 0
        yield rule


def pawn_killed(game: Game, kill: e.PawnKilled) -> Iterator[Frame]:
    """[CAB-SYN-2]"""
    at, pawn = (kill.sector, 0), kill.kind
    yield from answering(game, v.PawnKilled, kill.owner, *at, actor=kill.by, pawn=pawn)
    yield from answering(game, v.Killed, kill.by, *at, actor=kill.by, pawn=pawn, only=kill.by)


def manoeuvre_ended(game: Game, ended: e.ManoeuvreEnded) -> Iterator[Frame]:
    seat = ended.seat
    if ended.manoeuvre == "extend":
        yield from answering(game, v.Extended, seat, actor=seat, only=seat)
    if ended.manoeuvre == "spy":
        yield from spied(game, seat, ended.sectors)


def spied(game: Game, seat: Seat, sectors: tuple[str, ...]) -> Iterator[Frame]:
    """Once for clauses without a place, else once for each sector in which the spy looked."""
    for rule in answering(game, v.Spied, seat, actor=seat, only=seat):
        if not is_local(rule.read(game).do):
            yield rule
    for sector in sectors:
        for rule in answering(game, v.Spied, seat, sector, actor=seat, only=seat):
            if is_local(rule.read(game).do):
                yield rule


def is_local(effects: tuple[v.Effect, ...]) -> bool:
    return any(getattr(effect, "where", None) is v.Place.HERE for effect in effects)


def developed(game: Game, fact: e.CabalDeveloped) -> Iterator[Frame]:
    yield from answering(game, v.Developed, fact.seat, actor=fact.seat, only=fact.seat)


def sector_revealed(game: Game, fact: e.SectorRevealed) -> Iterator[Frame]:
    yield from answering(game, v.SectorRevealed, -1, fact.sector)


def sector_won(game: Game, fact: e.SectorWon) -> Iterator[Frame]:
    yield from answering(game, v.SectorWon, fact.seat, fact.sector, actor=fact.seat)


def struggle_settled(game: Game, fact: e.StruggleSettled) -> Iterator[Frame]:
    for seat in fact.order[1:]:
        yield from answering(game, v.StruggleLost, seat, fact.sector, actor=seat, only=seat)


def attacked(game: Game, fact: e.OthersAttacked) -> Iterator[Frame]:
    for seat in game.seats:
        yield from answering(game, v.Attacked, seat, only=seat)


def cycle_closing(game: Game, fact: e.CycleClosing) -> Iterator[Frame]:
    for seat in game.seats:
        yield from answering(game, v.CycleEnded, seat, only=seat)


def debt_taken(game: Game, fact: e.DebtTaken) -> Iterator[Event]:
    """A debt may come in the middle of any step, so that its answers ask nothing. [GEN-6, GEN-7]"""
    for rule in answering(game, v.DebtTaken, fact.seat, actor=fact.seat):
        for effect in rule.read(game).do:
            assert isinstance(effect, v.Get), effect
            much = amount(game, rule.use, effect.amount)
            yield e.Gained(rule.use.you, {effect.good.value: much}, rule.use.element)


Place = Callable[[Any, Any], Iterable[Any]]

BEFORE: dict[type[Event], tuple[Place, ...]] = {
    e.StackPlaced: (stack_to_come,),
    e.PawnKilled: (pawn_revealed,),
}
AFTER: dict[type[Event], tuple[Place, ...]] = {
    e.SectorNamed: (sector_named,),
    e.StackPlaced: (stack_placed,),
    e.PawnKilled: (pawn_killed,),
    e.ManoeuvreEnded: (manoeuvre_ended,),
    e.CabalDeveloped: (developed,),
    e.SectorRevealed: (sector_revealed,),
    e.SectorWon: (sector_won,),
    e.StruggleSettled: (struggle_settled,),
    e.OthersAttacked: (attacked,),
    e.CycleClosing: (cycle_closing,),
}
