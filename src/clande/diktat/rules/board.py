"""Deeds on the board, whoever orders them: placing a stack, looking, assassinating, paying."""

from __future__ import annotations

from functools import lru_cache

from clande.diktat import pawns
from clande.diktat.actions import HiddenCard, Pawn, Show
from clande.diktat.book import pages
from clande.diktat.events import (
    CardSeen,
    CardShown,
    CardTurned,
    DebtTaken,
    DeckRefilled,
    Gained,
    Lost,
    Paid,
    PawnKilled,
    PawnRevealed,
    PawnSeen,
    PawnShown,
    StackPlaced,
)
from clande.diktat.events.goods import DEBT
from clande.diktat.politics.events.trades import DealCalledIn
from clande.diktat.table import FALLEN, HAND, INDEX, NOBODY, POWER, Game, Stack
from clande.kernel import (
    PASS,
    Action,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Seat,
    after,
    before,
    tell,
)
from clande.kernel.frames import Openness

LIMIT = {2: 2, 3: 2, 4: 2, 5: 3}  # stacks in one sector, by the number of players [SEND-2]


def room(game: Game, seat: Seat) -> dict[str, int]:
    """How many stacks a seat may still place in each sector. [SEND-2]"""
    free = dict.fromkeys(pages(game).index.sectors, LIMIT[game.header.seats])
    for stack in game.table.stacks.values():
        if stack.sector in free:
            free[stack.sector] -= 1
    return free


def has_room(game: Game, seat: Seat, sector: str) -> bool:
    return pages(game).room(game, seat)[sector] > 0


# -------------------------------------------------------------------------------- the track


def turn_up(game: Game) -> bool:
    """The top card of the deck, face up; what can't be drawn is not drawn. [OPP-1, GEN-9]"""
    if not has_cards(game):
        return False
    tell(game, CardTurned(game.table.deck[0]))
    return True


def has_cards(game: Game) -> bool:
    """Whether there is a card to draw; an empty deck is refilled from the discard pile. [GEN-9]"""
    if not game.table.deck and game.table.discard:
        tell(game, DeckRefilled(tuple(game.luck.shuffled(game.table.discard))))
    return bool(game.table.deck)


# ------------------------------------------------------------------------------- paying


def pay(game: Game, seat: Seat, to: Seat, cost: int, source: str = "") -> None:
    """A mandatory cost, with as few debts as suffice; the payer keeps the change. [GEN-7]"""
    call_in(game, seat, ("power",), cost)
    while game.table.reserves[seat][POWER] < cost:
        tell(game, DebtTaken(seat, True))
    if 0 <= to < game.header.seats:
        tell(game, Paid(seat, to, cost, source))
    else:
        tell(game, Lost(seat, {"power": cost}, source))


