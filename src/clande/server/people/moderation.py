"""Order at the tables: what people decide about one another, what a host may do, what the one
who has the secret of the house may do."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct, structs

from clande.kernel import Seat
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.lobby.house import House
from clande.server.lobby.seats import SeatDetails, Sitter, require_host, table_details
from clande.server.operations.admin_secret import PURPOSE
from clande.server.operations.limits import Throttle
from clande.server.people.relations import Kind
from clande.server.people.tokens import ID_BYTES, digest, secret
from clande.server.sockets.outbox import NO_TABLE, REVOKED
from clande.server.sockets.protocol import ChatLine as LineShown
from clande.server.store import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    NoteRow,
    ReportRow,
    SeatRow,
    TableRow,
    TokenRow,
)
from clande.server.tables.actor import TableActor
from clande.server.tables.chat import AuthoredLine, ChatReader, line_of, may_read, wire_line
from clande.server.tables.chat_delivery import HUSHED

REPORTED = 20  # lines that come with a complaint
HOUR = 3_600_000
MINUTE = 60_000
ADMIN_LIFE = 8 * HOUR
MOST = 200


class Complaint(Struct, frozen=True):
    """What is kept of a complaint."""

    reason: str
    seat: int
    marked: str
    lines: list[LineShown]


class Moderation:
    def __init__(self, house: House) -> None:
        self.house = house
        self.store, self.clock, self.people = house.store, house.clock, house.people
        self.reports = Throttle(self.clock, house.limits.reports, HOUR)
        self.tries = Throttle(self.clock, house.limits.secrets, MINUTE)
        self.all_tries = Throttle(self.clock, 4 * house.limits.secrets, MINUTE)
        self.admins: dict[bytes, int] = {}  # sessions that have said the secret, and until when

    # One another

    async def other_at(self, player: Player, table: str, seat: Seat) -> Sitter:
        """Somebody else who sits at a table where one is."""
        _, sitters = await self.house.tables.find(table)
        sitter = sitters.get(seat)
        if sitter is None or not sitter.user or sitter.user == player.id:
            raise RequestRefused("not_found")
        return sitter

    async def decide(self, player: Player, table: str, seat: Seat, kind: Kind, on: bool) -> None:
        """To hear nothing more of somebody, or to be left alone; at once, and he is not told."""
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
            cards.append(wire.BondCard(name_of(bond), name, kind))
        return cards

    async def free(self, player: Player, id: str) -> None:
        """Takes back what one has decided, by its name in the list."""
        for bond in await self.store.rows(BondRow, user=player.id):
            if name_of(bond) == id:
                kind: Kind = "block" if bond.kind == "block" else "mute"
                await self.house.relations.free(player.id, bond.other, kind)
                return
        raise RequestRefused("not_found")

    async def report(self, player: Player, table: str, given: wire.Reporting) -> None:
        """Keeps a complaint, with the latest lines that its author could read."""
        row, sitters = await self.house.tables.find(table)
        seats = [seat for seat, sitter in sitters.items() if sitter.user == player.id]
        if not seats:
            raise RequestRefused("not_seated")
        if not self.reports.allows(player.id):
            raise RequestRefused("too_many")
        reader = ChatReader(player.id, seats[0], player.child or sitters[seats[0]].child)
        lines = [line for line in await self.lines(table) if self.reads(line, reader)]
        marked = [line for line in lines if line.spoken.id == given.line]
        if given.line and not marked:
            raise RequestRefused("not_found")
        user, seat = (marked[0].user, marked[0].seat) if marked else ("", given.seat)
        user = user or (await self.other_at(player, table, seat)).user
        latest = [line for line in lines if not line.spoken.written][-REPORTED:]
        every = {line.number: line for line in (*marked, *latest)}
        told = [wire_line(every[number]) for number in sorted(every)]
        complaint = Complaint(given.reason.strip(), seat, given.line, told)
        now, id = self.clock.now(), secret(self.house.chance, ID_BYTES)
        body = msgspec.json.encode(complaint)
        await self.store.put(ReportRow(id, row.id, player.id, user, now, body))

    def reads(self, line: AuthoredLine, reader: ChatReader) -> bool:
        return may_read(line, reader, self.house.relations)

    async def lines(self, table: str) -> list[AuthoredLine]:
        return [line_of(row) for row in await self.store.rows(ChatRow, table=table)]

    async def told(self, report: ReportRow) -> wire.ReportCard:
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

    # The host of a table

    async def hosted(self, player: Player, table: str) -> TableRow:
        row, _ = await self.house.tables.find(table)
        require_host(row, player)
        return row

    async def hush(self, player: Player, table: str, seat: Seat, on: bool) -> None:
        """Somebody may say nothing here until the host lets him."""
        await self.hosted(player, table)
        user = (await self.other_at(player, table, seat)).user
        async with self.house.tables.lock(table):
            notes = await self.store.rows(NoteRow, table=table, name=HUSHED)
            users = set(msgspec.json.decode(notes[0].body, type=list[str]) if notes else [])
            users = users | {user} if on else users - {user}
            body = msgspec.json.encode(sorted(users))
            await self.store.put(NoteRow(table, HUSHED, body, self.clock.now()))
            if (keeper := self.house.tables.actors.get(table)) is not None:
                keeper.chat_delivery.chat.hushed = users

    async def mark_child(self, player: Player, table: str, seat: Seat, on: bool) -> None:
        """Whoever sits there reads and writes ready-made phrases only. Who is a child stays one."""
        await self.hosted(player, table)
        async with self.house.tables.lock(table):
            rows = await self.store.rows(SeatRow, table=table, seat=seat)
            person = await self.people.player(rows[0].user) if rows and rows[0].user else None
            if person is None:
                raise RequestRefused("not_found")
            if person.child and not on:
                raise RequestRefused("is_child")
            sat = structs.replace(msgspec.json.decode(rows[0].about, type=SeatDetails), child=on)
            await self.store.put(structs.replace(rows[0], about=msgspec.json.encode(sat)))
            await self.house.tables.refresh(table)

    async def reports_at(self, player: Player, table: str) -> list[wire.ReportCard]:
        """To the host, but for those about himself."""
        await self.hosted(player, table)
        rows = await self.store.rows(ReportRow, table=table)
        return [await self.told(row) for row in rows if row.about != player.id][-MOST:]

    async def unsay(self, table: str, name: str) -> None:
        """A line goes, from the store and from all screens."""
        found = [line for line in await self.lines(table) if line.spoken.id == name]
        if not found:
            raise RequestRefused("not_found")
        await self.store.drop(ChatRow, table=table, number=found[0].number)
        if (keeper := self.house.tables.actors.get(table)) is not None:
            keeper.chat_delivery.unsay(found[0])

    # The one who has the secret of the house

    async def enter(self, session: bytes, given: str, address: str) -> None:
        """The session that says the secret may keep order, for some hours."""
        if not self.tries.allows(address) or not self.all_tries.allows():
            raise RequestRefused("too_many")
        rows = await self.store.rows(TokenRow, digest=digest(given))
        if not any(row.purpose == PURPOSE for row in rows):
            raise RequestRefused("bad_login")
        self.admins[session] = self.clock.now() + ADMIN_LIFE

    def is_admin(self, session: bytes) -> bool:
        return self.admins.get(session, 0) > self.clock.now()

    def leave(self, session: bytes) -> None:
        self.admins.pop(session, None)

    async def all_reports(self) -> list[wire.ReportCard]:
        rows = sorted(await self.store.rows(ReportRow), key=lambda row: row.at)
        return [await self.told(row) for row in rows[-MOST:]]

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
        """A table ends here and now; what was played stays as it is."""
        async with self.house.tables.lock(table):
            row, _ = await self.house.tables.find(table)
            if row.status == "over":
                raise RequestRefused("started")
            await self.store.shut(table, self.clock.now(), reason.strip())
            self.house.lobby.codes.drop(table_details(row).code)
            keeper: TableActor | None = self.house.tables.actors.pop(table, None)
            if keeper is not None:
                await keeper.close(NO_TABLE)

    async def ban(self, given: wire.Banning) -> None:
        """By login, by seat, by address; whoever it is goes at once."""
        users: set[str] = set()
        addresses = {given.address} if given.address else set()
        if given.login:
            users |= {row.user for row in await self.store.rows(AccountRow, login=given.login)}
        if given.table:
            _, sitters = await self.house.tables.find(given.table)
            users |= {sitters[given.seat].user} - {""} if given.seat in sitters else set()
        if given.addresses:
            addresses |= {o.address for o in self.house.tables.outboxes() if o.user in users} - {""}
        if not users and not addresses:
            raise RequestRefused("not_found")
        until, reason = self.clock.now() + given.minutes * MINUTE, given.reason.strip()
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
            cards.append(wire.BanCard(ban_name(ban), kind, name, ban.until, ban.reason))
        return cards

    async def lift(self, id: str) -> None:
        for ban in self.house.bans.current():
            if ban_name(ban) == id:
                await self.house.bans.lift(ban.kind, ban.who)
                return
        raise RequestRefused("not_found")


def name_of(bond: BondRow) -> str:
    """A name for one's decision that tells nobody who the other is."""
    return hashlib.sha256(f"{bond.user}:{bond.other}:{bond.kind}".encode()).hexdigest()[:16]


def ban_name(ban: BanRow) -> str:
    return hashlib.sha256(f"{ban.kind}:{ban.who}".encode()).hexdigest()[:16]
