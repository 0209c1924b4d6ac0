"""The house in PostgreSQL: some of the tests of the server once more. All of them run there with
`CLANDE_TEST_STORE=postgres pytest tests/server`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.lobby import test_votes
from tests.server.tables import test_coming_back, test_commands, test_time
from tests.support import databases
from tests.support.postgres_server import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=str(missing()))

TESTS: tuple[Callable[[Path], None], ...] = (
    test_commands.test_every_client_sees_its_own_view_after_every_act,
    test_commands.test_nothing_is_told_or_acknowledged_before_it_is_on_disk,
    test_commands.test_a_commit_of_unknown_outcome_is_looked_for,
    test_commands.test_a_command_sent_again_and_again_happens_once,
    test_coming_back.test_deltas_reach_over_several_restarts,
    test_coming_back.test_another_past_gets_a_snapshot,
    test_votes.test_the_end_by_vote_is_stored_whole_or_not_at_all,
    test_time.test_the_house_goes_on_when_everything_was_shown_whoever_plays,
)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_in_postgres(
    test: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "KIND", "postgres")
    test(tmp_path)
    assert not (tmp_path / "house.db").exists()
