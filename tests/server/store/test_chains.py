"""Chains of entries: written once, in order, and known again."""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from clande.kernel import IllegalAction, Number, QuickLuck, head, save
from clande.kernel.chance import commitment
from clande.server.store import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    ContactRow,
    DraftRow,
    EntryRow,
    FamilyRow,
    LetterRow,
    MemberRow,
    NewsRow,
    NewTable,
    NoteRow,
    ReportRow,
    ResultRow,
    Row,
    SeatRow,
    SignalRow,
    StaleWrite,
    Store,
    StoreConflict,
    Stored,
    StoredReply,
    TableRow,
    TokenRow,
    UserRow,
)
from clande.server.store.columns import primary_key
from tests.server.store.tables import GAMES, NONCES, begun, fill, played, status


def test_a_new_table_commits_to_its_seed(store: Store) -> None:
    table = store.create(NewTable("t", "diktat", "1", 7, b'{"name":"Chez nous"}')).result()
    assert (table.status, table.created, table.head) == ("open", 7, 0)
    assert store.table("t") == table
    assert table.commitment == commitment("t", "1", store._seed("t"))


def test_two_tables_have_two_seeds(store: Store) -> None:
    for name in ("one", "two"):
        store.create(NewTable(name, "diktat", "1", 7)).result()
    assert store._seed("one") != store._seed("two")


def test_a_table_is_created_once(store: Store) -> None:
    store.create(NewTable("t", "diktat", "1", 7)).result()
    with pytest.raises(StoreConflict, match="already"):
        store.create(NewTable("t", "diktat", "1", 8)).result()
    assert store.table("t").created == 7


def test_a_game_starts_once(store: Store) -> None:
    begun(store, "t")
    header = head("contraband", 3, (), {})
    with pytest.raises(StoreConflict, match="playing, not open"):
        store.start("t", header, NONCES[:3], 3)


def test_a_table_is_started_by_the_rules_it_is_pinned_to(store: Store) -> None:
    store.create(NewTable("t", "contraband", "0", 1)).result()
    with pytest.raises(StoreConflict, match="pinned to contraband 0"):
        store.start("t", head("contraband", 3, (), {}), NONCES[:3], 2)
    with pytest.raises(StoreConflict, match="no table 'u'"):
        store.start("u", head("contraband", 3, (), {}), NONCES[:3], 2)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_stored_is_read_back(store: Store, game: str) -> None:
    play = begun(store, "t", game)
    entries = fill(store, play, 120)
    assert list(store.entries("t")) == entries
    assert list(store.entries("t", after=100)) == entries[100:]
    there = store.head("t")
    assert (there.number, there.hash, there.status) == (len(entries), play.last, status(play))
    assert store.table("t").events == sum(len(entry.events) for entry in entries)
    for entry in entries[::9]:
        assert store.reply_to("t", entry.command) == entry.reply
    assert store.reply_to("t", "never") is None


def test_many_entries_are_read_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clande.server.store.reader.PAGE", 10)
    entries = fill(store, begun(store, "t"), 40)
    assert list(store.entries("t")) == entries
    assert list(store.entries("t", after=5)) == entries[5:]


def test_a_stale_entry_is_refused_and_nothing_written(store: Store) -> None:
    """I18: the head is moved by whoever follows it, and by nobody else."""
    play = begun(store, "t")
    fill(store, play, 3)
    entry = next(played(play))
    for wrong in (
        msgspec.structs.replace(entry, n=9),
        msgspec.structs.replace(entry, previous=b"x" * 32),
        msgspec.structs.replace(entry, n=3, command="another"),
    ):
        with pytest.raises(StaleWrite):
            store.append(wrong, wrong.n - 1).result()
    assert store.head("t").number == 3
    assert store.append(entry, 3).result() == Stored(4, entry.reply)


