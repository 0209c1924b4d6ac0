"""The Others in the resolution: ties, takes, what stops a conquest, gloom, the attack. [OTH-8 …]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clande.diktat.actions import RejectCard, TakeCard, TakeMarker
from clande.diktat.book import content
from clande.diktat.cards import vocabulary as v
from clande.diktat.configurations.others.actions import Dispel
from clande.diktat.configurations.others.darkness import corrupt
from clande.diktat.configurations.others.domain import NONE, domain, is_lost, kind_names
from clande.diktat.configurations.others.events import (
    CardCorrupted,
    CardReclaimed,
    CorruptionRemoved,
    GloomDispelled,
    OthersDiscarded,
    OthersHeld,
    OthersTook,
)
from clande.diktat.configurations.others.fiel import (
    FIELS,
    BarsCards,
    BarsMarkers,
    Dispelled,
    Fiel,
)
from clande.diktat.effects.references import standing
from clande.diktat.events import CardTaken, OthersAttacked, TrackCardDiscarded
from clande.diktat.rules.resolution import contenders, emissaries
from clande.diktat.table import NOBODY, OTHERS, Game
from clande.kernel import Action, Done, Event, Frame, Next, Seat, after, breathe, tell


def fiel(game: Game) -> Fiel:
    """The Fiel card of this game. [OTH-1]"""
    return FIELS[domain(game.table).fiel]


# ------------------------------------------------------------------------------- the conquest


def stops(game: Game, sector: str) -> bool:
    """They win, as they do all ties, or no player has an emissary there. [OTH-8]"""
    if OTHERS not in game.table.arena:
        return False
    best = max(contenders(game).values(), default=0)
    return emissaries(game, OTHERS) >= best


def hold(game: Game, sector: str) -> Iterator[Event]:
    """No takes; their pawns are shuffled back. Corruption tokens stay. [OTH-8, OTH-14]"""
    kinds = tuple(game.luck.shuffled(kind_names(game.table.arena[OTHERS])))
    yield OthersHeld(sector, len(kinds), kinds)


def takers(
    players: Callable[[Game, tuple[Seat, ...]], tuple[Seat, ...]],
    game: Game,
    first: tuple[Seat, ...],
) -> tuple[Seat, ...]:
    """The Others come before all players who have at most as many emissaries as they have vectors;
    players who struggled for the first place had more. [OTH-8, OTH-9]"""
    order = players(game, first)
    vectors = emissaries(game, OTHERS)
    if not vectors:
        return order
    ahead = [seat for seat in order if seat in first or emissaries(game, seat) > vectors]
    return (*ahead, OTHERS, *[seat for seat in order if seat not in ahead])


def takes(can_take: Callable[[Game, Seat, str], bool], game: Game, seat: Seat, sector: str) -> bool:
    """Once a round while they have a vector, and there is still something to be taken. [OTH-9]"""
    if seat != OTHERS:
        return can_take(game, seat, sector)
    active = emissaries(game, OTHERS) > 0
    return active and any(can_take(game, player, sector) for player in contenders(game))


def take(
    of_players: Callable[[Game, Seat, str], Frame], game: Game, seat: Seat, sector: str
) -> Frame:
    return OthersTaking(sector=sector) if seat == OTHERS else of_players(game, seat, sector)


class OthersTaking(Frame):
    """Their take removes no card and no marker, but emissaries. [OTH-9]"""

    topic = "others.take"
    about = ("sector",)

    sector: str

    def start(self, game: Game, _: object) -> Next:
        tell(game, OthersTook(self.sector, tuple(sorted(contenders(game)))))
        return Done()


def clear(game: Game, sector: str, winner: Seat) -> Iterator[Event]:
    """Their pawns are discarded at the end of a conquest that they have not won, and corruption
    tokens with them if a player has won it. [OTH-9, OTH-14]"""
    kinds = game.table.arena.get(OTHERS, NONE)
    if any(kinds):
        yield OthersDiscarded(kinds)
    tokens = domain(game.table).corruption.get(sector, 0)
    if tokens and winner != NOBODY:
        yield CorruptionRemoved(sector, tokens)


# ---------------------------------------------------------------------------------- trophies


def corrupted(game: Game, seat: Seat, sector: str) -> Iterator[Action]:
    """Cards of the corruption track, as if they lay on the opportunity track. [OTH-5]"""
    opportunities = content(game).opportunities
    for card in domain(game.table).corrupted:
        if opportunities[card].sector == sector:
            yield TakeCard(card)
            yield RejectCard(card)


def dispelling(game: Game, seat: Seat, sector: str) -> Iterator[Action]:
    """One gloom token of the sector. [OTH-12]"""
    if domain(game.table).gloom.get(sector) and fiel(game).says(Dispelled):
        yield Dispel(sector)


def barred(game: Game, seat: Seat, sector: str, action: Action) -> bool:
    """Cards and markers of a sector with gloom are out of reach, except for players who
    defy it. [OTH-12, OTH-13]"""
    if not domain(game.table).gloom.get(sector):
        return False
    match action:
        case TakeCard() | RejectCard():
            closed = fiel(game).says(BarsCards)
        case TakeMarker():
            closed = fiel(game).says(BarsMarkers)
        case _:
            return False
    return closed and not standing(game, seat, v.DefyGloom)


class Dispelling(Frame):
    """A gloom token goes. [OTH-12]"""

    topic = "dispel"
    about = ("seat", "sector")

    seat: Seat
    sector: str

    def start(self, game: Game, _: object) -> Next:
        tell(game, GloomDispelled(self.seat, self.sector))
        return Done()


def dispel(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
    return Dispelling(seat=seat, sector=sector)


def reclaim(game: Game, event: CardTaken | TrackCardDiscarded) -> Iterator[Event]:
    """A trophy may come from the corruption track. [OTH-5]"""
    if event.card in domain(game.table).corrupted:
        yield CardReclaimed(event.card)


# ------------------------------------------------------------------------- after the sectors


class OthersAttack(Frame):
    """What the Fiel card says, once, whatever the number of cards left with the icon. Immunity has
    nothing to spare here. [OTH-12, RES-7]"""

    def start(self, game: Game, _: object) -> Next:
        opportunities = content(game).opportunities
        cards = tuple([card for card in game.table.track if opportunities[card].attack])
        if not cards:
            return Done()
        attacked = OthersAttacked(cards)
        tell(game, attacked)
        for word in fiel(game).attack:
            for _time in range(word.cards):
                if corrupt(game) and is_lost(game):
                    return Done()
        return after(game, attacked, then=OthersAttack.over_with)

    def over_with(self, game: Game, _: object) -> Next:
        return breathe(game, then=Frame.over)


def leftovers(game: Game) -> Iterator[Event]:
    """Each card left joins the corruption track, from left to right. [OTH-10]"""
    for card in game.table.track:
        if is_lost(game):
            return
        yield CardCorrupted(card, drawn=False)