def pay_together(game: Game, costs: dict[Seat, int], source: str) -> None:
    """Mandatory costs that fall due at once: what each seat lacks is reckoned before any debt is
    taken, so that no seat pays with what another's debt brings it. [GEN-7, RES-7]"""
    for seat, cost in costs.items():
        call_in(game, seat, ("power",), cost)
    short = {seat: cost - game.table.reserves[seat][POWER] for seat, cost in costs.items()}
    for seat, missing in short.items():
        for _ in range(-(-max(0, missing) // DEBT)):
            tell(game, DebtTaken(seat, True))
    for seat, cost in costs.items():
        tell(game, Lost(seat, {"power": cost}, source))


def call_in(game: Game, seat: Seat, goods: tuple[str, ...], much: int) -> None:
    """Takes back what a seat has set aside in proposals, as far as a demand needs it: it still owns
    that. [GEN-7, POL-1]"""
    table = game.table
    for number, deal in list(table.deals.items()):
        if sum(table.reserves[seat][INDEX[good]] for good in goods) >= much:
            return
        if deal.parties[0] == seat and any(deal.gives.goods[INDEX[good]] for good in goods):
            tell(game, DealCalledIn(seat, deal, number))


# ------------------------------------------------------------------------------ placing


class Placing(Frame):
    """A moved stack comes down in another sector; others may answer before and after. [ANY-6]"""

    topic = "send.place"
    about = ("seat", "stack", "sector")

    seat: Seat
    stack: int
    sector: str

    def start(self, game: Game, _: object) -> Next:
        placed = StackPlaced(self.seat, self.stack, self.sector)
        return before(game, placed, then=Placing.place, closed=True)

    def place(self, game: Game, placed: StackPlaced | None) -> Next:
        if placed is None:  # no pawn was left to place
            return Done()
        tell(game, placed)
        return after(game, placed, then=Placing.over, closed=True, at_once=True)


# ------------------------------------------------------------------------------ looking


@lru_cache(maxsize=8192)
def pawns_of(key: int, size: int) -> tuple[Pawn, ...]:
    """Each pawn of a stack, as something to aim at."""
    return tuple([Pawn(key, position) for position in range(size)])


HIDDEN_CARD, SHOW = HiddenCard(), Show()


class Looking(Frame):
    """One element after another, each choice knowing the last; what was seen may be shown. [SPY-1]

    `sectors` and `stack` confine it, where a card says so; `closed`: it is all one step. Gives back
    the sectors where it looked at a pawn, or None if there was nothing to look at.
    """

    topic = "spy"
    step_topics = (("decide", "spy.show"),)
    about = ("seat", "stack", "looks")

    seat: Seat
    looks: int
    sectors: tuple[str, ...] | None = None
    stack: int = 0
    closed: bool = False
    seen: tuple[str, ...] = ()  # sectors where it looked at a pawn
    begun: bool = False
    at: Pawn | None = None

    def start(self, game: Game, _: object) -> Next:
        options = self.sights(game) if self.looks else []
        if not options:
            return Done(self.seen if self.begun else None)
        question = Choose((PASS, *options), rule_ids=("SPY-1",))
        acts: Openness = "none" if self.closed else "all"
        return Ask({self.seat: question}, then=Looking.look, acts=acts)

    def sights(self, game: Game) -> list[Action]:
        """Opposing pawns and the face-down card, also those that this seat knows: leaving them out
        would disclose what it was shown in secret."""
        options: list[Action] = []
        for key, stack in game.table.stacks.items():
            if stack.owner != self.seat and is_aim(stack, key, self.sectors, self.stack):
                options += pawns_of(key, len(stack.pawns))
        if self.sectors is None and not self.stack and game.table.hidden is not None:
            options.append(HIDDEN_CARD)
        return options

    def look(self, game: Game, answers: dict[Seat, Action]) -> Next:
        self.begun = True
        match answers[self.seat]:
            case Pawn(key, position) as at:
                stack = game.table.stacks[key]
                kind = pawns.face(stack.pawns[position])
                tell(game, PawnSeen(self.seat, key, position, kind, stack.owner))
                if stack.sector not in self.seen:
                    self.seen += (stack.sector,)
                self.at = at
            case HiddenCard():
                assert game.table.hidden is not None
                tell(game, CardSeen(self.seat, game.table.hidden.card))
                self.at = None
            case _:
                return Done(self.seen)
        self.looks -= 1
        return Go(Looking.decide)

    def decide(self, game: Game, _: object) -> Next:
        """To all, in this very step, or not at all. [SPY-2, POL-2]"""
        question = Choose((PASS, SHOW), rule_ids=("SPY-2",))
        return Ask({self.seat: question}, then=Looking.decided, acts="none")

    def decided(self, game: Game, answers: dict[Seat, Action]) -> Next:
        if answers[self.seat] != PASS:
            if self.at is None:
                assert game.table.hidden is not None
                tell(game, CardShown(self.seat, game.table.hidden.card))
            else:
                key, position = self.at.stack, self.at.position
                stack = game.table.stacks[key]
                kind = pawns.face(stack.pawns[position])
                tell(game, PawnShown(self.seat, key, position, kind, stack.owner))
        return Go(Looking.start)


def is_aim(stack: Stack, key: int, sectors: tuple[str, ...] | None, only: int) -> bool:
    """Whether a stack lies on the board, and where a card confines its effect to."""
    if key == FALLEN or stack.sector == HAND:
        return only == key != FALLEN
    return (sectors is None or stack.sector in sectors) and only in (0, key)


# ------------------------------------------------------------------------- assassinating


def preys(
    game: Game, seat: Seat, sectors: tuple[str, ...] | None = None, only: int = 0
) -> list[Action]:
    """Opposing pawns that an assassination may aim at. [KILL-1]"""
    options: list[Action] = []
    for key, stack in game.table.stacks.items():
        if stack.owner != seat and is_aim(stack, key, sectors, only):
            options += pawns_of(key, len(stack.pawns))
    if not only:
        for place in pages(game).targets:
            options += place(game, seat, sectors)
    return options


class Assassination(Frame):
    """One pawn after another, unseen, until a guard. [KILL-1, KILL-2, KILL-6]

    `sectors` and `only` confine it, where a card says so; `reach` names sectors that are open
    besides. `closed`: it is all one step. Gives back whether anything was done.
    """

    topic = "assassinate"
    about = ("seat",)

    seat: Seat
    shots: int
    sectors: tuple[str, ...] | None = None
    only: int = 0
    reach: tuple[str, ...] = ()
    closed: bool = True
    begun: bool = False
    decides: Seat = NOBODY  # who answers for the Others, to the last shot

    def start(self, game: Game, _: object) -> Next:
        options = self.aims(game) if self.shots else []
        if not options:
            return Done(self.begun)
        if self.begun and self.decides == NOBODY:
            options = [PASS, *options]
        question = Choose(tuple(options), rule_ids=("KILL-1",), open=True)
        acts: Openness = "none" if self.closed else "all"
        asked = self.seat if self.decides == NOBODY else self.decides
        return Ask({asked: question}, then=Assassination.shoot, acts=acts)

    def aims(self, game: Game) -> list[Action]:
        options = preys(game, self.seat, self.sectors, self.only)
        if self.reach:
            options += [p for p in preys(game, self.seat, self.reach) if p not in options]
        return options

    def shoot(self, game: Game, answers: dict[Seat, Action]) -> Next:
        ((_, action),) = answers.items()
        if action == PASS:
            return Done(True)
        self.begun = True
        self.shots -= 1
        if not isinstance(action, Pawn):
            return Call(
                pages(game).strikes[type(action)](game, self.seat, action), Assassination.start
            )
        key, position = action.stack, action.position
        stack = game.table.stacks[key]
        kind = pawns.face(stack.pawns[position])
        tell(game, PawnRevealed(self.seat, stack.owner, key, position, kind))
        kill = PawnKilled(self.seat, stack.owner, kind, key, position, stack.sector)
        return before(game, kill, then=Assassination.fall, closed=True)

    def fall(self, game: Game, kill: PawnKilled | None) -> Next:
        if kill is None:  # saved: nothing that its death would have caused happens
            return Go(Assassination.start)
        tell(game, kill)
        if kill.kind == "guard":
            self.shots = 0
        if self.seat not in game.seats:  # the Others' own: the owner is paid from the reserve
            if kill.kind == "guard":
                tell(game, Gained(kill.owner, {"power": 2}, "assassination"))
        elif kill.kind == "emissary":
            tell(game, Gained(self.seat, {"power": 3}, "assassination"))
        elif kill.kind == "guard":
            to = kill.owner if kill.owner < game.header.seats else NOBODY
            pay(game, self.seat, to, 2, "assassination")
        return after(game, kill, then=Assassination.start, closed=True)
