"""The tables of the house, the same for SQLite and PostgreSQL, made of the row classes.

`secrets` is apart, and nothing that makes views may read it: the seed of a running game is in no
other place, and with it all that is hidden could be computed.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    UniqueConstraint,
)
from sqlalchemy import Table as Relation

from clande.server.store.columns import ColumnDeclaration, StoredRow, columns
from clande.server.store.rows import EntryRow, Row, SnapshotRow, TableRow

REVISION = "0007"  # the newest migration
APPLICATION_ID = 0x436C6E64  # "Clnd": tells our files from other SQLite files

LONG = BigInteger().with_variant(Integer, "sqlite")
TYPES: dict[str, Any] = {"text": Text, "number": LONG, "blob": LargeBinary}
METADATA = MetaData(
    naming_convention={"uq": "uq_%(table_name)s_%(column_0_name)s", "ix": "ix_%(column_0_label)s"}
)


def relation(name: str, *parts: Any) -> Relation:
    return Relation(name, METADATA, *parts, sqlite_strict=True)


def column(declared: ColumnDeclaration) -> Column[Any]:
    reference = [ForeignKey(f"{declared.references}.id")] if declared.references else []
    return Column(
        declared.name,
        TYPES[declared.type],
        *reference,
        key=declared.field,
        primary_key=declared.is_key,
        nullable=False,
        server_default=declared.backfill,
    )


def relation_of(kind: type[StoredRow], *more: Column[Any]) -> Relation:
    """The relation that a row class declares, and more columns that only the store knows."""
    return relation(
        kind.relation,
        *map(column, columns(kind)),
        *more,
        *([UniqueConstraint(*kind.unique)] if kind.unique else []),
        *(Index(None, field) for field in kind.indexes),
        *(Index(None, field, unique=True) for field in kind.unique_indexes),
    )


def seal() -> Column[bytes]:
    return Column("seal", LargeBinary, nullable=False)


# The one process that owns the database raised `epoch` when it came; a write checks it.
HOUSE = relation(
    "house",
    Column("only", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("owner", Text, nullable=False, server_default=""),
    Column("epoch", LONG, nullable=False, server_default="0"),
    CheckConstraint('"only" = 1'),
)

SECRETS = relation(
    "secrets",
    Column("table_id", Text, ForeignKey("tables.id"), key="table", primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)

ENTRIES = relation_of(EntryRow, seal())
SNAPSHOTS = relation_of(SnapshotRow, seal())
RELATIONS: dict[type[Row], Relation] = {kind: relation_of(kind) for kind in Row.__subclasses__()}
TABLES = RELATIONS[TableRow]
