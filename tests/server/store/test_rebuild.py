"""A game built anew from what is on disk is the game that was played."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clande.kernel import SPECTATOR, Game, QuickLuck, Undo, awaited, save, view
from clande.kernel.books import BOOKS, SHELF, as_it_was
from clande.server.store import EntryRow, NewTable, SetAside, SnapshotRow, Store, StoredGame
from clande.server.store.rebuild import undone
from tests.server.store.tables import GAMES, begun, drawn, fill, played, reply, status


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of one name then play the same game."""
    monkeypatch.setattr(os, "urandom", lambda size: b"7" * size)


def everything(play: StoredGame) -> tuple[Any, ...]:
    """All that anybody could notice of a play."""
    game: Game[Any] = play.game
    seen = [msgspec.json.encode(view(game, s)) for s in (SPECTATOR, *game.seats)]
    recent = range(max(1, play.number - 8), play.number + 1)
    undos = [play.past.is_open(number, seat) for number in recent for seat in game.seats]
    return save(game, log=True), seen, undos, awaited(game), play.number, play.last


@pytest.mark.parametrize(
    ("game", "pauses"), [*((game, "seats") for game in GAMES), ("diktat", "house")]
)
def test_a_restart_after_every_entry_changes_nothing(
    same_seed: None, tmp_path: Path, game: str, pauses: Any
) -> None:
    """I14, G1b: same questions, views, ways back and hashes as the game that went on unbroken."""
    unbroken = Store.open(tmp_path / "unbroken")
    broken = Store.open(tmp_path / "broken")
    play = begun(unbroken, "t", game, pauses=pauses)
    again = begun(broken, "t", game, pauses=pauses)
    luck, twin, taken_back = QuickLuck(11), QuickLuck(11), 0
    while play.game.stack and play.number < 90:
        assert everything(again) == everything(play)
        done = drawn(play, luck)
        assert drawn(again, twin) == done
        taken_back += isinstance(done[1], Undo)
        entry = play.act(*done).entry(f"c{play.number}", reply(play.game), 5)
        same = again.act(*done).entry(f"c{again.number}", reply(again.game), 5)
        assert same == entry
        broken.append(same, same.n - 1, status=status(again)).result()
        if same.n % 20 == 0:
            broken.snapshot(again).result()
        if same.n % 30 == 0:
            broken.close()
            broken = Store.open(tmp_path / "broken")
        again = broken.game("t")
    assert everything(again) == everything(play)
    assert taken_back > 0
    broken.close()
    unbroken.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_rebuilt_with_and_without_snapshots(store: Store, game: str) -> None:
    with_them, without = begun(store, "with", game), begun(store, "without", game)
    fill(store, with_them, 400, every=30)
    fill(store, without, 400, every=10_000)
    for play in (with_them, without):
        again = store.game(play.table)
        assert save(again.game, log=True) == save(play.game, log=True)
        bare = store.game(play.table, log=False)
        assert save(bare.game) == save(play.game) and bare.game.log == []


def test_a_snapshot_from_before_a_way_back_is_not_used(store: Store) -> None:
    """The act before the snapshot was taken back after it: facts are folded from further off."""
    play = begun(store, "t")
    luck = QuickLuck(2)
    while True:
        seat = luck.pick(awaited(play.game))
        act = play.game.asked[seat].sample(luck)
        entry = play.act(seat, act).entry(f"c{play.number}", reply(play.game), 1)
        store.append(entry, entry.n - 1).result()
        if entry.events and play.past.is_open(entry.n, seat):
            break
    store.snapshot(play).result()
    back = play.act(seat, Undo(entry.n)).entry("back", reply(play.game), 1)
    assert undone(back) == entry.n
    store.append(back, back.n - 1).result()
    again = store.game("t")
    assert save(again.game, log=True) == save(play.game, log=True)
    fill(store, again, 20)
    assert save(store.game("t").game) == save(again.game)


def test_a_table_that_has_not_started_has_no_game(store: Store) -> None:
    store.create(NewTable("t", "contraband", "1", 1)).result()
    with pytest.raises(SetAside, match="has not started"):
        store.game("t")
    assert store.table("t").status == "open"


def test_the_beginning_is_no_snapshot_to_be_replaced(store: Store) -> None:
    play = begun(store, "t")
    with pytest.raises(Exception, match="stays as it is"):
        store.keep(SnapshotRow("t", 0, "1", b"{}")).result()
    assert save(store.game("t").game) == save(play.game)


def test_the_luck_is_in_no_row_but_the_secrets(store: Store) -> None:
    """With the key, all that is hidden could be computed; only `secrets` leads to it."""
    play = begun(store, "t", "diktat")
    fill(store, play, 60, every=20)
    key = play.game.luck.key  # type: ignore[attr-defined]
    seed = store._seed("t")
    forms = [form for word in (key, seed) for form in (word, word.hex().encode(), b64(word))]
    for name, statement in store.statements.all.items():
        for row in store.connection.execute(statement).fetchall():
            for value in row:
                written = value if isinstance(value, bytes) else str(value).encode()
                if name != "secrets":
                    assert not any(form in written for form in forms), name


