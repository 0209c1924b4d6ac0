"""Whoever goes: nobody waits for ever, and who comes back finds the seat as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clande.kernel import PASS, QuickLuck, View, awaited, view
from clande.server.bots import workers
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms
from clande.server.store import StoreClosed
from tests.support.virtual_server import Client, Room, virtually


def chair(client: Client, seat: int) -> Any:
    client.read()
    return client.card["chairs"][seat]


def game_of(client: Client) -> Any:
    assert client.actor.live is not None
    return client.actor.live.game


def test_a_seat_that_has_gone_is_shown_then_played_then_given_back(tmp_path: Path) -> None:
    """H3: after the table's patience a bot plays, until the player is back."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None, patience=90_000)
        table, people = await room.seated(terms)
        first_client, second_client = [await room.client(table, player) for player in people]
        assert chair(first_client, 1)["present"]
        await second_client.leave()
        assert not chair(first_client, 1)["present"] and not chair(first_client, 1)["away"]
        await first_client.act(PASS)
        await asyncio.sleep(89)
        assert awaited(game_of(first_client)) == [1]
        await asyncio.sleep(4)
        assert chair(first_client, 1)["away"]
        assert awaited(game_of(first_client)) != [1]  # the bot has answered
        back = await room.client(table, people[1], second_client)
        assert chair(first_client, 1)["present"] and not chair(first_client, 1)["away"]
        assert back.state["game"]["seat"] == 1
        asked = back.state["decision"]
        await asyncio.sleep(80)  # nobody plays for a player who is there
        back.read()
        assert back.state["decision"] == asked

    virtually(tmp_path, work)


def test_a_bot_gets_the_view_of_its_seat_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[View[Any]] = []
    honest = workers.think

    def watched(bot: str, view: View[Any], seed: int, unasked: bool, seconds: int) -> Any:
        views.append(view)
        return honest(bot, view, seed, unasked, seconds)

    monkeypatch.setattr(workers, "think", watched)

    async def work(room: Room) -> None:
        terms = Terms("diktat", 3, decision=None)
        table, people = await room.seated(terms, bots=2)
        client = await room.client(table, people[0])
        dice = QuickLuck(5)
        for _ in range(25):
            await asyncio.sleep(2)
            client.read()
            if 0 in awaited(game_of(client)):
                await client.act(game_of(client).asked[0].sample(dice))
        assert len(views) > 10
        assert {view.seat for view in views} == {1, 2}
        assert all(type(view) is View for view in views)
        last = [view for view in views if view.seat == 1][-1]
        hidden = view(game_of(client), 1).table.reserves
        assert type(last.table.reserves) is type(hidden)

    virtually(tmp_path, work)


def test_a_bot_that_fails_answers_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(workers, "think", broken)

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None)
        table, people = await room.seated(terms, bots=1)
        client = await room.client(table, people[0])
        await client.act(PASS)
        await asyncio.sleep(3)
        client.read()
        assert client.state["clock"]["strict"]  # the trial has begun

    virtually(tmp_path, work)
    assert "has failed" in caplog.text


def test_what_cannot_be_kept_for_one_seat_leaves_the_table_to_the_next(tmp_path: Path) -> None:
    """G22: two seats are answered for at the same moment, and the disk fails for the first."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None, stand_in="default", patience=1000)
        table, _ = await room.seated(terms)
        actor = await room.house.tables.actor(table)
        tries = 0

        def fails(entry: Any) -> BaseException:
            nonlocal tries
            tries += 1
            return StoreClosed("no")

        room.ledger.fails = fails
        await asyncio.sleep(5)
        room.ledger.fails = lambda entry: None
        assert not actor.ended and room.store.head(table).number == 0
        assert 2 <= tries <= 6  # now and then
        await asyncio.sleep(5)
        assert room.store.head(table).number >= 2

    virtually(tmp_path, work)


@pytest.mark.parametrize("stand_in", ["default", "bot"])
def test_every_game_ends_though_all_have_gone(tmp_path: Path, stand_in: Any) -> None:
    """G22: nobody is there at all."""

    async def work(room: Room) -> None:
        for game, seats in (("dictopia", 3), ("diktat", 2)):
            if (game, stand_in) == ("diktat", "bot"):
                continue
            terms = Terms(game, seats, stand_in=stand_in, patience=1000)
            table, _ = await room.seated(terms)
            actor = await room.house.tables.actor(table)
            for _ in range(400):
                await asyncio.sleep(120)
                if actor.live is not None and actor.live.status == "over":
                    break
            assert actor.live is not None and actor.live.status == "over", game
            assert room.store.head(table).status == "over"

    virtually(tmp_path, work)


def test_a_game_without_a_clock_ends_though_all_have_gone(tmp_path: Path) -> None:
    """G22: one default answer after another, though nothing else happens in between."""

    async def work(room: Room) -> None:
        terms = Terms("diktat", 2, decision=None, stand_in="default", patience=1000)
        table, _ = await room.seated(terms)
        for _ in range(100):
            await asyncio.sleep(60)
            if room.store.head(table).status == "over":
                return
        raise AssertionError(room.store.head(table))

    virtually(tmp_path, work)


def test_any_seats_may_go_at_any_decision(tmp_path: Path) -> None:
    """G22, bots off: the game of those who stay goes on to its end. The clock alone moves it."""

    async def work(room: Room) -> None:
        dice = QuickLuck(9)
        for game, seats in [("dictopia", 4)] * 4 + [("diktat", 3)] * 2:
            terms = Terms(game, seats, stand_in="wait", decision=20_000)
            table, people = await room.seated(terms)
            clients = [await room.client(table, player) for player in people]
            going = {seat: dice.below(40) for seat in range(seats) if dice.below(3)}
            count = 0
            while game_of(clients[0]).stack and count < 3000:
                count += 1
                for seat, at in going.items():
                    if at == count:
                        await clients[seat].leave()
                missing = clients[0].actor.current_play().live.missing()
                present = [seat for seat in missing if going.get(seat, count) >= count]
                if not present:
                    await asyncio.sleep(25)
                    for _ in range(20):  # what ends at this very moment is told before we go on
                        await asyncio.sleep(0)
                    for client in clients:
                        client.outbox.payloads.clear()
                        client.outbox.size = 0
                    continue
                seat = dice.pick(present)
                actor = clients[seat].actor
                assert actor.live is not None
                await clients[seat].resync()
                action = game_of(clients[seat]).asked[seat].sample(dice)
                await clients[seat].act(action)
                for client in clients:
                    client.outbox.payloads.clear()
                    client.outbox.size = 0
            assert not game_of(clients[0]).stack, (game, going)

    virtually(tmp_path, work)


def test_who_leaves_for_good_has_lost_the_seat_and_another_may_take_it(tmp_path: Path) -> None:
    """I11: a seat has a generation; older holders are void."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 3, decision=None)
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        await room.house.lobby.stand_up(people[1], table)
        assert clients[1].outbox.closed == 4403
        assert chair(clients[0], 1)["kind"] == "empty"
        with pytest.raises(RequestRefused, match="not_watched"):
            await room.house.lobby.ticket(people[1], b"", table, False)
        await clients[0].act(PASS)
        await clients[2].act(PASS)
        await asyncio.sleep(5)
        assert clients[0].actor.live is not None
        clients[0].read()
        assert clients[0].state["clock"]["strict"]  # a bot has answered for the empty chair
        (newcomer,) = await room.people(1)
        await room.house.lobby.sit(newcomer, table, 1)
        new = await room.client(table, newcomer)
        assert new.state["game"]["seat"] == 1
        assert chair(clients[0], 1)["name"] == newcomer.name
        decision = new.state["decision"]
        await asyncio.sleep(20)
        new.read()
        assert new.state["decision"] == decision

    virtually(tmp_path, work)


