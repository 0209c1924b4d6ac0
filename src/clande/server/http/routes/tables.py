"""Tables: opening and finding them, seats, the host's acts, tickets for the socket."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from litestar import MediaType, Response, route
from litestar.params import FromPath

from clande.kernel import write_record
from clande.server.game_setups import setups
from clande.server.http.requests import (
    DELETE,
    GET,
    POST,
    AnyRequest,
    RequestReader,
    client_address,
)
from clande.server.http.responses import FRESH, answer
from clande.server.http.schemas import tables
from clande.server.http.schemas.tables import Terms
from clande.server.operations import qr
from clande.server.people.tokens import digest


class TableRoutes:
    def __init__(self, reader: RequestReader) -> None:
        self.reader = reader

    def handlers(self) -> list[Any]:
        return [*self.of_lobby(), *self.of_one_table()]

    def of_lobby(self) -> list[Any]:
        reader, house = self.reader, self.reader.house

        @route("/api/games", http_method=GET)
        async def games() -> Response[list[tables.GameSetups]]:
            # composed once, which takes a moment
            return answer(await to_thread(setups))

        @route("/api/tables", http_method=GET)
        async def listed() -> Response[list[tables.ListedTable]]:
            return answer(await house.lobby.listed())

        @route("/api/tables", http_method=POST)
        async def create(request: AnyRequest) -> Response[tables.TableCard]:
            terms = await reader.body(request, Terms)
            player = await reader.player(request)
            return answer(await house.lobby.create(player, terms, client_address(request)), 201)

        @route("/api/mine", http_method=GET)
        async def mine(request: AnyRequest) -> Response[list[tables.TableCard]]:
            return answer(await house.lobby.mine(await reader.player(request)))

        @route("/api/codes", http_method=POST)
        async def code(request: AnyRequest) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.EnterCode)
            table = house.lobby.codes.find(body.code, client_address(request))
            return answer(await house.tables.card(table), 200)

        @route("/api/tables/{table:str}", http_method=GET)
        async def card(table: FromPath[str]) -> Response[tables.TableCard]:
            return answer(await house.tables.card(table))

        @route("/api/tables/{table:str}/door", http_method=GET)
        async def door(request: AnyRequest, table: FromPath[str]) -> Response[tables.Door]:
            await house.tables.find(table)
            return answer(qr.door(f"{reader.root(request)}t/{table}"))

        @route("/api/tables/{table:str}/record", http_method=GET)
        async def record(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
            player = await reader.player_or_none(request)
            encoded = write_record(await house.lobby.record(table, player))
            return Response(encoded, media_type=MediaType.JSON, headers=FRESH)

        return [games, listed, create, mine, code, card, door, record]

    def of_one_table(self) -> list[Any]:
        reader, house = self.reader, self.reader.house

        @route("/api/tables/{table:str}/seat", http_method=POST)
        async def sit(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.SitDown)
            player = await reader.player(request)
            return answer(await house.lobby.sit(player, table, body.seat, body.nonce))

        @route("/api/tables/{table:str}/seat", http_method=DELETE, status_code=200)
        async def stand_up(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            return answer(await house.lobby.stand_up(await reader.changing_player(request), table))

        @route("/api/tables/{table:str}/bot", http_method=POST)
        async def fill(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.FillSeat)
            player = await reader.player(request)
            return answer(await house.lobby.fill(player, table, body.seat, body.bot))

        @route("/api/tables/{table:str}/vote", http_method=POST)
        async def vote(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.VoteToEnd)
            player = await reader.player(request)
            return answer(await house.lobby.vote(player, table, body.end))

        @route("/api/tables/{table:str}/host", http_method=POST)
        async def hand_over(
            request: AnyRequest, table: FromPath[str]
        ) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.HandOver)
            player = await reader.player(request)
            return answer(await house.lobby.hand_over(player, table, body.seat))

        @route("/api/tables/{table:str}/start", http_method=POST)
        async def start(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            return answer(await house.lobby.start(await reader.changing_player(request), table))

        @route("/api/tables/{table:str}/hold", http_method=POST)
        async def hold(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.PauseTable)
            player = await reader.player(request)
            return answer(await house.lobby.hold(player, table, body.id, body.paused))

        @route("/api/tables/{table:str}/time", http_method=POST)
        async def add_time(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            body = await reader.body(request, tables.AddTime)
            player = await reader.player(request)
            return answer(await house.lobby.add_time(player, table, body.id, body.time))

        @route("/api/tables/{table:str}/rematch", http_method=POST)
        async def rematch(request: AnyRequest, table: FromPath[str]) -> Response[tables.TableCard]:
            return answer(await house.lobby.rematch(await reader.changing_player(request), table))

        @route("/api/tables/{table:str}/ticket", http_method=POST)
        async def ticket(request: AnyRequest, table: FromPath[str]) -> Response[tables.Ticket]:
            body = await reader.body(request, tables.RequestTicket)
            player = await reader.player(request)
            session = digest(reader.token(request))
            return answer(await house.lobby.ticket(player, session, table, body.watch))

        return [sit, stand_up, fill, vote, hand_over, start, hold, add_time, rematch, ticket]
