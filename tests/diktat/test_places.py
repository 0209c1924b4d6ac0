"""The named places of the book, filled by a small configuration of the tests' own. [SET-6]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from clande.diktat.actions import Assassinate, ChooseSector, Pawn, RejectCard, TakeCard, TakeMarker
from clande.diktat.book import EffectRule, is_standing, owner_of, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.possible import possible
from clande.diktat.effects.references import Use
from clande.diktat.effects.rows import EFFECTS
from clande.diktat.events import Gained, PawnKilled, Scored, SectorRevealed
from clande.diktat.pawns import create
from clande.diktat.politics.actions import Say, ShowGoods
from clande.diktat.rules.board import Assassination, preys
from clande.diktat.rules.ending import Ending
from clande.diktat.rules.resolution import Conquest, Resolution
from clande.diktat.rules.trophies import has_trophy, trophies
from clande.diktat.table import OTHERS, Game, OwnedMarker, Stack, goods
from clande.kernel import Done, Frame, Next, Speech, tell
from clande.kernel.books import BOOKS
from tests.diktat.scenes import (
    at,
    deal,
    do,
    holds,
    lay,
    of_kind,
    options,
    power,
    refused,
    track,
    turn,
    under_way,
)

Fill = Callable[..., None]


@pytest.fixture
def fill(monkeypatch: pytest.MonkeyPatch) -> Fill:
    """Puts things into places of the book."""

    def filled(**places: Any) -> None:
        base = BOOKS["diktat"]
        monkeypatch.setitem(BOOKS, "diktat", structs.replace(base, **places))

    return filled


class Struck(Frame):
    """What a strike at something else than a pawn does here: it gives 1 VP."""

    def start(self, game: Game, _: object) -> Next:
        tell(game, Scored(0, 1, "strike"))
        return Done()


def test_trophies_can_be_barred(fill: Fill) -> None:
    """TRO-1, OTH-12: for a seat, in a sector, one by one."""
    game = deal()
    track(game, "vendetta")
    sector = pages(game).index.content.opportunities["vendetta"].sector
    free = trophies(game, 0, sector)
    assert TakeCard("vendetta") in free and TakeMarker(sector) in free

    def bar(game: Game, seat: int, where: str, trophy: object) -> bool:
        return seat == 0 and where == sector and isinstance(trophy, TakeCard | RejectCard)

    fill(barred=(bar,))
    assert trophies(game, 0, sector) == [t for t in free if isinstance(t, TakeMarker)]
    assert TakeCard("vendetta") in trophies(game, 1, sector)
    assert has_trophy(game, 0, sector)
    fill(barred=(bar, lambda game, seat, sector, trophy: True))
    assert trophies(game, 1, sector) == [] and not has_trophy(game, 1, sector)


def test_a_conquest_can_be_stopped(fill: Fill) -> None:
    """OTH-8: nobody takes anything."""
    game = deal()
    game.table.resolving, game.table.arena = "karst", {0: (0, 0, 1)}
    fill(stops_conquest=(lambda game, sector: sector == "karst",))
    at(game, Conquest(sector="karst"))
    assert game.table.arena == {} and type(game.stack[-1]).__name__ == "Turn"


def test_a_sector_is_cleared_of_more(fill: Fill) -> None:
    """RES-6, OTH-9: once it is resolved, knowing who won it."""
    game = deal()
    game.table.resolving, game.table.arena = "karst", {1: (0, 0, 1)}
    fill(cleared=(lambda game, sector, winner: [Scored(winner, 2, sector)],))
    at(game, Conquest(sector="karst"))
    assert TakeMarker("karst") in options(game, 1)
    events = do(game, 1, TakeMarker("karst"))
    assert Scored(1, 2, "karst") in of_kind(events, Scored) and game.table.arena == {}


def test_leftovers_are_told_at_the_end_of_the_resolution(fill: Fill) -> None:
    """RES-7, OTH-10: after the attack."""
    game = deal()
    game.table.hidden = None
    fill(leftovers=lambda game: [Scored(2, 3, "leftover")])
    under_way(game, Resolution(step="name"), phase=4)
    assert of_kind(list(game.log or []), Scored) == [Scored(2, 3, "leftover")]
    assert game.table.vp[2] == 3


def test_a_game_has_other_ends_and_penalties(fill: Fill) -> None:
    """END-1, END-3, LEA-10, OTH-11"""
    game = deal()
    fill(penalties=(lambda game: [Scored(1, -1, "penalty")],))
    under_way(game, Ending(), phase=5)
    assert game.table.vp == [0, -1, 0]


def test_something_else_than_a_pawn_can_be_struck(fill: Fill) -> None:
    """KILL-1, OTH-14: the manoeuvre is open for it alone, and goes on after it."""
    game = turn(deal(), 0)
    assert Assassinate() not in options(game, 0)
    target = ChooseSector("karst")
    fill(
        targets=(lambda game, seat, sectors: [target] if seat == 0 else [],),
        strikes={ChooseSector: lambda game, seat, action: Struck()},
        frames=(*BOOKS["diktat"].frames, Struck),
    )
    turn(game, 0)
    game.table.assassins[0] = 1
    do(game, 0, Assassinate())
    assert options(game, 0) == [target]
    assert preys(game, 0) == [target] and preys(game, 1) == [] == preys(game, 0, only=1)
    do(game, 0, target)
    assert game.table.vp[0] == 1 and target in options(game, 0)


@pytest.mark.parametrize(("kind", "gained"), [("guard", 2), ("emissary", 0), ("citizen", 0)])
def test_one_plays_for_those_who_are_never_asked(kind: str, gained: int) -> None:
    """OTH-7: until a guard, and he may not stop; the owner of a guard is paid by the reserve."""
    game = deal()
    key = lay(game, 0, "karst", kind, "citizen")
    before, others = power(game, 0), power(game, 1)
    at(game, Assassination(seat=OTHERS, shots=2, only=key, decides=1))
    assert options(game, 1) == [Pawn(key, 0), Pawn(key, 1)]
    events = do(game, 1, Pawn(key, 0))
    assert of_kind(events, PawnKilled)[0].by == OTHERS
    assert (power(game, 0), power(game, 1)) == (before + gained, others)
    paid = [(g.amounts["power"], g.source) for g in of_kind(events, Gained)]
    assert paid == ([(gained, "assassination")] if gained else [])
    if kind == "guard":
        assert type(game.stack[-1]).__name__ == "Turn"
    else:
        assert options(game, 1) == [Pawn(key, 0)]


def test_effects_of_a_configurations_own(fill: Fill) -> None:
    """GEN-19, OTH-13"""
    game = deal()
    use = Use(0, 0, "x")
    assert not possible(game, (v.MoveOthers(),), use)
    row = EffectRule(lambda game, effect, use, public: True, lambda game, effect, use: Struck())
    fill(
        effects={**EFFECTS, v.MoveOthers: row},
        frames=(*BOOKS["diktat"].frames, Struck),
    )
    assert possible(game, (v.MoveOthers(),), use)
    at(game, Performing(use=use, effects=(v.MoveOthers(),)))
    assert game.table.vp[0] == 1


def test_talk_to_some_only_can_be_forbidden(fill: Fill) -> None:
    """POL-2, LEA-11: one speaks to those one may whisper to, or to all."""
    game = turn(deal(), 0)
    fill(may_write=(lambda game, writer, other: {writer, other} != {0, 2},))
    assert refused(game, 0, Say("oui", (2,))) == ("POL-2",)
    assert refused(game, 0, ShowGoods({}, (2,))) == ("POL-2",)
    do(game, 0, Say("oui", (1,)))
    do(game, 0, Say("oui", (1, 2)))
    do(game, 1, Say("oui", (2,)))


def test_one_way_of_telling_can_be_closed(fill: Fill) -> None:
    """POL-2, OTH-7: the first tells the second nothing, who may still tell the first."""
    game = turn(deal(), 0)
    fill(may_tell=(lambda game, teller, other: (teller, other) != (0, 2),))
    assert refused(game, 0, Say("oui", (2,))) == ("POL-2",)
    assert refused(game, 0, Say("oui", (1, 2))) == ("POL-2",)
    do(game, 0, Say("oui", (1,)))
    do(game, 2, Say("oui", (0,)))
    assert pages(game).speech(game, 0) == Speech(False, (1,))
    assert pages(game).speech(game, 2) == Speech(True, (0, 1))


def test_stacks_of_the_others_take_a_place_and_are_no_players() -> None:
    """SEND-2, RES-2, OTH-2, OTH-17"""
    game = deal()
    game.table.stacks[900] = Stack(OTHERS, "karst", (create("citizen", 901),))
    assert pages(game).room(game, 0)["karst"] == 1 and pages(game).room(game, 0)["josefov"] == 2
    tell(
        game,
        SectorRevealed("karst", ((OTHERS, create("citizen", 901)), (0, create("emissary", 902)))),
    )
    assert game.table.arena == {OTHERS: (1, 0, 0), 0: (0, 0, 1)}
    assert pages(game).takers(game, ()) == (0,)


def test_revealed_agents_are_counted_off() -> None:
    """RES-2, GEN-5: agents only, each of its kind."""
    game = deal()
    before = game.table.counted[0]
    kinds = ("citizen", "citizen", "emissary")
    turned_up = tuple([(0, create(kind, 900 + i)) for i, kind in enumerate(kinds)])
    tell(game, SectorRevealed("karst", turned_up))
    after = goods({"citizen": 2, "emissary": 1})
    assert [a - b for a, b in zip(before, game.table.counted[0], strict=True)] == list(after)


def test_whose_an_element_is() -> None:
    """GEN-12: nobody's, if it is not in play."""
    game = deal()
    holds(
        game, 1, OwnedMarker("karst"), OwnedMarker("josefov"), OwnedMarker("josefov", 2, apart=True)
    )
    assert owner_of(game, "karst/1") == 1 == owner_of(game, "josefov/1/2")
    assert owner_of(game, "karst/0") == -1 == owner_of(game, "karst/1/2")
    assert owner_of(game, "screen/garde_noire") == 1
    assert owner_of(game, "screen/pegre") == -1 == owner_of(game, "vendetta")


def test_what_only_says_how_things_are() -> None:
    """GEN-14: every effect of a clause, on every branch of a condition."""
    immune, swap = v.Immune(), v.Exchange((v.Goods(v.Good.POWER),), (v.Get(v.Good.SPY),))
    assert is_standing((immune,)) and is_standing((immune, v.If(v.IsLast(), (immune,))))
    assert not is_standing((immune, swap)) and not is_standing((swap,))
    assert not is_standing((v.If(v.IsLast(), (immune,), (swap,)),))
    assert not is_standing((v.If(v.IsLast(), (swap,), (immune,)),))