def test_the_host_goes_and_another_is_host(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, people = await room.seated(Terms("dictopia", 3, decision=None))
        clients = [await room.client(table, player) for player in people]
        await room.house.lobby.stand_up(people[0], table)
        assert chair(clients[1], 1)["host"]
        await room.house.lobby.hold(people[1], table, "a", True)
        with pytest.raises(RequestRefused, match="not_host"):
            await room.house.lobby.hold(people[0], table, "b", False)

    virtually(tmp_path, work)


def test_three_questions_let_pass_are_enough(tmp_path: Path) -> None:
    """Also at a table that plays for days, where nobody has to be there all the time."""

    async def work(room: Room) -> None:
        day = 24 * 3600
        terms = Terms("diktat", 2, decision=day * 1000, pauses="none", stand_in="bot")
        table, people = await room.seated(terms)
        client = await room.client(table, people[0])
        dice = QuickLuck(3)
        missed = 0
        while not chair(client, 1)["away"] and missed < 20:
            client.outbox.payloads.clear()
            await client.resync()
            if awaited(game_of(client)) == [1]:
                await asyncio.sleep(day + 10)  # its time begins once everything was shown
                missed += 1
            elif 0 in awaited(game_of(client)):
                await client.act(game_of(client).asked[0].sample(dice))
            else:
                await asyncio.sleep(1)
        assert missed == 3

    virtually(tmp_path, work)


def test_who_comes_to_watch_a_game_that_is_over_is_shown_it_later(tmp_path: Path) -> None:
    """Spectators: after a restart they wait once more, and are shown the end without asking."""
    memo: dict[str, Any] = {}

    async def before(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None, watched=True, delay=60_000)
        table, people = await room.seated(terms)
        await room.house.lobby.vote(people[0], table, True)
        await room.house.lobby.vote(people[1], table, True)
        memo.update(table=table, end=room.clock.now())

    async def after(room: Room) -> None:
        watcher = await room.client(memo["table"], (await room.people(1))[0])
        assert watcher.state is None
        await asyncio.sleep(61)
        watcher.read()
        assert watcher.state is not None and watcher.state["status"] == "over"

    virtually(tmp_path, before)
    virtually(tmp_path, after, seed=1, start=memo["end"] + 1000)


def test_those_who_watch_a_delayed_table_see_it_later(tmp_path: Path) -> None:
    """Spectators: the public view, as late as the table wants, also in a snapshot."""

    async def work(room: Room) -> None:
        terms = Terms("dictopia", 2, decision=None, watched=True, delay=60_000)
        table, people = await room.seated(terms)
        players = [await room.client(table, player) for player in people]
        (stranger,) = await room.people(1)
        watcher = await room.client(table, stranger)
        assert watcher.state is None and watcher.card["status"] == "playing"
        await asyncio.sleep(61)
        watcher.read()  # it is shown what is old enough without asking
        first: Any = watcher.state
        assert first["game"]["seat"] == -1
        for player in players:
            await player.act(PASS)
        await asyncio.sleep(59)
        watcher.read()
        assert watcher.state == first
        late = await room.client(table, (await room.people(1))[0])
        assert late.state == first
        await asyncio.sleep(2)
        watcher.read()
        late.read()
        later: Any = watcher.state
        assert later != first and late.state == later and later["clock"]["strict"]

    virtually(tmp_path, work)
