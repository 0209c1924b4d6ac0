"""The laws of secrets, from tables where much has been said in secret. [POL-5]"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clande.diktat import pawns
from clande.diktat.actions import Borrow, Send
from clande.diktat.events import CycleClosing, PhaseBegun
from clande.diktat.politics.actions import (
    Accept,
    Accuse,
    Propose,
    ShowGoods,
    ShowPawns,
    ShowReserve,
    SwearCard,
    SwearDeed,
    SwearFreely,
    SwearPawn,
    SwearReserve,
    SwearTransfer,
    SwearWithdrawal,
)
from clande.diktat.table import Game, OwnedMarker
from clande.kernel import Order, tell
from clande.testing import SECRETS
from tests.diktat.politics.talk import row, sworn, table
from tests.diktat.scenes import at, do, holds, lay, owns


def ground() -> Game:
    """Stacks on the board, elements before everybody."""
    game = table("coordination", "garde_noire", "resistance", "syndicat")
    for seat, sector in enumerate(("karst", "karst", "josefov", "combinat")):
        lay(game, seat, sector, "guard", "emissary", "citizen")
    owns(game, 0, "alphabet_interdit", "defile_de_la_victoire")
    owns(game, 1, "chaire_d_obeissance")
    holds(game, 1, OwnedMarker("josefov", 2))
    holds(game, 2, OwnedMarker("nouvelle_ville"))
    game.table.spies[0] = 2
    return at(game)


def proposals_stand() -> Game:
    game = ground()
    do(game, 0, Propose(1, {"power": 3, "politics": 1, "spy": 1}, {"guard": 1}))
    do(game, 2, Propose(1, {"citizen": 2}, {"power": 1}, ("nouvelle_ville",), ("josefov",)))
    do(game, 3, Propose(0, {"people": 1}, {}, asks=("alphabet_interdit",)))
    return game


def goods_have_passed() -> Game:
    game = proposals_stand()
    do(game, 1, Accept(row(0, 1, 1)))
    do(game, 2, Propose(3, {"guard": 3, "artefact": 2, "power": 8}, {"emissary": 2}))
    do(game, 3, Accept(row(2, 3, 1)))
    do(game, 3, Propose(0, {"artefact": 3}, {"people": 2}))
    do(game, 0, Accept(row(0, 3, 2)))
    return game


def tokens_are_handed_over() -> Game:
    game = proposals_stand()
    do(game, 0, Accept(row(0, 3, 1)))
    return game


def oaths_are_sworn() -> Game:
    game = goods_have_passed()
    pawn = pawns.number(next(iter(game.table.stacks.values())).pawns[0])
    sworn(game, 0, SwearPawn(1, "me", pawn, "citizen", "game"))
    sworn(game, 1, SwearTransfer(2, "me", {"power": 3}, (), "1/end", "all"))
    sworn(game, 2, SwearDeed(3, "me", "do", "spy", "", 0, "1/manoeuvres"))
    sworn(game, 2, SwearDeed(0, "me", "refrain", "any", "karst", -1, "1/end", "all"))
    sworn(game, 3, SwearReserve(0, "me", 3, "power", 0, 2, "2/end"))
    sworn(game, 0, SwearCard(2, "you", "loterie_nationale", "1/end", "all"))
    sworn(game, 3, SwearWithdrawal(1, max(game.table.stacks), "1/end"))
    do(game, 0, SwearFreely(3, "you", "rien ne va plus", "game"))
    return game


def something_is_owed() -> Game:
    game = oaths_are_sworn()
    tell(game, PhaseBegun("end"))
    tell(game, CycleClosing(1))
    return at(game)


def things_were_shown() -> Game:
    game = oaths_are_sworn()
    key = next(iter(game.table.stacks))
    do(game, 0, ShowPawns(key, (0, 2), (1,)))
    do(game, 3, ShowReserve(("power", "guard", "people"), (0,)))
    do(game, 2, ShowReserve(("power",), (0, 1, 3)))
    do(game, 3, Borrow())
    return game


def teams_were_sent_since() -> Game:
    """Some reserves were shown before a trade of others, some after it, some before a team left."""
    game = things_were_shown()
    do(game, 1, ShowGoods({"power": 1, "guard": 2}, (3,)))
    do(game, 0, ShowReserve(("citizen", "guard", "emissary"), (1, 2)))
    do(game, 2, ShowReserve(("citizen", "artefact"), (1,)))
    do(game, 0, Send("forteresse"))
    do(game, 0, Order(("guard", "emissary")))
    return game


def a_vote_is_taken() -> Game:
    game = oaths_are_sworn()
    number = sworn(game, 1, SwearFreely(2, "me", "je te rendrai tout", "game"))
    do(game, 2, Accuse(number))
    return game


def passes_are_in() -> Game:
    game = oaths_are_sworn()
    game.pauses = "seats"
    return game


SCENES: tuple[Callable[[], Game], ...] = (
    proposals_stand,
    goods_have_passed,
    tokens_are_handed_over,
    oaths_are_sworn,
    something_is_owed,
    things_were_shown,
    teams_were_sent_since,
    a_vote_is_taken,
    passes_are_in,
)


@pytest.mark.parametrize("law", SECRETS)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_secrets_are_kept(scene: Callable[[], Game], law: str) -> None:
    """POL-5: trades, shows and oaths never leak to third parties."""
    for seed in range(2):
        SECRETS[law](scene, seed, 8)
