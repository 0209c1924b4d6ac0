"""Leaks planted in the wire, the tables and the rules: each must be caught by comparing bytes.

A leak is a function that patches the program and can be undone, and the game that shows it soonest.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs
from pytest import MonkeyPatch

from clande.diktat import events
from clande.kernel import (
    SPECTATOR,
    Action,
    Audience,
    Game,
    Seat,
    audience,
    awaited,
    digest,
    offers,
    plain,
    told,
    view,
)
from clande.kernel.audience import AUDIENCES, untold
from clande.kernel.books import BOOKS
from clande.server.sockets import protocol
from clande.server.sockets.protocol import Ack, QuestionClock, State
from clande.server.tables import clocks, encoded_views, inquiries, interruptions
from clande.server.tables.encoded_views import EncodedView, EncodedViews, Layout, PatchBuilder
from clande.server.tables.feeds import Feed, Outgoing
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import CommandRefused, SideState, Transition
from tests.server.secrecy import added_state

Leak = Callable[[MonkeyPatch], None]
LEAKS: dict[str, tuple[Leak, str, str]] = {}


def shown_by(game: str, where: str = "") -> Callable[[Leak], Leak]:
    """`where` names the event at which it shows, if random points would seldom come there."""

    def plant(leak: Leak) -> Leak:
        LEAKS[leak.__name__] = (leak, game, where)
        return leak

    return plant


def replace_seen(
    patch: MonkeyPatch, faulty: Callable[[Game[Any], Seat, dict[str, Any]], dict[str, Any]]
) -> None:
    """What is not part of a view has no place of its own there: it is sent where another is."""
    honest = encoded_views.encode_views

    def leaking(game: Game[Any], *arguments: Any) -> EncodedViews:
        views = honest(game, *arguments)
        layout = encoded_views.layout_of(type(game.table))
        for viewer, pieces in views.by_viewer.items():
            leaky = {
                name: msgspec.json.decode(encoded_views.text(place(layout, pieces, name)[0]))
                for name in (*encoded_views.COMMON, *encoded_views.OWN)
            }
            leaked = faulty(game, viewer, leaky.copy())
            pieces.common = pieces.common.copy()
            for name, value in leaked.items():
                if name not in leaky or value != leaky[name]:
                    written = msgspec.json.encode(value)
                    put(layout, pieces, name if name in leaky else "pauses", written)
        return views

    patch.setattr(encoded_views, "encode_views", leaking)


def place(layout: Layout, pieces: EncodedView, name: str) -> list[encoded_views.Piece]:
    """The rest of a viewer's pieces, from the one that is called so on."""
    if name in layout.own.at:
        return pieces.own[layout.own.at[name] :]
    return pieces.common[layout.common.at[name] :]


def put(layout: Layout, pieces: EncodedView, name: str, piece: bytes) -> None:
    if name in layout.own.at:
        pieces.own[layout.own.at[name]] = piece
    else:
        pieces.common[layout.common.at[name]] = piece


def replace_state(
    patch: MonkeyPatch, faulty: Callable[[LiveGame, SideState, State], State]
) -> None:
    """What the house adds to a view says too much."""
    honest = LiveGame.put_side_state

    def put_side_state(self: LiveGame, side: SideState, views: dict[Seat, EncodedView]) -> None:
        honest(self, side, views)
        for viewer, encoded in views.items():
            state = faulty(self, side, added_state(self, viewer, side))
            encoded.common = encoded.common.copy()
            for name in ("decision", "undo", "clock"):
                put(self.layout, encoded, name, msgspec.json.encode(getattr(state, name)))

    patch.setattr(LiveGame, "put_side_state", put_side_state)


# ------------------------------------------------------------------------------ in the view sent


@shown_by("dictopia")
def one_sees_who_has_answered(patch: MonkeyPatch) -> None:
    replace_seen(patch, lambda game, _, encoded: encoded | {"waiting_for": awaited(game)})


@shown_by("dictopia")
def one_sees_how_many_have_answered(patch: MonkeyPatch) -> None:
    replace_seen(patch, lambda game, _, encoded: encoded | {"answered": len(game.answers)})


@shown_by("diktat")
def one_sees_what_the_others_are_asked(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], _: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        asked = {seat: plain(question) for seat, question in game.asked.items()}  # type: ignore[arg-type]
        return encoded | {"asked": asked}

    replace_seen(patch, faulty)


