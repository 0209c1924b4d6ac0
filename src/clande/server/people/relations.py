"""What people have decided about one another: whom one does not want to hear, who is family.

All of it is in memory, so that nobody waits when a line is passed on; the store has it, too.
"""

from __future__ import annotations

from typing import Literal

from clande.server.store import BondRow, MemberRow
from clande.server.store.async_store import AsyncStore

Kind = Literal["mute", "block"]


class Relations:
    """Between the people of a house, by their ids."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self.bonds: dict[str, dict[str, set[str]]] = {}
        self.families: dict[str, set[str]] = {}

    async def load(self) -> None:
        self.bonds.clear()
        self.families.clear()
        for bond in await self.store.rows(BondRow):
            self.noted(bond)
        for member in await self.store.rows(MemberRow):
            self.families.setdefault(member.user, set()).add(member.family)

    def noted(self, bond: BondRow) -> None:
        self.bonds.setdefault(bond.user, {}).setdefault(bond.other, set()).add(bond.kind)

    def is_deaf(self, user: str, other: str) -> bool:
        """Whether one wants to hear nothing of another."""
        return bool(self.bonds.get(user, {}).get(other))

    def blocks(self, user: str, other: str) -> bool:
        """Whether one wants another to leave him alone."""
        return "block" in self.bonds.get(user, {}).get(other, ())

    def is_kin(self, user: str, other: str) -> bool:
        return bool(self.families.get(user, set()) & self.families.get(other, set()))

    async def bind(self, user: str, other: str, kind: Kind, now: int) -> None:
        await self.store.put(bond := BondRow(user, other, kind, now))
        self.noted(bond)

    async def free(self, user: str, other: str, kind: Kind) -> None:
        await self.store.drop(BondRow, user=user, other=other, kind=kind)
        self.bonds.get(user, {}).get(other, set()).discard(kind)

    def forget(self, user: str) -> None:
        """Nothing is left of somebody, on either side."""
        self.bonds.pop(user, None)
        self.families.pop(user, None)
        for others in self.bonds.values():
            others.pop(user, None)
