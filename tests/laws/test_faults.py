"""The laws bite: each planted fault is caught, and each law catches one that no other does."""

from __future__ import annotations

import pytest

from clande.diktat.configurations.leagues.phase import LeaguePhase
from clande.kernel import head
from clande.testing import LAWS, SECRETS, LawBroken
from tests.laws.elsewhere import repeats_elsewhere
from tests.laws.faults import ALONE, FAULTS, say_it_is_open
from tests.laws.tables import beginning, scenes

TABLES = [(seats, seed) for seed in range(5) for seats in (3, 4)]
WATCHED = 60  # decisions of a game in which no other law must catch the fault
EVERY_LAW = [*LAWS, "repeats elsewhere"]


def caught(fault: str, law: str, tables: list[tuple[int, int]], limit: int | None = None) -> str:
    """What a law says of a fault, in so many decisions of each game; empty if it lets it pass."""
    if law == "repeats elsewhere":
        return repeats_elsewhere(["contraband"], "all", 0, fault)
    plant, _ = FAULTS[fault]
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        try:
            for _, start in scenes("contraband") if law in SECRETS else ():
                SECRETS[law](start, 0, 4)
            for seats, seed in tables:
                LAWS[law](beginning(head("contraband", seats, (), {}), seed), seed, limit)
        except LawBroken as broken:
            return str(broken)
    return ""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str) -> None:
    _, law = FAULTS[fault]
    assert caught(fault, law, TABLES), f"{law} lets {fault} pass"


@pytest.mark.slow
@pytest.mark.parametrize("law", EVERY_LAW)
def test_without_this_law_a_fault_would_live(law: str) -> None:
    fault = ALONE[law]
    others = [other for other in LAWS if other != law]
    catches = {other: caught(fault, other, TABLES[:1], limit=WATCHED) for other in others}
    assert catches == dict.fromkeys(others, "")


@pytest.mark.slow
def test_other_processes_catch_none_of_these_faults() -> None:
    """All of them in the same processes: to start one takes longer than to play in it."""
    assert repeats_elsewhere(["contraband"], "all", 0, *(ALONE[law] for law in LAWS)) == ""


def test_a_league_phase_that_is_said_to_be_open_is_caught() -> None:
    """LEA-2: the house would answer for whoever cannot pay for a league. It shows where somebody
    has traded, so not in every game."""
    headers = [head("diktat", seats, ("nuit", "leagues"), {}) for seats in (4, 5)]
    with pytest.MonkeyPatch.context() as patch:
        say_it_is_open(patch, LeaguePhase, "choose")
        with pytest.raises(LawBroken, match=r"open choices: .* LeaguePhase\.choose"):
            for seed in range(5):
                for header in headers:
                    LAWS["open choices"](beginning(header, seed), seed)


def test_there_are_faults_enough() -> None:
    assert len(FAULTS) >= 24
    assert set(ALONE) == set(EVERY_LAW)
