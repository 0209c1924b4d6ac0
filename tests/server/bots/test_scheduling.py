"""When bots begin: also around a pause of the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clande.server.http.schemas.tables import Terms
from clande.server.tables.alarms import Alarm
from tests.support.virtual_server import Room, virtually

BOT = 1
MOST_RINGS = 3


def test_a_bot_that_is_due_while_the_table_is_paused_waits_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alarm does not ring again and again for a bot that may not begin; once the table goes on,
    the bot does."""
    rings = 0
    wake = Alarm.wake

    def counted(self: Alarm) -> None:
        nonlocal rings
        rings += 1
        if rings <= MOST_RINGS:  # else virtual time would stand still
            wake(self)

    async def work(room: Room) -> None:
        nonlocal rings
        table, (host,) = await room.seated(Terms("diktat", 2), bots=1)
        actor = await room.house.tables.actor(table)
        play = actor.current_play()
        while BOT not in play.bots.planned:
            await asyncio.sleep(0.01)
        await room.house.lobby.hold(host, table, "stop", True)
        monkeypatch.setattr(Alarm, "wake", counted)
        due = play.bots.planned[BOT]
        await asyncio.sleep(10)
        assert room.clock.now() > due and play.bots.planned == {BOT: due}
        assert rings <= MOST_RINGS
        rings = 0
        await room.house.lobby.hold(host, table, "go", False)
        await asyncio.sleep(0.01)
        assert BOT in play.bots.looked and play.bots.planned.get(BOT) != due

    virtually(tmp_path, work)
