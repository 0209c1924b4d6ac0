"""What a browser hears of a game, byte for byte, and whether it could tell others' secrets by it.

The house is listened to beside: each step that it settles is noted with the true game. Whatever a
viewer was sent after that step must be what it would have been sent in another world that it can't
tell from the true one: with other secrets of the others, in all that nobody has shown it. And where
others only seal an answer, or take it back, a viewer is sent nothing at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct
from playwright.sync_api import Page, Response, WebSocket

from clande.kernel import Action, Event, Game, QuickLuck, Seat, told
from clande.kernel.books import book
from clande.kernel.messages import Change, patched
from clande.server.store.chain import StoredGame
from clande.server.tables import inquiries, sealing
from clande.server.tables import live_game as tables
from clande.server.tables.actions import decoder
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.feeds import Outgoing
from clande.server.tables.transition import SideState, Transition
from clande.text import catalogue
from tests.server.secrecy import Leak, twin_of

SAID_OF_NOTHING = {"ack", "ping", "pong", "card", "welcome", "lines", "nack"}


class Moment(Struct):
    """The true game after a step, what the step told of it, and what each viewer had heard."""

    command: str
    game: Game[Any]
    side: SideState
    events: tuple[Event, ...]
    numbers: dict[Seat, int]
    alone: bool
    acted: Seat | None  # who did this step: at once, or by an answer that is sealed
    sealed: frozenset[Seat]  # whose sealed answers came or went, if nothing else happened


class Notes:
    """The steps of every table of this process, as they are adopted."""

    def __init__(self) -> None:
        self.moments: dict[str, list[Moment]] = {}
        self.lengths: dict[str, int] = {}

    def note(self, table: tables.LiveGame, command: str) -> None:
        name, log = name_of(table), table.game.log or []
        events = tuple(log[self.lengths.get(name, len(log)) :])
        self.lengths[name] = len(log)
        numbers = {viewer: feed.number for viewer, feed in table.feeds.items()}
        game, side = table.game.clone(keep_log=True), table.side.copy()
        moments = self.moments.setdefault(name, [])
        before = moments[-1].side.sealed if moments else {}
        changed = frozenset(
            seat for seat in {**before, **side.sealed} if before.get(seat) != side.sealed.get(seat)
        )
        acted = next((seat for seat in changed if seat in side.sealed), None)
        author, _, id = command.partition(":")
        if author.isdecimal() and id not in [answer.id for answer in before.values()]:
            acted = int(author)
        sealed = frozenset() if command else changed
        moments.append(Moment(command, game, side, events, numbers, table.alone, acted, sealed))

    def heard(self, table: str, viewer: Seat) -> dict[int, Moment]:
        """By number: the game that a viewer's news left."""
        found: dict[int, Moment] = {}
        for moment in self.moments[table]:
            found.setdefault(moment.numbers[viewer], moment)
        return found


def name_of(table: tables.LiveGame) -> str:
    play: Any = table.chain
    return str(play.table)


@contextmanager
def noting() -> Iterator[Notes]:
    notes = Notes()
    build, adopt = tables.LiveGame.__init__, tables.LiveGame.adopt

    def built(self: tables.LiveGame, *given: Any, **named: Any) -> None:
        build(self, *given, **named)
        if name_of(self) != "t":  # those of this file's own comparisons
            notes.note(self, "")

    def adopted(self: tables.LiveGame, transition: Transition) -> dict[Seat, Outgoing]:
        news = adopt(self, transition)
        notes.note(self, transition.entry.command if transition.entry else "")
        return news

    tables.LiveGame.__init__, tables.LiveGame.adopt = built, adopted  # type: ignore[method-assign]
    try:
        yield notes
    finally:
        tables.LiveGame.__init__, tables.LiveGame.adopt = build, adopt  # type: ignore[method-assign]


class Ear:
    """All that one page receives: frames of its sockets, both ways, and bodies of answers."""

    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[bool, str]] = []  # received or sent
        self.answers: list[Response] = []
        self.bodies: list[bytes] = []
        page.on("websocket", self.listen)
        page.on("response", lambda answer: self.answers.append(answer))

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append((True, str(frame))))
        socket.on("framesent", lambda frame: self.frames.append((False, str(frame))))

    def gather(self) -> list[bytes]:
        """What came over HTTP so far, but for files that are the same for everybody. A page that
        is left takes its answers along: gather them before."""
        told = [a for a in self.answers if "/api/" in a.url and a.status != 304]
        self.answers.clear()
        self.bodies += [answer.body() for answer in told]
        return self.bodies


