"""Resolution. [RES]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.actions import RejectCard, Resolve, TakeCard, TakeMarker
from clande.diktat.events import (
    BidsRevealed,
    DebtTaken,
    EmissarySpent,
    HiddenTurned,
    OthersAttacked,
    SectorCleared,
    SectorRevealed,
    SectorWon,
    StruggleSettled,
    TrophyDeclined,
)
from clande.diktat.table import OTHERS, FaceDown, Game, OwnedMarker, Stack
from clande.kernel import PASS, Amount, Event, Number, Seat
from tests.diktat.scenes import (
    deal,
    do,
    has,
    holds,
    lay,
    nobody_has_agents,
    of_kind,
    options,
    owns,
    power,
    resolution,
    track,
)


def bare(*cabals: str) -> Game:
    """A game without cards on the track, and nobody with an agent."""
    game = deal(*cabals)
    nobody_has_agents(game)
    track(game)
    return game


def takers(game: Game, events: list[Event]) -> list[Seat]:
    """Who takes, one after the other, when all decline."""
    order = []
    while game.table.resolving:
        ((seat, _),) = game.asked.items()
        order += [spent.seat for spent in of_kind(do(game, seat, PASS), EmissarySpent)]
    return order


def test_the_face_down_opportunity_is_turned_up_first() -> None:
    """RES-1"""
    game = bare()
    game.table.hidden, game.table.deck = FaceDown(game.table.deck[0]), game.table.deck[1:]
    lay(game, 0, "karst", "citizen")
    resolution(game)
    (turned,) = of_kind(game.log or [], HiddenTurned)
    assert turned.card in game.table.track and game.table.hidden is None


def test_the_administrator_names_sectors_until_none_is_left() -> None:
    """RES-2"""
    game = bare()
    lay(game, 0, "karst", "guard", "citizen")
    lay(game, 2, "josefov", "citizen")
    resolution(game)
    assert set(options(game, 0)) == {Resolve("karst"), Resolve("josefov")}
    (revealed,) = of_kind(do(game, 0, Resolve("karst")), SectorRevealed)
    assert [(owner, pawns.face(pawn)) for owner, pawn in revealed.pawns] == [
        (0, "guard"),
        (0, "citizen"),
    ]
    assert [stack.sector for stack in game.table.stacks.values()] == ["josefov"]
    assert options(game, 0) == [Resolve("josefov")]


def test_most_emissaries_win_all_stacks_of_a_player_together() -> None:
    """RES-3"""
    game = bare()
    lay(game, 0, "karst", "emissary")
    lay(game, 0, "karst", "emissary", "citizen")
    lay(game, 1, "karst", "emissary")
    resolution(game)
    assert of_kind(do(game, 0, Resolve("karst")), SectorWon)[0].seat == 0


def test_ties_behind_the_first_go_by_rank() -> None:
    """RES-3, CYC-2"""
    game = bare("resistance", "garde_noire", "coordination")
    lay(game, 0, "karst", "emissary", "emissary")
    lay(game, 1, "karst", "emissary")
    lay(game, 2, "karst", "emissary")
    resolution(game)
    events = do(game, 2, Resolve("karst"))
    assert not of_kind(events, StruggleSettled)
    assert takers(game, events) == [0, 2, 1, 0]


def test_without_an_emissary_there_is_no_winner_and_no_take() -> None:
    """RES-3"""
    game = bare()
    lay(game, 0, "karst", "guard")
    lay(game, 1, "karst", "citizen")
    resolution(game)
    events = do(game, 0, Resolve("karst"))
    assert not of_kind(events, SectorWon)
    assert of_kind(events, SectorCleared)


def test_a_tie_for_the_first_place_is_a_struggle_of_secret_bids() -> None:
    """RES-4"""
    game = bare()
    lay(game, 0, "karst", "emissary")
    lay(game, 1, "karst", "emissary")
    lay(game, 2, "josefov", "citizen")
    has(game, 0, power=4)
    has(game, 1, power=9)
    resolution(game)
    do(game, 0, Resolve("karst"))
    assert game.asked[0] == Amount(0, 4, rule_ids=("RES-4",))
    assert game.asked[1] == Amount(0, 9, rule_ids=("RES-4",))
    assert not of_kind(do(game, 0, Number(3)), BidsRevealed)
    events = do(game, 1, Number(5))
    assert of_kind(events, BidsRevealed)[0].bids == ((0, 3), (1, 5))
    assert of_kind(events, SectorWon)[0].seat == 1
    assert (power(game, 0), power(game, 1)) == (1, 4)  # losers' bids are discarded too


def test_equal_bids_go_by_rank() -> None:
    """RES-4"""
    game = bare("resistance", "garde_noire")
    lay(game, 0, "karst", "emissary")
    lay(game, 1, "karst", "emissary")
    resolution(game)
    do(game, 1, Resolve("karst"))
    do(game, 0, Number(0))
    assert of_kind(do(game, 1, Number(0)), StruggleSettled)[0].order == (1, 0)


def test_a_with_three_emissaries_and_b_with_one_take_a_b_a_a() -> None:
    """RES-5"""
    game = bare()
    lay(game, 0, "karst", "emissary", "emissary", "emissary")
    lay(game, 1, "karst", "emissary")
    resolution(game)
    events = do(game, 0, Resolve("karst"))
    assert takers(game, events) == [0, 1, 0, 0]


def test_a_take_spends_an_emissary_and_gives_one_trophy() -> None:
    """RES-5"""
    game = bare()
    track(game, "ruelle_des_couteaux")
    lay(game, 0, "karst", "emissary", "emissary")
    resolution(game)
    do(game, 0, Resolve("karst"))
    events = do(game, 0, TakeCard("ruelle_des_couteaux"))
    assert len(of_kind(events, EmissarySpent)) == 1
    assert game.table.cards[0] == ("ruelle_des_couteaux",)
    assert game.table.arena[0] == (0, 0, 1)
    assert RejectCard("ruelle_des_couteaux") not in options(game, 0)


def test_takes_end_when_no_trophies_are_left() -> None:
    """RES-5"""
    game = bare()
    holds(game, 2, OwnedMarker("karst"))
    lay(game, 0, "karst", "emissary", "emissary")
    resolution(game)
    do(game, 0, Resolve("karst"))
    events = do(game, 0, TakeMarker("karst"))
    assert of_kind(events, SectorCleared)
    assert game.is_over is False


def test_who_has_no_trophy_open_is_skipped_and_takes_part_again_if_one_opens() -> None:
    """RES-5"""
    game = bare("coordination", "garde_noire", "resistance")
    holds(game, 2, OwnedMarker("karst", 2))  # no marker is left, no card lies there
    owns(game, 1, "caisse_des_faveurs")  # seat 1 has a special trophy of his own
    lay(game, 0, "karst", "emissary", "emissary")
    lay(game, 1, "karst", "emissary")
    resolution(game)
    do(game, 0, Resolve("karst"))
    assert list(game.asked) == [1]
    assert game.table.arena[0] == (0, 0, 2)  # skipped without loss


def test_pawns_left_in_a_resolved_sector_are_discarded() -> None:
    """RES-6"""
    game = bare()
    lay(game, 0, "karst", "guard", "citizen")
    lay(game, 1, "josefov", "citizen")
    resolution(game)
    do(game, 0, Resolve("karst"))
    assert game.table.arena == {} and not game.table.resolving
    assert game.table.counted[0][1:4] == (0, 0, 0)


def test_a_card_with_the_attack_icon_left_on_the_track_costs_power_per_vp() -> None:
    """RES-7"""
    game = bare()
    track(game, "defile_de_la_victoire", "patient_zero")  # two such cards: one attack
    game.table.vp = [3, -1, 2]
    has(game, 0, power=4)
    has(game, 1, power=4)
    has(game, 2, power=1)
    lay(game, 1, "karst", "citizen")
    resolution(game)
    events = do(game, 0, Resolve("karst"))
    assert len(of_kind(events, OthersAttacked)) == 1
    paid = {event.seat: event.forced for event in of_kind(events, DebtTaken)}
    assert paid == {2: True}
    assert game.table.debts == [0, 0, 1]
    # a new cycle has begun: 3 power more for each
    assert [power(game, seat) for seat in game.seats] == [4, 7, 7]


def test_immunity_spares_from_the_attack() -> None:
    """RES-7, MRK-12"""
    for element in ("marker", "icon", "level 1"):
        game = bare()
        track(game, "patient_zero")
        game.table.vp = [3, 0, 0]
        has(game, 0, power=4)
        if element == "icon":
            owns(game, 0, "abri_numero_sept")
        else:
            holds(game, 0, OwnedMarker("artefact", 2 if element == "marker" else 1))
        lay(game, 1, "karst", "citizen")
        resolution(game)
        do(game, 0, Resolve("karst"))
        assert power(game, 0) == (4 if element == "level 1" else 7)


def test_without_such_a_card_there_is_no_attack() -> None:
    """RES-7"""
    game = bare()
    track(game, "loterie_nationale")
    game.table.vp = [3, 0, 0]
    lay(game, 1, "karst", "citizen")
    resolution(game)
    assert not of_kind(do(game, 0, Resolve("karst")), OthersAttacked)


def test_a_declined_trophy_spends_the_emissary_all_the_same() -> None:
    """TRO-1"""
    game = bare()
    lay(game, 0, "karst", "emissary")
    resolution(game)
    do(game, 0, Resolve("karst"))
    events = do(game, 0, PASS)
    assert of_kind(events, TrophyDeclined)
    assert of_kind(events, EmissarySpent)
    assert game.table.markers[0] == ()


def test_a_revealed_pawn_keeps_its_number_and_tells_not_who_had_seen_it() -> None:
    """RES-2"""
    game = bare()
    key = lay(game, 0, "karst", "guard")
    number = pawns.number(game.table.stacks[key].pawns[0])
    resolution(game)
    (revealed,) = of_kind(do(game, 0, Resolve("karst")), SectorRevealed)
    assert revealed.pawns == ((0, pawns.create("guard", number)),)


def test_only_players_contend_in_the_base_game() -> None:
    """RES-3, GEN-13"""
    game = bare()
    lay(game, 0, "karst", "emissary")
    game.table.stacks[900] = Stack(
        OTHERS, "karst", (pawns.create("emissary", 901), pawns.create("emissary", 902))
    )
    resolution(game)
    assert of_kind(do(game, 0, Resolve("karst")), SectorWon)[0].seat == 0
