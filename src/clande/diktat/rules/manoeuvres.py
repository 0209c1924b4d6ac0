"""The manoeuvre phase: who plays when, and the six manoeuvres. [MAN, SEND, SPY, KILL, INF, DVL]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.actions import Assassinate, Develop, Extend, NameFirst, Send, Special, Spy
from clande.diktat.book import Listing, clauses, owner_of, pages, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing, Playing
from clande.diktat.effects.possible import possible
from clande.diktat.effects.references import Use, standing
from clande.diktat.events import (
    ActLapsed,
    AgentsDiscarded,
    ElementUsed,
    FirstNamed,
    Gained,
    Lost,
    ManoeuvreChosen,
    ManoeuvreEnded,
    PhaseBegun,
    SectorNamed,
    StackPlaced,
    SteppedBack,
    TeamTaken,
    TurnBegun,
    TurnSkipped,
)
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.costs import development_cost
from clande.diktat.rules.possessions import cabal_cards_left
from clande.diktat.table import AGENTS, GOODS, HAND, POWER, Game, agents
from clande.kernel import (
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
    after,
    breathe,
    tell,
)

IMPOSSIBLE = "impossible"
SPY, ASSASSINATE = Spy(), Assassinate()
EXTEND = {name: Extend(name) for name in ("", *AGENTS, "spy", "assassin")}
TURN_RULES = ("GEN-3", "MAN-2", "MAN-3")


class SendBySector(dict[str, Send]):
    """`Send` for each sector, made once."""

    def __missing__(self, sector: str) -> Send:
        self[sector] = Send(sector)
        return self[sector]


class DevelopByCard(dict[str, Develop]):
    """`Develop` for each card, made once."""

    def __missing__(self, card: str) -> Develop:
        self[card] = Develop(card)
        return self[card]


SENDS, DEVELOPS = SendBySector(), DevelopByCard()


class Manoeuvres(Frame):
    """The first player is named; then clockwise, one each, until all are spent. [MAN-1]"""

    topic = "first"

    seat: Seat = -1

    def start(self, game: Game, _: object) -> Next:
        tell(game, PhaseBegun("manoeuvres"))
        return Go(Manoeuvres.name)

    def name(self, game: Game, _: object) -> Next:
        options = tuple([NameFirst(seat) for seat in game.seats])
        asked = {names_first(game): Choose(options, rule_ids=("MAN-1",))}
        return Ask(asked, then=Manoeuvres.named)

    def named(self, game: Game, answers: dict[Seat, NameFirst]) -> Next:
        ((seat, answer),) = answers.items()
        tell(game, FirstNamed(seat, answer.seat))
        self.seat = answer.seat
        return self.on(game, None)

    def on(self, game: Game, _: object) -> Next:
        pawns, seats = game.table.manoeuvres, game.header.seats
        for i in range(seats):
            seat = (self.seat + i) % seats
            if pawns[seat]:
                self.seat = (seat + 1) % seats
                tell(game, TurnBegun(seat))
                return Call(Turn(seat=seat), then=Manoeuvres.on)
        return Done()


def names_first(game: Game) -> Seat:
    """The administrator, unless an ability says who."""
    for seat in rank_order(game):
        if standing(game, seat, v.NamesFirst):
            return seat
    return game.table.administrator


class Turn(Frame):
    """One manoeuvre; if an act at any time made it impossible, another. [GEN-3, ANY-4]"""

    topic = "turn"
    about = ("seat",)

    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        if game.table.skipping == self.seat:
            return Go(Turn.skip)
        question = Choose(tuple(manoeuvres(game, self.seat)), rule_ids=TURN_RULES)
        return Ask({self.seat: question}, then=Turn.chosen)

    def skip(self, game: Game, _: object) -> Next:
        tell(game, TurnSkipped(self.seat))
        return Done()

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        seat, action = self.seat, answers[self.seat]
        match action:
            case Send(sector):
                tell(game, ManoeuvreChosen(seat, "send", sector))
                return Call(SendingTeam(seat=seat, sector=sector), then=Turn.played)
            case Spy():
                tell(game, ManoeuvreChosen(seat, "spy"))
                looks = 2 + game.table.spies[seat]  # counted now [KILL-5]
                return Call(Looking(seat=seat, looks=looks), then=Turn.spied)
            case Assassinate():
                tell(game, ManoeuvreChosen(seat, "assassinate"))
                shots = 1 + game.table.assassins[seat]  # counted now [KILL-5]
                killing = Assassination(seat=seat, shots=shots, closed=False)
                return Call(killing, then=Turn.assassinated)
            case Extend(discard):
                tell(game, ManoeuvreChosen(seat, "extend"))
                extend(game, seat, discard)
                return self.played(game, None)
            case Develop(card):
                tell(game, ManoeuvreChosen(seat, "develop", card))
                tell(game, Lost(seat, {"power": development_cost(game, seat) or 0}, "develop"))
                return Call(Playing(seat=seat, card=card), then=Turn.played)
            case Special(element, number):
                tell(game, ManoeuvreChosen(seat, "special", element))
                rule = Using(use=Use(seat, owner_of(game, element), element), clause=number)
                return Call(rule, then=Turn.played)
        raise AssertionError(action)

    def spied(self, game: Game, sectors: tuple[str, ...] | None) -> Next:
        if sectors is None:
            return self.played(game, IMPOSSIBLE)
        ended = ManoeuvreEnded(self.seat, "spy", sectors)
        tell(game, ended)
        return after(game, ended, then=Turn.rest, at_once=True)

    def assassinated(self, game: Game, begun: bool) -> Next:
        return self.played(game, None if begun else IMPOSSIBLE)

    def played(self, game: Game, result: object) -> Next:
        if result == IMPOSSIBLE:
            tell(game, SteppedBack(self.seat, "manoeuvre"))
            return Go(Turn.start)
        ended = ManoeuvreEnded(self.seat, game.table.manoeuvre)
        tell(game, ended)
        return after(game, ended, then=Turn.rest, at_once=True)

    def rest(self, game: Game, _: object) -> Next:
        """Right after a manoeuvre a second can still be claimed. [MRK-13]"""
        return breathe(game, then=Turn.end, at_once=True)

    def end(self, game: Game, _: object) -> Next:
        if game.table.again == self.seat and game.table.manoeuvres[self.seat]:
            tell(game, TurnBegun(self.seat))
            return Go(Turn.start)
        return Done()


def manoeuvres(game: Game, seat: Seat) -> list[Action]:
    """Manoeuvres that a seat can carry out; extending influence is always one. [GEN-3, MAN-3]"""
    table, book = game.table, pages(game)
    reserve = table.reserves[seat]
    options: list[Action] = [EXTEND[""]]
    if agents(reserve):
        options += [EXTEND[GOODS[kind]] for kind in (1, 2, 3) if reserve[kind]]
        free = book.room(game, seat)
        options += [SENDS[sector] for sector, room in free.items() if room > 0]
    if table.spies[seat]:
        options.append(EXTEND["spy"])
    if table.assassins[seat]:
        options.append(EXTEND["assassin"])
    prey = False
    for stack in table.stacks.values():
        if stack.owner != seat and stack.sector != HAND:
            prey = True
            break
    if prey or table.hidden is not None:
        options.append(SPY)
    if prey or any(any(True for _ in place(game, seat, None)) for place in book.targets):
        options.append(ASSASSINATE)
    cost = development_cost(game, seat)
    if cost is not None and reserve[POWER] >= cost:
        options += [DEVELOPS[card] for card in cabal_cards_left(game, seat)]
    for element, number, _ in usable(game, seat, book.index.specials):
        options.append(Special(element, number))
    return options


def usable(game: Game, seat: Seat, among: Listing) -> Iterator[tuple[str, int, v.Clause]]:
    """Clauses that a seat could use now: of its own elements, and of others' that are for anyone.
    A used element can't serve, nor one that could change nothing. [GEN-2, GEN-19]"""
    for owner, element, numbered in among.in_play(game.table):
        for number, clause in numbered:
            if owner != seat and clause.users is not v.Users.ANY_PLAYER:
                continue
            if possible(game, clause.do, Use(seat, owner, element)):
                yield element, number, clause


