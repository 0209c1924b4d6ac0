"""Families: people who know one another, and see which games they have played together."""

from __future__ import annotations

import hashlib

from msgspec import structs

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.people import FamilyCard, FamilyInvitation, MemberCard, SharedGame
from clande.server.http.schemas.tables import Player
from clande.server.lobby.codes import CODE_LETTERS, draw_letters
from clande.server.lobby.house import House
from clande.server.lobby.results import read as read_result
from clande.server.people import presence
from clande.server.people.guests import tidy_name
from clande.server.people.tokens import ID_BYTES, digest, secret
from clande.server.store import FamilyRow, MemberRow, ResultRow, TokenRow

FAMILIES = 8  # of one person
MEMBERS = 24
WEEK = 7 * 24 * 3_600_000
LETTERS = 10
PURPOSE = "family"
MOST = 100


class Families:
    def __init__(self, house: House) -> None:
        self.house = house
        self.store, self.relations, self.clock = house.store, house.relations, house.clock

    async def create(self, player: Player, name: str) -> FamilyCard:
        """Founds a family; the founder heads it."""
        if not (name := tidy_name(name)):
            raise RequestRefused("bad_name")
        if len(self.relations.families.get(player.id, ())) >= FAMILIES:
            raise RequestRefused("too_many")
        now, id = self.clock.now(), secret(self.house.chance, ID_BYTES)
        await self.store.put(FamilyRow(id, name, now), MemberRow(id, player.id, now, True))
        self.relations.families.setdefault(player.id, set()).add(id)
        return await self.card(player, id)

    async def members(self, player: Player, family: str) -> list[MemberRow]:
        """The members of a family, for one of them."""
        rows = await self.store.rows(MemberRow, family=family)
        if player.id not in [row.user for row in rows]:
            raise RequestRefused("not_member")
        return sorted(rows, key=lambda row: (row.since, row.user))

    async def headed_by(self, player: Player, family: str) -> list[MemberRow]:
        rows = await self.members(player, family)
        if not any(row.heads and row.user == player.id for row in rows):
            raise RequestRefused("not_head")
        return rows

    async def card(self, player: Player, family: str) -> FamilyCard:
        rows = await self.members(player, family)
        named = (await self.store.rows(FamilyRow, id=family))[0].name
        cards = []
        for row in rows:
            if (person := await self.house.people.player(row.user)) is not None:
                me = row.user == player.id
                alias = name_in(family, row.user)
                cards.append(MemberCard(alias, person.name, person.child, row.heads, me))
        heads = any(row.heads and row.user == player.id for row in rows)
        return FamilyCard(family, named, heads, cards)

    async def mine(self, player: Player) -> list[FamilyCard]:
        rows = await self.store.rows(MemberRow, user=player.id)
        return [await self.card(player, row.family) for row in rows]

    async def invite(self, player: Player, family: str) -> FamilyInvitation:
        """A code that lets anyone into the family for a week. Only for its head."""
        await self.headed_by(player, family)
        code = draw_letters(self.house.chance, LETTERS)
        until = self.clock.now() + WEEK
        await self.store.put(TokenRow(key_of(code), PURPOSE, until, table=family))
        return FamilyInvitation(f"{code[:5]}-{code[5:]}", until)

    async def join(self, player: Player, code: str, address: str) -> FamilyCard:
        self.house.lobby.codes.count_try(address)
        rows = await self.store.rows(TokenRow, digest=key_of(code), purpose=PURPOSE)
        if not rows or rows[0].expires <= self.clock.now():
            raise RequestRefused("not_found")
        family = rows[0].table
        members = await self.store.rows(MemberRow, family=family)
        if not members:
            raise RequestRefused("not_found")
        if player.id in [row.user for row in members]:
            raise RequestRefused("already")
        mine = self.relations.families.get(player.id, ())
        if len(members) >= MEMBERS or len(mine) >= FAMILIES:
            raise RequestRefused("too_many")
        await self.store.put(MemberRow(family, player.id, self.clock.now()))
        self.relations.families.setdefault(player.id, set()).add(family)
        return await self.card(player, family)

    async def leave(self, player: Player, family: str) -> None:
        await self.members(player, family)
        await self.remove_user(family, player.id)

    async def remove(self, player: Player, family: str, member: str) -> FamilyCard:
        rows = await self.headed_by(player, family)
        users = [row.user for row in rows if name_in(family, row.user) == member]
        if not users:
            raise RequestRefused("not_found")
        await self.remove_user(family, users[0])
        return await self.card(player, family)

    async def remove_user(self, family: str, user: str) -> None:
        """The oldest member heads the family if its head has left; an empty family is deleted."""
        await self.store.drop(MemberRow, family=family, user=user)
        self.relations.families.get(user, set()).discard(family)
        rest = await self.store.rows(MemberRow, family=family)
        if not rest:
            for token in await self.store.rows(TokenRow, purpose=PURPOSE, table=family):
                await self.store.drop(TokenRow, digest=token.digest)
            await self.store.drop(FamilyRow, id=family)
        elif not any(row.heads for row in rest):
            oldest = min(rest, key=lambda row: (row.since, row.user))
            await self.store.put(structs.replace(oldest, heads=True))

    async def raise_child(
        self, player: Player, family: str, member: str, child: bool
    ) -> FamilyCard:
        """The head says who is a child; a child cannot take that back itself."""
        rows = await self.headed_by(player, family)
        users = [row.user for row in rows if name_in(family, row.user) == member]
        person = await self.house.people.player(users[0]) if users else None
        if person is None:
            raise RequestRefused("not_found")
        if person.id == player.id and player.child:
            raise RequestRefused("is_child")
        await presence.rename(self.house, person, person.name, child)
        return await self.card(player, family)

    async def games(self, player: Player, family: str) -> list[SharedGame]:
        """The games that at least two members have finished, the latest first."""
        tables: dict[str, list[ResultRow]] = {}
        for row in await self.members(player, family):
            for result in await self.store.rows(ResultRow, user=row.user):
                if result.over:
                    tables.setdefault(result.table, []).append(result)
        shared = [rows[0] for rows in tables.values() if len({row.user for row in rows}) > 1]
        shared.sort(key=lambda row: (row.at, row.table), reverse=True)
        return [
            SharedGame(row.table, row.game, row.at, read_result(row).standings)
            for row in shared[:MOST]
        ]


def key_of(code: str) -> bytes:
    return digest("family:" + "".join(sign for sign in code.upper() if sign in CODE_LETTERS))


def name_in(family: str, user: str) -> str:
    """A name for a member that means nothing outside the family."""
    return hashlib.sha256(f"{family}:{user}".encode()).hexdigest()[:16]