@shown_by("contraband")
def the_neighbour_sees_ones_hand(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], viewer: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        other = plain(view(game, (viewer + 1) % game.header.seats, ()))
        return encoded | {"theirs": other["table"]}

    replace_seen(patch, faulty)


@shown_by("diktat")
def the_place_in_the_luck_is_sent(patch: MonkeyPatch) -> None:
    replace_seen(patch, lambda game, _, encoded: encoded | {"luck": plain(game.luck)})


@shown_by("contraband")
def a_hash_of_the_game_is_sent(patch: MonkeyPatch) -> None:
    """So that clients could compare: and so try out which world it is."""
    replace_seen(patch, lambda game, _, encoded: encoded | {"hash": digest(game)[:16]})


@shown_by("diktat")
def answers_held_by_others_are_sent(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], _: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        counts = {d: len(sealed) for d, sealed in game.suspended.items()} | {-1: len(game.answers)}
        return encoded | {"suspended": msgspec.json.decode(msgspec.json.encode(counts))}

    replace_seen(patch, faulty)


@shown_by("diktat")
def the_size_of_the_saved_game_is_sent(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], _: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        return encoded | {"size": len(msgspec.json.encode(game.table))}

    replace_seen(patch, faulty)


# ------------------------------------------------------------------------- in numbers and names


@shown_by("dictopia")
def decisions_are_named_in_common(patch: MonkeyPatch) -> None:
    def rename_decisions(self: LiveGame, side: SideState, actor: Seat, views: Any) -> None:
        for seat in self.game.seats:
            side.decisions[seat] = side.decisions.get(seat, 0) + 1

    patch.setattr(LiveGame, "rename_decisions", rename_decisions)


@shown_by("dictopia")
def news_are_numbered_in_common(patch: MonkeyPatch) -> None:
    """A viewer counts what it was not told of by the gap."""
    honest = LiveGame.adopt

    def adopt(self: LiveGame, transition: Transition) -> dict[Seat, Outgoing]:
        sent = honest(self, transition)
        for feed in self.feeds.values():
            feed.number = self.chain.number
        return sent

    patch.setattr(LiveGame, "adopt", adopt)


@shown_by("dictopia")
def the_checksum_sums_up_what_others_were_sent(patch: MonkeyPatch) -> None:
    honest = LiveGame.adopt

    def adopt(self: LiveGame, transition: Transition) -> dict[Seat, Outgoing]:
        sent = honest(self, transition)
        summed = zlib.crc32(b"".join([message.payload for message in sent.values()]))
        for feed in self.feeds.values():
            feed.check = f"{zlib.crc32(feed.check.encode(), summed):08x}"
        return sent

    patch.setattr(LiveGame, "adopt", adopt)


@shown_by("contraband")
def an_acknowledgement_counts_what_happened(patch: MonkeyPatch) -> None:
    honest = LiveGame.enter

    def enter(self: LiveGame, *arguments: Any) -> Transition:
        transition = honest(self, *arguments)
        drawn = zlib.crc32(msgspec.json.encode(self.game.table))
        return structs.replace(transition, reply=protocol.write(Ack(arguments[1], drawn)))

    patch.setattr(LiveGame, "enter", enter)


@shown_by("diktat")
def an_empty_message_is_sent_for_what_is_hidden(patch: MonkeyPatch) -> None:
    honest = Feed.prepare

    def prepare(self: Feed, story: Any, pieces: EncodedView, changes: PatchBuilder) -> Outgoing:
        prepared = honest(self, story, pieces, changes)
        if not prepared.payload:
            prepared.view = EncodedView([*pieces.common[:-1], b'{"due":0}'], pieces.own)
        return prepared

    patch.setattr(Feed, "prepare", prepare)


# ------------------------------------------------------------------------------------- in time


@shown_by("dictopia")
def the_clock_starts_anew_with_every_answer(patch: MonkeyPatch) -> None:
    patch.setattr(interruptions, "is_another_question", lambda *_: True)


@shown_by("contraband")
def who_has_one_option_gets_less_time(patch: MonkeyPatch) -> None:
    honest = clocks.wound

    def wound(game: Game[Any], pace: Any, now: int) -> QuestionClock:
        clock = honest(game, pace, now)
        size = sum(min(question.size(), 1 << 40) for question in game.asked.values())
        return structs.replace(clock, length=size)

    patch.setattr(clocks, "wound", wound)


