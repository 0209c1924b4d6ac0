"""Families: people who play together."""

from __future__ import annotations

from clande.server.http.requests import ClientAddress
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.tables import Player
from clande.server.people.families import Families


class FamilyRoutes:
    def __init__(self, families: Families) -> None:
        self.families = families

    @get("/api/families")
    async def mine(self, player: Player) -> list[wire.FamilyCard]:
        return await self.families.mine(player)

    @post("/api/families", status=201)
    async def create(self, player: Player, data: wire.CreateFamily) -> wire.FamilyCard:
        return await self.families.create(player, data.name)

    @post("/api/families/join")
    async def join(
        self, player: Player, address: ClientAddress, data: wire.JoinFamily
    ) -> wire.FamilyCard:
        return await self.families.join(player, data.code, address)

    @get("/api/families/{family}")
    async def family(self, player: Player, family: str) -> wire.FamilyCard:
        return await self.families.card(player, family)

    @delete("/api/families/{family}")
    async def leave(self, player: Player, family: str) -> wire.Confirmation:
        await self.families.leave(player, family)
        return wire.Confirmation()

    @post("/api/families/{family}/invite", status=201)
    async def invite(self, player: Player, family: str) -> wire.FamilyInvitation:
        return await self.families.invite(player, family)

    @get("/api/families/{family}/games")
    async def games(self, player: Player, family: str) -> list[wire.SharedGame]:
        return await self.families.games(player, family)

    @post("/api/families/{family}/child")
    async def child(self, player: Player, family: str, data: wire.MemberChoice) -> wire.FamilyCard:
        return await self.families.raise_child(player, family, data.member, data.on)

    @delete("/api/families/{family}/members/{member}")
    async def remove(self, player: Player, family: str, member: str) -> wire.FamilyCard:
        return await self.families.remove(player, family, member)
