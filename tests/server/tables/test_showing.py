"""For how long a table shows what has happened, by kinds of events and nothing else."""

from __future__ import annotations

import pytest

from clande.server.http.schemas.tables import Pace
from clande.server.tables.showing import BOTS_NEED, GRANULES, HOLDS, LENGTHS, TEMPOS, Hold, Showing

NOW = 1_000_000
PACES: tuple[Pace, ...] = ("pose", "normal", "fast", "instant")
SHOWN_PACES: tuple[Pace, ...] = ("pose", "normal", "fast")


def at(pace: Pace = "normal") -> Showing:
    return Showing(pace, until=NOW, began=NOW)


def shown(showing: Showing, *kinds: str, now: int = NOW, announced: bool = False) -> int:
    return showing.show(now, kinds, announced, bots=False)


def test_an_event_is_shown_for_the_length_of_its_kind() -> None:
    for kind in ("reveal", "turn", "act"):
        showing = at()
        assert shown(showing, kind) == LENGTHS[kind]
        assert showing.until == NOW + LENGTHS[kind]
    assert shown(at(), "act", "glance") == LENGTHS["act"] + LENGTHS["glance"]
    assert shown(at("pose"), "act") == 2 * LENGTHS["act"]
    assert shown(at("fast"), "act") == LENGTHS["act"] * 33 // 100
    assert shown(at("instant"), "reveal", "act") == 0


@pytest.mark.parametrize("pace", PACES)
def test_whatever_is_shown_is_shown_for_a_moment_at_least(pace: Pace) -> None:
    assert shown(at(pace), "beside") == TEMPOS[pace].least
    assert shown(at(pace), "nothing") == shown(at(pace)) == 0


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("bots", [False, True])
def test_what_nobody_else_is_shown_leaves_no_trace(pace: Pace, bots: bool) -> None:
    """However long ago the last showing ended: a time that moved would tell of it."""
    for until in (NOW - 60_000, NOW, NOW + 1000):
        for kinds in ((), ("nothing",), ("nothing", "nothing")):
            showing = Showing(pace, until=until, began=NOW - 60_000, spent=5000)
            before = showing.copy()
            assert showing.show(NOW, kinds, announced=False, bots=bots) == 0
            assert showing == before


@pytest.mark.parametrize("pace", PACES)
def test_no_screen_is_further_behind_than_the_backlog(pace: Pace) -> None:
    showing = at(pace)
    for _ in range(20):
        shown(showing, "reveal", "turn", "act")
        assert showing.until <= NOW + TEMPOS[pace].backlog
    assert showing.until == NOW + TEMPOS[pace].backlog
    assert showing.spent == TEMPOS[pace].backlog  # only what is really shown is paid for


@pytest.mark.parametrize("pace", SHOWN_PACES)
def test_a_cycle_is_shown_for_its_purse_at_most(pace: Pace) -> None:
    """Whatever happens in it; and its end has what was reserved for it."""
    tempo, showing, now = TEMPOS[pace], at(pace), NOW
    before, first = NOW, 0
    for _ in range(2000):
        first = first or shown(showing, "reveal", now=now)
        before, now = showing.until, max(showing.until, now + 1)
        longer = shown(showing, "reveal", "act", now=now)
        remaining = tempo.purse - (showing.spent - longer)
        assert longer <= max(0, remaining - tempo.reserve) // 8  # a share of what remains
        assert showing.until >= before
    assert first == LENGTHS["reveal"] * tempo.percent // 100
    assert showing.spent <= tempo.purse - tempo.reserve
    assert tempo.purse - tempo.reserve - showing.spent < 8  # all but nothing
    end = shown(showing, "closing", now=showing.until)
    assert end == LENGTHS["closing"] * tempo.percent // 100
    assert showing.spent <= tempo.purse


@pytest.mark.parametrize("pace", SHOWN_PACES)
def test_another_cycle_has_another_purse_and_other_holds(pace: Pace) -> None:
    tempo = TEMPOS[pace]
    showing = Showing(pace, until=NOW, spent=tempo.purse, used={0: HOLDS, 1: 2})
    assert shown(showing, "reveal") == 0
    assert not showing.hold(0, NOW, bounded=True)
    length = shown(showing, "act", "opening")
    assert length == (LENGTHS["opening"] + LENGTHS["act"]) * tempo.percent // 100
    assert showing.spent == length
    assert [showing.holds_left(seat) for seat in range(3)] == [HOLDS] * 3


@pytest.mark.parametrize("pace", SHOWN_PACES)
def test_before_an_announced_act_there_is_time_to_go_first(pace: Pace) -> None:
    """ANY-3: at least as long as that, also if nothing else was shown; never longer for it."""
    assert shown(at(pace), "glance", announced=True) == TEMPOS[pace].announced
    assert shown(at(pace), announced=True) == TEMPOS[pace].announced
    long = LENGTHS["reveal"] * TEMPOS[pace].percent // 100
    assert shown(at(pace), "reveal", announced=True) == max(long, TEMPOS[pace].announced)


def test_where_bots_play_a_showing_lasts_a_moment_at_any_pace() -> None:
    showing = at("instant")
    assert showing.show(NOW, ("act",), False, bots=True) == BOTS_NEED == 300
    assert showing.until == NOW + BOTS_NEED
    assert showing.show(NOW, ("act", "reveal"), False, bots=True) == 0  # and no longer
    spent = Showing("normal", until=NOW, spent=TEMPOS["normal"].purse)
    assert spent.show(NOW, ("act",), False, bots=True) == BOTS_NEED


# Holds


