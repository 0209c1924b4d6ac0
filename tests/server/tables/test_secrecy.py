"""G10: non-interference on the bytes sent, and the planted leaks that prove that the test bites."""

from __future__ import annotations

import pytest

from clande.kernel import Header, head
from tests.server.leaks import LEAKS
from tests.server.secrecy import TABLES, Leak, hold, hold_where

GAMES = 27  # `go.py soak secrets` plays as many as one likes
SEEDS = range(4)  # of the games in which a planted leak is looked for


def header(name: str) -> Header:
    return head(name, dict(TABLES)[name], (), {})


@pytest.mark.parametrize("name", [name for name, _ in TABLES])
@pytest.mark.parametrize("part", range(2))
def test_worlds_that_a_viewer_cannot_tell_apart_send_it_the_same_bytes(
    name: str, part: int
) -> None:
    """I1–I5: snapshot, news, offers, refusals, acknowledgements; and silence leaves no trace."""
    compared = 0
    for seed in range(part, GAMES // len(TABLES), 2):
        compared += hold(header(name), 100 + seed, points=1)
    assert compared > 150


def test_whether_one_may_take_back_tells_nothing_of_an_oath_of_others() -> None:
    """GEN-5, POL-4: whoever passes may make a term of a secret oath due. That the two hear of it
    must not keep him from taking back what he did. (Found in a campaign.)"""
    assert hold(header("diktat"), 7179, points=4) > 100


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: str) -> None:
    plant, name, where = LEAKS[leak]
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        with pytest.raises(Leak):
            for seed in SEEDS:
                if where:
                    hold_where(header(name), seed, where)
                else:
                    hold(header(name), seed, points=4)


def test_there_are_leaks_enough() -> None:
    assert len(LEAKS) >= 40
