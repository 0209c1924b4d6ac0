"""Every SQL statement of the store, compiled once for a dialect and then executed as text."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, literal_column, select, update
from sqlalchemy import Table as Relation
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ColumnElement, Executable

from clande.server.store.columns import primary_key
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

# Literals: they need no parameter in each call.
ONE: ColumnElement[int] = literal_column("1")
OPEN: ColumnElement[str] = literal_column("'open'")
PLAYING: ColumnElement[str] = literal_column("'playing'")


class Statements:
    """The statements in one dialect. All take their parameters by name."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        bind = bindparam
        text = self.text
        only_row = HOUSE.c.only == ONE
        at_table, of_table = TABLES.c.id == bind("t"), ENTRIES.c.table == bind("t")

        self.identity = text(select(HOUSE.c.id, HOUSE.c.created_by).where(only_row))
        self.owned = text(select(HOUSE.c.epoch).where(only_row))
        self.take_over = text(
            update(HOUSE).where(only_row).values(owner=bind("me"), epoch=HOUSE.c.epoch + ONE)
        )
        # A process that takes over waits for transactions that share the row; later ones wait.
        self.still_owned = text(
            select(HOUSE.c.epoch)
            .where(only_row, HOUSE.c.epoch == bind("epoch"))
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
                header=bind("written_header"),
                nonces=bind("written_nonces"),
                pauses=bind("pauses"),
                hash=bind("first"),
                changed=bind("now"),
            )
        )
        # The guard of the chain: an entry that does not follow the head updates no row. The status
        # has an index, and is written only when it changes.
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
                status=bind("then"),
                reason=bind("why"),
                about=bind("written_about"),
                changed=bind("now"),
            )
        )
        self.entry_of_command = text(
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
        self.put_new = {kind: text(insert(relation)) for kind, relation in RELATIONS.items()}
        self.replace = {
            kind: text(replacing(kind, relation)) for kind, relation in RELATIONS.items()
        }
        # For backups
        self.all = {name: text(select(*relation.c)) for name, relation in METADATA.tables.items()}
        self.into = {name: text(insert(relation)) for name, relation in METADATA.tables.items()}

    def text(self, statement: Executable) -> str:
        return str(statement.compile(dialect=self.dialect))  # type: ignore[attr-defined]

    @cache  # noqa: B019 - as many as there are queries, and for as long as the store
    def rows(self, kind: type[Row], keys: tuple[str, ...]) -> str:
        relation = RELATIONS[kind]
        chosen: Select[Any] = select(*(relation.c[name] for name in kind.__struct_fields__))
        order = [relation.c[key] for key in primary_key(kind)]
        return self.text(chosen.where(*conditions(relation, keys)).order_by(*order))

    @cache  # noqa: B019
    def older(self, kind: type[Row]) -> str:
        relation = RELATIONS[kind]
        return self.text(delete(relation).where(relation.c[kind.age] < bindparam("before")))

    @cache  # noqa: B019
    def drop(self, kind: type[Row], keys: tuple[str, ...]) -> str:
        relation = RELATIONS[kind]
        return self.text(delete(relation).where(*conditions(relation, keys)))


def replacing(kind: type[Row], relation: Relation) -> Any:
    """Updates the row that has the same keys."""
    rest = [name for name in kind.__struct_fields__ if name not in primary_key(kind)]
    changed = update(relation).where(
        *(relation.c[key] == bindparam(f"k_{key}") for key in primary_key(kind))
    )
    return changed.values({name: bindparam(f"v_{name}") for name in rest})


def conditions(relation: Relation, keys: tuple[str, ...]) -> list[Any]:
    return [relation.c[key] == bindparam(f"k_{key}") for key in keys]
