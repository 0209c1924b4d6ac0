"""Who is at this browser: a guest gives a name, changes it, or leaves."""

from __future__ import annotations

from starlette.responses import Response

from clande.server.http.requests import ClientAddress, Cookies, SessionToken, Visitor
from clande.server.http.responses import answer
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, SetName
from clande.server.lobby.house import House
from clande.server.people import presence
from clande.server.people.guests import tidy_name


class SessionRoutes:
    def __init__(self, house: House) -> None:
        self.house = house

    @get("/api/session")
    async def whoami(self, player: Player) -> Player:
        return player

    @post("/api/session", status=201)
    async def greet(
        self, visitor: Visitor, address: ClientAddress, cookies: Cookies, data: SetName
    ) -> Response:
        if not (name := tidy_name(data.name)):
            raise RequestRefused("bad_name")
        if self.house.bans.has(address=address):
            raise RequestRefused("banned")
        if visitor is not None:
            is_child = data.child or visitor.child
            return answer(await presence.rename(self.house, visitor, name, is_child))
        if not self.house.people.greetings.allows(address):
            raise RequestRefused("too_many")
        player, token = await self.house.people.greet(name, data.child)
        return answer(player, 201, (cookies.session(token),))

    @delete("/api/session")
    async def leave(self, player: Player, token: SessionToken, cookies: Cookies) -> Response:
        await presence.end_session(self.house, token)
        return answer(player, cookies=(cookies.ended_session(),))
