"""Scenes: any game in any position from a few lines, balanced by the game itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from clande.cases import Scene, load, stage, start
from clande.cases.scenes import lay, steps
from clande.kernel import Game, Part, Public, Unreadable, awaited, compose, save
from clande.kernel import load as restore
from clande.testing import finish
from examples.contraband import BOOK, material
from examples.contraband.rules import Inspection, Loading, Nights, Turn, Turns
from examples.contraband.table import Barge
from tests.cases.files import TABLE, UNDER_WAY, written

FAR = "{barges: {1: {owner: 0, quay: troja, kinds: [salt], seen: {3: [1]}}}}"


def scene(
    table: dict[str, Any] | None = None, under_way: list[str] | None = None, **more: Any
) -> Game[Any]:
    given: dict[str, Any] = {"game": "examples/contraband", "seats": 3} | more
    return stage(Scene(**given, table=table or {}, under_way=under_way or []))


def test_what_a_scene_does_not_say_is_as_after_the_set_up() -> None:
    game = scene(seed=4)
    assert save(game) == save(scene({}, seed=4))
    assert game.table.night == 1 and game.log == [] and len(awaited(game)) == 1
    assert save(game) != save(scene(seed=5))


def test_a_scene_is_played_on_like_any_game() -> None:
    game = scene({"turns": [1, 1, 1]}, [*UNDER_WAY.split(", ")])
    assert restore(save(game)) == game
    assert finish(game).is_over


def test_the_rules_under_way_are_those_of_the_scene_outermost_first() -> None:
    game = scene(
        {
            "patrols": ["", "troja", ""],
            "barges": {4: {"owner": 0, "quay": "troja", "kinds": ["silk"]}},
        },
        [
            "nights step=dawn",
            "turns 1",
            "turn 0 step=played",
            "loading 0 troja step=moored",
            "inspection 1 4",
        ],
    )
    assert game.stack == [
        Nights(step="dawn"),
        Turns(seat=1),
        Turn(seat=0, step="played"),
        Loading(seat=0, quay="troja", step="moored"),
        Inspection(owner=1, barge=4),
    ]
    assert awaited(game) == [1]


def test_the_books_of_a_scene_are_balanced() -> None:
    fresh = scene()
    game = scene(
        {"hands": [{"guns": 5}, {}, {"salt": 2}], "purses": [20, 0, 7], "sunk": {"silk": 3}}
    )
    assert material(game.table) == material(fresh.table)
    assert game.table.crates == [5, 0, 2] and game.table.counted == [20, 0, 7]


def test_options_modules_and_breath_are_those_of_the_scene() -> None:
    assert scene(options={"purse": 10}).header.options == {"purse": 10}
    assert awaited(scene(breathes=True)) == [0, 1, 2]


def test_a_barge_is_laid_in_a_way_of_its_own() -> None:
    game = scene(
        {"barges": {7: {"owner": 1, "quay": "troja", "kinds": ["salt", "guns"], "seen": {1: [2]}}}},
        [*UNDER_WAY.split(", ")],
    )
    assert game.table.barges == {7: Barge(1, "troja", ("salt", "guns"), (2, 6))}
    assert game.table.serial == 7


def test_a_game_may_be_named_by_a_path_from_the_folder_of_the_case(tmp_path: Path) -> None:
    inside = tmp_path / "deep"
    inside.mkdir()
    (inside / "a_game_beside_its_case.py").write_text("from examples.contraband import BOOK\n")
    path = written(inside, "  - do: 0 hawk")
    text = path.read_text(encoding="utf-8")
    for game in ("./a_game_beside_its_case.py", "../deep/a_game_beside_its_case.py"):
        path.write_text(text.replace("examples/contraband", game), encoding="utf-8")
        assert start(load(path)).header.mix == BOOK.name


@pytest.mark.parametrize(
    ("table", "under_way", "line", "said"),
    [
        ("{coins: 3}", UNDER_WAY, 8, "the table has no 'coins'; it has: barges, night, turns"),
        ("{turns: [4, 4]}", UNDER_WAY, 8, "turns: 2 entries for 3 seats"),
        ("{turns: 4}", UNDER_WAY, 8, "turns: Expected `array`"),
        ("{hands: [{salt: many}, {}, {}]}", UNDER_WAY, 8, "hands: Expected `int`, got `str`"),
        ("{hands: [{gold: 1}, {}, {}]}", UNDER_WAY, 7, "there are only 0 crates of gold"),
        ("{hands: [{salt: 17}, {}, {}]}", UNDER_WAY, 7, "there are only 16 crates of salt"),
        ("{patrols: [atlantis, '', '']}", UNDER_WAY, 7, "patrols: no quay is called 'atlantis'"),
        ("{barges: {1: {owner: 0}}}", UNDER_WAY, 8, "barges: .*missing required field `quay`"),
        ("{barges: {1: {owner: 0, quay: x, kinds: []}}}", UNDER_WAY, 8, "barges: barge 1: the qu"),
        ("{barges: []}", UNDER_WAY, 8, "barges: Expected `object`"),
        (
            "{barges: {1: {owner: 0, quay: troja, kinds: [salt], seen: {3: [1]}}}}",
            UNDER_WAY,
            8,
            "b",
        ),
        (TABLE, "dance", 9, "'dance': no 'dance' here; there are: "),
        (TABLE, "nights, turn", 9, "'turn': .*missing required field `seat`"),
        (
            TABLE,
            "nights, turn 0 step=sleeping",
            9,
            ".*no step 'sleeping'; there are: start, ch",
        ),
        (TABLE, "nights, turn 0 step=seat", 9, ".*no step 'seat'"),
        (TABLE, "nights, turn 0 step=__class__", 9, ".*no step '__class__'"),
        (TABLE, "nights, turn 0 step=stands", 9, ".*no step 'stands'"),
        (TABLE, "nights, turn 9", 9, "the rules under way do not fit the table: IndexError"),
        (TABLE, "nights, inspection 1 4", 9, "the rules under way do not fit the table: KeyError"),
    ],
)
def test_a_scene_that_cannot_be_is_named_with_its_line(
    table: str, under_way: str, line: int, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path, "  - do: 0 hawk", table, under_way)
    with pytest.raises(Unreadable, match=f"^{re.escape(f'{path}:{line}: ')}{said}"):
        start(load(path))


def test_the_steps_of_a_rule_are_its_own_and_the_last() -> None:
    assert steps(Turn) == ["start", "chosen", "played", "over"]
    assert steps(Inspection) == ["start", "opened", "seized", "over"]


class Share(Struct):
    tokens: Public[list[int]]


class Whole(Struct):
    night: Public[int]
    share: Part[Share]


def test_the_parts_of_a_table_are_laid_field_by_field() -> None:
    table = Whole(1, Share([1, 2, 3]))
    lay(compose("contraband"), table, "share", {"tokens": [4, 5, 6]}, 3)
    assert table == Whole(1, Share([4, 5, 6]))
    with pytest.raises(Unreadable, match="the table has no 'coins'"):
        lay(compose("contraband"), table, "share", {"coins": 3}, 3)


def test_a_part_that_is_no_mapping_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        lay(compose("contraband"), Whole(1, Share([])), "share", [1], 3)
