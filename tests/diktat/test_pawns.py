"""Pawns: what they are, who has seen them. [GEN-5, SPY-2]"""

from __future__ import annotations

import msgspec

from clande.diktat import pawns
from clande.diktat.pawns import EVERYONE, KIND, bit
from clande.diktat.table import AGENTS, INDEX, Stack
from clande.kernel import SPECTATOR, view
from tests.diktat.scenes import deal, lay, turn


def test_the_kinds_of_a_hidden_stack_are_unknown() -> None:
    """GEN-5"""
    game = turn(deal(), 0)
    key = lay(game, 0, "karst", "emissary", "guard")
    assert game.table.stacks[key].kinds() == ("emissary", "guard")
    assert view(game, 0).table.stacks[key].kinds() == ("emissary", "guard")
    for seat in (1, 2, SPECTATOR):
        assert view(game, seat).table.stacks[key].kinds() == ("?", "?")


def test_a_pawn_says_what_it_is_its_number_and_who_has_seen_it() -> None:
    """GEN-5, SPY-2"""
    pawn = pawns.create("guard", 17, bit(1))
    assert (pawns.face(pawn), pawns.number(pawn)) == ("guard", 17)
    assert [pawns.is_known(pawn, seat) for seat in (0, 1, SPECTATOR)] == [False, True, False]
    shown = pawns.show(pawn, bit(0))
    assert [pawns.is_known(shown, seat) for seat in (0, 1, SPECTATOR)] == [True, True, False]
    assert pawns.face_up(shown) == pawns.create("guard", 17)
    assert pawns.show(pawn, EVERYONE) == pawns.create("guard", 17, EVERYONE)


def test_a_viewer_sees_the_number_of_every_pawn_and_the_kind_of_those_it_has_seen() -> None:
    """GEN-5"""
    team = (pawns.create("guard", 17, bit(1) | bit(2)), pawns.create("citizen", 18, bit(2)))
    known, unknown = pawns.seen_by(team, 1)
    assert known == pawns.create("guard", 17, bit(1))
    assert (pawns.face(unknown), pawns.number(unknown)) == ("?", 18)
    assert unknown == pawns.blank(team[1])


def test_an_unseen_pawn_takes_an_imagined_kind() -> None:
    team = (pawns.create("guard", 17), pawns.blank(pawns.create("citizen", 18)))
    pool = [1, 3]
    imagined = pawns.dealt(team, pool, bit(2))
    assert imagined == (pawns.create("guard", 17, bit(2)), pawns.create("emissary", 18, bit(2)))
    assert pool == [1]
    assert pawns.face(pawns.with_kind(imagined[0], 1)) == "citizen"


def test_kinds_count_alike_in_pawns_and_in_reserves() -> None:
    assert pawns.FACES[1:] == AGENTS
    assert [pawns.create(kind, 1) & KIND for kind in AGENTS] == [INDEX[kind] for kind in AGENTS]


def test_a_pawn_is_stored_as_a_number() -> None:
    stack = Stack(1, "karst", (pawns.create("guard", 17, bit(1)),))
    written = msgspec.json.encode(stack)
    assert written == b'{"owner":1,"sector":"karst","pawns":[17418]}'
    assert msgspec.json.decode(written, type=Stack) == stack
