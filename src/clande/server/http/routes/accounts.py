"""Accounts: signing up and logging in, sessions, what we store of a player."""

from __future__ import annotations

from starlette.responses import Response

from clande.server.http.requests import ClientAddress, Cookies, SessionDigest
from clande.server.http.responses import answer
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.people import erasure
from clande.server.people.accounts import Accounts
from clande.server.people.families import Families
from clande.server.people.moderation import Moderation

DONE = wire.Confirmation()


class AccountRoutes:
    def __init__(
        self, house: House, accounts: Accounts, families: Families, moderation: Moderation
    ) -> None:
        self.house = house
        self.accounts = accounts
        self.families = families
        self.moderation = moderation

    def check_ban(self, address: str) -> None:
        if self.house.bans.has(address=address):
            raise RequestRefused("banned")

    @post("/api/account", status=201)
    async def sign_up(
        self, player: Player, address: ClientAddress, data: wire.SignUp
    ) -> wire.AccountSecrets:
        return await self.accounts.sign_up(player, data.password, address)

    @post("/api/account/login")
    async def log_in(self, cookies: Cookies, address: ClientAddress, data: wire.LogIn) -> Response:
        self.check_ban(address)
        player, token, device = await self.accounts.log_in(
            data.login, data.password, address, cookies.device
        )
        return answer(player, cookies=(cookies.session(token), cookies.new_device(device)))

    @post("/api/account/password")
    async def change(
        self, player: Player, session: SessionDigest, data: wire.NewPassword
    ) -> wire.Confirmation:
        await self.accounts.change_password(player, data.old, data.new, session)
        return DONE

    @post("/api/account/recover")
    async def recover(
        self, cookies: Cookies, address: ClientAddress, data: wire.Recover
    ) -> Response:
        self.check_ban(address)
        _, token, opened = await self.accounts.recover(
            data.login, data.code, data.password, address
        )
        return answer(opened, cookies=(cookies.session(token),))

    @get("/api/account")
    async def mine(self, player: Player, session: SessionDigest) -> wire.AccountCard:
        account = await self.accounts.of(player.id)
        login, made = (account.login, account.created) if account else (None, 0)
        admin = self.moderation.is_admin(session)
        return wire.AccountCard(player.id, player.name, login, player.child, made, admin)

    @get("/api/account/export")
    async def export(self, player: Player) -> Response:
        data = await erasure.export(self.house, self.accounts, self.families, player)
        response = answer(data)
        response.headers["Content-Disposition"] = 'attachment; filename="clande.json"'
        return response

    @post("/api/account/erase")
    async def erase(self, player: Player, cookies: Cookies, data: wire.EraseAccount) -> Response:
        await erasure.erase(self.house, self.accounts, self.families, player, data.password)
        return answer(DONE, cookies=(cookies.ended_session(),))

    @get("/api/sessions")
    async def sessions(self, player: Player, session: SessionDigest) -> list[wire.SessionCard]:
        return await self.accounts.sessions(player, session)

    @delete("/api/sessions")
    async def end_all(self, player: Player, cookies: Cookies) -> Response:
        await self.accounts.end_all(player)
        return answer(DONE, cookies=(cookies.ended_session(),))

    @delete("/api/sessions/{id}")
    async def end(self, player: Player, id: str) -> wire.Confirmation:
        await self.accounts.end(player, id)
        return DONE
