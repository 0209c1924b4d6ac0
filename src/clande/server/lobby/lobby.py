"""The lobby: opening tables, seats, votes, tickets, and what the host of a table may do."""

from __future__ import annotations

import msgspec

from clande.kernel import Header, Record, Seat
from clande.kernel.chance import NONCE_BYTES
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import (
    ListedTable,
    Pace,
    Player,
    TableCard,
    Terms,
    Ticket,
    WantedPauses,
)
from clande.server.lobby import terms as table_terms
from clande.server.lobby.codes import TableCodes
from clande.server.lobby.registry import TableRegistry
from clande.server.lobby.seats import (
    SeatDetails,
    TableDetails,
    seat_row,
    seats_of,
    table_details,
)
from clande.server.lobby.tickets import Tickets
from clande.server.operations.limits import Limits, Throttle
from clande.server.people.tokens import ID_BYTES, secret
from clande.server.store import NewTable, SeatRow, TableRow
from clande.server.tables.requests import (
    BeginGame,
    CastVote,
    ChangePace,
    GiveSeat,
    GiveTime,
    LeaveTable,
    OfferRematch,
    PassHost,
    PauseGame,
    ShutTable,
    StartGame,
    TakeSeat,
)

LISTED = 50
MINUTE = 60_000
TABLES_EACH = 12  # open tables of one host


class Lobby:
    """What players do to a table beside playing. Whatever changes a table is a request to its
    actor; the lobby draws the secrets for it, and knows the codes of open tables."""

    def __init__(self, tables: TableRegistry, tickets: Tickets, limits: Limits) -> None:
        self.tables = tables
        self.store, self.clock, self.chance = tables.store, tables.clock, tables.chance
        self.tickets = tickets
        self.codes = TableCodes(self.clock, self.chance, limits)
        self.openings = Throttle(self.clock, limits.tables, MINUTE)

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
        self.tables.services.restrictions.check_opening(header)
        rows = await self.store.rows(TableRow, status="open")
        if sum(table_details(row).host == player.id for row in rows) >= TABLES_EACH:
            raise RequestRefused("too_many")
        now, id = self.clock.now(), self.new_id()
        code = self.codes.new()
        details = msgspec.json.encode(TableDetails(terms, player.id, code))
        seat = SeatDetails(player.name, "", self.nonce(), player.child)
        new = NewTable(id, header.mix, header.version, now, details)
        await self.tables.create(new, (seat_row(id, 0, 1, player.id, seat),))
        self.codes.add(code, id)
        return await self.tables.card(id)

    def new_id(self) -> str:
        return secret(self.chance, ID_BYTES)

    def nonce(self) -> str:
        return self.chance.bytes(NONCE_BYTES).hex()

    async def start(self, player: Player, table: str) -> TableCard:
        card = await self.tables.ask(table, StartGame(player))
        self.codes.drop(table)
        return card

    async def begin(
        self, table: str, header: Header, nonces: tuple[bytes, ...], pauses: WantedPauses
    ) -> TableCard:
        """Starts the game of a table that has no host to start it."""
        return await self.tables.ask(table, BeginGame(header, nonces, pauses))

    async def rematch(self, player: Player, table: str) -> TableCard:
        """The same people at a new table, each one seat further; whoever asks second joins it."""
        row, _ = await self.tables.find(table)
        id, code = self.new_id(), self.codes.new()
        nonces = tuple(self.nonce() for _ in range(table_details(row).terms.seats))
        card = await self.tables.ask(table, OfferRematch(player, id, code, nonces))
        assert card.rematch is not None
        if card.rematch == id:
            self.codes.add(code, id)
        return await self.tables.card(card.rematch)

    # Seats and the host

    async def sit(self, player: Player, table: str, seat: Seat, nonce: str = "") -> TableCard:
        return await self.tables.ask(table, TakeSeat(player, seat, nonce or self.nonce()))

    async def stand_up(self, player: Player, table: str) -> TableCard:
        return await self.tables.ask(table, LeaveTable(player))

    async def fill(self, player: Player, table: str, seat: Seat, bot: str) -> TableCard:
        return await self.tables.ask(table, GiveSeat(player, seat, bot, self.nonce()))

    async def hand_over(self, player: Player, table: str, seat: Seat) -> TableCard:
        return await self.tables.ask(table, PassHost(player, seat))

    async def change_pace(self, player: Player, table: str, pace: Pace) -> TableCard:
        return await self.tables.ask(table, ChangePace(player, pace))

    async def hold(self, player: Player, table: str, id: str, paused: bool) -> TableCard:
        return await self.tables.ask(table, PauseGame(player, id, paused))

    async def add_time(self, player: Player, table: str, id: str, time: int) -> TableCard:
        return await self.tables.ask(table, GiveTime(player, id, time))

    # Ending

    async def vote(self, player: Player, table: str, end: bool) -> TableCard:
        return await self.tables.ask(table, CastVote(player, end))

    async def shut(self, table: str, reason: str) -> None:
        """Closes a table at once; what was played stays stored."""
        await self.tables.ask(table, ShutTable(reason))
        self.codes.drop(table)

    async def record(self, table: str, player: Player | None = None) -> Record:
        """The whole game with its seed opened, once it is over: anyone may verify it, unless its
        game forbids that."""
        row, _ = await self.tables.find(table)
        if row.status != "over":
            raise RequestRefused("not_over")
        await self.tables.services.restrictions.check_record(row, player)
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
