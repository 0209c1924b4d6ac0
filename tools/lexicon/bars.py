"""The bars that need the packages: `python -m tools.lexicon.bars` measures and writes the lists.

- wfrench, which is not used for building: its common words are ours too;
- music: our notes with Lexique withheld, against Lexique.

What can be measured on the built files alone is measured by the tests.
"""

from __future__ import annotations

import random
import sys

from clande.dictopia.lexicon import Lexicon, notes_spelled
from clande.dictopia.lexicon.letters import SHORTEST, fold, is_word
from tools.lexicon.frequencies import wordfreq
from tools.lexicon.packages import ROOT, files
from tools.lexicon.sounds import Sounds, lexique_sounds, notes_heard

LISTS = ROOT / "tests/dictopia/lexicon"
COMMON = 1e-6
SEED = 20261115
SAMPLE = 3000


def wfrench() -> float:
    """The share of wfrench's common words that we accept; writes the words."""
    frequency = dict(wordfreq("fr"))
    text = (files("wfrench") / "usr/share/dict/french").read_text("utf-8")
    struck = set((LISTS / "wfrench_struck.txt").read_text("utf-8").split())
    words = sorted(
        word
        for word in set(text.split("\n")) - struck
        if word.isalpha() and word.islower() and len(fold(word)) >= SHORTEST
        and frequency.get(word, 0.0) >= COMMON
    )  # fmt: skip
    (LISTS / "wfrench.txt").write_text("\n".join(words) + "\n", "utf-8")
    lexicon = Lexicon.open()
    missed = [word for word in words if word not in lexicon]
    (LISTS / "wfrench_missed.txt").write_text("\n".join(missed) + "\n", "utf-8")
    share = 1 - len(missed) / len(words)
    print(f"wfrench: {len(words):,} common words, {len(missed)} not ours: {share:.4f} accepted")
    return share


def music() -> float:
    """How often "has a note" is the same without Lexique as in Lexique; writes a sample."""
    spoken = {word: sounds for word, sounds in lexique_sounds().items()
             if word.islower() and word.isalpha() and is_word(fold(word))}  # fmt: skip
    without = Sounds(frozenset({"lexique"}))
    heard_alike = alike = 0
    rows: list[str] = []
    for word in sorted(spoken):
        theirs = ours = 0
        for sound in spoken[word]:
            theirs |= notes_heard(sound)
        for sound in without.of(word)[0]:
            ours |= notes_heard(sound)
        spelled = notes_spelled(fold(word))
        heard_alike += (theirs > 0) == (ours > 0)
        alike += (theirs | spelled > 0) == (ours | spelled > 0)
        rows.append(f"{word} {theirs} {ours}")
    sample = sorted(random.Random(SEED).sample(rows, SAMPLE))
    header = (
        f"# {SAMPLE} words of Lexique drawn by seed: the notes heard by Lexique, and by our other\n"
        "# sources with Lexique withheld (bits: do ré mi fa sol la si ut).\n"
    )
    (LISTS / "music_without_lexique.txt").write_text(header + "\n".join(sample) + "\n", "utf-8")
    print(f"music: {len(rows):,} words, a note heard or not alike in {heard_alike / len(rows):.4f};"
          f" heard or spelled: {alike / len(rows):.4f}; sources {dict(without.used)}")  # fmt: skip
    return heard_alike / len(rows)


if __name__ == "__main__":
    sys.exit(0 if wfrench() >= 0.99 and music() >= 0.97 else 1)
