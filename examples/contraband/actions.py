"""What a seat may ask for."""

from __future__ import annotations

from clande.kernel import (
    Action,
    Seat,
)
from examples.contraband.table import Goods


class Load(Action, frozen=True):
    rule_ids = ("CTB-4",)
    quay: str


class Scout(Action, frozen=True):
    rule_ids = ("CTB-5",)


class Post(Action, frozen=True):
    rule_ids = ("CTB-6",)
    quay: str


class Hawk(Action, frozen=True):
    rule_ids = ("CTB-3",)


class Crate(Action, frozen=True):
    """One crate of one barge, counted from the top."""

    rule_ids = ("CTB-5", "CTB-6")
    barge: int
    position: int


class UsePass(Action, frozen=True):
    rule_ids = ("CTB-7",)


class Open(Action, frozen=True):
    rule_ids = ("CTB-9",)
    quay: str


class Borrow(Action, frozen=True):
    rule_ids = ("CTB-10",)


class Recall(Action, frozen=True):
    rule_ids = ("CTB-12",)
    barge: int


class Tow(Action, frozen=True):
    rule_ids = ("CTB-12",)
    barge: int
    quay: str


class Propose(Action, frozen=True):
    rule_ids = ("CTB-13",)
    to: Seat
    gives: Goods
    takes: Goods


class Accept(Action, frozen=True):
    rule_ids = ("CTB-13",)
    number: int


class Drop(Action, frozen=True):
    """Takes back a proposal, or declines one."""

    rule_ids = ("CTB-13",)
    number: int


class Show(Action, frozen=True):
    rule_ids = ("CTB-14",)
    barge: int
    position: int
    to: tuple[Seat, ...]
