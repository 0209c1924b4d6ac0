"""Players who move pawns of the Others. [OTH-13, OTH-16]"""

from __future__ import annotations

from clande.diktat.book import pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.configurations.others.actions import Shift
from clande.diktat.configurations.others.domain import pawns_in
from clande.diktat.configurations.others.events import OthersMoved
from clande.diktat.effects.references import Use
from clande.diktat.rules.board import has_room
from clande.diktat.table import Game
from clande.kernel import Action, Ask, Choose, Done, Frame, Next, Seat, tell


def shifts(game: Game, seat: Seat, most: int) -> list[Action]:
    """The top pawns of each stack, to each sector where the Others have one or there is room.
    [OTH-16, SEND-4]"""
    sectors = pages(game).index.sectors
    numbers = {sector: len(pawns_in(game.table, sector)) for sector in sectors}
    goals = [sector for sector in sectors if numbers[sector] or has_room(game, seat, sector)]
    return [
        Shift(sector, to, number)
        for sector in sectors
        for to in goals
        if to != sector
        for number in range(1, min(most, numbers[sector]) + 1)
    ]


def can_shift(game: Game, effect: v.MoveOthers, use: Use, public: bool) -> bool:
    return bool(shifts(game, use.you, effect.most))


class Shifting(Frame):
    """Up to `most` pawns from one sector to another, unseen. It triggers no assassination: only a
    player's stack being placed does. [OTH-13, OTH-16]"""

    topic = "others.shift"
    about = ("use",)

    use: Use
    most: int

    def start(self, game: Game, _: object) -> Next:
        options = shifts(game, self.use.you, self.most)
        if not options:
            return Done()
        question = Choose(tuple(options), rule_ids=("OTH-13", "OTH-16"), open=True)
        return Ask({self.use.you: question}, then=Shifting.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Shift]) -> Next:
        picked = answers[self.use.you]
        tell(game, OthersMoved(picked.sector, picked.to, picked.number, self.use.you))
        return Done()


def shift(game: Game, effect: v.MoveOthers, use: Use) -> Frame:
    return Shifting(use=use, most=effect.most)
