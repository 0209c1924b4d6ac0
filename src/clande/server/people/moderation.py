"""Moderation: what players decide about one another, what a host and what the admin may do."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct

from clande.kernel import Seat
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.lobby.house import House
from clande.server.lobby.seats import Sitter, require_host, seats_of
from clande.server.operations.admin_secret import PURPOSE
from clande.server.operations.limits import Throttle
from clande.server.people.relations import Kind
from clande.server.people.tokens import ID_BYTES, digest, secret
from clande.server.sockets.outbox import REVOKED
from clande.server.sockets.protocol import ChatLine
from clande.server.store import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    ReportRow,
    TableRow,
    TokenRow,
)
from clande.server.tables.chat import ChatReader, StoredLine, line_of, may_read
from clande.server.tables.requests import DeleteLine, HushPlayer, MarkChild

REPORTED = 20  # lines that come with a complaint
HOUR = 3_600_000
MINUTE = 60_000
ADMIN_LIFE = 8 * HOUR
MOST = 200


class Complaint(Struct, frozen=True):
    """What is stored of a complaint."""

    reason: str
    seat: int
    marked: str
    lines: list[ChatLine]


class Moderation:
    def __init__(self, house: House) -> None:
        self.house = house
        self.store, self.clock, self.people = house.store, house.clock, house.people
        self.reports = Throttle(self.clock, house.limits.reports, HOUR)
        self.tries = Throttle(self.clock, house.limits.secrets, MINUTE)
        self.all_tries = Throttle(self.clock, 4 * house.limits.secrets, MINUTE)
        self.admins: dict[bytes, int] = {}  # sessions that have sent the secret, and until when

    # Players

    async def other_at(self, player: Player, table: str, seat: Seat) -> Sitter:
        """Another player who sits at a table."""
        _, sitters = await self.house.tables.find(table)
        sitter = sitters.get(seat)
        if sitter is None or not sitter.user or sitter.user == player.id:
            raise RequestRefused("not_found")
        return sitter

    async def set_bond(self, player: Player, table: str, seat: Seat, kind: Kind, on: bool) -> None:
        """Mutes or blocks another player, or takes that back; the other is not told."""
        other = (await self.other_at(player, table, seat)).user
        if on:
            await self.house.relations.bind(player.id, other, kind, self.clock.now())
        else:
            await self.house.relations.free(player.id, other, kind)

    async def bonds(self, player: Player) -> list[wire.BondCard]:
        cards = []
        for bond in await self.store.rows(BondRow, user=player.id):
            other = await self.people.player(bond.other)
            kind: Kind = "block" if bond.kind == "block" else "mute"
            name = other.name if other else ""
            cards.append(wire.BondCard(bond_id(bond), name, kind))
        return cards

    async def drop_bond(self, player: Player, id: str) -> None:
        """Takes a mute or block back, by its id in the list."""
        for bond in await self.store.rows(BondRow, user=player.id):
            if bond_id(bond) == id:
                kind: Kind = "block" if bond.kind == "block" else "mute"
                await self.house.relations.free(player.id, bond.other, kind)
                return
        raise RequestRefused("not_found")

    async def report(self, player: Player, table: str, request: wire.ReportPlayer) -> None:
        """Stores a complaint, with the latest lines that its author could read."""
        row, sitters = await self.house.tables.find(table)
        seats = seats_of(player, sitters)
        if not seats:
            raise RequestRefused("not_seated")
        if not self.reports.allows(player.id):
            raise RequestRefused("too_many")
        reader = ChatReader(player.id, seats[0], player.child or sitters[seats[0]].child)
        lines = [line for line in await self.lines(table) if self.reads(line, reader)]
        marked = [line for line in lines if line.sent.id == request.line]
        if request.line and not marked:
            raise RequestRefused("not_found")
        user, seat = (marked[0].user, marked[0].sent.seat) if marked else ("", request.seat)
        user = user or (await self.other_at(player, table, seat)).user
        latest = [line for line in lines if not line.in_act][-REPORTED:]
        by_number = {line.number: line for line in (*marked, *latest)}
        quoted = [by_number[number].sent for number in sorted(by_number)]
        complaint = Complaint(request.reason.strip(), seat, request.line, quoted)
        now, id = self.clock.now(), secret(self.house.chance, ID_BYTES)
        body = msgspec.json.encode(complaint)
        await self.store.put(ReportRow(id, row.id, player.id, user, now, body))

    def reads(self, line: StoredLine, reader: ChatReader) -> bool:
        return may_read(line, reader, self.house.relations)

    async def lines(self, table: str) -> list[StoredLine]:
        return [line_of(row) for row in await self.store.rows(ChatRow, table=table)]

    async def report_card(self, report: ReportRow) -> wire.ReportCard:
        complaint = msgspec.json.decode(report.body, type=Complaint)
        by, of = [await self.people.player(user) for user in (report.by, report.about)]
        return wire.ReportCard(
            report.id,
            report.table,
            report.at,
            by.name if by else "",
            of.name if of else "",
            complaint.seat,
            complaint.reason,
            complaint.marked,
            complaint.lines,
        )

    # Hosts

    async def check_host(self, player: Player, table: str) -> None:
        row, _ = await self.house.tables.find(table)
        require_host(row, player)

    async def hush(self, player: Player, table: str, seat: Seat, on: bool) -> None:
        """Silences a player at a table, or takes that back."""
        await self.check_host(player, table)
        user = (await self.other_at(player, table, seat)).user
        await self.house.tables.ask(table, HushPlayer(player, user, on))

    async def mark_child(self, player: Player, table: str, seat: Seat, on: bool) -> None:
        """Marks a seat: its player reads and writes ready-made phrases only. A child cannot be
        unmarked."""
        await self.check_host(player, table)
        _, sitters = await self.house.tables.find(table)
        user = sitters[seat].user if seat in sitters else ""
        person = await self.people.player(user) if user else None
        if person is None:
            raise RequestRefused("not_found")
        if person.child and not on:
            raise RequestRefused("is_child")
        await self.house.tables.ask(table, MarkChild(user, on, seat, player))

    async def reports_at(self, player: Player, table: str) -> list[wire.ReportCard]:
        """The complaints of a table for its host, except those about the host."""
        await self.check_host(player, table)
        rows = await self.store.rows(ReportRow, table=table)
        return [await self.report_card(row) for row in rows if row.about != player.id][-MOST:]

    async def unsay(self, table: str, id: str) -> None:
        """Deletes a chat line from the store and from all screens."""
        await self.house.tables.ask(table, DeleteLine(id))

    # The admin

    async def enter(self, session: bytes, sent: str, address: str) -> None:
        """A session that sends the secret of the server is the admin's for some hours."""
        if not self.tries.allows(address) or not self.all_tries.allows():
            raise RequestRefused("too_many")
        rows = await self.store.rows(TokenRow, digest=digest(sent))
        if not any(row.purpose == PURPOSE for row in rows):
            raise RequestRefused("bad_login")
        self.admins[session] = self.clock.now() + ADMIN_LIFE

    def is_admin(self, session: bytes) -> bool:
        return self.admins.get(session, 0) > self.clock.now()

    def leave(self, session: bytes) -> None:
        self.admins.pop(session, None)

    async def all_reports(self) -> list[wire.ReportCard]:
        rows = sorted(await self.store.rows(ReportRow), key=lambda row: row.at)
        return [await self.report_card(row) for row in rows[-MOST:]]

    async def settle(self, report: str) -> None:
        if not await self.store.drop(ReportRow, id=report):
            raise RequestRefused("not_found")

    async def tables(self) -> list[TableCard]:
        rows = [
            row
            for status in ("open", "playing")
            for row in await self.store.rows(TableRow, status=status)
        ]
        return [await self.house.tables.card(row.id) for row in rows[-MOST:]]

    async def close(self, table: str, reason: str) -> None:
        """Closes a table at once; what was played stays stored."""
        await self.house.lobby.shut(table, reason.strip())

    async def ban(self, request: wire.BanPlayer) -> None:
        """Bans by login, seat or address, and closes the sockets of whoever is banned."""
        users: set[str] = set()
        addresses = {request.address} if request.address else set()
        if request.login:
            users |= {row.user for row in await self.store.rows(AccountRow, login=request.login)}
        if request.table:
            _, sitters = await self.house.tables.find(request.table)
            users |= {sitters[request.seat].user} - {""} if request.seat in sitters else set()
        if request.addresses:
            addresses |= {o.address for o in self.house.tables.outboxes() if o.user in users} - {""}
        if not users and not addresses:
            raise RequestRefused("not_found")
        until, reason = self.clock.now() + request.minutes * MINUTE, request.reason.strip()
        bans = [BanRow("user", user, until, reason) for user in sorted(users)]
        bans += [BanRow("address", address, until, reason) for address in sorted(addresses)]
        await self.house.bans.put(*bans)
        for outbox in self.house.tables.outboxes():
            if outbox.user in users or outbox.address in addresses:
                outbox.close(REVOKED)

    async def bans(self) -> list[wire.BanCard]:
        cards = []
        for ban in self.house.bans.current():
            name = ban.who
            if ban.kind == "user":
                person = await self.people.player(ban.who)
                name = person.name if person else ""
            kind: Literal["user", "address"] = "user" if ban.kind == "user" else "address"
            cards.append(wire.BanCard(ban_id(ban), kind, name, ban.until, ban.reason))
        return cards

    async def lift(self, id: str) -> None:
        for ban in self.house.bans.current():
            if ban_id(ban) == id:
                await self.house.bans.lift(ban.kind, ban.who)
                return
        raise RequestRefused("not_found")


def bond_id(bond: BondRow) -> str:
    """An id for a mute or block that does not tell who the other is."""
    return hashlib.sha256(f"{bond.user}:{bond.other}:{bond.kind}".encode()).hexdigest()[:16]


def ban_id(ban: BanRow) -> str:
    return hashlib.sha256(f"{ban.kind}:{ban.who}".encode()).hexdigest()[:16]
