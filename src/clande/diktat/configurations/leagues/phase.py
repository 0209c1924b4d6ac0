"""The League phase: in rank order each may join, leave, or ask an exclusion. [LEA-2 … LEA-5]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.book import rank_order
from clande.diktat.configurations.leagues.actions import Exclude, Join, Leave
from clande.diktat.configurations.leagues.boards import BOARDS
from clande.diktat.configurations.leagues.events import (
    ExclusionAnswered,
    ExclusionAsked,
    ExclusionSettled,
    FistClosed,
    FistsOpened,
    LeagueJoined,
    LeagueLeft,
    ShadowSettled,
    ShareDeclined,
    Shares,
    SideTaken,
)
from clande.diktat.configurations.leagues.table import (
    LAST_TO_JOIN,
    MOST_MEMBERS,
    fellows,
    league_of,
    leagues_in,
    outside,
)
from clande.diktat.events import PhaseBegun
from clande.diktat.rules.resolution import bid_of, bonus
from clande.diktat.table import NOBODY, POWER, Game
from clande.kernel import (
    NO,
    PASS,
    YES,
    Action,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Number,
    Seat,
    breathe,
    tell,
)

DECLINED = "declined"  # a fellow would not pay his share


class LeaguePhase(Frame):
    """One choice each, or none; the order is that of the ranks as the phase begins. [LEA-2]"""

    topic = "leagues"

    order: tuple[Seat, ...] = ()
    alone: bool = False  # the seat under way has found nobody to share a payment

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("league"))
        self.order = tuple(rank_order(game))
        return breathe(game, then=LeaguePhase.choose)

    def choose(self, game: Game, _: object) -> Next:
        if not self.order:
            return Go(LeaguePhase.settle)
        seat = self.order[0]
        options = choices(game, seat, self.alone)
        question = Choose((PASS, *options), rule_ids=("LEA-2",))
        return Ask({seat: question}, then=LeaguePhase.chosen)

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        seat = self.order[0]
        match answers[seat]:
            case Join(league):
                tell(game, LeagueJoined(seat, league, cost_of(game, league)))
            case Leave():
                leave(game, seat)
            case Exclude(target, pays):
                rule = Excluding(seat=seat, target=target, pays=pays)
                return Call(rule, then=LeaguePhase.excluded)
        return self.next_one(game, None)

    def excluded(self, game: Game, result: object) -> Next:
        if result == DECLINED:
            self.alone = True
            return Go(LeaguePhase.choose)
        return self.next_one(game, None)

    def next_one(self, game: Game, _: object) -> Next:
        self.order, self.alone = self.order[1:], False
        return breathe(game, then=LeaguePhase.choose)

    def settle(self, game: Game, _: object) -> Next:
        """The only player in no league is the Shadow, until the next phase or until joining one.
        [LEA-13, LEA-14]"""
        alone = outside(game, game.seats)
        shadow = alone[0] if len(alone) == 1 else NOBODY
        if shadow != leagues_in(game).shadow:
            tell(game, ShadowSettled(shadow))
        return breathe(game, then=Frame.over)


def choices(game: Game, seat: Seat, alone: bool = False) -> list[Action]:
    """What a seat may do about leagues, with the power it has. [LEA-3, LEA-4, LEA-5]"""
    power = game.table.reserves[seat][POWER]
    league = league_of(game, seat)
    if not league:
        return [Join(board) for board in BOARDS if not is_barred(game, seat, board, power)]
    level = leagues_in(game).levels[league]
    options: list[Action] = [Leave()] if power >= level else []
    for target in fellows(game, seat):
        helper = third(game, seat, target)
        if helper != NOBODY and not alone:
            options += [Exclude(target, pays) for pays in range(1, min(level - 1, power) + 1)]
        if power >= level:
            options.append(Exclude(target, level))
    return options


def is_barred(game: Game, seat: Seat, league: str, power: int) -> bool:
    """Whether a seat may not join a league. [LEA-3]"""
    leagues = leagues_in(game)
    return (
        len(leagues.members[league]) >= MOST_MEMBERS
        or seat in leagues.excluded[league]
        or leagues.levels[league] > LAST_TO_JOIN
        or power < cost_of(game, league)
    )


def cost_of(game: Game, league: str) -> int:
    """What joining costs: that of the league's cell, or of the first one. [LEA-3]"""
    return BOARDS[league].cells[max(1, leagues_in(game).levels[league]) - 1].cost


def third(game: Game, seat: Seat, target: Seat) -> Seat:
    """Who else is in the league, and could share a payment."""
    return next((fellow for fellow in fellows(game, seat) if fellow != target), NOBODY)


