"""The hall: who opens a table, who sits down where, and the tables that are in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from msgspec import structs

from clande import bots, games
from clande.kernel import Header, Record, Seat, Unreadable, preset
from clande.server.bots.workers import BotPool
from clande.server.game_setups import sensible
from clande.server.http.schemas.tables import ErrorCode, Listed, Player, TableCard, Terms, Ticket
from clande.server.lobby.seats import About, Ballot, Sat, Sitter, about, card, sitter
from clande.server.notifications.notifier import Notifier
from clande.server.operations.limits import Limits, Throttle
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.bans import Bans
from clande.server.people.guests import ID_BYTES, People, secret
from clande.server.people.relations import Relations
from clande.server.ports import Chance, Clock
from clande.server.sockets.outbox import RESTARTING, REVOKED, Outbox
from clande.server.store import (
    BanRow,
    ChatRow,
    NewTable,
    NoteRow,
    ReportRow,
    Row,
    SeatRow,
    StoreError,
    TableRow,
    TokenRow,
)
from clande.server.store.async_store import AsyncStore
from clande.server.tables import clocks
from clande.server.tables.actor import ENDED, TableActor
from clande.server.tables.command_handler import Results, no_results
from clande.server.tables.transition import Adding, EndByVote, Pausing

log = Log(__name__)

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # none that looks like another, and no word can be made
CODE_LENGTH = 5
# Of the city where Diktat is played; so that a bot is not taken for its neighbour.
BOT_NAMES = ("Zdenka", "Otakar", "Ludmila", "Bohumil", "Milada", "Jaromír", "Olga", "Ctibor")
LISTED = 50
MINUTE = 60_000
TABLES_EACH = 12  # open tables of one host
VOTE = 5 * 60_000  # milliseconds for a vote
VOTE_SLOWLY = 3 * 24 * 3_600_000  # where nobody has to be there
SEEN_OUT = 200  # sockets a second, when the house closes
BEAT = 5_000  # milliseconds; the house notes that it is open
AWAKE = "awake"
SWEEP = 3_600_000
DAY = 24 * 3_600_000
LIVES: dict[type[Row], int] = {ChatRow: 30 * DAY, ReportRow: 180 * DAY, TokenRow: 0, BanRow: 0}
NONCE_BYTES = 16


class RequestRefused(Exception):
    """What is asked is refused; nothing has changed."""

    def __init__(self, code: ErrorCode, note: str = "", why: Unreadable | None = None) -> None:
        super().__init__(code, note)
        self.code: ErrorCode = code
        self.note = note
        self.why = why  # of which there is a sentence in every language


class Hall:
    """All tables of the house."""

    def __init__(
        self,
        ledger: AsyncStore,
        clock: Clock,
        chance: Chance,
        minds: BotPool,
        limits: Limits,
        beats: bool = True,
        results: Results = no_results,
    ) -> None:
        self.ledger = ledger
        self.clock = clock
        self.chance = chance
        self.minds = minds
        self.limits = limits
        self.people = People(ledger, clock, chance, limits)
        self.relations = Relations(ledger)
        self.bans = Bans(ledger, clock)
        self.keepers: dict[str, TableActor] = {}
        self.codes: dict[str, str] = {}
        self.locks: dict[str, tuple[asyncio.Lock, int]] = {}  # with how many want it
        self.code_tries = Throttle(clock, limits.codes, MINUTE)
        self.all_code_tries = Throttle(clock, limits.all_codes, MINUTE)
        self.openings = Throttle(clock, limits.tables, MINUTE)
        self.opened = clock.now()
        self.awake: dict[str, int] = {}  # when the clock of a table last ran before that
        self.woken: set[str] = set()  # tables that were shut and are not any more
        self.metrics = Metrics()
        self.metrics.tables.ask = self.counted
        self.is_open = False
        self.draining = False  # it closes: nobody comes in any more
        self.beats = beats
        self.results = results
        self.courier: Notifier | None = None  # tells people that it is their turn
        self.opens: Callable[[TableRow, Player | None], Awaitable[bool]] = always
        self.beating: asyncio.Task[None] | None = None

    # Opening and closing the house

    async def open(self) -> None:
        """Finds the lobbies by their codes, and goes on with what was being played."""
        await self.relations.load()
        await self.bans.load()
        for note in await self.ledger.rows(NoteRow, name=AWAKE):
            self.awake[note.table] = note.at
        for row in await self.ledger.rows(TableRow, status="open"):
            if code := about(row).code:
                self.codes[code] = row.id
        for row in await self.ledger.rows(TableRow, status="playing"):
            try:
                await self.keeper(row.id)
            except (RequestRefused, StoreError) as error:
                log.warning("a table does not go on", table=row.id, error=error)
        if self.courier is not None:
            self.courier.open()
        self.is_open = True
        log.info("the house is open", tables=len(self.keepers))
        if self.beats:
            self.beating = asyncio.get_running_loop().create_task(self.beat())

    async def sweep(self, now: int) -> None:
        """Drops what is kept for a time only."""
        for kind, life in LIVES.items():
            await self.ledger.expire(kind, now - life)

    async def beat(self) -> None:
        """Notes which clocks run: what the house is closed for is nobody's time."""
        swept = 0
        while True:
            now = self.clock.now()
            if now - swept > SWEEP:
                swept = now
                try:
                    await self.sweep(now)
                except StoreError as error:
                    log.warning("the house cannot be swept", error=error)
            await self.note_awake()
            await asyncio.sleep(BEAT / 1000)

    async def note_awake(self) -> None:
        now = self.clock.now()
        running = [k.row.id for k in self.keepers.values() if k.sitting.is_timed()]
        try:
            await self.ledger.put(*(NoteRow(table, AWAKE, b"", now) for table in running))
        except StoreError as error:
            log.warning("the house cannot note that it is open", error=error)

    def counted(self) -> dict[str, int]:
        """How many tables are in memory, by status."""
        found: dict[str, int] = {}
        for keeper in self.keepers.values():
            status = keeper.row.status if keeper.table is None else keeper.table.status
            found[status] = found.get(status, 0) + 1
        return found

    def outboxes(self) -> list[Outbox]:
        return [o for k in self.keepers.values() for o in k.sitting.outboxes if o.closed is None]

    async def drain(self, longest: float) -> None:
        """Lets nobody in any more, and sees everyone out, one after another: who is sent away
        together comes back together. From here on no clock runs."""
        if self.draining:
            return
        self.draining = True
        for keeper in self.keepers.values():
            keeper.resting = True
        if self.beating is not None:
            self.beating.cancel()
        await self.note_awake()
        leaving = self.outboxes()
        spread = min(longest, len(leaving) / SEEN_OUT)
        log.info("the house is closing", sockets=len(leaving))
        drawn = self.chance.bytes(4 * len(leaving))
        waits = [int.from_bytes(drawn[4 * i : 4 * i + 4]) / 2**32 for i in range(len(leaving))]
        gone = 0.0
        for wait, outbox in sorted(zip(waits, leaving, strict=True), key=lambda pair: pair[0]):
            await asyncio.sleep(max(0.0, wait * spread - gone))
            gone = wait * spread
            outbox.close(RESTARTING)
        for outbox in self.outboxes():  # who came in at the very last
            outbox.close(RESTARTING)

    async def close(self) -> None:
        await self.drain(0)
        if self.courier is not None:
            await self.courier.close()
        if self.beating is not None:
            await asyncio.gather(self.beating, return_exceptions=True)
        await asyncio.gather(*(k.close(RESTARTING) for k in list(self.keepers.values())))
        self.keepers.clear()
        self.is_open = False
        log.info("the house is closed")

    def closed_for(self, table: str, since: int) -> int:
        """How long a table was shut after a moment at which its clock ran: until it is first built
        again, which may be some time after the house has begun to open."""
        if since >= self.opened or table in self.woken:
            return 0
        self.woken.add(table)
        return max(0, self.clock.now() - max(self.awake.get(table, 0), since))

    # Tables

    async def keeper(self, table: str) -> TableActor:
        """The task of a table, begun if it does not run."""
        async with self.lock(table):
            return await self._keeper(table)

    @asynccontextmanager
    async def lock(self, table: str) -> AsyncIterator[None]:
        """One at a time changes who sits at a table."""
        lock, wanted = self.locks.get(table, (asyncio.Lock(), 0))
        self.locks[table] = (lock, wanted + 1)
        try:
            async with lock:
                yield
        finally:
            lock, wanted = self.locks[table]
            if wanted == 1:
                del self.locks[table]
            else:
                self.locks[table] = (lock, wanted - 1)

    async def _keeper(self, table: str) -> TableActor:
        if (keeper := self.keepers.get(table)) is not None:
            return keeper
        row, sitters = await self.find(table)
        if row.status == "aside":
            raise RequestRefused(
                "closed"
            )  # why is the host's to know: `clande verify --store` tells
        keeper = TableActor(
            row,
            about(row).terms,
            sitters,
            self.ledger,
            self.clock,
            self.minds,
            self.chance.bytes(32),
            self.lost,
            self.closed_for,
            self.results,
            self.relations,
            self.metrics,
            self.courier,
        )
        keeper.resting = self.draining
        self.keepers[table] = keeper
        keeper.open()
        return keeper

    def lost(self, keeper: TableActor) -> None:
        if self.keepers.get(keeper.row.id) is keeper:
            del self.keepers[keeper.row.id]

    async def find(self, table: str) -> tuple[TableRow, dict[Seat, Sitter]]:
        rows = await self.ledger.rows(TableRow, id=table)
        if not rows or rows[0].status == "left":
            raise RequestRefused("not_found")
        seatings = await self.ledger.rows(SeatRow, table=table)
        found = {row.seat: sat for row in seatings if (sat := sitter(row)) is not None}
        return rows[0], found

    async def card(self, table: str) -> TableCard:
        if (keeper := self.keepers.get(table)) is not None:
            shown: TableCard = keeper.sitting.card()
            return shown
        row, sitters = await self.find(table)
        ways = self.courier.ways if self.courier else ()
        return card(row, about(row).terms, sitters, row.status, set(), set(), ways)

    async def listed(self) -> list[Listed]:
        """The open tables of those who want to be found."""
        shown: list[Listed] = []
        for row in await self.ledger.rows(TableRow, status="open"):
            told = about(row)
            if told.terms.listed and len(shown) < LISTED:
                _, sitters = await self.find(row.id)
                hosts = [s.name for s in sitters.values() if s.user == told.host]
                game, seats = told.terms.game, told.terms.seats
                title = game.partition("@")[0].capitalize()
                free = seats - len(sitters)
                shown.append(Listed(row.id, title, game, seats, free, "".join(hosts)))
        return shown

    async def mine(self, player: Player) -> list[TableCard]:
        """The tables where one sits that are not over."""
        seatings = await self.ledger.rows(SeatRow, user=player.id)
        cards = [await self.card(row.table) for row in seatings]
        return [shown for shown in cards if shown.status not in ("over", "aside")]

    async def create(self, player: Player, terms: Terms, address: str = "") -> TableCard:
        """Opens a table, private unless its host wants it listed; the host has the first seat."""
        if not self.openings.allows(address):
            raise RequestRefused("too_many")
        terms, header = checked(terms)
        if is_of_the_day(header):
            raise RequestRefused("of_the_day")
        held = [row for row in await self.ledger.rows(TableRow, status="open")]
        if sum(about(row).host == player.id for row in held) >= TABLES_EACH:
            raise RequestRefused("too_many")
        now, id = self.clock.now(), self.new_id()
        code = self.new_code()
        told = About(terms, player.id, code)
        new = NewTable(id, header.rules, header.version, now, msgspec.json.encode(told))
        await self.ledger.create(new)
        self.codes[code] = id
        sat = Sat(player.name, "", self.nonce(), player.child)
        await self.ledger.put(self.seating(id, 0, 1, player.id, sat))
        return await self.card(id)

    def new_id(self) -> str:
        return secret(self.chance, ID_BYTES)

    def new_code(self) -> str:
        while True:
            drawn = self.chance.bytes(CODE_LENGTH * 2)
            letters = [
                CODE_LETTERS[int.from_bytes(drawn[2 * i : 2 * i + 2]) % len(CODE_LETTERS)]
                for i in range(CODE_LENGTH)
            ]
            code = "".join(letters)
            if code not in self.codes:
                return code

    def nonce(self) -> str:
        return self.chance.bytes(NONCE_BYTES).hex()

    def find_code(self, code: str, address: str) -> str:
        """The lobby that a code opens. A code dies when the game starts."""
        if not self.code_tries.allows(address) or not self.all_code_tries.allows():
            raise RequestRefused("too_many")
        table = self.codes.get(code.strip().upper())
        if table is None:
            raise RequestRefused("not_found")
        return table

    def seating(self, table: str, seat: Seat, generation: int, user: str, sat: Sat) -> SeatRow:
        return SeatRow(table, seat, user, generation, msgspec.json.encode(sat))

    async def generation(self, table: str, seat: Seat) -> int:
        """A number that no earlier holder of the seat has had."""
        rows = await self.ledger.rows(SeatRow, table=table, seat=seat)
        return 1 + max((row.generation for row in rows), default=0)

    async def told(self, table: str) -> TableCard:
        """Lets those at the table know how it stands now."""
        row, sitters = await self.find(table)
        if (keeper := self.keepers.get(table)) is not None:
            await keeper.reseat(row, sitters)
        return await self.card(table)

    async def sit(self, player: Player, table: str, seat: Seat, nonce: str = "") -> TableCard:
        """Takes an empty chair; in a game that runs, one that a leaver has left to a bot."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            free(row)
            if row.status not in ("open", "playing"):
                raise RequestRefused("started")
            if seat >= about(row).terms.seats:
                raise RequestRefused("not_found")
            if seat in sitters:
                raise RequestRefused("already" if sitters[seat].user == player.id else "seat_taken")
            mine = [s for s, sitter in sitters.items() if sitter.user == player.id]
            if mine and row.status == "playing":
                raise RequestRefused("already")
            if self.relations.blocks(about(row).host, player.id):
                raise RequestRefused("not_welcome")
            for old in mine:
                number = await self.generation(table, old)
                await self.ledger.put(self.seating(table, old, number, "", Sat()))
            number = await self.generation(table, seat)
            sat = Sat(player.name, "", nonce or self.nonce(), player.child)
            await self.ledger.put(self.seating(table, seat, number, player.id, sat))
            return await self.told(table)

    async def stand_up(self, player: Player, table: str) -> TableCard:
        """Leaves for good: what the leaver held is void."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            mine = [s for s, sitter in sitters.items() if sitter.user == player.id]
            if not mine:
                raise RequestRefused("not_seated")
            free(row)
            for seat in mine:
                number = await self.generation(table, seat)
                await self.ledger.put(self.seating(table, seat, number, "", Sat()))
            told = about(row)
            others = [s.user for s in sitters.values() if s.user and s.user != player.id]
            if told.host == player.id and others:
                await self.change(row, structs.replace(told, host=others[0]))
            return await self.told(table)

    async def fill(self, player: Player, table: str, seat: Seat, bot: str) -> TableCard:
        """The host gives a chair to a bot, or empties it; in a running game, whoever sat there has
        lost it."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            terms = self.hosted(row, player).terms
            free(row)
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
            number = await self.generation(table, seat)
            taken = {s.name for at, s in sitters.items() if at != seat}
            sat = Sat(bot_name(seat, taken), bot, self.nonce()) if bot else Sat()
            await self.ledger.put(self.seating(table, seat, number, "", sat))
            return await self.told(table)

    def hosted(self, row: TableRow, player: Player) -> About:
        told = about(row)
        if told.host != player.id:
            raise RequestRefused("not_host")
        return told

    async def vote(self, player: Player, table: str, end: bool) -> TableCard:
        """More than half of the people who are there may end a game that nobody wants to finish.
        It counts for nothing, and its seed is opened as if it were over."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            if row.status != "playing":
                raise RequestRefused("not_started" if row.status == "open" else "started")
            if player.id not in [sitter.user for sitter in sitters.values()]:
                raise RequestRefused("not_seated")
            keeper, told, now = await self._keeper(table), about(row), self.clock.now()
            ballot = told.ballot
            if ballot is None or ballot.until <= now:
                ballot = Ballot(now + (VOTE if keeper.sitting.is_quick() else VOTE_SLOWLY))
            there = keeper.absence.voters() | {player.id}
            wanted = {*ballot.yes, player.id} if end else {*ballot.yes} - {player.id}
            yes, needed = tuple(sorted(wanted & there)), len(there) // 2 + 1
            if len(yes) >= needed:
                over = msgspec.json.encode(structs.replace(told, ballot=None))
                await self.ledger.end(table, now, over)
                refusal = await keeper.ask(EndByVote(ENDED))
                if refusal is not None:
                    raise RequestRefused("closed")  # it ends when the table is built anew
            else:
                ballot = structs.replace(ballot, yes=yes, needed=needed) if yes else None
                await self.change(row, structs.replace(told, ballot=ballot))
            return await self.told(table)

    async def hand_over(self, player: Player, table: str, seat: Seat) -> TableCard:
        """The host gives the role to somebody else at the table; once the host has been gone for
        long, whoever sits there may take it."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            told, heir = about(row), sitters.get(seat)
            if heir is None or not heir.user:
                raise RequestRefused("seat_empty")
            if heir.user == told.host:
                raise RequestRefused("already")
            if player.id != told.host:
                if heir.user != player.id:
                    raise RequestRefused("not_host")
                if not (await self._keeper(table)).absence.is_gone(told.host):
                    raise RequestRefused("host_here")
            await self.change(row, structs.replace(told, host=heir.user))
            return await self.told(table)

    async def change(self, row: TableRow, told: About) -> None:
        await self.ledger.change(row.id, self.clock.now(), msgspec.json.encode(told))

    async def start(self, player: Player, table: str) -> TableCard:
        async with self.lock(table):
            row, sitters = await self.find(table)
            told = self.hosted(row, player)
            if row.status != "open":
                raise RequestRefused("started")
            terms = told.terms
            if len(sitters) < terms.seats:
                raise RequestRefused("seat_empty")
            _, header = checked(terms)
            nonces = tuple(bytes.fromhex(sitters[seat].nonce) for seat in range(terms.seats))
            await self._begin(table, header, nonces, terms.breathes)
            self.codes.pop(told.code, None)
            return await self.told(table)

    async def begin(
        self, table: str, header: Header, nonces: tuple[bytes, ...], breathes: bool
    ) -> None:
        """Starts a table that nobody has to start."""
        async with self.lock(table):
            await self._begin(table, header, nonces, breathes)
            await self.told(table)

    async def _begin(
        self, table: str, header: Header, nonces: tuple[bytes, ...], breathes: bool
    ) -> None:
        await self._keeper(table)
        await self.ledger.start(table, header, nonces, self.clock.now(), breathes)

    async def hold(self, player: Player, table: str, id: str, paused: bool) -> TableCard:
        return await self.ordered(player, table, Pausing(f"hold-{id}", paused))

    async def add_time(self, player: Player, table: str, id: str, time: int) -> TableCard:
        return await self.ordered(player, table, Adding(f"time-{id}", time))

    async def ordered(self, player: Player, table: str, command: Pausing | Adding) -> TableCard:
        row, _ = await self.find(table)
        self.hosted(row, player)
        free(row)
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "started")
        refusal = await (await self.keeper(table)).ask(command)
        if refusal is not None:
            raise RequestRefused("closed" if refusal.code in ("busy", "again") else "already")
        return await self.card(table)

    async def rematch(self, player: Player, table: str) -> TableCard:
        """The same people at a new table, each one seat further; whoever asks second joins it."""
        async with self.lock(table):
            row, sitters = await self.find(table)
            if row.status != "over":
                raise RequestRefused("not_over")
            if player.id not in [sitter.user for sitter in sitters.values()]:
                raise RequestRefused("not_seated")
            free(row)
            told = about(row)
            if told.rematch:
                return await self.card(told.rematch)
            terms, header = checked(told.terms)
            now, id, code = self.clock.now(), self.new_id(), self.new_code()
            fresh = About(terms, player.id, code)
            new = NewTable(id, header.rules, header.version, now, msgspec.json.encode(fresh))
            await self.ledger.create(new)
            rows = [
                self.seating(
                    id,
                    (seat + 1) % terms.seats,
                    1,
                    sitter.user,
                    Sat(sitter.name, sitter.bot, self.nonce(), sitter.child),
                )
                for seat, sitter in sitters.items()
            ]
            await self.ledger.put(*rows)
            self.codes[code] = id
            await self.change(row, structs.replace(told, rematch=id))
            await self.told(table)
            return await self.card(id)

    # Sockets

    async def ticket(self, player: Player, session: bytes, table: str, watch: bool) -> Ticket:
        row, sitters = await self.find(table)
        mine = [(seat, s) for seat, s in sitters.items() if s.user == player.id]
        if mine and not watch:
            seat, sitter = mine[0]
            token = self.people.ticket(
                table, seat, player.id, sitter.generation, session, player.child
            )
            return Ticket(token, seat, 1)
        if row.status != "open" and not about(row).terms.watched:
            raise RequestRefused("not_watched" if watch or not mine else "not_seated")
        token = self.people.ticket(table, -1, player.id, 0, session, player.child)
        return Ticket(token, -1, 1)

    async def leave(self, token: str) -> None:
        """Ends a session and closes its sockets."""
        self.cut({await self.people.forget(token)})

    async def rename(self, player: Player, name: str, child: bool) -> Player:
        """Another name; and if somebody is a child now, or no longer, all tables know at once."""
        renamed = await self.people.rename(player, name, child)
        if child != player.child:
            for row in await self.ledger.rows(SeatRow, user=player.id):
                sat = structs.replace(msgspec.json.decode(row.about, type=Sat), child=child)
                await self.ledger.put(structs.replace(row, about=msgspec.json.encode(sat)))
                if row.table in self.keepers:
                    await self.told(row.table)
            for outbox in self.outboxes():
                if outbox.user == player.id:
                    outbox.child = child
        return renamed

    def cut(self, sessions: set[bytes]) -> None:
        """Closes the sockets of sessions that have ended."""
        for outbox in self.outboxes():
            if outbox.session in sessions:
                outbox.close(REVOKED)

    # After the end

    async def record(self, table: str, player: Player | None = None) -> Record:
        """The whole game with its seed opened, once it is over: anyone may verify it. A draw that
        others have yet to play opens to those who have played it."""
        row, _ = await self.find(table)
        if row.status != "over":
            raise RequestRefused("not_over")
        if not await self.opens(row, player):
            raise RequestRefused("of_the_day")
        return await self.ledger.record(table)


async def always(row: TableRow, player: Player | None) -> bool:
    return True


def free(row: TableRow) -> None:
    """Refuses what would make a draw of the day another one than everybody's. [DIC-DAY-1]"""
    if about(row).day:
        raise RequestRefused("of_the_day")


def is_of_the_day(header: Header) -> bool:
    return header.options.get("mode") == "daily"


def bot_name(seat: Seat, taken: set[str]) -> str:
    """What a bot is called: a name of the city that nobody else at the table has."""
    names = BOT_NAMES[seat % len(BOT_NAMES) :] + BOT_NAMES
    return next((name for name in names if name not in taken), f"{names[0]} {seat + 1}")


def checked(terms: Terms) -> tuple[Terms, Header]:
    """Terms that make sense, and the header of the game that they mean."""
    try:
        game = games.find(terms.game).name if terms.game in games.installed() else ""
        if not game:
            raise Unreadable(f"no game is called {terms.game!r}")
        modules, options = terms.modules, terms.options
        if terms.preset:
            named = preset(game, terms.preset)
            modules = named.modules
            options = {**named.options, **options}
        header = sensible(game, terms.seats, modules, options)
        breath = clocks.breath(terms.breath, header.rules)
        return structs.replace(
            terms, modules=modules, options=header.options, breath=breath
        ), header
    except Unreadable as mistake:
        raise RequestRefused("bad_table", str(mistake), mistake) from None
