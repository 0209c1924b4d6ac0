"""Answers to an event: each is a step of its own, in the order that the administrator gives them.
[CYC-2, ANY-7]"""

from __future__ import annotations

from clande.diktat.actions import ChooseOption
from clande.diktat.events import PawnKilled
from clande.diktat.table import FALLEN, Game
from clande.kernel import Choose, Event, Frame
from clande.kernel.books import NextAnswer


def next_answer(game: Game, queue: tuple[Frame, ...], standing: list[int]) -> NextAnswer:
    """Plain answers come first, of which the order changes nothing; else the administrator says."""
    for number in standing:
        if getattr(queue[number], "plain", False):
            return number
    question = Choose(tuple([ChooseOption(number) for number in standing]), rule_ids=("CYC-2",))
    return {game.table.administrator: question}


def prevented(game: Game, event: Event) -> bool:
    """Whether the stack of an event is gone: a team without pawns, a pawn that was saved."""
    stack: int = getattr(event, "stack", 0)
    if type(event) is PawnKilled:
        stack = FALLEN
    return stack not in game.table.stacks
