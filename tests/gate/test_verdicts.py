"""The gate for speed: what follows from what was measured. The figures are recorded ones."""

from __future__ import annotations

import pytest

from tools.gate.measuring import Measure, Run, Sample
from tools.gate.verdicts import Row, by_pairs, by_spread, compare, passes, table

# CPU seconds of one workload on a busy machine, pair by pair: the same program twice, and a
# program that does 8 % more.
CALM = [0.1849, 0.1829, 0.1510, 0.1557, 0.1729, 0.1887, 0.1640, 0.1702]
SAME = [0.1729, 0.1887, 0.1557, 0.1510, 0.1849, 0.1829, 0.1655, 0.1698]
MORE = [0.1998, 0.1969, 0.1644, 0.1680, 0.1852, 0.2031, 0.1769, 0.1850]


def runs(costs: list[float], acts: int = 100, check: str = "c0ffee") -> list[Run]:
    return [{"play": Sample(acts, check, cost)} for cost in costs]


def judged(
    before: list[Run],
    after: list[Run],
    measure: Measure,
    limit: float = 1.01,
    per_act: bool = False,
) -> Row:
    rehearsal = before[0], after[0]
    (row,) = compare(rehearsal, before, after, measure, limit, per_act)
    return row


def test_the_noise_of_instructions_is_how_far_a_tree_differs_from_itself() -> None:
    ratio = by_spread([1000.0, 1002.0], [1010.0, 1012.0])
    assert ratio.value == pytest.approx(2022 / 2002)
    assert ratio.value - ratio.low == pytest.approx(ratio.value * 2 / 1001)
    assert ratio.high - ratio.value == pytest.approx(ratio.value * 2 / 1001)


def test_the_noisier_tree_counts() -> None:
    quiet, noisy = [1000.0, 1000.0], [990.0, 1010.0]
    for ratio in (by_spread(quiet, noisy), by_spread(noisy, quiet)):
        assert (ratio.low, ratio.high) == pytest.approx((0.98, 1.02))


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        ([1000.0, 1002.0], "same"),
        ([1009.0, 1011.0], "unclear"),  # 1.009: the noise reaches beyond the limit
        ([1012.0, 1014.0], "unclear"),  # 1.012 ± 0.002: beyond, by no more than the noise
        ([1020.0, 1022.0], "slower"),
        ([989.0, 991.0], "same"),
        ([980.0, 982.0], "faster"),
    ],
)
def test_instructions_are_slower_beyond_limit_and_noise(after: list[float], verdict: str) -> None:
    assert judged(runs([1000.0, 1002.0]), runs(after), "instructions").verdict == verdict


def test_a_higher_limit_lets_more_through() -> None:
    before, after = runs([1000.0, 1000.0]), runs([1040.0, 1040.0])
    assert judged(before, after, "instructions").verdict == "slower"
    assert judged(before, after, "instructions", limit=1.05).verdict == "same"


def test_time_is_slower_only_if_the_whole_interval_is_beyond_the_limit() -> None:
    assert judged(runs(CALM), runs(MORE), "time").verdict == "slower"
    assert judged(runs(CALM), runs(SAME), "time").verdict == "unclear"
    assert judged(runs(CALM), runs(MORE), "time", limit=1.08).verdict == "unclear"
    assert judged(runs(MORE), runs(CALM), "time").verdict == "faster"


def test_time_is_compared_pair_by_pair() -> None:
    """A machine that gets slower in the middle slows both of a pair."""
    before = [1.0] * 4 + [3.0] * 4
    ratio = by_pairs(before, [1.05 * seconds for seconds in before])
    assert (ratio.low, ratio.value, ratio.high) == pytest.approx((1.05, 1.05, 1.05))


def test_one_pair_that_was_disturbed_decides_nothing() -> None:
    before = [1.0] * 12
    ratio = by_pairs(before, [1.0] * 11 + [4.0])
    assert ratio.value == 1.0 and ratio.high < 1.01


def test_costs_are_those_of_an_act() -> None:
    row = judged(runs([5e6, 5e6]), runs([5e6, 5e6]), "instructions")
    assert row.before == row.after == 5e4
    assert "50.0" in table([row], "instructions")


@pytest.mark.parametrize("differing", [{"acts": 101}, {"check": "f00d"}])
def test_other_games_are_not_compared_unless_asked(differing: dict[str, int | str]) -> None:
    before = runs([1000.0, 1000.0])
    after = runs([1000.0, 1000.0], **differing)  # type: ignore[arg-type]
    row = judged(before, after, "instructions")
    assert (row.verdict, row.ratio) == ("other games", None)
    assert not passes([row])
    meant = judged(before, after, "instructions", per_act=True)
    assert meant.verdict in ("same", "faster") and meant.ratio is not None


def test_a_tree_that_plays_otherwise_each_time_is_not_compared() -> None:
    restless = [*runs([1000.0]), *runs([1000.0], check="f00d")]
    row = judged(runs([1000.0, 1000.0]), restless, "instructions")
    assert row.verdict == "not repeatable" and not passes([row])


def test_workloads_of_one_tree_only_are_named() -> None:
    old: Run = {"play": Sample(1, "a", 1.0), "chess": Sample(1, "a", 1.0)}
    new: Run = {"play": Sample(1, "a", 1.0), "views": Sample(1, "a", 1.0)}
    rows = compare((old, new), [old, old], [new, new], "instructions", 1.01, False)
    assert {row.name: row.verdict for row in rows} == {
        "play": "same",
        "views": "new",
        "chess": "gone",
    }
    assert not passes(rows)
    assert passes([row for row in rows if row.name != "chess"])


def test_nothing_compared_is_no_pass() -> None:
    assert not passes([])
    assert not passes([Row("play", "new")])


def test_the_table_has_a_line_for_each_workload() -> None:
    rows = [
        judged(runs([1e6, 1e6]), runs([1.02e6, 1.02e6]), "instructions"),
        Row("views", "new"),
    ]
    title, play, views, *_ = table(rows, "instructions").splitlines()
    assert title.split() == ["workload", "before", "after", "ratio", "interval", "verdict"]
    assert play.split() == ["play", "10.0", "10.2", "1.0200", "1.0200–1.0200", "slower"]
    assert views.split() == ["views", "–", "–", "–", "–", "new"]
