"""A house of format 1 opens: every table is brought over, or set aside with its reason."""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import awaited, outcome, verify
from clande.kernel.record import FORMAT
from clande.server.store import ChatRow, DraftRow, NewsRow, SeatRow, SetAside, Store, TableRow
from clande.server.store.verify import check
from clande.server.tables import feeds
from clande.server.tables.transition import SideState
from tests.kernel.test_format1 import EXPECTED, as_plain, names, played_on
from tests.support.databases import OF_A_FILE

FIXTURE = Path(__file__).parents[2] / "fixtures/format1/house/house.db.xz"
WANTED: dict[str, Any] = EXPECTED["house"]["tables"]

pytestmark = OF_A_FILE


@pytest.fixture(scope="module")
def brought_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the house, opened once."""
    folder = tmp_path_factory.mktemp("house")
    unpack(folder)
    Store.open(folder).close()
    return folder


def unpack(folder: Path) -> Path:
    file = folder / "house.db"
    file.write_bytes(lzma.decompress(FIXTURE.read_bytes()))
    return file


def test_every_table_is_there_and_in_the_format_of_today(brought_over: Path) -> None:
    with Store.open(brought_over) as store:
        tables = {table.id: table for table in store.rows(TableRow)}
        assert tables.keys() == WANTED.keys()
        for id, table in tables.items():
            assert (table.format, table.status) == (FORMAT, WANTED[id]["status"]), table.reason
            assert table.head == WANTED[id].get("entries", 0)
            assert len(store.rows(ChatRow, table=id)) == WANTED[id]["lines"]
            assert sorted(d.seat for d in store.rows(DraftRow, table=id)) == WANTED[id]["drafts"]
            assert len(store.rows(SeatRow, table=id)) == len(WANTED[id]["seated"])


@pytest.mark.parametrize("id", [id for id, table in WANTED.items() if table.get("entries")])
def test_a_game_goes_on_as_it_would_have(brought_over: Path, id: str) -> None:
    wanted = WANTED[id]
    with Store.open(brought_over) as store:
        game = store.game(id).game
        assert names(game.log) == wanted["log"]
        assert sorted(awaited(game)) == wanted["awaited"]
        if wanted.get("outcome"):
            assert as_plain(outcome(game)) == wanted["outcome"]
        if wanted.get("after"):
            assert played_on(game) == (wanted["after"]["decisions"], wanted["after"]["events"])
        for news in store.rows(NewsRow, table=id):
            step = feeds.read_step(news.body)
            assert step.sent == []  # whoever comes back gets everything once
            msgspec.msgpack.decode(step.side, type=SideState)
        if wanted["status"] == "over" and wanted.get("outcome"):
            verify(store.record(id))


def test_the_whole_house_holds(brought_over: Path) -> None:
    with Store.open(brought_over) as store:
        assert [finding for finding in check(store) if finding.fault] == []


def test_what_cannot_be_played_again_is_set_aside_as_it_was(tmp_path: Path) -> None:
    """A seed that is not the one of its table: nothing is misread, and nothing else is touched."""
    file = unpack(tmp_path)
    damaged = next(id for id, table in WANTED.items() if table["status"] == "playing")
    with sqlite3.connect(file) as base:
        base.execute("UPDATE secrets SET seed = zeroblob(32) WHERE table_id = ?", (damaged,))
        before = base.execute("SELECT * FROM entries WHERE table_id = ?", (damaged,)).fetchall()
    base.close()
    with Store.open(tmp_path) as store:
        table = store.table(damaged)
        assert (table.status, table.format) == ("aside", 1)
        assert "not the one that was committed to" in table.reason
        with pytest.raises(SetAside, match="is of format 1"):
            store.game(damaged)
        others = [row for row in store.rows(TableRow) if row.id != damaged]
        assert {row.format for row in others} == {FORMAT}
    with sqlite3.connect(file) as base:
        after = base.execute("SELECT * FROM entries WHERE table_id = ?", (damaged,)).fetchall()
    base.close()
    assert before == after
