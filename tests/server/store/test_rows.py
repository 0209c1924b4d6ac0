"""A row class declares its relation, once."""

from __future__ import annotations

from typing import Annotated, ClassVar

from clande.server.store.columns import (
    Backfill,
    ColumnDeclaration,
    ColumnName,
    Key,
    OptionalTableId,
    StoredRow,
    TableId,
    UserId,
    column_values,
    columns,
    primary_key,
    read_row,
)
from clande.server.store.rows import EntryRow, Row, SnapshotRow, Status
from clande.server.store.schema import METADATA
from tests.server.store.test_chains import ROWS


class Sample(StoredRow, frozen=True):
    relation: ClassVar[str] = "samples"
    table: Key[TableId]
    seat: Key[int]
    status: Status
    user: UserId
    origin: OptionalTableId
    digest: Annotated[bytes, ColumnName("left_digest")]
    facts: tuple[bytes, ...]
    late: Annotated[UserId, Backfill("")] = ""
    over: bool = False


def test_the_type_of_a_field_says_its_column() -> None:
    assert columns(Sample) == (
        ColumnDeclaration("table", "table_id", "text", False, True, "tables", None),
        ColumnDeclaration("seat", "seat", "number", False, True, "", None),
        ColumnDeclaration("status", "status", "text", False, False, "", None),
        ColumnDeclaration("user", "user_id", "text", False, False, "", None),
        ColumnDeclaration("origin", "origin_id", "text", False, False, "", None),
        ColumnDeclaration("digest", "left_digest", "blob", False, False, "", None),
        ColumnDeclaration("facts", "facts", "blob", False, False, "", None),
        ColumnDeclaration("late", "late_id", "text", False, False, "", ""),
        ColumnDeclaration("over", "over", "number", True, False, "", None),
    )
    assert primary_key(Sample) == ("table", "seat")


def test_booleans_are_numbers_in_the_database() -> None:
    row = Sample("t", 1, "open", "u", "", b"d", (), over=True)
    values = column_values(row)
    assert values["over"] == 1 and type(values["over"]) is int
    assert read_row(Sample, tuple(values.values())) == row


def test_every_relation_is_declared_by_one_row_class() -> None:
    kinds: list[type[StoredRow]] = [*Row.__subclasses__(), EntryRow, SnapshotRow]
    declared = [kind.relation for kind in kinds]
    assert len(set(declared)) == len(declared)
    assert METADATA.tables.keys() - set(declared) == {"house", "secrets"}  # rows of no class


def test_every_row_class_has_its_example() -> None:
    """`test_chains` puts, changes and drops each; members need a family and have their own test."""
    examples = {type(row) for row, _ in ROWS}
    assert {kind.__name__ for kind in Row.__subclasses__() if kind not in examples} == {
        "TableRow",
        "MemberRow",
    }