def b64(word: bytes) -> bytes:
    return msgspec.json.encode(word).strip(b'"=')


# Rules of another version


@pytest.fixture
def old_table(where: Path | str) -> Path | str:
    """A house with one game in the middle, played by version 1 of Contraband."""
    with Store.open(where) as store:
        fill(store, begun(store, "t"), 30, every=12)
    return where


def with_version(monkeypatch: pytest.MonkeyPatch, version: str, **more: Any) -> None:
    for shelf in (SHELF, BOOKS):
        newer = msgspec.structs.replace(shelf["contraband"], version=version, **more)
        monkeypatch.setitem(shelf, "contraband", newer)


def test_a_table_of_other_rules_is_kept_as_it_is(
    old_table: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I26: what these rules cannot go on with waits for those that can."""
    with monkeypatch.context() as newer, Store.open(old_table) as store:
        with_version(newer, "2")
        before = store.table("t")
        with pytest.raises(SetAside, match="version 1 of contraband; here is 2"):
            store.game("t")
        assert store.table("t") == before
    with Store.open(old_table) as store:
        play = store.game("t")
        fill(store, play, 5)
        assert save(store.game("t").game) == save(play.game)


def standing(entries: list[EntryRow]) -> list[bytes]:
    """The facts of these entries, without those of acts that were taken back."""
    facts = [msgspec.json.decode(event) for entry in entries for event in entry.events]
    gone = {fact["entry"] for fact in facts if fact["type"] == "Undone"}
    kept = [entry for entry in entries if entry.n not in gone]
    return [event for entry in kept for event in entry.events if b"Undone" not in event]


def test_a_table_goes_on_by_newer_rules_that_say_they_can(
    old_table: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G24: what is on the table stays; from here on the newer version is pinned."""
    with Store.open(old_table) as store:
        before = store.game("t")
        with_version(monkeypatch, "2", continues=lambda version: as_it_was)
        play = store.game("t")
        assert play.game.table == before.game.table
        assert play.game.header.version == store.table("t").version == "2"
        assert (play.number, play.last) == (before.number, before.last)
        fill(store, play, 25, every=12)
        again = store.game("t")
        assert save(again.game) == save(play.game)
        told = [msgspec.json.encode(event) for event in again.game.log or ()]
        assert told == standing(list(store.entries("t", after=30)))[: len(told)]
    with Store.open(old_table) as store:
        assert save(store.game("t").game) == save(play.game)


def test_a_step_carries_a_table_over(
    old_table: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer version may read each part of an older game in another form."""
    asked = []

    def carry(part: str, written: Any) -> Any:
        asked.append(part)
        if part == "position":
            written["table"]["purses"] = [purse + 100 for purse in written["table"]["purses"]]
        return written

    with Store.open(old_table) as store:
        purses = store.game("t").game.table.purses
        with_version(monkeypatch, "2", continues=lambda version: carry)
        rich = store.game("t").game.table.purses
        assert [now - was for now, was in zip(rich, purses, strict=True)] == [100, 100, 100]
        assert {"position", "event", "waiting"} == set(asked)
        asked.clear()
        assert store.game("t").game.table.purses == rich and asked == []


def generous(apply: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """The same fact with a point for the first seat: no rule fails, but the game is another."""

    def more(self: Any, table: Any) -> None:
        apply(self, table)
        table.points[0] += 1

    return more


def test_rules_that_changed_without_saying_so_are_noticed(
    old_table: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(old_table) as store:
        for kind in {type(event) for event in store.game("t").game.log or ()}:
            monkeypatch.setattr(kind, "apply", generous(kind.apply))
        with pytest.raises(SetAside, match="build another game"):
            store.game("t")
        assert store.table("t").status == "playing"


def test_a_rule_that_fails_on_an_old_fact_is_noticed(
    old_table: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(old_table) as store:

        def fail(self: Any, table: Any) -> None:
            raise KeyError("gone")

        for kind in {type(event) for event in store.game("t").game.log or ()}:
            monkeypatch.setattr(kind, "apply", fail)
        with pytest.raises(SetAside, match="cannot go on with it: KeyError"):
            store.game("t")


def test_other_tables_play_on(old_table: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(old_table) as store:
        with_version(monkeypatch, "2")
        with pytest.raises(SetAside):
            store.game("t")
        play = begun(store, "other", "dictopia")
        for entry in played(play, most=5):
            store.append(entry, entry.n - 1).result()
        assert save(store.game("other").game) == save(play.game)
