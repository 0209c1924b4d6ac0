"""One table in play, without a clock, a socket or a disk of its own.

Each command (`act`, `take_back`, `time_up`, and those of `side_commands`) decides, and returns a
transition: the entry to write, and what each viewer would be sent. Once that is written, `adopt`
makes it so and returns the payloads to announce. If the write fails, the caller drops the game and
loads it again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from clande import __version__
from clande.kernel import (
    HOUSE,
    PASS,
    SPECTATOR,
    Action,
    Breathe,
    Event,
    Game,
    IllegalAction,
    Number,
    Seat,
    Speech,
    Undo,
    Undone,
    awaited,
    forced,
)
from clande.kernel.books import Book, book, free_speech
from clande.kernel.encoded_table import encode
from clande.kernel.free_texts import text_fields
from clande.kernel.reactions import Precedence
from clande.server.http.schemas.tables import Pace
from clande.server.sockets import protocol
from clande.server.sockets.protocol import Ack, ShowingTime, Status
from clande.server.store.chain import StoredGame
from clande.server.tables import actions, clocks, encoded_views, interruptions, sealing, undo_marks
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.encoded_views import (
    FALSE,
    NULL,
    TRUE,
    EncodedView,
    PatchBuilder,
    ToldEvents,
    differ,
    put,
)
from clande.server.tables.feeds import Feed, Lines, Outgoing
from clande.server.tables.interruptions import PublicChange
from clande.server.tables.showing import Showing
from clande.server.tables.transition import Arrival, CommandRefused, SideState, Transition
from clande.server.tables.undo_marks import UndoMark

SILENCE = Speech(False, ())
encode_speech = lru_cache(maxsize=1024)(encode)
encode_showing = lru_cache(maxsize=256)(lambda *values: encode(ShowingTime(*values)))


class LiveGame:
    """A game at a table. Only one task may use it."""

    def __init__(
        self,
        chain: StoredGame,
        limits: TimeLimits,
        side: SideState | None,
        now: int,
        watched: bool = True,
        pace: Pace = "normal",
        alone: bool = False,
        bots: bool = False,
    ) -> None:
        self.chain = chain
        self.watched = watched  # whether spectators are sent anything
        self.limits = limits
        self.alone = alone  # one person plays with bots
        self.bots = bots  # a bot plays
        self.heard: dict[Seat, int] = {}  # how many times a viewer saw or heard something new
        self.book: Book = book(chain.game)
        self.decode_action = actions.decoder(self.book)
        self.drafts: dict[Seat, tuple[int, bytes]] = {}
        if side is None:
            clock = clocks.wound(chain.game, self.limits_now(), now)
            side = SideState(clock=clock, at=now, showing=Showing(pace, began=now, until=now))
        self.side = side
        self.viewers = (*chain.game.seats, SPECTATOR)
        build = f"{__version__}/{protocol.PROTO}/{chain.game.header.version}"
        if side.made != build:
            side.adopt_build(build)
        self.layout = encoded_views.layout_of(type(chain.game.table))
        self.views = encoded_views.encode_views(chain.game, self.viewers, None, chain.written)
        self.put_answers(side, self.views.by_viewer)
        self.put_side_state(side, self.views.by_viewer)
        self.feeds = {
            viewer: Feed(viewer, self.layout, view, *side.numbers.get(viewer, (0, "")))
            for viewer, view in self.views.by_viewer.items()
        }

    @property
    def game(self) -> Game[Any]:
        return self.chain.game

    @property
    def status(self) -> Status:
        return self.status_of(self.side)

    def status_of(self, side: SideState) -> Status:
        if not self.game.stack or side.ended:
            return "over"
        return "paused" if side.paused else "playing"

    def decision(self, seat: Seat) -> int:
        return self.side.decisions.get(seat, 0)

    @property
    def seconds(self) -> int:
        """How many the rules give for the question under way; 0 if they say nothing."""
        return (self.book.seconds(self.game.stack[-1]) if self.game.stack else None) or 0

    def grace(self, seat: Seat, rtt: int) -> int:
        return clocks.grace(self.side.clock, rtt, self.side.graces.get(seat, 0))

    def speech(self, viewer: Seat) -> Speech:
        """To whom a seat may speak: the rules say so while the game lasts."""
        if viewer == SPECTATOR:
            return SILENCE
        game = self.chain.game
        return self.book.speech(game, viewer) if game.stack else free_speech(game, viewer)

    def put_side_state(self, side: SideState, views: dict[Seat, EncodedView]) -> None:
        """Adds to the views of the game what is not part of it: the status, the clock, and each
        viewer's decision, undo and speech. Pieces that do not change stay the same objects."""
        status, decision = self.status_of(side), self.layout.own.at["decision"]
        common = views[SPECTATOR].common  # of all
        put(common, 0, b'"%b"' % status.encode())
        put(common, -2, encode(side.clock))
        showing = side.showing
        put(common, -1, encode_showing(showing.until, showing.lamp, showing.pace, showing.step))
        sealed = sealing.sealed_now(self.game, side.sealed) if side.sealed else {}
        for viewer, view in views.items():
            own = view.own
            put(own, decision, b"%d" % side.decisions.get(viewer, 0))
            undo = status == "playing" and (viewer in sealed or side.open.get(viewer))
            own[decision + 1] = TRUE if undo else FALSE
            own[decision + 2] = encode_speech(self.speech(viewer))
            bounded = viewer != SPECTATOR and not self.alone
            put(own, decision + 3, b"%d" % showing.holds_left(viewer) if bounded else NULL)

    def put_answers(self, side: SideState, views: dict[Seat, EncodedView]) -> None:
        """Puts each seat's own answer into its view, wherever it lies sealed."""
        answers = sealing.encoded_answers(self.game, side.sealed)
        for viewer, view in views.items():
            put(view.own, self.layout.answer, answers.get(viewer, NULL))

    def draft(self, seat: Seat, decision: int, action: bytes) -> None:
        """Keeps a seat's draft; refused if it does not answer what the seat is asked."""
        if decision != self.decision(seat) or seat not in self.missing():
            raise CommandRefused("stale")
        if not self.game.asked[seat].admits(self.read(action)):
            raise CommandRefused("not_admitted", self.game.asked[seat].rule_ids)
        self.drafts[seat] = (decision, action)

    def read(self, action: bytes) -> Action:
        """An act of this game, or a refusal."""
        return actions.read(action, self.decode_action)

    # Commands. One that is refused has changed nothing; else the caller must `adopt` the
    # transition or drop the game.

    def act(
        self, seat: Seat, id: str, decision: int, action: Action, now: int, arrival: Arrival
    ) -> Transition:
        """A seat answers its question, or does what it was offered."""
        late = self.check_act(seat, decision, arrival)
        side = self.side.copy()
        side.missed.pop(seat, None)
        if late > 0 and seat in awaited(self.game):
            side.graces[seat] = side.graces.get(seat, 0) + late
        if self.alone and side.showing.step:
            side.showing.skip(now)
        if sealing.must_wait(self.game, side.sealed, side.showing, seat, action, now):
            side.sealed[seat] = sealing.seal(self.game, id, action)
            return self.beside(id, seat, side, now)
        return self.enter(f"{seat}:{id}", id, seat, action, side, now)

    def sealed_now(self) -> list[Seat]:
        return list(sealing.sealed_now(self.game, self.side.sealed))

    def missing(self) -> list[Seat]:
        """The seats whose answer is still missing."""
        return sealing.missing(self.game, self.side.sealed)

    def take_back(
        self, seat: Seat, id: str, decision: int, now: int, arrival: Arrival
    ) -> Transition:
        """A seat takes its last act back."""
        self.check_act(seat, decision, arrival)
        side = self.side.copy()
        if seat in sealing.sealed_now(self.game, side.sealed):
            del side.sealed[seat]
            return self.beside(id, seat, side, now)
        if not (marks := side.open.get(seat)):
            raise CommandRefused("not_undone")
        return self.enter(f"{seat}:{id}", id, seat, Undo(marks[-1].entry), side, now)

    def check_act(self, seat: Seat, decision: int, arrival: Arrival) -> int:
        """By how many milliseconds an act came after the end of its question; refuses one that is
        too late, or answers another decision."""
        if self.status == "over":
            raise CommandRefused("game_over")
        if self.side.paused:
            raise CommandRefused("paused")
        if decision != self.decision(seat):
            raise CommandRefused("stale")
        late = 0 if self.side.clock.due is None else arrival.at - self.side.clock.due
        if late > 0 and seat in self.game.asked and late >= self.grace(seat, arrival.rtt):
            raise CommandRefused("late")
        return late

    def time_up(self, seat: Seat, decision: int, now: int) -> Transition:
        """Answers for a seat: by its draft under a strict clock, else by default."""
        if decision != self.decision(seat) or seat not in awaited(self.game):
            raise CommandRefused("stale")
        if seat in self.side.sealed and seat not in self.missing():
            raise CommandRefused("stale")
        question = self.game.asked[seat]
        action = question.default()
        side = self.side.copy()
        if seat == HOUSE:
            most = clocks.house_minutes(self.game)
            if most is not None:
                action = Number(min(most, clocks.started(side.clock, now)))
        elif side.clock.strict and self.drafts.get(seat, (-1, b""))[0] == decision:
            drafted = self.read(self.drafts[seat][1])
            # never submit free text on a player's behalf
            admitted = question.admits(drafted) and not text_fields(type(drafted))
            action = drafted if admitted else action
        elif not isinstance(question, Breathe) and seat not in forced(self.game):
            side.missed[seat] = side.missed.get(seat, 0) + 1
        id = f"timeout:{seat}:{decision}"
        return self.enter(id, id, seat, action, side, now)

    def open_sealed(self, seat: Seat, now: int) -> Transition:
        """The house goes on: a sealed answer becomes an entry."""
        side = self.side.copy()
        answer = side.sealed.pop(seat)
        action = self.decode_action(answer.action)
        return self.enter(f"{seat}:{answer.id}", answer.id, seat, action, side, now, renames=False)

    # Acts of the game

    def enter(
        self,
        key: str,
        id: str,
        seat: Seat,
        action: Action,
        side: SideState,
        now: int,
        renames: bool = True,
    ) -> Transition:
        """Does an act, and prepares what everyone would be sent. `key` names the entry; `renames`:
        the decision of the seat gets another number in any case."""
        before = self.chain.game
        asked = before.asked.get(seat)
        completed = awaited(before) == [seat] and asked is not None and asked.admits(action)
        # only where the rules have a clock of their own does it matter which of them asks
        rule = encode(before.stack[-1]) if side.clock.strict else b""
        undoes = isinstance(action, Undo)
        entries = [done.number for done in self.chain.past.rows] if undoes else []
        try:
            acted = self.chain.act(seat, action)
        except IllegalAction as refusal:
            raise CommandRefused(refusal.code, refusal.rule_ids) from None
        views = encoded_views.encode_views(
            self.game, self.viewers, self.views, self.chain.written, self.chain.moved
        )
        by_viewer = views.by_viewer
        returned = sealing.give_back(self.game, side.sealed, seat, acted.events, self.decode_action)
        self.put_answers(side, by_viewer)
        self.rename_decisions(side, seat if renames else SPECTATOR, by_viewer)
        before_act, after_act = self.feeds[SPECTATOR].view, by_viewer[SPECTATOR]
        change = PublicChange(self.layout, before_act, after_act, completed)
        longer = self.show(side, seat, acted.events, change, now)
        if undoes:
            stories = self.undone_stories(side, seat, entries)
        else:
            self.move_clock(side, change, rule, now, longer)
            told_events = ToldEvents(acted.events)
            stories = {viewer: told_events.lines(viewer) for viewer in self.viewers}
        noticed = self.noticed_by(by_viewer, stories)
        if not undoes:
            self.mark(side, seat, action, noticed)
        self.put_side_state(side, by_viewer)
        news = self.prepare_news(side, by_viewer, stories)
        reply = protocol.write(Ack(id, news[seat].number if seat in news else 0))
        side.advance(now)
        entry = acted.entry(key, reply, now)
        return Transition(entry, side, news, reply, now, views, noticed, returned)

    def show(
        self,
        side: SideState,
        author: Seat,
        events: tuple[Event, ...],
        change: PublicChange,
        now: int,
    ) -> int:
        """Shows what has happened in public; by how much longer than before."""
        kinds = [type(event).shows for event in events if not event.secret]
        other_stop = interruptions.is_another_stop(change, author == HOUSE)
        showing, stack = side.showing, self.game.stack
        announced = other_stop and bool(stack) and type(stack[-1]) is Precedence
        if other_stop:
            showing.began = now
        if kinds and not change.opens_answers():
            showing.release(author)
        longer = showing.show(now, kinds, announced, self.bots)
        showing.look(now)
        return longer

    def undone_stories(self, side: SideState, seat: Seat, entries: list[int]) -> dict[Seat, Lines]:
        """A seat has taken back its last act: the clock goes on as before it. Whoever had noticed
        the act is told."""
        undone = side.open[seat].pop()
        side.clock, side.halted = undone.clock, undone.halted.copy()
        later = {number for number in entries if number > undone.entry}
        undo_marks.drop_fallen(side.open, self.chain.past, later)
        told_events = ToldEvents([Undone(seat, 0)])
        return {
            viewer: told_events.lines(viewer)
            for viewer in self.viewers
            if viewer == seat or viewer in undone.noticed
        }

    def rename_decisions(
        self, side: SideState, actor: Seat, views: dict[Seat, EncodedView]
    ) -> None:
        """A decision gets a new number once its seat has acted, or sees that it is asked again."""
        if actor == HOUSE:
            side.decisions[HOUSE] = side.decisions.get(HOUSE, 0) + 1
        answer, question, stack = self.layout.answer, self.layout.question, self.layout.stack
        old_stack = self.feeds[SPECTATOR].view.common[stack]
        moved = differ(old_stack, views[SPECTATOR].common[stack])
        for seat in self.game.seats:
            was, now = self.feeds[seat].view.own, views[seat].own
            fell = was[answer] != NULL and now[answer] == NULL
            if seat == actor or moved or fell or differ(was[question], now[question]):
                side.decisions[seat] = side.decisions.get(seat, 0) + 1

    def move_clock(
        self, side: SideState, change: PublicChange, rule: bytes, now: int, longer: int
    ) -> None:
        """Winds the clock if another question is open now, as far as everyone can see. It begins
        once everything was shown; what is shown meanwhile takes nobody's time."""
        strict = self.side.clock.strict
        if interruptions.is_another_question(change, self.game, strict, rule):
            limits, until = self.limits_now(), self.side.showing.until
            side.clock, side.halted = interruptions.next_clock(
                change, self.game, limits, side.clock, side.halted, now, until
            )
            if not side.clock.strict:
                side.clock = clocks.longer(side.clock, max(0, side.showing.until - now))
        else:
            side.clock = clocks.stretched(self.game, side.clock)
            if not side.clock.strict:
                side.clock = clocks.longer(side.clock, longer)

    def limits_now(self) -> TimeLimits:
        """A player who is alone with bots has only the clock of the rules."""
        return TimeLimits(None, None, alone=True) if self.alone else self.limits

    def noticed_by(
        self, views: dict[Seat, EncodedView], stories: dict[Seat, Lines]
    ) -> tuple[Seat, ...]:
        """The viewers that see or hear something of the game by an act."""
        other, feeds = self.layout.is_other_game, self.feeds
        return tuple([v for v in self.viewers if stories.get(v) or other(feeds[v].view, views[v])])

    def mark(self, side: SideState, actor: Seat, action: Action, noticed: tuple[Seat, ...]) -> None:
        """Notes that the actor may take the act back, if so, and which viewers noticed it. By going
        on, the house lets the acts of others happen."""
        if actor == HOUSE and action == PASS:
            undo_marks.mark_going_on(side.open, self.chain.past, noticed)
            return
        mark = UndoMark(self.chain.number, noticed, self.side.clock, self.side.halted)
        undo_marks.mark_act(side.open, self.chain.past, actor, mark)

    # What is sent

    def prepare_news(
        self, side: SideState, views: dict[Seat, EncodedView], stories: dict[Seat, Lines]
    ) -> dict[Seat, Outgoing]:
        """The message for each viewer, numbered in the side state."""
        news, patches = {}, PatchBuilder(self.layout)
        for viewer, view in views.items():
            feed = self.feeds[viewer]
            if viewer == SPECTATOR and not self.watched:
                message = feed.silent(view)
            else:
                message = feed.prepare(stories.get(viewer, ()), view, patches)
            news[viewer] = message
            side.numbers[viewer] = (message.number, message.check)
        return news

    def beside(
        self, id: str, seat: Seat | None, side: SideState, now: int, shows_card: bool = False
    ) -> Transition:
        """A transition that leaves the chain as it is, such as a sealed answer of a seat. Whoever
        sees no difference is sent nothing."""
        if seat is not None:
            side.decisions[seat] = side.decisions.get(seat, 0) + 1
        side.showing.look(now)
        common = self.feeds[SPECTATOR].view.common.copy()
        views = {v: EncodedView(common, feed.view.own.copy()) for v, feed in self.feeds.items()}
        self.put_answers(side, views)
        self.put_side_state(side, views)
        news = self.prepare_news(side, views, {})
        side.advance(now)
        reply = protocol.write(Ack(id, news[seat].number if seat in news else 0))
        return Transition(None, side, news, reply, now, shows_card=shows_card)

    def adopt(self, transition: Transition) -> dict[Seat, Outgoing]:
        """The transition is stored: makes it so, and returns the message for each viewer that is
        told something."""
        self.side = transition.side
        self.views = transition.views or self.views
        for viewer in transition.noticed:
            self.heard[viewer] = self.heard.get(viewer, 0) + 1
        for viewer, news in transition.news.items():
            self.feeds[viewer].adopt(news)
        for seat in [s for s, (d, _) in self.drafts.items() if d != self.decision(s)]:
            del self.drafts[seat]
        for seat, action in transition.returned.items():
            self.drafts[seat] = (self.decision(seat), action)
        return {viewer: news for viewer, news in transition.news.items() if news.payload}
