"""Effects on stacks that leave a choice: a frame each. Inside it nobody else can act."""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.actions import ChooseStack, MoveStack, Pawn
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import (
    Use,
    moves,
    opposing_stacks,
    stacks_of,
    swaps,
)
from clande.diktat.events import (
    PawnSeen,
    PawnShown,
    PawnsMoved,
    PawnsSwapped,
    StackLifted,
    StackRecalled,
    StackReinforced,
)
from clande.diktat.rules.board import SHOW, Placing, pawns_of
from clande.diktat.table import (
    AGENTS,
    INDEX,
    Game,
)
from clande.kernel import (
    PASS,
    Action,
    Arrange,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Order,
    Seat,
    tell,
)


class LookingAtStack(Frame):
    """All pawns of one opposing stack, from the top."""

    topic = "stack.look"
    about = ("use",)

    use: Use
    where: v.Where

    def start(self, game: Game, _: object) -> Next:
        options = opposing_stacks(game, self.use, self.where)
        if not options:
            return Done()
        question = Choose(
            tuple([ChooseStack(key) for key in options]), rule_ids=("SPY-1",), open=True
        )
        return Ask({self.use.you: question}, then=LookingAtStack.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseStack]) -> Next:
        key = answers[self.use.you].stack
        return Call(LookingThrough(seat=self.use.you, stack=key), then=Frame.over)


class LookingThrough(Frame):
    """A whole stack, pawn by pawn from the top; each may be shown to all. [SPY-2]"""

    topic = "stack.show"
    about = ("seat", "stack")

    seat: Seat
    stack: int
    position: int = 0

    def start(self, game: Game, _: object) -> Next:
        stack = game.table.stacks[self.stack]
        if self.position == len(stack.pawns):
            return Done()
        kind = pawns.face(stack.pawns[self.position])
        tell(game, PawnSeen(self.seat, self.stack, self.position, kind, stack.owner))
        return Go(LookingThrough.decide)

    def decide(self, game: Game, _: object) -> Next:
        question = Choose((PASS, SHOW), rule_ids=("SPY-2",))
        return Ask({self.seat: question}, then=LookingThrough.decided, acts="none")

    def decided(self, game: Game, answers: dict[Seat, Action]) -> Next:
        if answers[self.seat] != PASS:
            stack = game.table.stacks[self.stack]
            kind = pawns.face(stack.pawns[self.position])
            tell(game, PawnShown(self.seat, self.stack, self.position, kind, stack.owner))
        self.position += 1
        return Go(LookingThrough.start)


class MovingStack(Frame):
    """It leaves the board and is placed elsewhere. [ANY-6]"""

    topic = "stack.move"
    about = ("use",)

    use: Use
    effect: v.MoveStack

    def start(self, game: Game, _: object) -> Next:
        options = moves(game, self.effect, self.use)
        if not options:
            return Done()
        question = Choose(tuple(options), rule_ids=("ANY-6", "SEND-4"), open=True)
        return Ask({self.use.you: question}, then=MovingStack.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, MoveStack]) -> Next:
        key, sector = answers[self.use.you].stack, answers[self.use.you].sector
        tell(game, StackLifted(self.use.you, key))
        owner = game.table.stacks[key].owner
        rule = Placing(seat=owner, stack=key, sector=sector)
        return Call(rule, then=Frame.over)


class MovingPawns(Frame):
    """Up to `most` pawns of one of your stacks, each onto one of your stacks in another sector.
    [MRK-12, ANY-6]"""

    topic = "pawns.move"
    step_topics = (("where", "pawns.move.where"),)
    about = ("use", "stack")

    use: Use
    most: int
    stack: int = 0
    position: int = 0
    moved: int = 0

    def start(self, game: Game, _: object) -> Next:
        you, stacks = self.use.you, game.table.stacks
        mine = stacks_of(game, you)
        sectors = {stacks[key].sector: True for key in mine}
        if self.moved == self.most or len(sectors) < 2:
            return Done()
        if self.moved and self.stack not in stacks:
            return Done()
        sources = [self.stack] if self.moved else mine
        options: list[Action] = [PASS] if self.moved else []
        for key in sources:
            options += pawns_of(key, len(stacks[key].pawns))
        question = Choose(tuple(options), rule_ids=("MRK-12", "ANY-6"))
        return Ask({you: question}, then=MovingPawns.picked, acts="none")

    def picked(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.use.you]:
            case Pawn(stack, position):
                self.stack, self.position = stack, position
                return Go(MovingPawns.where)
        return Done()

    def where(self, game: Game, _: object) -> Next:
        you, stacks = self.use.you, game.table.stacks
        sector = stacks[self.stack].sector
        targets = [key for key in stacks_of(game, you) if stacks[key].sector != sector]
        question = Choose(
            tuple([ChooseStack(key) for key in targets]), rule_ids=("ANY-6",), open=True
        )
        return Ask({you: question}, then=MovingPawns.put, acts="none")

    def put(self, game: Game, answers: dict[Seat, ChooseStack]) -> Next:
        to = answers[self.use.you].stack
        tell(game, PawnsMoved(self.use.you, self.stack, (self.position,), to))
        self.moved += 1
        return Go(MovingPawns.start)


