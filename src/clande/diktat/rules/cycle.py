"""The cycle: its phases, the office, opportunities and development. [CYC, OPP, DEV]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.book import pages, printed_ranks, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import InTurn
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use, amount
from clande.diktat.events import CardHidden, CycleBegun, Gained, OfficeTaken, PhaseBegun
from clande.diktat.rules.board import has_cards, turn_up
from clande.diktat.rules.setup import SettingUp
from clande.diktat.table import NOBODY, Game
from clande.kernel import Call, Done, Event, Frame, Go, Next, breathe, tell

EACH = {"citizen": 3, "guard": 3, "emissary": 3, "power": 3}  # [DEV-1]


class Cycles(Frame):
    """The whole game: the phases of the book, cycle after cycle, until the last says so."""

    phase: int = 0

    def start(self, game: Game, _: object) -> Next:
        return Call(SettingUp(), then=Cycles.begin)

    def begin(self, game: Game, _: object) -> Next:
        tell(game, CycleBegun(game.table.cycle + 1))
        self.phase = 0
        return Go(Cycles.on)

    def on(self, game: Game, over: object) -> Next:
        if over is True:
            return Done()
        phases = pages(game).phases
        if self.phase == len(phases):
            return Go(Cycles.begin)
        self.phase += 1
        _name, phase = phases[self.phase - 1]
        return Call(phase(game), then=Cycles.on)


def office(game: Game, event: Event) -> Iterator[Event]:
    """The highest rank holds the office; among equals the sitting administrator keeps it, else
    the higher printed rank gets it. [CYC-1]"""
    table = game.table
    if table.administrator == NOBODY and not isinstance(event, CycleBegun):
        return  # nobody holds it before the first cycle begins [SET-5]
    highest = max(table.rank)
    if table.administrator != NOBODY and table.rank[table.administrator] == highest:
        return
    printed = printed_ranks(game)
    best = [seat for seat in game.seats if table.rank[seat] == highest]
    yield OfficeTaken(max(best, key=lambda seat: printed[seat]))


class Opportunities(Frame):
    """Face-up cards on the track, then one face down on its own place, unseen. [OPP-1]"""

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("opportunities"))
        for _time in range(pages(game).length(game.header).face_up):
            turn_up(game)
        return breathe(game, then=Opportunities.hide)

    def hide(self, game: Game, _: object) -> Next:
        if has_cards(game):
            tell(game, CardHidden())
        return breathe(game, then=Frame.over)


class Development(Frame):
    """Agents, power, manoeuvre pawns, and what each element yields: one step for all. [DEV-1]

    Used elements yield nothing; each yields once a cycle, whoever owns it. [GEN-2, GEN-18]
    """

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("development"))
        book = pages(game)
        pawns = book.length(game.header).manoeuvres
        developments = book.index.developments.in_play(game.table)
        rules: list[Frame] = []
        for seat in rank_order(game):
            amounts = {**EACH, "manoeuvre": pawns}
            for owner, element, numbered in developments:
                for _number, clause in numbered:
                    if owner != seat and clause.users is not v.Users.ANY_PLAYER:
                        continue
                    use = Use(seat, owner, element)
                    if not is_plain(clause.do):
                        rules.append(Performing(use=use, effects=clause.do))
                        continue
                    for effect in clause.do:
                        assert isinstance(effect, v.Get)
                        name = effect.good.value
                        amounts[name] = amounts.get(name, 0) + amount(game, use, effect.amount)
            tell(game, Gained(seat, amounts, "development"))
        if not rules:
            return Go(Development.developed)
        return Call(InTurn(rules=tuple(rules)), then=Development.developed)

    def developed(self, game: Game, _: object) -> Next:
        return breathe(game, then=Frame.over)


PLAIN = (
    v.Good.POWER,
    v.Good.CITIZEN,
    v.Good.GUARD,
    v.Good.EMISSARY,
    v.Good.SPY,
    v.Good.ASSASSIN,
)


def is_plain(effects: tuple[v.Effect, ...]) -> bool:
    return all(isinstance(effect, v.Get) and effect.good in PLAIN for effect in effects)
