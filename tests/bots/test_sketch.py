"""Sketches of the rest of a cycle: counts that agree with the rules, chances that make sense."""

from __future__ import annotations

from typing import Any

from clande.bots import BOTS, playing
from clande.bots.diktat.searching.hasty import Hasty
from clande.bots.diktat.searching.lookahead import Outlook, narrowed
from clande.bots.diktat.searching.prizes import Prizes
from clande.bots.diktat.searching.searcher import STRATEGE
from clande.bots.diktat.searching.sketch import Sketcher, SketchState, is_drawable, whims
from clande.bots.diktat.searching.tree import Node
from clande.bots.diktat.searching.values import CERTAIN, Scale
from clande.bots.diktat.searching.worlds import believed
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.worth import Worth
from clande.diktat.pawns import KIND, Pawn
from clande.diktat.table import EMISSARY, Game, Stack, is_on_board
from clande.kernel import QuickLuck, View, awaited, head, set_up, view


def between(seats: int, seed: int = 3) -> list[tuple[View[Any], Game]]:
    """Where a sketch can begin, in a game of prudent bots."""
    game = set_up(head("diktat", seats, (), {}), QuickLuck(seed), "none")
    found = []
    for _ in playing(game, dict.fromkeys(range(seats), BOTS["prudent"]), QuickLuck(seed)):
        if game.stack and game.table.cycle and is_drawable(game):
            found.append((view(game, awaited(game)[0]), game.clone()))
    return found


def sketcher(seen: View[Any], game: Game) -> Sketcher:
    hasty = Hasty(game, seen.seat, seen)
    return Sketcher(Scale(game.header), seen.seat, hasty.minds, game.table)


def test_a_sketch_shares_out_the_chances_and_changes_nothing() -> None:
    for seats in (2, 3, 4, 5):
        for seen, game in between(seats)[::9]:
            before = game.clone()
            drawn = sketcher(seen, game)
            for seed in range(3):
                chances = drawn.chances(game, whims(seed, seats))
                assert len(chances) == seats and min(chances) >= 0
                assert CERTAIN - seats <= sum(chances) <= CERTAIN
                assert chances == drawn.chances(game, whims(seed, seats))
            assert game.table == before.table and game.stack == before.stack


def test_counts_are_those_of_the_table() -> None:
    """Emissaries, pawns and room for stacks, by seat and sector. [SEND-2]"""
    for _, game in between(4)[::7]:
        table, scale = game.table, Scale(game.header)
        place = {sector: at for at, sector in enumerate(scale.index.sectors)}
        draft = SketchState(table, place, 4)
        lying = [stack for stack in table.stacks.values() if is_on_board(stack)]
        pawns = [pawn for stack in lying for pawn in stack.pawns]
        assert sum(draft.pawns) == sum(draft.crowd) == len(pawns)
        assert sum(draft.emissaries) == sum(1 for pawn in pawns if pawn & KIND == EMISSARY)
        assert sum(draft.free) == 2 * len(place) - len(lying)


def test_who_alone_has_emissaries_in_a_rich_sector_gains_by_them() -> None:
    """Takes go to who has emissaries. [RES-5]"""
    game = next(g for _, g in between(4) if g.table.phase == "resolution" and g.table.track)
    seen = view(game, awaited(game)[0])
    drawn = sketcher(seen, game)
    table = game.table
    there = drawn.scale.index.content.opportunities[table.track[0]].sector
    chances = []
    for emissaries in (0, 3):
        table.stacks = {900: Stack(2, there, (Pawn(EMISSARY),) * emissaries)} if emissaries else {}
        chances.append(drawn.chances(game, whims(1, 4))[2])
    assert chances[1] > chances[0]


def test_most_emissaries_come_first_then_bids_then_rank() -> None:
    """[RES-3, RES-4] What is bid is paid."""
    seen, game = next(pair for pair in between(3) if pair[1].table.phase == "resolution")
    drawn = sketcher(seen, game)
    power = [6, 6, 6]
    more = drawn.ordered(game.table, [(1, 0), (2, 1), (1, 2)], 0, whims(1, 3), power)
    assert more[0] == (2, 1) and power == [6, 6, 6]
    for seed in range(20):
        power = [6, 6, 0]
        order = drawn.ordered(game.table, [(1, 0), (1, 1), (1, 2)], 0, whims(seed, 3), power)
        bids = {0: 6 - power[0], 1: 6 - power[1], 2: 0}
        ranks = game.table.rank
        best = max((bids[seat], ranks[seat], seat) for _, seat in order)
        assert order[0][1] == best[2]


def test_what_trophies_bring() -> None:
    """Level 2 is reckoned by what it adds. [MRK-1, MRK-8, MRK-11, TRO-8]"""
    seen, game = between(4)[0]
    scale = Scale(game.header)
    prizes = Prizes(scale, scale.weights(game.table), Worth(Sight(seen)))
    assert prizes.marker("nouvelle_ville", 0)[1] == 1
    assert prizes.marker("nouvelle_ville", 1)[1] == 1
    assert prizes.marker("vieille_ville", 0)[4] == 1
    assert prizes.marker("vieille_ville", 1)[4] == 0
    weights = scale.weights(game.table)
    first, second = prizes.marker("combinat", 0), prizes.marker("combinat", 1)
    assert first[3] == second[3] == weights[5]


def test_configurations_of_which_a_sketch_knows_nothing_are_played_by_the_rules() -> None:
    """So are all of them by who draws no sketches: *stratège*."""
    for modules, sketches, drawn in (
        ((), 4, True), (("nuit",), 4, True), (("others",), 4, False),
        ((), STRATEGE.sketches, False),
    ):  # fmt: skip
        game = set_up(head("diktat", 4, modules, {}), QuickLuck(3), "none")
        bots = dict.fromkeys(range(4), BOTS["prudent"])
        next(act for act in playing(game, bots, QuickLuck(3)) if is_drawable(game))
        seen, scale = view(game, awaited(game)[0]), Scale(game.header)
        world = narrowed(believed(seen, QuickLuck(1)), scale)
        outlook = Outlook(scale, seen, world, sketches)
        assert (outlook.sketcher is not None) is drawn
        outlook.enter(QuickLuck(2))
        chance, acts = outlook.of(world, Node())
        assert 0 <= chance <= CERTAIN and (acts == 8 if drawn else acts > 8)


def test_play_by_the_rules_and_sketches_count_by_their_shares() -> None:
    """Each is what it would be alone, in the same world under the same whims."""

    def chance(sketches: int, by_rules: int) -> int:
        outlook = Outlook(scale, seen, world, sketches, by_rules)
        outlook.enter(QuickLuck(2))
        return outlook.of(world.clone(), Node())[0]

    apart = 0
    for seen, game in between(2)[::9]:
        scale = Scale(game.header)
        world = narrowed(believed(seen, QuickLuck(1)), scale)
        played, sketched = chance(0, 0), chance(4, 0)
        assert chance(4, 100) == played
        assert chance(4, 25) == (25 * played + 75 * sketched) // 100
        apart += played != sketched
    assert apart > 3
