"""The rules under way: frames, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Iterator

from clande.kernel import (
    CANCELLED,
    PASS,
    Action,
    Amount,
    Arrange,
    Ask,
    Call,
    Choose,
    Done,
    Event,
    Frame,
    Go,
    Next,
    Number,
    Order,
    Seat,
    after,
    before,
    breathe,
    tell,
)
from examples.contraband.actions import Crate, Hawk, Load, Open, Post, Scout, UsePass
from examples.contraband.events import (
    BagRefilled,
    BargeLaden,
    BargeMoored,
    BidsOpened,
    CoinsMoved,
    CrateOpened,
    CratesCame,
    CrateSeen,
    CrateSeized,
    DebtTaken,
    NightFell,
    PassShown,
    PatrolPosted,
    QuayNamed,
    QuayOpened,
    QuayWon,
    SteppedBack,
    TurnSpent,
)
from examples.contraband.table import (
    ARRIVING,
    GUNS,
    LONGEST,
    NIGHTS,
    QUAYS,
    ROOM,
    TURNS,
    WORTH,
    Game,
    Table,
)


def leader(table: Table) -> Seat:
    return table.standing.index(max(table.standing))


class Nights(Frame):
    """The whole game. [CTB-2]"""

    def start(self, game: Game, _: object) -> Next:
        if game.table.night == NIGHTS[game.header.seats]:
            return Done()
        tell(game, NightFell(TURNS))
        for seat in sorted(game.seats, key=lambda s: -game.table.standing[s]):
            if len(game.table.bag) < ARRIVING:
                back = [kind for kind, n in game.table.sunk.items() for _ in range(n)]
                tell(game, BagRefilled(tuple(game.luck.shuffled([*game.table.bag, *back]))))
            kinds = game.table.bag[:ARRIVING]
            tell(game, CratesCame(seat, len(kinds), kinds))
            tell(game, CoinsMoved(seat, 1))
        return breathe(game, then=Nights.play)

    def play(self, game: Game, _: object) -> Next:
        return Call(Turns(seat=leader(game.table)), then=Nights.dawn)

    def dawn(self, game: Game, _: object) -> Next:
        return Call(Dawn(), then=Nights.start)


class Turns(Frame):
    """From the leader clockwise, one each, until all are spent. [CTB-3]"""

    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        turns = game.table.turns
        for i in range(len(turns)):
            seat = (self.seat + i) % len(turns)
            if turns[seat]:
                self.seat = (seat + 1) % len(turns)
                return Call(Turn(seat=seat), then=Turns.start)
        return Done()


class Turn(Frame):
    """Load, scout, post a patrol or hawk. [CTB-3]"""

    topic = "turn"
    about = ("seat",)

    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        options: list[Action] = [Hawk()]
        if game.table.hands[self.seat]:
            options += [Load(quay) for quay in open_quays(game)]
        if any(barge.owner != self.seat for barge in game.table.barges.values()):
            options.append(Scout())
        options += [Post(quay) for quay in QUAYS if game.table.patrols[self.seat] != quay]
        return Ask({self.seat: Choose(tuple(options), rule_ids=("CTB-3",))}, then=Turn.chosen)

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.seat]:
            case Load(quay):
                tell(game, QuayNamed(self.seat, quay))
                return Call(Loading(seat=self.seat, quay=quay), then=Turn.played)
            case Scout():
                return Call(Scouting(seat=self.seat), then=Turn.played)
            case Post(quay):
                tell(game, PatrolPosted(self.seat, quay))
            case _:
                tell(game, CoinsMoved(self.seat, 1))
        return Go(Turn.played, True)

    def played(self, game: Game, done: bool) -> Next:
        if not done:
            return Go(Turn.start)  # stepped back: another turn's worth of choice [CTB-11]
        tell(game, TurnSpent(self.seat))
        return Done()


def open_quays(game: Game) -> list[str]:
    moored = [barge.quay for barge in game.table.barges.values()]
    return [quay for quay in QUAYS if moored.count(quay) < ROOM]


class Loading(Frame):
    """The quay is named; a barge is laden; it moors. In between much can happen. [CTB-4]"""

    topic = "load"
    about = ("quay",)

    seat: Seat
    quay: str

    def start(self, game: Game, _: object) -> Next:
        hand = game.table.hands[self.seat]
        if self.quay not in open_quays(game) or not hand:
            return Go(Loading.back)
        question = Arrange(tuple(hand.items()), 1, LONGEST, rule_ids=("CTB-4",))
        return Ask({self.seat: question}, then=Loading.laden)

    def back(self, game: Game, _: object) -> Next:
        tell(game, SteppedBack(self.seat))
        return Done(False)

    def laden(self, game: Game, answers: dict[Seat, Order]) -> Next:
        kinds = answers[self.seat].kinds
        tell(game, BargeLaden(self.seat, len(kinds), kinds))
        return Call(Mooring(seat=self.seat, quay=self.quay), then=Loading.moored)

    def moored(self, game: Game, _: object) -> Next:
        return Done(True)


class Mooring(Frame):
    """The lifted barge comes to a quay, new or towed; patrols answer. [CTB-6]"""

    seat: Seat
    quay: str

    def start(self, game: Game, _: object) -> Next:
        moored = BargeMoored(self.seat, game.table.serial + 1, self.quay)
        tell(game, moored)
        return after(game, moored, then=Frame.over, closed=True)


class Scouting(Frame):
    """Two looks, each knowing the last. [CTB-5]"""

    topic = "scout"
    about = ("looks",)

    seat: Seat
    looks: int = 2

    def start(self, game: Game, _: object) -> Next:
        there = [
            Crate(key, position)
            for key, barge in game.table.barges.items()
            if barge.owner != self.seat
            for position in range(len(barge.kinds))
        ]
        if not there or not self.looks:
            return Done(True)
        question = Choose((PASS, *there), rule_ids=("CTB-5",))
        return Ask({self.seat: question}, then=Scouting.look)

    def look(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.seat]:
            case Crate(key, position):
                kind = game.table.barges[key].kinds[position]
                tell(game, CrateSeen(self.seat, key, position, kind))
                self.looks -= 1
                return Go(Scouting.start)
        return Done(True)


class Inspection(Frame):
    """A patrol may open one crate of a barge that moors at its quay. [CTB-6]"""

    topic = "inspect"
    about = ("barge",)

    owner: Seat
    barge: int

    def stands(self, game: Game) -> bool:
        return self.barge in game.table.barges

    def start(self, game: Game, _: object) -> Next:
        size = len(game.table.barges[self.barge].kinds)
        crates = [Crate(self.barge, position) for position in range(size)]
        question = Choose((PASS, *crates), rule_ids=("CTB-6",))
        return Ask({self.owner: question}, then=Inspection.opened, acts="none")

    def opened(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.owner]:
            case Crate(key, position):
                barge = game.table.barges[key]
                kind = barge.kinds[position]
                tell(game, CrateOpened(self.owner, key, position, kind))
                if kind == GUNS:
                    where = (barge.quay, key, position)
                    seizure = CrateSeized(self.owner, barge.owner, *where, kind)
                    return before(game, seizure, then=Inspection.seized, closed=True)
                pay(game, self.owner, barge.owner, 1)
        return Done()

    def seized(self, game: Game, seizure: CrateSeized | None) -> Next:
        if seizure is not None:  # else a pass was shown, and nothing has happened
            tell(game, seizure)
            pay(game, seizure.owner, self.owner, 2)
        return Done()


def patrols(game: Game, moored: BargeMoored) -> Iterator[Frame]:
    for seat, quay in enumerate(game.table.patrols):
        if quay == moored.quay and seat != moored.seat:
            yield Inspection(owner=seat, barge=moored.barge)


class Papers(Frame):
    """The owner may show a pass. Asked whatever his paper says: all see it face down. [CTB-7]"""

    topic = "papers"

    owner: Seat
    seizure: CrateSeized

    def start(self, game: Game, _: object) -> Next:
        has_pass = "pass" in game.table.papers[self.owner]
        options = (PASS, UsePass()) if has_pass else (PASS,)
        question = Choose(options, rule_ids=("CTB-7",))
        return Ask({self.owner: question}, then=Papers.shown, acts="none")

    def shown(self, game: Game, answers: dict[Seat, Action]) -> Next:
        if answers[self.owner] == PASS:
            return Done()
        tell(game, PassShown(self.owner))
        return Done(CANCELLED)


def papers(game: Game, seizure: CrateSeized) -> Iterator[Frame]:
    if game.table.papers[seizure.owner]:
        yield Papers(owner=seizure.owner, seizure=seizure)


def hush_money(game: Game, seizure: CrateSeized) -> Iterator[Event]:
    """Whoever else patrols the quay is paid to look away. [CTB-6]"""
    for seat, quay in enumerate(game.table.patrols):
        if quay == seizure.quay and seat not in (seizure.by, seizure.owner):
            yield CoinsMoved(seat, 1)


def pay(game: Game, seat: Seat, to: Seat, cost: int) -> None:
    """A cost that must be met: as many debts as it takes. [CTB-8]"""
    while game.table.purses[seat] < cost:
        tell(game, DebtTaken(seat, True))
    tell(game, CoinsMoved(seat, -cost))
    tell(game, CoinsMoved(to, cost))


class Dawn(Frame):
    """The leader of the moment names quay after quay. [CTB-9]"""

    topic = "dawn"

    def start(self, game: Game, _: object) -> Next:
        moored = {barge.quay: True for barge in game.table.barges.values()}
        quays = tuple(Open(quay) for quay in QUAYS if quay in moored)
        if not quays:
            return Done()
        question = Choose(quays, rule_ids=("CTB-9",), open=True)
        return Ask({leader(game.table): question}, then=Dawn.named)

    def named(self, game: Game, answers: dict[Seat, Open]) -> Next:
        ((seat, answer),) = answers.items()
        tell(game, QuayNamed(seat, answer.quay))
        here = [barge for barge in game.table.barges.values() if barge.quay == answer.quay]
        cargo = tuple((barge.owner, barge.kinds) for barge in here)
        tell(game, QuayOpened(answer.quay, cargo))
        worth: dict[Seat, int] = {}
        for owner, kinds in cargo:
            worth[owner] = worth.get(owner, 0) + sum(WORTH[kind] for kind in kinds)
        for seat in sorted(worth):
            tell(game, CoinsMoved(seat, worth[seat] // 2))
        most = max(worth.values())
        rivals = tuple(seat for seat in sorted(worth) if worth[seat] == most)
        return Call(Rivalry(quay=answer.quay, rivals=rivals), then=Dawn.cleared)

    def cleared(self, game: Game, _: object) -> Next:
        return breathe(game, then=Dawn.start)


class Rivalry(Frame):
    """The most valuable cargo wins; equals bid in closed fists, then standing decides. [CTB-9]"""

    topic = "rivalry.bid"
    about = ("quay",)

    quay: str
    rivals: tuple[Seat, ...]

    def start(self, game: Game, _: object) -> Next:
        if len(self.rivals) == 1:
            return Go(Rivalry.won, self.rivals[0])
        bids = {s: Amount(0, game.table.purses[s], rule_ids=("CTB-9",)) for s in self.rivals}
        return Ask(bids, then=Rivalry.bids)

    def bids(self, game: Game, answers: dict[Seat, Number]) -> Next:
        bids = tuple((seat, answers[seat].value) for seat in self.rivals)
        tell(game, BidsOpened(bids))
        best = max(bids, key=lambda bid: (bid[1], game.table.standing[bid[0]]))
        return Go(Rivalry.won, best[0])

    def won(self, game: Game, seat: Seat) -> Next:
        tell(game, QuayWon(seat, self.quay))
        return Done()
