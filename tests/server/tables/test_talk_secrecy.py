"""G10 for talk: what a reader may not read leaves no trace in the bytes that it is sent.

The same evening happens twice: once whole, once without the lines that one reader may not read, by
a rule that is written here once more. That reader must be sent the same bytes. And leaks that are
planted must be found.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct, structs
from pytest import MonkeyPatch

from clande.kernel import SPECTATOR, QuickLuck, plain
from clande.kernel.audience import untold
from clande.server.http.schemas.tables import Terms
from clande.server.people.families import Families
from clande.server.people.moderation import Moderation
from clande.server.sockets import protocol
from clande.server.store import store
from clande.server.tables import chat, chat_delivery
from clande.server.tables.actor import TableActor
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.chat import Chat, ChatReader, StoredLine, phrases
from clande.server.tables.chat_delivery import ChatDelivery
from tests.support.virtual_server import Client, Room, virtually

TERMS = Terms(
    "diktat", 4, decision=None, pauses="none", stand_in="wait", talk="free",
    watched=True, delay=20_000,
)  # fmt: skip
CHILD, DEAF, MUTED, KIN = 3, 2, 0, 1  # seat 2 does not hear seat 0; seats 1 and 3 are kin
WATCHER, CHILD_WATCHER = 4, 5
VIEWERS = (0, 1, 2, 3, WATCHER, CHILD_WATCHER)
STEPS = 16


class Step(Struct, frozen=True):
    """Something that a seat says: a line, or in an act."""

    author: int
    to: tuple[int, ...]
    free: bool
    act: bool


class Traced(AssertionError):
    """A reader could tell that something was said which it may not read."""


def script(seed: int) -> list[Step]:
    dice = QuickLuck(seed)
    steps = []
    for _ in range(STEPS):
        author = dice.below(4)
        to = tuple(s for s in range(4) if s != author and dice.below(3) == 0)
        act = dice.below(5) == 0 and author != CHILD
        to = to or (tuple(s for s in range(4) if s != author) if act else ())
        free = act or (dice.below(2) == 0 and author != CHILD)
        steps.append(Step(author, to, free, act))
    return steps


def may_know(step: Step, viewer: int) -> bool:
    """Whether a viewer may notice it at all, in our own words."""
    public = not step.to or (step.act and len(step.to) == 3)
    if viewer == step.author:
        return True
    if step.act:  # acts are of the game: who hears them is told, whatever may be read of the words
        return public or viewer in step.to
    if (viewer, step.author) == (DEAF, MUTED):
        return False
    if viewer in (CHILD, CHILD_WATCHER) and step.free:
        return False
    if viewer == CHILD and step.to:
        return viewer in step.to and step.author == KIN
    return public or viewer in step.to


def may_read_words(step: Step, viewer: int) -> bool:
    kept_out = viewer in (CHILD, CHILD_WATCHER) or (viewer, step.author) == (DEAF, MUTED)
    return viewer == step.author or not kept_out


async def evening(room: Room, steps: list[Step], viewer: int, whole: bool) -> list[bytes]:
    table, people = await room.seated(TERMS)
    order, families = Moderation(room.house), Families(room.house)
    await order.mark_child(people[0], table, CHILD, True)
    await order.set_bond(people[DEAF], table, MUTED, "mute", True)
    family = await families.create(people[KIN], "Nous")
    await families.join(people[CHILD], (await families.invite(people[KIN], family.id)).code, "a")
    people += [(await room.house.people.greet("Ada", child))[0] for child in (False, True)]
    clients = [await room.client(table, player) for player in people]
    ready = [key for key, sentence in phrases("diktat").items() if "{" not in sentence]
    sent: list[bytes] = []
    for at, step in enumerate(steps):
        if whole or may_know(step, viewer):
            text = f"mot numéro {at}"
            if step.act and not whole and not may_read_words(step, viewer):
                text = "tout autre chose"
            await speak(clients[step.author], step, at, text, ready[at])
        await asyncio.sleep(3)
        if at % 5 == 4:  # the reader comes back
            clients[viewer].read()
            sent += clients[viewer].bytes
            await clients[viewer].leave()
            clients[viewer] = await room.client(table, people[viewer])
    await asyncio.sleep(30)
    await clients[viewer].settle()
    return sent + clients[viewer].bytes


async def speak(client: Client, step: Step, at: int, text: str, phrase: str) -> None:
    if step.act:
        client.read()
        reply = await client.act({"type": "Say", "text": text, "to": step.to}, id=f"a{at}")
        assert reply["type"] == "ack", reply
    else:
        words = {"text": text} if step.free else {"phrase": phrase}
        reply = await client.say(f"s{at}", to=step.to, **words)
        assert reply["type"] == "spoken", reply


def hold(folder: Path, seed: int, viewer: int) -> int:
    steps = script(seed)
    with MonkeyPatch.context() as patch:
        fixed = SimpleNamespace(urandom=lambda n: bytes(range(n)), getpid=os.getpid)
        patch.setattr(store, "os", fixed)
        whole, without = [
            virtually(folder / str(whole), lambda room, w=whole: evening(room, steps, viewer, w))  # type: ignore[misc]
            for whole in (True, False)
        ]
    if whole != without:
        first = next((pair for pair in zip(whole, without, strict=False) if pair[0] != pair[1]), ())
        raise Traced(f"viewer {viewer}: {len(whole)} and {len(without)} payloads", *first)
    return sum(not may_know(step, viewer) for step in steps)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_one_may_not_read_leaves_no_trace(tmp_path: Path, viewer: int) -> None:
    hidden = sum(hold(tmp_path / str(seed), seed, viewer) for seed in range(3))
    assert hidden > 5


# ------------------------------------------------------------------------- planted leaks

LEAKS: dict[str, tuple[Callable[[MonkeyPatch], None], int]] = {}
May = Callable[[StoredLine, ChatReader, Any], bool]


def shown_to(viewer: int) -> Callable[[Callable[[MonkeyPatch], None]], Any]:
    def plant(leak: Callable[[MonkeyPatch], None]) -> Any:
        LEAKS[leak.__name__] = (leak, viewer)
        return leak

    return plant


def replace_may_read(
    patch: MonkeyPatch, faulty: Callable[[StoredLine, ChatReader, Any, bool], bool]
) -> None:
    honest = chat.may_read

    def leaking(line: StoredLine, reader: ChatReader, relations: Any) -> bool:
        return faulty(line, reader, relations, honest(line, reader, relations))

    patch.setattr(chat, "may_read", leaking)
    patch.setattr(chat_delivery, "may_read", leaking)


@shown_to(1)
def whispers_reach_all(patch: MonkeyPatch) -> None:
    replace_may_read(patch, lambda line, reader, _, honest: honest or not reader.child)


@shown_to(WATCHER)
def those_who_watch_hear_whispers(patch: MonkeyPatch) -> None:
    replace_may_read(patch, lambda line, reader, _, honest: honest or reader.seat == SPECTATOR)


@shown_to(CHILD)
def a_child_reads_free_words(patch: MonkeyPatch) -> None:
    replace_may_read(
        patch, lambda line, reader, _, honest: honest or (reader.child and not line.sent.to)
    )


@shown_to(CHILD_WATCHER)
def a_child_who_watches_is_forgotten(patch: MonkeyPatch) -> None:
    def reader(self: ChatDelivery, outbox: Any) -> ChatReader:
        sitter = self.roster.sitters.get(outbox.seat)
        return ChatReader(outbox.user, outbox.seat, sitter is not None and sitter.child)

    patch.setattr(ChatDelivery, "reader", reader)


@shown_to(CHILD)
def strangers_whisper_to_a_child(patch: MonkeyPatch) -> None:
    def faulty(line: StoredLine, reader: ChatReader, _: Any, honest: bool) -> bool:
        return honest or (reader.user in line.users and not line.sent.text)

    replace_may_read(patch, faulty)


@shown_to(DEAF)
def the_muted_are_heard(patch: MonkeyPatch) -> None:
    def faulty(line: StoredLine, reader: ChatReader, relations: Any, honest: bool) -> bool:
        return honest or (not line.sent.to and not reader.child)

    replace_may_read(patch, faulty)


@shown_to(1)
def lines_are_numbered_for_all(patch: MonkeyPatch) -> None:
    patch.setattr(Chat, "name_of", lambda self, seat, command: f"~{self.number}")


@shown_to(2)
def the_hour_of_a_line_counts_lines(patch: MonkeyPatch) -> None:
    honest = Chat.payload

    def payload(self: Chat, line: StoredLine) -> bytes:
        counted = structs.replace(line, sent=structs.replace(line.sent, at=line.number))
        return honest(self, counted)

    patch.setattr(Chat, "payload", payload)


@shown_to(1)
def who_comes_back_reads_everything(patch: MonkeyPatch) -> None:
    patch.setattr(Chat, "readable", lambda self, reader, now: list(self.lines))


@shown_to(WATCHER)
def who_comes_to_watch_reads_everything(patch: MonkeyPatch) -> None:
    def readable(self: Chat, reader: ChatReader, now: int) -> list[StoredLine]:
        mine = [line for line in self.lines if self.is_due(line, reader, now)]
        return mine if reader.seat == SPECTATOR else []

    patch.setattr(Chat, "readable", readable)


@shown_to(2)
def a_whisper_is_noticed(patch: MonkeyPatch) -> None:
    honest = ChatDelivery.send_to_seats

    def send_to_seats(self: ChatDelivery, line: StoredLine) -> None:
        honest(self, line)
        for outbox in self.clients.outboxes:
            outbox.push(protocol.write(protocol.Unsaid([])))

    patch.setattr(ChatDelivery, "send_to_seats", send_to_seats)


@shown_to(CHILD)
def words_of_acts_reach_whoever_sees_the_act(patch: MonkeyPatch) -> None:
    def free_texts(
        self: Chat, references: set[str], reader: ChatReader, sent: set[str]
    ) -> bytes | None:
        names = sorted(references & set(self.written))
        texts = {name: self.written[name].sent.text for name in names}
        return protocol.write(protocol.FreeTexts(texts)) if texts else None

    patch.setattr(Chat, "free_texts", free_texts)


@shown_to(1)
def words_of_acts_reach_whoever_hears_anything(patch: MonkeyPatch) -> None:
    def send_texts(self: ChatDelivery, outbox: Any, references: set[str]) -> None:
        honest(self, outbox, set(self.chat.written))

    honest = ChatDelivery.send_texts
    patch.setattr(ChatDelivery, "send_texts", send_texts)


@shown_to(1)
def an_event_is_searched_whole(patch: MonkeyPatch) -> None:
    """And not only the fields of which a viewer is told."""
    honest = Broadcast.send

    def send(self: Broadcast, news: Any, *arguments: Any) -> bool:
        every_line = [plain(untold(event)) for event in self.live.game.log or ()]
        references = self.references.in_story(every_line)
        for outbox in self.clients.outboxes:
            self.chat_delivery.send_texts(outbox, references)
        return honest(self, news, *arguments)

    patch.setattr(Broadcast, "send", send)


@shown_to(CHILD)
def words_stay_in_the_game(patch: MonkeyPatch) -> None:
    patch.setattr(ChatDelivery, "take_free_texts", lambda self, action, *_: (action, ()))


@shown_to(2)
def the_card_counts_lines(patch: MonkeyPatch) -> None:
    honest = TableActor.card

    def card(self: TableActor) -> Any:
        return structs.replace(honest(self), title=f"{self.chat_delivery.chat.number}")

    patch.setattr(TableActor, "card", card)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_of_talk_is_found(leak: str, tmp_path: Path) -> None:
    plant, viewer = LEAKS[leak]
    with MonkeyPatch.context() as patch, pytest.raises(Traced):
        plant(patch)
        for seed in range(6):
            hold(tmp_path / str(seed), seed, viewer)
