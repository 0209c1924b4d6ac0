"""Shows, proved by the program, and claims, which may be lies. [POL-2, POL-5, SPY-2]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.actions import HiddenCard, Pawn, Show, Spy
from clande.diktat.events import PawnShown, PawnsMoved
from clande.diktat.pawns import EVERYONE, KIND
from clande.diktat.politics.actions import (
    ClaimCard,
    ClaimPawn,
    ClaimReserve,
    Propose,
    Say,
    ShowGoods,
    ShowPawns,
    ShowReserve,
    SwearBid,
    SwearReserve,
)
from clande.diktat.politics.events.claims import (
    Claimed,
    GoodsShown,
    OwnPawnsShown,
    ReserveShown,
    Said,
)
from clande.diktat.politics.terms import ENDLESS, Bids, CardIs, PawnIs, ReserveHolds
from clande.diktat.rules.board import Looking
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.table import FaceDown, Game
from clande.kernel import PASS, SPECTATOR, Seat, offers, resample, tell, view
from clande.kernel.chance import QuickLuck
from tests.diktat.politics.talk import THIRD, heard, onlookers, silent_for, table
from tests.diktat.scenes import at, do, lay, of_kind, options, refused


def sees(game: Game, seat: Seat, key: int) -> list[int]:
    """The kinds of a stack's pawns as a viewer knows them; 0 is unknown."""
    return [pawn & KIND for pawn in view(game, seat).table.stacks[key].pawns]


# -------------------------------------------------------------------------------- pawns


def test_one_shows_pawns_of_ones_own_stack_to_one() -> None:
    """POL-2, POL-5: proved by the program; nobody else notices."""
    game = table()
    key = lay(game, 0, "karst", "guard", "emissary", "citizen")
    events = silent_for(game, 0, ShowPawns(key, (0, 1), (1,)), *onlookers(game, 0, 1))
    assert heard(events, 1)[0]["kinds"] == ("guard", "emissary")
    assert sees(game, 1, key) == [2, 3, 0]
    assert sees(game, THIRD, key) == [0, 0, 0]


def test_one_shows_to_some_or_to_all() -> None:
    """POL-2: to all means to whoever looks on, too."""
    game = table("coordination", "garde_noire", "resistance", "syndicat")
    key = lay(game, 0, "karst", "guard", "emissary")
    silent_for(game, 0, ShowPawns(key, (0,), (1, 3)), *onlookers(game, 0, 1, 3))
    events = do(game, 0, ShowPawns(key, (1,), (1, 2, 3)))
    assert heard(events, SPECTATOR)[0]["kinds"] == ("emissary",)
    assert sees(game, SPECTATOR, key) == [0, 3] and sees(game, 3, key) == [2, 3]


def test_what_was_shown_follows_the_pawn() -> None:
    """SPY-2, POL-2: a seat keeps knowing it wherever the pawn goes."""
    game = table()
    key = lay(game, 0, "karst", "guard", "emissary")
    other = lay(game, 0, "josefov", "citizen")
    do(game, 0, ShowPawns(key, (1,), (1,)))
    tell(game, PawnsMoved(0, key, (1,), other))
    assert sees(game, 1, other) == [3, 0] and sees(game, 1, key) == [0]


def test_one_shows_only_ones_own() -> None:
    """POL-2: a spied pawn only in the step in which one looks."""
    game = table()
    key = lay(game, 1, "karst", "guard")
    game.table.stacks[key] = game.table.stacks[key].show(0, EVERYONE)
    assert refused(game, 0, ShowPawns(key, (0,), (2,))) == ("POL-2",)
    assert refused(game, 0, ShowPawns(999, (0,), (2,))) == ("POL-2",)
    own = lay(game, 0, "karst", "guard")
    assert refused(game, 0, ShowPawns(own, (1,), (2,))) == ("POL-2",)
    assert refused(game, 0, ShowPawns(own, (0,), (0,))) == ("POL-2",)
    assert refused(game, 0, ShowPawns(own, (0,), ())) == ("POL-2",)