class Using(Frame):
    """An element's clause is carried out; then the element is used. [SPM-1, ANY-1]"""

    topic = "use"
    about = ("use",)

    use: Use
    clause: int

    def stands(self, game: Game) -> bool:
        """Judged on public facts: a waiting act must not disclose what its author has. [ANY-3]"""
        use = self.use
        if use.element in game.table.used or owner_of(game, use.element) != use.owner:
            return False
        read = clauses(game, use.element)
        return self.clause < len(read) and possible(game, read[self.clause].do, use, public=True)

    def start(self, game: Game, _: object) -> Next:
        effects = clauses(game, self.use.element)[self.clause].do
        if not possible(game, effects, self.use):
            tell(game, ActLapsed(self.use.you, self.use.element))
            return Done()
        return Call(Performing(use=self.use, effects=effects, willing=True), then=Using.done)

    def done(self, game: Game, _: object) -> Next:
        tell(game, ElementUsed(self.use.you, self.use.element))
        return Done()


def extend(game: Game, seat: Seat, discard: str) -> None:
    """+1 power, and one more for an agent, a spy or an assassin of the reserve. [INF-1]"""
    if discard in AGENTS:
        tell(game, AgentsDiscarded(seat, 1, (discard,), "extend"))
    elif discard:
        tell(game, Lost(seat, {discard: 1}, "extend"))
    tell(game, Gained(seat, {"power": 2 if discard else 1}, "extend"))


