"""Scenes with the Others: their stacks stand among the others, with owner 6. Of the twelve pawns
those that a scene puts nowhere are at the bottom of the Artefact's stack. [OTH-1]"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from clande.diktat import pawns
from clande.diktat.configurations.others.domain import (
    ARTEFACT,
    PAWNS,
    PLACES,
    TOKENS,
    Domain,
    Lot,
    count_kinds,
    domain,
    kind_names,
    put,
    stack_in,
)
from clande.diktat.scenes.written import SceneField, SceneStack, check_name
from clande.diktat.table import AGENTS, OTHERS, Stack, Table
from clande.kernel import Header


class SceneOthers(Struct, forbid_unknown_fields=True):
    """What a scene says of the Others; what it leaves out is not there."""

    corrupted: tuple[str, ...] = ()
    gloom: dict[str, int] = {}
    corruption: dict[str, int] = {}
    fallen: dict[str, int] = {}  # discarded pawns, by kind


def lay_others(table: Table, value: object) -> None:
    scene = msgspec.convert(value, SceneOthers, str_keys=True)
    for kind in scene.fallen:
        check_name("fallen", kind, AGENTS)
    share = domain(table)
    fallen = count_kinds([kind for kind, n in scene.fallen.items() for _ in range(n)])
    laid: object = Domain(share.fiel, scene.corrupted, scene.gloom, scene.corruption, fallen)
    setattr(table, "others", laid)  # noqa: B010


def tidy(
    base: Callable[[Header, Table], None], sectors: tuple[str, ...], header: Header, table: Table
) -> None:
    theirs: dict[int, SceneStack] = {}
    laid: object = table.stacks
    rewritten = isinstance(laid, SceneField)
    if isinstance(laid, SceneField):
        theirs = {key: stack for key, stack in laid.value.items() if stack.owner == OTHERS}
        laid.value = {key: stack for key, stack in laid.value.items() if key not in theirs}
        table.serial = max([table.serial, *theirs])
    base(header, table)
    check(table, sectors)
    if rewritten or not domain(table).lots:
        table.stacks = {key: s for key, s in table.stacks.items() if s.owner != OTHERS}
        for key, stack in theirs.items():
            lay(table, key, stack, sectors)
        rest(table)


def check(table: Table, sectors: tuple[str, ...]) -> None:
    share = domain(table)
    if len(share.corrupted) > PLACES:
        raise ValueError(f"others: {len(share.corrupted)} corrupted cards, and {PLACES} places")
    if sum(share.gloom.values()) > TOKENS:
        raise ValueError(f"others: {sum(share.gloom.values())} tokens of gloom, of {TOKENS}")
    for name in ("gloom", "corruption"):
        tokens: dict[str, int] = getattr(share, name)
        for sector, number in tokens.items():
            check_name(name, sector, sectors)
            if number < 1:
                raise ValueError(f"{name}: {number} in {sector}; a sector without is not named")


def lay(table: Table, key: int, laid: SceneStack, sectors: tuple[str, ...]) -> None:
    where = f"stack {key}"
    check_name(where, laid.sector, sectors)
    if stack_in(table, laid.sector):
        raise ValueError(f"{where}: the Others have a stack in {laid.sector} already")
    if not laid.pawns:
        raise ValueError(f"{where}: no stack is without pawns")
    team = []
    for kind in laid.pawns:
        check_name(where, kind, AGENTS)
        table.serial += 1
        team.append(pawns.create(kind, table.serial))
    for position, seats in laid.viewers.items():
        if position not in range(len(team)):
            raise ValueError(f"{where}: positions are 0 to {len(team) - 1}")
        for seat in seats:
            if seat not in range(len(table.vp)):
                raise ValueError(f"{where}: there is no seat {seat}")
            team[position] = pawns.show(team[position], pawns.bit(seat))
    table.stacks[key] = Stack(OTHERS, laid.sector, tuple(team))


def rest(table: Table) -> None:
    """What lies nowhere is at the bottom of the Artefact; all that is not discarded is one lot."""
    share = domain(table)
    kinds = list(PAWNS)
    on_board = [kind for s in table.stacks.values() if s.owner == OTHERS for kind in s.kinds()]
    for kind in (*on_board, *kind_names(share.fallen)):
        if kind not in kinds:
            raise ValueError(f"others: more than {PAWNS.count(kind)} of {kind}")
        kinds.remove(kind)
    if kinds:
        first = table.serial + 1
        table.serial += len(kinds)
        below = pawns.create_team(kinds, first, 0)
        put(table, ARTEFACT, below, under=True)
    theirs = [stack for stack in table.stacks.values() if stack.owner == OTHERS]
    numbers = tuple([pawns.number(pawn) for stack in theirs for pawn in stack.pawns])
    share.lots = (Lot(numbers, count_kinds([*on_board, *kinds])),) if numbers else ()
