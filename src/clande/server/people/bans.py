"""Who may not use the server for a while."""

from __future__ import annotations

from clande.server.ports import Clock
from clande.server.store import BanRow
from clande.server.store.async_store import AsyncStore


class Bans:
    """All bans, in memory: every request asks."""

    def __init__(self, store: AsyncStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.rows: dict[tuple[str, str], BanRow] = {}

    async def load(self) -> None:
        self.rows = {(ban.kind, ban.who): ban for ban in await self.store.rows(BanRow)}

    def has(self, user: str = "", address: str = "") -> bool:
        now = self.clock.now()
        bans = [self.rows.get(("user", user)), self.rows.get(("address", address))]
        return any(ban is not None and ban.until > now for ban in bans)

    def current(self) -> list[BanRow]:
        now = self.clock.now()
        return [ban for ban in self.rows.values() if ban.until > now]

    async def put(self, *bans: BanRow) -> None:
        await self.store.put(*bans)
        self.rows |= {(ban.kind, ban.who): ban for ban in bans}

    async def lift(self, kind: str, who: str) -> bool:
        count = await self.store.drop(BanRow, kind=kind, who=who)
        self.rows.pop((kind, who), None)
        return bool(count)
