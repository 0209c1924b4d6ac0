"""The darkness phase: gathering, proliferation, infection. [OTH-6]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.book import content, pages
from clande.diktat.configurations.others.domain import (
    ARTEFACT,
    PLACES,
    TOKENS,
    domain,
    is_lost,
    kind_names,
    pawns_in,
)
from clande.diktat.configurations.others.events import (
    CardCorrupted,
    CorruptionPlaced,
    GloomPlaced,
    OthersGathered,
    OthersMoved,
    OthersWon,
)
from clande.diktat.events import PhaseBegun
from clande.diktat.rules.board import has_cards
from clande.diktat.table import Game
from clande.kernel import Done, Event, Frame, Go, Next, breathe, tell

FOR_EACH_TOKEN = 4  # pawns in a sector


class Darkness(Frame):
    """Others may act after each step: the gathering, the card, each card's proliferation, the
    infection. Gives back whether the game is over. [OTH-6, ANY-7]"""

    place: int = 0  # on the corruption track
    reached: tuple[str, ...] = ()  # sectors that have received a pawn

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("darkness"))
        fallen = kind_names(domain(game.table).fallen)
        if game.table.cycle == 1 or not fallen:
            return Go(Darkness.card)
        tell(game, OthersGathered(len(fallen), tuple(game.luck.shuffled(fallen))))
        return breathe(game, then=Darkness.card)

    def card(self, game: Game, _: object) -> Next:
        if not corrupt(game):  # what can't be drawn is not drawn [GEN-9]
            return Go(Darkness.infect)
        return Done(True) if is_lost(game) else breathe(game, then=Darkness.spread)

    def spread(self, game: Game, _: object) -> Next:
        """One card of the track after the other. [OTH-6]"""
        track = domain(game.table).corrupted
        if self.place >= len(track):
            return Go(Darkness.infect)
        opportunities = content(game).opportunities
        sector, darkness = (
            opportunities[track[self.place]].sector,
            opportunities[track[-1]].darkness,
        )
        self.place += 1
        if darkness:  # 0 places nothing, no token either [OTH-15]
            later = [opportunities[card].sector for card in track[self.place :]]
            self.proliferate(game, sector, darkness, last=sector not in later)
        return breathe(game, then=Darkness.spread)

    def proliferate(self, game: Game, sector: str, darkness: int, last: bool) -> None:
        """Pawns come from the top of the Artefact; where none could come a token is placed, once.
        In the Artefact itself they come and go. [OTH-4, OTH-15]"""
        number = min(darkness, len(pawns_in(game.table, ARTEFACT)))
        if number:
            self.reached += (sector,)
            if sector != ARTEFACT:
                tell(game, OthersMoved(ARTEFACT, sector, number))
        if last and sector not in self.reached:
            tell(game, CorruptionPlaced(sector))

    def infect(self, game: Game, _: object) -> Next:
        """In each cycle, on top of the gloom already placed. [OTH-6]"""
        theirs = domain(game.table)
        for sector in pages(game).index.sectors:
            number = len(pawns_in(game.table, sector)) // FOR_EACH_TOKEN
            if sector == ARTEFACT or not number:
                continue
            remaining = TOKENS - sum(theirs.gloom.values())
            if placed := min(number, remaining):
                tell(game, GloomPlaced(sector, placed))
            if number > remaining:
                tell(game, OthersWon("gloom"))
                return Done(True)
        return breathe(game, then=Frame.over)


def corrupt(game: Game) -> bool:
    """The top card of the deck joins the corruption track. [OTH-6, OTH-12]"""
    if not has_cards(game):
        return False
    tell(game, CardCorrupted(game.table.deck[0], drawn=True))
    return True


def overrun(game: Game, event: Event) -> Iterator[Event]:
    """A seventh card on the corruption track. [OTH-11]"""
    if len(domain(game.table).corrupted) > PLACES:
        yield OthersWon("track")
