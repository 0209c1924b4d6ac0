"""Games of format 1 are brought over: the same events, the same outcome, and they go on."""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande import games
from clande.kernel import (
    SPECTATOR,
    Game,
    Record,
    Unreadable,
    answer_by_default,
    awaited,
    format1,
    load,
    outcome,
    read_record,
    save,
    set_up,
    told,
    verify,
)
from clande.kernel.record import FORMAT, opened

FOLDER = Path(__file__).parents[1] / "fixtures/format1"
EXPECTED: dict[str, Any] = json.loads(lzma.decompress((FOLDER / "expected.json.xz").read_bytes()))
MOST = 200  # decisions after a save

games.installed()
games.find("examples/contraband")


def written(folder: str, name: str) -> bytes:
    return lzma.decompress((FOLDER / folder / name).read_bytes())


def names(events: Any) -> list[str]:
    return [type(event).__name__ for event in events]


def values(events: Any) -> str:
    """What a spectator is told, by its values alone."""
    leaves: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key != "type":
                    walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif value is not None:
            leaves.append(json.dumps(value, ensure_ascii=False))

    for event in events:
        if (heard := told(event, SPECTATOR)) is not None:
            walk(msgspec.json.decode(msgspec.json.encode(heard)))
    return hashlib.sha256("\n".join(sorted(leaves)).encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", EXPECTED["records"])
def test_a_record_is_brought_over(name: str) -> None:
    wanted = EXPECTED["records"][name]
    record = read_record(written("records", f"{name}.json.xz"))
    assert (record.format, record.header.mix, record.header.seats) == (
        FORMAT, wanted["mix"], wanted["seats"],
    )  # fmt: skip
    assert record.pauses == ("seats" if wanted["pauses"] else "none")
    assert opening(record) == wanted["opening"]
    each = [(entry.seat, names(entry.events), values(entry.events)) for entry in record.entries]
    assert each == [(e["seat"], e["events"], e["values"]) for e in wanted["each"]]
    ending = outcome(verify(record))
    assert ending is not None
    assert as_plain(ending) == wanted["outcome"]


def opening(record: Record) -> list[str]:
    return names(set_up(record.header, opened(record).luck(), record.pauses).log or ())


def as_plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", EXPECTED["saves"])
def test_a_save_is_brought_over_and_goes_on(name: str) -> None:
    wanted = EXPECTED["saves"][name]
    game = load(written("saves", wanted["file"]))
    assert game.header.mix == wanted["mix"]
    assert {str(seat): type(question).__name__ for seat, question in game.asked.items()} == {
        seat: {"Line": "FreeText"}.get(kind, kind) for seat, kind in wanted["asked"].items()
    }
    assert sorted(awaited(game)) == wanted["awaited"]
    assert sorted(game.answers) == wanted["answered"]
    assert {str(depth): sorted(seats) for depth, seats in game.suspended.items()} == wanted[
        "set_aside"
    ]
    assert load(save(game)).suspended == game.suspended
    assert played_on(game) == (wanted["after"]["decisions"], wanted["after"]["events"])
    assert as_plain(outcome(game)) == wanted["after"]["outcome"]


def played_on(game: Game[Any]) -> tuple[int, list[str]]:
    """How many decisions there were if everyone answers by default, and what happened."""
    log = game.log = []
    decisions = 0
    while game.stack and decisions < MOST:
        answer_by_default(game, min(awaited(game)))
        decisions += 1
    return decisions, names(log)


def changed(name: str, change: Any) -> bytes:
    old = json.loads(written("records", f"{name}.json.xz"))
    change(old)
    return json.dumps(old, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda old: old.update(seed=""), "whose seed is still sealed"),
        (lambda old: old.update(seed="00" * 32), "not the one that was committed to"),
        (lambda old: old["entries"][3].update(left="0" * 64), "the chain is broken at entry 4"),
        (lambda old: old["entries"].pop(2), "the chain is broken at entry 3"),
        (lambda old: old.pop("header"), "not a record of format 1: KeyError"),
        (lambda old: old["header"].update(version="0"), "chain is broken|played by version"),
    ],
)
def test_what_cannot_be_brought_over_is_refused(change: Any, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_record(changed("contraband-2", change))


def test_the_window_of_format_1_goes_on_as_answers() -> None:
    """Contraband, while a seat is asked for its papers before a seizure. [CTB-7]"""
    seizure = {"type": "CrateSeized", "seat": 1, "owner": 0}
    window = {"type": "Window", "event": seizure, "queue": [], "step": "heard"}
    assert format1.frame(window) == {
        "type": "Answers", "event": seizure, "queue": [], "after": False, "closed": True,
        "step": "called",
    }  # fmt: skip
    assert format1.frame({**window, "after": True})["after"] is True
    other = {"type": "Turn", "seat": 2, "step": "played"}
    assert format1.waiting({"stack": [other], "held": {}}) == {"stack": [other], "suspended": {}}