class SwappingPawns(Frame):
    """One pawn of yours and one of another player's in the same sector change places, unseen."""

    topic = "pawns.swap"
    step_topics = (("against", "pawns.swap.against"),)
    about = ("use", "stack")

    use: Use
    effect: v.SwapPawns
    stack: int = 0
    position: int = 0

    def start(self, game: Game, _: object) -> Next:
        options: list[Action] = []
        for key in swaps(game, self.effect, self.use):
            options += pawns_of(key, len(game.table.stacks[key].pawns))
        if not options:
            return Done()
        question = Choose(tuple(options), rule_ids=("GEN-14",), open=True)
        return Ask({self.use.you: question}, then=SwappingPawns.picked, acts="none")

    def picked(self, game: Game, answers: dict[Seat, Pawn]) -> Next:
        picked = answers[self.use.you]
        self.stack, self.position = picked.stack, picked.position
        return Go(SwappingPawns.against)

    def against(self, game: Game, _: object) -> Next:
        options: list[Action] = []
        for key in swaps(game, self.effect, self.use)[self.stack]:
            options += pawns_of(key, len(game.table.stacks[key].pawns))
        question = Choose(tuple(options), rule_ids=("GEN-14",), open=True)
        return Ask({self.use.you: question}, then=SwappingPawns.swap, acts="none")

    def swap(self, game: Game, answers: dict[Seat, Pawn]) -> Next:
        other = answers[self.use.you]
        mine, his = game.table.stacks[self.stack], game.table.stacks[other.stack]
        kinds = (
            pawns.face(mine.pawns[self.position]),
            pawns.face(his.pawns[other.position]),
        )
        at = (self.stack, self.position, his.owner, other.stack, other.position)
        tell(game, PawnsSwapped(self.use.you, *at, kinds))
        return Done()


class Reinforcing(Frame):
    """Agents of your reserve on top of one of your stacks."""

    topic = "reinforce"
    step_topics = (("team", "reinforce.team"),)
    about = ("use", "stack")

    use: Use
    most: int
    stack: int = 0

    def start(self, game: Game, _: object) -> Next:
        mine = stacks_of(game, self.use.you)
        if not mine:
            return Done()
        question = Choose(
            tuple([ChooseStack(key) for key in mine]), rule_ids=("GEN-14",), open=True
        )
        return Ask({self.use.you: question}, then=Reinforcing.picked, acts="none")

    def picked(self, game: Game, answers: dict[Seat, ChooseStack]) -> Next:
        self.stack = answers[self.use.you].stack
        return Go(Reinforcing.team)

    def team(self, game: Game, _: object) -> Next:
        reserve = game.table.reserves[self.use.you]
        pool = tuple([(kind, n) for kind in AGENTS if (n := reserve[INDEX[kind]])])
        question = Arrange(pool, 0, self.most, rule_ids=("GEN-14",))
        return Ask({self.use.you: question}, then=Reinforcing.put, acts="none")

    def put(self, game: Game, answers: dict[Seat, Order]) -> Next:
        kinds = answers[self.use.you].kinds
        if kinds:
            tell(game, StackReinforced(self.use.you, self.stack, len(kinds), kinds))
        return Done()


class Recalling(Frame):
    """One of your stacks goes back behind your screen."""

    topic = "stack.recall"
    about = ("use",)

    use: Use

    def start(self, game: Game, _: object) -> Next:
        mine = stacks_of(game, self.use.you)
        if not mine:
            return Done()
        question = Choose(
            tuple([ChooseStack(key) for key in mine]), rule_ids=("GEN-14",), open=True
        )
        return Ask({self.use.you: question}, then=Recalling.picked, acts="none")

    def picked(self, game: Game, answers: dict[Seat, ChooseStack]) -> Next:
        tell(game, StackRecalled(self.use.you, answers[self.use.you].stack))
        return Done()


def perform_look_at_stack(game: Game, effect: v.LookAtStack, use: Use) -> Frame:
    return LookingAtStack(use=use, where=effect.where)


def perform_move_stack(game: Game, effect: v.MoveStack, use: Use) -> Frame:
    return MovingStack(use=use, effect=effect)


def perform_move_pawns(game: Game, effect: v.MovePawns, use: Use) -> Frame:
    return MovingPawns(use=use, most=effect.most)


def perform_swap_pawns(game: Game, effect: v.SwapPawns, use: Use) -> Frame:
    return SwappingPawns(use=use, effect=effect)


def perform_reinforce(game: Game, effect: v.Reinforce, use: Use) -> Frame:
    return Reinforcing(use=use, most=effect.most)


def perform_recall(game: Game, effect: v.Recall, use: Use) -> Frame:
    return Recalling(use=use)


RULES: tuple[type[Frame], ...] = (
    LookingAtStack,
    LookingThrough,
    MovingStack,
    MovingPawns,
    SwappingPawns,
    Reinforcing,
    Recalling,
)