@shown_by("contraband")
def the_length_hangs_on_a_hand(patch: MonkeyPatch) -> None:
    def faulty(self: LiveGame, side: SideState, state: State) -> State:
        weight = len(msgspec.json.encode(self.game.table)) % 97
        return structs.replace(state, clock=structs.replace(state.clock, length=weight))

    replace_state(patch, faulty)


@shown_by("dictopia")
def the_due_time_counts_the_answers(patch: MonkeyPatch) -> None:
    def faulty(self: LiveGame, side: SideState, state: State) -> State:
        due = (state.clock.due or 0) - 1000 * len(self.game.answers)
        return structs.replace(state, clock=structs.replace(state.clock, due=due))

    replace_state(patch, faulty)


# -------------------------------------------------------------------------------- in taking back


@shown_by("dictopia")
def everyone_hears_that_something_was_taken_back(patch: MonkeyPatch) -> None:
    honest = LiveGame.mark

    def mark(self: LiveGame, side: SideState, actor: Seat, *more: Any) -> None:
        honest(self, side, actor, *more)
        for seat, marks in side.open.items():
            side.open[seat] = [structs.replace(made, noticed=self.viewers) for made in marks]

    patch.setattr(LiveGame, "mark", mark)


@shown_by("dictopia")
def what_others_do_unnoticed_closes_ones_own(patch: MonkeyPatch) -> None:
    honest = LiveGame.mark

    def mark(self: LiveGame, side: SideState, actor: Seat, *more: Any) -> None:
        honest(self, side, actor, *more)
        for seat in [seat for seat in side.open if seat != actor]:
            del side.open[seat]

    patch.setattr(LiveGame, "mark", mark)


# ---------------------------------------------------------------------------------- in the story


@shown_by("diktat", "TeamTaken")
def the_story_is_told_whole(patch: MonkeyPatch) -> None:
    patch.setattr(encoded_views, "told", lambda event, viewer: plain_event(event))


def plain_event(event: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(untold(event)))


@shown_by("contraband")
def a_snapshot_tells_the_whole_story(patch: MonkeyPatch) -> None:
    def latest_events(table: LiveGame, viewer: Seat, most: int = 60) -> list[dict[str, Any]]:
        return [{"table": zlib.crc32(msgspec.json.encode(table.game.table))}]

    patch.setattr(inquiries, "latest_events", latest_events)


@shown_by("contraband")
def a_secret_event_leaves_its_name(patch: MonkeyPatch) -> None:
    def named(event: Any, viewer: Seat) -> Any:
        return told(event, viewer) or {"type": type(event).__name__}

    patch.setattr(encoded_views, "told", named)


@shown_by("diktat", "TeamTaken")
def a_team_is_named(patch: MonkeyPatch) -> None:
    patch.setattr(audience, "TELLERS", {})
    patch.setitem(AUDIENCES[events.TeamTaken], "kinds", Audience.EVERYONE)


@shown_by("diktat", "PawnSeen")
def a_spy_speaks_aloud(patch: MonkeyPatch) -> None:
    patch.setattr(audience, "TELLERS", {})
    patch.setitem(AUDIENCES[events.PawnSeen], "kind", Audience.EVERYONE)


@shown_by("diktat", "AffinityGained")
def affinities_are_named(patch: MonkeyPatch) -> None:
    patch.setattr(audience, "TELLERS", {})
    patch.setitem(AUDIENCES[events.AffinityGained], "kinds", Audience.EVERYONE)


# ------------------------------------------------------------------------ in refusals and offers


@shown_by("contraband")
def a_refusal_hangs_on_anothers_purse(patch: MonkeyPatch) -> None:
    def explain(game: Game[Any], seat: Seat, action: Action) -> tuple[str, ...]:
        purses = game.table.purses
        return (f"CTB-{1 + purses.index(min(purses))}",)

    patch.setattr(BOOKS["contraband"], "refusals", (explain,))


@shown_by("dictopia")
def a_refusal_counts_the_answers(patch: MonkeyPatch) -> None:
    honest = LiveGame.read

    def read(self: LiveGame, action: bytes) -> Action:
        try:
            return honest(self, action)
        except CommandRefused as refusal:
            raise CommandRefused(refusal.code, (str(len(self.game.answers)),)) from None

    patch.setattr(LiveGame, "read", read)


