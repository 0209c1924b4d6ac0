"""How near a word must be to fit a field or a sentence: `python -m tools.lexicon.thresholds`.

From tests/dictopia/lexicon/fields_judged.txt: of the words judged by hand every other one, by the
alphabet, sets the threshold that is right most often; the others say how often it is right on
words that had no part in it. Prints both, beside the thresholds of the envelopes.
[DIC-MIS-4, DIC-MIS-5]
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from clande.dictopia.envelopes import ENVELOPES, Field, Sentence
from clande.dictopia.lexicon import Lexicon
from tools.lexicon.packages import ROOT

JUDGED = ROOT / "tests/dictopia/lexicon/fields_judged.txt"
STEP = 5


class Judged(Struct, frozen=True, order=True):
    """A word, whether it fits, and how near it is to the seeds."""

    word: str
    fits: bool
    near: int


def read(path: Path, lexicon: Lexicon) -> dict[str, list[Judged]]:
    """The words judged for each envelope; one without a vector is as far as can be."""
    by_key: dict[str, list[Judged]] = {}
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            key, fits, *words = line.split()
            for word in words:
                near = lexicon.similarity(word, mission(key).seeds)
                judged = Judged(word, fits == "yes", -1000 if near is None else near)
                by_key.setdefault(key, []).append(judged)
    return by_key


def mission(key: str) -> Field | Sentence:
    known = ENVELOPES[key]
    assert isinstance(known, Field | Sentence), key
    return known


def halves(words: list[Judged]) -> tuple[list[Judged], list[Judged]]:
    """Each half has every other word that fits, and every other that does not."""
    groups = [sorted(w for w in words if w.fits is fits) for fits in (True, False)]
    return groups[0][::2] + groups[1][::2], groups[0][1::2] + groups[1][1::2]


def right(words: list[Judged], threshold: int) -> tuple[float, float]:
    """The shares of those that fit, and of those that do not, which a threshold judges right."""
    shares = []
    for fits in (True, False):
        near = [judged.near for judged in words if judged.fits is fits]
        shares.append(sum((score >= threshold) is fits for score in near) / len(near))
    return shares[0], shares[1]


def threshold_of(words: list[Judged]) -> int:
    """The middle of the thresholds that are right most often, or but for one word; words that fit
    and words that do not count alike."""
    tried = range(0, 1000, STEP)
    one = 1 / min(sum(judged.fits is fits for judged in words) for fits in (True, False))
    most = max(sum(right(words, threshold)) for threshold in tried)
    best = [threshold for threshold in tried if sum(right(words, threshold)) >= most - one]
    return best[len(best) // 2]


def told(shares: tuple[float, float]) -> str:
    return f"{sum(shares) / 2:.0%} ({shares[0]:.0%} and {shares[1]:.0%})"


def main() -> None:
    lexicon = Lexicon.open()
    print("| envelope | words | threshold | right on the half that set it | on the other half |")
    print("|---|---|---|---|---|")
    for key, words in read(JUDGED, lexicon).items():
        first, second = halves(words)
        threshold, now = threshold_of(first), mission(key).nearness
        count = sum(judged.fits for judged in words)
        shown = str(threshold)
        if now != threshold:
            shown += f"; the envelope has {now}: {told(right(second, now))}"
        shares = [told(right(half, threshold)) for half in (first, second)]
        print(f"| `{key}` | {count} + {len(words) - count} | {shown} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
