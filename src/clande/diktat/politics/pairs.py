"""Pairs of players, and the numbers of their proposals and oaths. [POL-1, POL-4]"""

from __future__ import annotations

from clande.diktat.table import Numbers, Oath, Pair, Table
from clande.kernel import Seat

BETWEEN = 1_000_000  # numbers that each pair has to itself
IN_PUBLIC = 64 * BETWEEN  # the oaths that all know are numbered from here


def pair_of(first: Seat, second: Seat) -> Pair:
    return (first, second) if first < second else (second, first)


def row_of(seat: Seat, other: Seat) -> int:
    """The first of the numbers that belong to a pair."""
    first, second = pair_of(seat, other)
    return (first * 8 + second) * BETWEEN


def next_number(table: Table, between: Pair) -> int:
    """Counted for each pair apart, and never used twice: an answer names the row it was made to."""
    row = table.numbers.get(row_of(*between))
    return row_of(*between) + 1 + (row.last if row else 0)


def give_number(table: Table, between: Pair, number: int) -> None:
    first = row_of(*between)
    table.numbers[first] = Numbers(pair_of(*between), number - first)


def other_of(oath: Oath, seat: Seat) -> Seat:
    return oath.between[1] if oath.between[0] == seat else oath.between[0]
