"""When bots begin: also around a pause of the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clande.kernel import QuickLuck
from clande.server.http.schemas.tables import Terms
from clande.server.tables.alarms import Alarm
from tests.support.virtual_server import Room, virtually

HOST, BOT = 0, 1
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
        table, (host,) = await room.seated(Terms("diktat", 2), bots=1)
        actor = await room.house.tables.actor(table)
        play = actor.current_play()
        client, luck = await room.client(table, host), QuickLuck(1)
        while BOT not in play.bots.ready:
            if HOST in play.live.missing():
                await client.act(play.live.game.asked[HOST].sample(luck))
            await asyncio.sleep(0.01)
        await room.house.lobby.hold(host, table, "stop", True)
        monkeypatch.setattr(Alarm, "wake", counted)
        wanted, number = play.bots.ready[BOT], play.live.chain.number
        remaining = play.bots.moment(BOT, wanted) - room.clock.now()
        assert remaining > 0
        await asyncio.sleep(10)
        assert room.clock.now() > play.bots.moment(BOT, wanted)
        assert play.bots.ready == {BOT: wanted} and play.live.chain.number == number
        assert rings <= MOST_RINGS
        monkeypatch.setattr(Alarm, "wake", wake)
        await room.house.lobby.hold(host, table, "go", False)
        await asyncio.sleep((remaining - 1) / 1000)
        assert play.bots.ready == {BOT: wanted} and play.live.chain.number == number
        await asyncio.sleep(0.002)
        assert play.bots.ready.get(BOT) != wanted and play.live.chain.number > number

    virtually(tmp_path, work)
