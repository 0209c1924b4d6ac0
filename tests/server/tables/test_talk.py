"""What is said at a table: kept, then passed on, to those who may read it and to nobody else."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from clande.bots.dictopia.invented import MISSIONS
from clande.dictopia.actions import Invent
from clande.kernel import QuickLuck
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.seats import Sitter
from clande.server.people.moderation import Moderation
from clande.server.people.relations import Relations
from clande.server.ports import SystemClock
from clande.server.sockets.protocol import ChatLine
from clande.server.store import ChatRow, StoreError
from clande.server.tables.chat import (
    Chat,
    ChatReader,
    StoredLine,
    flat,
    may_read,
    phrases,
    ready,
)
from clande.server.tables.transition import CommandRefused
from clande.text import LANGUAGES, braces, catalogue
from tests.support.virtual_server import Client, Room, virtually

THREE = Terms("diktat", 3, decision=None, pauses="none", stand_in="wait")
FREE = structs.replace(THREE, talk="free", watched=True)
HELLO = {"phrase": "common.hello"}
REFERENCE = re.compile("~[a-z2-7]{16}")


async def around(room: Room, terms: Terms) -> tuple[str, list[Any], list[Client]]:
    table, people = await room.seated(terms)
    return table, people, [await room.client(table, player) for player in people]


def heard(client: Client) -> list[str]:
    client.read()
    return [line["text"] or line["phrase"] for line in client.lines]


def test_a_line_is_kept_and_told_to_all_and_is_no_part_of_the_game(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str, list[Any]]:
        table, people, clients = await around(room, FREE)
        numbers = [client.number for client in clients]
        reply = await clients[0].say(**HELLO)
        assert reply["type"] == "spoken"
        reply = await clients[1].say(text="  Bonsoir \t à\ntous ")
        for client in clients:
            assert heard(client) == ["common.hello", "Bonsoir à tous"]
        assert [client.number for client in clients] == numbers
        assert clients[0].lines[1]["id"] == reply["line"] and clients[0].lines[1]["seat"] == 1
        assert room.store.head(table).number == 0
        assert len(room.store.rows(ChatRow, table=table)) == 2
        return table, people

    async def later(room: Room, table: str, people: list[Any]) -> None:
        await room.house.open()
        client = await room.client(table, people[2])
        assert heard(client) == ["common.hello", "Bonsoir à tous"]

    table, people = virtually(tmp_path, work)
    virtually(tmp_path, lambda room: later(room, table, people))  # after a restart, too


def test_a_whisper_reaches_whom_it_is_for(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people, (anna, bela, clea) = await around(room, FREE)
        watcher = (await room.people(1))[0]
        dora = await room.client(table, watcher)
        before = [len(clea.bytes), len(dora.bytes)]
        await anna.say(text="rien que toi", to=[1])
        assert heard(anna) == heard(bela) == ["rien que toi"]
        assert heard(clea) == heard(dora) == []
        assert [len(clea.bytes), len(dora.bytes)] == before
        for seat, client in enumerate((anna, bela, clea)):
            again = await room.client(table, people[seat], client)
            assert heard(again) == (["rien que toi"] if seat < 2 else [])
        await anna.say(text="pour tous")
        assert heard(dora) == ["pour tous"]
        assert heard(await room.client(table, watcher)) == ["pour tous"]

    virtually(tmp_path, work)


def test_who_takes_a_seat_later_does_not_read_what_was_whispered_there(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people, (anna, bela, _) = await around(room, FREE)
        await anna.say(text="entre nous", to=[1])
        await anna.say(text="pour tous")
        await room.house.lobby.stand_up(people[1], table)
        other = (await room.people(1))[0]
        await room.house.lobby.sit(other, table, 1)
        assert heard(await room.client(table, other)) == ["pour tous"]
        assert bela.outbox.closed is not None

    virtually(tmp_path, work)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "unreadable"),
    ({"phrase": "common.hello", "text": "et"}, "unreadable"),
    ({"phrase": "common.nothing_of_ours"}, "unreadable"),
    ({"phrase": "dictopia.prove"}, "unreadable"),  # of another game
    ({"phrase": "ready.Say.trust"}, "unreadable"),
    ({"phrase": "common.your_turn"}, "unreadable"),  # whose?
    ({"phrase": "common.hello", "about": 1}, "unreadable"),
    ({"phrase": "common.your_turn", "about": 7}, "unreadable"),
    ({"phrase": "common.hello", "to": [0]}, "unreadable"),  # to oneself
    ({"phrase": "common.hello", "to": [1, 9]}, "unreadable"),
    ({"text": "a" * 201}, "unreadable"),
    ({"text": "   "}, "unreadable"),
    ({"text": "\u202eenvers"}, "unreadable"),
    ({"text": "sans\u0007bruit"}, "unreadable"),
    ({"text": "a" + "\u0335" * 4}, "unreadable"),
]


def test_what_cannot_be_said_is_refused_and_told_to_nobody(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, _, (anna, bela, _) = await around(room, FREE)
        for line, code in REFUSED:
            reply = await anna.say(**line)
            assert (reply["type"], reply["code"]) == ("nack", code), line
        assert heard(anna) == heard(bela) == [] and room.store.rows(ChatRow, table=table) == []
        assert (await anna.say(text="é" * 200))["type"] == "spoken"
        assert (await anna.say(phrase="common.your_turn", about=1))["type"] == "spoken"

    virtually(tmp_path, work)


def test_a_table_may_want_ready_made_phrases_only(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, _, (anna, bela, _) = await around(room, THREE)  # which is so unless one says otherwise
        reply = await anna.say(text="bonjour")
        assert (reply["type"], reply["code"]) == ("nack", "phrases_only")
        await anna.say(phrase="diktat.alliance", about=1, to=[1])
        assert heard(bela) == ["diktat.alliance"] and bela.lines[0]["about"] == 1

    virtually(tmp_path, work)


def test_too_much_and_the_same_again_are_refused(tmp_path: Path) -> None:
    """G29: five lines in ten seconds; near-duplicates are the same."""

    async def work(room: Room) -> None:
        _, _, (anna, bela, _) = await around(room, FREE)
        assert (await anna.say(text="Salut !"))["type"] == "spoken"
        assert (await anna.say(text="saluuut"))["code"] == "repeated"
        assert (await anna.say(text="Salut", to=[1]))["type"] == "spoken"  # to another
        for number in range(3):
            assert (await anna.say(text=f"{number}"))["type"] == "spoken"
        assert (await anna.say(text="encore"))["code"] == "too_fast"
        assert len(heard(bela)) == 5
        room.loop.elapsed += 10
        assert (await anna.say(text="Salut !"))["type"] == "spoken"

    virtually(tmp_path, work)


def test_the_same_message_twice_is_said_once(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str, list[Any], Any]:
        table, people, (anna, bela, _) = await around(room, FREE)
        first = await anna.say("k1", text="une fois")
        assert await anna.say("k1", text="une fois") == first
        assert heard(bela) == ["une fois"]
        return table, people, first

    async def later(room: Room, table: str, people: list[Any], first: Any) -> None:
        client = await room.client(table, people[0])
        assert await client.say("k1", text="une fois") == first
        assert heard(client) == ["une fois"]

    arguments = virtually(tmp_path, work)
    virtually(tmp_path, lambda room: later(room, *arguments))


def test_what_cannot_be_kept_is_told_to_nobody(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, _, (anna, bela, _) = await around(room, FREE)
        honest = room.ledger.table_put

        async def full(*rows: Any) -> None:
            raise StoreError("disk full")

        room.ledger.table_put = full  # type: ignore[method-assign]
        assert (await anna.say("k1", text="perdu"))["code"] == "again"
        room.ledger.table_put = honest  # type: ignore[method-assign]
        assert heard(anna) == heard(bela) == []
        room.loop.elapsed += 10
        assert (await anna.say("k1", text="perdu"))["type"] == "spoken"
        assert heard(bela) == ["perdu"]

    virtually(tmp_path, work)


def test_those_who_watch_hear_what_is_public_as_late_as_they_see(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        terms = structs.replace(FREE, delay=30_000)
        table, _, (anna, bela, _) = await around(room, terms)
        watcher = (await room.people(1))[0]
        dora = await room.client(table, watcher)
        await anna.say(text="maintenant")
        await anna.say(text="en secret", to=[1])
        assert heard(bela) == ["maintenant", "en secret"] and heard(dora) == []
        five = await room.client(table, watcher)
        assert heard(five) == []
        assert (await dora.say(text="moi aussi"))["code"] == "spectator"
        await asyncio.sleep(29)
        assert heard(dora) == []
        await asyncio.sleep(2)
        await dora.settle()
        assert heard(dora) == heard(five) == ["maintenant"]
        assert heard(await room.client(table, watcher)) == ["maintenant"]

    virtually(tmp_path, work)


def test_the_rules_decide_who_may_write_to_whom(tmp_path: Path) -> None:
    """LEA-11: where leagues are, nobody writes to anybody in private; all may hear."""

    async def work(room: Room) -> None:
        terms = Terms("diktat", 4, ("nuit", "leagues"), decision=None, talk="free")
        _, _, (anna, bela, *_) = await around(room, terms)
        assert anna.state["speech"] == {"openly": True, "near": []}
        assert (await anna.say(text="psst", to=[1]))["code"] == "out_of_hearing"
        assert (await anna.say(text="à tous"))["type"] == "spoken"
        assert heard(bela) == ["à tous"]

    virtually(tmp_path, work)


def test_a_lobby_talks_too(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        people = await room.people(2)
        card = await room.house.lobby.create(people[0], FREE)
        await room.house.lobby.sit(people[1], card.id, 1)
        anna, bela = [await room.client(card.id, player) for player in people]
        await anna.say(text="il manque quelqu’un")
        await bela.say(text="j’appelle", to=[0])
        assert heard(anna) == heard(bela) == ["il manque quelqu’un", "j’appelle"]

    virtually(tmp_path, work)


# ------------------------------------------------------------------------- words of acts


def test_words_of_an_act_are_a_reference_in_the_game(tmp_path: Path) -> None:
    """POL-2: the text is in the talk store; who hears the act gets it, just before."""

    async def work(room: Room) -> None:
        table, people, (anna, bela, clea) = await around(room, FREE)
        act = {"type": "Say", "text": "secret de Polichinelle", "to": [1]}
        reply = await anna.act(act)
        assert reply["type"] == "ack", reply
        bela.read()
        clea.read()
        (event_told,) = [event for event in bela.story if event["type"] == "Said"]
        assert REFERENCE.fullmatch(event_told["text"])
        assert bela.words == anna.words == {event_told["text"]: "secret de Polichinelle"}
        kinds = [b"written" in payload[:20] for payload in bela.bytes]
        assert kinds.index(True) < len(kinds) - 1  # before the news
        assert clea.words == {} and not any(b"~" in payload for payload in clea.bytes)
        assert b"Polichinelle" not in b"".join(clea.bytes)
        rows = [row for row in room.store.entries(table)]
        assert b"Polichinelle" not in b"".join([rows[0].action, rows[0].waiting, *rows[0].events])
        again = await room.client(table, people[1])
        assert again.words == bela.words  # with the snapshot that shows it
        assert heard(again) == []  # it is no line

    virtually(tmp_path, work)


def test_words_of_an_act_keep_to_the_filters(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, _, (anna, bela, _) = await around(room, THREE)
        reply = await anna.act({"type": "Say", "text": "librement", "to": [1]})
        assert (reply["type"], reply["code"]) == ("nack", "phrases_only")
        assert room.store.head(table).number == 0
        reply = await anna.act({"type": "Say", "text": "Trust me.", "to": [1]})
        assert reply["type"] == "ack"
        bela.read()
        (event_told,) = [event for event in bela.story if event["type"] == "Said"]
        assert (
            event_told["text"] == catalogue("fr").say("phrases.ready.Say.trust")
            and bela.words == {}
        )
        assert room.store.rows(ChatRow, table=table) == []

    virtually(tmp_path, work)


def test_an_act_gets_a_reference_a_ready_made_text_or_nothing() -> None:
    """DIC-MIS-11: words of one's own are kept apart; a bot has none; too many are refused."""
    made = Chat("t", FREE, relations(set(), set()), b"k" * 32, SystemClock())
    sitter, author = Sitter("anna", 1, "Anna"), ChatReader("anna", 0)

    def become(text: str, who: ChatReader = author, at: Sitter | None = sitter) -> tuple[str, int]:
        action, lines = made.take_free_texts(Invent(text), who, at, "k1", 5)
        assert isinstance(action, Invent)
        return action.text, len(lines)

    name, count = become("Un mot que l’on chuchote")
    assert REFERENCE.fullmatch(name) and count == 1
    assert become("Un mot que l’on chuchote") == (name, 1)  # a second copy has the same name
    assert become("A word without the letter E") == ("Un mot sans la lettre E", 0)
    assert become("") == ("", 0)
    bot = Sitter("", 1, "Prudent", "prudent")
    assert become("abcdé", ChatReader("", 0), bot) == ("", 0)
    assert become("Un mot sans la lettre E", ChatReader("", 0), bot) == (
        "Un mot sans la lettre E",
        0,
    )
    for text, who, code in (
        ("mot " * 31, author, "unreadable"),
        ("mot", ChatReader("anna", 0, True), "phrases_only"),
    ):
        with pytest.raises(CommandRefused) as refused:
            become(text, who)
        assert refused.value.code == code


