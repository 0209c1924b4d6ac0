"""Leaks planted in the time of a table: each must be caught by comparing what viewers are sent, and
when.

A leak is a function that patches the program and can be undone. The numbers are those of the list
in docs/soak.md, which also says what cannot be planted yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from pytest import MonkeyPatch

from clande.kernel import (
    HOUSE,
    Action,
    Event,
    Game,
    Number,
    Seat,
    awaited,
    forced,
    offers,
)
from clande.kernel.reactions import Precedence
from clande.server.bots.scheduling import BotScheduler, ReadyAct
from clande.server.sockets.outbox import Outbox
from clande.server.tables import clocks, deadlines, feeds, sealing, side_commands
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.interruptions import PublicChange
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import BotAnswered
from clande.server.tables.showing import Showing
from clande.server.tables.transition import Arrival, CommandRefused, SideState, Transition

Leak = Callable[[MonkeyPatch], None]
Where = Callable[[Game[Any]], bool]
LEAKS: dict[str, tuple[Leak, str, Where | None, int]] = {}
Show = Callable[[LiveGame, SideState, Seat, tuple[Event, ...], PublicChange, int], int]


def shown_by(
    mix: str = "diktat", where: Where | None = None, seed: int = 0
) -> Callable[[Leak], Leak]:
    """The game that shows it soonest, and the positions where it shows, if others seldom do."""

    def plant(leak: Leak) -> Leak:
        LEAKS[leak.__name__] = (leak, mix, where, seed)
        return leak

    return plant


def under(*rules: str) -> Where:
    """Positions at which one of these rules asks."""
    return lambda game: type(game.stack[-1]).__name__ in rules


def replace_show(patch: MonkeyPatch, faulty: Callable[[Show], Show]) -> None:
    patch.setattr(LiveGame, "show", faulty(LiveGame.show))


def longer_after(patch: MonkeyPatch, by: Callable[[LiveGame, tuple[Event, ...]], int]) -> None:
    """What has happened is shown for longer than it should be."""

    def faulty(honest: Show) -> Show:
        def show(
            self: LiveGame,
            side: SideState,
            author: Seat,
            events: tuple[Event, ...],
            change: PublicChange,
            now: int,
        ) -> int:
            longer = honest(self, side, author, events, change, now)
            if more := by(self, events):
                side.showing.until = max(side.showing.until, now) + more
            return longer

        return show

    replace_show(patch, faulty)


def could_react(game: Game[Any], seat: Seat) -> bool:
    """What a clever house would ask before it pauses; it hangs on what lies behind screens."""
    hidden = ("PlaceAffinity", "UseAbility", "Manifest")
    return any(type(o.question.default()).__name__ in hidden for o in offers(game, seat))


# ----------------------------------------------------------------------- in the length of a showing


@shown_by()
def the_length_counts_secret_events(patch: MonkeyPatch) -> None:
    """1. Two others have just bargained."""
    longer_after(patch, lambda live, events: 600 * sum(event.secret for event in events))


@shown_by()
def the_length_grows_with_a_reserve(patch: MonkeyPatch) -> None:
    """2. How much power lies behind a screen."""

    def by(live: LiveGame, events: tuple[Event, ...]) -> int:
        public = any(not event.secret for event in events)
        return 100 * live.game.table.reserves[0][0] if public else 0

    longer_after(patch, by)


@shown_by()
def there_is_no_pause_where_nobody_can_act(patch: MonkeyPatch) -> None:
    """3. Nobody has an affinity or a manifestation to use."""
    honest = sealing.goes_on_at

    def goes_on_at(game: Game[Any], showing: Showing) -> int:
        if set(game.asked) == {HOUSE} and not any(could_react(game, seat) for seat in game.seats):
            return showing.began
        return honest(game, showing)

    patch.setattr(sealing, "goes_on_at", goes_on_at)


@shown_by()
def a_private_act_begins_the_stop_anew(patch: MonkeyPatch) -> None:
    """4. Something was whispered now: a bot answers later for it."""

    def faulty(honest: Show) -> Show:
        def show(self: LiveGame, side: SideState, *rest: Any) -> int:
            longer = honest(self, side, *rest)
            side.showing.began = rest[-1]
            return longer

        return show

    replace_show(patch, faulty)


@shown_by()
def the_house_answers_what_only_the_seat_knows(patch: MonkeyPatch) -> None:
    """5. He has no power, no guard: there is only one answer."""

    def only(game: Game[Any]) -> dict[Seat, Action]:
        asked = {seat: game.asked[seat] for seat in awaited(game) if seat != HOUSE}
        return {seat: q.default() for seat, q in asked.items() if q.size() == 1}

    patch.setattr(deadlines, "forced", only)
    patch.setattr(sealing, "forced", only)


@shown_by()
def a_sealed_answer_moves_the_showing(patch: MonkeyPatch) -> None:
    """6. Who has answered, and when."""
    honest = LiveGame.beside

    def beside(
        self: LiveGame, id: str, seat: Seat | None, side: SideState, now: int, *rest: Any
    ) -> Transition:
        if seat is not None:
            side.showing.until += 1
        return honest(self, id, seat, side, now, *rest)

    patch.setattr(LiveGame, "beside", beside)


@shown_by(where=under("Conquest"))
def no_floor_lies_under_a_bid_of_nothing(patch: MonkeyPatch) -> None:
    """7. All bids are 0, before they open."""
    honest = deadlines.ends

    def ends(table: LiveGame, rtts: dict[Seat, int]) -> dict[Seat, int]:
        found = honest(table, rtts)
        sealed = sealing.sealed_now(table.game, table.side.sealed).values()
        bids = [table.decode_action(answer.action) for answer in sealed]
        if HOUSE in found and bids and all(bid == Number(0) for bid in bids):
            return {HOUSE: table.side.showing.began}
        return found

    patch.setattr(deadlines, "ends", ends)


@shown_by(where=under("Looking"))
def a_pawn_that_matters_is_shown_longer(patch: MonkeyPatch) -> None:
    """19. What the spy saw."""

    def by(live: LiveGame, events: tuple[Event, ...]) -> int:
        seen = [event for event in events if type(event).__name__ == "PawnSeen"]
        emissaries = [event for event in seen if getattr(event, "kind", "") == "emissary"]
        return 300 * len(emissaries)

    longer_after(patch, by)


@shown_by(where=under("Precedence"))
def a_whisper_gives_an_announced_act_its_time_again(patch: MonkeyPatch) -> None:
    """25. Somebody who goes first has whispered."""

    def faulty(honest: Show) -> Show:
        def show(self: LiveGame, side: SideState, *rest: Any) -> int:
            longer = honest(self, side, *rest)
            if self.game.stack and type(self.game.stack[-1]) is Precedence and not longer:
                side.showing.until = rest[-1] + side.showing.tempo.announced
            return longer

        return show

    replace_show(patch, faulty)


@shown_by()
def the_purse_counts_what_was_only_proposed(patch: MonkeyPatch) -> None:
    """13. Late in a cycle, how much was whispered."""

    def faulty(honest: Show) -> Show:
        def show(
            self: LiveGame, side: SideState, author: Seat, events: tuple[Event, ...], *rest: Any
        ) -> int:
            longer = honest(self, side, author, events, *rest)
            side.showing.spent += 900 * sum(event.secret for event in events)
            return longer

        return show

    replace_show(patch, faulty)


@shown_by(where=lambda game: bool(forced(game)) and sealing.asks_house_to_go_on(game))
def the_floor_of_a_forced_answer_hangs_on_a_sealed_one(patch: MonkeyPatch) -> None:
    """24. Who has answered."""
    patch.setattr(sealing, "goes_on_at", lambda game, showing: showing.ends())


@shown_by()
def an_act_that_shows_nothing_ends_the_showing_anew(patch: MonkeyPatch) -> None:
    """Something was whispered after everything had been shown. (It was so, once.)"""

    def faulty(honest: Show) -> Show:
        def show(self: LiveGame, side: SideState, *rest: Any) -> int:
            longer = honest(self, side, *rest)
            side.showing.until = max(side.showing.until, rest[-1])
            return longer

        return show

    replace_show(patch, faulty)


# ------------------------------------------------------------------------------------- in holds


@shown_by()
def only_those_who_can_act_may_hold(patch: MonkeyPatch) -> None:
    """8. By the lamp, who could act."""
    honest = side_commands.hold

    def hold(live: LiveGame, seat: Seat, id: str, now: int) -> Transition:
        kinds = {type(offer.question.default()).__name__ for offer in offers(live.game, seat)}
        if not kinds & {"UseAbility", "Manifest", "AcceptOath", "Accept"}:
            raise CommandRefused("held_enough")
        return honest(live, seat, id, now)

    patch.setattr(side_commands, "hold", hold)


@shown_by()
def a_private_act_ends_a_hold(patch: MonkeyPatch) -> None:
    """9. The holder has just sent a secret."""

    def faulty(honest: Show) -> Show:
        def show(self: LiveGame, side: SideState, author: Seat, *rest: Any) -> int:
            side.showing.release(author)
            return honest(self, side, author, *rest)

        return show

    replace_show(patch, faulty)


@shown_by("dictopia")
def the_last_answer_ends_a_hold(patch: MonkeyPatch) -> None:
    """Who of several answered last. (It was so, once.)"""
    patch.setattr(PublicChange, "opens_answers", lambda self: False)


@shown_by()
def the_lamp_counts_those_who_hold(patch: MonkeyPatch) -> None:
    """18. How many hold."""
    honest = Showing.look

    def look(self: Showing, now: int) -> None:
        honest(self, now)
        self.lamp = len(self.holds)  # type: ignore[assignment]

    patch.setattr(Showing, "look", look)


# -------------------------------------------------------------------------------------- in bots


def replace_moment(
    patch: MonkeyPatch, later: Callable[[BotScheduler, Seat, ReadyAct], int]
) -> None:
    honest = BotScheduler.moment

    def moment(self: BotScheduler, seat: Seat, ready: ReadyAct) -> int:
        return honest(self, seat, ready) + later(self, seat, ready)

    patch.setattr(BotScheduler, "moment", moment)


@shown_by()
def a_bot_takes_longer_among_more(patch: MonkeyPatch) -> None:
    """10. How much a bot holds."""
    replace_moment(patch, lambda bots, seat, _: 10 * len(offers(bots.live.game, seat)))


@shown_by()
def a_showing_ends_once_all_bots_have_declined(patch: MonkeyPatch) -> None:
    """11. No bot can answer this event; and how long they thought."""
    honest = BotScheduler.take_answer

    def take_answer(self: BotScheduler, item: BotAnswered, now: int) -> None:
        honest(self, item, now)
        if not (self.ready or self.thinking):
            self.live.side.showing.until = min(self.live.side.showing.until, now)

    patch.setattr(BotScheduler, "take_answer", take_answer)


@shown_by()
def the_moment_of_a_bot_hangs_on_its_messages(patch: MonkeyPatch) -> None:
    """12. Private messages reached it."""
    replace_moment(patch, lambda bots, seat, _: 37 * bots.live.feeds[seat].number % 400)


@shown_by()
def a_bot_acts_as_soon_as_it_has_thought(patch: MonkeyPatch) -> None:
    """How long it thought about what it does unasked. (It was so, once.)"""

    def moment(self: BotScheduler, seat: Seat, ready: ReadyAct) -> int:
        showing = self.live.side.showing
        if not ready.answers:
            return showing.until if showing.until > ready.at else ready.at
        return max(showing.until, showing.began + showing.tempo.bot)

    patch.setattr(BotScheduler, "moment", moment)


# ------------------------------------------------------------------------- in clocks and numbers


@shown_by()
def a_secret_winds_the_clock_again(patch: MonkeyPatch) -> None:
    """14. The player at turn has sworn."""
    honest = LiveGame.move_clock

    def move_clock(
        self: LiveGame,
        side: SideState,
        change: PublicChange,
        rule: bytes,
        now: int,
        longer: int,
    ) -> None:
        honest(self, side, change, rule, now, longer)
        if not (change.completed or self.layout.is_other_game(change.old, change.new)):
            side.clock = clocks.longer(side.clock, 10_000)

    patch.setattr(LiveGame, "move_clock", move_clock)


@shown_by()
def a_sealed_answer_taken_back_renames_all_decisions(patch: MonkeyPatch) -> None:
    """20. Somebody hesitates."""
    honest = LiveGame.take_back

    def take_back(
        self: LiveGame, seat: Seat, id: str, decision: int, now: int, arrival: Arrival
    ) -> Transition:
        if seat in self.sealed_now():
            for other in self.game.seats:
                if other != seat:
                    self.side.decisions[other] = self.side.decisions.get(other, 0) + 1
        return honest(self, seat, id, decision, now, arrival)

    patch.setattr(LiveGame, "take_back", take_back)


@shown_by()
def a_snapshot_lists_whom_the_house_waits_for(patch: MonkeyPatch) -> None:
    """21. Whoever reconnects sees who has answered."""

    def send_snapshot(self: Broadcast, outbox: Outbox) -> None:
        feed = self.live.feeds[outbox.seat]
        message = msgspec.json.decode(feed.snapshot([]))
        message["state"]["waiting"] = self.live.missing()
        outbox.push(msgspec.json.encode(message))

    patch.setattr(Broadcast, "send_snapshot", send_snapshot)


@shown_by("diktat+nuit+leagues", seed=5)
def a_question_about_what_is_hidden_is_open(patch: MonkeyPatch) -> None:
    """22. He cannot pay for a league: the house answers for him."""

    def only(game: Game[Any]) -> dict[Seat, Action]:
        asked = {seat: game.asked[seat] for seat in awaited(game) if seat != HOUSE}
        single = {seat: q.default() for seat, q in asked.items() if q.size() == 1}
        league = any(type(frame).__name__.startswith("League") for frame in game.stack)
        return single if league else {}

    patch.setattr(deadlines, "forced", only)
    patch.setattr(sealing, "forced", only)


def a_delayed_frame_has_live_times(patch: MonkeyPatch) -> None:
    """17. What is going on now, to those who should see it later. Caught by shifting frames."""
    patch.setattr(feeds, "shifted", lambda layout, view, by: view)
