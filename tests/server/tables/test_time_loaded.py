"""A table that is loaded from the store, for the first time or again, knows its time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clande.kernel import QuickLuck
from clande.server.http.schemas.tables import Terms, WantedPauses
from clande.server.tables.live_game import LiveGame
from tests.support.virtual_server import Room, virtually


def test_a_sealed_answer_is_shown_to_its_author_once_the_table_is_loaded_again(
    tmp_path: Path,
) -> None:
    """After a restart, or after a write that failed: what was sent stays so, and what is sent next
    changes it."""

    async def work(room: Room) -> None:
        terms = Terms("diktat", 3, decision=None, stand_in="wait", pace="pose")
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        live = clients[0].actor.live
        assert live is not None
        while not live.missing():
            await asyncio.sleep(0.1)
        author = live.missing()[0]
        for client in clients:
            client.read()
        await clients[author].act(live.game.asked[author].sample(QuickLuck(1)))
        assert live.sealed_now() == [author]
        assert live.feeds[author].state["game"]["answer"] is not None
        again = LiveGame(live.chain, live.limits, live.side.copy(), room.clock.now())
        for viewer, feed in live.feeds.items():
            assert again.feeds[viewer].state == feed.state

    virtually(tmp_path, work)


@pytest.mark.parametrize("pauses", ["usual", "none"])
def test_who_plays_alone_has_no_clock_and_no_bound_from_the_first_question_on(
    tmp_path: Path, pauses: WantedPauses
) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("diktat", 3, pauses=pauses), bots=2)
        client = await room.client(table, people[0])
        client.read()
        assert client.state["holds"] is None
        assert client.state["clock"]["due"] is None

    virtually(tmp_path, work)
