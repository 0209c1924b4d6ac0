"""At every moment of random games: points, ranks, the office and the pieces add up."""

from __future__ import annotations

from collections import Counter

import pytest

from clande.diktat import INDEX
from clande.diktat.politics.events.oaths import OathBroken
from clande.diktat.rules.board import LIMIT
from clande.diktat.rules.setup import LENGTHS
from clande.diktat.scenes.scene_table import SceneTable
from clande.diktat.table import Game, Table, is_on_board
from clande.kernel import QuickLuck, head, set_up
from clande.testing import playout


def begin(seats: int, seed: int) -> Game:
    header = head("diktat", seats, (), {"cabals": "all"})
    return set_up(header, QuickLuck(seed), pauses="seats" if seed % 2 else "none")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_points_and_ranks_are_those_of_what_one_has(seats: int) -> None:
    """GEN-10, TRO-2, TRO-3, TRO-5, TRO-7, DVL-1, POL-4: places, gains and tokens, less breaches;
    CYC-1: nobody has a higher rank than the administrator."""
    game = begin(seats, seats)
    breaches: Counter[int] = Counter()
    for _ in playout(game, QuickLuck(seats)):
        breaches.update(e.seat for e in game.log or [] if isinstance(e, OathBroken))
        game.log = []
        table = game.table
        if table.phase == "over":
            break
        sums = SceneTable(INDEX, table, LENGTHS[seats].cycles)
        assert table.vp == [sums.vp(seat) - breaches[seat] for seat in game.seats]
        assert table.rank == [sums.rank(seat) for seat in game.seats]
        assert table.rank[table.administrator] == max(table.rank)
        assert set(table.used) <= set(sums.elements())
        pieces_fit(table)


def pieces_fit(table: Table) -> None:
    """SEND-2, SET-4, TRO-6: stacks in a sector, tokens of a cabal, places for markers."""
    sectors = Counter(stack.sector for stack in table.stacks.values() if is_on_board(stack))
    assert max(sectors.values(), default=0) <= LIMIT[len(table.vp)]
    owners = Counter(token.owner for token in table.tokens)
    assert max(owners.values(), default=0) <= 6
    assert max(map(len, table.markers)) <= 5
    assert min(min(reserve) for reserve in table.reserves) >= 0
