"""How points came about: told to those at the table, and to who may watch it as it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from clande.kernel import awaited, told
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.scores import Scores
from tests.support.virtual_server import Room, virtually

QUIET = {"decision": None, "pauses": "none"}


def test_the_reasons_of_a_game_under_way_add_up(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        scores = Scores(room.house)
        terms = Terms("diktat", 2, options={"length": "short"}, **QUIET)  # type: ignore[arg-type]
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        luck = room.house.chance.bytes(1)[0]
        for _ in range(400):
            actor = clients[0].actor
            assert actor.live is not None
            game = actor.live.game
            if not game.stack:
                break
            seat = awaited(game)[0]
            question = game.asked[seat]
            options = list(question)[:6]
            luck = (luck * 5 + 3) % 251
            await clients[seat].settle()
            await clients[seat].act(options[luck % len(options)] if options else question.default())
        points = (await scores.points(people[0], table)).points
        assert actor.live is not None
        for seat in range(2):
            assert sum(p.vp for p in points if p.seat == seat) == actor.live.game.table.vp[seat]

    virtually(tmp_path, work)


@pytest.mark.parametrize(
    ("watched", "delay", "allowed"), [(True, 0, True), (True, 60_000, False), (False, 0, False)]
)
def test_only_who_may_watch_is_told(
    tmp_path: Path, watched: bool, delay: int, allowed: bool
) -> None:
    async def work(room: Room) -> None:
        scores = Scores(room.house)
        terms = Terms("diktat", 2, watched=watched, delay=delay, **QUIET)  # type: ignore[arg-type]
        table, people = await room.seated(terms)
        (stranger,) = await room.people(1)
        assert (await scores.points(people[1], table)).points == []
        if allowed:
            assert (await scores.points(stranger, table)).points == []
        else:
            with pytest.raises(RequestRefused) as refusal:
                await scores.points(stranger, table)
            assert refusal.value.code == "not_watched"
        with pytest.raises(RequestRefused) as refusal:
            for _ in range(100):
                await scores.points(people[0], table)
        assert refusal.value.code == "too_many"

    virtually(tmp_path, work)


def test_each_is_told_again_what_he_was_told(tmp_path: Path) -> None:
    """POL-8, GEN-5: facts of some kinds since the beginning, and nothing that one did not hear."""
    kinds = ("TeamTaken", "FirstNamed")

    async def work(room: Room) -> None:
        scores = Scores(room.house)
        terms = Terms("diktat", 2, watched=True, **QUIET)  # type: ignore[arg-type]
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        actor = clients[0].actor
        for _ in range(60):
            assert actor.live is not None
            game = actor.live.game
            seat = awaited(game)[0]
            question = game.asked[seat]
            await clients[seat].settle()
            options = [option for option in question if type(option).__name__ in ("Send", "Order")]
            await clients[seat].act(options[0] if options else question.default())
        assert actor.live is not None
        log = [e for e in actor.live.game.log or () if type(e).__name__ in kinds]
        (stranger,) = await room.people(1)
        for viewer, person in enumerate([*people, stranger]):
            heard = (await scores.events(person, table, ",".join(kinds))).facts
            seat = viewer if viewer < 2 else -1
            assert heard == [line for e in log if (line := told(e, seat)) is not None]
            for fact in heard:
                if fact["type"] == "TeamTaken":
                    assert ("kinds" in fact) == (fact["seat"] == viewer)
        assert {type(e).__name__ for e in log} == {*kinds}
        for wrong in ("", "a b", ",".join(["Scored"] * 13), "Scored,"):
            with pytest.raises(RequestRefused) as refusal:
                await scores.events(people[0], table, wrong)
            assert refusal.value.code == "unreadable"

    virtually(tmp_path, work)
