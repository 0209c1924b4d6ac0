"""An absent player's seat through whole games, every way to play them, with bots in the others.

The seat is played for by the bot and by the choosing that a table of the house uses. Its acts are
counted by kind: it may do nothing unasked, and neither swear, trade, propose, vote, denounce, nor
take a debt that is not forced.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from clande import bots
from clande.bots import Bot, find, playing
from clande.bots.playing import clock
from clande.kernel import (
    YES,
    Action,
    Agree,
    Game,
    QuickLuck,
    Seat,
    act,
    awaited,
    book,
    may_act,
    outcome,
    set_up,
    topic_of,
    view,
)
from clande.kernel.game import Pauses
from clande.server.bots.workers import BotAnswer, TimedPlan, think
from clande.server.game_setups import checked_header, presets_of, seats_of
from clande.server.tables.actions import decoder
from clande.usage import UsageError
from tools.soak.campaigns import Progress, patience, spread
from tools.soak.games import blamed
from tools.soak.tables import known

GAMES = ("diktat", "dictopia")
OTHERS = {  # those who bargain, swear, accuse and denounce the most
    "diktat": ("traitre", "random", "marchand", "loyal"),
    "dictopia": ("apprenti", "random", "copiste"),
}
PAUSES: tuple[Pauses, ...] = ("house", "house", "seats")
MOST = 20_000  # acts: no game takes more
SHOWN = 12

# Answers that are more than a caretaker gives, by their kind.
NEVER = (
    "Assassinate", "Develop", "Special", "Convert", "Show", "Join", "Leave", "Exclude",
    "RejectCard", "Answer",
)  # fmt: skip
# What no caretaker brings about, by kind of event, and who does.
DEEDS: dict[str, Callable[[Any], tuple[Seat, ...]]] = {
    "DealProposed": lambda event: event.deal.parties[:1],
    "DealDone": lambda event: event.between,
    "OathProposed": lambda event: event.oath.between[:1],
    "OathSworn": lambda event: event.oath.between,
    "OathBroken": lambda event: (event.seat,),
    "ReleaseOffered": lambda event: (event.by,),
    "Accused": lambda event: (event.seat,),
    "Claimed": lambda event: (event.by,),
    "Said": lambda event: (event.by,),
    "OwnPawnsShown": lambda event: (event.by,),
    "ReserveShown": lambda event: (event.by,),
    "GoodsShown": lambda event: (event.by,),
    "LeagueJoined": lambda event: (event.seat,),
    "LeagueLeft": lambda event: (event.seat,),
    "ExclusionAsked": lambda event: (event.seat,),
    "SideTaken": lambda event: (event.seat,) if event.carries else (),
    "ConclaveCalled": lambda event: (event.seat,),
    "DebtTaken": lambda event: () if event.forced else (event.seat,),
    "WordDenounced": lambda event: (event.by,),
    "MissionWritten": lambda event: (event.seat,),
    "WordLocked": lambda event: (event.seat,),
    "DisputesOpened": lambda event: tuple(seat for seat, _ in event.disputes),
}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", action="append", default=[], help="a name; may be repeated")
    parser.add_argument("--preset", default="", help="only this one")
    parser.add_argument("--seats", type=int, help="only tables with so many")
    parser.add_argument("--level", default="", help="of the caretaker (default: the usual one)")
    parser.add_argument("--games", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    parser.set_defaults(run=run)


class Task(Struct, frozen=True):
    """One game to be played, and whose seat is empty in it."""

    game: str
    preset: str
    seats: int
    seed: int
    level: str

    @property
    def absent(self) -> Seat:
        return self.seed % self.seats


class Played(Struct, frozen=True):
    """How one game went: the acts of the seat, by kind."""

    task: Task
    acts: dict[str, int] = {}
    thoughts: int = 0  # whether to do something unasked
    faults: list[str] = []
    error: str = ""


class Unended(AssertionError):
    """A game has not come to its end."""


class StandIn:
    """An absent player's seat: plays as a table of the house lets its stand-in play."""

    def __init__(self, game: Game[Any], seat: Seat, bot: str, seed: int) -> None:
        self.game = game
        self.seat = seat
        self.bot = bot
        self.seed = seed
        self.read = decoder(book(game))
        self.acts: Counter[str] = Counter()
        self.thoughts = 0
        self.faults: list[str] = []

    def look(self) -> None:
        """Thinks about what has happened, as after each message, and does what comes of it."""
        game, seat = self.game, self.seat
        if not game.stack or not (seat in awaited(game) or may_act(game, seat)):
            return
        self.thoughts += 1
        thought = think(self.bot, view(game, seat), self.seed + self.thoughts, True, clock(game))
        match thought:
            case BotAnswer(action, answers):
                self.do(action, answers)
            case TimedPlan() as plan if plan.lock:
                self.do(plan.lock[1], False)
            case TimedPlan() as plan:
                self.do(self.read(plan.draft_at(clock(game))), True)

    def do(self, action: Action, answers: bool) -> None:
        kind = type(action).__name__
        if not answers:
            self.fault(f"{kind}, unasked")
        else:
            self.weigh(action)
        topic = topic_of(self.game.stack[-1]) or {"type": "-"}
        self.acts[f"{topic['type']}: {kind}"] += 1
        act(self.game, self.seat, action)

    def weigh(self, action: Action) -> None:
        question, kind = self.game.asked[self.seat], type(action).__name__
        refusing = question.default()
        if isinstance(question, Agree) and action != refusing:
            self.fault(f"a vote: {kind}")
        elif action == YES:
            self.fault("agrees")
        elif kind in NEVER and action != refusing:
            self.fault(kind)

    def fault(self, what: str) -> None:
        self.faults.append(f"{what}, at {type(self.game.stack[-1]).__name__}")

    def recount(self) -> list[str]:
        """What the seat has done that it should not, by the log of the game."""
        return [
            kind
            for event in self.game.log or ()
            if self.seat in DEEDS.get(kind := type(event).__name__, nobody)(event)
        ]


