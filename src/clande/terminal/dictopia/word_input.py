"""A word typed by the person: by keys, one line of the screen drawn again and again; or by lines,
through a pipe and where there are no keys.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from clande.bots.playing import clock
from clande.dictopia.rules.trial import SECONDS
from clande.terminal.dictopia.drafts import TypedWord
from clande.terminal.drawing import WIDTH, wrap
from clande.terminal.game import Quit, TerminalGame
from clande.terminal.keys import BACKSPACE, END, ENTER, ESCAPE, TAB, Keyboard, has_keys

DONE, LATE, NOTHING = "done", "late", "nothing"  # how the typing of a word ended
FULL_STOP = "."  # behind a word that is locked at once


class TypingGame(TerminalGame):
    """A game in which the person types words, and others may act meanwhile."""

    now: Callable[[], float] = staticmethod(monotonic)
    seconds: int = SECONDS  # for a word; 0: nobody counts them
    empty = False  # whether Enter was pressed with nothing laid
    hint_words: tuple[str, ...] = ()  # what asks for a hint, behind a stroke

    def tell_words(self, key: str, /, **values: Any) -> str:
        return self.texts.say(f"dictopia.terminal.{key}", **values)

    @property
    def limit(self) -> int:
        """The seconds by which the others go; without a clock they take the rules'."""
        return self.seconds or SECONDS

    def pass_time(self, second: int) -> bool:
        """Lets the others do what they do until this second; returns whether they did anything."""
        raise NotImplementedError

    def on_hint(self) -> None:
        raise NotImplementedError

    def show_news(self) -> None:
        self.hear()
        self.show_log(self.news)
        self.news = len(self.log)

    def typed(self, draft: TypedWord) -> str:
        """Lets the person type until there is a word, or none, or time is up."""
        self.empty = False
        began = self.now()
        timed = self.seconds if clock(self.game) else 0
        return (
            self.by_keys(draft, began, timed) if has_keys() else self.by_lines(draft, began, timed)
        )

    # By keys: one line of the screen is drawn again and again

    def by_keys(self, draft: TypedWord, began: float, seconds: int) -> str:
        note = ""
        with Keyboard() as keys:
            try:
                while True:
                    passed = self.now() - began
                    if seconds and passed >= seconds:
                        return LATE
                    if self.pass_time(int(passed)):
                        wipe()
                        self.show_news()
                    self.show_draft(draft, seconds - int(passed) if seconds else None, note)
                    for key in keys.pressed(min(1 - passed % 1, seconds - passed or 1)
                                            if seconds else 1):  # fmt: skip
                        note, ended = self.press(draft, key)
                        if ended:
                            self.show_draft(draft, seconds - int(passed) if seconds else None, "")
                            return ended
            finally:
                print()

    def press(self, draft: TypedWord, key: str) -> tuple[str, str]:
        """What a key has to say, and how the typing ends if it does."""
        was_empty, self.empty = self.empty, False
        if key == ENTER:
            return self.enter(draft, was_empty)
        if key == END:
            raise Quit
        if key == BACKSPACE:
            draft.rub()
        elif key == ESCAPE:
            draft.clear()
        elif key in (TAB, "?"):
            wipe()
            self.on_hint() if key == TAB else self.on_help()
        elif not draft.add(key):
            return self.tell_words("no_card", letter=key.upper()), ""
        return "", ""

    def enter(self, draft: TypedWord, was_empty: bool) -> tuple[str, str]:
        if draft.is_laid:
            return "", DONE
        if draft.letters:
            return self.tell_words("too_short"), ""
        if was_empty:
            return "", NOTHING
        self.empty = True
        return self.tell_words("nothing"), ""

    def show_draft(self, draft: TypedWord, remaining: int | None, note: str) -> None:
        line = self.draft_line(draft, remaining, note)
        sys.stdout.write(f"\r\x1b[K{line[: WIDTH - 1]}")
        sys.stdout.flush()

    def draft_line(self, draft: TypedWord, remaining: int | None, note: str = "") -> str:
        facts = note or self.tell_words(
            "facts", n=len(draft.letters), eyes=draft.eyes, target=draft.target
        )
        key = "draft" if remaining is None else "draft_timed"
        return self.tell_words(key, left=remaining, word=draft.text or "…", facts=facts)

    # By lines: through a pipe, or where there are no keys

    def by_lines(self, draft: TypedWord, began: float, seconds: int) -> str:
        while True:
            typed = self.read_line()
            passed = self.now() - began
            if self.pass_time(int(min(passed, self.limit))):
                self.show_news()
            if seconds and passed >= seconds:
                return LATE
            note, ended = self.line(draft, typed, bool(clock(self.game)))
            if note:
                self.print(*wrap(note))
            if ended:
                return ended
            self.print(self.draft_line(draft, seconds - int(passed) if seconds else None))

    def line(self, draft: TypedWord, typed: str, drafting: bool) -> tuple[str, str]:
        """What a line has to say, and how the typing ends if it does."""
        was_empty, self.empty = self.empty, False
        if not typed:
            return self.enter(draft, was_empty)
        if typed.startswith("/") or typed == "?":
            self.command(typed[1:].casefold() if len(typed) > 1 else "help")
            return "", ""
        word = typed.removesuffix(FULL_STOP).strip()
        if not draft.put(word):
            return self.tell_words("cannot_lay", word=word), ""
        return "", DONE if typed.endswith(FULL_STOP) or not drafting else ""

    def command(self, name: str) -> None:
        """What stands alone elsewhere has a stroke before it here: `table` is a word."""
        if name in self.hint_words:
            self.on_hint()
            return
        command = self.commands.get(name)
        if command == "quit":
            raise Quit
        commands = {"help": self.on_help, "table": self.show_table, "log": self.on_log,
                 "why": self.on_why}  # fmt: skip
        if command in commands:
            commands[command]()
        else:
            self.print(*wrap(self.tell_words("no_command", text=name)))

    def read_line(self) -> str:
        typed = input(self.say("prompt"))
        if not sys.stdin.isatty():
            print(typed)
        return re.sub(r"\s+", " ", typed.strip())


def wipe() -> None:
    """Takes the line of the draft off the screen, for others to be written there."""
    sys.stdout.write("\r\x1b[K")
    sys.stdout.flush()