def test_what_is_taken_away_is_taken_from_those_who_had_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people, (anna, bela, clea) = await around(room, FREE)
        order = Moderation(room.house)
        await anna.act({"type": "Say", "text": "à toi seul", "to": [1]})
        bela.read()
        clea.read()
        (name,) = bela.words
        before = len(clea.bytes)
        await order.unsay(table, name)
        bela.read()
        clea.read()
        assert b"unsaid" in bela.bytes[-1] and len(clea.bytes) == before
        assert (await room.client(table, people[1])).words == {}  # and nobody gets it any more

    virtually(tmp_path, work)


def test_a_blank_mission_may_be_ready_made(tmp_path: Path) -> None:
    """DIC-MIS-11: what bots write is among the ready-made missions, so that bots can judge it."""
    texts = ready("Invent")
    assert all(texts[mission] == mission for mission in MISSIONS)
    for lang in LANGUAGES:
        for kind in ("Invent", "Say", "SwearFreely"):
            keys = [k for k in catalogue(lang).sentences if k.startswith(f"phrases.ready.{kind}.")]
            assert len(keys) >= 8
            assert {ready(kind)[catalogue(lang).sentences[key]] for key in keys} == set(
                ready(kind).values()
            )


@pytest.mark.parametrize("game", ["diktat", "dictopia"])
def test_phrases_are_there_in_both_languages(game: str) -> None:
    keys = phrases(game)
    assert len(keys) >= 45
    for lang in LANGUAGES:
        words = catalogue(lang).sentences
        for key, sentence in keys.items():
            assert braces(words[f"phrases.{key}"]) == braces(sentence)
            assert set(braces(sentence)) <= {"name"}