def test_a_spied_pawn_is_shown_to_all_in_the_very_step_or_not_at_all() -> None:
    """SPY-2, POL-2"""
    game = at(table(), Looking(seat=0, looks=2))
    key = lay(game, 1, "karst", "guard", "citizen")
    game = at(game, Looking(seat=0, looks=2))
    do(game, 0, Pawn(key, 0))
    assert set(options(game, 0)) == {PASS, Show()} and not offers(game, 0)
    events = do(game, 0, Show())
    assert of_kind(events, PawnShown) and sees(game, THIRD, key) == [2, 0]
    do(game, 0, Pawn(key, 1))
    do(game, 0, PASS)
    assert sees(game, 0, key) == [2, 1] and sees(game, THIRD, key) == [2, 0]
    assert refused(game, 0, ShowPawns(key, (1,), (1, 2))) == ("POL-2",)


def test_a_spied_card_is_shown_to_all_in_the_very_step_or_not_at_all() -> None:
    """SPY-2, POL-2"""
    game = table()
    do(game, 0, Spy())
    do(game, 0, HiddenCard())
    do(game, 0, Show())
    assert game.table.hidden is not None
    assert view(game, THIRD).table.hidden.card == game.table.hidden.card


# ------------------------------------------------------------------------------ reserve


def test_one_shows_how_much_one_has_exactly() -> None:
    """POL-2, POL-5: of the goods one names, to whom one likes; it stays in the other's view."""
    game = table()
    events = silent_for(game, 0, ShowReserve(("power", "guard"), (1,)), *onlookers(game, 0, 1))
    assert of_kind(events, ReserveShown)[0].amounts == {"power": 8, "guard": 3}
    (show,) = view(game, 1).table.shown.values()
    assert show.parties == (0, 1) and show.exact["power"][0] == 8
    assert view(game, 2).table.shown == {}


def test_what_is_set_aside_is_still_ones_own() -> None:
    """POL-2: a proposal does not make one poorer to the eye."""
    game = table()
    do(game, 0, Propose(2, {"power": 5}, {}))
    events = do(game, 0, ShowReserve(("power",), (1,)))
    assert of_kind(events, ReserveShown)[0].amounts == {"power": 8}


def test_one_shows_that_one_has_at_least_so_much() -> None:
    """POL-2: and no more than one has."""
    game = table()
    events = silent_for(game, 0, ShowGoods({"power": 5}, (1,)), *onlookers(game, 0, 1))
    assert of_kind(events, GoodsShown) and view(game, 1).table.shown[1].least == {"power": 5}
    assert refused(game, 0, ShowGoods({"power": 9}, (1,))) == ("POL-2",)
    do(game, 0, ShowReserve(("power",), (1,)))
    assert view(game, 1).table.shown[1].least == {}


def test_a_reserve_is_shown_to_all() -> None:
    """POL-2"""
    game = table()
    events = do(game, 0, ShowReserve(("politics",), (1, 2)))
    assert heard(events, SPECTATOR)[0]["amounts"] == {"politics": 2}


# ------------------------------------------------------------------------------- claims