def test_an_entry_after_the_end_is_refused(store: Store) -> None:
    play = begun(store, "t")
    entries = fill(store, play, 10_000)
    assert store.head("t").status == "over"
    late = msgspec.structs.replace(entries[-1], n=len(entries) + 1, command="late",
                                   previous=entries[-1].hash)  # fmt: skip
    with pytest.raises(StaleWrite):
        store.append(late, len(entries)).result()


def test_the_same_command_twice_has_the_same_reply(store: Store) -> None:
    """I16, I17, G7: a copy of a command that was stored is answered, not done again."""
    play = begun(store, "t")
    first = next(played(play, most=1))
    assert store.append(first, 0).result() == Stored(1, first.reply)
    # the same bytes again: it may be our own answer that was lost
    assert store.append(first, 0).result() == Stored(1, first.reply)
    # the same id, decided anew at a later head
    second = next(played(play, seed=6, most=1))
    again = msgspec.structs.replace(second, command=first.command, reply=b"other")
    assert store.append(again, 1).result() == StoredReply(1, first.reply)
    assert store.head("t").number == 1
    assert store.append(second, 1).result() == Stored(2, second.reply)


def test_a_bad_entry_among_good_ones_fails_alone(store: Store) -> None:
    plays = [begun(store, f"t{i}") for i in range(8)]
    entries = [next(played(play, most=1)) for play in plays]
    block = threading.Event()

    def wait_here(connection: Any, again: bool) -> None:
        block.wait(120)

    store.writer.ask(wait_here)
    asked: list[Future[Any]] = [store.append(entry, 0) for entry in entries[:4]]
    # a second entry with the same command: its table stands elsewhere by then
    asked.append(
        store.append(msgspec.structs.replace(entries[0], n=2, previous=entries[0].hash), 1)
    )
    asked.append(store.put(SeatRow("nowhere", 0)))
    asked += [store.append(entry, 0) for entry in entries[4:]]
    commits = store.writer.commits
    block.set()
    wait(asked)
    assert [future.exception() is None for future in asked] == [*[True] * 5, False, *[True] * 4]
    assert asked[4].result() == StoredReply(1, entries[0].reply)
    assert store.writer.commits > commits + 1  # one for all was not possible
    assert all(store.head(f"t{i}").number == 1 for i in range(8))


def test_tables_share_commits(store: Store) -> None:
    """What gathers while one commit is synced goes into the next."""
    plays = [begun(store, f"t{i}") for i in range(20)]
    block = threading.Event()

    def wait_here(connection: Any, again: bool) -> None:
        block.wait(120)

    store.writer.ask(wait_here)
    asked = [store.append(next(played(play, most=1)), 0) for play in plays]
    commits = store.writer.commits
    block.set()
    assert all(isinstance(future.result(), Stored) for future in asked)
    assert store.writer.commits <= commits + 2


