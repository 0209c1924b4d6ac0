"""A word cut into its written syllables, to show how they were counted: *sys-tè-me*. [DIC-MIS-9]"""

from __future__ import annotations

import re
from itertools import pairwise

_VOWEL = "aeiouyàâäéèêëîïôöûüùœæ"
_NUCLEUS = re.compile(
    rf"""
      (?:ou|eu|oeu|œu|œ|oe|ue|â)i(?=ll|ls?$)   # *feuil-le*
    | eau | aoû | aou(?=l) | œu | oeu | oui(?=n) | oê | eoi | uï | üi | uî
    | (?<![cz])oo | ee | [aeo]y(?=s?$|[bcdfgklmnprstvz])
    | a[iîu] | e[iîuû] | o[iîuûù] | ui | œ | æ
    | [{_VOWEL}]
    """,
    re.VERBOSE,
)
# Consonants that are not parted: the end of a group that opens a syllable.
_OPENING = re.compile(r"(?:[bcdfgptv][lr]|[cps]h|th|gn|ph[lr]|ch[lr]|qu|gu|ge|[a-zç])$")


def syllables_spelled(spelling: str) -> int:
    """How many syllables the spelling alone suggests."""
    return len(_parts(spelling))


def hyphenated(spelling: str, syllables: int) -> str | None:
    """The spelling with its hyphens, or None if our rules do not come to that count."""
    parts = _parts(spelling)
    return "-".join(parts) if len(parts) == syllables else None


def _parts(spelling: str) -> list[str]:
    """Consonants and nuclei by turns, then the cuts: *sys|t|è|m|e*."""
    nuclei = _nuclei(spelling)
    cuts = [0]
    for (_, end), (start, _) in pairwise(nuclei):
        between = spelling[end:start]
        if between:
            opening = _OPENING.search(between)
            cuts.append(end + (opening.start() if opening else len(between) - 1))
        else:
            cuts.append(start)
    ends = [*cuts[1:], len(spelling)]
    return [spelling[start:end] for start, end in zip(cuts, ends, strict=True)]


def _nuclei(spelling: str) -> list[tuple[int, int]]:
    """Where the vowels of each syllable begin and end."""
    nuclei: list[tuple[int, int]] = []
    at = 0
    while at < len(spelling):
        rest = spelling[at:]
        if re.match(rf"qu(?=[{_VOWEL}])|gu(?=[eéèêiîyaâoô])(?!guan|guac)|ge(?=[aoâô])", rest):
            at += 2  # a consonant in two letters
            continue
        if rest[0] == "y" and at and spelling[at - 1] in _VOWEL and rest[1:2] in tuple(_VOWEL):
            at += 1  # *es-sa-yer*
            continue
        match = _NUCLEUS.match(spelling, at)
        if not match:
            at += 1
            continue
        end = match.end()
        follows_mute = nuclei and nuclei[-1][1] == at
        if follows_mute and re.match("e(?:s?$|nt$|r[aeio]|ment)", rest):
            nuclei[-1] = (nuclei[-1][0], at + 1)  # *vi-e*: the e adds nothing
            at += 1
            continue
        glides = match.group() in "iïy" and spelling[end : end + 1] in tuple("aâàeéèêoôœu")
        silent = re.match("e(?:s?$|r[aeio])", spelling[end:])
        if glides and not silent and not re.search("[bcdfgptv][lr]$", spelling[:at]):
            following = _NUCLEUS.match(spelling, end)
            assert following is not None
            end = following.end()
        nuclei.append((at, end))
        at = end
    return nuclei
