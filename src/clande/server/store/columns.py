"""How a row class declares its columns: by the types of its fields.

`Key[TableId]` is part of the primary key, and refers to the relation `tables`; a field `table` of
this type has the column `table_id`.
"""

from __future__ import annotations

from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Struct
from msgspec.structs import asdict

T = TypeVar("T")


class PrimaryKey(Struct, frozen=True):
    """The field is part of the key of its relation."""


class Reference(Struct, frozen=True):
    """The id of a row elsewhere; the column of a field `user` is `user_id`."""

    relation: str = ""  # the foreign key, if that row must exist


class ColumnName(Struct, frozen=True):
    """The name of the column, where it is not the field's."""

    name: str


class Backfill(Struct, frozen=True):
    """What rows that are older than the column have in it."""

    value: str


Key = Annotated[T, PrimaryKey()]
TableId = Annotated[str, Reference("tables")]
OptionalTableId = Annotated[str, Reference()]  # empty for none
FamilyId = Annotated[str, Reference("families")]
UserId = Annotated[str, Reference()]  # a person can be erased, and games keep the id

SqlType = Literal["text", "number", "blob"]
SQL_TYPES: dict[Any, SqlType] = {
    str: "text",
    int: "number",
    bool: "number",
    bytes: "blob",
    tuple: "blob",
}


class StoredRow(Struct, frozen=True):
    """A row as the database has it. Each class that names a relation declares it."""

    relation: ClassVar[str]
    indexes: ClassVar[tuple[str, ...]] = ()  # fields, each with an index of its own
    unique_indexes: ClassVar[tuple[str, ...]] = ()
    unique: ClassVar[tuple[str, ...]] = ()  # fields that only together are unique


RowT = TypeVar("RowT", bound=StoredRow)


class ColumnDeclaration(Struct, frozen=True):
    """A column, and the field that is stored in it."""

    field: str
    name: str
    type: SqlType
    is_flag: bool  # a boolean, stored as a number
    is_key: bool
    references: str  # a relation, or nothing
    backfill: str | None


@cache
def columns(kind: type[StoredRow]) -> tuple[ColumnDeclaration, ...]:
    """The columns that a row class declares, in the order of its fields."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(declaration(name, hints[name]) for name in kind.__struct_fields__)


@cache
def primary_key(kind: type[StoredRow]) -> tuple[str, ...]:
    """The fields of the primary key."""
    return tuple(column.field for column in columns(kind) if column.is_key)


@cache
def flags(kind: type[StoredRow]) -> tuple[str, ...]:
    """The fields that are booleans."""
    return tuple(column.field for column in columns(kind) if column.is_flag)


def column_values(row: StoredRow) -> dict[str, Any]:
    """The values of a row for the database, by field."""
    values = asdict(row)
    for name in flags(type(row)):
        values[name] = int(values[name])
    return values


def read_row(kind: type[RowT], stored: Any) -> RowT:
    """The row of these values, which come in the order of the fields."""
    values = dict(zip(kind.__struct_fields__, stored, strict=True))
    for name in flags(kind):
        values[name] = bool(values[name])
    return kind(**values)


def declaration(field: str, hint: Any) -> ColumnDeclaration:
    plain = hint
    marks: list[Any] = []
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
    if get_origin(plain) is Literal:
        plain = type(get_args(plain)[0])
    name, is_key, references, backfill = field, False, "", None
    for mark in marks:
        match mark:
            case PrimaryKey():
                is_key = True
            case Reference(relation):
                name, references = f"{field}_id", relation
            case ColumnName(column):
                name = column
            case Backfill(value):
                backfill = value
    sql_type = SQL_TYPES[get_origin(plain) or plain]
    return ColumnDeclaration(field, name, sql_type, plain is bool, is_key, references, backfill)
