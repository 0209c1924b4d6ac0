"""Does what people and the server ask of a table beside playing: decides, writes, changes the
roster. The actor, which calls it, announces the change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from msgspec import structs

from clande import bots
from clande.kernel import Unreadable
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import ErrorCode
from clande.server.lobby import terms as table_terms
from clande.server.lobby import votes
from clande.server.lobby.seats import SeatDetails, TableDetails, bot_name, seat_row
from clande.server.store import DraftRow, NewTable, NoteRow, SeatRow
from clande.server.tables.absence import Absence
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.play import Play
from clande.server.tables.requests import (
    BeginGame,
    CastVote,
    ChangePace,
    DeleteLine,
    ForgetPlayer,
    GiveSeat,
    GiveTime,
    HushPlayer,
    LeaveTable,
    MarkChild,
    NoteAwake,
    OfferRematch,
    PassHost,
    PauseGame,
    ShutTable,
    StartGame,
    TableRequest,
    TakeSeat,
)
from clande.server.tables.roster import Roster
from clande.server.tables.services import TableServices
from clande.server.tables.standing_orders import note_of
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import CommandRefused

AWAKE = "awake"  # the note that says when the clock of a table last ran


class RequestHandler:
    def __init__(
        self,
        roster: Roster,
        absence: Absence,
        chat_delivery: ChatDelivery,
        store: TableStore,
        services: TableServices,
        play: Callable[[], Play | None],
    ) -> None:
        self.roster = roster
        self.absence = absence
        self.chat_delivery = chat_delivery
        self.store = store
        self.services = services
        self.clock = services.clock
        self.play = play  # while there is a game

    async def do(self, request: TableRequest) -> None:
        """Does a request, or raises `RequestRefused` and has changed nothing."""
        handlers: dict[type, Callable[..., Awaitable[None]]] = {
            TakeSeat: self.take_seat,
            LeaveTable: self.leave,
            GiveSeat: self.give_seat,
            PassHost: self.pass_host,
            ChangePace: self.change_pace,
            StartGame: self.start,
            BeginGame: self.begin,
            OfferRematch: self.offer_rematch,
            PauseGame: self.pause,
            GiveTime: self.add_time,
            CastVote: self.vote,
            HushPlayer: self.hush,
            MarkChild: self.mark_child,
            DeleteLine: self.delete_line,
            ForgetPlayer: self.forget,
            ShutTable: self.shut,
            NoteAwake: self.note_awake,
        }
        await handlers[type(request)](request)

    # Seats

    async def take_seat(self, request: TakeSeat) -> None:
        roster, player, seat = self.roster, request.player, request.seat
        self.check_change("open", "playing")
        if seat >= roster.terms.seats:
            raise RequestRefused("not_found")
        if (sitter := roster.sitters.get(seat)) is not None:
            raise RequestRefused("already" if sitter.user == player.id else "seat_taken")
        mine = roster.seats_of(player)
        if mine and roster.row.status == "playing":
            raise RequestRefused("already")
        if self.services.relations.blocks(roster.details.host, player.id):
            raise RequestRefused("not_welcome")
        vacated = [roster.new_seat(old, "", SeatDetails()) for old in mine]
        details = SeatDetails(player.name, "", request.nonce, player.child)
        await self.reseat(*vacated, roster.new_seat(seat, player.id, details))

    async def leave(self, request: LeaveTable) -> None:
        roster, player = self.roster, request.player
        mine = roster.seats_of(player)
        if not mine:
            raise RequestRefused("not_seated")
        self.services.restrictions.check_change(roster.row)
        vacated = [roster.new_seat(seat, "", SeatDetails()) for seat in mine]
        others = roster.others(player.id)
        if roster.details.host == player.id and others:
            await self.change(structs.replace(roster.details, host=others[0]), *vacated)
        else:
            await self.reseat(*vacated)

    async def give_seat(self, request: GiveSeat) -> None:
        roster, seat, bot = self.roster, request.seat, request.bot
        roster.require_host(request.player)
        self.check_change("open", "playing")
        if seat >= roster.terms.seats:
            raise RequestRefused("not_found")
        if seat in roster.sitters and roster.sitters[seat].user == request.player.id:
            raise RequestRefused("seat_taken")
        if bot:
            try:
                bots.find(bot, roster.terms.game)
            except Unreadable as unknown:
                raise RequestRefused("no_bot", str(unknown)) from None
        taken = {s.name for at, s in roster.sitters.items() if at != seat}
        details = SeatDetails(bot_name(seat, taken), bot, request.nonce) if bot else SeatDetails()
        await self.reseat(roster.new_seat(seat, "", details))

    async def pass_host(self, request: PassHost) -> None:
        roster, heir = self.roster, self.roster.sitters.get(request.seat)
        host = roster.details.host
        if heir is None or not heir.user:
            raise RequestRefused("seat_empty")
        if heir.user == host:
            raise RequestRefused("already")
        if request.player.id != host:
            if heir.user != request.player.id:
                raise RequestRefused("not_host")
            if not self.absence.is_gone(host):
                raise RequestRefused("host_here")
        await self.change(structs.replace(roster.details, host=heir.user))

    async def change_pace(self, request: ChangePace) -> None:
        roster, pace = self.roster, request.pace
        self.check_change("open")
        if not roster.seats_of(request.player):
            raise RequestRefused("not_seated")
        if pace != "pose":
            roster.require_host(request.player)
        if roster.terms.pace == pace:
            raise RequestRefused("already")
        terms = structs.replace(roster.terms, pace=pace)
        await self.change(structs.replace(roster.details, terms=terms))

    async def mark_child(self, request: MarkChild) -> None:
        roster = self.roster
        if request.host is not None:
            roster.require_host(request.host)
        marked = [
            structs.replace(
                row,
                about=msgspec.json.encode(
                    structs.replace(
                        msgspec.json.decode(row.about, type=SeatDetails), child=request.on
                    )
                ),
            )
            for seat, row in roster.seats.items()
            if row.user == request.user and request.seat in (None, seat)
        ]
        if not marked and request.seat is not None:
            raise RequestRefused("not_found")
        await self.reseat(*marked)

    # The game

    async def start(self, request: StartGame) -> None:
        roster = self.roster
        roster.require_host(request.player)
        if roster.row.status != "open":
            raise RequestRefused("started")
        terms, sitters = roster.terms, roster.sitters
        if len(sitters) < terms.seats:
            raise RequestRefused("seat_empty")
        terms, header = table_terms.resolve(terms)
        nonces = tuple(bytes.fromhex(sitters[seat].nonce) for seat in range(terms.seats))
        await self.begin(BeginGame(header, nonces, terms.pauses))

    async def begin(self, request: BeginGame) -> None:
        if self.roster.row.status != "open":
            return  # somebody else has begun it
        header, nonces = request.header, request.nonces
        pauses = table_terms.who_pauses(request.pauses, header.mix)
        await self.store.start(header, nonces, self.clock.now(), pauses)
        await self.read_row()

    async def offer_rematch(self, request: OfferRematch) -> None:
        roster = self.roster
        if roster.row.status != "over":
            raise RequestRefused("not_over")
        if not roster.seats_of(request.player):
            raise RequestRefused("not_seated")
        self.services.restrictions.check_change(roster.row)
        if roster.details.rematch:
            return
        terms, header = table_terms.resolve(roster.terms)
        about = msgspec.json.encode(TableDetails(terms, request.player.id, request.code))
        new = NewTable(request.id, header.mix, header.version, self.clock.now(), about)
        seats = tuple(
            seat_row(
                request.id,
                (seat + 1) % terms.seats,
                1,
                sitter.user,
                SeatDetails(sitter.name, sitter.bot, request.nonces[seat], sitter.child),
            )
            for seat, sitter in roster.sitters.items()
        )
        await self.services.create(new, seats)
        await self.change(structs.replace(roster.details, rematch=request.id))

    async def pause(self, request: PauseGame) -> None:
        self.roster.require_host(request.player)
        play = self.require_play()
        self.check(await play.commands.pause(f"hold-{request.id}", request.paused), "already")

    async def add_time(self, request: GiveTime) -> None:
        self.roster.require_host(request.player)
        play = self.require_play()
        self.check(await play.commands.add_time(f"time-{request.id}", request.time), "already")

    async def vote(self, request: CastVote) -> None:
        roster, player = self.roster, request.player
        if roster.row.status != "playing":
            raise RequestRefused("not_started" if roster.row.status == "open" else "started")
        if not roster.seats_of(player):
            raise RequestRefused("not_seated")
        play, now = self.play(), self.clock.now()
        assert play is not None
        lasts = votes.QUICK if roster.is_quick() else votes.SLOW
        ballot = votes.cast(
            roster.details.ballot, player.id, request.end, self.absence.voters(), now, now + lasts
        )
        if votes.is_carried(ballot):
            about = msgspec.json.encode(structs.replace(roster.details, ballot=None))
            self.check(await play.commands.end(about), "closed")
        else:
            await self.change(
                structs.replace(roster.details, ballot=ballot if ballot.yes else None)
            )

    # Moderation

    async def hush(self, request: HushPlayer) -> None:
        self.roster.require_host(request.player)
        await self.chat_delivery.hush(request.user, request.on)

    async def delete_line(self, request: DeleteLine) -> None:
        if not await self.chat_delivery.delete(request.id):
            raise RequestRefused("not_found")

    async def forget(self, request: ForgetPlayer) -> None:
        roster, user = self.roster, request.user
        mine = [seat for seat, row in roster.seats.items() if row.user == user]
        vacated = [roster.new_seat(seat, "", SeatDetails()) for seat in mine]
        if roster.details.host == user:
            host = next(iter(roster.others(user)), "")
            await self.change(structs.replace(roster.details, host=host), *vacated)
        elif vacated:
            await self.reseat(*vacated)
        for seat in mine:
            await self.store.drop(DraftRow, seat=seat)
            await self.store.drop(NoteRow, name=note_of(seat))
        await self.chat_delivery.delete_all_of(user)

    async def shut(self, request: ShutTable) -> None:
        if self.roster.row.status == "over":
            raise RequestRefused("started")
        now = self.clock.now()
        self.roster.replace(await self.store.change(now, status="left", reason=request.reason))

    async def note_awake(self, request: NoteAwake) -> None:
        play = self.play()
        if play is not None and play.is_timed():
            await self.store.put(NoteRow(self.store.table, AWAKE, b"", self.clock.now()))

    # Parts of them

    def check_change(self, *statuses: str) -> None:
        """Refuses a change that this table forbids, or whose time is over."""
        self.services.restrictions.check_change(self.roster.row)
        if self.roster.row.status not in statuses:
            raise RequestRefused("started")

    def require_play(self) -> Play:
        """The game, for the host, while it is played."""
        self.services.restrictions.check_change(self.roster.row)
        if self.roster.row.status != "playing":
            raise RequestRefused("not_started" if self.roster.row.status == "open" else "started")
        play = self.play()
        assert play is not None
        return play

    def check(self, refusal: CommandRefused | None, code: ErrorCode) -> None:
        """Passes the refusal of a command on: as `code`, unless nothing could be stored."""
        if refusal is not None:
            raise RequestRefused("closed" if refusal.code == "again" else code)

    async def reseat(self, *seats: SeatRow) -> None:
        """Stores the rows of seats."""
        if seats:
            await self.store.put(*seats)
            self.roster.replace(self.roster.row, *seats)

    async def change(self, details: TableDetails, *seats: SeatRow) -> None:
        """Stores what the table is about now, and rows of seats with it."""
        about = msgspec.json.encode(details)
        self.roster.replace(await self.store.change(self.clock.now(), *seats, about=about), *seats)

    async def read_row(self) -> None:
        """Reads the rows of the table again."""
        row = await self.store.row()
        assert row is not None
        self.roster.replace(row, *await self.store.rows(SeatRow))
