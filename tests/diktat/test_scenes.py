"""Scenes in a few words: what follows from them, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from clande import cases
from clande.cases import Scene
from clande.diktat import INDEX, pawns
from clande.diktat.cards import CONTENT
from clande.diktat.pawns import bit
from clande.diktat.rules.possessions import in_supply
from clande.diktat.scenes.scene_table import SceneTable as Tidy
from clande.diktat.scenes.written import SceneStack
from clande.diktat.table import FaceDown, Flow, Game, OwnedMarker, Stack, Token, goods
from clande.kernel import Unreadable

TRIO = ["coordination", "garde_noire", "resistance"]
TURN = ["cycles step=on phase=3", "manoeuvres 0 step=on"]


def staged(seats: int = 3, under_way: list[str] | None = None, **table: Any) -> Game:
    scene = Scene("diktat", seats, table=table, under_way=under_way or [])
    return cases.stage(scene)


def laid(seats: int = 3, **table: Any) -> Game:
    return staged(seats, TURN, **{"cabals": TRIO[:seats], **table})


def everywhere(game: Game) -> list[str]:
    table = game.table
    cards = [*table.deck, *table.track, *table.discard, *(c for row in table.cards for c in row)]
    return [*cards, table.hidden.card] if table.hidden else cards


def test_cabals_bring_their_ranks_and_what_they_open_with() -> None:
    game = laid(cabals=["polisec", "syndicat", "garde_noire"])
    assert game.table.rank == [8, 13, 11] and game.table.administrator == 1
    assert game.table.reserves[2] == (8, 3, 5, 3, 2, 0, 0)
    assert game.table.spies == [1, 0, 0]


def test_what_is_not_said_is_as_after_the_set_up() -> None:
    fresh, plain = staged(), cases.stage(Scene("diktat", 3))
    assert fresh.table == plain.table


def test_a_reserve_names_everything_behind_the_screen() -> None:
    game = laid(reserves=[{"power": 3, "guard": 0, "spy": 2}, {}, {"people": 1, "assassin": 1}])
    assert game.table.reserves == [
        (3, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 1, 0),
    ]
    assert (game.table.spies, game.table.assassins) == ([2, 0, 0], [0, 0, 1])


def test_what_anyone_could_count_follows() -> None:
    game = laid(
        reserves={0: {"power": 3, "emissary": 0, "politics": 3, "people": 1}, 1: {"emissary": 2}},
        stacks={"1": {"owner": 0, "sector": "karst", "pawns": ["guard", "guard"]}},
    )
    assert game.table.counted[0] == (3, 0, 2, 0, 2, 0, 0) and game.table.veiled == [2, 0, 0]


def test_stacks_number_their_pawns_above_themselves() -> None:
    game = laid(
        stacks={
            "7": {"owner": 0, "sector": "karst", "pawns": ["guard", "emissary"], "seen": {1: [2]}},
        },
    )
    first, second = game.table.stacks[7].pawns
    assert (pawns.number(first), pawns.number(second), game.table.serial) == (8, 9, 9)
    assert (pawns.face(first), pawns.face(second)) == ("guard", "emissary")
    assert not first & bit(2) and second & bit(2) and first & second & bit(0)


def test_points_and_ranks_follow_from_possessions() -> None:
    game = laid(
        cards={1: ["chaire_d_obeissance", "golem_enraye"]},
        cabal_cards={0: ["nomenklatura", "plan_quinquennal"]},
        markers={1: ["nouvelle_ville", "nouvelle_ville"], 2: ["college"]},
        affinities={"golem_enraye": ["people", "artefact"]},
    )
    assert game.table.vp == [2, 2 + 2 + 2, 0]
    assert game.table.rank == [25, 21, 14] and game.table.administrator == 0
    assert game.table.affinities == {"golem_enraye": ("people", "artefact")}


def test_points_and_ranks_may_be_given() -> None:
    game = laid(rank=[1, 2, 3], vp={2: 7}, cards={1: ["vendetta"]})
    assert (game.table.rank, game.table.vp, game.table.administrator) == ([1, 2, 3], [0, 0, 7], 2)


def test_markers_by_sector() -> None:
    game = laid(markers={0: ["karst", "karst", "forteresse", "forteresse apart"]})
    assert game.table.markers[0] == (
        OwnedMarker("karst", 2),
        OwnedMarker("forteresse"),
        OwnedMarker("forteresse", 2, apart=True),
    )


def test_tokens_by_place() -> None:
    game = laid(cabals=["garde_noire", "syndicat", "polisec"], tokens={0: ["karst"], 1: [2]})
    assert game.table.tokens == (Token("blockhaus", 0, "karst"), Token("membership", 1, holder=2))


@pytest.mark.parametrize(
    "table",
    [
        {"cards": {0: ["vendetta"], 1: ["bal_masque"]}},
        {"track": ["vendetta"], "hidden": "bal_masque", "discard": ["golem_enraye"]},
        {"hidden": None, "deck": []},
        {"deck": ["vendetta", "rest"], "track": []},
        {"hidden": {"card": "vendetta", "seen": [1]}},
    ],
)
def test_each_card_lies_in_one_place(table: dict[str, Any]) -> None:
    assert sorted(everywhere(laid(**table))) == sorted(CONTENT.opportunities)


def test_a_deck_may_be_given_whole_or_from_the_top() -> None:
    assert laid(deck=["vendetta"]).table.deck == ("vendetta",)
    top = laid(deck=["vendetta", "rest"], track=[], hidden=None)
    assert top.table.deck[0] == "vendetta" and len(top.table.deck) == 72
    hidden = laid(hidden={"card": "vendetta", "seen": [1]}).table.hidden
    assert hidden == FaceDown("vendetta", bit(1))


def test_after_the_manoeuvres_nothing_is_left_to_play() -> None:
    game = staged(under_way=["cycles step=on phase=4", "resolution"], cabals=TRIO, phase="end")
    assert game.table.manoeuvres == [5, 5, 5]  # a new cycle has begun: nothing was there to do
    frames = ["cycles step=on phase=4", "pause"]
    assert staged(under_way=frames, cabals=TRIO, phase="end").table.manoeuvres == [0, 0, 0]
    assert staged(under_way=frames, cabals=TRIO, phase="end").table.hidden is None


STACK = {"owner": 0, "sector": "karst", "pawns": ["guard"]}
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"cabals": ["polisec", "polisec", "pegre"]}, "'polisec' stands twice"),
    ({"cabals": ["polisec", "pegre"]}, "2 entries for 3 seats"),
    ({"cabals": ["polices", "pegre", "syndicat"]}, "did you mean polisec"),
    ({"cards": {0: ["vendetta"]}, "track": ["vendetta"]}, "lies in cards of seat 0 already"),
    ({"cards": {0: ["vendetta", "vendetta"]}}, "lies in cards of seat 0 already"),
    ({"cards": {5: ["vendetta"]}}, "the seats are 0 to 2, not 5"),
    ({"track": ["vandetta"]}, "did you mean vendetta"),
    ({"deck": [], "discard": []}, "cards lie nowhere"),
    ({"cabal_cards": {0: ["casernes"]}}, "no 'casernes' there"),
    ({"cabal_cards": {1: ["casernes", "casernes"]}}, "stands twice"),
    ({"markers": {0: ["karst", "karst"], 1: ["karst"]}}, "3 of karst, and there are 2"),
    ({"markers": {0: ["karts"]}}, "did you mean karst"),
    ({"markers": {0: ["karst apart"]}}, "needs a first 'karst'"),
    (
        {"markers": {0: ["karst", "josefov", "college", "artefact", "combinat", "faubourgs"]}},
        "5 places at most",
    ),
    ({"reserves": [{"powers": 1}, {}, {}]}, "did you mean power"),
    ({"reserves": [{"power": -1}, {}, {}]}, "-1 power"),
    ({"reserves": [{"people": 6}, {"people": 5}, {}]}, "11 affinity tokens of people"),
    ({"affinities": {"vendetta": ["people"]}}, "nobody owns 'vendetta'"),
    (
        {"cards": {0: ["vendetta"]}, "affinities": {"vendetta": ["artefact"]}},
        "no free symbol for artefact",
    ),
    ({"stacks": {1: {**STACK, "sector": "karts"}}}, "did you mean karst"),
    ({"stacks": {1: {**STACK, "pawns": ["guards"]}}}, "did you mean guard"),
    ({"stacks": {1: {**STACK, "pawns": []}}}, "no stack is without pawns"),
    ({"stacks": {1: {**STACK, "owner": 3}}}, "the seats are 0 to 2, not 3"),
    ({"stacks": {1: {**STACK, "seen": {1: [2]}}}}, "positions are 0 to 0"),
    ({"stacks": {0: STACK}}, "numbers begin with 1"),
    ({"stacks": {1: {**STACK, "pawn": ["guard"]}}}, "unknown field `pawn`"),
    ({"tokens": {0: ["karst"]}}, "coordination has none"),
    ({"tokens": {1: ["karts"]}}, "did you mean karst"),
    ({"tokens": {1: ["karst"] * 7}}, "there are 6, not 7"),
    ({"used": ["vendetta"]}, "nobody has 'vendetta'"),
    ({"administrator": 2}, "seat 0 has a higher rank"),
    ({"rank": [1, 2]}, "2 entries for 3 seats"),
]


@pytest.mark.parametrize(("table", "message"), IMPOSSIBLE, ids=[m for _, m in IMPOSSIBLE])
def test_what_cannot_be_is_refused(table: dict[str, Any], message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        laid(**table)
    assert message in str(refusal.value)
    where = str(refusal.value).partition(":")[0].partition(" of seat")[0].split()[0]
    fields = [*table, *(name.removesuffix("s") for name in table)]
    assert where in (*fields, "11", "cards"), where  # how many tokens; cards that lie nowhere


def test_no_scene_has_more_affinity_tokens_than_there_are() -> None:
    assert min(in_supply(laid(reserves=[{"people": 10}, {}, {}]).table).values()) == 0


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"hidden": "vendetta", "deck": ["vendetta"]}, "deck: 'vendetta' lies in hidden already"),
        ({"hidden": "vendetta", "track": ["vendetta"]}, "hidden: 'vendetta' lies in track already"),
        ({"hidden": {"card": "vendetta", "seen": [7]}}, "hidden: the seats are 0 to 2, not 7"),
        (
            {"cards": {0: ["vendetta"]}, "affinities": {"vendetta": ["powers"]}},
            "affinities: there is no 'powers' there",
        ),
    ],
)
def test_a_refusal_says_where(table: dict[str, Any], message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        laid(**table)
    assert message in str(refusal.value)


def test_manoeuvres_left_may_be_given_for_some() -> None:
    """Who is not named has none."""
    assert laid(manoeuvres={1: 3}).table.manoeuvres == [0, 3, 0]


def test_a_card_that_lay_face_down_gives_way() -> None:
    """To whoever owns it now; another lies there, seen by nobody."""
    fresh = laid().table.hidden
    assert fresh is not None
    game = laid(cards={0: [fresh.card]})
    hidden = game.table.hidden
    assert hidden is not None and hidden.card != fresh.card and hidden.seen == 0
    assert hidden.card not in game.table.deck and len(game.table.deck) == 72 - 1 - 1 - 2
    table = laid(cards={0: ["vendetta" if fresh.card != "vendetta" else "bal_masque"]})
    assert table.table.hidden == fresh


def test_a_token_lies_on_its_own_symbol_before_one_for_all() -> None:
    """TRO-5"""
    card = next(
        card.id
        for card in CONTENT.opportunities.values()
        if [s.value == "all" for s in card.affinities] == [True, False]
        or [s.value == "all" for s in card.affinities] == [False, True]
    )
    symbols = [symbol.value for symbol in CONTENT.opportunities[card].affinities]
    own = next(symbol for symbol in symbols if symbol != "all")
    lying = laid(cards={0: [card]}, affinities={card: [own]}).table.affinities[card]
    assert lying == tuple([own if symbol == own else "" for symbol in symbols])


def test_stacks_that_are_written_take_the_place_of_all() -> None:
    game = laid(stacks={"3": {"owner": 1, "sector": "karst", "pawns": ["guard"]}})
    assert list(game.table.stacks) == [3] and game.table.serial == 4


def test_what_two_have_passed_on_is_reckoned_with() -> None:
    """POL-5: what anyone could count of them is what they had before."""
    flow = Flow((0, 2), goods({"power": 3, "guard": 1}))
    game = laid(reserves=[{"power": 2}, {}, {"power": 6, "guard": 1}])
    game.table.flows = {2000: flow}
    Tidy(INDEX, game.table, 4).count()
    assert game.table.counted[0] == goods({"power": 5, "guard": 1})
    assert game.table.counted[2] == goods({"power": 3})
    assert game.table.counted[1] == goods({})


def test_spies_and_assassins_may_be_given_apart() -> None:
    """Beside a reserve, or without one; who is not named has none."""
    game = laid(reserves={0: {"spy": 2}}, spies={1: 3})
    assert game.table.spies == [0, 3, 0] and game.table.assassins == [0, 0, 0]
    assert laid(assassins=[1, 2, 3]).table.assassins == [1, 2, 3]


def test_numbers_begin_above_all_that_is_there() -> None:
    """Pawns that are gone keep theirs."""
    game = laid()
    game.table.gone = {5: Stack(0, "", (pawns.create("guard", 40),))}
    scene = Tidy(INDEX, game.table, 4)
    scene.fields = {"stacks": {3: SceneStack(1, "karst", ("guard",))}}
    scene.stacks()
    assert pawns.number(game.table.stacks[3].pawns[0]) == 41
