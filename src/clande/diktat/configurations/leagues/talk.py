"""Who may whisper to whom, what fellows may exchange, and conclaves. [LEA-11, LEA-12]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clande.diktat.book import rank_order
from clande.diktat.configurations.leagues.actions import CallConclave, ComeBack, Prolong
from clande.diktat.configurations.leagues.events import (
    ConclaveCalled,
    ConclaveEnded,
    ConclaveProlonged,
    ExchangeCounted,
)
from clande.diktat.configurations.leagues.table import fellows, league_of, leagues_in
from clande.diktat.events import Gained
from clande.diktat.politics.actions import ACTIONS, SWEARING, Accept, AcceptOath
from clande.diktat.politics.events.trades import DealDone
from clande.diktat.politics.hearing import confidants
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import Deal, Game, Goods, Parcel
from clande.kernel import (
    HOUSE,
    Action,
    Amount,
    Ask,
    Choose,
    Done,
    Event,
    Frame,
    Go,
    Next,
    Number,
    Offer,
    Question,
    Seat,
    tell,
)

MOST_EXCHANGED = 3  # elements between members, in a cycle [LEA-11]
MINUTES, OVERRUN = 1, 3  # of a conclave; and how long it may overrun [LEA-12]
PER_MINUTE = 2  # power that each outsider takes


def may_write(game: Game, seat: Seat, other: Seat) -> bool:
    """Nobody to anybody, but those who are in conclave; and, while no member of their league is at
    the table, those who are. [LEA-11, LEA-12]"""
    away = leagues_in(game).away
    if not away or (seat in away) != (other in away):
        return False
    return seat in away or all(
        member in away for member in leagues_in(game).members[league_in_conclave(game)]
    )


def league_in_conclave(game: Game) -> str:
    """The league that is in conclave."""
    return league_of(game, leagues_in(game).away[0])


# ---------------------------------------------------------------------------- exchanges


def elements_moved(gives: Parcel, takes: Parcel, hidden: tuple[Goods, Goods]) -> int:
    """How many elements a trade moves, both ways. [LEA-11]"""
    visible = [p.spies + p.assassins + len(p.cards) + len(p.markers) for p in (gives, takes)]
    return sum(visible) + sum(map(sum, hidden))


def is_over_limit(game: Game, deal: Deal) -> bool:
    giver, taker = deal.parties
    if taker not in fellows(game, giver):
        return False
    elements = elements_moved(deal.gives, deal.takes, (deal.gives.goods, deal.takes.goods))
    return leagues_in(game).exchanged[league_of(game, giver)] + elements > MOST_EXCHANGED


def count_exchange(game: Game, done: DealDone) -> Iterator[Event]:
    giver, taker = done.between
    if taker in fellows(game, giver):
        elements = elements_moved(done.gives, done.takes, done.goods)
        yield ExchangeCounted(league_of(game, giver), elements)


def refused(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """Refuses whispers where all talk is public, and trades beyond the limit. [LEA-11]"""
    table = game.table
    if isinstance(action, Accept):
        deal = table.deals.get(action.number)
        if deal is not None and seat in deal.parties and is_over_limit(game, deal):
            return ("LEA-11",)
    elif isinstance(action, AcceptOath):
        oath = table.oaths.get(action.number)
        if oath is not None and seat in oath.between and not oath.public:
            near = confidants(game, seat)
            if any(other not in near for other in oath.between if other != seat):
                return ("LEA-11",)
    elif isinstance(action, SWEARING):
        if getattr(action, "known_to", "all") == "two":
            return () if getattr(action, "to", -1) in confidants(game, seat) else ("LEA-11",)
    elif isinstance(action, ACTIONS) and isinstance(to := getattr(action, "to", None), tuple):
        near = confidants(game, seat)
        if len(to) < game.header.seats - 1 and any(other not in near for other in to):
            return ("LEA-11",)
    return ()


# ---------------------------------------------------------------------------- conclaves


def calls(game: Game, seat: Seat) -> Iterator[Offer]:
    """In the League phase, once a cycle, with one fellow or more, one at a time. [LEA-12]"""
    if may_call(game, seat):
        near = fellows(game, seat)
        some = [CallConclave(c) for n in range(len(near), 0, -1) for c in combinations(near, n)]
        question = Choose(tuple(some), rule_ids=("LEA-12",))
        yield Offer(question, lambda g, s, a: Conclave(seat=s, fellows=a.fellows), announced=True)


def may_call(game: Game, seat: Seat) -> bool:
    leagues = leagues_in(game)
    return (
        is_under_way(game)
        and game.table.phase == "league"
        and not leagues.away
        and not leagues.asked  # nobody leaves while an exclusion is being settled
        and seat not in leagues.callers
        and bool(fellows(game, seat))
    )


def prolonging(game: Game, seat: Seat) -> Iterator[Offer]:
    """A minute more for a spy, until it ends. [LEA-12]"""
    if seat in leagues_in(game).away and game.table.spies[seat]:
        question = Choose((Prolong(),), rule_ids=("LEA-12",))
        yield Offer(question, lambda g, s, a: Deed(fact=ConclaveProlonged(s)))


class Conclave(Frame):
    """Some members talk alone while the phase waits, until they come back. The server, which
    has the clock, says how many minutes had begun by then, and ends it when no more are allowed.
    [LEA-12]"""

    topic = "conclave"
    about = ("seat", "fellows", "minutes")

    seat: Seat
    fellows: tuple[Seat, ...]
    minutes: int = 0  # that cost nothing, as all may see

    def stands(self, game: Game) -> bool:
        near = fellows(game, self.seat)
        return may_call(game, self.seat) and all(fellow in near for fellow in self.fellows)

    def start(self, game: Game, _: object) -> Next:
        away = (self.seat, *self.fellows)
        tell(game, ConclaveCalled(self.seat, league_of(game, self.seat), away))
        return Go(Conclave.wait)

    def wait(self, game: Game, _: object) -> Next:
        asked: dict[Seat, Question] = {
            seat: Choose((ComeBack(),), rule_ids=("LEA-12",))
            for seat in sorted(leagues_in(game).away)
        }
        self.minutes = MINUTES + leagues_in(game).spies
        most = self.minutes + OVERRUN
        asked[HOUSE] = Amount(1, most, secret=False, rule_ids=("LEA-12",))
        return Ask(asked, then=Conclave.ended)

    def ended(self, game: Game, answers: dict[Seat, Action]) -> Next:
        minutes = answers[HOUSE]
        assert isinstance(minutes, Number)
        league = league_in_conclave(game)
        overrun = max(0, minutes.value - MINUTES - leagues_in(game).spies)
        members = leagues_in(game).members[league]
        tell(game, ConclaveEnded(league, minutes.value, overrun))
        if overrun:
            for seat in rank_order(game):
                if seat not in members:
                    tell(game, Gained(seat, {"power": PER_MINUTE * overrun}, "conclave"))
        return Done()
