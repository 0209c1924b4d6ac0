"""Who is at this browser: a guest gives a name, changes it, or leaves."""

from __future__ import annotations

from typing import Any

from litestar import Response, route

from clande.server.http.requests import (
    DELETE,
    GET,
    POST,
    AnyRequest,
    RequestReader,
    client_address,
)
from clande.server.http.responses import answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, SetName
from clande.server.people import presence
from clande.server.people.guests import YEAR, tidy_name


class SessionRoutes:
    def __init__(self, reader: RequestReader) -> None:
        self.reader = reader

    def handlers(self) -> list[Any]:
        reader, house = self.reader, self.reader.house

        @route("/api/session", http_method=GET)
        async def whoami(request: AnyRequest) -> Response[Player]:
            return answer(await reader.player(request))

        @route("/api/session", http_method=POST)
        async def greet(request: AnyRequest) -> Response[Player]:
            body = await reader.body(request, SetName)
            if not (name := tidy_name(body.name)):
                raise RequestRefused("bad_name")
            if house.bans.has(address=client_address(request)):
                raise RequestRefused("banned")
            player = await reader.player_or_none(request)
            if player is not None:
                return answer(
                    await presence.rename(house, player, name, body.child or player.child)
                )
            if not house.people.greetings.allows(client_address(request)):
                raise RequestRefused("too_many")
            player, token = await house.people.greet(name, body.child)
            return answer(player, 201, reader.cookie(request, token, YEAR // 1000))

        @route("/api/session", http_method=DELETE, status_code=200)
        async def leave(request: AnyRequest) -> Response[Player]:
            player = await reader.changing_player(request)
            await presence.end_session(house, reader.token(request))
            return answer(player, 200, reader.cookie(request, "", 0))

        return [whoami, greet, leave]
