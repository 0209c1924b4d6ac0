"""What is asked over HTTP about people: accounts, families, moderation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from litestar import MediaType, Response, route
from litestar.datastructures import Cookie
from litestar.params import FromPath

from clande.server.http.requests import DELETE, GET, POST, AnyRequest, RequestReader, client_address
from clande.server.http.responses import FRESH, answer
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.people import erasure
from clande.server.people.accounts import Accounts
from clande.server.people.families import Families
from clande.server.people.guests import YEAR
from clande.server.people.moderation import Moderation
from clande.server.people.passwords import Hasher
from clande.server.people.tokens import digest

DEVICE = "clande_device"
DONE = wire.Confirmation()


class PeopleRoutes:
    """Requests about people."""

    def __init__(self, reader: RequestReader, hasher: Hasher | None = None) -> None:
        self.reader = reader
        self.house = reader.house
        self.accounts = Accounts(self.house, hasher)
        self.families = Families(self.house)
        self.moderation = Moderation(self.house)

    def session(self, request: AnyRequest) -> bytes:
        return digest(self.reader.token(request))

    def device(self, request: AnyRequest, token: str) -> Cookie:
        """Stays after logging out, so that others' guesses never lock a player out at home."""
        return replace(self.reader.cookie(request, token, YEAR // 1000), key=DEVICE)

    async def admin(self, request: AnyRequest) -> None:
        """Lets only a session pass that has sent the secret of the server."""
        if request.method not in ("GET", "HEAD"):
            self.reader.check_origin(request)
        await self.reader.player(request)
        if not self.moderation.is_admin(self.session(request)):
            raise RequestRefused("not_admin")

    def handlers(self) -> list[Any]:
        return [
            *self.of_accounts(),
            *self.of_oneself(),
            *self.of_families(),
            *self.of_players(),
            *self.of_hosts(),
            *self.of_the_admin(),
        ]

    def of_accounts(self) -> list[Any]:
        reader, accounts = self.reader, self.accounts

        def check_ban(request: AnyRequest) -> None:
            if self.house.bans.has(address=client_address(request)):
                raise RequestRefused("banned")

        @route("/api/account", http_method=POST)
        async def sign_up(request: AnyRequest) -> Response[wire.AccountSecrets]:
            body = await reader.body(request, wire.SignUp)
            player = await reader.player(request)
            opened = await accounts.sign_up(player, body.password, client_address(request))
            return answer(opened, 201)

        @route("/api/account/login", http_method=POST)
        async def log_in(request: AnyRequest) -> Response[Player]:
            body = await reader.body(request, wire.LogIn)
            check_ban(request)
            device = request.cookies.get(DEVICE, "")
            player, token, device = await accounts.log_in(
                body.login, body.password, client_address(request), device
            )
            response = answer(player, 200, reader.cookie(request, token, YEAR // 1000))
            response.cookies.append(self.device(request, device))
            return response

        @route("/api/account/password", http_method=POST)
        async def change(request: AnyRequest) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.NewPassword)
            player, session = await reader.player(request), self.session(request)
            await accounts.change_password(player, body.old, body.new, session)
            return answer(DONE)

        @route("/api/account/recover", http_method=POST)
        async def recover(request: AnyRequest) -> Response[wire.AccountSecrets]:
            body = await reader.body(request, wire.Recover)
            check_ban(request)
            _, token, opened = await accounts.recover(
                body.login, body.code, body.password, client_address(request)
            )
            return answer(opened, 200, reader.cookie(request, token, YEAR // 1000))

        return [sign_up, log_in, change, recover]

    def of_oneself(self) -> list[Any]:
        reader, accounts = self.reader, self.accounts

        @route("/api/account", http_method=GET)
        async def oneself(request: AnyRequest) -> Response[wire.AccountCard]:
            player = await reader.player(request)
            account = await accounts.of(player.id)
            login, made = (account.login, account.created) if account else (None, 0)
            admin = self.moderation.is_admin(self.session(request))
            return answer(
                wire.AccountCard(player.id, player.name, login, player.child, made, admin)
            )

        @route("/api/sessions", http_method=GET)
        async def sessions(request: AnyRequest) -> Response[list[wire.SessionCard]]:
            player = await reader.player(request)
            return answer(await accounts.sessions(player, self.session(request)))

        @route("/api/sessions", http_method=DELETE, status_code=200)
        async def everywhere(request: AnyRequest) -> Response[wire.Confirmation]:
            await accounts.end_all(await reader.changing_player(request))
            return answer(DONE, 200, reader.cookie(request, "", 0))

        @route("/api/sessions/{id:str}", http_method=DELETE, status_code=200)
        async def end(request: AnyRequest, id: FromPath[str]) -> Response[wire.Confirmation]:
            await accounts.end(await reader.changing_player(request), id)
            return answer(DONE)

        @route("/api/account/export", http_method=GET)
        async def export(request: AnyRequest) -> Response[bytes]:
            player = await reader.player(request)
            data = await erasure.export(self.house, accounts, self.families, player)
            headers = FRESH | {"Content-Disposition": 'attachment; filename="clande.json"'}
            return Response(msgspec.json.encode(data), media_type=MediaType.JSON, headers=headers)

        @route("/api/account/erase", http_method=POST)
        async def erase(request: AnyRequest) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.EraseAccount)
            player = await reader.player(request)
            await erasure.erase(self.house, accounts, self.families, player, body.password)
            return answer(DONE, 200, reader.cookie(request, "", 0))

        return [oneself, sessions, everywhere, end, export, erase]

    def of_families(self) -> list[Any]:
        reader, families = self.reader, self.families
        at = "/api/families/{family:str}"

        @route("/api/families", http_method=GET)
        async def mine(request: AnyRequest) -> Response[list[wire.FamilyCard]]:
            return answer(await families.mine(await reader.player(request)))

        @route("/api/families", http_method=POST)
        async def create(request: AnyRequest) -> Response[wire.FamilyCard]:
            body = await reader.body(request, wire.CreateFamily)
            return answer(await families.create(await reader.player(request), body.name), 201)

        @route("/api/families/join", http_method=POST)
        async def join(request: AnyRequest) -> Response[wire.FamilyCard]:
            body = await reader.body(request, wire.JoinFamily)
            player = await reader.player(request)
            return answer(await families.join(player, body.code, client_address(request)))

        @route(at, http_method=GET)
        async def family(request: AnyRequest, family: FromPath[str]) -> Response[wire.FamilyCard]:
            return answer(await families.card(await reader.player(request), family))

        @route(at, http_method=DELETE, status_code=200)
        async def leave(request: AnyRequest, family: FromPath[str]) -> Response[wire.Confirmation]:
            await families.leave(await reader.changing_player(request), family)
            return answer(DONE)

        @route(f"{at}/invite", http_method=POST)
        async def invite(
            request: AnyRequest, family: FromPath[str]
        ) -> Response[wire.FamilyInvitation]:
            return answer(await families.invite(await reader.changing_player(request), family), 201)

        @route(f"{at}/games", http_method=GET)
        async def games(
            request: AnyRequest, family: FromPath[str]
        ) -> Response[list[wire.SharedGame]]:
            return answer(await families.games(await reader.player(request), family))

        @route(f"{at}/child", http_method=POST)
        async def child(request: AnyRequest, family: FromPath[str]) -> Response[wire.FamilyCard]:
            body = await reader.body(request, wire.MemberChoice)
            player = await reader.player(request)
            return answer(await families.raise_child(player, family, body.member, body.on))

        @route(f"{at}/members/{{member:str}}", http_method=DELETE, status_code=200)
        async def remove(
            request: AnyRequest, family: FromPath[str], member: FromPath[str]
        ) -> Response[wire.FamilyCard]:
            return answer(
                await families.remove(await reader.changing_player(request), family, member)
            )

        return [mine, create, join, family, leave, invite, games, child, remove]

    def of_players(self) -> list[Any]:
        reader, moderation = self.reader, self.moderation

        @route("/api/tables/{table:str}/mute", http_method=POST)
        async def mute(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.SeatChoice)
            player = await reader.player(request)
            await moderation.set_bond(player, table, body.seat, "mute", body.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/block", http_method=POST)
        async def block(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.SeatChoice)
            player = await reader.player(request)
            await moderation.set_bond(player, table, body.seat, "block", body.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/report", http_method=POST)
        async def report(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.ReportPlayer)
            await moderation.report(await reader.player(request), table, body)
            return answer(DONE, 201)

        @route("/api/bonds", http_method=GET)
        async def bonds(request: AnyRequest) -> Response[list[wire.BondCard]]:
            return answer(await moderation.bonds(await reader.player(request)))

        @route("/api/bonds/{id:str}", http_method=DELETE, status_code=200)
        async def free(request: AnyRequest, id: FromPath[str]) -> Response[wire.Confirmation]:
            await moderation.drop_bond(await reader.changing_player(request), id)
            return answer(DONE)

        return [mute, block, report, bonds, free]

    def of_hosts(self) -> list[Any]:
        reader, moderation = self.reader, self.moderation

        @route("/api/tables/{table:str}/hush", http_method=POST)
        async def hush(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.SeatChoice)
            await moderation.hush(await reader.player(request), table, body.seat, body.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/child", http_method=POST)
        async def child(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.SeatChoice)
            await moderation.mark_child(await reader.player(request), table, body.seat, body.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/reports", http_method=GET)
        async def reports(
            request: AnyRequest, table: FromPath[str]
        ) -> Response[list[wire.ReportCard]]:
            return answer(await moderation.reports_at(await reader.player(request), table))

        @route("/api/tables/{table:str}/lines/{line:str}", http_method=DELETE, status_code=200)
        async def unsay(
            request: AnyRequest, table: FromPath[str], line: FromPath[str]
        ) -> Response[wire.Confirmation]:
            await moderation.check_host(await reader.changing_player(request), table)
            await moderation.unsay(table, line)
            return answer(DONE)

        return [hush, child, reports, unsay]

    def of_the_admin(self) -> list[Any]:
        reader, moderation = self.reader, self.moderation

        @route("/api/admin", http_method=POST)
        async def enter(request: AnyRequest) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.AdminSecret)
            await reader.player(request)
            await moderation.enter(self.session(request), body.secret, client_address(request))
            return answer(DONE)

        @route("/api/admin", http_method=DELETE, status_code=200)
        async def leave(request: AnyRequest) -> Response[wire.Confirmation]:
            await self.admin(request)
            moderation.leave(self.session(request))
            return answer(DONE)

        @route("/api/admin/reports", http_method=GET)
        async def reports(request: AnyRequest) -> Response[list[wire.ReportCard]]:
            await self.admin(request)
            return answer(await moderation.all_reports())

        @route("/api/admin/reports/{id:str}", http_method=DELETE, status_code=200)
        async def settle(request: AnyRequest, id: FromPath[str]) -> Response[wire.Confirmation]:
            await self.admin(request)
            await moderation.settle(id)
            return answer(DONE)

        @route("/api/admin/tables", http_method=GET)
        async def tables(request: AnyRequest) -> Response[list[TableCard]]:
            await self.admin(request)
            return answer(await moderation.tables())

        @route("/api/admin/tables/{table:str}/close", http_method=POST)
        async def close(request: AnyRequest, table: FromPath[str]) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.CloseTable)
            await self.admin(request)
            await moderation.close(table, body.reason)
            return answer(DONE)

        @route("/api/admin/tables/{table:str}/lines/{line:str}", http_method=DELETE,
               status_code=200)  # fmt: skip
        async def unsay(
            request: AnyRequest, table: FromPath[str], line: FromPath[str]
        ) -> Response[wire.Confirmation]:
            await self.admin(request)
            await moderation.unsay(table, line)
            return answer(DONE)

        @route("/api/admin/bans", http_method=GET)
        async def bans(request: AnyRequest) -> Response[list[wire.BanCard]]:
            await self.admin(request)
            return answer(await moderation.bans())

        @route("/api/admin/bans", http_method=POST)
        async def ban(request: AnyRequest) -> Response[wire.Confirmation]:
            body = await reader.body(request, wire.BanPlayer)
            await self.admin(request)
            await moderation.ban(body)
            return answer(DONE, 201)

        @route("/api/admin/bans/{id:str}", http_method=DELETE, status_code=200)
        async def lift(request: AnyRequest, id: FromPath[str]) -> Response[wire.Confirmation]:
            await self.admin(request)
            await moderation.lift(id)
            return answer(DONE)

        return [enter, leave, reports, settle, tables, close, unsay, bans, ban, lift]