def test_tables_do_not_wait_for_each_other(store: Store) -> None:
    """Many threads, many tables: each chain is whole."""
    plays = [begun(store, f"t{i}") for i in range(6)]

    def run(play: Any) -> None:
        fill(store, play, 40, seed=int(play.table[1:]))

    threads = [threading.Thread(target=run, args=(play,)) for play in plays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for play in plays:
        again = store.game(play.table)
        assert save(again.game, log=True) == save(play.game, log=True)


def test_a_refused_act_makes_no_entry(store: Store) -> None:
    play = begun(store, "t")
    fill(store, play, 5)
    before = (save(play.game), play.number, play.last)
    with pytest.raises(IllegalAction):
        play.act(0, Number(99))
    assert (save(play.game), play.number, play.last) == before


def test_only_acts_of_the_game_are_entries(store: Store) -> None:
    entry = next(played(begun(store, "t")))
    with pytest.raises(ValueError, match="only acts"):
        store.append(msgspec.structs.replace(entry, seat=-1), 0)
    with pytest.raises(ValueError, match="cannot follow"):
        store.append(entry, 1)


def test_rows_of_an_entry_are_stored_with_it_or_not_at_all(store: Store) -> None:
    play = begun(store, "t")
    entry = next(played(play, most=1))
    clock = NoteRow("t", "clock", b'{"due":5}', 3)
    bad = NoteRow("nowhere", "clock", b"{}", 3)
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        store.append(entry, 0, also=(clock, bad)).result()
    assert store.head("t").number == 0 and store.rows(NoteRow) == []
    store.append(entry, 0, also=(clock,)).result()
    assert store.get(NoteRow, table="t", name="clock") == clock


ROWS = [
    (SeatRow("t", 1, "anna"), SeatRow("t", 1, "", 2, b'{"bot":"prudent"}')),
    (TokenRow(b"\0\xff" * 16, "seat", 9, "anna", "t", 1, 1), TokenRow(b"\0\xff" * 16, "join", 10)),
    (DraftRow("t", 1, b'{"type":"Spelt"}', 3), DraftRow("t", 1, b"{}", 4)),
    (ChatRow("t", 1, 0, "é«»".encode(), 3), ChatRow("t", 1, 0, b"", 4, "anna")),
    (
        AccountRow("anna-kbd", "a", "h", "r", 3),
        AccountRow("anna-kbd", "a", "h2", "r2", 3, b'{"x":1}'),
    ),
    (BondRow("anna", "bob", "mute", 3), BondRow("anna", "bob", "mute", 4)),
    (ReportRow("r", "t", "anna", "bob", 3, b"{}"), ReportRow("r", "t", "anna", "", 3, b"[]")),
    (FamilyRow("f", "Nous", 3), FamilyRow("f", "Nous autres", 3)),
    (BanRow("address", "192.0.2.7", 3), BanRow("address", "192.0.2.7", 4, "flood")),
    (UserRow("anna", "Anna", 3), UserRow("anna", "Änna", 3, b'{"child":true}')),
    (NoteRow("t", "clock", b"{}", 3), NoteRow("t", "clock", b"[1]", 4)),
    (
        ResultRow("t", 0, "anna", "dictopia", "daily", "2026-11-15", True, False, b"{}", 3),
        ResultRow("t", 0, "anna", "dictopia", "daily", "2026-11-15", True, True, b'{"a":1}', 4),
    ),
    (NewsRow("t", 12, 412, b"\x90"), NewsRow("t", 12, 612, b"\x91")),
    (ContactRow("anna"), ContactRow("anna", b'{"zone":"UTC"}')),
    (SignalRow("t", 1, "anna", 7, 3), SignalRow("t", 1, "anna", 8, 4, "letter")),
    (LetterRow("l", "anna", "mail", 3, 0, b"{}"), LetterRow("l", "anna", "mail", 4, 1, b"{}")),
]


@pytest.mark.parametrize(("row", "changed"), ROWS, ids=lambda row: type(row).__name__)
def test_rows_are_put_changed_and_dropped(store: Store, row: Any, changed: Any) -> None:
    store.create(NewTable("t", "diktat", "1", 1)).result()
    kind: type[Row] = type(row)
    keys = {key: getattr(row, key) for key in primary_key(kind)}
    assert store.get(kind, **keys) is None
    for version in (row, changed):
        store.put(version).result()
        assert store.get(kind, **keys) == version
        assert store.rows(kind) == [version]
    assert store.drop(kind, **keys).result() == 1
    assert store.drop(kind, **keys).result() == 0
    assert store.rows(kind) == []


def test_members_belong_to_a_family(store: Store) -> None:
    store.put(FamilyRow("f", "Nous", 1)).result()
    rows = [MemberRow("f", "anna", 1, True), MemberRow("f", "bob", 2)]
    store.put(*rows).result()
    assert store.rows(MemberRow, family="f") == rows
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        store.put(MemberRow("g", "bob", 2)).result()


def test_old_rows_go_all_at_once(store: Store) -> None:
    store.create(NewTable("t", "diktat", "1", 1)).result()
    lines = [ChatRow("t", number, 0, b"{}", 10 * number) for number in range(5)]
    store.put(*lines, UserRow("anna", "Anna", 1)).result()
    assert store.expire(ChatRow, 20).result() == 2
    assert store.rows(ChatRow) == lines[2:]
    with pytest.raises(TypeError, match="a UserRow never expires"):
        store.expire(UserRow, 99)


def test_rows_are_found_by_what_they_say(store: Store) -> None:
    store.create(NewTable("t", "diktat", "1", 1)).result()
    seats = [SeatRow("t", seat, "anna" if seat % 2 else "bob") for seat in range(4)]
    store.put(*reversed(seats)).result()
    assert store.rows(SeatRow, table="t") == seats
    assert store.rows(SeatRow, user="anna") == [seats[1], seats[3]]
    with pytest.raises(ValueError, match="2 rows"):
        store.get(SeatRow, user="bob")


def test_a_table_may_come_with_its_seed(store: Store) -> None:
    """DIC-DAY-1: tables with the same seed and nonces deal the same; the seed is still sealed."""
    header = head("dictopia", 1, (), {"mode": "daily"})
    plays, commitments = [], []
    for name in ("t", "u", "v"):
        seed = b"" if name == "v" else b"7" * 32
        new = NewTable(name, header.mix, header.version, 1, seed=seed)
        commitments.append(store.create(new).result().commitment)
        plays.append(store.start(name, header, (bytes(16),), 2).result())
    envelopes = [play.game.table.envelopes for play in plays]
    assert envelopes[0] == envelopes[1] != envelopes[2]
    assert len(set(commitments)) == 3
    with pytest.raises(ValueError, match="32 bytes"):
        store.create(NewTable("w", header.mix, header.version, 1, seed=b"short"))


def test_a_table_is_not_put_or_dropped_like_other_rows(store: Store) -> None:
    table = store.create(NewTable("t", "diktat", "1", 1)).result()
    with pytest.raises(TypeError):
        store.put(table)
    with pytest.raises(TypeError):
        store.drop(TableRow, id="t")
    with pytest.raises(TypeError):
        store.drop(SeatRow)


def test_the_lobby_changes_what_it_says_of_a_table(store: Store) -> None:
    play = begun(store, "t")
    fill(store, play, 2)
    before = store.table("t")
    after = store.change("t", 99, status="left", about=b'{"why":"rain"}').result()
    assert store.table("t") == after
    assert (after.status, after.about, after.changed) == ("left", b'{"why":"rain"}', 99)
    assert (after.head, after.hash, after.header) == (before.head, before.hash, before.header)
    with pytest.raises(StoreConflict, match="no table"):
        store.change("u", 1).result()
    with pytest.raises(StaleWrite):  # nobody plays on at a table that was left
        store.append(next(played(play, most=1)), 2).result()


@dataclass
class Copy:
    entry: EntryRow
    answers: list[Any]


def test_two_thousand_commands_sent_up_to_five_times_are_done_once(store: Store) -> None:
    """G7, the short form: copies from several threads, in any order, all answered alike."""
    luck = QuickLuck(3)
    plays = [begun(store, f"t{i}") for i in range(10)]
    copies: list[Copy] = []
    for _ in range(20):
        for play in plays:
            entry = next(played(play, seed=luck.below(1000), most=1), None)
            if entry is None:
                continue
            asked = [store.append(entry, entry.n - 1, status=status(play))
                     for _ in range(1 + luck.below(5))]  # fmt: skip
            copies.append(Copy(entry, asked))
    total = 0
    for copy in copies:
        answers = {(type(f.result()), f.result().n, f.result().reply) for f in copy.answers}
        assert answers == {(Stored, copy.entry.n, copy.entry.reply)}
        total += len(copy.answers)
    assert total > 400
    for play in plays:
        assert [entry.n for entry in store.entries(play.table)] == list(range(1, play.number + 1))
