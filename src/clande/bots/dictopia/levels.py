"""How the four levels differ: the words they have, how fast they are, how often they slip."""

from __future__ import annotations

from msgspec import Struct


class DictopiaLevel(Struct, frozen=True):
    """Chances are in a hundred; frequencies are ten times the zipf scale of the lexicon."""

    name: str
    finds: int  # how common a word must be to come to its mind
    reads: int  # how common a word must be for it to know it when it sees it
    pace: int  # seconds from one look at the cards to the next
    wide: int  # words that it weighs at each look
    fingers: int  # seconds to lay a letter
    patience: int  # looks that bring nothing before it is content
    counts: int  # chance that it counts eyes at all
    miscounts: int  # chance that it counts one wrong
    overlooks: int  # chance that it overlooks a mission
    invents: int  # chance that it lays a word that is none
    sure: int  # chance that it knows whether a word it has never met exists
    doubts: int  # chance that it doubts one, if it does not know
    taste: int  # how far its sense of a theme may be off, in thousandths
    languages: tuple[str, ...]  # those it can name

    @property
    def is_careful(self) -> bool:
        """Whether it leaves its word alone when there is no time for another."""
        return self.fingers == 1


APPRENTI = DictopiaLevel(
    "apprenti", finds=42, reads=25, pace=15, wide=2, fingers=2, patience=2, counts=30,
    miscounts=20, overlooks=45, invents=12, sure=30, doubts=35, taste=80, languages=("en",),
)  # fmt: skip
COPISTE = DictopiaLevel(
    "copiste", finds=34, reads=15, pace=10, wide=3, fingers=2, patience=3, counts=60,
    miscounts=12, overlooks=25, invents=6, sure=55, doubts=25, taste=50, languages=("en", "es"),
)  # fmt: skip
CORRECTEUR = DictopiaLevel(
    "correcteur", finds=24, reads=5, pace=6, wide=6, fingers=1, patience=4, counts=88,
    miscounts=5, overlooks=10, invents=2, sure=85, doubts=15, taste=25,
    languages=("en", "es", "it"),
)  # fmt: skip
LEXICOGRAPHE = DictopiaLevel(
    "lexicographe", finds=8, reads=0, pace=4, wide=16, fingers=1, patience=6, counts=99,
    miscounts=1, overlooks=2, invents=0, sure=100, doubts=0, taste=0,
    languages=("en", "es", "it", "de"),
)  # fmt: skip
LEVELS = (APPRENTI, COPISTE, CORRECTEUR, LEXICOGRAPHE)  # from the weakest
