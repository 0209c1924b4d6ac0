"""What the house writes of itself tells nothing of what is hidden, said, or held [G11]."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from clande.kernel import QuickLuck, save
from clande.server.bots.workers import InlineBots
from clande.server.http.schemas import tables
from clande.server.http.schemas.tables import Terms
from clande.server.operations import logs
from clande.server.operations.logs import FACTS, Log
from clande.server.operations.metrics import SECONDS, Metrics
from clande.server.sockets import protocol
from clande.server.store import StoreClosed
from clande.server.tables.live_game import LiveGame
from tests.support.virtual_server import Client, Room, virtually

SOURCE = Path(logs.__file__).parents[1]
EVENT = re.compile(r'log\.(?:debug|info|warning|error)\(\s*"([^"]+)"')
CANARY = "CANARI-ÉLYSÉE 7f3a"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that is logged, at the most talkative."""
    root, house = logging.getLogger(), logging.getLogger("clande")
    before = (list(root.handlers), root.level, house.level)
    out = io.StringIO()
    logs.configure("json", "debug", out)
    root.setLevel(logging.DEBUG)
    yield out
    root.handlers[:], root.level, house.level = before
    logging.captureWarnings(False)


def events() -> set[str]:
    """Every event that the program can write."""
    found = {event for file in SOURCE.rglob("*.py") for event in EVENT.findall(file.read_text())}
    return found | {"a library speaks", "something failed that nobody awaited"}


def check_line(line: str) -> None:
    """A line is made of constants and ids alone."""
    told = json.loads(line)
    assert told.keys() <= FACTS | {"at", "level", "event", "frames"}, told
    assert told["event"] in events(), told
    for name, value in told.items():
        if name in ("at", "event"):
            continue
        for part in value if isinstance(value, list) else [value]:
            assert isinstance(part, int) or logs.WORD.fullmatch(part) or part == "?", told


def check_metrics(metrics: Metrics) -> None:
    """Labels come from closed lists."""
    codes = {code for kind in get_args(protocol.NackCode) for code in (kind, *get_args(kind))}
    known = {str(code) for code in codes} | set(get_args(tables.ErrorCode)) | {"done", "+Inf"}
    known |= set(map(str, SECONDS)) | set(get_args(protocol.Status)) | {"aside"}
    for line in metrics.text().splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            float(value)
            label = re.fullmatch(r'clande_[a-z_]+(\{[a-z]+="([^"]*)"\})?', name)
            assert label, line
            assert label[2] is None or label[2] in known or re.fullmatch(r"\d{4}", label[2]), line


def test_a_line_takes_ids_and_nothing_else(written: io.StringIO) -> None:
    log = Log("clande.test")
    log.warning("a table is loaded again", table="abcdefghijklmnop", command="k3", code=CANARY)
    told = json.loads(written.getvalue())
    assert (told["table"], told["command"], told["code"]) == ("abcdefgh", "k3", "?")
    with pytest.raises(ValueError, match="may not be logged"):
        log.warning("a table is loaded again", text="anything")


def test_of_an_error_its_kind_and_place_are_told(written: io.StringIO) -> None:
    try:
        raise ValueError(CANARY)
    except ValueError as error:
        Log("clande.test").error("a table is dropped", error=error)
        logging.getLogger("uvicorn.error").exception("all about %s", CANARY)
        logging.getLogger("asyncio").error(f"future: {error!r}", exc_info=error)
    first, second, third = map(json.loads, written.getvalue().splitlines())
    assert first["error"] == "ValueError" and first["frames"][0].startswith("test_logs.py:")
    assert (second["event"], second["library"]) == ("a library speaks", "uvicorn.error")
    assert third["error"] == "ValueError"
    assert CANARY not in written.getvalue() and "anaphora" not in written.getvalue()


def test_what_a_library_says_over_and_over_is_told_a_few_times() -> None:
    """Malformed requests can be sent faster than a disk fills: the log does not grow with them."""
    now, sparing = [0.0], logs.Sparing(lambda: now[0])

    def said(line: int) -> logging.LogRecord | None:
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "x.py", line, "Bad", (), None)
        return record if sparing.filter(record) else None

    assert [said(7) is not None for _ in range(100)] == [True] * 5 + [False] * 95
    assert said(8) is not None  # another line of it is another matter
    now[0] = 60.0
    again = said(7)
    assert again is not None and logs.line(again)["left_out"] == 95
    assert [said(7) is not None for _ in range(10)] == [True] * 4 + [False] * 6


