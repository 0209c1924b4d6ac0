"""The Shadow: the only one in no league, and what he may do for it. [LEA-13]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.configurations.leagues.actions import ActAsShadow
from clande.diktat.configurations.leagues.events import ShadowActed
from clande.diktat.configurations.leagues.table import leagues_in
from clande.diktat.events import Gained
from clande.diktat.politics.hearing import others_of
from clande.diktat.rules.anytime import is_under_way
from clande.diktat.table import NOBODY, Game
from clande.kernel import Choose, Done, Frame, Next, Offer, Seat, tell

GIFTS = {"spies": {"spy": 2}, "assassin": {"assassin": 1}, "power": {"power": 2}}


def manifestations(game: Game, seat: Seat) -> Iterator[Offer]:
    """Once a cycle, while he is the Shadow: spies, an assassin, or power for another. [LEA-13]"""
    if is_under_way(game) and may_act(game, seat):
        gifts = [ActAsShadow("power", to) for to in others_of(seat, game.header.seats)]
        options = (ActAsShadow("spies"), ActAsShadow("assassin"), *gifts)
        yield Offer(Choose(options, rule_ids=("LEA-13",)), manifest, announced=True)


def may_act(game: Game, seat: Seat) -> bool:
    return leagues_in(game).shadow == seat and not leagues_in(game).has_acted


def manifest(game: Game, seat: Seat, action: ActAsShadow) -> Frame:
    return ActingAsShadow(seat=seat, what=action.what, to=action.to)


class ActingAsShadow(Frame):
    """[LEA-13]"""

    seat: Seat
    what: str
    to: Seat = NOBODY

    def stands(self, game: Game) -> bool:
        return may_act(game, self.seat)

    def start(self, game: Game, _: object) -> Next:
        tell(game, ShadowActed(self.seat, self.what, self.to))
        receiver = self.seat if self.to == NOBODY else self.to
        tell(game, Gained(receiver, GIFTS[self.what], "shadow"))
        return Done()
