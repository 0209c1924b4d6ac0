"""What is particular to PostgreSQL: what it must be set to, who owns it, how it is lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import psycopg
import pytest

from clande.kernel import save
from clande.server.store import Store, StoreClosed, Stored, StoreError
from clande.server.store.postgres import PostgresDatabase
from tests.server.store.tables import begun, fill, played
from tests.support.postgres_server import PostgresServer, missing


@pytest.fixture
def careless() -> Iterator[PostgresServer]:
    """A server that can be killed, and started with settings of its own."""
    if reason := missing():
        pytest.skip(reason)
    server = PostgresServer()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.end(signal.SIGQUIT)
    server.remove()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_server_that_does_not_sync_is_refused(careless: PostgresServer, setting: str) -> None:
    careless.start(f"{setting}=off")
    with pytest.raises(StoreError, match=f"{setting} = off; rien n’y serait sûr / nothing"):
        Store.open(careless.database("house"))


def test_a_killed_server_loses_nothing(careless: PostgresServer) -> None:
    """G3: the writer waits for it to come back, and finds out what became of its commit."""
    careless.start()
    address = careless.database("house")
    with Store.open(address) as store:
        play = begun(store, "t")
        fill(store, play, 10)
        careless.end(signal.SIGQUIT)
        entry = next(played(play, most=1))
        waits = store.append(entry, entry.n - 1)
        careless.start()
        assert waits.result(60) == Stored(entry.n, entry.reply)
        fill(store, play, 3)
        last = save(play.game, log=True)
    with Store.open(address) as store:
        assert save(store.game("t").game, log=True) == last


def test_a_house_that_was_let_go_is_free_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may take its time to end the session of a connection that was closed."""
    first, second = PostgresDatabase(database), PostgresDatabase(database)
    first.own()
    lingering = first.advisory
    assert lingering is not None
    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "close", lambda self: None)
        first.release()
    second.own()
    second.release()
    lingering.close()


def test_a_commit_whose_answer_was_lost_is_found_again(database: str) -> None:
    """G6: committed, and the connection cut before we heard of it: stored once."""
    with Store.open(database) as here:
        play = begun(here, "t")
        fill(here, play, 3)
        here.writer.connection = Cut(here.writer.connection)
        entry = next(played(play, most=1))
        assert here.append(entry, 3).result() == Stored(4, entry.reply)
        assert [e.n for e in here.entries("t")] == [1, 2, 3, 4]
        fill(here, play, 2)


class Cut:
    """A connection that is lost right after its next commit."""

    def __init__(self, base: psycopg.Connection[object]) -> None:
        self.base = base

    def execute(self, statement: str, *values: object) -> object:
        done = self.base.execute(statement, *values)  # type: ignore[call-overload]
        if statement == "COMMIT":
            self.base.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return done

    def close(self) -> None:
        self.base.close()


def test_a_terminated_connection_is_made_anew(database: str) -> None:
    with Store.open(database) as store:
        play = begun(store, "t")
        for _ in range(5):
            fill(store, play, 3)
            with psycopg.connect(database, autocommit=True) as other:
                for connection in (store.writer.connection, store.connection):
                    pid = connection.info.backend_pid  # type: ignore[union-attr]
                    other.execute("SELECT pg_terminate_backend(%s)", (pid,))
            assert save(store.game("t").game) == save(play.game)
        fill(store, play, 3)
        assert [entry.n for entry in store.entries("t")] == list(range(1, 19))


def test_a_house_is_open_once(database: str) -> None:
    with Store.open(database), pytest.raises(StoreError, match="the house is already open"):
        Store.open(database)
    Store.open(database).close()


def test_an_owner_that_was_replaced_writes_nothing(database: str) -> None:
    """I19, G5: whoever comes later raises the epoch; the earlier one is shut out for good."""
    told: list[str] = []
    old = Store.open(database, fatal=lambda error, name: told.append(str(error)))
    play = begun(old, "t")
    fill(old, play, 3)
    assert old.database.advisory is not None  # type: ignore[attr-defined]
    old.database.release()  # as when its connection is cut: the lock is gone, it does not know
    with Store.open(database) as new:
        entry = next(played(play, most=1))
        lost = old.append(entry, 3)
        assert isinstance(lost.exception(), StoreClosed)
        assert told == ["another process has taken the database over"]
        assert new.game("t").number == 3
        fill(new, new.game("t"), 3)
        assert [e.n for e in new.entries("t")] == [1, 2, 3, 4, 5, 6]
    old.close()


@pytest.mark.parametrize(
    "address", ["postgresql://nobody@127.0.0.1:1/none", "postgresql://[", "postgres://?x=y"]
)
def test_an_address_that_leads_nowhere_is_refused_in_a_line(address: str) -> None:
    with pytest.raises(StoreError) as refusal:
        Store.open(address)
    assert str(refusal.value).startswith("PostgreSQL") and "\n" not in str(refusal.value)


def test_no_password_is_told() -> None:
    with pytest.raises(StoreError) as refusal:
        Store.open("postgresql://clande:sesame@127.0.0.1:1/none")
    assert "sesame" not in str(refusal.value)
