"""Bots around a table: each sees its own view, and an illegal act is an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clande.bots.choices import Bot, Choice
from clande.kernel import Game, Luck, Seat, act, awaited, may_act, view

ACTS = 24  # unasked acts that one seat may do before a question is answered


def playing(
    game: Game[Any], bots: Mapping[Seat, Bot], luck: Luck
) -> Iterator[tuple[Seat, Choice, bool]]:
    """Plays on as long as a bot is asked; yields each act once it is done, and whether it was
    asked for."""
    while game.stack:
        for seat, choice in unasked(game, bots, luck):
            act(game, seat, choice.action)
            yield seat, choice, False
        waiting = [seat for seat in awaited(game) if seat in bots]
        if not waiting:
            return
        seat = waiting[0]
        choice = bots[seat].answer(view(game, seat), luck)
        act(game, seat, choice.action)
        yield seat, choice, True


def unasked(game: Game[Any], bots: Mapping[Seat, Bot], luck: Luck) -> Iterator[tuple[Seat, Choice]]:
    """What the bots do unasked before the next answer, in the order of their seats."""
    for seat, bot in bots.items():
        for _ in range(ACTS):
            if not may_act(game, seat):
                break
            choice = bot.offer(view(game, seat), luck)
            if choice is None:
                break
            yield seat, choice
