"""The lobby: opening tables, seats, votes, tickets, and what the host of a table may do."""

from __future__ import annotations

import msgspec
from msgspec import structs

from clande import bots
from clande.kernel import Header, Record, Seat, Unreadable
from clande.kernel.chance import NONCE_BYTES
from clande.kernel.game import Pauses
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import ListedTable, Player, TableCard, Terms, Ticket
from clande.server.lobby import terms as table_terms
from clande.server.lobby import votes
from clande.server.lobby.codes import TableCodes
from clande.server.lobby.registry import TableRegistry
from clande.server.lobby.restrictions import TableRestrictions, Unrestricted
from clande.server.lobby.seats import (
    SeatDetails,
    TableDetails,
    bot_name,
    require_host,
    seat_row,
    seats_of,
    table_details,
)
from clande.server.lobby.tickets import Tickets
from clande.server.operations.limits import Limits, Throttle
from clande.server.people.tokens import ID_BYTES, secret
from clande.server.store import NewTable, SeatRow, TableRow
from clande.server.tables.actor import ENDED
from clande.server.tables.transition import Adding, EndByVote, Pausing

LISTED = 50
MINUTE = 60_000
TABLES_EACH = 12  # open tables of one host


class Lobby:
    """What players do to a table beside playing."""

    def __init__(self, tables: TableRegistry, tickets: Tickets, limits: Limits) -> None:
        self.tables = tables
        self.store, self.clock, self.chance = tables.store, tables.clock, tables.chance
        self.tickets = tickets
        self.codes = TableCodes(self.clock, self.chance, limits)
        self.openings = Throttle(self.clock, limits.tables, MINUTE)
        self.restrictions: TableRestrictions = Unrestricted()

    async def load(self) -> None:
        """Reads the codes of all open tables."""
        for row in await self.store.rows(TableRow, status="open"):
            if code := table_details(row).code:
                self.codes.add(code, row.id)

    # Lists of tables

    async def listed(self) -> list[ListedTable]:
        """The open tables whose host wants them listed."""
        entries: list[ListedTable] = []
        for row in await self.store.rows(TableRow, status="open"):
            details = table_details(row)
            if details.terms.listed and len(entries) < LISTED:
                _, sitters = await self.tables.find(row.id)
                hosts = [s.name for s in sitters.values() if s.user == details.host]
                game, seats = details.terms.game, details.terms.seats
                title = game.partition("@")[0].capitalize()
                free = seats - len(sitters)
                entries.append(ListedTable(row.id, title, game, seats, free, "".join(hosts)))
        return entries

    async def mine(self, player: Player) -> list[TableCard]:
        """The tables where a player sits that are not over."""
        rows = await self.store.rows(SeatRow, user=player.id)
        cards = [await self.tables.card(row.table) for row in rows]
        return [card for card in cards if card.status not in ("over", "aside")]

    # Opening and starting

    async def create(self, player: Player, terms: Terms, address: str = "") -> TableCard:
        """Opens a table, private unless its host wants it listed; the host has the first seat."""
        if not self.openings.allows(address):
            raise RequestRefused("too_many")
        terms, header = table_terms.resolve(terms)
        self.restrictions.check_opening(header)
        rows = await self.store.rows(TableRow, status="open")
        if sum(table_details(row).host == player.id for row in rows) >= TABLES_EACH:
            raise RequestRefused("too_many")
        now, id = self.clock.now(), self.new_id()
        code = self.codes.new()
        details = msgspec.json.encode(TableDetails(terms, player.id, code))
        await self.store.create(NewTable(id, header.mix, header.version, now, details))
        self.codes.add(code, id)
        seat = SeatDetails(player.name, "", self.nonce(), player.child)
        await self.store.put(seat_row(id, 0, 1, player.id, seat))
        return await self.tables.card(id)

    def new_id(self) -> str:
        return secret(self.chance, ID_BYTES)

    def nonce(self) -> str:
        return self.chance.bytes(NONCE_BYTES).hex()

    async def start(self, player: Player, table: str) -> TableCard:
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            details = require_host(row, player)
            if row.status != "open":
                raise RequestRefused("started")
            terms = details.terms
            if len(sitters) < terms.seats:
                raise RequestRefused("seat_empty")
            _, header = table_terms.resolve(terms)
            nonces = tuple(bytes.fromhex(sitters[seat].nonce) for seat in range(terms.seats))
            await self.locked_begin(table, header, nonces, terms.pauses)
            self.codes.drop(details.code)
            return await self.tables.refresh(table)

    async def begin(
        self, table: str, header: Header, nonces: tuple[bytes, ...], pauses: Pauses
    ) -> None:
        """Starts the game of a table that has no host to start it."""
        async with self.tables.lock(table):
            await self.locked_begin(table, header, nonces, pauses)
            await self.tables.refresh(table)

    async def locked_begin(
        self, table: str, header: Header, nonces: tuple[bytes, ...], pauses: Pauses
    ) -> None:
        """The same, for a caller that has the table's lock and refreshes the table."""
        await self.tables.locked_actor(table)
        await self.store.start(table, header, nonces, self.clock.now(), pauses)

    async def rematch(self, player: Player, table: str) -> TableCard:
        """The same people at a new table, each one seat further; whoever asks second joins it."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            if row.status != "over":
                raise RequestRefused("not_over")
            if not seats_of(player, sitters):
                raise RequestRefused("not_seated")
            self.restrictions.check_change(row)
            old = table_details(row)
            if old.rematch:
                return await self.tables.card(old.rematch)
            terms, header = table_terms.resolve(old.terms)
            now, id, code = self.clock.now(), self.new_id(), self.codes.new()
            details = msgspec.json.encode(TableDetails(terms, player.id, code))
            await self.store.create(NewTable(id, header.mix, header.version, now, details))
            rows = [
                seat_row(
                    id,
                    (seat + 1) % terms.seats,
                    1,
                    sitter.user,
                    SeatDetails(sitter.name, sitter.bot, self.nonce(), sitter.child),
                )
                for seat, sitter in sitters.items()
            ]
            await self.store.put(*rows)
            self.codes.add(code, id)
            await self.change(row, structs.replace(old, rematch=id))
            await self.tables.refresh(table)
            return await self.tables.card(id)

    # Seats

    async def sit(self, player: Player, table: str, seat: Seat, nonce: str = "") -> TableCard:
        """Takes an empty seat; in a running game, one that a leaver has left to a bot."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            details = table_details(row)
            self.restrictions.check_change(row)
            if row.status not in ("open", "playing"):
                raise RequestRefused("started")
            if seat >= details.terms.seats:
                raise RequestRefused("not_found")
            if seat in sitters:
                raise RequestRefused("already" if sitters[seat].user == player.id else "seat_taken")
            mine = seats_of(player, sitters)
            if mine and row.status == "playing":
                raise RequestRefused("already")
            if self.tables.relations.blocks(details.host, player.id):
                raise RequestRefused("not_welcome")
            for old in mine:
                await self.vacate(table, old)
            number = await self.next_generation(table, seat)
            sitting = SeatDetails(player.name, "", nonce or self.nonce(), player.child)
            await self.store.put(seat_row(table, seat, number, player.id, sitting))
            return await self.tables.refresh(table)

    async def stand_up(self, player: Player, table: str) -> TableCard:
        """Gives a seat up for good: the player's sockets, tickets and drafts there are void."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            mine = seats_of(player, sitters)
            if not mine:
                raise RequestRefused("not_seated")
            self.restrictions.check_change(row)
            for seat in mine:
                await self.vacate(table, seat)
            details = table_details(row)
            others = [s.user for s in sitters.values() if s.user and s.user != player.id]
            if details.host == player.id and others:
                await self.change(row, structs.replace(details, host=others[0]))
            return await self.tables.refresh(table)

    async def fill(self, player: Player, table: str, seat: Seat, bot: str) -> TableCard:
        """The host gives a seat to a bot, or empties it; whoever sat there loses it, even in a
        running game."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            terms = require_host(row, player).terms
            self.restrictions.check_change(row)
            if row.status not in ("open", "playing"):
                raise RequestRefused("started")
            if seat >= terms.seats:
                raise RequestRefused("not_found")
            if seat in sitters and sitters[seat].user == player.id:
                raise RequestRefused("seat_taken")
            if bot:
                try:
                    bots.find(bot, terms.game)
                except Unreadable as unknown:
                    raise RequestRefused("no_bot", str(unknown)) from None
            number = await self.next_generation(table, seat)
            taken = {s.name for at, s in sitters.items() if at != seat}
            name = bot_name(seat, taken)
            sitting = SeatDetails(name, bot, self.nonce()) if bot else SeatDetails()
            await self.store.put(seat_row(table, seat, number, "", sitting))
            return await self.tables.refresh(table)

    async def vacate(self, table: str, seat: Seat) -> None:
        """Empties a seat; the caller has the table's lock and refreshes the table."""
        number = await self.next_generation(table, seat)
        await self.store.put(seat_row(table, seat, number, "", SeatDetails()))

    async def next_generation(self, table: str, seat: Seat) -> int:
        """A number that no earlier sitter of the seat has had."""
        rows = await self.store.rows(SeatRow, table=table, seat=seat)
        return 1 + max((row.generation for row in rows), default=0)

    # The host

    async def hand_over(self, player: Player, table: str, seat: Seat) -> TableCard:
        """The host gives the role to another player at the table; once the host has been gone for
        long, a player who sits there may take it."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            details, heir = table_details(row), sitters.get(seat)
            if heir is None or not heir.user:
                raise RequestRefused("seat_empty")
            if heir.user == details.host:
                raise RequestRefused("already")
            if player.id != details.host:
                if heir.user != player.id:
                    raise RequestRefused("not_host")
                actor = await self.tables.locked_actor(table)
                if not actor.absence.is_gone(details.host):
                    raise RequestRefused("host_here")
            await self.change(row, structs.replace(details, host=heir.user))
            return await self.tables.refresh(table)

    async def change(self, row: TableRow, details: TableDetails) -> None:
        await self.store.change(row.id, self.clock.now(), msgspec.json.encode(details))

    async def hold(self, player: Player, table: str, id: str, paused: bool) -> TableCard:
        return await self.command(player, table, Pausing(f"hold-{id}", paused))

    async def add_time(self, player: Player, table: str, id: str, time: int) -> TableCard:
        return await self.command(player, table, Adding(f"time-{id}", time))

    async def command(self, player: Player, table: str, command: Pausing | Adding) -> TableCard:
        """Has a command of the host carried out by the actor of the table."""
        row, _ = await self.tables.find(table)
        require_host(row, player)
        self.restrictions.check_change(row)
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "started")
        refusal = await (await self.tables.actor(table)).ask(command)
        if refusal is not None:
            raise RequestRefused("closed" if refusal.code in ("busy", "again") else "already")
        return await self.tables.card(table)

    # Ending

    async def vote(self, player: Player, table: str, end: bool) -> TableCard:
        """More than half of the players present may end a game that nobody wants to finish.
        It counts for nothing, and its seed is opened as if it were over."""
        async with self.tables.lock(table):
            row, sitters = await self.tables.find(table)
            if row.status != "playing":
                raise RequestRefused("not_started" if row.status == "open" else "started")
            if not seats_of(player, sitters):
                raise RequestRefused("not_seated")
            actor = await self.tables.locked_actor(table)
            details, now = table_details(row), self.clock.now()
            lasts = votes.QUICK if actor.sitting.is_quick() else votes.SLOW
            ballot = votes.cast(
                details.ballot, player.id, end, actor.absence.voters(), now, now + lasts
            )
            if votes.is_carried(ballot):
                over = msgspec.json.encode(structs.replace(details, ballot=None))
                await self.store.end(table, now, over)
                refusal = await actor.ask(EndByVote(ENDED))
                if refusal is not None:
                    raise RequestRefused("closed")  # the game ends when the table is next loaded
            else:
                await self.change(
                    row, structs.replace(details, ballot=ballot if ballot.yes else None)
                )
            return await self.tables.refresh(table)

    async def record(self, table: str, player: Player | None = None) -> Record:
        """The whole game with its seed opened, once it is over: anyone may verify it, unless its
        game forbids that."""
        row, _ = await self.tables.find(table)
        if row.status != "over":
            raise RequestRefused("not_over")
        await self.restrictions.check_record(row, player)
        return await self.store.record(table)

    # Sockets

    async def ticket(self, player: Player, session: bytes, table: str, watch: bool) -> Ticket:
        """Lets a client open a socket: to play where the player sits, or to watch."""
        row, sitters = await self.tables.find(table)
        mine = seats_of(player, sitters)
        if mine and not watch:
            seat = mine[0]
            token = self.tickets.issue(
                table, seat, player.id, sitters[seat].generation, session, player.child
            )
            return Ticket(token, seat, 1)
        if row.status != "open" and not table_details(row).terms.watched:
            raise RequestRefused("not_watched" if watch or not mine else "not_seated")
        token = self.tickets.issue(table, -1, player.id, 0, session, player.child)
        return Ticket(token, -1, 1)
