"""The runner of cases: each kind of expectation can fail, and says where and how."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clande import cases, cli
from clande.cases import Differs, check, files, load, run
from clande.kernel import Unreadable
from tests.cases.files import FIRST, HEAD, TABLE, written

LADEN = "  - do: 0 load karlin\n  - do: 0 order [salt guns]\n"
OPENED = LADEN + "  - do: 1 crate 1 1\n"
SEIZED = OPENED + "  - do: 0 pass\n"


def outcome(folder: Path, play: str, **scene: str) -> None:
    check(load(written(folder, play, **scene)))


def differs(folder: Path, play: str, line: int, said: str) -> None:
    path = written(folder, play)
    where = re.escape(f"{path}:{line}: ")
    with pytest.raises(Differs, match=f"^{where}{said}"):
        check(load(path))


def unreadable(folder: Path, play: str, line: int, said: str) -> None:
    path = written(folder, play)
    where = re.escape(f"{path}:{line}: ")
    with pytest.raises(Unreadable, match=f"^{where}{said}"):
        check(load(path))


# ------------------------------------------------------------------------------ what holds, holds


@pytest.mark.parametrize(
    "play",
    [
        "  - do: 0 hawk\n    events: [coins-moved 0 1, turn-spent 0]",
        "  - do: 0 hawk\n    events: [coins-moved, turn-spent]",
        "  - do: 0 hawk\n    events: [coins-moved _ 1, turn-spent _]",
        "  - do: 0 hawk\n    events: [coins-moved coins=1, turn-spent seat=0]",
        "  - do: 0 hawk\n    includes: [turn-spent 0]",
        "  - do: 0 hawk\n    includes: [coins-moved 0, turn-spent 0]\n    never: [night-fell]",
        "  - do: 0 hawk\n    never: [coins-moved 1, coins-moved coins=2]",
        "  - do: 0 load karlin\n    events: [quay-named 0 karlin]\n"
        "  - do: 0 order [salt guns]\n"
        "    told: {0: ['barge-laden 0 2 [salt guns]', barge-moored 0 1 karlin], "
        "2: [barge-laden 0 2 kinds=unheard, barge-moored], spectator: [barge-laden, barge-moored]}",
        LADEN + "  - refused: 2 crate 1 0\n    code: not_now\n    because: [CTB-6]",
        "  - refused: 0 post atlantis\n    code: not_admitted\n    because: [CTB-3]",
        "  - refused: 1 recall 3\n    code: not_offered",
        "  - refused: 1 recall 3",
        OPENED + "  - expect: {asked: [0], under_way: papers, admits: [0 pass], "
        "rejects: [0 use-pass, 1 borrow]}",
        SEIZED + "  - expect: {table: {sunk: {guns: 1}, barges: {1: {kinds: [salt]}}, "
        "purses: {0: 2, 1: 6}}}",
        SEIZED + "  - expect: {view: {2: {barges: {1: {kinds: ['?']}}, purses: 4}, "
        "spectator: {purses: null}}}",
        SEIZED + "  - expect: {table: {deals: {}, barges: {2: null}}}",
        "  - do: 0 hawk\n    expect: {asked: [1], table: {purses: [5, 4, 4]}}",
        "  - expect: {admits: [2 borrow, 0 hawk], rejects: [2 hawk]}",
    ],
)
def test_a_true_case_holds(play: str, tmp_path: Path) -> None:
    outcome(tmp_path, play)


# ----------------------------------------------------------- what does not hold is said, each kind


def test_an_act_that_is_refused_differs(tmp_path: Path) -> None:
    differs(
        tmp_path,
        "  - do: 0 hawk\n  - do: 0 hawk\n",
        FIRST + 1,
        r"'0 hawk' is refused: not_offered \[CTB-3\]",
    )


def test_a_refusal_that_is_accepted_differs_and_changes_nothing(tmp_path: Path) -> None:
    differs(tmp_path, "  - refused: 0 hawk\n", FIRST, "'0 hawk' is accepted")


def test_a_refusal_with_another_code_or_reason_differs(tmp_path: Path) -> None:
    play = "  - refused: 0 post atlantis\n    code: not_now\n"
    differs(tmp_path, play, FIRST, "refused with not_admitted, not not_now")
    play = "  - refused: 0 post atlantis\n    because: [CTB-3, CTB-9]\n"
    differs(tmp_path, play, FIRST, "refused by CTB-3, not CTB-9")


def test_a_refused_act_does_not_happen(tmp_path: Path) -> None:
    outcome(
        tmp_path,
        "  - refused: 1 hawk\n  - do: 0 hawk\n    events: [coins-moved 0 1, turn-spent 0]\n",
    )


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (
            "events: [coins-moved 0 2, turn-spent 0]",
            "happened: coins-moved seat=0 coins=1; turn-spent seat=0; "
            "expected: coins-moved 0 2; turn-spent 0",
        ),
        ("events: [turn-spent 0, coins-moved 0 1]", "happened: coins-moved"),
        ("events: [coins-moved 0 1]", "happened: coins-moved .*; expected: coins-moved 0 1"),
        ("events: [coins-moved 0 1, turn-spent 0, turn-spent 0]", "happened: "),
        ("events: []", "happened: coins-moved .*; expected: nothing"),
        ("events: [turn-spent, turn-spent]", "happened: "),
        ("includes: [turn-spent 1]", "'turn-spent 1' is missing in: coins-moved 0 1; turn-spent 0"),
        ("includes: [turn-spent, coins-moved]", "'coins-moved' is missing in"),
        ("includes: [turn-spent, turn-spent]", "'turn-spent' is missing in"),
        ("never: [turn-spent]", "'turn-spent' is there: coins-moved 0 1; turn-spent 0"),
        ("never: [night-fell, coins-moved coins=1]", "'coins-moved coins=1' is there"),
        ("never: [turn-spent _]", "'turn-spent _' is there"),
        ("told: {1: [coins-moved 0 1]}", "1 hears: coins-moved .*; expected: coins-moved 0 1"),
        ("told: {spectator: []}", "spectator hears: coins-moved .*; expected: nothing"),
    ],
)
def test_other_events_differ_and_both_are_told(expected: str, said: str, tmp_path: Path) -> None:
    differs(tmp_path, f"  - do: 0 hawk\n    {expected}\n", FIRST, said)


def test_a_field_that_a_viewer_does_not_hear_matches_no_value(tmp_path: Path) -> None:
    play = "  - do: 0 load karlin\n  - do: 0 order [salt guns]\n    told: {2: ["
    first = FIRST + 1
    for pattern in ("'barge-laden 0 2 [salt guns]'", "'barge-laden kinds=[salt guns]'"):
        differs(tmp_path, play + pattern + ", barge-moored]}\n", first, "2 hears: .*kinds=unheard")
    heard = "'barge-laden 0 2 kinds=unheard'"
    outcome(tmp_path, play + heard + ", barge-moored]}\n")
    differs(
        tmp_path, play.replace("2: [", "0: [") + heard + ", barge-moored]}\n", first, "0 hears: "
    )


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("table: {purses: [4, 4, 5]}", r"table\.purses is \[4,4,4\], not \[4,4,5\]"),
        ("table: {purses: {2: 5}}", r"table\.purses\[2\] is 4, not 5"),
        ("table: {purses: {7: 5}}", r"table\.purses\[7\] is not there; there are 3"),
        ("table: {purses: {x: 5}}", r"table\.purses\[x\] is not there"),
        ("table: {coins: 4}", r"table\.coins is not there; there is: night, "),
        ("table: {hands: {0: {salt: 2}}}", r"table\.hands\[0\]\.salt is 1, not 2"),
        ("table: {hands: {0: {}}}", r'table\.hands\[0\] is {"salt":1,"guns":1}, not {}'),
        ("table: {hands: {0: {salt: null}}}", r"table\.hands\[0\]\.salt is 1, not null"),
        ("table: {night: true}", r"table\.night is 1, not true"),
        ("table: {night: '1'}", r'table\.night is 1, not "1"'),
        ("view: {1: {purses: 5}}", r"view of 1\.purses is 4, not 5"),
        ("view: {2: {hands: {salt: 1}}}", r"view of 2\.hands\.salt is not there"),
        ("view: {spectator: {bag: 3}}", r"view of spectator\.bag is 38, not 3"),
        ("asked: [1]", r"asked: \[0\], not \[1\]"),
        ("asked: []", r"asked: \[0\], not \[\]"),
        ("admits: [0 post atlantis]", "'0 post atlantis' is not open to seat 0"),
        ("rejects: [0 hawk]", "'0 hawk' is open to seat 0"),
        ("rejects: [1 borrow]", "'1 borrow' is open to seat 1"),
        ("under_way: papers", "under way is turn, not papers"),
        ("scores: [0, 0, 0]", r"scores: None, not \[0, 0, 0\]"),
        ("winners: [0]", r"winners: None, not \[0\]"),
    ],
)
def test_another_position_differs_and_both_values_are_told(
    expected: str, said: str, tmp_path: Path
) -> None:
    differs(tmp_path, f"  - expect: {{{expected}}}\n", FIRST, said)


def test_a_truth_inside_a_list_is_no_number(tmp_path: Path) -> None:
    with pytest.raises(Differs):
        outcome(tmp_path, "  - expect: {table: {towed: [0, 0, 0]}}\n")


def test_another_end_differs(tmp_path: Path) -> None:
    table = (
        "{night: 6, turns: [0, 0, 0], points: [4, 6, 3], debts: [0, 2, 0], purses: [5, 6, 50],"
        " standing: [1, 2, 3], barges: {1: {owner: 2, quay: karlin, kinds: [silk]}}}"
    )
    for expected, said in (
        ("scores: [4, 4, 4], winners: [2], asked: []", ""),
        ("scores: [4, 5, 4]", r"scores: \[4, 4, 4\], not \[4, 5, 4\]"),
        ("winners: [0, 2]", r"winners: \[2\], not \[0, 2\]"),
        ("under_way: dawn", "under way is nothing, not dawn"),
    ):
        play = f"  - do: 2 open karlin\n  - expect: {{{expected}}}\n"
        path = written(tmp_path, play, table, "nights, dawn")
        if said:
            with pytest.raises(Differs, match=said):
                check(load(path))
        else:
            check(load(path))


def test_a_pause_is_let_pass_by_all(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "  - breathe: true\n    events: []\n  - expect: {under_way: turn}\n",
        TABLE,
        "nights step=play, pause",
    )
    path.write_text(path.read_text().replace("breathes: false", "breathes: true"))
    check(load(path))


def test_a_pause_where_nobody_is_asked_to_breathe_differs(tmp_path: Path) -> None:
    differs(tmp_path, "  - breathe: true\n", FIRST, "nobody is asked to breathe now")


def test_the_line_is_that_of_the_step_that_differs(tmp_path: Path) -> None:
    differs(tmp_path, SEIZED + "  - expect: {asked: [2]}\n", FIRST + 4, "asked: ")


# ---------------------------------------------------------------------- cases that make no sense


@pytest.mark.parametrize(
    ("play", "line", "said"),
    [
        ("  - {}", FIRST, "a step is one of do, refused, breathe, or an expect alone"),
        ("  - breathe: false", FIRST, "a step is one of"),
        ("  - do: 0 hawk\n    refused: 0 hawk", FIRST, "a step is one of"),
        ("  - do: 0 hawk\n    breathe: true", FIRST, "a step is one of"),
        ("  - do: hawk", FIRST, "'hawk': begin with a seat, 0 to 2"),
        ("  - do: 3 hawk", FIRST, "'3 hawk': begin with a seat, 0 to 2"),
        ("  - do: -1 hawk", FIRST, "'-1 hawk': begin with a seat"),
        ("  - do: 0 hawk\n  - do: 1 dance", FIRST + 1, "'dance': no 'dance' here; there are: "),
        ("  - do: 0 load", FIRST, "'load': .*quay"),
        ("  - refused: 0 load karlin now", FIRST, ".*load takes 1 fields at most"),
        ("  - expect: {admits: [0 dance]}", FIRST, "'dance': no 'dance' here"),
        ("  - expect: {view: {watcher: {}}}", FIRST, "'watcher' is neither a seat nor 'spectator'"),
        ("  - expect: {view: {3: {}}}", FIRST, "'3' is neither a seat nor"),
        ("  - do: 0 hawk\n    told: {9: []}", FIRST, "'9' is neither a seat nor"),
        ("  - do: 0 hawk\n    never: [turn-spend]", FIRST, "no event is called 'turn-spend'"),
        ("  - do: 0 hawk\n    events: [turn-spend]", FIRST, "no event is called 'turn-spend'"),
        ("  - do: 0 hawk\n    never: [turn-spent who=0]", FIRST, ".*turn-spent has: seat"),
        ("  - do: 0 hawk\n    never: [turn-spent 0 1]", FIRST, ".*turn-spent has: seat"),
        ("  - do: 0 hawk\n    never: ['turn-spent [']", FIRST, ".*'\\]' is missing"),
        ("  - expect: {asked: [0]}\n    events: []", FIRST, "events, includes, never and told go"),
        (
            "  - refused: 1 hawk\n    never: [turn-spent]",
            FIRST,
            "events, includes, never and told",
        ),
        ("  - do: 0 hawk\n    code: not_now", FIRST, "code and because go with refused"),
        ("  - do: 0 hawk\n    because: [CTB-3]", FIRST, "code and because go with refused"),
        ("  - do: 0 hawk\n    event: [x]", FIRST + 1, "Object contains unknown field `event`"),
        ("  - do: 0 hawk\n  - expect:\n      ask: [0]", FIRST + 2, ".*unknown field `ask`; there"),
        ("  - do: [0, hawk]", FIRST, "Expected `str`, got `array`"),
        ("  - do: 0 hawk\n    events: turn-spent", FIRST + 1, "Expected `array"),
        ("  - refused: 1 hawk\n    code: never", FIRST + 1, "Invalid enum value 'never'"),
        ("  - expect: {asked: ['0']}", FIRST, "Expected `int`, got `str`"),
        ("  - do: 0 hawk\n    do: 1 hawk", FIRST + 1, "'do' stands twice"),
        ("  - do: &x 0 hawk", FIRST, "anchors and aliases"),
        ("  - expect: {scores: [1.5]}", FIRST, "1.5 is no whole number"),
    ],
)
def test_a_step_that_makes_no_sense_is_named_with_its_line(
    play: str, line: int, said: str, tmp_path: Path
) -> None:
    unreadable(tmp_path, play, line, said)


def test_a_seat_is_written_in_plain_digits(tmp_path: Path) -> None:
    try:
        outcome(tmp_path, "  - do: ² hawk\n")
    except Unreadable:
        return
    except ValueError as error:
        pytest.fail(str(error))


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("rules: [CTB-6]", "rules: []"), 2, "a case names the rules that it proves"),
        (("rules: [CTB-6]", "rule: [CTB-6]"), 2, ".*unknown field `rule`; there are: case, rules"),
        (("case: Guns are seized\n", ""), 1, ".*missing required field `case`"),
        (("  seats: 3", "  chairs: 3"), 5, ".*unknown field `chairs`; there are: game, seats"),
        (("  seats: 3", "  seats: three"), 5, "Expected `int`, got `str`"),
        (("  seats: 3", "  seats: 9"), 3, "contraband is played with 2, 3, 4, 5 seats, not 9"),
        (("examples/contraband", "whist"), 3, "no game is called 'whist'"),
        (("examples/contraband", "examples/whist"), 3, "no game is called '.*examples/whist'"),
        (("  breathes: false", "  options: {colour: 1}"), 3, "contraband has no option 'colour'"),
        (("  breathes: false", "  modules: [dragons]"), 3, "contraband has no module 'dragons'"),
        (("play:\n", "play: []\nplays:\n"), FIRST, ".*unknown field `plays`"),
    ],
)
def test_a_head_that_makes_no_sense_is_named_with_its_line(
    change: tuple[str, str], line: int, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path, "  - do: 0 hawk")
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    where = re.escape(f"{path}:{line}: ")
    with pytest.raises(Unreadable, match=f"^{where}{said}"):
        check(load(path))


def test_a_file_that_is_no_text_or_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"case: \xff\xfe")
    with pytest.raises(Unreadable, match=re.escape(str(path))):
        load(path)
    with pytest.raises(Unreadable, match=r"nowhere\.yaml"):
        load(tmp_path / "nowhere.yaml")
    with pytest.raises(Unreadable, match=re.escape(str(tmp_path))):
        load(tmp_path)


@pytest.mark.parametrize("text", ["[a, b]", "just text", "5", "- case: x"])
def test_a_file_that_is_no_mapping_is_unreadable(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(text)
    with pytest.raises(Unreadable, match=rf"{re.escape(str(path))}:1: Expected `object`"):
        load(path)


# ------------------------------------------------------------------------------------- the command


def test_the_exit_status_is_nought_where_all_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, SEIZED)
    assert run([path]) == 0
    shown = capsys.readouterr()
    assert f"ok         {path}  Guns are seized" in shown.out
    assert shown.out.endswith("1 passed, 0 differ, 0 unreadable\n") and not shown.err


def test_the_exit_status_is_one_where_a_case_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, "  - refused: 0 hawk", name="bad.yaml")
    written(tmp_path, SEIZED, name="good.yml")
    assert cli.main(["cases", "run", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert f"DIFFERS    {bad}:{FIRST}: '0 hawk' is accepted" in shown.err
    assert "1 passed, 1 differ, 0 unreadable" in shown.out


def test_the_exit_status_is_two_where_a_case_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "  - refused: 0 hawk", name="bad.yaml")
    worse = written(tmp_path, "  - do: dance", name="worse.yaml")
    written(tmp_path, SEIZED, name="good.yaml")
    assert cli.main(["cases", "run", "-q", str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert f"UNREADABLE {worse}:{FIRST}: " in shown.err
    assert shown.out == "1 passed, 1 differ, 1 unreadable\n"


def test_where_there_is_no_case_the_status_is_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([tmp_path]) == 2
    assert "no case file there" in capsys.readouterr().err
    assert run([tmp_path / "nowhere.yaml"]) == 2


def test_a_game_that_breaks_down_does_not_hide_the_other_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = written(tmp_path, "  - do: 0 post troja", name="a.yaml")
    written(tmp_path, SEIZED, name="b.yaml")
    from examples.contraband.events import PatrolPosted

    def fail(self: object, table: object) -> None:
        raise IndexError("out of range")

    monkeypatch.setattr(PatrolPosted, "apply", fail)
    assert run([tmp_path]) == 1
    shown = capsys.readouterr()
    assert f"DIFFERS    {first}: broke down: IndexError: out of range" in shown.err
    assert "1 passed, 1 differ" in shown.out


def test_a_folder_means_all_case_files_below_it_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "note.md", "deep/c.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [str(path.relative_to(tmp_path)) for path in files([tmp_path])]
    assert found == ["a.yml", "b.yaml", str(Path("deep/c.yaml"))]
    assert list(files([tmp_path / "note.md"])) == [tmp_path / "note.md"]


def test_the_names_that_a_case_can_use_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cases", "names", "examples/contraband"]) == 0
    shown = capsys.readouterr().out
    for line in ("  load quay", "  crate-seized by owner quay barge position kind", "  hands: "):
        assert f"{line}" in shown
    assert re.search(r"^  turn seat +start chosen played over$", shown, re.M)
    assert cli.main(["cases", "names", "whist"]) == 2
    assert "no game is called 'whist'" in capsys.readouterr().err


def test_the_file_of_these_tests_holds_as_it_stands(tmp_path: Path) -> None:
    assert HEAD.count("\n") == FIRST - 1
    outcome(tmp_path, SEIZED)
    assert cases.load(written(tmp_path, SEIZED)).case.rules == ["CTB-6"]