@shown_by("contraband")
def offers_hang_on_what_others_hide(patch: MonkeyPatch) -> None:
    def some(game: Game[Any], seat: Seat) -> Any:
        questions = offers(game, seat)
        return questions[: len(msgspec.json.encode(game.table)) % (len(questions) + 1)]

    patch.setattr(inquiries, "offers", some)


@shown_by("contraband")
def offers_come_in_an_order_that_tells(patch: MonkeyPatch) -> None:
    def turned(game: Game[Any], seat: Seat) -> Any:
        questions = offers(game, seat)
        at = zlib.crc32(msgspec.json.encode(game.table)) % max(1, len(questions))
        return questions[at:] + questions[:at]

    patch.setattr(inquiries, "offers", turned)


# --------------------------------------------------------------- in the form of what is sent


def secret_number(game: Game[Any], most: int) -> int:
    """Something that hangs on all that lies on the table, seen or not."""
    return zlib.crc32(msgspec.json.encode(game.table)) % most


def replace_payloads(patch: MonkeyPatch, faulty: Callable[[LiveGame, bytes], bytes]) -> None:
    honest = LiveGame.adopt

    def adopt(self: LiveGame, transition: Transition) -> dict[Seat, Outgoing]:
        sent = honest(self, transition)
        for message in sent.values():
            message.payload = faulty(self, message.payload)
        return sent

    patch.setattr(LiveGame, "adopt", adopt)


@shown_by("contraband")
def a_message_is_longer_by_what_is_hidden(patch: MonkeyPatch) -> None:
    """No word of it differs: only blanks, and so its length."""
    replace_payloads(patch, lambda table, payload: payload + b" " * secret_number(table.game, 7))


@shown_by("contraband")
def a_patch_comes_in_an_order_that_tells(patch: MonkeyPatch) -> None:
    def turned(table: LiveGame, payload: bytes) -> bytes:
        news = msgspec.json.decode(payload)
        at = secret_number(table.game, max(1, len(news["patch"])))
        news["patch"] = news["patch"][at:] + news["patch"][:at]
        return msgspec.json.encode(news)

    replace_payloads(patch, turned)


@shown_by("contraband")
def keys_come_in_an_order_that_tells(patch: MonkeyPatch) -> None:
    def turned(table: LiveGame, payload: bytes) -> bytes:
        news = list(msgspec.json.decode(payload).items())
        return msgspec.json.encode(dict(news[:: -1 if secret_number(table.game, 2) else 1]))

    replace_payloads(patch, turned)


@shown_by("contraband")
def a_patch_says_again_what_has_not_changed(patch: MonkeyPatch) -> None:
    """Where something moved, if only in a place that this viewer does not see."""
    honest = PatchBuilder.between

    def between(self: PatchBuilder, old: EncodedView, new: EncodedView) -> tuple[bytes, bytes]:
        common, own = honest(self, old, new)
        pauses = self.layout.common.at["pauses"]
        again = b"%b%b}" % (
            self.layout.common.put[pauses],
            encoded_views.text(new.common[pauses]),
        )
        return (b",".join((common, again)) if common and LATEST[-1] else common), own

    look = encoded_views.encode_views

    def looking(game: Game[Any], *arguments: Any) -> EncodedViews:
        LATEST[:] = [secret_number(game, 2)]
        return look(game, *arguments)

    patch.setattr(encoded_views, "encode_views", looking)
    patch.setattr(PatchBuilder, "between", between)


LATEST = [0]


# ------------------------------------------------------------- in cards, rules and questions


@shown_by("diktat")
def the_face_down_card_is_sent(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], _: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        return encoded | {"hidden": game.table.hidden.card if game.table.hidden else ""}

    replace_seen(patch, faulty)


@shown_by("diktat")
def the_next_card_of_the_deck_is_sent(patch: MonkeyPatch) -> None:
    replace_seen(patch, lambda game, _, encoded: encoded | {"next": game.table.deck[:1]})


