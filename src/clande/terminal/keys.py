"""Keys as they are pressed, where the terminal can give them; elsewhere people type lines."""

from __future__ import annotations

import codecs
import os
import select
import sys
from types import TracebackType
from typing import Any

if sys.platform != "win32":
    import termios
    import tty

ENTER, BACKSPACE, ESCAPE, TAB, END = "enter", "backspace", "escape", "tab", "end"
NAMED = {
    "\r": ENTER, "\n": ENTER, "\x7f": BACKSPACE, "\x08": BACKSPACE, "\t": TAB, "\x04": END,
    "\x15": ESCAPE,
}  # fmt: skip
SEQUENCE = 0.02  # seconds: what follows an escape sooner than that is an arrow or the like


class Keyboard:
    """The keys of a terminal, one by one, while it is entered; then it is as it was."""

    def __init__(self) -> None:
        self.file = sys.stdin.fileno()
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self.before: list[Any] = []

    def __enter__(self) -> Keyboard:
        if sys.platform != "win32":
            self.before = termios.tcgetattr(self.file)
            tty.setcbreak(self.file, termios.TCSADRAIN)  # what was typed ahead stays
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if sys.platform != "win32":
            termios.tcsetattr(self.file, termios.TCSADRAIN, self.before)

    def pressed(self, seconds: float) -> list[str]:
        """The keys pressed within so many seconds, as soon as there is one: a sign or a name."""
        if not self.waits(seconds):
            return []
        read = os.read(self.file, 256)
        if not read:
            return [END]
        if read.endswith(b"\x1b") and self.waits(SEQUENCE):
            read += os.read(self.file, 256)
        return named(self.decoder.decode(read))

    def waits(self, seconds: float) -> bool:
        return bool(select.select([self.file], [], [], max(0.0, seconds))[0])


def named(signs: str) -> list[str]:
    """Signs by themselves, other keys by name; arrows and the like are left out."""
    keys, at = [], 0
    while at < len(signs):
        sign = signs[at]
        at += 1
        if sign == "\x1b":
            if signs[at : at + 1] in ("[", "O"):
                at += 1
                while at < len(signs) and not "@" <= signs[at] <= "~":
                    at += 1
                at += 1
            else:
                keys.append(ESCAPE)
        elif sign in NAMED:
            keys.append(NAMED[sign])
        elif sign.isprintable():
            keys.append(sign)
    return keys


def has_keys() -> bool:
    """Whether both ends are a terminal that can give single keys."""
    if sys.platform == "win32" or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()
