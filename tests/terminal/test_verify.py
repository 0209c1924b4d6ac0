"""`clande verify`: what holds, what does not, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clande import cli, games, kernel
from clande.kernel import QuickLuck
from clande.terminal.play import sealed
from clande.testing.play import playout

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A finished game, with acts that nobody asked for, as JSON."""
    games.find("examples/contraband")
    header = kernel.head("contraband", 3, (), {})
    sealing = sealed(4, header.version, 3)
    record, game = kernel.begin(header, sealing, pauses="none")
    twin = kernel.set_up(header, sealing.luck(), pauses="none")
    for seat, action in playout(twin, QuickLuck(8)):
        kernel.note(record, game, seat, action)
    record.seed = sealing.seed.hex()
    whole: dict[str, Any] = json.loads(kernel.write_record(record))
    return whole


@pytest.fixture
def verify(
    tmp_path: Path, record: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    def verified(change: Change, *options: str) -> tuple[int, str]:
        changed = json.loads(json.dumps(record))
        change(changed)
        file = tmp_path / "game.json"
        file.write_text(json.dumps(changed, separators=(",", ":")))
        status = cli.main(["verify", str(file), "--game", "examples/contraband", *options])
        screen = capsys.readouterr()
        said = screen.out + screen.err
        assert said.count("\n") == 1
        return status, said.removeprefix(f"{file}: ").strip()

    return verified


Verify = Callable[..., tuple[int, str]]


def test_a_record_holds(verify: Verify, record: dict[str, Any]) -> None:
    status, said = verify(lambda record: None)
    assert status == 0
    facts = f"holds: contraband, 3 seats, {len(record['entries'])} entries, commitment "
    assert said.startswith(facts)
    assert "won by seat" in said


def change_seed(record: dict[str, Any]) -> None:
    record["seed"] = "00" * 32


def change_nonce(record: dict[str, Any]) -> None:
    record["nonces"][1] = "00" * 16


def spoil_nonce(record: dict[str, Any]) -> None:
    record["nonces"][1] = "zz"


def seal_again(record: dict[str, Any]) -> None:
    record["seed"] = ""


def eventful(record: dict[str, Any]) -> int:
    """Some entry in mid-game after which somebody's turn was spent."""
    entries = enumerate(record["entries"])
    return next(i for i, e in entries if i > 15 and e["events"][-1:] and "seat" in e["events"][-1])


def change_event(record: dict[str, Any]) -> None:
    record["entries"][eventful(record)]["events"][-1]["seat"] ^= 1


def drop_event(record: dict[str, Any]) -> None:
    del record["entries"][eventful(record)]["events"][-1]


def drop_entry(record: dict[str, Any]) -> None:
    del record["entries"][10]


def drop_the_end(record: dict[str, Any]) -> None:
    del record["entries"][30:]


def swap_actions(record: dict[str, Any]) -> None:
    one, other = record["entries"][0], record["entries"][-1]
    one["action"], other["action"] = other["action"], one["action"]


def swap_entries(record: dict[str, Any]) -> None:
    entries = record["entries"]
    entries[4], entries[5] = entries[5], entries[4]


def change_seat(record: dict[str, Any]) -> None:
    record["entries"][7]["seat"] = 42


def change_digest(record: dict[str, Any]) -> None:
    record["entries"][7]["digest"] = "0" * 64


def change_link(record: dict[str, Any]) -> None:
    record["entries"][7]["link"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (change_seed, "does not hold: the seed is not the one that was committed to"),
        (change_nonce, "does not hold: entry 1"),
        (spoil_nonce, "does not hold: the seed or a nonce is not what it should be"),
        (seal_again, "does not hold: the seed has not been opened yet"),
        (change_event, "does not hold: entry {n}: other events follow"),
        (drop_event, "does not hold: entry {n}: other events follow"),
        (drop_entry, "does not hold: entry 11"),
        (drop_the_end, "does not hold: after entry 30, the last, the game is not over"),
        (swap_actions, "does not hold: entry 1 is refused"),
        (swap_entries, "does not hold: entry 5"),
        (change_seat, "does not hold: entry 8 is refused: no_seat"),
        (change_digest, "does not hold: entry 8 leaves another game than the one written"),
        (change_link, "does not hold: entry 8: the chain is broken"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_tampered_record_is_refused(
    verify: Verify, record: dict[str, Any], change: Change, complaint: str
) -> None:
    status, said = verify(change)
    complaint = complaint.format(n=eventful(record) + 1)
    assert (status, said[: len(complaint)]) == (1, complaint)


def change_seats(record: dict[str, Any]) -> None:
    record["header"]["seats"] = 7


def change_options(record: dict[str, Any]) -> None:
    record["header"]["options"] = {}


def change_format(record: dict[str, Any]) -> None:
    record["format"] = 99


def change_version(record: dict[str, Any]) -> None:
    record["header"]["version"] = "0"


def drop_field(record: dict[str, Any]) -> None:
    del record["nonces"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (change_seats, "contraband is played with 2, 3, 4, 5 seats, not 7"),
        (change_options, "contraband is played with other options than {}"),
        (change_format, "written in format 99; this server reads 2"),
        (change_version, "played by version 0; here is contraband"),
        (drop_field, "Object missing required field `nonces`"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_what_is_no_record_cannot_be_read(verify: Verify, change: Change, complaint: str) -> None:
    status, said = verify(change)
    assert status == 2
    assert said.startswith(f"cannot be read: {complaint}")


def test_a_game_that_was_left_may_be_accepted(verify: Verify) -> None:
    status, said = verify(drop_the_end, "--unfinished")
    assert status == 0
    assert said.endswith(", left before its end")


@pytest.mark.parametrize("content", [b"", b"{", b"\x93\xff\x00", b"[]", b'{"format":1}'])
def test_any_other_file_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert cli.main(["verify", str(file)]) == 2
    assert f"{file}: cannot be read: " in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
