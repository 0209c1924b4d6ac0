"""Who mutes or blocks whom, and who is in which family.

All of it is in memory too, since it is asked for every chat line and every reader.
"""

from __future__ import annotations

from typing import Literal

from clande.server.store import BondRow, MemberRow
from clande.server.store.async_store import AsyncStore

Kind = Literal["mute", "block"]


class Relations:
    """Between users, by their ids."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self.bonds: dict[str, dict[str, set[str]]] = {}
        self.families: dict[str, set[str]] = {}

    async def load(self) -> None:
        self.bonds.clear()
        self.families.clear()
        for bond in await self.store.rows(BondRow):
            self.add(bond)
        for member in await self.store.rows(MemberRow):
            self.families.setdefault(member.user, set()).add(member.family)

    def add(self, bond: BondRow) -> None:
        self.bonds.setdefault(bond.user, {}).setdefault(bond.other, set()).add(bond.kind)

    def is_deaf(self, user: str, other: str) -> bool:
        """Whether a user has muted or blocked another."""
        return bool(self.bonds.get(user, {}).get(other))

    def blocks(self, user: str, other: str) -> bool:
        """Whether a user has blocked another."""
        return "block" in self.bonds.get(user, {}).get(other, ())

    def is_kin(self, user: str, other: str) -> bool:
        return bool(self.families.get(user, set()) & self.families.get(other, set()))

    async def bind(self, user: str, other: str, kind: Kind, now: int) -> None:
        await self.store.put(bond := BondRow(user, other, kind, now))
        self.add(bond)

    async def free(self, user: str, other: str, kind: Kind) -> None:
        await self.store.drop(BondRow, user=user, other=other, kind=kind)
        self.bonds.get(user, {}).get(other, set()).discard(kind)

    def forget(self, user: str) -> None:
        """Drops a user, on either side."""
        self.bonds.pop(user, None)
        self.families.pop(user, None)
        for others in self.bonds.values():
            others.pop(user, None)
