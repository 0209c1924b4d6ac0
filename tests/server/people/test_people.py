"""People: accounts, sessions, families, what one decides about others, order, forgetting."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.server.http.schemas import people as wire
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, Terms
from clande.server.operations import admin_secret
from clande.server.operations.limits import MOST_KEYS
from clande.server.people import erasure
from clande.server.people.accounts import Accounts, check_password
from clande.server.people.families import Families
from clande.server.people.moderation import Moderation
from clande.server.people.tokens import digest
from clande.server.sockets.outbox import NO_TABLE, REVOKED
from clande.server.store import (
    AccountRow,
    BondRow,
    ChatRow,
    ReportRow,
    ResultRow,
    SeatRow,
    Store,
    TokenRow,
    UserRow,
)
from tests.server.tables.test_talk import FREE, around, heard
from tests.support.databases import place
from tests.support.virtual_server import Room, SeededChance, virtually

GOOD = "une phrase assez longue"
OTHER = "encore une autre phrase"


class Counting:
    """Hashes nothing, but counts how often it was asked to."""

    def __init__(self) -> None:
        self.done = 0

    async def hash(self, password: str) -> str:
        self.done += 1
        return f"hash of {password}"

    async def holds(self, hashed: str, password: str) -> bool:
        self.done += 1
        return hashed == f"hash of {password}"


class Desk:
    """All that takes care of people in a room."""

    def __init__(self, room: Room) -> None:
        self.hasher = Counting()
        self.accounts = Accounts(room.house, self.hasher)
        self.families = Families(room.house)
        self.order = Moderation(room.house)


async def refusal(work: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(RequestRefused) as refused:
        await work
    return refused.value.code


def test_a_guest_who_signs_up_keeps_the_games_and_logs_in_elsewhere(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        table, people = await room.seated(Terms("diktat", 2))
        opened = await desk.accounts.sign_up(people[0], GOOD, "a")
        assert opened.login.startswith("joueur0-") and opened.login == opened.login.lower()
        assert len(opened.recovery.replace("-", "")) == 20
        assert await refusal(desk.accounts.sign_up(people[0], GOOD, "a")) == "already"
        player, token, device = await desk.accounts.log_in(f" {opened.login.upper()} ", GOOD, "b")
        assert player == people[0] and await room.house.people.who(token) == player
        assert [card.id for card in await room.house.lobby.mine(player)] == [table]
        (row,) = room.store.rows(AccountRow)
        assert row.password == f"hash of {GOOD}"
        assert opened.recovery not in row.recovery and len(row.recovery) == 64
        assert len(await desk.accounts.sessions(player, digest(token))) == 2
        assert device and room.store.rows(TokenRow, purpose="device")[0].user == player.id

    virtually(tmp_path, work)


@pytest.mark.parametrize(
    "password",
    ["", "court", "onze signes", "a" * 40, "ababababababab", "Mot de passe 123", "azertyuiop123",
     "1234 5678 9012", "annaannaanna", "x" * 300],
)  # fmt: skip
def test_passwords_that_are_easy_are_refused(password: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        check_password(password, "Anna")
    assert refused.value.code == "bad_password"


@pytest.mark.parametrize("password", [GOOD, "été à la mer, 12", "qu0tidiennement", "𝕬𝖇𝖈𝖉𝖊𝖋𝖌𝖍𝖎𝖏𝖐𝖑𝖒"])
def test_passwords_need_no_special_signs(password: str) -> None:
    check_password(password, "Anna")


def test_nothing_tells_whether_there_is_such_an_account(tmp_path: Path) -> None:
    """G20: the same refusal and the same work, for logging in and for recovering."""

    async def work(room: Room) -> None:
        desk = Desk(room)
        (player,) = await room.people(1)
        opened = await desk.accounts.sign_up(player, GOOD, "a")
        await refusal(desk.accounts.log_in("warm-up", GOOD, "z"))
        costs = []
        for login in (opened.login, "nobody-abcd"):
            before = desk.hasher.done
            assert await refusal(desk.accounts.log_in(login, OTHER, "b")) == "bad_login"
            assert await refusal(desk.accounts.recover(login, "B" * 20, OTHER, "b")) == "bad_login"
            assert await refusal(desk.accounts.recover(login, "", OTHER, "b")) == "bad_login"
            costs.append(desk.hasher.done - before)
        assert costs[0] == costs[1] == 3
        # and signing up never says that a name is taken
        twin = (await room.house.people.greet(player.name))[0]
        assert (await desk.accounts.sign_up(twin, GOOD, "a")).login != opened.login

    virtually(tmp_path, work)


def test_passwords_cannot_be_tried_for_long(tmp_path: Path) -> None:
    """G19: 10 in a quarter of an hour for an account, 60 in ten minutes for an address; whoever has
    logged in on a device before still can."""

    async def work(room: Room) -> None:
        desk = Desk(room)
        (player,) = await room.people(1)
        opened = await desk.accounts.sign_up(player, GOOD, "home")
        _, _, device = await desk.accounts.log_in(opened.login, GOOD, "home")
        codes = [
            await refusal(desk.accounts.log_in(opened.login, f"{OTHER}{n}", f"address {n}"))
            for n in range(500)
        ]
        assert codes == ["bad_login"] * 9 + ["too_many"] * 491
        before = desk.hasher.done
        assert await refusal(desk.accounts.log_in(opened.login, GOOD, "new")) == "too_many"
        assert desk.hasher.done == before
        assert (await desk.accounts.log_in(opened.login, GOOD, "home", device))[0] == player
        forged = await refusal(desk.accounts.log_in(opened.login, GOOD, "new", "forged"))
        assert forged == "too_many"
        codes = [await refusal(desk.accounts.log_in(f"n{n}", GOOD, "one")) for n in range(100)]
        assert codes == ["bad_login"] * 60 + ["too_many"] * 40
        # nor is an account forgotten because so many others are tried that do not exist
        for number in range(MOST_KEYS + 10):
            desk.accounts.by_address.times.clear()
            await refusal(desk.accounts.log_in(f"made-up-{number}", GOOD, "many"))
        desk.accounts.by_address.times.clear()
        assert await refusal(desk.accounts.log_in(opened.login, GOOD, "new")) == "too_many"
        room.loop.elapsed += 15 * 60
        assert (await desk.accounts.log_in(opened.login, GOOD, "one"))[0] == player

    virtually(tmp_path, work)


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        _, people, clients = await around(room, FREE)
        player = people[0]
        opened = await desk.accounts.sign_up(player, GOOD, "a")
        tokens = [(await desk.accounts.log_in(opened.login, GOOD, "a"))[1] for _ in range(3)]
        session = digest(tokens[0])
        cards = await desk.accounts.sessions(player, session)
        assert len(cards) == 4 and sum(card.current for card in cards) == 1
        clients[0].outbox.session = digest(tokens[1])
        other = next(
            c for c in await desk.accounts.sessions(player, digest(tokens[1])) if c.current
        )
        await desk.accounts.end(player, other.id)
        assert clients[0].outbox.closed == REVOKED
        assert await room.house.people.who(tokens[1]) is None
        assert await refusal(desk.accounts.end(player, other.id)) == "not_found"
        assert await refusal(desk.accounts.end(people[1], cards[0].id)) == "not_found"
        wrong = desk.accounts.change_password(player, OTHER, OTHER, session)
        assert await refusal(wrong) == "bad_login"
        await desk.accounts.change_password(player, GOOD, OTHER, session)
        assert await room.house.people.who(tokens[0]) == player
        assert await room.house.people.who(tokens[2]) is None
        await desk.accounts.end_all(player)
        assert await room.house.people.who(tokens[0]) is None
        assert room.store.rows(TokenRow, user=player.id) == []

    virtually(tmp_path, work)


def test_a_lost_password_is_replaced_by_the_code_that_was_shown_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        (player,) = await room.people(1)
        opened = await desk.accounts.sign_up(player, GOOD, "a")
        _, old, _ = await desk.accounts.log_in(opened.login, GOOD, "a")
        code = opened.recovery.lower().replace("-", " ")
        same, token, fresh = await desk.accounts.recover(opened.login, code, OTHER, "a")
        assert same == player and await room.house.people.who(token) == player
        assert await room.house.people.who(old) is None
        assert fresh.recovery != opened.recovery
        again = desk.accounts.recover(opened.login, opened.recovery, GOOD, "a")
        assert await refusal(again) == "bad_login"
        assert await refusal(desk.accounts.log_in(opened.login, GOOD, "a")) == "bad_login"
        assert (await desk.accounts.log_in(opened.login, OTHER, "a"))[0] == player

    virtually(tmp_path, work)


# ------------------------------------------------------------------- one another, children


def test_who_is_muted_is_not_heard_from_that_moment_on(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str, list[Player]]:
        desk = Desk(room)
        table, people, (first, second, third) = await around(room, FREE)
        await desk.order.set_bond(people[1], table, 0, "mute", True)
        await first.say(text="tu m’entends ?")
        await first.say(text="et là ?", to=[1])
        assert heard(first) == ["tu m’entends ?", "et là ?"]
        assert heard(second) == [] and heard(third) == ["tu m’entends ?"]
        (card,) = await desk.order.bonds(people[1])
        assert (card.name, card.kind) == (people[0].name, "mute")
        assert people[0].id not in card.id
        assert await refusal(desk.order.set_bond(people[1], table, 1, "mute", True)) == "not_found"
        return table, people

    async def later(room: Room, table: str, people: list[Player]) -> None:
        await room.house.open()
        desk = Desk(room)
        two = await room.client(table, people[1])
        assert heard(two) == []  # after a restart, too
        (card,) = await desk.order.bonds(people[1])
        await desk.order.drop_bond(people[1], card.id)
        assert heard(await room.client(table, people[1])) == ["tu m’entends ?", "et là ?"]
        assert room.store.rows(BondRow) == []

    table, people = virtually(tmp_path, work)
    virtually(tmp_path, lambda room: later(room, table, people))


def test_who_is_blocked_may_not_sit_down_at_ones_table(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        table, people, (first, second, _) = await around(room, FREE)
        await desk.order.set_bond(people[0], table, 1, "block", True)
        await second.say(text="bonjour")
        assert heard(first) == []
        card = await room.house.lobby.create(people[0], Terms("diktat", 3))
        assert await refusal(room.house.lobby.sit(people[1], card.id, 1)) == "not_welcome"
        await room.house.lobby.sit(people[2], card.id, 1)

    virtually(tmp_path, work)


def test_a_child_reads_and_writes_ready_made_phrases_only(tmp_path: Path) -> None:
    """G29, I29: in the lobby, in play, after coming back, in acts; whoever sends it."""

    async def work(room: Room) -> None:
        desk = Desk(room)
        table, people, (first, second, third) = await around(room, FREE)
        await desk.order.mark_child(people[0], table, 1, True)
        assert await refusal(desk.order.mark_child(people[1], table, 2, True)) == "not_host"
        await first.say(text="pour les grands")
        await first.say(phrase="common.hello")
        await first.say(phrase="common.nice", to=[1])  # a stranger whispers
        assert heard(second) == ["common.hello"]
        assert heard(await room.client(table, people[1])) == ["common.hello"]
        assert (await second.say(text="moi aussi"))["code"] == "phrases_only"
        reply = await second.act({"type": "Say", "text": "moi aussi", "to": [0]})
        assert reply["code"] == "phrases_only"
        reply = await first.act({"type": "Say", "text": "dans un acte", "to": [1, 2]})
        assert reply["type"] == "ack"
        second.read()
        third.read()
        assert second.words == {} and list(third.words.values()) == ["dans un acte"]
        assert b"dans un acte" not in b"".join(second.bytes)
        family = await desk.families.create(people[0], "Nous")
        code = (await desk.families.invite(people[0], family.id)).code
        await desk.families.join(people[1], code, "a")
        await first.say(phrase="common.ouch", to=[1])
        assert heard(second) == ["common.hello", "common.ouch"]

    virtually(tmp_path, work)


def test_who_says_to_be_a_child_is_one_at_all_tables(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        child = (await room.house.people.greet("Zoé", True))[0]
        host = (await room.people(1))[0]
        card = await room.house.lobby.create(host, FREE)
        await room.house.lobby.sit(child, card.id, 1)
        first, second = [await room.client(card.id, player) for player in (host, child)]
        await first.say(text="libre")
        assert heard(second) == []
        assert await refusal(desk.order.mark_child(host, card.id, 1, False)) == "is_child"
        watcher = (await room.house.people.greet("Max", True))[0]
        assert heard(await room.client(card.id, watcher, watch=True)) == []
        # only the head of the family lifts it, and the tables know at once
        family = await desk.families.create(host, "Nous")
        code = (await desk.families.invite(host, family.id)).code
        joined = await desk.families.join(child, code, "a")
        me = next(member for member in joined.members if member.me)
        assert me.child and not joined.heads
        alone = desk.families.raise_child(child, family.id, me.id, False)
        assert await refusal(alone) == "not_head"
        await desk.families.raise_child(host, family.id, me.id, False)
        await first.say(text="encore")
        assert heard(second) == ["encore"]
        assert (await room.house.people.player(child.id)) == Player(child.id, "Zoé", False)

    virtually(tmp_path, work)


def test_a_host_may_silence_a_seat(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        table, people, (_, two, three) = await around(room, FREE)
        assert await refusal(desk.order.hush(people[1], table, 2, True)) == "not_host"
        await desk.order.hush(people[0], table, 1, True)
        assert (await two.say(text="non"))["code"] == "hushed"
        assert (await two.say(phrase="common.hello"))["code"] == "hushed"
        reply = await two.act({"type": "Say", "text": "non", "to": [0]})
        assert reply["code"] == "hushed"
        assert (await three.say(text="oui"))["type"] == "spoken"
        await desk.order.hush(people[0], table, 1, False)
        assert (await two.say(text="enfin"))["type"] == "spoken"

    virtually(tmp_path, work)


# ------------------------------------------------------------------------------- reports


def test_a_report_keeps_what_its_author_could_read(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        table, people, (first, second, third) = await around(room, FREE)
        await first.say(text="bonjour")
        await first.say(text="entre eux", to=[2])
        await first.say(text="injure", to=[1])
        assert heard(second) == ["bonjour", "injure"] and heard(third) == ["bonjour", "entre eux"]
        line = second.lines[1]
        await desk.order.report(people[1], table, wire.ReportPlayer("méchant", -1, line["id"]))
        hidden = third.lines[1]
        other = desk.order.report(people[1], table, wire.ReportPlayer("x", -1, hidden["id"]))
        assert await refusal(other) == "not_found"
        stranger = (await room.people(1))[0]
        request = wire.ReportPlayer("x", 0)
        assert await refusal(desk.order.report(stranger, table, request)) == "not_seated"
        assert await desk.order.reports_at(people[0], table) == []  # it is about the host
        (card,) = await desk.order.all_reports()
        assert (card.by, card.about, card.seat) == (people[1].name, people[0].name, 0)
        assert [line.text for line in card.lines] == ["bonjour", "injure"]
        assert card.marked == line["id"] and card.reason == "méchant"
        await desk.order.report(people[0], table, wire.ReportPlayer("aussi", 1))
        (mine,) = await desk.order.reports_at(people[0], table)
        assert mine.about == people[1].name
        await desk.order.unsay(table, line["id"])
        assert heard(first) == ["bonjour", "entre eux"] and heard(second) == ["bonjour"]
        assert len(room.store.rows(ChatRow)) == 2
        await desk.order.settle(card.id)
        assert [card.id for card in await desk.order.all_reports()] == [mine.id]
        codes = []
        for _ in range(12):
            try:
                await desk.order.report(people[2], table, wire.ReportPlayer("", 0))
            except RequestRefused as refused:
                codes.append(refused.code)
        assert codes == ["too_many"] * 2

    virtually(tmp_path, work)


def test_lines_are_kept_for_a_month(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, _, (first, *_) = await around(room, FREE)
        await first.say(text="passager")
        day = 24 * 3_600_000
        now = room.clock.now()
        await room.house.sweep(now + 29 * day)
        assert len(room.store.rows(ChatRow, table=table)) == 1
        await room.house.sweep(now + 31 * day)
        assert room.store.rows(ChatRow, table=table) == []

    virtually(tmp_path, work)


# ------------------------------------------------------------------------------ families


def test_a_family_sees_what_it_has_played_together(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        anna, bob, eve = await room.people(3)
        family = await desk.families.create(anna, "  Les  Nôtres ")
        assert family.name == "Les Nôtres" and family.heads
        assert await refusal(desk.families.invite(bob, family.id)) == "not_member"
        invited = await desk.families.invite(anna, family.id)
        assert await refusal(desk.families.join(bob, "BBBBB-BBBBB", "a")) == "not_found"
        await desk.families.join(bob, invited.code.lower(), "a")
        assert await refusal(desk.families.join(bob, invited.code, "a")) == "already"
        room.loop.elapsed += 8 * 24 * 3600
        assert await refusal(desk.families.join(eve, invited.code, "b")) == "not_found"
        card = await room.house.lobby.create(anna, Terms("dictopia", 2))
        played = {"standings": [], "table": card.id, "game": "dictopia", "mode": "", "at": 5}
        for seat, who in enumerate((anna, bob)):
            body = msgspec.json.encode({**played, "seat": seat})
            row = ResultRow(card.id, seat, who.id, "dictopia", "", "", False, True, body, 5)
            room.store.put(row).result()
        (game,) = await desk.families.games(bob, family.id)
        assert (game.table, game.game) == (card.id, "dictopia")
        assert await refusal(desk.families.games(eve, family.id)) == "not_member"
        assert room.house.relations.is_kin(anna.id, bob.id)
        await desk.families.leave(anna, family.id)
        assert not room.house.relations.is_kin(anna.id, bob.id)
        (mine,) = await desk.families.mine(bob)
        assert mine.heads and await desk.families.mine(anna) == []
        await desk.families.leave(bob, family.id)
        assert await desk.families.mine(bob) == []

    virtually(tmp_path, work)


def test_the_head_of_a_family_may_send_somebody_away(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        anna, bob = await room.people(2)
        family = await desk.families.create(anna, "Nous")
        await desk.families.join(bob, (await desk.families.invite(anna, family.id)).code, "a")
        card = await desk.families.card(bob, family.id)
        ids = {member.name: member.id for member in card.members}
        not_head = desk.families.remove(bob, family.id, ids[anna.name])
        assert await refusal(not_head) == "not_head"
        rest = await desk.families.remove(anna, family.id, ids[bob.name])
        assert [member.name for member in rest.members] == [anna.name]

    virtually(tmp_path, work)


# --------------------------------------------------------------------- export and erasing


def test_all_that_there_is_of_a_person_is_given_and_forgotten(tmp_path: Path) -> None:
    """G30: afterwards the name is nowhere in the file, and the game is the same."""

    async def work(room: Room) -> None:
        desk = Desk(room)
        name = "Wilhelmine Unique"
        person, token = await room.house.people.greet(name)
        others = await room.people(2)
        card = await room.house.lobby.create(person, FREE)
        for seat, player in enumerate(others, start=1):
            await room.house.lobby.sit(player, card.id, seat)
        await room.house.lobby.start(person, card.id)
        clients = [await room.client(card.id, player) for player in (person, *others)]
        opened = await desk.accounts.sign_up(person, GOOD, "a")
        await desk.families.create(person, "Nous")
        await clients[0].say(text="mes propres mots")
        await clients[0].act({"type": "Say", "text": "mots d’un acte", "to": [1, 2]})
        await clients[1].say(text="réponse", to=[0])
        await desk.order.set_bond(person, card.id, 1, "mute", True)
        await desk.order.set_bond(others[0], card.id, 0, "block", True)
        await desk.order.report(person, card.id, wire.ReportPlayer("plainte", 1))
        await desk.order.report(others[0], card.id, wire.ReportPlayer("contre-plainte", 0))
        standing = [{"seat": 0, "name": name, "score": 1, "won": True}]
        result = {"standings": standing, "table": card.id, "game": "diktat", "mode": "", "at": 5}
        for seat, player in enumerate((person, others[0])):
            body = msgspec.json.encode({**result, "seat": seat})
            row = ResultRow(card.id, seat, player.id, "diktat", "", "", False, True, body, 5)
            room.store.put(row).result()

        exported = await erasure.export(room.house, desk.accounts, desk.families, person)
        text = msgspec.json.encode(exported).decode()
        assert {"mes propres mots", "mots d’un acte"} == {x["text"] for x in exported["lines"]}
        for word in (name, opened.login, card.id, "plainte", "Nous"):
            assert word in text
        assert "réponse" not in text and others[0].id not in text and "hash of" not in text
        assert exported["seats"][0]["seat"] == 0 and len(exported["results"]) == 1

        head = room.store.head(card.id)
        erasing = erasure.erase(room.house, desk.accounts, desk.families, person, OTHER)
        assert await refusal(erasing) == "bad_login"
        await erasure.erase(room.house, desk.accounts, desk.families, person, GOOD)
        await clients[1].settle()
        assert heard(clients[2]) == []
        assert await room.house.people.who(token) is None
        assert clients[0].outbox.closed == REVOKED
        for kind in (UserRow, TokenRow, AccountRow, SeatRow, ChatRow, ResultRow):
            keys = {"id": person.id} if kind is UserRow else {"user": person.id}
            assert room.store.rows(kind, **keys) == [], kind
        assert room.store.rows(ReportRow, by=person.id) == []
        assert room.store.rows(ReportRow, about=person.id) == []
        assert room.store.head(card.id).hash == head.hash
        assert (await room.house.tables.card(card.id)).chairs[0].kind == "empty"
        await asyncio.sleep(0)
        room.store.replay(card.id)

    virtually(tmp_path, work)
    written = all_written(tmp_path)
    for secret in ("Wilhelmine", "wilhelmine", "mes propres mots", "mots d’un acte"):
        assert secret.encode() not in written, secret


def all_written(folder: Path) -> bytes:
    """All that there is in a house, wherever it lies."""
    where = place(folder)
    if isinstance(where, str):
        with Store.open(where) as store, closing(store.database.reader()) as base:
            rows = [
                base.execute(statement).fetchall() for statement in store.statements.all.values()
            ]
        values = [value for table in rows for row in table for value in row]
        return b"\n".join(v if isinstance(v, bytes) else str(v).encode() for v in values)
    # what a database has dropped may still lie in its free pages until it is vacuumed
    with sqlite3.connect(where / "house.db") as file:
        file.isolation_level = None
        file.execute("VACUUM")
    return (where / "house.db").read_bytes()


# ----------------------------------------------------------------------------- the house


def test_the_secret_of_the_house_is_shown_once_and_opens_moderation(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk = Desk(room)
        drawn = admin_secret.first_secret(room.store, SeededChance(7))
        assert drawn is not None and len(drawn) >= 43
        assert admin_secret.first_secret(room.store, SeededChance(8)) is None
        assert drawn.encode() not in b"".join(row.digest for row in room.store.rows(TokenRow))
        session = b"s" * 32
        assert not desk.order.is_admin(session)
        assert await refusal(desk.order.enter(session, "guess", "a")) == "bad_login"
        await desk.order.enter(session, drawn, "a")
        assert desk.order.is_admin(session) and not desk.order.is_admin(b"t" * 32)
        room.loop.elapsed += 9 * 3600
        assert not desk.order.is_admin(session)
        codes = [await refusal(desk.order.enter(session, f"g{n}", "b")) for n in range(20)]
        assert codes == ["bad_login"] * 5 + ["too_many"] * 15
        # no session of a person opens it
        _, token = await room.house.people.greet("Anna")
        room.loop.elapsed += 61
        assert await refusal(desk.order.enter(session, token, "c")) == "bad_login"
        again = admin_secret.new_secret(room.store, SeededChance(9))
        assert await refusal(desk.order.enter(session, drawn, "c")) == "bad_login"
        await desk.order.enter(session, again, "c")

    virtually(tmp_path, work)


def test_a_table_can_be_closed_and_a_person_kept_out(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str, list[Player]]:
        desk = Desk(room)
        table, people, clients = await around(room, FREE)
        clients[1].outbox.address = "192.0.2.7"
        assert [card.id for card in await desk.order.tables()] == [table]
        request = wire.BanPlayer(30, "insultes", table, 1, addresses=True)
        await desk.order.ban(request)
        assert clients[1].outbox.closed == REVOKED and clients[0].outbox.closed is None
        bans = room.house.bans
        assert bans.has(people[1].id) and bans.has(address="192.0.2.7")
        assert not bans.has(people[0].id) and not bans.has(address="192.0.2.8")
        cards = await desk.order.bans()
        assert {card.name for card in cards} == {people[1].name, "192.0.2.7"}
        nobody = desk.order.ban(wire.BanPlayer(30, "", table, 9))
        assert await refusal(nobody) == "not_found"
        await desk.order.lift(next(card.id for card in cards if card.kind == "address"))
        assert not bans.has(address="192.0.2.7")
        await desk.order.close(table, "désordre")
        assert clients[0].outbox.closed == NO_TABLE
        assert await refusal(room.house.tables.card(table)) == "not_found"
        assert room.store.table(table).reason == "désordre"
        return table, people

    async def later(room: Room, table: str, people: list[Player]) -> None:
        await room.house.open()
        assert room.house.bans.has(people[1].id)
        room.loop.elapsed += 31 * 60
        assert not room.house.bans.has(people[1].id)
        await room.house.sweep(room.clock.now())
        assert table not in room.house.tables.actors

    table, people = virtually(tmp_path, work)
    virtually(tmp_path, lambda room: later(room, table, people))
