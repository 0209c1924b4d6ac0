"""How common words are: ten times their zipf value, Lexique first, wordfreq second."""

from __future__ import annotations

import gzip
import math
from collections.abc import Callable, Iterator

import msgspec

from clande.dictopia.lexicon.letters import fold
from tools.lexicon import lexique
from tools.lexicon.packages import Refused, files

# wordfreq has no capitals: a rare word may carry the frequency of a name.
CAPS = {1: 1e-5, 2: 3e-7}


def wordfreq(language: str) -> Iterator[tuple[str, float]]:
    """The words of a language with their frequencies, most frequent first."""
    folder = files("wordfreq") / "wordfreq/data"
    paths = [folder / f"{size}_{language}.msgpack.gz" for size in ("large", "small")]
    path = next((path for path in paths if path.exists()), None)
    if path is None:  # the library itself would fall back on another language
        raise Refused(f"wordfreq has no {language}")
    header, *buckets = msgspec.msgpack.decode(gzip.decompress(path.read_bytes()))
    if header != {"format": "cB", "version": 1}:
        raise Refused(f"wordfreq: unknown format {header}")
    for centibels, bucket in enumerate(buckets):
        for word in bucket:
            yield word, 10 ** (-centibels / 100)


def zipf_tenths(tier_of: Callable[[str], int]) -> dict[str, int]:
    """Letters → ten times the zipf value (1 to 80), for words of our tiers (0: not ours)."""
    spoken: dict[str, float] = {}
    for row in lexique.rows():
        if row.spelling.islower():
            letters = fold(row.spelling)
            spoken[letters] = spoken.get(letters, 0.0) + row.per_million * 1e-6
    written: dict[str, float] = {}
    for word, frequency in wordfreq("fr"):
        letters = fold(word)
        written[letters] = written.get(letters, 0.0) + frequency
    measured: dict[str, int] = {}
    for letters in sorted(spoken.keys() | written.keys()):
        tier = tier_of(letters)
        if tier:
            capped = min(written.get(letters, 0.0), CAPS[tier])
            value = spoken.get(letters, 0.0) or capped
            if value > 0:
                measured[letters] = max(1, min(80, round(10 * (math.log10(value) + 9))))
    return measured
