"""Whole games: never an illegal act, always an end, the same game from the same seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from clande import games
from clande.bots import BOTS, find, playing, usual
from clande.kernel import QuickLuck, Unreadable, head, outcome, set_up
from clande.kernel.text import write
from tests.bots.tables import mixed, played, table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_mixed_games_end_without_an_illegal_act(seats: int, seed: int) -> None:
    game = table(seats, seed)
    acts = sum(1 for _ in played(game, mixed(seats, seed), seed))
    assert outcome(game) is not None
    assert acts < 3000


@pytest.mark.parametrize("seats", [2, 5])
def test_prudent_bots_among_themselves_come_to_an_end(seats: int) -> None:
    for seed in range(2):
        game = table(seats, seed)
        for _ in played(game, dict.fromkeys(range(seats), BOTS["prudent"]), seed):
            pass
        assert outcome(game) is not None


def test_the_random_bot_plays_any_game() -> None:
    book = games.find("examples/contraband")
    for seats in book.seats:
        game = set_up(head(book.name, seats, (), {}), QuickLuck(seats), "none")
        bots = dict.fromkeys(range(seats), find("random", book.name))
        unasked = sum(not asked for _, _, asked in playing(game, bots, QuickLuck(1)))
        assert outcome(game) is not None
        assert unasked


def test_a_bot_plays_the_games_it_knows() -> None:
    assert (usual("diktat"), usual("contraband")) == ("prudent", "random")
    assert usual("dictopia") == "copiste"
    assert find("prudent", "diktat") is BOTS["prudent"]
    with pytest.raises(Unreadable, match="no bot 'prudent' plays contraband; there are: random"):
        find("prudent", "contraband")


SCRIPT = """
from tests.bots.test_legal import story
print(story())
"""


def story() -> str:
    """All acts of a game, in words."""
    acts = played(table(3, 3), mixed(3, 6), 3)
    return "\n".join(f"{seat} {write(choice.action)} {choice.reason}" for seat, choice in acts)


def test_the_same_seed_gives_the_same_game_whatever_the_order_of_hashes() -> None:
    told = story()
    for order in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": order, "PYTHONUTF8": "1"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, encoding="utf-8", env=env
        )
        assert done.stderr == ""
        assert done.stdout.strip() == told
