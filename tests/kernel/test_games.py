"""Finding a game: by its name, or by the path of the file or package that defines it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clande import games
from clande.kernel import Unreadable
from clande.kernel.books import SHELF
from examples.contraband import BOOK

GAME = """
from clande import kernel
from tests.kernel.toys import Deed, toy_book

BOOK = toy_book(Deed(mark="x"), name={name!r})
kernel.register(BOOK)
"""


@pytest.fixture(autouse=True)
def modules() -> Iterator[None]:
    """What a test imports is forgotten, and the path is left as it was."""
    before, path = set(sys.modules), list(sys.path)
    yield
    assert sys.path == path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def file(folder: Path, name: str, game: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(GAME.format(name=game), encoding="utf-8")
    return path


def test_a_game_is_found_by_its_name() -> None:
    assert games.find("contraband") is BOOK


@pytest.mark.parametrize("path", ["examples/contraband", Path("examples/contraband")])
def test_a_game_is_found_by_the_path_of_its_package(path: str | Path) -> None:
    assert games.find(path) is BOOK
    assert games.find(Path(path).resolve()) is BOOK
    assert games.find(f"{path}/") is BOOK
    assert games.find("examples/../examples/contraband/__init__.py") is BOOK


def test_a_game_is_found_by_the_path_of_its_file(tmp_path: Path) -> None:
    path = file(tmp_path, "patience_of_one_file.py", "patience")
    found = games.find(path)
    assert found.name == "patience" and SHELF["patience"] is found
    assert games.find(str(path)) is found
    assert games.find("patience") is found


def test_the_same_path_twice_gives_the_same_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path, "patience_found_twice.py", "patience twice")
    found = games.find(path)
    assert games.find(path) is found
    monkeypatch.chdir(tmp_path)
    assert games.find("patience_found_twice.py") is found
    link = tmp_path / "link.py"
    try:
        link.symlink_to(path)
    except OSError:
        return  # some systems forbid links
    assert games.find(link) is found


def test_a_package_is_a_folder_with_its_init(tmp_path: Path) -> None:
    file(tmp_path / "patience_package", "__init__.py", "patience package")
    assert games.find(tmp_path / "patience_package").name == "patience package"


def test_two_files_of_one_name_are_two_games(tmp_path: Path) -> None:
    one = file(tmp_path / "mine", "patience_of_two.py", "mine")
    two = file(tmp_path / "yours", "patience_of_two.py", "yours")
    assert [games.find(one).name, games.find(two).name] == ["mine", "yours"]


def test_a_game_may_have_the_name_of_some_module(tmp_path: Path) -> None:
    assert games.find(file(tmp_path, "json.py", "the game of json")).name == "the game of json"


def test_a_game_that_is_nowhere_is_refused_with_what_there_is() -> None:
    with pytest.raises(Unreadable, match=r"'whist', nor is it a path; there are: .*contraband"):
        games.find("whist")
    with pytest.raises(Unreadable, match="nor is it a path"):
        games.find(Path("examples/whist"))


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "rules.txt"):
        if path is not tmp_path:
            path.write_text("cards", encoding="utf-8")
        with pytest.raises(Unreadable, match="neither a Python file nor a package"):
            games.find(path)
    empty = tmp_path / "a_game_without_book.py"
    empty.write_text("BOOK = 3\n", encoding="utf-8")
    with pytest.raises(Unreadable, match="registers no BOOK"):
        games.find(empty)


def test_a_book_that_is_not_registered_is_refused(tmp_path: Path) -> None:
    path = file(tmp_path, "an_unregistered_game.py", "unregistered")
    text = path.read_text(encoding="utf-8").replace("kernel.register(BOOK)", "")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match="registers no BOOK"):
        games.find(path)


@pytest.mark.skipif(os.name == "nt", reason="paths are judged otherwise there")
def test_a_name_too_long_for_a_path_is_refused() -> None:
    with pytest.raises(Unreadable):
        games.find("x" * 5000)
