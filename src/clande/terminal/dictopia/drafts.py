"""A word as it is typed: what lies before a person at any moment. [DIC-GAM-5, DIC-GAM-6]"""

from __future__ import annotations

from clande.dictopia.actions import LOCK, propose, word_of
from clande.dictopia.lexicon import fold
from clande.dictopia.table import LEAST_LETTERS, Hand, eyes_of
from clande.kernel import Spelt


class TypedWord:
    """Letters that the cards can give, and after a space a language, where one may be named. It can
    be laid at any moment: a letter that no card is left for is not taken."""

    def __init__(self, hand: Hand, target: int, languages: tuple[str, ...] = ("",)) -> None:
        self.hand = hand
        self.target = target
        self.languages = languages
        self.letters = ""
        self.language: str | None = None  # what is typed of it; None: no space yet

    @property
    def text(self) -> str:
        return self.letters if self.language is None else f"{self.letters} {self.language}"

    @property
    def is_laid(self) -> bool:
        return len(self.letters) >= LEAST_LETTERS

    @property
    def eyes(self) -> int:
        return eyes_of(word_of(self.spelt()), self.hand)

    def add(self, sign: str) -> bool:
        """Whether a sign could be taken."""
        if sign == " ":
            if len(self.languages) > 1 and self.language is None and self.letters:
                self.language = ""
            return self.language == ""
        if self.language is not None:
            named = self.language + sign.lower()
            if not any(name.startswith(named) for name in self.languages):
                return False
            self.language = named
            return True
        letters = self.letters + fold(sign)
        if not letters.isalpha() or propose(self.hand, letters, self.target) is None:
            return False
        self.letters = letters
        return True

    def rub(self) -> None:
        if self.language is None:
            self.letters = self.letters[:-1]
        else:
            self.language = self.language[:-1] if self.language else None

    def clear(self) -> None:
        self.letters, self.language = "", None

    def put(self, line: str) -> bool:
        """A whole line instead of what lies there; False, and nothing changes, if it cannot be."""
        other = TypedWord(self.hand, self.target, self.languages)
        if not all(other.add(sign) for sign in line.strip()) or not other.is_laid:
            return False
        if other.language is not None and other.language not in other.languages:
            return False
        self.letters, self.language = other.letters, other.language
        return True

    def spelt(self, lock: bool = False) -> Spelt:
        """Laid with the cards that score best; a language that is not named in full is none."""
        language = self.language if self.language in self.languages else ""
        mark = f"{LOCK} {language}".strip() if lock else language or ""
        laid = propose(self.hand, self.letters, self.target, mark)
        assert laid is not None, self.letters
        return laid