def test_our_own_lines_are_never_left_out(written: io.StringIO) -> None:
    for _ in range(50):
        Log("clande.server").warning("a table is loaded again")
    assert len(written.getvalue().splitlines()) == 50


def test_lines_for_people_hold_the_same(written: io.StringIO) -> None:
    out = io.StringIO()
    logs.configure("human", "warning", out)
    Log("clande.test").warning("the store refuses", error=StoreClosed(CANARY), table="abcdefghijkl")
    Log("clande.test").info("the house is open", tables=2)
    line = out.getvalue()
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d warning the store refuses  error=StoreClosed frames= table=abcdefgh\n",
        line,
    )


class FailingMinds(InlineBots):
    """A bot that now and then fails, and tells its whole view."""

    def __init__(self) -> None:
        self.count = 0

    async def think(self, bot: str, seen: Any, *more: Any) -> Any:
        self.count += 1
        if self.count % 7 == 3:
            raise RuntimeError(f"{CANARY} {seen!r}")
        return await super().think(bot, seen, *more)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["diktat", "dictopia"])
def test_whole_games_with_faults_leave_no_trace_of_what_is_hidden(
    game: str, tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G11: names, sessions, drafts and ids carry canaries, and planted errors quote the whole game;
    every line of the log and of the metrics is made of constants and ids."""
    enter, count = LiveGame.enter, 0

    def failing(self: LiveGame, *arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count % 11 == 7:
            raise RuntimeError(f"{CANARY} {save(self.game, log=True)!r}")
        return enter(self, *arguments, **named)

    monkeypatch.setattr(LiveGame, "enter", failing)
    secrets: list[str] = [CANARY]

    async def work(room: Room) -> None:
        room.house.tables.services.bots = FailingMinds()
        people = []
        for i in range(2):
            player, token = await room.house.people.greet(f"{CANARY} {i}")
            people.append(player)
            secrets.extend([player.name, player.id, token])
        terms = Terms(game, 3, decision=60_000, pace="fast")
        card = await room.house.lobby.create(people[0], terms)
        await room.house.lobby.sit(people[1], card.id, 1)
        await room.house.lobby.fill(people[0], card.id, 2, "random")
        secrets.extend([card.id, str(card.code)])
        await room.house.lobby.start(people[0], card.id)
        dice = QuickLuck(3)

        def failing_store(entry: Any) -> BaseException | None:
            return StoreClosed(f"{CANARY} {entry.action!r}") if entry.n % 3 == 1 else None

        room.ledger.fails = lambda entry: None
        clients: list[Client] = [await room.client(card.id, player) for player in people]
        for step in range(100):
            actor = await room.house.tables.actor(card.id)
            if actor is not clients[0].actor:
                clients = [await room.client(card.id, player) for player in people]
            table = actor.live
            if table is None or table.status == "over":
                break
            room.ledger.fails = failing_store if step % 10 == 9 else lambda entry: None
            waiting = [seat for seat in table.missing() if seat in (0, 1)]
            for seat in waiting[:1]:
                answer = table.game.asked[seat].sample(dice)
                secrets.append(str(answer)) if len(str(answer)) > 24 else None
                await clients[seat].draft(answer)
                await clients[seat].act(answer, f"g{step}")
            await asyncio.sleep(2)
            for client in clients:
                client.read()
        assert actor.live is not None and actor.live.chain.number > 30
        check_metrics(room.house.metrics)
        secrets.append(room.house.metrics.text() and CANARY)
        assert CANARY not in room.house.metrics.text()

    virtually(tmp_path, work)
    lines = written.getvalue().splitlines()
    told = {json.loads(line)["event"] for line in lines}
    assert {"a command is done", "a table is loaded again", "a bot has failed"} <= told
    for line in lines:
        check_line(line)
    for secret in secrets:
        assert secret not in written.getvalue()
