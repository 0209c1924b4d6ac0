"""What the gate for speed measures: fixed games, the same in each run and on each machine.

Each revision brings this file, so that it may call things by the names of its day. The gate itself
needs only `WORKLOADS`: by name, a function that makes everything ready, at a smaller size if the
run is a quick one, and returns the chore to be measured. A chore returns how many acts it did and a
check of how they went. The check is made of seats, counts and results, never of names, so that a
renaming leaves it as it is, while another game changes it.

A renaming changes this file as any other. Workloads are added, not changed: revisions are
comparable where theirs have the same check.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import msgspec

import clande
from clande import kernel
from clande.bots import find, playing
from clande.kernel import SPECTATOR, Game, QuickLuck, View

Chore = Callable[[], tuple[int, str]]
MIX = ("nuit", "leagues", "others")  # the largest mix of Diktat
EVERY = 7  # acts of a game between two positions that are taken
SEARCHER = "maitre:300"


def check(*facts: object) -> str:
    return f"{crc32(repr(facts).encode()):08x}"


def begin(game: str, seats: int, modules: Sequence[str], seed: int) -> Game[Any]:
    return clande.new(game, seats, modules=modules, luck=QuickLuck(seed))


def step(game: Game[Any], luck: QuickLuck) -> int:
    """The first seat that is asked answers at random. Returns that seat."""
    seat: int = kernel.awaited(game)[0]
    question = kernel.question(game, seat)
    assert question is not None
    kernel.act(game, seat, question.sample(luck))
    return seat


def ended(game: Game[Any]) -> tuple[object, ...]:
    """The result of a game, as any revision can tell it."""
    outcome = kernel.outcome(game)
    assert outcome is not None
    return len(game.log or ()), tuple(outcome.scores), tuple(outcome.winners)


def played(
    game: Game[Any], seed: int, look: Callable[[Game[Any]], object] | None = None
) -> list[object]:
    """Plays a random game to its end, and calls `look` after each act. Returns who acted, in order,
    and the result."""
    luck = QuickLuck(seed + 1)
    facts: list[object] = []
    while kernel.outcome(game) is None:
        facts.append(step(game, luck))
        if look is not None:
            look(game)
    return [*facts, ended(game)]


def random_games(
    game: str,
    tables: Sequence[tuple[int, Sequence[str]]],
    games: int,
    look: Callable[[Game[Any]], object] | None = None,
) -> Callable[[bool], Chore]:
    """Random games: `games` at each table, a table being its seats and modules."""

    def ready(quick: bool) -> Chore:
        for seats, modules in tables:
            played(begin(game, seats, modules, 0), 0, look)  # fills what is cached

        def chore() -> tuple[int, str]:
            facts: list[object] = []
            for seed in range(1, 1 + (max(1, games // 4) if quick else games)):
                for seats, modules in tables:
                    facts += played(begin(game, seats, modules, seed), seed, look)
            return sum(isinstance(fact, int) for fact in facts), check(*facts)

        return chore

    return ready


def look_at_all(game: Game[Any]) -> None:
    """What all viewers see, and the digest of the position."""
    for seat in (SPECTATOR, *range(game.header.seats)):
        kernel.view(game, seat)
    kernel.digest(game)


def positions(tables: Iterable[tuple[int, Sequence[str]]]) -> list[View[Any]]:
    """Views of seats that are asked, from the course of random games."""
    views: list[View[Any]] = []
    for seats, modules in tables:
        game, luck = begin("diktat", seats, modules, seats), QuickLuck(seats)
        number = 0
        while kernel.outcome(game) is None:
            if number % EVERY == 0:
                views.append(kernel.view(game, kernel.awaited(game)[0]))
            step(game, luck)
            number += 1
    return views


def resampling(quick: bool) -> Chore:
    """Imagined worlds. The check is where the luck stands afterwards: how much of it was used."""
    views = positions([(2, ()), (4, ()), (4, MIX)])
    kernel.resample(views[0], QuickLuck(0))

    def chore() -> tuple[int, str]:
        facts: list[object] = []
        for turn in range(2 if quick else 8):
            for number, position in enumerate(views):
                luck = QuickLuck(turn * len(views) + number)
                world = kernel.resample(position, luck)
                facts.append((tuple(kernel.awaited(world)), luck.below(1 << 30)))
        return len(facts), check(*facts)

    return chore


def prudent_games(quick: bool) -> Chore:
    """Four *prudent* at a table."""
    bots = dict.fromkeys(range(4), find("prudent", "diktat"))

    def one_game(seed: int) -> list[object]:
        game = begin("diktat", 4, (), seed)
        facts: list[object] = [
            (seat, asked) for seat, _, asked in playing(game, bots, QuickLuck(seed))
        ]
        return [*facts, ended(game)]

    one_game(0)

    def chore() -> tuple[int, str]:
        games = [one_game(seed) for seed in range(1, 2 if quick else 4)]
        return sum(map(len, games)) - len(games), check(*games)

    return chore


def searching(quick: bool) -> Chore:
    """*Maître* with a small budget, asked in positions of random games."""
    bot = find(SEARCHER, "diktat")
    views = [
        position
        for position in positions([(4, ())])
        if position.question and position.question.size() > 1
    ]
    bot.answer(views[0], QuickLuck(0))

    def chore() -> tuple[int, str]:
        facts: list[object] = []
        for number, position in enumerate(views[1 : 4 if quick else 12]):
            luck = QuickLuck(number)
            bot.answer(position, luck)
            facts.append(luck.below(1 << 30))
        return len(facts), check(*facts)

    return chore


def serving(quick: bool) -> Chore | None:
    """A table of four on the server, with its store on disk, in virtual time and without sockets.

    The house is opened and closed beforehand, so that no thread is under way when the chore begins;
    the chore opens it again, which is counted.
    """
    if quick:
        return None
    # not imported before, as a quick run does without: that is a third of the time of a whole one
    from clande.server.http.schemas.tables import Player, Terms
    from clande.server.sockets.outbox import Outbox
    from clande.server.sockets.protocol import Act
    from clande.server.tables.mailbox import FromClient
    from tests.support.virtual_server import Room, virtually

    folder = tempfile.TemporaryDirectory()
    house = Path(folder.name)

    async def start(room: Room) -> tuple[str, list[Player]]:
        return await room.seated(Terms("diktat", 4, decision=None, pauses="seats"))

    async def acts(room: Room, number: int) -> list[object]:
        actor = await room.house.tables.actor(table)
        outboxes = [(await room.client(table, player)).outbox for player in people]
        facts: list[object] = []
        luck = QuickLuck(number)
        for n in range(number):
            live = actor.live
            assert live is not None
            seat: int = kernel.awaited(live.game)[0]
            question = kernel.question(live.game, seat)
            assert question is not None
            action = msgspec.Raw(msgspec.json.encode(question.sample(luck)))
            act = Act(f"{number}-{n}", live.decision(seat), action)
            author = Outbox(seat, "", 0)  # a client of its own, which gets the replies alone
            assert actor.post(FromClient(author, act, room.clock.now()))
            while not author.payloads:
                await asyncio.sleep(0)
            assert b'"ack"' in author.payloads[0]
            facts.append((seat, sum(len(outbox.payloads) for outbox in outboxes)))
            for outbox in outboxes:  # the clients take what has come
                outbox.payloads.clear()
                outbox.size = 0
        return facts

    with patch("os.urandom", bytes):  # the store draws the seed of a table by it
        table, people = virtually(house, start)
    virtually(house, lambda room: acts(room, 20))

    def chore() -> tuple[int, str]:
        facts = virtually(house, lambda room: acts(room, 400))
        folder.cleanup()
        return len(facts), check(*facts)

    return chore


WORKLOADS: dict[str, Callable[[bool], Chore | None]] = {
    "diktat-2": random_games("diktat", [(2, ())], 32),
    "diktat-4": random_games("diktat", [(4, ())], 24),
    "diktat-mix": random_games("diktat", [(4, MIX)], 32),
    "dictopia": random_games("dictopia", [(2, ()), (4, ())], 16),
    "views": random_games("diktat", [(4, ()), (4, MIX)], 2, look_at_all),
    "resample": resampling,
    "prudent": prudent_games,
    "maitre": searching,
    "server": serving,
}
