"""Progress against Big Brother: one card more after each victory. [DIC-SOL-2]"""

from __future__ import annotations

from clande.dictopia import BOOK
from clande.dictopia.table import SIZES, SOLO
from clande.server.dictopia.daily import margin
from clande.server.http.schemas.results import Ladder, Result, Rung
from clande.server.http.schemas.tables import Player
from clande.server.lobby.results import read
from clande.server.store import ResultRow
from clande.server.store.async_store import AsyncStore


async def ladder(store: AsyncStore, player: Player | None) -> Ladder:
    rows: list[ResultRow] = []
    if player is not None:
        rows = await store.rows(ResultRow, user=player.id, game=BOOK.name, mode=SOLO)
    return ladder_of([read(row) for row in rows if row.over])


def ladder_of(played: list[Result]) -> Ladder:
    """The rungs, and the lowest that is not won yet, even if a higher one is."""
    rungs = []
    for cards in SIZES:
        margins = [margin(result) for result in played if result.cards == cards]
        best = max(margins, default=None)
        rungs.append(Rung(cards, len(margins), best is not None and best > 0, best))
    next_cards = next((rung.cards for rung in rungs if not rung.won), SIZES[-1])
    return Ladder(next_cards, rungs)
