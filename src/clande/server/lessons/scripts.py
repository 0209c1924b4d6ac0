"""The bots on the other seats of a lesson: they follow its script as far as the rules let them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from clande import bots, games
from clande.bots import Bot, Choice
from clande.bots.choices import DRAWN
from clande.kernel import Action, Frame, Luck, Offers, Seat, View, compose
from clande.kernel.text import read_action
from clande.server.lessons.catalogue import ScriptedTurn, lesson

PREFIX = "lesson:"
AIM = re.compile(r"@(\d)(?:/(\w+))?")


def aimed(text: str, stacks: Mapping[int, Any]) -> str | None:
    """An act with a number for its stack: `@1/karst` stands for the first stack of seat 1 in that
    sector, `@1` for its first anywhere, because numbers of stacks depend on all that was placed
    before. None if seat 1 has no such stack."""
    aim = AIM.search(text)
    if aim is None:
        return text or None
    owner, sector = int(aim[1]), aim[2]
    for key in sorted(stacks):
        if stacks[key].owner == owner and sector in (None, stacks[key].sector):
            return AIM.sub(str(key), text)
    return None


class Scripted:
    """A bot with a script; where the script says nothing, another bot answers."""

    def __init__(self, name: str) -> None:
        chosen = lesson(name)
        self.games: tuple[str, ...] = (chosen.game,)
        self.script = chosen.script
        self.book = compose(games.find(chosen.game).name)
        self.other: Bot = bots.find(bots.usual(chosen.game), chosen.game)

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def read(self, text: str, view: View[Any]) -> Action | None:
        """An act; None if it aims at a stack that does not exist."""
        lying = self.book.presentation.lying
        placed = aimed(text, lying(view) if lying else {})
        return None if placed is None else read_action(placed, self.book)

    def turns(self, view: View[Any]) -> Iterator[tuple[ScriptedTurn, bool]]:
        """The turns that fit now, and whether each begins now."""
        remaining = view.table.manoeuvres[view.seat]
        for turn in self.script:
            if turn.seat != view.seat or turn.cycle != view.table.cycle:
                continue
            if not turn.remaining or turn.remaining == remaining:
                yield turn, True
            elif turn.remaining == remaining + 1:
                yield turn, False  # its manoeuvre is under way

    def answer(self, view: View[Any], luck: Luck) -> Choice:
        question = view.question
        assert question is not None, "nothing is asked"
        for turn, begins in self.turns(view):
            acts = turn.acts if not turn.remaining else turn.acts[:1] if begins else turn.acts[1:]
            for text in acts:
                action = self.read(text, view)
                if action is not None and question.admits(action):
                    return Choice(action, DRAWN)
        return self.other.answer(view, luck)

    def offer(self, view: View[Any], luck: Luck) -> Choice | None:
        """What the script offers unasked before a manoeuvre, unless a deal is proposed or made."""
        if view.question is None or view.table.deals or view.table.dealt:
            return None
        for turn, begins in self.turns(view):
            first, action = self.read(turn.acts[0], view), self.read(turn.unasked, view)
            if not begins or action is None or first is None or not view.question.admits(first):
                continue
            if any(question.admits(action) for question in view.offers):
                return Choice(action, DRAWN)
        return None


@cache
def scripted(bot: str) -> Scripted:
    return Scripted(bot.removeprefix(PREFIX))


def find(bot: str, game: str) -> Bot:
    """The bot of that name: scripted by a lesson, or one of the usual ones."""
    return scripted(bot) if bot.startswith(PREFIX) else bots.find(bot, game)
