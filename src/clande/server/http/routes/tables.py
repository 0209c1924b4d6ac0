"""Tables: opening and finding them, seats, the host's acts, tickets for the socket."""

from __future__ import annotations

from asyncio import to_thread

from starlette.responses import Response

from clande.kernel import write_record
from clande.server.game_setups import setups
from clande.server.http.requests import ClientAddress, SessionDigest, SiteRoot, Visitor
from clande.server.http.responses import FRESH, JSON
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas import tables
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lobby.house import House
from clande.server.operations import qr


class LobbyRoutes:
    """Tables to open, to find and to look at."""

    def __init__(self, house: House) -> None:
        self.house = house

    @get("/api/games")
    async def games(self) -> list[tables.GameSetups]:
        # composed once, which takes a moment
        return await to_thread(setups)

    @get("/api/tables")
    async def listed(self) -> list[tables.ListedTable]:
        return await self.house.lobby.listed()

    @post("/api/tables", status=201)
    async def create(self, player: Player, address: ClientAddress, data: Terms) -> TableCard:
        return await self.house.lobby.create(player, data, address)

    @get("/api/mine")
    async def mine(self, player: Player) -> list[TableCard]:
        return await self.house.lobby.mine(player)

    @post("/api/codes")
    async def code(self, address: ClientAddress, data: tables.EnterCode) -> TableCard:
        table = self.house.lobby.codes.find(data.code, address)
        return await self.house.tables.card(table)

    @get("/api/tables/{table}")
    async def card(self, table: str) -> TableCard:
        return await self.house.tables.card(table)

    @get("/api/tables/{table}/door")
    async def door(self, root: SiteRoot, table: str) -> tables.Door:
        await self.house.tables.find(table)
        return qr.door(f"{root}t/{table}")

    @get("/api/tables/{table}/record")
    async def record(self, visitor: Visitor, table: str) -> Response:
        encoded = write_record(await self.house.lobby.record(table, visitor))
        return Response(encoded, 200, FRESH, JSON)


class TableRoutes:
    """What players do at one table, beside its game."""

    def __init__(self, house: House) -> None:
        self.lobby = house.lobby

    @post("/api/tables/{table}/seat")
    async def sit(self, player: Player, table: str, data: tables.SitDown) -> TableCard:
        return await self.lobby.sit(player, table, data.seat, data.nonce)

    @delete("/api/tables/{table}/seat")
    async def stand_up(self, player: Player, table: str) -> TableCard:
        return await self.lobby.stand_up(player, table)

    @post("/api/tables/{table}/bot")
    async def fill(self, player: Player, table: str, data: tables.FillSeat) -> TableCard:
        return await self.lobby.fill(player, table, data.seat, data.bot)

    @post("/api/tables/{table}/vote")
    async def vote(self, player: Player, table: str, data: tables.VoteToEnd) -> TableCard:
        return await self.lobby.vote(player, table, data.end)

    @post("/api/tables/{table}/host")
    async def hand_over(self, player: Player, table: str, data: tables.HandOver) -> TableCard:
        return await self.lobby.hand_over(player, table, data.seat)

    @post("/api/tables/{table}/pace")
    async def change_pace(self, player: Player, table: str, data: tables.ChoosePace) -> TableCard:
        return await self.lobby.change_pace(player, table, data.pace)

    @post("/api/tables/{table}/start")
    async def start(self, player: Player, table: str) -> TableCard:
        return await self.lobby.start(player, table)

    @post("/api/tables/{table}/hold")
    async def hold(self, player: Player, table: str, data: tables.PauseTable) -> TableCard:
        return await self.lobby.hold(player, table, data.id, data.paused)

    @post("/api/tables/{table}/time")
    async def add_time(self, player: Player, table: str, data: tables.AddTime) -> TableCard:
        return await self.lobby.add_time(player, table, data.id, data.time)

    @post("/api/tables/{table}/rematch")
    async def rematch(self, player: Player, table: str) -> TableCard:
        return await self.lobby.rematch(player, table)

    @post("/api/tables/{table}/ticket")
    async def ticket(
        self, player: Player, session: SessionDigest, table: str, data: tables.RequestTicket
    ) -> tables.Ticket:
        return await self.lobby.ticket(player, session, table, data.watch)