class SendingTeam(Frame):
    """The sector is named; the stack is placed. Others may act in between. [SEND-1, ANY-4]"""

    topic = "send.team"
    about = ("seat", "sector")

    seat: Seat
    sector: str

    def start(self, game: Game, _: object) -> Next:
        named = SectorNamed(self.seat, self.sector)
        tell(game, named)
        return after(game, named, then=SendingTeam.team)

    def team(self, game: Game, _: object) -> Next:
        reserve = game.table.reserves[self.seat]
        if not agents(reserve) or pages(game).room(game, self.seat)[self.sector] <= 0:
            return Go(SendingTeam.back)
        pool = tuple([(GOODS[kind], reserve[kind]) for kind in (1, 2, 3) if reserve[kind]])
        question = Arrange(pool, 1, rule_ids=("SEND-1",))
        return Ask({self.seat: question}, then=SendingTeam.taken)

    def back(self, game: Game, _: object) -> Next:
        """To the latest step that still offers a valid choice. [ANY-4]"""
        if not self.sectors(game):
            return Done(IMPOSSIBLE)
        tell(game, SteppedBack(self.seat, "sector"))
        return Go(SendingTeam.elsewhere)

    def sectors(self, game: Game) -> list[str]:
        if not agents(game.table.reserves[self.seat]):
            return []
        free = pages(game).room(game, self.seat)
        return [sector for sector in free if free[sector] > 0]

    def elsewhere(self, game: Game, _: object) -> Next:
        sectors = self.sectors(game)
        if not sectors:
            return Done(IMPOSSIBLE)
        options = tuple([SENDS[sector] for sector in sectors])
        question = Choose(options, rule_ids=("ANY-4", "SEND-2"), open=True)
        return Ask({self.seat: question}, then=SendingTeam.named)

    def named(self, game: Game, answers: dict[Seat, Send]) -> Next:
        self.sector = answers[self.seat].sector
        return Go(SendingTeam.start)

    def taken(self, game: Game, answers: dict[Seat, Order]) -> Next:
        kinds = answers[self.seat].kinds
        tell(game, TeamTaken(self.seat, len(kinds), kinds))
        placed = StackPlaced(self.seat, game.table.serial, self.sector)
        tell(game, placed)
        return after(game, placed, then=SendingTeam.placed, at_once=True)

    def placed(self, game: Game, _: object) -> Next:
        return Done()
