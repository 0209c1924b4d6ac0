"""What a seat believes of hidden stacks: from its view alone, and true where it knows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from clande.bots import beliefs
from clande.bots.diktat.belief import SURE, belief
from clande.bots.diktat.hearsay import credence, credit, words
from clande.bots.diktat.searching.worlds import believed
from clande.diktat import pawns
from clande.diktat.pawns import KIND
from clande.diktat.politics.terms import Asserts, PawnIs
from clande.diktat.table import EMISSARY, GUARD, Hearsay, Oath
from clande.kernel import QuickLuck, View, head, resample, set_up, view
from clande.text import catalogue
from tests.bots.test_searching import views


def test_chances_are_shared_out_over_every_pawn() -> None:
    for seen, _ in views(4, 15):
        for guess in belief(seen, 12):
            pawns = seen.table.stacks[guess.stack].pawns
            assert len(guess.pawns) == len(pawns) and guess.owner != seen.seat
            for chances in guess.pawns:
                assert SURE - 3 <= sum(chances) <= SURE


def test_what_was_spied_on_is_sure() -> None:
    """[SPY-2]"""
    sure = 0
    for seen, _ in views(2, 3):
        for guess in belief(seen, 6):
            for pawn, chances in zip(
                seen.table.stacks[guess.stack].pawns, guess.pawns, strict=True
            ):
                if pawn & KIND:
                    assert chances[(pawn & KIND) - 1] == SURE
                    sure += 1
    assert sure


def test_it_hangs_on_the_view_alone() -> None:
    for seen, _ in views(3, 20):
        twin = view(resample(seen, QuickLuck(9)), seen.seat)
        assert belief(twin, 8) == belief(seen, 8)


def sworn(seen: View[Any], stack: int, kind: str, broken: int) -> View[Any]:
    """The same view, in which the owner of a stack has sworn what its top pawn is."""
    there = seen.table.stacks[stack]
    between = (there.owner, seen.seat)
    statement = PawnIs(pawns.number(there.pawns[0]), kind)
    oath = Oath(between, between, (Asserts(there.owner, statement),), "game", sworn=True)
    table = structs.replace(seen.table, oaths={1: oath}, words_broken={there.owner: broken})
    return structs.replace(seen, table=table)


def test_a_sworn_word_weighs_as_much_as_whoever_gave_it() -> None:
    """[POL-4, POL-8]"""
    tried = 0
    for seen, _ in views(2, 9):
        for key, stack in seen.table.stacks.items():
            if stack.owner == seen.seat or stack.pawns[0] & KIND or len(stack.pawns) < 3:
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
    table = views(4, 1)[0][0].table
    unknown = structs.replace(table, words_kept={}, words_broken={})
    honest = structs.replace(table, words_kept={1: 5}, words_broken={})
    liar = structs.replace(table, words_kept={1: 1}, words_broken={1: 2})
    assert credit(honest, 1) > credit(unknown, 1) > credit(liar, 1)


def claimed(seen: View[Any], stack: int, by: int, kind: str, true: int, false: int) -> View[Any]:
    """The same view, in which somebody has claimed what the top pawn of a stack is, who was right
    and wrong so often before."""
    said = PawnIs(pawns.number(seen.table.stacks[stack].pawns[0]), kind)
    heard = {by * 8 + seen.seat: Hearsay((by, seen.seat), (said,), true, false)}
    return structs.replace(seen, table=structs.replace(seen.table, hearsay=heard))


@pytest.mark.slow
def test_a_claim_weighs_by_what_came_of_earlier_ones() -> None:
    """[POL-2] From a truthful source it moves the chances, from a stranger a little, from a proven
    liar hardly at all; and the more so if he speaks of his own pawns."""
    tried = 0
    for seen, _ in views(4, 9):
        for key, stack in seen.table.stacks.items():
            if stack.owner == seen.seat or stack.pawns[0] & KIND or len(stack.pawns) < 2:
                continue
            third = next(s for s in range(4) if s not in (seen.seat, stack.owner))
            plain, liar, stranger, own, truthful = (
                next(g.pawns[0][EMISSARY - 1] for g in belief(v, 60) if g.stack == key)
                for v in (
                    seen,
                    claimed(seen, key, third, "emissary", 0, 3),
                    claimed(seen, key, third, "emissary", 0, 0),
                    claimed(seen, key, stack.owner, "emissary", 4, 0),
                    claimed(seen, key, third, "emissary", 4, 0),
                )
            )
            if SURE // 5 < plain < SURE * 4 // 5:
                assert abs(liar - plain) < SURE // 50
                assert plain < stranger < truthful and plain < own < truthful
                assert truthful - plain > SURE // 8
                tried += 1
    assert tried > 3


def test_searchers_imagine_what_they_were_told() -> None:
    """[POL-2, POL-4] Their worlds agree with a truthful source more often than without his word,
    and with a proven liar no more often; what the seat sees stays the same."""
    plain = truthful = liar = 0
    for seen, _ in views(4, 9):
        for key, stack in seen.table.stacks.items():
            if stack.owner == seen.seat or stack.pawns[0] & KIND or len(stack.pawns) < 2:
                continue
            third = next(s for s in range(4) if s not in (seen.seat, stack.owner))
            told = claimed(seen, key, third, "guard", 4, 0)
            lied = claimed(seen, key, third, "guard", 0, 3)
            for draw in range(20):
                found = [believed(v, QuickLuck(draw)) for v in (seen, told, lied)]
                kinds = [game.table.stacks[key].pawns[0] & KIND == GUARD for game in found]
                plain, truthful, liar = plain + kinds[0], truthful + kinds[1], liar + kinds[2]
            assert view(believed(told, QuickLuck(3)), seen.seat).table.stacks == seen.table.stacks
    assert truthful * 10 > plain * 15 and abs(liar - plain) * 10 < plain


def test_a_claim_that_a_seat_has_seen_to_be_false_costs_credence() -> None:
    """[POL-2] What one has spied on oneself proves a liar, too; who has broken oaths is doubted."""
    for seen, _ in views(2, 3):
        for key, stack in seen.table.stacks.items():
            if stack.owner != seen.seat and stack.pawns[0] & KIND == EMISSARY:
                lied = claimed(seen, key, stack.owner, "guard", 0, 0)
                told = claimed(seen, key, stack.owner, "emissary", 0, 0)
                blank = Hearsay((stack.owner, seen.seat), ())
                rows = [next(iter(v.table.hearsay.values())) for v in (lied, told)]
                wrong, right = (credence(seen.table, seen.seat, row) for row in rows)
                assert wrong < credence(seen.table, seen.seat, blank) < right
                perjured = structs.replace(seen.table, words_broken={stack.owner: 2})
                assert credence(perjured, seen.seat, blank) < credence(seen.table, seen.seat, blank)
                return
    raise AssertionError("nobody has seen an emissary")


def test_nobody_heeds_what_he_has_said_himself() -> None:
    """[POL-2] The row lies before both."""
    for seen, _ in views(3, 9):
        for key in seen.table.stacks:
            other = (seen.seat + 1) % 3
            heard = claimed(seen, key, other, "guard", 3, 0)
            assert words(heard.table, seen.seat) and not words(heard.table, other)


def test_hints_are_said_in_both_languages() -> None:
    for seen, _ in views(3, 30):
        for key, values in beliefs(seen):
            for lang in ("fr", "en"):
                assert catalogue(lang).fill(key, values).endswith(".")
    start = set_up(head("diktat", 2, (), {}), QuickLuck(1), "none")
    assert beliefs(view(start, 0)) == [("diktat.belief.nothing", {})]
