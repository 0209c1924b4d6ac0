"""What a seat knows, and what it can imagine. [GEN-5, SPY-2]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.actions import (
    ChooseStack,
    Extend,
    HiddenCard,
    Pawn,
    PlaceAffinity,
    Send,
    Show,
    Spy,
    Withdraw,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use
from clande.diktat.events import AffinityGained, PawnShown, PawnsSwapped
from clande.diktat.pawns import EVERYONE, KIND, bit
from clande.diktat.politics.actions import Accept, Propose
from clande.diktat.rules.possessions import in_supply
from clande.diktat.table import (
    AGENTS,
    INDEX,
    OTHERS,
    POLITICS,
    Game,
    of_kinds,
    unveil,
)
from clande.kernel import PASS, SPECTATOR, Order, QuickLuck, resample, tell, view
from tests.diktat.scenes import at, deal, do, has, kinds, lay, owns, turn


def worlds(game: Game, seat: int, number: int = 25) -> list[Game]:
    """Games that a seat could not tell from this one; each is checked to look the same to it."""
    source = view(game, seat)
    luck = QuickLuck(11)
    imagined = [resample(source, luck) for _ in range(number)]
    assert all(view(world, seat) == source for world in imagined)
    return imagined


def test_power_can_be_counted_and_is_the_same_in_every_world() -> None:
    """GEN-5"""
    game = turn(deal(), 0)
    do(game, 0, Extend())
    for world in worlds(game, 2):
        assert [reserve[0] for reserve in world.table.reserves] == [
            reserve[0] for reserve in game.table.reserves
        ]


def test_a_hidden_team_may_be_any_of_what_its_owner_could_have_sent() -> None:
    """GEN-5"""
    game = turn(deal("coordination", "syndicat"), 0)
    do(game, 0, Send("karst"))
    do(game, 0, Order(("emissary", "guard")))
    (key,) = game.table.stacks
    teams = set()
    for world in worlds(game, 1):
        team = kinds(world, key)
        teams.add(team)
        agents = tuple(world.table.reserves[0][1:4])
        sent = of_kinds(team)[1:4]
        assert [a + b for a, b in zip(agents, sent, strict=True)] == [3, 3, 3]
    assert len(teams) > 4
    for world in worlds(game, 0, 3):
        assert kinds(world, key) == ("emissary", "guard")


def test_what_was_spied_is_the_same_in_every_world_and_the_rest_is_not() -> None:
    """SPY-2"""
    game = deal()
    key = lay(game, 1, "karst", "emissary", "guard", "citizen")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, Pawn(key, 1))
    do(game, 0, PASS)
    do(game, 0, PASS)
    teams = [kinds(world, key) for world in worlds(game, 0)]
    assert {team[1] for team in teams} == {"guard"}
    assert len({team[0] for team in teams}) > 1
    assert len({kinds(world, key)[1] for world in worlds(game, 2)}) > 1


def test_what_was_shown_to_all_is_known_to_the_spectator_too() -> None:
    """SPY-2"""
    game = deal()
    key = lay(game, 1, "karst", "emissary")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, Pawn(key, 0))
    do(game, 0, Show())
    assert game.table.stacks[key].pawns[0] & EVERYONE == EVERYONE
    for seat in (SPECTATOR, 2):
        assert {kinds(world, key) for world in worlds(game, seat, 5)} == {("emissary",)}


def test_the_face_down_card_is_known_to_who_has_spied_on_it() -> None:
    """SPY-1, GEN-5"""
    game = turn(deal(), 0)
    do(game, 0, Spy())
    do(game, 0, HiddenCard())
    do(game, 0, PASS)
    do(game, 0, PASS)
    assert game.table.hidden is not None
    card = game.table.hidden.card

    def cards(seat: int) -> set[str]:
        return {world.table.hidden.card for world in worlds(game, seat) if world.table.hidden}

    assert cards(0) == {card}
    assert len(cards(1)) > 5
    assert game.table.hidden.seen == bit(0)


def test_pawns_discarded_unseen_stay_unknown() -> None:
    """GEN-8"""
    game = deal("coordination", "syndicat")
    key = lay(game, 0, "karst", "emissary", "emissary", "emissary")
    turn(game, 0)
    do(game, 0, Withdraw(key))
    emissaries = {world.table.reserves[0][3] for world in worlds(game, 1, 40)}
    assert len(emissaries) > 2
    for world in worlds(game, 1, 5):
        gone = of_kinds(world.table.gone[key].kinds())[1:4]
        agents = world.table.reserves[0][1:4]
        assert [a + b for a, b in zip(gone, agents, strict=True)] == [3, 3, 6]


def test_affinity_tokens_of_a_hidden_kind_may_be_of_any_that_is_left() -> None:
    """GEN-16"""
    game = turn(deal("coordination", "syndicat"), 0)
    tell(game, AffinityGained(0, 2, ("artefact", "artefact")))
    reserves = {world.table.reserves[0][4:] for world in worlds(game, 1, 40)}
    assert len(reserves) > 3
    assert all(sum(tokens) == 4 and tokens[0] >= 2 for tokens in reserves)  # two politics are known
    owns(game, 0, "alphabet_interdit")  # one artefact symbol
    do(game, 0, PlaceAffinity("alphabet_interdit", "artefact"))
    assert (game.table.veiled[0], game.table.counted[0][4]) == (1, 2)
    assert all(sum(world.table.reserves[0][4:]) == 3 for world in worlds(game, 1, 5))


def test_no_world_holds_more_than_ten_tokens_of_a_kind() -> None:
    """SET-4"""
    game = turn(deal("coordination", "syndicat"), 0)
    has(game, 1, politics=8)
    tell(game, AffinityGained(0, 2, ("artefact", "people")))
    assert {world.table.reserves[0][4] for world in worlds(game, 1, 30)} == {2}


def test_pawns_swapped_unseen_throw_the_two_hands_together_for_a_third() -> None:
    """POL-5, SPY-2"""
    game = deal()
    mine = lay(game, 0, "karst", "citizen", "citizen")
    his = lay(game, 1, "karst", "emissary", "emissary")
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.SwapPawns(),)))
    do(game, 0, Pawn(mine, 0))
    do(game, 0, Pawn(his, 0))
    totals = set()
    for world in worlds(game, 2, 30):
        both = [0, 0, 0]
        for seat in (0, 1):
            for kind in range(3):
                both[kind] += world.table.reserves[seat][1 + kind]
        for key in (mine, his):
            for name in kinds(world, key):
                both[AGENTS.index(name)] += 1
        totals.add(tuple(both))
    assert len(totals) == 1  # what the two have between them can be counted
    assert {kinds(world, mine)[0] for world in worlds(game, 1, 5)} == {"emissary"}


def test_events_tell_where_a_spy_looked_to_all_and_what_to_himself() -> None:
    """SPY-1, GEN-5"""
    game = deal()
    key = lay(game, 1, "karst", "guard")
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.LookAtStack(),)))
    do(game, 0, ChooseStack(key))
    events = do(game, 0, Show())
    assert [event.kind for event in events if isinstance(event, PawnShown)] == ["guard"]
    assert not [event for event in events if isinstance(event, PawnsSwapped)]


def test_every_viewer_has_a_mark_of_his_own() -> None:
    """GEN-5: five seats, the Others, whoever looks on; together they are everyone."""
    marks = [bit(seat) for seat in (0, 1, 2, 3, 4, OTHERS, SPECTATOR)]
    assert len(set(marks)) == 7 and all(mark & EVERYONE == mark for mark in marks)
    assert not any(mark & KIND or pawns.number(pawns.Pawn(mark)) for mark in marks)


def test_a_veiled_token_that_was_traded_is_not_missed_where_it_came_from() -> None:
    """GEN-5, POL-5: one places a token that came by a trade while a veiled one of his was all that
    could be counted; the other places that one. What both have left can still be imagined."""
    game = turn(deal("coordination", "syndicat", "polisec"), 1)
    table = game.table
    tell(game, AffinityGained(0, 1, ("artefact",), "karst"))
    do(game, 1, Propose(0, {"people": 1}, {"artefact": 1}))
    (number,) = table.deals
    do(game, 0, Accept(number))
    unveil(table, 1, "artefact")
    unveil(table, 0, "people")
    assert table.veiled[0] == 0 and table.counted[1][INDEX["artefact"]] == -1
    for seat in (0, 1, 2, SPECTATOR):
        for world in worlds(game, seat, 8):
            had, has_now = (
                sum(sum(either.reserves[s][POLITICS:]) for s in (0, 1))
                for either in (table, world.table)
            )
            assert has_now == had


def test_a_token_that_must_have_been_traded_is_not_imagined_twice() -> None:
    """SET-4, GEN-5, POL-5: one places a token that another was seen to get. Whoever can count the
    rest knows that it came by a trade, and that the placer's own is of another kind."""
    game = turn(deal("coordination", "syndicat", "polisec"), 0)
    table = game.table
    for seat in range(3):
        has(game, seat, politics=0, people=0, artefact=0)
    has(game, 0, artefact=1)
    has(game, 2, artefact=9)
    tell(game, AffinityGained(1, 1, ("people",), "karst"))
    do(game, 0, Propose(1, {"artefact": 1}, {"power": 1}))
    (number,) = table.deals
    do(game, 1, Accept(number))
    owns(game, 1, "alphabet_interdit")
    do(game, 1, PlaceAffinity("alphabet_interdit", "artefact"))
    assert [reserve[POLITICS:] for reserve in table.reserves] == [(0, 0, 0), (0, 1, 0), (0, 0, 9)]
    for seat in (0, 1, 2, SPECTATOR):
        for world in worlds(game, seat, 8):
            assert min(in_supply(world.table).values()) >= 0
            tokens = sum(sum(world.table.reserves[s][POLITICS:]) for s in (0, 1))
            assert tokens == 1
