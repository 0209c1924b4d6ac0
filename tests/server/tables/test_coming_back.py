"""Who comes back hears what was missed, also from a house that was closed meanwhile [I13, G13]."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import QuickLuck
from clande.server.http.schemas.tables import Player, Terms
from clande.server.store import NewsRow, StoreClosed
from clande.server.tables import feeds, live_game
from tests.support.virtual_server import START, Client, Room, virtually

UNTIMED: dict[str, Any] = {"decision": None, "pace": "instant", "talk": "free"}
LATER = START + 3_600_000


class Past:
    """What a client had when it went."""

    def __init__(self, client: Client) -> None:
        self.state, self.number, self.check = client.state, client.number, client.check


async def played(
    room: Room, id: str, people: list[Player], acts: int, seed: int, holds: bool = True
) -> list[list[Past]]:
    """Some acts by everybody, and now and then a pause; the past of each seat after each."""
    clients = [await room.client(id, player) for player in people]
    dice = QuickLuck(seed)
    pasts = [[Past(client)] for client in clients]
    for number in range(acts):
        table = clients[0].actor.live
        assert table is not None
        if table.status == "over":
            break
        if holds and number % 9 == 4:
            for paused in (True, False):
                await room.house.lobby.hold(
                    people[0], id, f"h{seed}-{number}-{int(paused)}", paused
                )
        seat = dice.pick(table.missing())
        await clients[seat].act(table.game.asked[seat].sample(dice), f"p{seed}-{number}")
        for client, past in zip(clients, pasts, strict=True):
            client.read()
            if past[-1].number != client.number:
                past.append(Past(client))
    return pasts


async def back(room: Room, id: str, player: Player, past: Past) -> list[str]:
    """The kinds of messages by which a client of that past is brought up to date; it must end
    where everybody is."""
    client = await room.client(id, player, past)  # type: ignore[arg-type]
    fresh = await room.client(id, player)
    kinds = [msgspec.json.decode(payload)["type"] for payload in client.bytes]
    assert (client.state, client.number, client.check) == (fresh.state, fresh.number, fresh.check)
    await client.leave()
    await fresh.leave()
    return [kind for kind in kinds if kind in ("delta", "snapshot")]


@pytest.mark.parametrize("game", ["diktat", "dictopia"])
def test_after_a_restart_a_known_number_gets_a_delta(game: str, tmp_path: Path) -> None:
    """G13 over a restart: for every number that a seat ever had, delta and view agree."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        id, people = await room.seated(Terms(game, 3, **UNTIMED))
        memo.update(id=id, people=people, pasts=await played(room, id, people, 40, 1))

    async def after(room: Room) -> None:
        for player, pasts in zip(memo["people"], memo["pasts"], strict=True):
            assert len(pasts) > 10
            for past in pasts:
                assert await back(room, memo["id"], player, past) == ["delta"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, start=LATER)


def test_deltas_reach_over_several_restarts(tmp_path: Path) -> None:
    memo: dict[str, Any] = {}

    async def first(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, **UNTIMED))
        memo.update(id=id, people=people, pasts=await played(room, id, people, 12, 1))

    async def second(room: Room) -> None:
        more = await played(room, memo["id"], memo["people"], 12, 2)
        for old, new in zip(memo["pasts"], more, strict=True):
            old += new

    async def third(room: Room) -> None:
        for player, pasts in zip(memo["people"], memo["pasts"], strict=True):
            for past in pasts:
                assert await back(room, memo["id"], player, past) == ["delta"]

    virtually(tmp_path, first)
    virtually(tmp_path, second, seed=1, start=LATER)
    virtually(tmp_path, third, seed=2, start=LATER + 60_000)


def test_another_past_gets_a_snapshot(tmp_path: Path) -> None:
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, **UNTIMED))
        memo.update(id=id, people=people, pasts=await played(room, id, people, 12, 1))

    async def after(room: Room) -> None:
        past = memo["pasts"][0][3]
        past.check = "00000000"
        assert await back(room, memo["id"], memo["people"][0], past) == ["snapshot"]
        other = memo["pasts"][1][3]  # of another seat
        assert await back(room, memo["id"], memo["people"][0], other) == ["snapshot"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, start=LATER)


def test_only_so_many_steps_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest step takes the place of the oldest; who has missed more gets a snapshot."""
    monkeypatch.setattr(feeds, "STORED_STEPS", 8)
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, pauses="none", **UNTIMED))
        memo.update(id=id, people=people, pasts=await played(room, id, people, 30, 1))
        assert len(room.store.rows(NewsRow, table=id)) == 8

    async def after(room: Room) -> None:
        kinds = [
            (await back(room, memo["id"], memo["people"][0], past))[0] for past in memo["pasts"][0]
        ]
        assert set(kinds[-6:]) == {"delta"} and kinds[0] == "snapshot"

    virtually(tmp_path, before)
    virtually(tmp_path, after, start=LATER)


def test_another_make_of_the_house_sends_everything_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may show the same game otherwise, which no news of the older one have told."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, **UNTIMED))
        memo.update(id=id, people=people, pasts=await played(room, id, people, 12, 1))

    async def after(room: Room) -> None:
        monkeypatch.setattr(live_game, "__version__", "99")
        (rest,) = memo["people"][:1]
        latest = memo["pasts"][0][-1]
        assert await back(room, memo["id"], rest, latest) == ["snapshot"]
        pasts = await played(room, memo["id"], memo["people"], 6, 3)
        memo["pasts"] = pasts

    async def then(room: Room) -> None:
        for past in memo["pasts"][0][1:]:
            assert await back(room, memo["id"], memo["people"][0], past) == ["delta"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=LATER)
    virtually(tmp_path, then, seed=2, start=LATER + 60_000)


def test_what_was_not_kept_is_not_told_later_either(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        id, people = await room.seated(Terms("diktat", 2, **UNTIMED))
        await played(room, id, people, 6, 1, holds=False)
        before = room.store.rows(NewsRow, table=id)
        room.ledger.fails = lambda entry: StoreClosed("no")
        with pytest.raises(AssertionError):
            await played(room, id, people, 1, 2, holds=False)
            raise AssertionError
        assert room.store.rows(NewsRow, table=id) == before

    virtually(tmp_path, work)


def test_who_watches_with_a_delay_comes_back_too(tmp_path: Path) -> None:
    """Only to what was old enough: never to what those who stayed have not seen yet. After a
    restart by a snapshot: what the store has is numbered, and timed, for those without a delay."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        terms = Terms("diktat", 2, watched=True, delay=60_000, **UNTIMED)
        id, people = await room.seated(terms)
        watcher = (await room.people(1))[0]
        await asyncio.sleep(61)
        watching = await room.client(id, watcher)
        watching.read()
        memo.update(id=id, watcher=watcher, past=Past(watching))
        await played(room, id, people, 10, 1)
        await asyncio.sleep(1)
        watching.read()
        assert watching.number == memo["past"].number
        again = await room.client(id, watcher, memo["past"])
        assert again.number == memo["past"].number

    async def after(room: Room) -> None:
        await room.house.tables.actor(memo["id"])
        await asyncio.sleep(61)
        assert await back(room, memo["id"], memo["watcher"], memo["past"]) == ["snapshot"]

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=LATER)