@pytest.mark.parametrize("pace", PACES)
def test_a_hold_lasts_one_granule_and_is_renewed_twice(pace: Pace) -> None:
    granule, showing = TEMPOS[pace].granule, at(pace)
    assert showing.hold(1, NOW, bounded=True)
    assert showing.holds == {1: Hold(NOW, NOW + granule)} and showing.ends() == NOW + granule
    assert showing.is_on_hold(NOW + granule - 1) and not showing.is_on_hold(NOW + granule)
    now = NOW
    for _ in range(20):  # a sheet that stays open renews its hold again and again
        now += granule // 2
        if now >= showing.ends():
            break
        assert showing.hold(1, now, bounded=True)
        assert showing.ends() <= NOW + GRANULES * granule
    assert showing.ends() == NOW + GRANULES * granule
    assert showing.holds_left(1) == HOLDS - 1  # all that was one hold
    assert showing.hold(1, showing.ends(), bounded=True)
    assert showing.holds_left(1) == HOLDS - 2


def test_a_renewal_never_makes_a_hold_shorter() -> None:
    showing = at()
    showing.hold(1, NOW, bounded=True)
    showing.pace = "fast"
    showing.hold(1, NOW + 1, bounded=True)
    assert showing.ends() == NOW + TEMPOS["normal"].granule


def test_a_seat_holds_four_times_in_a_cycle_and_others_as_often() -> None:
    showing, now = at(), NOW
    for left in (3, 2, 1, 0):
        assert showing.hold(2, now, bounded=True) and showing.holds_left(2) == left
        now += TEMPOS["normal"].granule
    before = showing.copy()
    assert not showing.hold(2, now, bounded=True)
    assert showing == before
    assert showing.hold(0, now, bounded=True) and showing.holds_left(0) == 3
    shown(showing, "opening", now=now)
    assert showing.hold(2, now, bounded=True)


def test_one_seat_adds_a_minute_to_a_cycle_and_no_more() -> None:
    showing, now = at(), NOW
    for _ in range(10_000):
        showing.hold(0, now, bounded=True)
        now += 100
        showing.look(now)
        if not showing.holds:
            break
    assert now - NOW <= HOLDS * GRANULES * TEMPOS["normal"].granule == 60_000


def test_a_player_who_is_alone_holds_as_often_and_as_long_as_they_like() -> None:
    showing, now = at(), NOW
    for _ in range(100):
        assert showing.hold(0, now, bounded=False)
        now += 4000
    assert showing.ends() == now - 4000 + TEMPOS["normal"].granule


def test_a_public_act_of_its_own_ends_the_hold_of_a_seat() -> None:
    showing = at()
    showing.hold(0, NOW, bounded=True)
    showing.hold(1, NOW + 1000, bounded=True)
    showing.release(1)
    assert showing.ends() == NOW + TEMPOS["normal"].granule
    showing.release(0)
    showing.release(0)
    assert showing.ends() == NOW and showing.holds_left(0) == HOLDS - 1


def test_the_lamp_is_on_while_anybody_holds() -> None:
    showing = at()
    assert showing.lamp_off() is None
    showing.hold(0, NOW, bounded=True)
    showing.hold(1, NOW + 1000, bounded=True)
    showing.look(NOW + 1000)
    assert showing.lamp and showing.lamp_off() == NOW + 6000
    showing.look(NOW + 5999)
    assert showing.lamp and list(showing.holds) == [1]
    showing.look(NOW + 6000)
    assert not showing.lamp and not showing.holds and showing.lamp_off() is None


# Pauses of the table, and what a player who is alone may do


def test_a_pause_gives_back_what_was_left_to_show() -> None:
    showing = at()
    shown(showing, "reveal")
    showing.hold(0, NOW, bounded=True)
    showing.look(NOW)
    showing.pause(NOW + 1000)
    showing.look(NOW + 50_000)  # more time is given while the table is paused
    assert showing.lamp
    showing.go_on(NOW + 101_000)
    assert showing.until == NOW + 100_000 + LENGTHS["reveal"]
    assert showing.holds == {0: Hold(NOW + 100_000, NOW + 105_000)}
    assert showing.began == NOW + 100_000 and showing.stopped is None
    showing.go_on(NOW + 200_000)
    assert showing.until == NOW + 100_000 + LENGTHS["reveal"]


def test_what_was_over_before_a_pause_is_over_after_it() -> None:
    showing = at()
    showing.pause(NOW + 10_000)
    showing.go_on(NOW + 20_000)
    assert showing.until == NOW


def test_time_that_counts_for_nobody_is_not_time_to_show() -> None:
    showing = at()
    shown(showing, "reveal")
    showing.hold(3, NOW + 500, bounded=True)
    showing.shift(3_600_000, since=NOW + 1000)
    assert showing.until == NOW + 3_600_000 + LENGTHS["reveal"]
    assert showing.holds[3] == Hold(NOW + 3_600_500, NOW + 3_605_500)
    showing = at()
    showing.shift(3_600_000, since=NOW + 1000)
    assert showing.until == NOW


def test_a_skip_ends_the_showing_and_the_holds() -> None:
    showing = at()
    shown(showing, "reveal")
    showing.hold(0, NOW, bounded=False)
    assert showing.unread
    showing.skip(NOW + 10)
    assert showing.ends() == NOW + 10 and not showing.unread
    showing.skip(NOW + 5000)
    assert showing.until == NOW + 10


def test_a_copy_changes_nothing_of_its_original() -> None:
    showing = at()
    showing.hold(0, NOW, bounded=True)
    before = showing.copy()
    other = showing.copy()
    other.hold(1, NOW, bounded=True)
    other.release(0)
    shown(other, "opening", "reveal")
    assert showing == before