class Listener:
    """Follows what one viewer was sent, and holds each message against another world."""

    def __init__(self, notes: Notes, table: str, viewer: Seat, names: dict[Seat, str]) -> None:
        self.notes = notes
        self.table = table
        self.viewer = viewer
        self.names = names
        self.heard = notes.heard(table, viewer)
        self.dice = QuickLuck(viewer + 1)
        self.state: Any = None
        self.number = -1
        self.kinds: list[tuple[str, ...]] = []  # of offers that were asked for
        self.weighing: dict[str, Any] = {}

    def sent(self, said: Any) -> None:
        if said["type"] == "offers":
            self.kinds.append(tuple(said["kinds"]))
        elif said["type"] == "weigh":
            self.weighing[said["id"]] = said

    def hear(self, said: Any) -> None:
        match said["type"]:
            case "snapshot":
                self.number, self.state = said["number"], said["state"]
                self.hold_state()
            case "delta":
                for news in said["news"]:
                    self.hear(news)
            case "news":
                self.number = said["number"]
                sealed = self.heard[self.number].sealed
                if sealed and self.viewer not in sealed:
                    raise Leak(f"seat {self.viewer} hears of a sealed answer", self.number, said)
                changes = tuple(msgspec.convert(change, Change) for change in said["patch"])
                self.state = patched(self.state, changes)
                events = self.heard[self.number].events
                may = [line for event in events if (line := told(event, self.viewer))]
                self.same(said["story"], may, "story")
                self.hold_state()
            case "offers":
                found = json.loads(
                    inquiries.offers_message(self.elsewhere(), self.viewer, self.kinds.pop(0))
                )
                self.same(said, found | {"number": said["number"]}, "offers")
            case "weighed":
                asked = self.weighing.pop(said["id"])
                acts = tuple(json.dumps(action).encode() for action in asked["actions"])
                there = self.elsewhere()
                words = catalogue(asked["language"], there.book).seated(self.names)
                found = inquiries.meanings(there, self.viewer, asked["decision"], acts, words)
                self.same(said["meanings"], found, "weighed")
            case "orders":  # one's own, after each welcome: nobody gives any in these games
                self.same([said["orders"], said.get("holds", False)], [[], False], "orders")
            case kind if kind not in SAID_OF_NOTHING:
                raise Leak(f"seat {self.viewer} is told something unheard of", kind)

    def elsewhere(self) -> tables.LiveGame:
        """The table as it would stand in another world that looks the same: there others have
        sealed other answers, or none."""
        moment = self.heard[self.number]
        twin = twin_of(moment.game, self.viewer, self.dice)
        side = moment.side.copy()
        side.sealed = {
            seat: sealing.seal(twin, answer.id, self.elsewhere_answered(moment, twin, seat))
            for seat, answer in sealing.sealed_now(moment.game, moment.side.sealed).items()
            if seat == self.viewer or self.dice.below(2)
        }
        chain = StoredGame("t", twin, 7, bytes(32))
        return tables.LiveGame(chain, TimeLimits(), side, side.at, alone=moment.alone)

    def elsewhere_answered(self, moment: Moment, twin: Game[Any], seat: Seat) -> Action:
        """What lies sealed there: one's own answer is the same."""
        if seat == self.viewer:
            return decoder(book(moment.game))(moment.side.sealed[seat].action)
        return twin.asked[seat].sample(self.dice)

    def hold_state(self) -> None:
        self.same(self.state, self.elsewhere().feeds[self.viewer].state, "state")

    def same(self, here: Any, there: Any, what: str) -> None:
        one, two = (json.loads(msgspec.json.encode(value)) for value in (here, there))
        if one != two:
            raise Leak(f"seat {self.viewer}, {what} {self.number}", *differing(one, two))


def hold(frames: list[tuple[bool, str]], listener: Listener) -> int:
    """How many messages were held against another world; `Leak` if one tells of the true one."""
    for came, text in frames:
        (listener.hear if came else listener.sent)(json.loads(text))
    return sum(came for came, _ in frames)


def differing(one: Any, two: Any, path: str = "") -> list[str]:
    """Where two values part, and how."""
    if isinstance(one, dict) and isinstance(two, dict):
        keys = [key for key in {**one, **two} if one.get(key) != two.get(key)]
        return [d for key in keys for d in differing(one.get(key), two.get(key), f"{path}/{key}")]
    return [f"{path}: {one} / {two}"[:300]]
