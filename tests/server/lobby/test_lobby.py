"""The house in virtual time: chairs, codes, throttles, worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from clande import games
from clande.kernel import head, lucky, set_up, view
from clande.server.bots.workers import BotAnswer, BotProcesses
from clande.server.http.origins import is_own
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.codes import CODE_LETTERS
from clande.server.operations.limits import HOUSE, Throttle
from clande.server.tables.drafts import DRAFTS_A_SECOND
from tests.support.virtual_server import Room, virtually


def test_of_many_who_want_one_chair_one_gets_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        host, *others = await room.people(9)
        card = await room.house.lobby.create(host, Terms("diktat", 2))
        asked = [room.house.lobby.sit(player, card.id, 1) for player in others]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, RequestRefused)]
        assert [refusal.code for refusal in refused] == ["seat_taken"] * 7
        kinds = [chair.kind for chair in (await room.house.tables.card(card.id)).chairs]
        assert kinds == ["person", "person"]

    virtually(tmp_path, work)


def test_whoever_changes_seats_in_the_lobby_leaves_the_first(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        host, guest = await room.people(2)
        card = await room.house.lobby.create(host, Terms("diktat", 4))
        await room.house.lobby.sit(guest, card.id, 1)
        card = await room.house.lobby.sit(guest, card.id, 3)
        assert [chair.kind for chair in card.chairs] == ["person", "empty", "empty", "person"]
        with pytest.raises(RequestRefused, match="seat_empty"):
            await room.house.lobby.start(host, card.id)

    virtually(tmp_path, work)


def test_a_million_guesses_find_no_table_that_has_started(tmp_path: Path) -> None:
    """G19: ten tries a minute of one address, two hundred in all; a started table has no code."""

    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("dictopia", 2))
        lobby = await room.house.lobby.create(people[0], Terms("dictopia", 2))
        assert lobby.code and len(lobby.code) == 5 and set(lobby.code) <= set(CODE_LETTERS)
        assert not set("AEIOU01") & set(CODE_LETTERS)
        tried = hits = 0
        for guess in range(20_000):
            code = "".join(CODE_LETTERS[guess // 19**i % 19] for i in range(5))
            try:
                hits += room.house.lobby.codes.find(code, f"10.0.{guess % 90}.1") == table
                tried += 1
            except RequestRefused as refusal:
                tried += refusal.code == "not_found"
        assert hits == 0 and tried <= 200
        await asyncio.sleep(61)
        assert room.house.lobby.codes.find(f" {lobby.code.lower()} ", "10.0.0.1") == lobby.id

    virtually(tmp_path, work)


def test_codes_live_through_a_restart(tmp_path: Path) -> None:
    codes: dict[str, str] = {}

    async def before(room: Room) -> None:
        (host,) = await room.people(1)
        card = await room.house.lobby.create(host, Terms("diktat", 2))
        codes[card.id] = card.code or ""

    async def after(room: Room) -> None:
        await room.house.open()
        ((table, code),) = codes.items()
        assert room.house.lobby.codes.find(code, "") == table

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1)


class Still:
    """A clock that is moved by hand."""

    time = 0

    def now(self) -> int:
        return self.time


def test_a_throttle_counts_in_a_span_and_stays_small() -> None:
    clock = Still()
    throttle = Throttle(clock, 3, 1000)
    assert [throttle.allows("a") for _ in range(4)] == [True, True, True, False]
    assert throttle.allows("b")
    clock.time = 1000
    assert throttle.allows("a")
    for key in range(30_000):
        throttle.allows(str(key))
    assert len(throttle.times) <= 10_000


def test_who_spells_without_a_pause_is_not_cut() -> None:
    """Drafts come four times a second; acts, looks at what they mean and talk come on top."""
    clock = Still()
    pace = Throttle(clock, HOUSE.messages, HOUSE.span)
    for _ in range(2 * HOUSE.span // 1000):
        assert all(pace.allows() for _ in range(DRAFTS_A_SECOND + 1))
        clock.time += 1000


@pytest.mark.parametrize(
    ("origin", "host", "cookie", "own"),
    [
        ("http://192.168.1.4:8620", "192.168.1.4:8620", True, True),
        ("http://pi.local:8620", "pi.local:8620", True, True),
        ("http://localhost:8620", "localhost:8620", True, True),
        ("http://[::1]:8620", "[::1]:8620", True, True),
        (None, "127.0.0.1:8620", False, True),
        (None, "127.0.0.1:8620", True, False),
        ("http://evil.example:8620", "evil.example:8620", True, False),
        ("http://local:8620", "local:8620", True, False),
        ("http://.local:8620", ".local:8620", True, False),
        ("https://house.example", "house.example", True, True),
        ("https://house.example.evil", "house.example", True, False),
        ("http://127.0.0.1:99999", "127.0.0.1:99999", True, False),
    ],
)
def test_whose_pages_are_ours(origin: str | None, host: str, cookie: bool, own: bool) -> None:
    assert is_own(origin, host, cookie, ("https://house.example",)) is own


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_worker_that_dies_is_replaced() -> None:
    """Bots think elsewhere; the house goes on without one, and begins another."""
    games.installed()
    game = set_up(head("diktat", 2, (), {}), lucky(1))
    position = view(game, next(iter(game.asked)))

    async def work() -> None:
        workers = BotProcesses()
        try:
            first = await workers.think("random", position, 1, False, 0)
            assert isinstance(first, BotAnswer) and first.answers
            assert workers.pool is not None
            for process in list((workers.pool._processes or {}).values()):
                os.kill(process.pid or 0, signal.SIGKILL)
            with pytest.raises(BrokenProcessPool):
                await workers.think("random", position, 1, False, 0)
            again = await workers.think("random", position, 1, False, 0)
            assert again == first
        finally:
            workers.close()

    asyncio.run(work())
