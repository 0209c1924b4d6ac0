"""What can go wrong, in three families. The first two leave the game as it was."""

from __future__ import annotations

from typing import Any, Literal

RuleIds = tuple[str, ...]

Code = Literal[
    "game_over",  # nothing can be done any more
    "no_seat",  # there is no such seat at this table
    "already_answered",  # the seat's answer is sealed and waits for the others
    "not_admitted",  # the question does not admit this answer
    "not_now",  # nobody may act unasked at this point
    "not_offered",  # not among what the seat may do now
    "not_undone",  # something was drawn, shown or done since then
]


class Unreadable(ValueError):
    """Does not parse: what was found, where, and what was expected.

    By itself it is said in English, to programs. What a person may have asked for has a key in the
    catalogues, too, and the parts of its sentence; `rule_ids` are those that refuse it.
    """

    def __init__(
        self, message: str, key: str = "", *, rule_ids: RuleIds = (), **parts: Any
    ) -> None:
        super().__init__(f"{message} [{', '.join(rule_ids)}]" if rule_ids else message)
        self.key = key
        self.rule_ids = rule_ids
        self.parts = parts


class IllegalAction(ValueError):
    """Not offered now. Carries a code and rule ids; the sentence is the reader's, per language."""

    def __init__(self, code: Code, rule_ids: tuple[str, ...] = ()) -> None:
        super().__init__(code, rule_ids)
        self.code: Code = code
        self.rule_ids = rule_ids

    def __str__(self) -> str:
        return f"{self.code} [{', '.join(self.rule_ids)}]" if self.rule_ids else self.code


class Broken(AssertionError):
    """An invariant of ours failed: a bug of the program, never of a player."""
