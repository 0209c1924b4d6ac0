"""Two worlds that a viewer can't tell apart send it the same bytes at the same moments.

At a point of a game, two tables in virtual time are laid: with people and bots, at some pace, early
in a cycle or with its purse nearly spent. *Worlds*: in the second, another world is laid that one
viewer can't tell from the first, and the same is done at the same moments. Then time passes over
the next stops. What the viewer was sent, and when, must be the same, until the rules disclose
something. *Silences*: the second table is the same world, without some commands that a viewer may
not notice: that, too, must leave everything that it is sent as it was, and when.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from clande.kernel import (
    HOUSE,
    PASS,
    SPECTATOR,
    Action,
    Game,
    Header,
    QuickLuck,
    Seat,
    View,
    act,
    forced,
    lucky,
    offers,
    set_up,
    told,
    view,
)
from clande.kernel.books import book, compose
from clande.kernel.free_texts import text_fields
from clande.server.bots.scheduling import ReadyAct
from clande.server.bots.workers import BotAnswer
from clande.server.http.schemas.tables import Pace, Terms
from clande.server.sockets.protocol import (
    Act,
    AskOffers,
    ClientMessage,
    HoldGame,
    QuestionClock,
    Resync,
    SaveDraft,
    SetPace,
    SkipShowing,
    UndoRequest,
)
from clande.server.tables import clocks
from clande.server.tables.mailbox import BotAnswered
from clande.server.tables.sealing import asks_house_to_go_on
from clande.server.tables.showing import HOLDS, TEMPOS, Showing
from clande.server.tables.transition import SideState
from clande.testing.play import playout
from tests.server.secrecy import Leak, is_disclosure, story_of, twin_of
from tests.support.virtual_table import Frame, VirtualTable, folded

NOW = 1_000_000
LONG = 12_000  # milliseconds: several stops
NONSENSE = b'{"type":"Number","value":1000000000}'
RARE = ("Conquest", "Precedence", "Looking")  # rules that random points would seldom meet
NO_END = 1 << 60
THOUGHT = 250  # milliseconds that a bot thinks at most


class Step(Struct, frozen=True):
    """What a person does. `answers`: what it was asked; else an act unasked. `silent`: who may not
    notice it."""

    at: int
    seat: Seat
    kind: str
    action: Action | None = None
    answers: bool = False
    silent: frozenset[Seat] | None = None  # None: not one of the commands to leave out
    id: str = ""
    refused: bool = False
    instead: bool = False  # done only where silent steps are left out


class Setting(Struct, frozen=True):
    """How a table is laid, as far as everybody sees it."""

    terms: Terms
    bots: dict[Seat, str]
    showing: Showing
    limits: clocks.TimeLimits

    def side(self, game: Game[Any]) -> SideState:
        alone = game.header.seats - len(self.bots) == 1
        clock = QuestionClock() if alone else clocks.wound(game, self.limits, NOW)
        return SideState(clock=clock, at=NOW, showing=self.showing.copy())


def setting_of(game: Game[Any], dice: QuickLuck) -> Setting:
    """A table for this game: half of them have nearly spent the purse of the cycle."""
    header = game.header
    pace: Pace = dice.pick(("normal", "normal", "fast", "fast", "pose", "instant"))
    terms = Terms(
        header.game,
        header.seats,
        tuple(header.mix.split("+")[1:]),
        pace=pace,
        watched=True,
        stand_in="wait",
        talk="free",
    )
    number = min(dice.pick((0, 0, 1, 1, header.seats - 1)), header.seats - 1)
    bots = {header.seats - 1 - n: dice.pick(("novice", "stratege")) for n in range(number)}
    tempo = TEMPOS[pace]
    spent = max(0, tempo.purse - dice.pick((0, 2000, 6000, 20_000))) if dice.below(2) else 0
    used = {seat: dice.below(HOLDS + 1) for seat in game.seats if dice.below(3) == 0}
    until = NOW + (dice.below(tempo.backlog // 2 + 1) if dice.below(3) else 0)
    began = NOW - dice.pick((0, dice.below(1000), dice.below(90_000)))
    showing = Showing(pace, until=until, began=began, spent=spent, used=used)
    return Setting(terms, bots, showing, clocks.time_limits(terms, header.mix))


# by the seat of a bot, how much was heard in public, how often the bot has acted unasked since its
# last answer, and whether it is asked
Wishes = dict[tuple[Seat, int, int, bool], BotAnswer | None]


class Run:
    """One table and what is done there. `model`: the run that this one follows."""

    def __init__(
        self, game: Game[Any], setting: Setting, seed: int, model: Run | None, is_twin: bool
    ) -> None:
        self.setting = setting
        self.seed = seed
        self.dice = QuickLuck(seed + 77 + (model is not None))
        self.wishes: Wishes = {} if model is None else model.wishes
        self.follows = model is not None
        self.is_twin = is_twin
        self.end = NO_END  # from then on, this run does not do the same as its model
        self.wanted: dict[Seat, Action] = {}  # answers that lie sealed
        self.sent = 0
        self.table = VirtualTable(
            game, setting.terms, setting.side(game), NOW, setting.bots, self.wish, self.think
        )
        self.table.after = self.give_again
        self.table.settle()

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    def part(self) -> None:
        self.end = min(self.end, self.table.now())

    # Bots

    def think(self, thought: BotAnswered) -> int:
        """How long a thought takes: it differs from world to world, and nobody may notice, whether
        or not it comes in time."""
        bots, now = self.table.actor.current_play().bots, self.table.now()
        ready = ReadyAct(
            thought.action or PASS, thought.answers, now + 1, thought.number, bots.stop()
        )
        span = bots.moment(thought.seat, ready) - now
        return 1 + self.dice.below(min(span, THOUGHT) if span > 0 else THOUGHT)

    def wish(self, table: VirtualTable, seen: View[Any], free: bool) -> BotAnswer | None:
        """What a bot does: as it wants at the first table, and alike at the other."""
        seat = seen.seat
        asked = seen.question is not None and seen.answer is None
        done = table.actor.current_play().bots.unasked.get(seat, 0)
        key = (seat, table.live.heard.get(SPECTATOR, 0), done, asked)
        if not self.follows and key not in self.wishes:
            self.wishes[key] = self.invented(seat, asked, free, zlib.crc32(repr(key).encode()))
        if key not in self.wishes:
            self.part()
        wish = self.wishes.get(key)
        if not self.follows or wish is None:
            return wish
        action = self.alike(seat, wish.action, wish.answers)
        if action is None:
            self.part()
            return None
        return BotAnswer(action, wish.answers)

    def invented(self, seat: Seat, asked: bool, free: bool, key: int) -> BotAnswer | None:
        dice, game = QuickLuck(self.seed + key), self.table.game
        if free and dice.below(4) == 0 and (open_to_it := offers(game, seat)):
            action = dice.pick(open_to_it).question.sample(dice)
            # bots write nothing; and here they leave alone what a whisper may take from the table
            bargains = getattr(action, "number", 0) or getattr(action, "answers", 0)
            if not text_fields(type(action)) and not bargains:
                return BotAnswer(action, False)
        return BotAnswer(game.asked[seat].sample(dice), True) if asked else None

    def alike(self, seat: Seat, action: Action, answers: bool) -> Action | None:
        """The same act in this world, as far as others can see; None if there is none."""
        game = self.game
        if answers:
            question = game.asked.get(seat)
            if question is None:
                return None
            other = question.alike(action, self.dice) if self.is_twin else action
            return other if question.admits(other) else None
        for offer in offers(game, seat):
            if type(offer.question.default()) is type(action):
                other = offer.question.alike(action, self.dice) if self.is_twin else action
                if offer.question.admits(other):
                    return other
        return None

    # People

    def give_again(self) -> None:
        """An answer that has come back to its author is given once more, at once."""
        live = self.table.live
        for seat, action in list(self.wanted.items()):
            encoded = msgspec.json.encode(action)
            if live.drafts.get(seat) == (live.decision(seat), encoded) and seat in live.missing():
                self.sent += 1
                del self.wanted[seat]
                self.send(seat, Act(f"again{self.sent}", live.decision(seat), Raw(encoded)))
                if seat in live.sealed_now():
                    self.wanted[seat] = action
            elif seat not in live.side.sealed:
                del self.wanted[seat]

    def send(self, seat: Seat, message: ClientMessage) -> bool:
        """Sends a message; whether it was not refused."""
        before = len(self.table.frames[seat])
        self.table.send(seat, message)
        return not any(b'"type":"nack"' in sent for _, sent in self.table.frames[seat][before:])

    def do(self, step: Step, viewer: Seat | None = None) -> bool:
        """Does a step; whether it was done. A step of the viewer is the same in both worlds; that
        of another is alike."""
        self.table.until(step.at)
        live, seat = self.table.live, step.seat
        if not self.game.stack:
            self.part()
            return False
        decision, action = live.decision(seat), step.action
        if self.follows and action is not None and seat != viewer and step.kind == "act":
            action = self.alike(seat, action, step.answers)
            if action is None:
                self.part()
                return False
        encoded = Raw(NONSENSE if action is None else msgspec.json.encode(action))
        messages: dict[str, ClientMessage] = {
            "act": Act(step.id, decision, encoded),
            "undo": UndoRequest(step.id, decision),
            "hold": HoldGame(step.id),
            "skip": SkipShowing(step.id),
            "pace": SetPace(step.id, self.setting.terms.pace, step.answers),
            "draft": SaveDraft(decision, encoded),
            "offers": AskOffers(("UseAbility",)),
            "resync": Resync(),
        }
        was_done = self.send(seat, messages[step.kind])
        if step.kind == "act" and action is not None and seat in live.sealed_now():
            self.wanted[seat] = action
        elif step.kind == "undo":
            self.wanted.pop(seat, None)
        return was_done

    def follow(self, steps: list[Step], viewer: Seat | None, until: int) -> None:
        """Does the steps of the model, and lets time pass as long."""
        for step in steps:
            others = step.seat != viewer and step.kind != "hold"
            if step.refused and self.is_twin and others:
                continue  # nobody sees how others are refused
            if not self.do(step, viewer) and not step.refused and others:
                self.part()
            if self.table.now() >= self.end:
                return
        self.table.until(until)
        self.look()

    def look(self) -> None:
        """All viewers ask for a snapshot, which must be what their frames have told them."""
        for viewer in self.table.outboxes:
            self.send(viewer, Resync())
            *before, (_, snapshot) = self.table.frames[viewer]
            state = msgspec.json.decode(snapshot)["state"]
            if folded(before) != state:
                raise Leak(f"seat {viewer} is told otherwise by a snapshot", snapshot[:400])


# What is done


class Inventor:
    """Draws up what people do at a table, by doing it there."""

    def __init__(self, run: Run, dice: QuickLuck, silently: bool) -> None:
        self.run = run
        self.table = run.table
        self.dice = dice
        self.silently = silently  # with commands that some may not notice
        self.steps: list[Step] = []
        self.people = [seat for seat in run.game.seats if seat not in run.setting.bots]
        self.ended = False

    def invent(self) -> list[Step]:
        dice, table = self.dice, self.table
        for _ in range(1 + dice.below(4)):
            until = table.live.side.showing.until
            moments = (until - 1, until, until + 1, table.now() + dice.below(700))
            at = dice.pick((*moments, table.now() + dice.below(3000)))
            table.until(max(table.now(), at))
            if not table.game.stack:
                return self.steps
            self.move()
            if self.ended:
                break
        for _ in range(1 + dice.below(3)):
            self.answer_all()
            table.until(table.now() + dice.below(6000))
        due = table.live.side.clock.due
        if due is not None and dice.below(10) == 0:
            table.until(due + 1000)
        return self.steps

    def move(self) -> None:
        moves = [self.answer] * 5 + [self.unasked] * 5 + [self.hold] * 2
        moves += [self.undo, self.bother]
        if self.table.live.alone:
            moves += [self.skip] * 2
        if self.silently:
            moves = [self.answer] * 2 + [self.unasked] * 3 + [self.hold]
            moves += [self.answer_and_undo] * 3 + [self.bother, self.hold_together]
            moves += [self.answer_in_turn] * (5 if len(self.asked()) > 1 else 0)
            if forced(self.table.game) and asks_house_to_go_on(self.table.game):
                moves = [self.answer_what_is_forced]
            moves += [self.whisper] * 5
        self.dice.pick(moves)()

    def do(self, step: Step) -> bool:
        """Does a step, and notes it; whether it was not refused."""
        self.steps.append(structs.replace(step, id=f"s{len(self.steps)}"))
        was_done = self.run.do(self.steps[-1])
        if not was_done:
            self.change(refused=True)
        return was_done

    def change(self, **changes: Any) -> None:
        """Changes what was noted of the latest step."""
        self.steps[-1] = structs.replace(self.steps[-1], **changes)

    def asked(self) -> list[Seat]:
        live = self.table.live
        return [seat for seat in live.missing() if seat in self.people and seat != HOUSE]

    def drawn_answer(self, seat: Seat) -> Action:
        question = self.table.game.asked[seat]
        return question.sample(self.dice) if self.dice.below(2) else question.default()

    def answer(self) -> None:
        if seats := self.asked():
            seat = self.dice.pick(seats)
            self.do(Step(self.table.now(), seat, "act", self.drawn_answer(seat), True))

    def answer_all(self) -> None:
        for seat in self.asked():
            if seat in self.asked():
                at = self.table.now() + self.dice.below(500)
                self.table.until(at)
                if seat in self.asked():
                    self.do(Step(at, seat, "act", self.drawn_answer(seat), True))

    def unasked(self) -> None:
        self.act_unasked(noted=False)

    def whisper(self) -> None:
        for _ in range(4):
            if self.act_unasked(noted=True):
                return

    def act_unasked(self, noted: bool) -> bool:
        """Somebody does something unasked. `noted`: only if somebody may not notice it."""
        seat, game = self.dice.pick(self.people), self.table.game
        open_to_it = offers(game, seat)
        if not open_to_it:
            return False
        kinds = sorted({type(offer.question.default()).__name__ for offer in open_to_it})
        kind = self.dice.pick(kinds)
        ofs = [o for o in open_to_it if type(o.question.default()).__name__ == kind]
        action = self.dice.pick(ofs).question.sample(self.dice)
        silent = None
        if self.silently:
            silent = not_noticing(game, seat, action)
            if noted and not silent:
                return False
        return self.do(Step(self.table.now(), seat, "act", action, silent=silent or None))

    def hold(self) -> None:
        seat = self.dice.pick(self.people)
        if not self.do(Step(self.table.now(), seat, "hold")) and self.silently:
            self.change(silent=self.others(seat))

    def hold_together(self) -> None:
        """One holds, and another as long: nobody sees how many they are."""
        if len(self.people) < 2 or self.table.live.side.showing.holds:
            return
        first, second = self.dice.pick(self.people), self.dice.pick(self.people)
        if first != second and self.do(Step(self.table.now(), first, "hold")):
            self.do(Step(self.table.now(), second, "hold", silent=self.others(second)))
            self.people.remove(first)  # whose next public act would put out one of the two
            self.ended = True

    def answer_and_undo(self) -> None:
        """Somebody answers and takes it back before the house goes on."""
        if not (seats := self.asked()):
            return
        live, seat, now = self.table.live, self.dice.pick(seats), self.table.now()
        step = Step(now, seat, "act", self.drawn_answer(seat), True, self.others(seat))
        last = len(live.missing()) == 1
        ends = live.side.showing.ends()
        if last and ends <= now + 1:
            return
        length = len(self.table.game.log or ())
        if not self.do(step):
            return
        if seat not in live.sealed_now() or len(self.table.game.log or ()) != length:
            self.change(silent=None)
            return
        number = len(self.steps) - 1
        if self.dice.below(2):
            self.bother()
        span = ends - 1 - now if last else 700
        at = now + self.dice.below(max(1, span))
        if not self.do(Step(at, seat, "undo", silent=self.others(seat))):
            self.steps[number] = structs.replace(self.steps[number], silent=None)

    def answer_in_turn(self) -> None:
        """Two of those who are asked answer: nobody else sees which of them was the first."""
        if len(seats := self.asked()) < 2:
            return
        first, second = self.dice.pick(seats), self.dice.pick(seats)
        if first == second:
            return
        if self.dice.below(2):
            self.do(Step(self.table.now(), first, "hold"))
        answers = {seat: self.drawn_answer(seat) for seat in (first, second)}
        moments = [self.table.now(), self.table.now() + 1 + self.dice.below(900)]
        silent = self.others(first) & self.others(second)
        for at, seat in zip(moments, (first, second), strict=True):
            if seat not in self.asked() and at != moments[0]:
                return  # the game went on meanwhile
            self.do(Step(at, seat, "act", answers[seat], True, silent))
        for at, seat in zip(moments, (second, first), strict=True):
            step = Step(at, seat, "act", answers[seat], True, silent, f"i{at}", instead=True)
            self.steps.append(step)
        self.steps.sort(key=lambda step: step.at)

    def answer_what_is_forced(self) -> None:
        """Somebody gives the only answer there is, before the house does."""
        if seats := [seat for seat in self.asked() if seat in forced(self.table.game)]:
            seat = self.dice.pick(seats)
            answer = forced(self.table.game)[seat]
            self.do(Step(self.table.now(), seat, "act", answer, True, self.others(seat)))

    def undo(self) -> None:
        live = self.table.live
        if seats := [s for s in self.people if live.side.open.get(s) or s in live.sealed_now()]:
            self.do(Step(self.table.now(), self.dice.pick(seats), "undo"))

    def skip(self) -> None:
        kind = self.dice.pick(("skip", "skip", "pace"))
        self.do(Step(self.table.now(), self.people[0], kind, answers=self.dice.below(3) == 0))

    def bother(self) -> None:
        """Somebody asks for something, or asks too much: nobody else may notice."""
        seat = self.dice.pick(self.people)
        kind = self.dice.pick(("offers", "resync", "draft", "act"))
        action = None
        if kind == "draft":
            if seat not in self.asked() or seat in self.run.wanted:
                return
            action = self.table.game.asked[seat].sample(self.dice)
        self.do(Step(self.table.now(), seat, kind, action, silent=self.others(seat)))

    def others(self, seat: Seat) -> frozenset[Seat]:
        return frozenset({*self.table.outboxes} - {seat})


def not_noticing(game: Game[Any], actor: Seat, action: Action) -> frozenset[Seat]:
    """The viewers that may not notice an act."""
    after, length = game.clone(keep_log=True), len(game.log or ())
    act(after, actor, action)
    events = (after.log or [])[length:]
    return frozenset(
        viewer
        for viewer in (*game.seats, SPECTATOR)
        if viewer != actor
        and not any(told(event, viewer) is not None for event in events)
        and view(after, viewer) == view(game, viewer)
    )


# Comparisons


def compare_worlds(game: Game[Any], viewer: Seat, setting: Setting, seed: int) -> int:
    """Holds one viewer to it in two worlds; how many comparisons that were."""
    dice = QuickLuck(seed)
    twin = twin_of(game, viewer, dice)
    first = Run(game.clone(keep_log=True), setting, seed, None, False)
    steps = Inventor(first, dice, silently=False).invent()
    until = first.table.now()
    first.look()
    second = Run(twin, setting, seed, first, True)
    second.follow(steps, viewer, until)
    end = min(first.end, second.end)
    match(game, viewer, first.table.frames[viewer], second.table.frames[viewer], end, steps)
    return 1


def compare_silences(game: Game[Any], setting: Setting, seed: int) -> int:
    """Holds all viewers to it, with commands that some of them may not notice and without; how many
    comparisons that were."""
    dice = QuickLuck(seed)
    first = Run(game.clone(keep_log=True), setting, seed, None, False)
    steps = Inventor(first, dice, silently=True).invent()
    silent = [step for step in steps if step.silent is not None and not step.instead]
    if not silent:
        return 0
    until = first.table.now()
    first.look()
    count = 0
    for viewers in {step.silent for step in silent}:
        assert viewers is not None
        rest = [s for s in steps if s.instead == (s.silent is not None and viewers <= s.silent)]
        second = Run(game.clone(keep_log=True), setting, seed, first, False)
        second.follow(rest, None, until)
        for viewer in viewers:
            if viewer in first.table.frames:
                pair = (first.table.frames[viewer], second.table.frames[viewer])
                match(game, viewer, *pair, second.end, steps)
                count += 1
    return count


def match(
    game: Game[Any],
    viewer: Seat,
    first: list[Frame],
    second: list[Frame],
    end: int,
    steps: list[Step],
) -> None:
    """Both sequences must be the same up to `end`, or to what the rules disclose."""
    for number in range(max(len(first), len(second))):
        pair = [frames[number] if number < len(frames) else None for frames in (first, second)]
        if pair[0] == pair[1]:
            continue
        pair = [without_texts(frames[number:]) for frames in (first, second)]
        times = [frame[0] for frame in pair if frame is not None]
        if min(times) >= end:
            return
        sent = [[] if frame is None else [frame[1]] for frame in pair]
        same_time = len(times) == 2 and times[0] == times[1]
        if parted(game, viewer, sent, pair, same_time):
            return
        what = "bytes" if same_time else "time"
        raise Leak(
            f"{what}: seat {viewer} after {steps}",
            *(frame and frame[1][:900] for frame in pair),
            times,
        )


def without_texts(frames: list[Frame]) -> Frame | None:
    """The first of these frames, but for free texts: they go before what tells of them."""
    return next((frame for frame in frames if b'{"type":"written"' not in frame[1]), None)


def parted(
    game: Game[Any],
    viewer: Seat,
    sent: list[list[bytes]],
    pair: list[Frame | None],
    same_time: bool,
) -> bool:
    """Whether the rules mean to tell the two worlds apart here. Frames at different moments are
    parted only by an event whose very happening tells."""
    if same_time:
        return is_disclosure(game, viewer, *sent) or all(is_over(part) for part in sent)
    kinds = {kind.__name__: kind for kind in book(game).events}
    earlier = min((frame for frame in pair if frame is not None), key=lambda frame: frame[0])
    return any(kinds[line["type"]].discloses for line in story_of([earlier[1]])[:1])


def is_over(sent: list[bytes]) -> bool:
    return any(b'{"path":["status"],"value":"over"}' in payload for payload in sent)


def compare_delayed(game: Game[Any], setting: Setting, seed: int, delay: int) -> int:
    """Holds spectators who watch with a delay to it: they are sent what the others are sent, later
    by a constant, and with every time in it later by as much. How many frames that were."""
    first = Run(game.clone(keep_log=True), setting, seed, None, False)
    steps = Inventor(first, QuickLuck(seed), silently=False).invent()
    until = first.table.now()
    terms = structs.replace(setting.terms, delay=delay)
    later = structs.replace(setting, terms=terms)
    second = Run(game.clone(keep_log=True), later, seed, first, False)
    for step in steps:
        second.do(step)
    second.table.until(until)
    if second.end <= until:
        return 0
    second.table.until(until + delay)
    live, delayed = (run.table.frames[SPECTATOR] for run in (first, second))
    wanted = [(at + delay, shift(sent, delay)) for at, sent in live if is_of_game(sent)]
    given = [(at, shift(sent, 0)) for at, sent in delayed if is_of_game(sent)]
    if wanted != given:
        raise Leak(f"those who watch with a delay see other times, after {steps}", wanted, given)
    return len(given)


def is_of_game(sent: bytes) -> bool:
    return msgspec.json.decode(sent)["type"] in ("snapshot", "news")


def shift(sent: bytes, by: int) -> Any:
    """A frame with all its times later by so much; without its checksum, and without the events
    from before it was sent."""
    message = msgspec.json.decode(sent)
    del message["check"]
    parts = {change["path"][0]: change.get("value") for change in message.get("patch", ())}
    if message["type"] == "snapshot":
        del message["story"]
        parts = message["state"]
    if (clock := parts.get("clock")) and clock["due"] is not None:
        clock["due"] += by
    if showing := parts.get("showing"):
        showing["until"] += by
    return message


# Games


def points(header: Header, seed: int, number: int, rare: int = 2) -> Iterator[Game[Any]]:
    """Some positions of a game that is played at random, and some of each rare stop."""
    dice = QuickLuck(seed)
    game = set_up(header, lucky(seed), compose(header.mix).pauses)
    wanted = sorted({dice.below(40 + 380 * (n % 2)) for n in range(number)})
    met: Counter[str] = Counter()
    for at, _ in enumerate(playout(game, QuickLuck(seed + 1), meddling=4)):
        if not game.stack or not wanted:
            return
        rule = type(game.stack[-1]).__name__
        # where the house ends pauses, answers lie beside the game, not in it; and no world that a
        # viewer imagines has suspended answers of others
        answered = game.suspended or (game.pauses == "house" and game.answers)
        if answered or (at < wanted[0] and (rule not in RARE or met[rule] >= rare)):
            continue
        if at >= wanted[0]:
            wanted.pop(0)
        met[rule] += 1
        yield game


def hold(header: Header, seed: int, number: int, rare: int = 1) -> int:
    """One game, held to it at some points, for every viewer."""
    positions = enumerate(points(header, seed, number, rare))
    return sum(hold_at(game, QuickLuck(seed * 1000 + at)) for at, game in positions)


def hold_at(game: Game[Any], dice: QuickLuck) -> int:
    """One position, held to it for every viewer."""
    count = 0
    for viewer in (*game.seats, SPECTATOR):
        setting = setting_of(game, dice)
        if viewer not in setting.bots:
            count += compare_worlds(game, viewer, setting, dice.below(1 << 30))
        count += compare_silences(game, setting_of(game, dice), dice.below(1 << 30))
    return count


def hold_where(
    header: Header, seed: int, wanted: Callable[[Game[Any]], bool], most: int = 4, times: int = 3
) -> int:
    """One game, held to it several times at positions of one kind."""
    game, dice = set_up(header, lucky(seed), compose(header.mix).pauses), QuickLuck(seed)
    count = met = 0
    for _ in playout(game, QuickLuck(seed + 1), meddling=4):
        if met == most or not game.stack:
            break
        if wanted(game) and not (game.answers or game.suspended):
            met += 1
            count += sum(hold_at(game, dice) for _ in range(times))
    return count
