"""Blows, on both sides: the Others' assassinations, and corruption tokens as a target. [OTH-7]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clande.diktat import pawns
from clande.diktat.configurations.others.actions import Cleanse
from clande.diktat.configurations.others.domain import count_kinds, domain, pawns_in
from clande.diktat.configurations.others.events import (
    CorruptionRemoved,
    OthersDiscarded,
    OthersStruck,
    OthersUnmasked,
)
from clande.diktat.events import PawnKilled, PawnRevealed, SectorRevealed, StackPlaced
from clande.diktat.rules.board import Assassination
from clande.diktat.table import FALLEN, OTHERS, Game
from clande.kernel import Action, Answers, Call, Done, Event, Frame, Next, Seat, tell


def strength(game: Game, sector: str) -> int:
    """Assassinations that the Others make in a sector: their pawns and corruption tokens. [OTH-7]

    Tokens alone attack nobody. [OTH-14]
    """
    strikers = len(pawns_in(game.table, sector))
    return strikers + domain(game.table).corruption.get(sector, 0) if strikers else 0


class OthersStrike(Frame):
    """The player on the left of a stack's owner plays an assassination against it for the Others,
    to the end. Nobody can act inside it. [OTH-7, ANY-7]"""

    topic = "others.strike"
    about = ("stack", "sector", "target", "player")

    stack: int
    sector: str
    target: Seat
    player: Seat

    def stands(self, game: Game) -> bool:
        stack = game.table.stacks.get(self.stack)
        in_sector = stack is not None and stack.sector == self.sector
        return in_sector and strength(game, self.sector) > 0

    def start(self, game: Game, _: object) -> Next:
        shots = strength(game, self.sector)
        tell(game, OthersStruck(self.target, self.stack, self.sector, shots, self.player))
        blow = Assassination(seat=OTHERS, shots=shots, only=self.stack, decides=self.player)
        return Call(blow, then=Frame.over)


def others_strike(game: Game, placed: StackPlaced) -> Iterator[Frame]:
    """A player's stack came down where the Others have one: sent, or moved. [OTH-7, ANY-6]"""
    if strength(game, placed.sector):
        neighbour = (placed.seat + 1) % game.header.seats
        yield OthersStrike(
            stack=placed.stack, sector=placed.sector, target=placed.seat, player=neighbour
        )


def strikes(game: Game) -> Iterator[OthersStrike]:
    """Those under way, and those that wait for their turn. Public: frames hold no secret."""
    for frame in game.stack:
        if isinstance(frame, OthersStrike):
            yield frame
        elif isinstance(frame, Answers):
            yield from [rule for rule in frame.queue if isinstance(rule, OthersStrike)]


def may_tell(game: Game, seat: Seat, other: Seat) -> bool:
    """The target of a strike and the player who plays it cannot talk or trade while it lasts or
    waits for its turn. [OTH-7]"""
    return not any({strike.target, strike.player} == {seat, other} for strike in strikes(game))


def silenced(game: Game, seat: Seat) -> bool:
    """A player who plays a strike uses no ability meanwhile. [OTH-7]"""
    return any(isinstance(f, OthersStrike) and f.player == seat for f in game.stack)


# ------------------------------------------------------------------------ what falls of theirs


def tokens(game: Game, seat: Seat, sectors: tuple[str, ...] | None) -> Iterable[Action]:
    """Corruption tokens may be assassinated like revealed parasites. [OTH-4]"""
    corruption = domain(game.table).corruption
    return [Cleanse(sector) for sector in corruption if sectors is None or sector in sectors]


class Cleansing(Frame):
    """One assassination removes one token: no power either way. [OTH-14]"""

    topic = "cleanse"
    about = ("seat", "sector")

    seat: Seat
    sector: str

    def start(self, game: Game, _: object) -> Next:
        tell(game, CorruptionRemoved(self.sector, 1, self.seat))
        return Done()


def cleanse(game: Game, seat: Seat, action: Action) -> Frame:
    assert isinstance(action, Cleanse)
    return Cleansing(seat=seat, sector=action.sector)


def unmask(game: Game, event: PawnRevealed | SectorRevealed) -> Iterator[Event]:
    """Pawns of a lot that all have seen leave the lot."""
    if isinstance(event, SectorRevealed):
        unmasked = tuple([pawn for owner, pawn in event.pawns if owner == OTHERS])
    else:
        fallen = game.table.stacks[FALLEN].pawns if event.owner == OTHERS else ()
        unmasked = tuple([pawns.face_up(pawn) for pawn in fallen])
    if unmasked:
        yield OthersUnmasked(unmasked)


def discard_killed(game: Game, kill: PawnKilled) -> Iterator[Event]:
    """A pawn of theirs goes to the centre of their board. [OTH-2, OTH-3]"""
    if kill.owner == OTHERS:
        yield OthersDiscarded(count_kinds((kill.kind,)))