def nobody(event: Any) -> tuple[Seat, ...]:
    return ()


def play(task: Task) -> Played:
    error, seat = "", None
    try:
        with patience():
            seat = played(task)
    except Exception as raised:
        error = f"{blamed(raised)}: {type(raised).__name__}: {raised}"
    if seat is None:
        return Played(task, error=error)
    return Played(task, dict(seat.acts), seat.thoughts, seat.faults + seat.recount(), error)


def played(task: Task) -> StandIn:
    """Plays a game to its end."""
    way = next(way for way in presets_of(task.game) if way.name == task.preset)
    header = checked_header(task.game, task.seats, way.modules, way.options)
    game = set_up(header, QuickLuck(task.seed), PAUSES[task.seed % len(PAUSES)])
    names = OTHERS[task.game]
    others: dict[Seat, Bot] = {
        seat: find(names[(seat + task.seed) % len(names)], task.game)
        for seat in range(task.seats)
        if seat != task.absent
    }
    absent = StandIn(game, task.absent, bots.stand_in(task.game, task.level), task.seed)
    luck, count = QuickLuck(task.seed), 0
    while awaited(game):
        absent.look()
        for _ in playing(game, others, luck):  # the house goes on here, too
            absent.look()
            count += 1
            if count > MOST:
                raise Unended(f"no end after {MOST} acts")
    if outcome(game) is None:
        raise Unended("nobody is asked, and the game is not over")
    return absent


def planned(options: argparse.Namespace) -> Iterator[Task]:
    """Every way to play every game with every number of seats, in turn."""
    tables = [
        (game, way.name, seats)
        for game in options.game or GAMES
        for way in presets_of(game)
        for seats in seats_of(game, way)
        if options.preset in ("", way.name) and options.seats in (None, seats)
    ]
    if not tables:
        raise UsageError("there is no such table")
    for game in {game for game, _, _ in tables}:
        find(bots.stand_in(game, options.level), game)
    number = 0
    while True:
        game, way, seats = tables[number % len(tables)]
        yield Task(game, way, seats, options.seed + number, options.level)
        number += 1


def run(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise UsageError("--games is more than nothing")
    if unknown := [game for game in options.game if game not in GAMES]:
        raise UsageError(f"{unknown[0]} has no caretaker; there are: {', '.join(GAMES)}")
    known(GAMES)
    tasks = list(islice(planned(options), options.games))
    progress = Progress(len(tasks), "games")
    acts: dict[str, Counter[str]] = {}
    thoughts = wrong = 0
    for game in spread(play, iter(tasks), GAMES, options.processes):
        acts.setdefault(game.task.game, Counter()).update(game.acts)
        thoughts += game.thoughts
        for fault in [*game.faults, *([game.error] if game.error else [])]:
            wrong += 1
            if wrong <= SHOWN:
                task = game.task
                print(f"  {task.preset}, {task.seats} seats, seed {task.seed}: {fault}")
        progress.went(1, f", {wrong} wrong")
    progress.over()
    for name, counted in sorted(acts.items()):
        print(f"{name}:")
        for kind, number in sorted(counted.items()):
            print(f"  {number:7} {kind}")
    total = sum(sum(counted.values()) for counted in acts.values())
    print(f"{len(tasks)} games, {total} acts, {thoughts} thoughts, {wrong} wrong")
    return 1 if wrong else 0
