"""What a seat believes of hidden stacks: from its view alone, and true where it knows."""

from __future__ import annotations

from msgspec import structs

from clande.bots import beliefs
from clande.bots.diktat.belief import SURE, belief, credit
from clande.diktat.table import EMISSARY, Oath
from clande.diktat.terms import Asserts, PawnIs
from clande.kernel import QuickLuck, View, head, resample, set_up, view
from clande.text import catalogue
from tests.bots.test_searching import views


def test_chances_are_shared_out_over_every_pawn() -> None:
    for seen, _ in views(4, 15):
        for guess in belief(seen, 12):
            pawns = seen.table["stacks"][guess.stack].pawns
            assert len(guess.pawns) == len(pawns) and guess.owner != seen.seat
            for chances in guess.pawns:
                assert SURE - 3 <= sum(chances) <= SURE


def test_what_was_spied_on_is_sure() -> None:
    """[SPY-2]"""
    sure = 0
    for seen, _ in views(2, 3):
        for guess in belief(seen, 6):
            for pawn, chances in zip(
                seen.table["stacks"][guess.stack].pawns, guess.pawns, strict=True
            ):
                if pawn & 3:
                    assert chances[(pawn & 3) - 1] == SURE
                    sure += 1
    assert sure


def test_it_hangs_on_the_view_alone() -> None:
    for seen, _ in views(3, 20):
        twin = view(resample(seen, QuickLuck(9)), seen.seat)
        assert belief(twin, 8) == belief(seen, 8)


def sworn(seen: View, stack: int, kind: str, broken: int) -> View:
    """The same view, in which the owner of a stack has sworn what its top pawn is."""
    there = seen.table["stacks"][stack]
    between = (there.owner, seen.seat)
    statement = PawnIs(there.pawns[0] >> 10, kind)
    oath = Oath(between, between, (Asserts(there.owner, statement),), "game", sworn=True)
    more = {"oaths": {1: oath}, "words_broken": {there.owner: broken}}
    return structs.replace(seen, table={**seen.table, **more})


def test_a_sworn_word_weighs_as_much_as_whoever_gave_it() -> None:
    """[POL-4, POL-8]"""
    tried = 0
    for seen, _ in views(2, 9):
        for key, stack in seen.table["stacks"].items():
            if stack.owner == seen.seat or stack.pawns[0] & 3 or len(stack.pawns) < 3:
                continue
            plain, believed, doubted = (
                next(g.pawns[0][EMISSARY - 1] for g in belief(v, 60) if g.stack == key)
                for v in (seen, sworn(seen, key, "emissary", 0), sworn(seen, key, "emissary", 4))
            )
            if SURE // 5 < plain < SURE * 4 // 5:
                assert believed > plain > doubted
                tried += 1
    assert tried


def test_words_kept_and_broken_make_the_credit() -> None:
    honest = {"words_kept": {1: 5}, "words_broken": {}}
    liar = {"words_kept": {1: 1}, "words_broken": {1: 2}}
    assert credit(honest, 1) > credit({"words_kept": {}, "words_broken": {}}, 1) > credit(liar, 1)


def test_hints_are_said_in_both_languages() -> None:
    for seen, _ in views(3, 30):
        for key, values in beliefs(seen):
            for lang in ("fr", "en"):
                assert catalogue(lang).fill(key, values).endswith(".")
    start = set_up(head("diktat", 2, (), {}), QuickLuck(1), False)
    assert beliefs(view(start, 0)) == [("diktat.belief.nothing", {})]
