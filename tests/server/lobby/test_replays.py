"""Games that are over, seen again: by a seat as it saw them, by all, or with nothing hidden."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
import pytest

from clande import games
from clande.diktat.pawns import KIND
from clande.kernel import (
    SPECTATOR,
    Game,
    Mismatch,
    QuickLuck,
    Record,
    Sealing,
    awaited,
    begin,
    book,
    head,
    note,
    told,
    view,
)
from clande.kernel.messages import patched
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Replay
from clande.server.lobby import replays
from clande.server.lobby.replays import EVERYTHING, replay_of, verification
from clande.server.tables import feeds

games.installed()
TABLES = [
    ("diktat", 2, (), {"length": "short"}),
    ("diktat", 4, ("nuit", "leagues"), {}),
    ("diktat", 3, ("others",), {"length": "short"}),
    ("dictopia", 2, (), {}),
]


def played(
    name: str, seats: int, modules: tuple[str, ...], options: dict[str, Any]
) -> tuple[Record, Game[Any]]:
    """A game by random answers, and its record with the seed opened."""
    header, luck = head(name, seats, modules, options), QuickLuck(seats)
    nonces = tuple(bytes([seat]) * 16 for seat in range(seats))
    sealing = Sealing("replayed", header.version, bytes(range(32)), nonces)
    record, game = begin(header, sealing, pauses="none")
    while seats_asked := awaited(game):
        seat = luck.pick(seats_asked)
        note(record, game, seat, game.asked[seat].sample(luck))
    record.seed = sealing.seed.hex()
    return record, game


def sent(record: Record, viewer: int) -> Replay:
    """As a client gets it."""
    return msgspec.json.decode(msgspec.json.encode(replay_of(record, viewer)), type=Replay)


def states(replay: Replay) -> list[Any]:
    state: Any = replay.game
    result = [state]
    for step in replay.steps[1:]:
        state = patched(state, tuple(step.patch))
        result.append(state)
    return result


@pytest.mark.parametrize(("name", "seats", "modules", "options"), TABLES)
def test_a_replay_is_what_each_viewer_saw(
    name: str, seats: int, modules: tuple[str, ...], options: dict[str, Any]
) -> None:
    record, game = played(name, seats, modules, options)
    for viewer in (*range(seats), SPECTATOR):
        replay = sent(record, viewer)
        replayed = states(replay)
        assert replayed[-1] == replays.encoded_view(game, viewer)
        assert replayed[-1]["outcome"] is not None
        story = [line for step in replay.steps for line in step.story]
        heard = [line for event in game.log or () if (line := told(event, viewer))]
        assert story == msgspec.json.decode(msgspec.json.encode(heard))
        numbers = [step.number for step in replay.steps]
        assert numbers == sorted(set(numbers)) and numbers[-1] <= replay.entries


def test_nobody_sees_more_than_he_did_until_he_asks_to_see_all() -> None:
    """GEN-5: pawns of the others have no face; with nothing hidden, all of them have."""
    record, _ = played("diktat", 2, (), {"length": "short"})

    def faces(viewer: int) -> list[tuple[int, int]]:
        return [
            (stack["owner"], pawn & KIND)
            for state in states(sent(record, viewer))
            for stack in state["table"]["stacks"].values()
            for pawn in stack["pawns"]
        ]

    assert 0 not in {kind for owner, kind in faces(0) if owner == 0}
    assert 0 in {kind for owner, kind in faces(0) if owner == 1}
    assert 0 in {kind for _, kind in faces(SPECTATOR)}
    assert 0 not in {kind for _, kind in faces(EVERYTHING)}
    reserves = replay_of(record, EVERYTHING).game["table"]["reserves"]
    assert [len(reserve) for reserve in reserves] == [7, 7]


def test_with_nothing_hidden_every_field_is_there_but_what_nobody_sees() -> None:
    record, game = played("dictopia", 2, (), {})
    table = replay_of(record, EVERYTHING).game["table"]
    public = msgspec.json.decode(msgspec.json.encode(view(game, SPECTATOR, ())))["table"]
    assert table.keys() == public.keys()
    assert [len(hand) for hand in table["hands"]] == [8, 8]


def test_what_one_could_have_done_is_no_part_of_it() -> None:
    record, game = played("diktat", 2, (), {"length": "short"})
    assert book(game).name == "diktat"
    for state in states(replay_of(record, 0)):
        assert state["question"] is None and not state["may_act"] and "offers" not in state


@pytest.mark.parametrize("viewer", [0, SPECTATOR, EVERYTHING])
def test_a_replay_has_the_fields_that_a_table_sends(viewer: int) -> None:
    """Topics instead of frames: one page shows both."""
    record, game = played(*TABLES[0])
    live = feeds.sent_view(game, SPECTATOR)
    assert all(
        state.keys() == live.keys() and "topics" in state for state in states(sent(record, viewer))
    )


def test_a_record_that_was_touched_is_told() -> None:
    record, game = played("diktat", 2, (), {"length": "short"})
    honest = verification(record)
    assert honest.holds and honest.entries == len(record.entries) and honest.wrong == ""
    assert honest.seed == record.seed and len(honest.nonces) == 2
    assert honest.scores == list(book(game).outcome(game.table).scores)
    record.entries[3], record.entries[4] = record.entries[4], record.entries[3]
    touched = verification(record)
    assert not touched.holds and "entry 4" in touched.wrong
    with pytest.raises(Mismatch):
        replay_of(record, 0)
    record.seed = bytes(32).hex()
    assert "committed" in verification(record).wrong


@pytest.mark.parametrize("named", ["", "x", "-1", "007", "²", "all "])
def test_a_viewer_that_makes_no_sense_is_refused(named: str) -> None:
    with pytest.raises(RequestRefused):
        replays.viewer_of(named)


def test_it_goes_out_small() -> None:
    record, _ = played("diktat", 2, (), {"length": "short"})
    small = replays.compressed(record, 0)
    whole = gzip.decompress(small)
    assert len(small) * 8 < len(whole)