def leave(game: Game, seat: Seat) -> None:
    """For as much power as the level, shared by those who stay. [LEA-4]"""
    league, staying = league_of(game, seat), fellows(game, seat)
    level = leagues_in(game).levels[league]
    tell(game, LeagueLeft(seat, league, level, tuple(evenly(game, level, staying))))


def evenly(game: Game, power: int, among: tuple[Seat, ...]) -> Iterator[tuple[Seat, int]]:
    """As evenly as possible, the rest in rank order. [LEA-4]"""
    for place, seat in enumerate([seat for seat in rank_order(game) if seat in among]):
        if share := power // len(among) + (place < power % len(among)):
            yield seat, share


def level_of(game: Game, seat: Seat) -> int:
    """That of the league that a seat is in."""
    return leagues_in(game).levels[league_of(game, seat)]


def league_mates(game: Game, seat: Seat) -> list[Seat]:
    """All members of a seat's league, in rank order."""
    members = leagues_in(game).members[league_of(game, seat)]
    return [member for member in rank_order(game) if member in members]


class Excluding(Frame):
    """The payment is agreed and set aside; the target accepts, or all bid for or against him with
    closed fists. A tie keeps him. [LEA-5]"""

    topic = "exclude"
    step_topics = (
        ("start", "exclude.pay"),
        ("answer", "exclude.answer"),
        ("bid", "exclude.bid"),
        ("declare", "exclude.declare"),
    )
    about = ("seat", "target")

    seat: Seat
    target: Seat
    pays: int
    sides: tuple[tuple[Seat, bool], ...] = ()  # members who have taken sides, and which

    def start(self, game: Game, _: object) -> Next:
        rest = level_of(game, self.target) - self.pays
        if not rest:
            return Go(Excluding.ask)
        helper = third(game, self.seat, self.target)
        can = game.table.reserves[helper][POWER] >= rest
        question = Choose((NO, YES) if can else (NO,), rule_ids=("LEA-5",))
        return Ask({helper: question}, then=Excluding.shared, acts="none")

    def shared(self, game: Game, answers: dict[Seat, Action]) -> Next:
        ((helper, answer),) = answers.items()
        if answer == YES:
            return Go(Excluding.ask)
        tell(game, ShareDeclined(helper, self.target))
        return Done(DECLINED)

    def ask(self, game: Game, _: object) -> Next:
        level, helper = level_of(game, self.target), third(game, self.seat, self.target)
        shares: Shares = ((self.seat, self.pays),)
        if self.pays < level:
            shares += ((helper, level - self.pays),)
        league = league_of(game, self.target)
        tell(game, ExclusionAsked(self.seat, self.target, league, shares))
        return Go(Excluding.answer)

    def answer(self, game: Game, _: object) -> Next:
        question = Choose((NO, YES), rule_ids=("LEA-5",))
        return Ask({self.target: question}, then=Excluding.answered, acts="none")

    def answered(self, game: Game, answers: dict[Seat, Action]) -> Next:
        accepts = answers[self.target] == YES
        tell(game, ExclusionAnswered(self.target, accepts))
        return self.end(game, True) if accepts else Go(Excluding.bid)

    def bid(self, game: Game, _: object) -> Next:
        asked = {mate: bid_of(game, mate, ("LEA-5",)) for mate in league_mates(game, self.target)}
        return Ask(asked, then=Excluding.close)

    def close(self, game: Game, answers: dict[Seat, Number]) -> Next:
        for seat in league_mates(game, self.target):
            tell(game, FistClosed(seat, answers[seat].value))
        return Go(Excluding.declare)

    def declare(self, game: Game, _: object) -> Next:
        """In rank order, fists still closed; nobody can do anything else. [ANY-8]"""
        spoken = [seat for seat, _ in self.sides]
        for seat in league_mates(game, self.target):
            if seat not in spoken:
                question = Choose((NO, YES), rule_ids=("LEA-5",))
                return Ask({seat: question}, then=Excluding.declared, acts="none")
        return self.open(game, None)

    def declared(self, game: Game, answers: dict[Seat, Action]) -> Next:
        ((seat, answer),) = answers.items()
        tell(game, SideTaken(seat, answer == YES))
        self.sides += ((seat, answer == YES),)
        return Go(Excluding.declare)

    def open(self, game: Game, _: object) -> Next:
        fists = leagues_in(game).fists
        bids = tuple([(seat, fists[seat]) for seat, _ in self.sides])
        balance = 0
        for seat, carries in self.sides:
            weight = fists[seat] + bonus(game, seat)
            balance += weight if carries else -weight
        tell(game, FistsOpened(bids))
        return self.end(game, balance > 0)

    def end(self, game: Game, carried: bool) -> Next:
        tell(game, ExclusionSettled(self.target, league_of(game, self.target), carried))
        return Done()