def test_a_claim_may_be_a_lie_and_moves_nothing() -> None:
    """POL-2, POL-5: about a pawn, a card, a reserve, or in a line."""
    game = table()
    key = lay(game, 1, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    before = game.clone().table
    for action, statement in (
        (ClaimPawn(pawn, "emissary", (1,)), PawnIs(pawn, "emissary")),
        (ClaimCard("loterie_nationale", (1,)), CardIs("loterie_nationale", 1)),
        (ClaimReserve(2, "power", 20, 30, (1,)), ReserveHolds(2, "power", 20, 30)),
    ):
        events = silent_for(game, 0, action, *onlookers(game, 0, 1))
        assert events == [Claimed(0, (1,), statement)]
    events = silent_for(game, 0, Say("Je suis ruiné.", (1,)), *onlookers(game, 0, 1))
    assert events == [Said(0, (1,), "Je suis ruiné.")]
    assert structs.replace(game.table, hearsay={}) == before
    assert sees(game, 1, key) == [2]


def test_a_claim_is_made_to_all() -> None:
    """POL-2"""
    game = table()
    events = do(game, 0, Say("Karst est à moi.", (1, 2)))
    assert heard(events, SPECTATOR)[0]["text"] == "Karst est à moi."


def test_what_cannot_be_claimed() -> None:
    """POL-2: about things that there are, in a bounded line."""
    game = table()
    assert refused(game, 0, ClaimPawn(12345, "guard", (1,))) == ("POL-2",)
    assert refused(game, 0, ClaimCard("no_such_card", (1,))) == ("POL-2",)
    assert refused(game, 0, Say("x" * 201, (1,))) == ("POL-2",)
    assert refused(game, 0, Say("a\nb", (1,))) == ("POL-2",)
    assert refused(game, 0, Say("", ())) == ("POL-2",)
    game.table.hidden = None
    assert refused(game, 0, ClaimCard("loterie_nationale", (1,))) == ("POL-2",)


def test_anyone_may_claim_what_he_does_not_know() -> None:
    """POL-2: lying needs no knowledge."""
    game = table()
    game.table.hidden = FaceDown("loterie_nationale")
    do(game, 2, ClaimCard("ambassade_fantome", (0,)))


# ----------------------------------------------------------------- what others may notice


def test_a_secret_act_leaves_the_passes_of_others_standing() -> None:
    """POL-5, ANY-2: who was asked anew would notice that something had been said."""
    game = table()
    game.pauses = "seats"
    game = at(game, Turn(seat=0, step="rest"))
    do(game, 2, PASS)
    silent_for(game, 0, Say("psst", (1,)), *onlookers(game, 0, 1))
    silent_for(game, 0, Propose(1, {"power": 1}, {}), *onlookers(game, 0, 1))
    assert game.answers == {2: PASS}
    do(game, 0, Say("à tous", (1, 2)))
    assert game.answers == {}


def test_who_was_shown_something_imagines_nothing_else() -> None:
    """POL-2, GEN-5: worlds that fit a view keep what was shown."""
    game = table()
    key = lay(game, 0, "karst", "guard", "emissary", "citizen")
    do(game, 0, ShowPawns(key, (0, 1), (1,)))
    for seed in range(8):
        world = resample(view(game, 1), QuickLuck(seed))
        assert world.table.stacks[key].kinds()[:2] == ("guard", "emissary")


def test_every_event_of_politics_names_its_rules() -> None:
    """POL-2, POL-5: so does every act."""
    for kind in (OwnPawnsShown, ReserveShown, Claimed, Said):
        assert kind.rule_ids
    for act in (ShowPawns, ShowReserve, ShowGoods, ClaimPawn, ClaimCard, ClaimReserve, Say):
        assert act.rule_ids


def test_what_can_be_claimed_lies_between_bounds() -> None:
    """POL-2, POL-4: at least up to 40, at most up to 999; a line has 200 characters."""
    game = table()
    do(game, 0, ClaimReserve(1, "power", 40, 999, (2,)))
    do(game, 0, SwearReserve(1, "me", 2, "power", 40, 999, "1/end"))
    do(game, 0, SwearBid(2, "me", "", 40, 999, "1/end"))
    for claim in (
        ClaimReserve(1, "power", 41, 999, (2,)),
        ClaimReserve(1, "power", 0, 1000, (2,)),
        ClaimReserve(1, "power", -1, 5, (2,)),
        SwearBid(1, "me", "", 41, 999, "1/end"),
        SwearBid(1, "me", "", 0, 1000, "1/end"),
    ):
        assert type(claim).rule_ids == refused(game, 0, claim)
    do(game, 0, Say("x" * 200, (1,)))
    assert refused(game, 0, Say("x" * 201, (1,))) == ("POL-2",)
    assert ReserveHolds(0, "power").most == ENDLESS == Bids(0).most
