"""A table that is kept in writing says what the table says, after every act."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from clande import games
from clande.kernel import Game, QuickLuck, digest, head, lucky, set_up
from clande.kernel.encoded_table import EncodedTable
from clande.testing import playout

games.installed()
games.find("examples/contraband")

TABLES = [
    ("contraband", 3, ()),
    ("diktat", 4, ()),
    ("diktat", 5, ("nuit", "leagues", "others")),
    ("dictopia", 3, ()),
]


def begun(name: str, seats: int, modules: tuple[str, ...]) -> Game[Any]:
    return set_up(head(name, seats, modules, {}), lucky(3))


@pytest.mark.parametrize(("name", "seats", "modules"), TABLES)
def test_only_what_moved_is_written_and_all_is_there(
    name: str, seats: int, modules: tuple[str, ...]
) -> None:
    game = begun(name, seats, modules)
    written, most = EncodedTable(game.table), 0
    for number, _ in enumerate(playout(game, QuickLuck(2))):
        before = dict(enumerate(written.fields))
        moved = written.refresh(game.table)
        assert written.text() == msgspec.json.encode(game.table)
        assert [m.at for m in moved] == [
            at for at, field in enumerate(written.fields) if field != before[at]
        ]
        assert digest(game, written) == digest(game)
        most = max(most, len(moved))
        if number == 120:
            break
    assert most > 1


def test_a_dict_in_another_order_is_another_table() -> None:
    """The order of a dict is part of a game: rules go through it."""
    game = begun("diktat", 4, ())
    game.table.affinities = {"a": (), "b": ()}
    written = EncodedTable(game.table)
    game.table.affinities = {"b": (), "a": ()}
    assert [(m.was, m.now) for m in written.refresh(game.table)] == [
        ({"a": (), "b": ()}, {"b": (), "a": ()})
    ]
    assert written.text() == msgspec.json.encode(game.table)


def test_true_is_not_one() -> None:
    game = begun("diktat", 4, ())
    game.table.vp[0] = 1
    written = EncodedTable(game.table)
    game.table.vp[0] = True
    assert len(written.refresh(game.table)) == 1
    assert written.refresh(game.table) == []
