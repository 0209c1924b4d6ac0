"""Every statement of the store, compiled once a dialect, run as text from then on."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, literal_column, select, update
from sqlalchemy import Table as Relation
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ColumnElement, Executable

from clande.server.store.rows import Row
from clande.server.store.schema import (
    ENTRIES,
    HOUSE,
    METADATA,
    RELATIONS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
)

# Written out: what is no parameter needs no value at each use.
ONE: ColumnElement[int] = literal_column("1")
OPEN: ColumnElement[str] = literal_column("'open'")
PLAYING: ColumnElement[str] = literal_column("'playing'")


class Statements:
    """The statements in one dialect. All take their parameters by name."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        bind = bindparam
        text = self.text
        here = HOUSE.c.only == ONE
        at_table, of_table = TABLES.c.id == bind("t"), ENTRIES.c.table == bind("t")

        self.identity = text(select(HOUSE.c.id, HOUSE.c.created_by).where(here))
        self.owned = text(select(HOUSE.c.epoch).where(here))
        self.take_over = text(
            update(HOUSE).where(here).values(owner=bind("me"), epoch=HOUSE.c.epoch + ONE)
        )
        # A process that takes over waits for those who share the row, and shuts out the later ones.
        self.still_owned = text(
            select(HOUSE.c.epoch)
            .where(here, HOUSE.c.epoch == bind("epoch"))
            .with_for_update(read=True)
        )

        self.seed = text(select(SECRETS.c.seed).where(SECRETS.c.table == bind("t")))
        self.new_seed = text(insert(SECRETS))
        self.new_table = text(insert(TABLES))
        self.start = text(
            update(TABLES)
            .where(at_table, TABLES.c.status == OPEN)
            .values(
                status=PLAYING,
                version=bind("v"),
                header=bind("written"),
                nonces=bind("said"),
                pauses=bind("pauses"),
                hash=bind("first"),
                changed=bind("now"),
            )
        )
        # The guard of the chain: whoever does not follow the head touches no row. The status has an
        # index of its own, and is written only when it changes.
        advanced = (
            update(TABLES)
            .where(
                at_table,
                TABLES.c.head == bind("expected"),
                TABLES.c.hash == bind("previous"),
                TABLES.c.status == PLAYING,
            )
            .values(
                head=bind("number"),
                hash=bind("link"),
                events=TABLES.c.events + bind("further"),
                changed=bind("now"),
            )
        )
        self.advance = text(advanced)
        self.finish = text(advanced.values(status=bind("then")))
        self.new_entry = text(insert(ENTRIES))
        self.upgraded = text(update(TABLES).where(at_table).values(version=bind("v")))
        self.change = text(
            update(TABLES)
            .where(at_table)
            .values(
                status=bind("then"), reason=bind("why"), about=bind("told"), changed=bind("now")
            )
        )
        self.known = text(
            select(ENTRIES.c.n, ENTRIES.c.reply, ENTRIES.c.hash).where(
                of_table, ENTRIES.c.command == bind("wanted")
            )
        )
        self.entries = text(
            select(*ENTRIES.c)
            .where(of_table, ENTRIES.c.n > bind("after"), ENTRIES.c.n <= bind("upto"))
            .order_by(ENTRIES.c.n)
        )
        self.new_snapshot = text(insert(SNAPSHOTS))
        self.drop_snapshot = text(
            delete(SNAPSHOTS).where(SNAPSHOTS.c.table == bind("t"), SNAPSHOTS.c.n == bind("number"))
        )
        self.drop_entries = text(delete(ENTRIES).where(of_table))
        self.drop_snapshots = text(delete(SNAPSHOTS).where(SNAPSHOTS.c.table == bind("t")))
        self.snapshots = text(
            select(*SNAPSHOTS.c)
            .where(SNAPSHOTS.c.table == bind("t"))
            .order_by(SNAPSHOTS.c.n.desc())
        )
        # Rows beside the chains
        self.put_new = {kind: text(insert(there)) for kind, there in RELATIONS.items()}
        self.put_again = {kind: text(again(kind, there)) for kind, there in RELATIONS.items()}
        # For copies of a whole house
        self.all = {name: text(select(*there.c)) for name, there in METADATA.tables.items()}
        self.into = {name: text(insert(there)) for name, there in METADATA.tables.items()}

    def text(self, statement: Executable) -> str:
        return str(statement.compile(dialect=self.dialect))  # type: ignore[attr-defined]

    @cache  # noqa: B019 - as many as there are kinds of question, and as long as the store
    def rows(self, kind: type[Row], keys: tuple[str, ...]) -> str:
        there = RELATIONS[kind]
        chosen: Select[Any] = select(*(there.c[name] for name in kind.__struct_fields__))
        order = [there.c[key] for key in kind.keys]
        return self.text(chosen.where(*matches(there, keys)).order_by(*order))

    @cache  # noqa: B019
    def older(self, kind: type[Row]) -> str:
        there = RELATIONS[kind]
        return self.text(delete(there).where(there.c[kind.age] < bindparam("before")))

    @cache  # noqa: B019
    def drop(self, kind: type[Row], keys: tuple[str, ...]) -> str:
        there = RELATIONS[kind]
        return self.text(delete(there).where(*matches(there, keys)))


def again(kind: type[Row], there: Relation) -> Any:
    """Puts a row in the place of the one that has its keys."""
    rest = [name for name in kind.__struct_fields__ if name not in kind.keys]
    changed = update(there).where(*(there.c[key] == bindparam(f"k_{key}") for key in kind.keys))
    return changed.values({name: bindparam(f"v_{name}") for name in rest})


def matches(there: Relation, keys: tuple[str, ...]) -> list[Any]:
    return [there.c[key] == bindparam(f"k_{key}") for key in keys]
