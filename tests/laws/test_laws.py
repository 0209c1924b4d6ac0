"""Every game obeys every law: from its set-up, at tables where every two of its modules and numbers
of seats meet, and from the scene of every case. `go.py soak laws` goes over all tables."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clande.kernel import Header
from clande.testing import LAWS, SECRETS, Start
from tests.laws.elsewhere import repeats_elsewhere
from tests.laws.tables import (
    beginning,
    every_preset,
    every_table,
    name_of,
    pairs,
    pairwise,
    registered,
    scenes,
)

TABLES = list(every_table())
PAIRWISE = pairwise(TABLES)
QUICK = [law for law in LAWS if law not in ("admits", "blind stories", "stays", "survives")]


# A whole game of Diktat would take some laws minutes: here they watch its beginning, from the
# scenes of its cases its middle, and `go.py soak laws` all of it.
BEGINNING = {"diktat": 40}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("header", PAIRWISE, ids=name_of)
def test_every_game_obeys(header: Header, law: str) -> None:
    LAWS[law](beginning(header, 0), 0, BEGINNING.get(header.game))


@pytest.mark.parametrize(("name", "header"), list(every_preset()))
def test_every_preset_obeys(name: str, header: Header) -> None:
    for law in LAWS.values():
        law(beginning(header, 1), 1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("law", QUICK)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(header=st.sampled_from(TABLES), seed=st.integers(1, 2**40))
def test_whatever_the_seed(law: str, header: Header, seed: int) -> None:
    LAWS[law](beginning(header, seed), seed, BEGINNING.get(header.game))


# One law a scene here, in turn; `go.py soak laws` runs them all from each, and for longer.
@pytest.mark.parametrize(
    ("name", "start", "law"),
    [(name, start, tuple(SECRETS)[i % len(SECRETS)]) for i, (name, start) in enumerate(scenes())],
)
def test_secrets_are_kept_from_every_scene_on(name: str, start: Start, law: str) -> None:
    SECRETS[law](start, 0, 2)


@pytest.mark.slow
def test_other_processes_play_the_same_games() -> None:
    assert repeats_elsewhere(registered(), "pairwise", 0) == ""


def test_every_two_facts_of_a_table_meet() -> None:
    """Every game, module and number of seats, each of them with each other where that is played."""
    wanted = set().union(*map(pairs, TABLES))
    assert set().union(*map(pairs, PAIRWISE)) == wanted
    assert (("game", "diktat"), ("seats", 2)) in wanted
    assert {game for (_, game), _ in wanted if game in registered()} == set(registered())
    assert len(PAIRWISE) < len(TABLES)
