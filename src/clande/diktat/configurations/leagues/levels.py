"""Objectives and rewards; what an assassination among fellows costs. [LEA-7, LEA-8, LEA-9]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from clande.diktat.actions import TakeCard, TakeMarker
from clande.diktat.book import content, rank_order
from clande.diktat.configurations.leagues.actions import ShareOut
from clande.diktat.configurations.leagues.boards import (
    BOARDS,
    Assassinates,
    Deed,
    TakesCard,
    TakesMarker,
    WinsAsAdministrator,
    above,
    below,
)
from clande.diktat.configurations.leagues.events import LevelLowered, LevelRaised
from clande.diktat.configurations.leagues.table import fellows, league_of, leagues_in
from clande.diktat.events import Gained, PawnKilled, Scored, SectorWon
from clande.diktat.rules.board import Assassination
from clande.diktat.table import Game
from clande.kernel import (
    Action,
    Ask,
    Call,
    Choose,
    Done,
    Event,
    Frame,
    Go,
    Next,
    Seat,
    SomeFrame,
    tell,
)

SOURCE = "league"


class Fulfilling(Frame):
    """The league rises by one cell, and the reward is shared; what can't be is given out by the
    member who has made it. On the last cell nothing more is gained. [LEA-8]"""

    topic = "objective.share"
    about = ("seat",)

    seat: Seat
    plain: bool = False
    left: tuple[tuple[str, int], ...] = ()  # goods that are still to be given out

    def start(self, game: Game, _: object) -> Next:
        league = league_of(game, self.seat)
        if not league:
            return Done()
        members = [seat for seat in rank_order(game) if seat in leagues_in(game).members[league]]
        old = leagues_in(game).levels[league]
        level = above(old, len(members))
        if level == old:
            return Done()
        tell(game, LevelRaised(self.seat, league, level))
        cell = BOARDS[league].cells[level - 1]
        each = {
            good: amount if cell.each else amount // len(members)
            for good, amount in cell.reward.items()
        }
        for seat in members:
            reward(game, seat, each)
        if not cell.each:
            rests = [(good, amount % len(members)) for good, amount in cell.reward.items()]
            self.left = tuple([(good, rest) for good, rest in rests if rest])
        return Go(Fulfilling.share)

    def share(self, game: Game, _: object) -> Next:
        if not self.left:
            return Done()
        members = leagues_in(game).members[league_of(game, self.seat)]
        options = [ShareOut(some) for some in combinations(members, self.left[0][1])]
        question = Choose(tuple(options), rule_ids=("LEA-8",))
        return Ask({self.seat: question}, then=Fulfilling.shared, acts="none")

    def shared(self, game: Game, answers: dict[Seat, ShareOut]) -> Next:
        (good, _), self.left = self.left[0], self.left[1:]
        for seat in answers[self.seat].members:
            reward(game, seat, {good: 1})
        return Go(Fulfilling.share)


def reward(game: Game, seat: Seat, amounts: dict[str, int]) -> None:
    goods = {good: amount for good, amount in amounts.items() if amount and good != "vp"}
    if goods:
        tell(game, Gained(seat, goods, SOURCE))
    if points := amounts.get("vp", 0):
        tell(game, Scored(seat, points, SOURCE))


def wanted(game: Game, seat: Seat, kind: type[Deed]) -> Deed | None:
    """What a seat's league is after, of one kind."""
    league = league_of(game, seat)
    objective = BOARDS[league].objective if league else ()
    return next((deed for deed in objective if isinstance(deed, kind)), None)


# ------------------------------------------------------------------------- what fulfils it


def sector_won(game: Game, won: SectorWon) -> Iterator[Frame]:
    if won.seat == game.table.administrator and wanted(game, won.seat, WinsAsAdministrator):
        yield Fulfilling(seat=won.seat)


def pawn_killed(game: Game, kill: PawnKilled) -> Iterator[Frame]:
    """Not a fellow's, nor by the Others: OTH-7 is their deed."""
    by = kill.by
    if not is_by_manoeuvre(game, kill) or kill.owner in fellows(game, by):
        return
    if wanted(game, by, Assassinates):
        yield Fulfilling(seat=by)


def is_by_manoeuvre(game: Game, kill: PawnKilled) -> bool:
    """Whether an emissary fell in a player's assassinate manoeuvre, not to a card or a token."""
    rule = game.stack[-1]
    by_hand = isinstance(rule, Assassination) and not rule.closed
    return kill.kind == "emissary" and kill.by in game.seats and by_hand


def fellow_killed(game: Game, kill: PawnKilled) -> Iterator[Event]:
    """It lowers the league by a cell, never below the first. [LEA-7]"""
    if not is_by_manoeuvre(game, kill) or kill.owner not in fellows(game, kill.by):
        return
    league = league_of(game, kill.by)
    old = leagues_in(game).levels[league]
    level = below(old, len(leagues_in(game).members[league]))
    if level != old:
        yield LevelLowered(kill.by, league, level)


class TakingFor(Frame):
    """A trophy is taken that fulfils the objective of the taker's league."""

    seat: Seat
    taking: SomeFrame

    def start(self, game: Game, _: object) -> Next:
        return Call(self.taking, then=TakingFor.taken)

    def taken(self, game: Game, _: object) -> Next:
        return Call(Fulfilling(seat=self.seat), then=Frame.over)


Taking = Callable[[Game, Seat, str, Action], Frame]


def for_league(base: Taking, fulfils: Callable[[Game, Seat, Action], bool]) -> Taking:
    """The same way of taking a trophy; afterwards the league rises, if that was its aim."""

    def take(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
        rule = base(game, seat, sector, action)
        return TakingFor(seat=seat, taking=rule) if fulfils(game, seat, action) else rule

    return take


def is_dark_enough(game: Game, seat: Seat, action: Action) -> bool:
    aim = wanted(game, seat, TakesCard)
    if not isinstance(aim, TakesCard) or not isinstance(action, TakeCard):
        return False
    return content(game).opportunities[action.card].darkness >= aim.darkness


def is_of_its_sectors(game: Game, seat: Seat, action: Action) -> bool:
    aim = wanted(game, seat, TakesMarker)
    if not isinstance(aim, TakesMarker) or not isinstance(action, TakeMarker):
        return False
    return action.sector in aim.sectors


FULFILS: dict[type[Action], Callable[[Game, Seat, Action], bool]] = {
    TakeCard: is_dark_enough,
    TakeMarker: is_of_its_sectors,
}
