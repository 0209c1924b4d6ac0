"""Scenes with the Others: their stacks stand among the others, with owner 6. Of the twelve pawns
those that a scene puts nowhere are at the bottom of the Artefact's stack. [OTH-1]"""

from __future__ import annotations

from collections.abc import Callable

from clande.diktat.configurations.others.domain import (
    ARTEFACT,
    PAWNS,
    PLACES,
    TOKENS,
    Lot,
    counted,
    domain,
    put,
    stack_in,
)
from clande.diktat.scenes import Given, Laid, known
from clande.diktat.table import AGENTS, INDEX, OTHERS, Stack, Table, bit


def tidy(base: Callable[[Table], None], table: Table) -> None:
    theirs: dict[int, Laid] = {}
    laid: object = table.stacks
    if isinstance(laid, Given):
        theirs = {key: stack for key, stack in laid.value.items() if stack.owner == OTHERS}
        laid.value = {key: stack for key, stack in laid.value.items() if key not in theirs}
        table.serial = max([table.serial, *theirs])
    base(table)
    check(table)
    table.stacks = {key: s for key, s in table.stacks.items() if s.owner != OTHERS}
    for key, stack in theirs.items():
        lay(table, key, stack)
    rest(table)


def check(table: Table) -> None:
    share = domain(table)
    if len(share.corrupted) > PLACES:
        raise ValueError(f"others: {len(share.corrupted)} corrupted cards; {PLACES} places")
    if sum(share.gloom.values()) > TOKENS:
        raise ValueError(f"others: {sum(share.gloom.values())} tokens of gloom; there are {TOKENS}")
    if min([1, *share.gloom.values(), *share.corruption.values()]) < 1:
        raise ValueError("others: a sector without tokens is not named")


def lay(table: Table, key: int, laid: Laid) -> None:
    where = f"stack {key}"
    if stack_in(table, laid.sector):
        raise ValueError(f"{where}: the Others have a stack in {laid.sector} already")
    pawns = []
    for kind in laid.pawns:
        known(where, kind, AGENTS)
        table.serial += 1
        pawns.append(INDEX[kind] | table.serial << 10)
    for position, seats in laid.seen.items():
        if position not in range(len(pawns)):
            raise ValueError(f"{where}: positions are 0 to {len(pawns) - 1}")
        for seat in seats:
            pawns[position] |= bit(seat)
    table.stacks[key] = Stack(OTHERS, laid.sector, tuple(pawns))


def rest(table: Table) -> None:
    """What lies nowhere is at the bottom of the Artefact; all that is not discarded is one lot."""
    share = domain(table)
    kinds = list(PAWNS)
    there = [kind for s in table.stacks.values() if s.owner == OTHERS for kind in s.kinds()]
    for kind in (*there, *[k for k, n in zip(AGENTS, share.fallen, strict=True) for _ in range(n)]):
        if kind not in kinds:
            raise ValueError(f"others: more than {PAWNS.count(kind)} of {kind}")
        kinds.remove(kind)
    if kinds:
        first = table.serial + 1
        table.serial += len(kinds)
        pawns = tuple([INDEX[kind] | first + i << 10 for i, kind in enumerate(kinds)])
        put(table, ARTEFACT, pawns, under=True)
    pawns = tuple([p >> 10 for s in table.stacks.values() if s.owner == OTHERS for p in s.pawns])
    share.lots = (Lot(pawns, counted([*there, *kinds])),) if pawns else ()
