"""Who plays for a player that is away: a caretaker, of the level that the table was opened with."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import View
from clande.server.bots import workers
from clande.server.game_setups import setups
from clande.server.http.schemas.tables import Terms
from tests.support.virtual_server import Room, virtually


def test_the_host_sets_the_level_of_stand_ins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    honest = workers.think

    def watched(bot: str, view: View[Any], seed: int, unasked: bool, seconds: int) -> Any:
        names.append(bot)
        return honest(bot, view, seed, unasked, seconds)

    monkeypatch.setattr(workers, "think", watched)

    async def work(room: Room) -> None:
        for level in ("novice", ""):
            terms = Terms(
                "diktat", 2, decision=None, breath=None, pauses="none", patience=1000,
                caretaker=level,
            )  # fmt: skip
            table, people = await room.seated(terms)
            await room.client(table, people[0])
            await asyncio.sleep(10)

    virtually(tmp_path, work)
    assert set(names) == {"caretaker:novice", "caretaker:prudent"}


def test_what_a_table_was_opened_with_before_there_were_levels() -> None:
    old = msgspec.json.encode({"game": "diktat", "seats": 2, "stand_in": "bot"})
    assert msgspec.json.decode(old, type=Terms).caretaker == ""


def test_a_client_is_told_the_levels() -> None:
    levels = {ways.game: ways.caretakers for ways in setups()}
    assert levels["diktat"] == ("prudent", "novice")
    assert levels["dictopia"][0] == "apprenti"
