"""Effects that leave a choice: a frame each. Inside it nobody else can act."""

from __future__ import annotations

from clande.diktat.actions import ChooseElement, ChooseSector
from clande.diktat.book import content
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import (
    Use,
    refreshable,
    token_sectors,
    tokens_on_board,
)
from clande.diktat.events import (
    AgentsDiscarded,
    ElementRefreshed,
    Gained,
    TokenPlaced,
    TokenRemoved,
    TrackCardDiscarded,
    Yielded,
)
from clande.diktat.rules.board import turn_up
from clande.diktat.table import (
    AGENTS,
    INDEX,
    NOBODY,
    Game,
    Token,
)
from clande.kernel import (
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
    SomeFrame,
    tell,
)


def chain(rules: list[Frame | None]) -> Frame | None:
    """Frames that run one after the other, as one frame; None if all are None."""
    steps = tuple([rule for rule in rules if rule is not None])
    return InTurn(rules=steps) if len(steps) > 1 else (steps[0] if steps else None)


class InTurn(Frame):
    """Frames that run one after the other."""

    rules: tuple[SomeFrame, ...]

    def start(self, game: Game, _: object) -> Next:
        if not self.rules:
            return Done()
        rule, self.rules = self.rules[0], self.rules[1:]
        return Call(rule, then=InTurn.start)


class GettingAgents(Frame):
    """Agents whose kinds you choose; all see them."""

    topic = "agents.get"
    about = ("seat",)

    seat: Seat
    number: int
    source: str = ""

    def start(self, game: Game, _: object) -> Next:
        pool = tuple([(kind, self.number) for kind in AGENTS])
        question = Arrange(pool, self.number, self.number, rule_ids=("GEN-14",), secret=False)
        return Ask({self.seat: question}, then=GettingAgents.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Order]) -> Next:
        kinds = answers[self.seat].kinds
        tell(
            game, Gained(self.seat, {k: kinds.count(k) for k in AGENTS if k in kinds}, self.source)
        )
        return Done()


class Handing(Frame):
    """Agents or affinity tokens, of kinds that the seat chooses among those it has, to a player or
    to the general reserve. Discarded agents are not shown. [GEN-8]"""

    topic = "agents.hand"
    about = ("seat", "to")

    seat: Seat
    to: Seat
    number: int
    kinds: tuple[str, ...]
    source: str = ""

    def start(self, game: Game, _: object) -> Next:
        reserve = game.table.reserves[self.seat]
        pool = tuple([(kind, n) for kind in self.kinds if (n := reserve[INDEX[kind]])])
        number = min(self.number, sum(n for _, n in pool))
        question = Arrange(pool, number, number, rule_ids=("GEN-8",))
        return Ask({self.seat: question}, then=Handing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Order]) -> Next:
        kinds = answers[self.seat].kinds
        if self.to == NOBODY and self.kinds == AGENTS:
            tell(game, AgentsDiscarded(self.seat, len(kinds), kinds, self.source))
        else:
            counts = {kind: kinds.count(kind) for kind in self.kinds if kind in kinds}
            tell(game, Yielded(self.seat, counts, self.to, self.source))
        return Done()


class RemovingToken(Frame):
    """A cabal token of yours goes: the one in the sector of the occasion, else of your choice.
    Gives back the sector where it lay."""

    topic = "tokens.remove"
    about = ("use",)

    use: Use

    def start(self, game: Game, _: object) -> Next:
        mine = [token.sector for token in tokens_on_board(game, self.use.you)]
        if not mine:
            return Done()
        if self.use.sector in mine:
            return Go(RemovingToken.remove, self.use.sector)
        question = Choose(
            tuple([ChooseSector(sector) for sector in mine]), rule_ids=("SET-4",), open=True
        )
        return Ask({self.use.you: question}, then=RemovingToken.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseSector]) -> Next:
        return Go(RemovingToken.remove, answers[self.use.you].sector)

    def remove(self, game: Game, sector: str) -> Next:
        token = next(t for t in tokens_on_board(game, self.use.you) if t.sector == sector)
        tell(game, TokenRemoved(self.use.you, token))
        return Done(sector)


class PlacingToken(Frame):
    """A cabal token on the board. [SET-4]"""

    topic = "tokens.place"
    about = ("use",)

    use: Use
    where: v.Where

    def start(self, game: Game, _: object) -> Next:
        options = token_sectors(game, self.use, self.where)
        if not options:
            return Done()
        if len(options) == 1 and self.where is v.Place.HERE:
            return Go(PlacingToken.put, options[0])
        question = Choose(
            tuple([ChooseSector(sector) for sector in options]), rule_ids=("SET-4",), open=True
        )
        return Ask({self.use.you: question}, then=PlacingToken.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseSector]) -> Next:
        return Go(PlacingToken.put, answers[self.use.you].sector)

    def put(self, game: Game, sector: str) -> Next:
        token = content(game).cabals[game.table.cabals[self.use.you]].token
        assert token is not None
        tell(game, TokenPlaced(self.use.you, Token(token.value, self.use.you, sector)))
        return Done()


class Refreshing(Frame):
    """A used token goes from one of your elements, not this one. [GEN-2]"""

    topic = "refresh"
    about = ("use",)

    use: Use

    def start(self, game: Game, _: object) -> Next:
        options = refreshable(game, self.use)
        if not options:
            return Done()
        question = Choose(
            tuple([ChooseElement(name) for name in options]), rule_ids=("GEN-2",), open=True
        )
        return Ask({self.use.you: question}, then=Refreshing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseElement]) -> Next:
        tell(game, ElementRefreshed(self.use.you, answers[self.use.you].element))
        return Done()


class Replacing(Frame):
    """A face-up opportunity goes; the top card of the deck takes its place."""

    topic = "replace"
    about = ("use",)

    use: Use

    def start(self, game: Game, _: object) -> Next:
        options = game.table.track
        if not options:
            return Done()
        question = Choose(
            tuple([ChooseElement(card) for card in options]), rule_ids=("GEN-14",), open=True
        )
        return Ask({self.use.you: question}, then=Replacing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseElement]) -> Next:
        tell(game, TrackCardDiscarded(answers[self.use.you].element, self.use.you))
        turn_up(game)
        return Done()


def perform_place_token(game: Game, effect: v.PlaceToken, use: Use) -> Frame:
    return PlacingToken(use=use, where=effect.where)


def perform_refresh(game: Game, effect: v.Refresh, use: Use) -> Frame:
    return Refreshing(use=use)


def perform_replace(game: Game, effect: v.ReplaceOpportunity, use: Use) -> Frame:
    return Replacing(use=use)


RULES: tuple[type[Frame], ...] = (
    GettingAgents,
    Handing,
    RemovingToken,
    PlacingToken,
    Refreshing,
    Replacing,
    InTurn,
)