@shown_by("diktat")
def one_sees_the_pawns_that_others_have_seen(patch: MonkeyPatch) -> None:
    """The marks of who has seen a pawn go along with it."""

    def faulty(game: Game[Any], _: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        return encoded | {"pawns": [stack.pawns for stack in game.table.stacks.values()]}

    replace_seen(patch, faulty)


@shown_by("contraband")
def a_spectator_sees_as_the_first_seat(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], viewer: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        if viewer != SPECTATOR:
            return encoded
        return encoded | {"table": plain(view(game, 0))["table"]}

    replace_seen(patch, faulty)


@shown_by("diktat")
def a_question_is_shown_to_the_neighbour(patch: MonkeyPatch) -> None:
    def faulty(game: Game[Any], viewer: Seat, encoded: dict[str, Any]) -> dict[str, Any]:
        other = game.asked.get((viewer + 1) % game.header.seats)
        asked = plain(other) if other is not None else None  # type: ignore[arg-type]
        return encoded | ({"question": asked} if encoded["question"] is None else {})

    replace_seen(patch, faulty)


# ----------------------------------------------------- in drafts, reconnecting and taking back


@shown_by("dictopia")
def it_shows_that_a_neighbour_has_answered_by_what_can_be_taken_back(patch: MonkeyPatch) -> None:
    def faulty(self: LiveGame, side: SideState, state: State) -> State:
        return structs.replace(state, undo=any(side.open.values()))

    replace_state(patch, faulty)


@shown_by("dictopia")
def the_name_of_a_decision_counts_all_answers(patch: MonkeyPatch) -> None:
    def faulty(self: LiveGame, side: SideState, state: State) -> State:
        return structs.replace(state, decision=state.decision + len(self.game.answers))

    replace_state(patch, faulty)


@shown_by("dictopia")
def a_snapshot_has_the_number_of_the_last_entry(patch: MonkeyPatch) -> None:
    """As if those who come back were numbered by the house, not by what they were told."""
    honest = Feed.snapshot

    def snapshot(self: Feed, story: list[Any]) -> bytes:
        message = msgspec.json.decode(honest(self, story)) | {"number": ENTRIES.get(id(self), 0)}
        return msgspec.json.encode(message)

    adopt = LiveGame.adopt

    def adopted(self: LiveGame, transition: Transition) -> dict[Seat, Outgoing]:
        sent = adopt(self, transition)
        ENTRIES.update({id(feed): self.chain.number for feed in self.feeds.values()})
        return sent

    patch.setattr(Feed, "snapshot", snapshot)
    patch.setattr(LiveGame, "adopt", adopted)


ENTRIES: dict[int, int] = {}


@shown_by("dictopia")
def a_sealed_answer_is_a_word_of_the_story(patch: MonkeyPatch) -> None:
    """Everyone hears that somebody has answered, if not what."""
    honest = encoded_views.ToldEvents.lines

    def lines(self: encoded_views.ToldEvents, viewer: Seat) -> tuple[bytes, ...]:
        return honest(self, viewer) or (b'{"type":"Answered"}',)

    patch.setattr(encoded_views.ToldEvents, "lines", lines)


# ------------------------------------------------------------ in refusals and acknowledgements


@shown_by("contraband")
def a_refusal_has_another_code_by_what_is_hidden(patch: MonkeyPatch) -> None:
    honest = LiveGame.read

    def read(self: LiveGame, action: bytes) -> Action:
        try:
            return honest(self, action)
        except CommandRefused:
            code: Any = ("unreadable", "not_admitted")[secret_number(self.game, 2)]
            raise CommandRefused(code) from None

    patch.setattr(LiveGame, "read", read)


@shown_by("dictopia")
def who_is_last_is_refused_otherwise(patch: MonkeyPatch) -> None:
    honest = LiveGame.act

    def act(self: LiveGame, *arguments: Any) -> Transition:
        try:
            return honest(self, *arguments)
        except CommandRefused as refusal:
            if len(awaited(self.game)) == 1:
                raise CommandRefused("late", refusal.rule_ids) from None
            raise

    patch.setattr(LiveGame, "act", act)


@shown_by("contraband")
def an_acknowledgement_is_longer_by_what_is_hidden(patch: MonkeyPatch) -> None:
    honest = LiveGame.enter

    def enter(self: LiveGame, *arguments: Any) -> Transition:
        transition = honest(self, *arguments)
        blanks = b" " * secret_number(self.game, 7)
        return structs.replace(transition, reply=transition.reply + blanks)

    patch.setattr(LiveGame, "enter", enter)


@shown_by("contraband")
def the_number_of_offers_is_that_of_another(patch: MonkeyPatch) -> None:
    honest = inquiries.offers_message

    def counted(table: LiveGame, seat: Seat, kinds: tuple[str, ...]) -> bytes:
        message = msgspec.json.decode(honest(table, seat, kinds))
        message["kinds"]["all"] = secret_number(table.game, 50)
        return msgspec.json.encode(message)

    patch.setattr(inquiries, "offers_message", counted)
