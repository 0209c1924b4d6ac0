"""One table in play, without a clock, a socket or a disk of its own.

`decide` takes a command and the time, and says what would come of it: the entry to store, and what
each viewer would be sent. Once that is stored, `commit` makes it so and returns the payloads. If
storing fails, the caller drops the table and loads it again from the store.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Protocol

import msgspec

from clande import __version__
from clande.kernel import (
    HOUSE,
    SPECTATOR,
    Action,
    Breathe,
    Event,
    Game,
    IllegalAction,
    Number,
    Past,
    Seat,
    Speech,
    Undone,
    awaited,
    offers,
    plain,
    told,
    view,
    waits_for_house,
)
from clande.kernel import Undo as UndoAct
from clande.kernel.books import Book, book, free_speech
from clande.kernel.encoded_table import EncodedTable, Moved, encode
from clande.kernel.record import union
from clande.kernel.words import KERNEL_ACTIONS, PASS
from clande.server.sockets import protocol
from clande.server.sockets.protocol import (
    Ack,
    Meaning,
    QuestionClock,
    Remark,
    State,
    Status,
    bounded,
)
from clande.server.store import EntryRow
from clande.server.store.chain import RECALLED
from clande.server.tables import clocks, encoded_views
from clande.server.tables.clocks import Pace
from clande.server.tables.encoded_views import (
    FALSE,
    NULL,
    TRUE,
    EncodedView,
    EncodedViews,
    decode,
    differ,
    put,
    text,
)
from clande.server.tables.feeds import Feed, Lines, Outgoing
from clande.server.tables.transition import (
    Acting,
    Adding,
    Command,
    CommandRefused,
    EndByVote,
    Halted,
    Pausing,
    SideState,
    TimeUp,
    Transition,
    UndoMark,
)
from clande.text import Catalogue, sentences


class GameWithChain(Protocol):
    """A game and the end of its chain, as the store gives it."""

    game: Game[Any]
    number: int
    past: Past
    written: EncodedTable
    moved: list[Moved]  # what the last act has changed on the table

    def decide(self, command: str, seat: Seat, action: Action, at: int, reply: Any) -> EntryRow: ...


@cache
def reader_of(kinds: tuple[type[Action], ...]) -> Callable[[bytes], Action]:
    """Reads acts of these kinds. It takes long to make, and serves all tables."""
    return msgspec.json.Decoder(union(kinds)).decode


@lru_cache(maxsize=1024)
def spoken(speech: Speech) -> bytes:
    return encode(speech)


DONE = 32
SILENCE = Speech(False, ())


class LiveGame:
    """A game at a table. Only one task may hold it."""

    def __init__(
        self,
        play: GameWithChain,
        pace: Pace,
        kept: SideState | None,
        now: int,
        watched: bool = True,
    ) -> None:
        self.play = play
        self.watched = watched  # whether there may be others than the seats who are told
        self.pace = pace
        self.book: Book = book(play.game)
        self.acts = reader_of((*KERNEL_ACTIONS, *self.book.actions))
        self.latest: tuple[bytes | None, Action] = (None, PASS)  # act that was read
        self.drafts: dict[Seat, tuple[int, bytes]] = {}
        if kept is None:
            kept = SideState(clock=clocks.wound(play.game, pace, now), at=now)
        self.kept = kept
        self.viewers = (*play.game.seats, SPECTATOR)
        if kept.made != (made := f"{__version__}/{protocol.PROTO}/{play.game.header.version}"):
            self.begin_anew(kept, made)
        self.layout = encoded_views.layout_of(type(play.game.table))
        self.look = encoded_views.look(play.game, self.viewers, None, play.written)
        self.feeds = {
            viewer: Feed(viewer, self.layout, pieces, *kept.numbers.get(viewer, (0, "")))
            for viewer, pieces in self.stated(kept, self.look.pieces).items()
        }

    def begin_anew(self, kept: SideState, made: str) -> None:
        """Another make may show the same game otherwise: no news lead there from what clients
        have, so that their pasts must not agree."""
        if kept.made or kept.numbers:
            for viewer, (number, check) in kept.numbers.items():
                other = zlib.crc32(made.encode(), int(check or "0", 16))
                kept.numbers[viewer] = (number + 1, f"{other:08x}")
        kept.made = made

    # What is there

    @property
    def game(self) -> Game[Any]:
        return self.play.game

    @property
    def status(self) -> Status:
        return self.status_of(self.kept)

    def state(self, viewer: Seat, kept: SideState) -> State:
        """What the house adds to the view of a game; `game` itself is apart, in pieces."""
        status = self.status_of(kept)
        undo = bool(kept.open.get(viewer)) and status == "playing"
        decision = kept.decisions.get(viewer, 0)
        return State(status, {}, decision, undo, kept.clock, self.speech(viewer))

    def status_of(self, kept: SideState) -> Status:
        if not self.game.stack or kept.ended:
            return "over"
        return "paused" if kept.paused else "playing"

    def stated(self, kept: SideState, shown: dict[Seat, EncodedView]) -> dict[Seat, EncodedView]:
        """The pieces of whole states: those of the game, and what the house adds to them. What is
        the same for several viewers, or as before, is one object."""
        status, decision = self.status_of(kept), self.layout.own.at["decision"]
        here, playing = b'"%b"' % status.encode(), status == "playing"
        common = shown[SPECTATOR].common  # of all
        put(common, 0, here)
        put(common, -1, encode(kept.clock))
        for viewer, pieces in shown.items():
            own = pieces.own
            put(own, decision, b"%d" % kept.decisions.get(viewer, 0))
            own[decision + 1] = TRUE if playing and kept.open.get(viewer) else FALSE
            own[decision + 2] = spoken(self.speech(viewer))
        return shown

    def speech(self, viewer: Seat) -> Speech:
        """To whom a seat may speak: the rules say so while the game lasts."""
        if viewer == SPECTATOR:
            return SILENCE
        if not self.game.stack:
            return free_speech(self.game, viewer)
        return self.book.speech(self.game, viewer)

    def decision(self, seat: Seat) -> int:
        return self.kept.decisions.get(seat, 0)

    def story(self, viewer: Seat, most: int = 60) -> list[dict[str, Any]]:
        """The latest that a viewer was told."""
        heard: list[dict[str, Any]] = []
        for event in reversed(self.game.log or []):
            if (line := told(event, viewer)) is not None:
                heard.append(line)
                if len(heard) == most:
                    break
        return heard[::-1]

    def facts(self, kinds: tuple[str, ...], viewer: Seat) -> list[dict[str, Any]]:
        """What happened so far, of these kinds, as a viewer was told it."""
        log = [event for event in self.game.log or () if type(event).__name__ in kinds]
        return [line for event in log if (line := told(event, viewer)) is not None]

    def offers(self, seat: Seat, kinds: tuple[str, ...]) -> bytes:
        """What a seat may do unasked, by the kind of act."""
        counts: dict[str, int] = {}
        questions = []
        for offer in offers(self.game, seat) if seat != SPECTATOR else ():
            kind = type(offer.question.default()).__name__
            counts[kind] = counts.get(kind, 0) + 1
            if kind in kinds:
                questions.append(plain(offer.question))  # type: ignore[arg-type]
        return protocol.write(protocol.Offers(self.feeds[seat].number, counts, questions))

    def weigh(
        self, seat: Seat, decision: int, actions: tuple[bytes, ...], words: Catalogue
    ) -> tuple[Meaning, ...]:
        """What acts that a seat could do now would mean to it, told from its view alone."""
        if decision != self.decision(seat):
            raise CommandRefused("stale")
        asked = self.game.asked.get(seat)
        open_to_it = None
        shown, meanings = view(self.game, seat, ()), []
        for action in map(self.read, actions):
            if asked is None or not asked.admits(action):
                open_to_it = offers(self.game, seat) if open_to_it is None else open_to_it
                if not any(offer.question.admits(action) for offer in open_to_it):
                    raise CommandRefused("not_admitted")
            text = sentences.action(words, self.book.name, action, shown)
            heard = sentences.cautioned(words, shown, action)
            meanings.append(Meaning(text, tuple([Remark(*said) for said in heard])))
        return tuple(meanings)

    # Time

    def may_be_overdue(self, now: int) -> bool:
        """Whether it is worth looking who is."""
        due = self.kept.clock.due
        return (due is not None and now >= due) or HOUSE in self.game.asked

    def overdue(self, now: int, rtts: dict[Seat, int]) -> list[TimeUp]:
        """Those for whom the house answers now."""
        clock = self.kept.clock
        if self.kept.paused:
            return []
        if waits_for_house(self.game):
            return [TimeUp(HOUSE, self.decision(HOUSE))]
        if clock.due is None:
            return []
        return [
            TimeUp(seat, self.decision(seat))
            for seat in awaited(self.game)
            if now >= clock.due + self.grace(seat, rtts.get(seat, 0))
        ]

    def next_end(self, rtts: dict[Seat, int]) -> int | None:
        """When the house will have to answer for somebody."""
        clock = self.kept.clock
        if not self.kept.paused and waits_for_house(self.game):
            return self.kept.at
        if clock.due is None or self.kept.paused:
            return None
        ends = [clock.due + self.grace(s, rtts.get(s, 0)) for s in awaited(self.game)]
        return min(ends, default=None)

    def grace(self, seat: Seat, rtt: int) -> int:
        return clocks.grace(self.kept.clock, rtt, self.kept.graces.get(seat, 0))

    @property
    def seconds(self) -> int:
        """How many the rules give for the question under way; 0 if they say nothing."""
        return (self.book.seconds(self.game.stack[-1]) if self.game.stack else None) or 0

    def draft(self, seat: Seat, decision: int, action: bytes) -> None:
        """Keeps what lies before a seat; refused if it is no answer to what it is asked."""
        if decision != self.decision(seat) or seat not in awaited(self.game):
            raise CommandRefused("stale")
        if not self.game.asked[seat].admits(self.read(action)):
            raise CommandRefused("not_admitted", self.game.asked[seat].rules)
        self.drafts[seat] = (decision, action)

    # Deciding

    def read(self, action: bytes) -> Action:
        """An act of this game, or a refusal."""
        if action is self.latest[0]:
            return self.latest[1]
        try:
            if not bounded(decode(action)):
                raise CommandRefused("unreadable")
            read: Action = self.acts(action)
        except (msgspec.DecodeError, ValueError, RecursionError):  # also letters that are none
            raise CommandRefused("unreadable") from None
        self.latest = (action, read)
        return read

    def decide(self, command: Command, now: int) -> Transition:
        """What would come of a command. Refused: nothing has changed. After that, `commit` it or
        throw the table away."""
        match command:
            case Acting():
                return self.act(command, now)
            case TimeUp():
                return self.time_up(command, now)
            case Pausing():
                return self.pause(command, now)
            case Adding():
                return self.add_time(command, now)
            case EndByVote():
                kept = self.fresh(command.id)
                kept.ended = True
                kept.clock = QuestionClock()
                return self.shown(command.id, kept, now)

    def act(self, command: Acting, now: int) -> Transition:
        seat, kept = command.seat, self.kept
        if self.status == "over":
            raise CommandRefused("game_over")
        if kept.paused:
            raise CommandRefused("paused")
        action = None if command.action is None else self.read(command.action)
        if command.decision != self.decision(seat):
            raise CommandRefused("stale")
        late = 0 if kept.clock.due is None else command.arrived - kept.clock.due
        if late > 0 and seat in self.game.asked and late >= self.grace(seat, command.rtt):
            raise CommandRefused("late")
        if action is None:
            return self.undo(command, now)
        kept = kept.copy()
        kept.missed.pop(seat, None)
        if late > 0 and seat in awaited(self.game):
            kept.graces[seat] = kept.graces.get(seat, 0) + late
        return self.entered(f"{seat}:{command.id}", command.id, seat, action, kept, now)

    def undo(self, command: Acting, now: int) -> Transition:
        seat, kept = command.seat, self.kept.copy()
        if not (marks := kept.open.get(seat)):
            raise CommandRefused("not_undone")
        act = UndoAct(marks[-1].entry)
        return self.entered(f"{seat}:{command.id}", command.id, seat, act, kept, now)

    def time_up(self, command: TimeUp, now: int) -> Transition:
        """By what lies before the seat where the rules say so, else by default."""
        seat = command.seat
        if command.decision != self.decision(seat) or seat not in awaited(self.game):
            raise CommandRefused("stale")
        question = self.game.asked[seat]
        action = question.default()
        kept = self.kept.copy()
        if seat == HOUSE:
            most = clocks.house_minutes(self.game)
            if most is not None:
                action = Number(min(most, clocks.started(kept.clock, now)))
        elif kept.clock.strict and self.drafts.get(seat, (-1, b""))[0] == command.decision:
            drafted = self.read(self.drafts[seat][1])
            # words of a person's own never come into a game by themselves
            admitted = question.admits(drafted) and not drafted.own_words
            action = drafted if admitted else action
        elif not isinstance(question, Breathe):
            kept.missed[seat] = kept.missed.get(seat, 0) + 1
        return self.entered(command.id, command.id, seat, action, kept, now)

    def entered(
        self, stored: str, id: str, seat: Seat, action: Action, kept: SideState, now: int
    ) -> Transition:
        """Acts, and prepares what everyone would be sent."""
        waiting = awaited(self.game)
        asked = self.game.asked.get(seat)
        answers = seat in waiting and asked is not None and asked.admits(action)
        completed = answers and len(waiting) == 1
        length = len(self.game.log or ())
        # only where the rules have a clock of their own does it matter which of them asks
        rule = encode(self.game.stack[-1]) if kept.clock.strict else b""
        undoes = isinstance(action, UndoAct)
        done = [done.number for done in self.play.past.rows] if undoes else []
        prepared: dict[Seat, Outgoing] = {}
        seen: EncodedViews | None = None

        def reply(game: Game[Any]) -> bytes:
            nonlocal seen
            undoing = kept.open[seat].pop() if undoes else None
            log = game.log or []
            events: list[Event] = log[length:] if undoing is None else [Undone(seat, 0)]
            seen = encoded_views.look(
                game, self.viewers, self.look, self.play.written, self.play.moved
            )
            shown = seen.pieces
            self.rename(kept, seat, shown)
            if undoing is not None:
                kept.clock, kept.halted = undoing.clock, undoing.halted.copy()
                self.forget_the_fallen(kept, {n for n in done if n > undoing.entry})
            elif self.moved_on(shown[SPECTATOR], completed, rule):
                self.turn_to(kept, shown[SPECTATOR], completed, now)
            else:
                kept.clock = clocks.stretched(game, kept.clock)
            heard = encoded_views.ToldEvents(events)
            stories = {
                viewer: heard.heard(viewer)
                for viewer in self.viewers
                if undoing is None or viewer == seat or viewer in undoing.noticed
            }
            if undoing is None:
                self.mark(kept, seat, shown, stories)
            changes = encoded_views.PatchBuilder(self.layout)
            for viewer, state in self.stated(kept, shown).items():
                feed = self.feeds[viewer]
                if viewer == SPECTATOR and not self.watched:
                    news = feed.silent(state)
                else:
                    news = feed.prepare(stories.get(viewer, ()), state, changes)
                prepared[viewer] = news
                kept.numbers[viewer] = (news.number, news.check)
            number = prepared[seat].number if seat in prepared else 0
            return protocol.write(Ack(id, number))

        try:
            entry = self.play.decide(stored, seat, action, now, reply)
        except IllegalAction as refusal:
            raise CommandRefused(refusal.code, refusal.rules) from None
        return self.decided(entry, kept, prepared, entry.reply, now, seen)

    def rename(self, kept: SideState, actor: Seat, shown: dict[Seat, EncodedView]) -> None:
        """A decision has a new name once its seat has acted, or sees that it is asked anew."""
        if actor == HOUSE:
            kept.decisions[HOUSE] = kept.decisions.get(HOUSE, 0) + 1
        answer, question = self.layout.answer, self.layout.question
        moved = self.differs(shown[SPECTATOR], self.layout.rules)
        for seat in self.game.seats:
            was, now = self.feeds[seat].pieces.own, shown[seat].own
            fell = was[answer] != NULL and now[answer] == NULL
            if seat == actor or moved or fell or differ(was[question], now[question]):
                kept.decisions[seat] = kept.decisions.get(seat, 0) + 1

    def differs(self, shown: EncodedView, at: int) -> bool:
        """Whether something that all see looks otherwise than they were told last."""
        return differ(self.feeds[SPECTATOR].pieces.common[at], shown.common[at])

    def moved_on(self, shown: EncodedView, completed: bool, rule: bytes) -> bool:
        """Whether another question is open, as far as everyone can see."""
        if self.kept.clock.strict and not completed and self.game.stack:
            return differ(rule, encode(self.game.stack[-1]))  # the rules' own time runs on
        if self.differs(shown, self.layout.rules) or self.differs(shown, self.layout.waiting):
            return True
        return completed and self.sees_another(SPECTATOR, shown)

    def sees_another(self, viewer: Seat, shown: EncodedView) -> bool:
        """Whether a viewer's own game looks otherwise than it was told last."""
        common, own = self.layout.of_game
        was = self.feeds[viewer].pieces
        return any(map(differ, was.own[own], shown.own[own])) or any(
            map(differ, was.common[common], shown.common[common])
        )

    def turn_to(self, kept: SideState, shown: EncodedView, completed: bool, now: int) -> None:
        """The clock of the question that is open now. One that was only interrupted goes on with
        the time it had left, so that nobody can stretch it."""
        places = (self.layout.rules, self.layout.waiting)
        before = self.feeds[SPECTATOR].pieces.common
        deeper = not completed and len(shown.common[places[0]]) > len(before[places[0]])
        if not deeper and not kept.halted:
            kept.clock = clocks.wound(self.game, self.pace, now)
            return
        rules_before, asked_before = (decode(text(before[at])) for at in places)
        rules, asked = (decode(text(shown.common[at])) for at in places)
        if deeper:
            halted = clocks.stopped(kept.clock, now)
            kept.halted.append(Halted(rules_before, asked_before, halted))
        kept.halted = [h for h in kept.halted if h.rules == rules[: len(h.rules)]]
        if kept.halted and (kept.halted[-1].rules, kept.halted[-1].waiting_for) == (rules, asked):
            clock = clocks.restarted(kept.halted.pop().clock, now)
            kept.clock = clocks.stretched(self.game, clock)
        else:
            kept.halted = [h for h in kept.halted if h.rules != rules]
            kept.clock = clocks.wound(self.game, self.pace, now)

    def mark(
        self,
        kept: SideState,
        actor: Seat,
        shown: dict[Seat, EncodedView],
        stories: dict[Seat, Lines],
    ) -> None:
        """Who notices an act can take back nothing that he did before it."""
        noticed = []
        for viewer in self.viewers:
            if stories[viewer] or self.sees_another(viewer, shown[viewer]):
                noticed.append(viewer)
                if viewer != actor:
                    kept.open.pop(viewer, None)
        number = self.play.number
        if self.play.past.is_open(number, actor):
            mark = UndoMark(number, tuple(noticed), self.kept.clock, self.kept.halted)
            marks = kept.open.get(actor, [])
            kept.open[actor] = [*(m for m in marks if m.entry > number - RECALLED), mark]
        else:
            kept.open.pop(actor, None)
        # Games from before all that may still be taken back are of no use any more.
        first = [marks[0].entry for marks in kept.open.values() if marks]
        self.play.past.forget(min(first, default=number + 1))

    def forget_the_fallen(self, kept: SideState, since: set[int]) -> None:
        """Answers that fell with the act of another can't be taken back by their author."""
        fallen = since - {done.number for done in self.play.past.rows}
        for seat, marks in kept.open.items():
            kept.open[seat] = [mark for mark in marks if mark.entry not in fallen]

    def pause(self, command: Pausing, now: int) -> Transition:
        kept = self.fresh(command.id)
        if kept.paused == command.paused:
            raise CommandRefused("paused" if kept.paused else "not_playing")
        kept.paused = command.paused
        kept.clock = (clocks.stopped if command.paused else clocks.restarted)(kept.clock, now)
        return self.shown(command.id, kept, now)

    def add_time(self, command: Adding, now: int) -> Transition:
        kept = self.fresh(command.id)
        kept.clock = clocks.longer(kept.clock, command.time)
        return self.shown(command.id, kept, now)

    def fresh(self, id: str) -> SideState:
        """What is kept, for a command that is not a second copy of one."""
        if self.status == "over":
            raise CommandRefused("game_over")
        kept = self.kept.copy()
        if id in kept.done:
            raise CommandRefused("stale")
        kept.done = [*kept.done, id][-DONE:]
        kept.open.clear()  # the clock is another one now
        return kept

    def shown(self, id: str, kept: SideState, now: int) -> Transition:
        """Something has changed that is no part of the game; everybody sees it."""
        prepared, changes = {}, encoded_views.PatchBuilder(self.layout)
        common = self.feeds[SPECTATOR].pieces.common.copy()
        shown = {v: EncodedView(common, feed.pieces.own.copy()) for v, feed in self.feeds.items()}
        for viewer, state in self.stated(kept, shown).items():
            prepared[viewer] = news = self.feeds[viewer].prepare((), state, changes)
            kept.numbers[viewer] = (news.number, news.check)
        return self.decided(None, kept, prepared, protocol.write(Ack(id, 0)), now)

    def decided(
        self,
        entry: EntryRow | None,
        kept: SideState,
        news: dict[Seat, Outgoing],
        reply: bytes,
        now: int,
        look: EncodedViews | None = None,
    ) -> Transition:
        kept.at = now
        kept.turn += 1
        return Transition(entry, kept, news, reply, now, look)

    def commit(self, decided: Transition) -> dict[Seat, bytes]:
        """It is kept: the payloads for each viewer that has something to notice."""
        self.kept = decided.kept
        self.look = decided.look or self.look
        for viewer, news in decided.news.items():
            self.feeds[viewer].commit(news)
        for seat in [s for s, (d, _) in self.drafts.items() if d != self.decision(s)]:
            del self.drafts[seat]
        return {viewer: news.payload for viewer, news in decided.news.items() if news.payload}
