"""The other seats of a lesson: they do what is written, as far as the rules let them."""

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
from clande.server.lessons import ScriptedTurn, lesson

PREFIX = "lesson:"
AIM = re.compile(r"@(\d)(?:/(\w+))?")


def aimed(text: str, stacks: Mapping[int, Any]) -> str | None:
    """An act in which `@1/karst` stands for the first stack of seat 1 there, `@1` for its first
    anywhere: what a stack is numbered hangs on all that was placed before. None: there is none."""
    found = AIM.search(text)
    if found is None:
        return text or None
    owner, sector = int(found[1]), found[2]
    for key in sorted(stacks):
        if stacks[key].owner == owner and sector in (None, stacks[key].sector):
            return AIM.sub(str(key), text)
    return None


class Scripted:
    """A bot with a script; where that has no word to say, another bot answers."""

    def __init__(self, name: str) -> None:
        told = lesson(name)
        self.games: tuple[str, ...] = (told.game,)
        self.script = told.script
        self.pages = compose(games.find(told.game).name)
        self.other: Bot = bots.find(bots.usual(told.game), told.game)

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def read(self, text: str, seen: View) -> Action | None:
        """An act; None if it aims at a stack that is not there."""
        placed = aimed(text, seen.table.get("stacks", {}))
        return None if placed is None else read_action(placed, self.pages)

    def lines(self, seen: View) -> Iterator[tuple[ScriptedTurn, bool]]:
        """The lines that may be for now, and whether they begin now."""
        left = seen.table["manoeuvres"][seen.seat]
        for line in self.script:
            if line.seat != seen.seat or line.cycle != seen.table["cycle"]:
                continue
            if not line.left or line.left == left:
                yield line, True
            elif line.left == left + 1:
                yield line, False  # its manoeuvre is under way

    def answer(self, seen: View, luck: Luck) -> Choice:
        question = seen.question
        assert question is not None, "nothing is asked"
        for line, begins in self.lines(seen):
            acts = line.acts if not line.left else line.acts[:1] if begins else line.acts[1:]
            for text in acts:
                action = self.read(text, seen)
                if action is not None and question.admits(action):
                    return Choice(action, DRAWN)
        return self.other.answer(seen, luck)

    def offer(self, seen: View, luck: Luck) -> Choice | None:
        """Something unasked just before a manoeuvre, while no deal is on the table or made."""
        table = seen.table
        if seen.question is None or table.get("deals") or table.get("dealt"):
            return None
        for line, begins in self.lines(seen):
            first, action = self.read(line.acts[0], seen), self.read(line.unasked, seen)
            if not begins or action is None or first is None or not seen.question.admits(first):
                continue
            if any(question.admits(action) for question in seen.offers):
                return Choice(action, DRAWN)
        return None


@cache
def scripted(bot: str) -> Scripted:
    return Scripted(bot.removeprefix(PREFIX))


def find(bot: str, game: str) -> Bot:
    """The bot of that name: one that a lesson has written for, or one of the usual ones."""
    return scripted(bot) if bot.startswith(PREFIX) else bots.find(bot, game)