# ------------------------------------------------------------------------------ one place


class NoLedger:
    """Relations that are only in memory."""


def relations(deaf: set[tuple[str, str]], kin: set[frozenset[str]]) -> Relations:
    relations = Relations(NoLedger())  # type: ignore[arg-type]
    for user, other in deaf:
        relations.bonds.setdefault(user, {})[other] = {"mute"}
    for number, pair in enumerate(sorted(map(sorted, kin))):
        for user in pair:
            relations.families.setdefault(user, set()).add(str(number))
    return relations


def test_a_child_and_a_muted_pair_receive_nothing_they_should_not() -> None:
    """G29: 100,000 sends, each to everybody there; free words never reach a child."""
    dice = QuickLuck(29)
    users = [f"u{number}" for number in range(6)]
    sent = reached = 0
    while sent < 100_000:
        deaf = {(dice.pick(users), dice.pick(users)) for _ in range(3)}
        kin = {frozenset((dice.pick(users), dice.pick(users))) for _ in range(2)}
        kin = {pair for pair in kin if len(pair) == 2}
        between = relations(deaf, kin)
        children = {user for user in users if dice.below(3) == 0}
        for _ in range(10):
            author = dice.below(4)
            to = (
                tuple(s for s in range(4) if s != author and dice.below(2)) if dice.below(2) else ()
            )
            text, phrase = ("libre", "") if dice.below(2) else ("", "common.hello")
            sent_line = ChatLine("~x", author, "", to, phrase, -1, text, 0)
            line = StoredLine(1, users[author], sent_line, tuple(users[s] for s in to))
            for at, user in enumerate(users):
                seat = at if at < 4 else -1
                reader = ChatReader(user, seat, user in children)
                sent += 1
                if not may_read(line, reader, between) or user == users[author]:
                    continue
                reached += 1
                assert not (text and user in children)
                assert (user, users[author]) not in deaf
                assert not to or (seat in to and seat >= 0)
                if to and user in children:
                    assert frozenset((user, users[author])) in kin
    assert reached > 10_000


def test_near_duplicates_look_the_same() -> None:
    assert flat("Hé ! Héééé…") == flat("he he") == "hehe"
    assert flat("!!!") != flat("???")
