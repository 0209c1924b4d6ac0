"""What a row tells of its game: taken from the log alone, and it adds up."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec import convert

from clande import kernel
from clande.research.facts import dictopia, diktat
from clande.research.matches import play
from clande.research.plans import drawn_up
from clande.research.rows import GameRow


def played(game: str, preset: str, number: int, bots: str = "random") -> list[GameRow]:
    plan = drawn_up(game, presets=[preset], bots=[bots], facts=True)
    return [play(plan, match) for match in islice(plan.matches(), number)]


@pytest.fixture(scope="module")
def of_diktat() -> list[tuple[GameRow, diktat.DiktatFacts]]:
    """A random game at every table of every mix of configurations, and some of prudent bots."""
    mixes = len(drawn_up("diktat", presets=["every"]).cells)
    rows = played("diktat", "every", mixes) + played("diktat", "base", 4, "prudent")
    return [(row, convert(row.facts, diktat.DiktatFacts)) for row in rows]


def test_the_points_add_up(of_diktat: list[tuple[GameRow, diktat.DiktatFacts]]) -> None:
    """Whatever brought them, their sources are those of the score."""
    for row, facts in of_diktat:
        assert tuple(facts.curve[-1]) == row.scores
        assert tuple(sum(came.values()) for came in facts.sources) == row.scores


def test_in_the_base_game_every_source_has_a_name(
    of_diktat: list[tuple[GameRow, diktat.DiktatFacts]],
) -> None:
    plain = [facts for row, facts in of_diktat if row.mix == "diktat"]
    assert len(plain) >= 8
    assert not [facts for facts in plain for came in facts.sources if diktat.OTHER in came]


def test_a_curve_has_a_place_for_every_cycle(
    of_diktat: list[tuple[GameRow, diktat.DiktatFacts]],
) -> None:
    """And one for the end; where the Others have won, the last cycle may not have closed."""
    for row, facts in of_diktat:
        assert facts.cycle <= facts.cycles
        assert len(facts.curve) - facts.cycle in ([1] if row.winners else [0, 1])


def test_nothing_is_taken_that_was_not_offered(
    of_diktat: list[tuple[GameRow, diktat.DiktatFacts]],
) -> None:
    for row, facts in of_diktat:
        taken = {card for cards in facts.taken for card in cards}
        assert taken <= set(facts.offered)
        assert set(facts.reached) <= set(facts.offered)
        assert len(facts.offered) >= 2 * facts.cycle
        assert len(set(facts.cabals)) == row.seats


def test_the_counts_are_those_of_the_log(
    of_diktat: list[tuple[GameRow, diktat.DiktatFacts]],
) -> None:
    for _, facts in of_diktat:
        assert sum(facts.debts) == facts.heard.get("DebtTaken", 0)
        assert sum(map(len, facts.played)) == facts.heard.get("CabalDeveloped", 0)
        assert sum(facts.broken) == facts.heard.get("OathBroken", 0)
        assert sum(facts.trades) == 2 * facts.heard.get("DealDone", 0)
        assert sum(facts.oaths) == 2 * facts.heard.get("OathSworn", 0)
        assert sum(sum(m.values()) for m in facts.manoeuvres) == facts.heard["ManoeuvreChosen"]
        served = facts.heard.get("ElementUsed", 0) + facts.heard.get("AbilitySpent", 0)
        assert sum(sum(used.values()) for used in facts.used) == served


def test_the_others_games_are_told(of_diktat: list[tuple[GameRow, diktat.DiktatFacts]]) -> None:
    """A configuration's own events are in the count without being listed anywhere."""
    if "others" not in [module.name for module in kernel.books.MODULES["diktat"]]:
        pytest.skip("the Others are not there")
    mixed = [facts for row, facts in of_diktat if "others" in row.mix.split("+")]
    plain = {kind.__name__ for kind in kernel.compose("diktat").events}
    assert mixed and all(set(facts.heard) - plain for facts in mixed)


def test_a_game_of_dictopia_adds_up() -> None:
    rows = [*played("dictopia", "base", 3), *played("dictopia", "mode=solo+cards=9", 1)]
    for row in rows:
        facts = convert(row.facts, dictopia.DictopiaFacts)
        assert len(facts.trials) == 5
        totals = [
            sum(
                t.laid[seat].letters + t.laid[seat].eyes + t.laid[seat].missions
                for t in facts.trials
            )
            for seat in range(row.seats)
        ]
        assert tuple(totals) == row.scores
        for trial in facts.trials:
            for seat, laid in enumerate(trial.laid):
                assert laid.missions == sum(paid[seat] for paid in trial.bonuses.values())
                assert 0 <= laid.on_target <= laid.longest <= len(laid.word) + facts.cards
                assert laid.top >= laid.longest
        assert facts.against_brother == (row.seats == 1)
    assert rows[-1].options["cards"] == 9


def test_big_brothers_points_decide_a_game_alone() -> None:
    """DIC-SOL-2: more points than his, and the game is won."""
    for row in played("dictopia", "mode=solo+cards=8", 6):
        facts = convert(row.facts, dictopia.DictopiaFacts)
        ahead = row.scores[0] > sum(trial.brother for trial in facts.trials)
        assert bool(row.winners) == ahead
