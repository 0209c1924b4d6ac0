"""Missions for the blank card that a bot can write and judge. [DIC-MIS-11]

They are part of what is played, like the words, and so in French whatever the screen's language.
"""

from __future__ import annotations

from collections.abc import Callable

from clande.kernel import Luck

VOWELS = "AEIOUY"

MISSIONS: dict[str, Callable[[str], bool]] = {
    "Un mot d’au moins six lettres": lambda letters: len(letters) >= 6,
    "Un mot sans la lettre E": lambda letters: "E" not in letters,
    "Un mot qui commence par une voyelle": lambda letters: letters[0] in VOWELS,
    "Un mot qui finit par une consonne": lambda letters: letters[-1] not in VOWELS,
    "Un mot où une lettre revient deux fois": lambda letters: any(
        letters.count(letter) > 1 for letter in letters
    ),
    "Un mot avec autant de voyelles que de consonnes": lambda letters: (
        2 * sum(letter in VOWELS for letter in letters) == len(letters)
    ),
}


def invent(luck: Luck) -> str:
    return luck.pick(tuple(MISSIONS))


def fulfils(text: str, letters: str) -> bool | None:
    """Whether a word fulfils an invented mission; None where only people can tell."""
    test = MISSIONS.get(text)
    return None if test is None or not letters else test(letters)
