"""What is asked over HTTP about people: accounts, families, order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from litestar import MediaType, Response, route
from litestar.datastructures import Cookie
from litestar.params import FromPath

from clande.server.http.routes.tables import DELETE, FRESH, GET, POST, Asked, TableRoutes, answer
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
    """Takes requests about people."""

    def __init__(self, desk: TableRoutes, hasher: Hasher | None = None) -> None:
        self.desk = desk
        self.house = desk.house
        self.accounts = Accounts(self.house, hasher)
        self.families = Families(self.house)
        self.order = Moderation(self.house)

    def session(self, request: Asked) -> bytes:
        return digest(self.desk.token(request))

    def device(self, request: Asked, token: str) -> Cookie:
        """Kept when one logs out, so that others' guesses never lock one out at home."""
        return replace(self.desk.cookie(request, token, YEAR // 1000), key=DEVICE)

    async def changing(self, request: Asked) -> Player:
        """Who asks for a change that needs no words."""
        self.desk.check_origin(request)
        return await self.desk.player(request)

    async def admin(self, request: Asked) -> None:
        """Only a session that has said the secret of the house."""
        if request.method not in ("GET", "HEAD"):
            self.desk.check_origin(request)
        await self.desk.player(request)
        if not self.order.is_admin(self.session(request)):
            raise RequestRefused("not_admin")

    def handlers(self) -> list[Any]:
        return [
            *self.about_accounts(),
            *self.about_oneself(),
            *self.about_families(),
            *self.about_one_another(),
            *self.about_hosts(),
            *self.about_the_house(),
        ]

    def about_accounts(self) -> list[Any]:
        desk, accounts = self.desk, self.accounts

        def shut(request: Asked) -> None:
            if self.house.bans.has(address=desk.address(request)):
                raise RequestRefused("banned")

        @route("/api/account", http_method=POST)
        async def sign_up(request: Asked) -> Response[wire.Opened]:
            given = await desk.read(request, wire.SignUp)
            player = await desk.player(request)
            opened = await accounts.sign_up(player, given.password, desk.address(request))
            return answer(opened, 201)

        @route("/api/account/login", http_method=POST)
        async def log_in(request: Asked) -> Response[Player]:
            given = await desk.read(request, wire.LogIn)
            shut(request)
            known = request.cookies.get(DEVICE, "")
            player, token, device = await accounts.log_in(
                given.login, given.password, desk.address(request), known
            )
            response = answer(player, 200, desk.cookie(request, token, YEAR // 1000))
            response.cookies.append(self.device(request, device))
            return response

        @route("/api/account/password", http_method=POST)
        async def change(request: Asked) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.NewPassword)
            player, session = await desk.player(request), self.session(request)
            await accounts.change_password(player, given.old, given.new, session)
            return answer(DONE)

        @route("/api/account/recover", http_method=POST)
        async def recover(request: Asked) -> Response[wire.Opened]:
            given = await desk.read(request, wire.Recovering)
            shut(request)
            _, token, opened = await accounts.recover(
                given.login, given.code, given.password, desk.address(request)
            )
            return answer(opened, 200, desk.cookie(request, token, YEAR // 1000))

        return [sign_up, log_in, change, recover]

    def about_oneself(self) -> list[Any]:
        desk, accounts = self.desk, self.accounts

        @route("/api/account", http_method=GET)
        async def oneself(request: Asked) -> Response[wire.AccountCard]:
            player = await desk.player(request)
            account = await accounts.of(player.id)
            login, made = (account.login, account.created) if account else (None, 0)
            admin = self.order.is_admin(self.session(request))
            return answer(
                wire.AccountCard(player.id, player.name, login, player.child, made, admin)
            )

        @route("/api/sessions", http_method=GET)
        async def sessions(request: Asked) -> Response[list[wire.SessionCard]]:
            player = await desk.player(request)
            return answer(await accounts.sessions(player, self.session(request)))

        @route("/api/sessions", http_method=DELETE, status_code=200)
        async def everywhere(request: Asked) -> Response[wire.Confirmation]:
            await accounts.end_all(await self.changing(request))
            return answer(DONE, 200, desk.cookie(request, "", 0))

        @route("/api/sessions/{id:str}", http_method=DELETE, status_code=200)
        async def end(request: Asked, id: FromPath[str]) -> Response[wire.Confirmation]:
            await accounts.end(await self.changing(request), id)
            return answer(DONE)

        @route("/api/account/export", http_method=GET)
        async def export(request: Asked) -> Response[bytes]:
            player = await desk.player(request)
            told = await erasure.export(self.house, accounts, self.families, player)
            headers = FRESH | {"Content-Disposition": 'attachment; filename="clande.json"'}
            return Response(msgspec.json.encode(told), media_type=MediaType.JSON, headers=headers)

        @route("/api/account/erase", http_method=POST)
        async def erase(request: Asked) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.Erasing)
            player = await desk.player(request)
            await erasure.erase(self.house, accounts, self.families, player, given.password)
            return answer(DONE, 200, desk.cookie(request, "", 0))

        return [oneself, sessions, everywhere, end, export, erase]

    def about_families(self) -> list[Any]:
        desk, families = self.desk, self.families
        at = "/api/families/{family:str}"

        @route("/api/families", http_method=GET)
        async def mine(request: Asked) -> Response[list[wire.FamilyCard]]:
            return answer(await families.mine(await desk.player(request)))

        @route("/api/families", http_method=POST)
        async def create(request: Asked) -> Response[wire.FamilyCard]:
            given = await desk.read(request, wire.FamilyNamed)
            return answer(await families.create(await desk.player(request), given.name), 201)

        @route("/api/families/join", http_method=POST)
        async def join(request: Asked) -> Response[wire.FamilyCard]:
            given = await desk.read(request, wire.FamilyCode)
            player = await desk.player(request)
            return answer(await families.join(player, given.code, desk.address(request)))

        @route(at, http_method=GET)
        async def family(request: Asked, family: FromPath[str]) -> Response[wire.FamilyCard]:
            return answer(await families.card(await desk.player(request), family))

        @route(at, http_method=DELETE, status_code=200)
        async def leave(request: Asked, family: FromPath[str]) -> Response[wire.Confirmation]:
            await families.leave(await self.changing(request), family)
            return answer(DONE)

        @route(f"{at}/invite", http_method=POST)
        async def invite(request: Asked, family: FromPath[str]) -> Response[wire.Invited]:
            return answer(await families.invite(await self.changing(request), family), 201)

        @route(f"{at}/games", http_method=GET)
        async def games(request: Asked, family: FromPath[str]) -> Response[list[wire.SharedGame]]:
            return answer(await families.games(await desk.player(request), family))

        @route(f"{at}/child", http_method=POST)
        async def child(request: Asked, family: FromPath[str]) -> Response[wire.FamilyCard]:
            given = await desk.read(request, wire.MemberChoice)
            player = await desk.player(request)
            return answer(await families.raise_child(player, family, given.member, given.on))

        @route(f"{at}/members/{{member:str}}", http_method=DELETE, status_code=200)
        async def remove(
            request: Asked, family: FromPath[str], member: FromPath[str]
        ) -> Response[wire.FamilyCard]:
            return answer(await families.remove(await self.changing(request), family, member))

        return [mine, create, join, family, leave, invite, games, child, remove]

    def about_one_another(self) -> list[Any]:
        desk, order = self.desk, self.order

        @route("/api/tables/{table:str}/mute", http_method=POST)
        async def mute(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.SeatChoice)
            player = await desk.player(request)
            await order.decide(player, table, given.seat, "mute", given.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/block", http_method=POST)
        async def block(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.SeatChoice)
            player = await desk.player(request)
            await order.decide(player, table, given.seat, "block", given.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/report", http_method=POST)
        async def report(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.Reporting)
            await order.report(await desk.player(request), table, given)
            return answer(DONE, 201)

        @route("/api/bonds", http_method=GET)
        async def bonds(request: Asked) -> Response[list[wire.BondCard]]:
            return answer(await order.bonds(await desk.player(request)))

        @route("/api/bonds/{id:str}", http_method=DELETE, status_code=200)
        async def free(request: Asked, id: FromPath[str]) -> Response[wire.Confirmation]:
            await order.free(await self.changing(request), id)
            return answer(DONE)

        return [mute, block, report, bonds, free]

    def about_hosts(self) -> list[Any]:
        desk, order = self.desk, self.order

        @route("/api/tables/{table:str}/hush", http_method=POST)
        async def hush(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.SeatChoice)
            await order.hush(await desk.player(request), table, given.seat, given.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/child", http_method=POST)
        async def child(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.SeatChoice)
            await order.mark_child(await desk.player(request), table, given.seat, given.on)
            return answer(DONE)

        @route("/api/tables/{table:str}/reports", http_method=GET)
        async def reports(request: Asked, table: FromPath[str]) -> Response[list[wire.ReportCard]]:
            return answer(await order.reports_at(await desk.player(request), table))

        @route("/api/tables/{table:str}/lines/{line:str}", http_method=DELETE, status_code=200)
        async def unsay(
            request: Asked, table: FromPath[str], line: FromPath[str]
        ) -> Response[wire.Confirmation]:
            await order.hosted(await self.changing(request), table)
            await order.unsay(table, line)
            return answer(DONE)

        return [hush, child, reports, unsay]

    def about_the_house(self) -> list[Any]:
        desk, order = self.desk, self.order

        @route("/api/admin", http_method=POST)
        async def enter(request: Asked) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.AdminSecret)
            await desk.player(request)
            await order.enter(self.session(request), given.secret, desk.address(request))
            return answer(DONE)

        @route("/api/admin", http_method=DELETE, status_code=200)
        async def leave(request: Asked) -> Response[wire.Confirmation]:
            await self.admin(request)
            order.leave(self.session(request))
            return answer(DONE)

        @route("/api/admin/reports", http_method=GET)
        async def reports(request: Asked) -> Response[list[wire.ReportCard]]:
            await self.admin(request)
            return answer(await order.all_reports())

        @route("/api/admin/reports/{id:str}", http_method=DELETE, status_code=200)
        async def settle(request: Asked, id: FromPath[str]) -> Response[wire.Confirmation]:
            await self.admin(request)
            await order.settle(id)
            return answer(DONE)

        @route("/api/admin/tables", http_method=GET)
        async def tables(request: Asked) -> Response[list[TableCard]]:
            await self.admin(request)
            return answer(await order.tables())

        @route("/api/admin/tables/{table:str}/close", http_method=POST)
        async def close(request: Asked, table: FromPath[str]) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.Closing)
            await self.admin(request)
            await order.close(table, given.reason)
            return answer(DONE)

        @route("/api/admin/tables/{table:str}/lines/{line:str}", http_method=DELETE,
               status_code=200)  # fmt: skip
        async def unsay(
            request: Asked, table: FromPath[str], line: FromPath[str]
        ) -> Response[wire.Confirmation]:
            await self.admin(request)
            await order.unsay(table, line)
            return answer(DONE)

        @route("/api/admin/bans", http_method=GET)
        async def bans(request: Asked) -> Response[list[wire.BanCard]]:
            await self.admin(request)
            return answer(await order.bans())

        @route("/api/admin/bans", http_method=POST)
        async def ban(request: Asked) -> Response[wire.Confirmation]:
            given = await desk.read(request, wire.Banning)
            await self.admin(request)
            await order.ban(given)
            return answer(DONE, 201)

        @route("/api/admin/bans/{id:str}", http_method=DELETE, status_code=200)
        async def lift(request: Asked, id: FromPath[str]) -> Response[wire.Confirmation]:
            await self.admin(request)
            await order.lift(id)
            return answer(DONE)

        return [enter, leave, reports, settle, tables, close, unsay, bans, ban, lift]
