"""Moderation: what players decide about one another, what a host may do, what the admin may do."""

from __future__ import annotations

from clande.server.http.requests import Admin, ClientAddress, SessionDigest
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.people.moderation import Moderation

DONE = wire.Confirmation()


class PlayerRoutes:
    """What one player decides about another."""

    def __init__(self, moderation: Moderation) -> None:
        self.moderation = moderation

    @post("/api/tables/{table}/mute")
    async def mute(self, player: Player, table: str, data: wire.SeatChoice) -> wire.Confirmation:
        await self.moderation.set_bond(player, table, data.seat, "mute", data.on)
        return DONE

    @post("/api/tables/{table}/block")
    async def block(self, player: Player, table: str, data: wire.SeatChoice) -> wire.Confirmation:
        await self.moderation.set_bond(player, table, data.seat, "block", data.on)
        return DONE

    @post("/api/tables/{table}/report", status=201)
    async def report(
        self, player: Player, table: str, data: wire.ReportPlayer
    ) -> wire.Confirmation:
        await self.moderation.report(player, table, data)
        return DONE

    @get("/api/bonds")
    async def bonds(self, player: Player) -> list[wire.BondCard]:
        return await self.moderation.bonds(player)

    @delete("/api/bonds/{id}")
    async def free(self, player: Player, id: str) -> wire.Confirmation:
        await self.moderation.drop_bond(player, id)
        return DONE


class HostRoutes:
    """What the host of a table may do."""

    def __init__(self, moderation: Moderation) -> None:
        self.moderation = moderation

    @post("/api/tables/{table}/hush")
    async def hush(self, player: Player, table: str, data: wire.SeatChoice) -> wire.Confirmation:
        await self.moderation.hush(player, table, data.seat, data.on)
        return DONE

    @post("/api/tables/{table}/child")
    async def child(self, player: Player, table: str, data: wire.SeatChoice) -> wire.Confirmation:
        await self.moderation.mark_child(player, table, data.seat, data.on)
        return DONE

    @get("/api/tables/{table}/reports")
    async def reports(self, player: Player, table: str) -> list[wire.ReportCard]:
        return await self.moderation.reports_at(player, table)

    @delete("/api/tables/{table}/lines/{line}")
    async def unsay(self, player: Player, table: str, line: str) -> wire.Confirmation:
        await self.moderation.check_host(player, table)
        await self.moderation.unsay(table, line)
        return DONE


class AdminRoutes:
    """What the admin may do; `Admin` refuses everyone else."""

    def __init__(self, moderation: Moderation) -> None:
        self.moderation = moderation

    @post("/api/admin")
    async def enter(
        self, player: Player, session: SessionDigest, address: ClientAddress, data: wire.AdminSecret
    ) -> wire.Confirmation:
        await self.moderation.enter(session, data.secret, address)
        return DONE

    @delete("/api/admin")
    async def leave(self, admin: Admin) -> wire.Confirmation:
        self.moderation.leave(admin.session)
        return DONE

    @get("/api/admin/reports")
    async def reports(self, admin: Admin) -> list[wire.ReportCard]:
        return await self.moderation.all_reports()

    @delete("/api/admin/reports/{id}")
    async def settle(self, admin: Admin, id: str) -> wire.Confirmation:
        await self.moderation.settle(id)
        return DONE

    @get("/api/admin/tables")
    async def tables(self, admin: Admin) -> list[TableCard]:
        return await self.moderation.tables()

    @post("/api/admin/tables/{table}/close")
    async def close(self, admin: Admin, table: str, data: wire.CloseTable) -> wire.Confirmation:
        await self.moderation.close(table, data.reason)
        return DONE

    @delete("/api/admin/tables/{table}/lines/{line}")
    async def unsay(self, admin: Admin, table: str, line: str) -> wire.Confirmation:
        await self.moderation.unsay(table, line)
        return DONE

    @get("/api/admin/bans")
    async def bans(self, admin: Admin) -> list[wire.BanCard]:
        return await self.moderation.bans()

    @post("/api/admin/bans", status=201)
    async def ban(self, admin: Admin, data: wire.BanPlayer) -> wire.Confirmation:
        await self.moderation.ban(data)
        return DONE

    @delete("/api/admin/bans/{id}")
    async def lift(self, admin: Admin, id: str) -> wire.Confirmation:
        await self.moderation.lift(id)
        return DONE
