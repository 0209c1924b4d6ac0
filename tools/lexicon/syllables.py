"""Written syllables: those one hears, and every mute e. [DIC-MIS-9]

*sys-tè-me* has three, *sa-me-di* three. Where speech glides from one vowel to the next, we count as
one writes: *na-tion*, *é-tu-dier*, but *tu-er*, *jou-er*, *nu-a-ge*, *ou-bli-er*; *nuit* and *oui*
are one.
"""

from __future__ import annotations

import re
from collections import Counter

from clande.dictopia.lexicon.hyphens import syllables_spelled
from tools.lexicon.sounds import NUCLEI

_CONSONANT = "bcdfghjklmnpqrstvwxzç"
_SINGLE = _CONSONANT.replace("x", "")
_VOWEL = "aeiouyàâäéèêëîïôöûüùœæ"
_MUTE = re.compile(
    rf"""
      (?<=[{_CONSONANT}])e(?=
          $ | s$ | nt$                                  # tabl(e), tabl(es), parl(ent)
        | [{_SINGLE}][{_VOWEL}]                         # sam(e)di, but not *vexer*
        | [bcdfgptv][rl][{_VOWEL}] | [cpst]h[{_VOWEL}]  # s(e)cret, r(e)chute
        | ss | qu | gn | sc[{_VOWEL}] | s[tp][{_VOWEL}]
      )
    | (?<=[qg]u)e(?=$ | s$ | nt$ | [{_SINGLE}][{_VOWEL}])  # bagu(e), qu(e)relle
    """,
    re.VERBOSE,
)
_VOWELS = re.compile(f"[{_VOWEL}]")
_DULL_START = re.compile("ress(?!us[ci]|uy)|dess[ou]us")
_FULL_PREFIX = re.compile("(?:supe|hype|inte|cybe)$")
_ROUND = re.compile("e[uû]|œu|oeu|ue(?=il)|œ")  # spelt vowels that sound like an e

_OPEN = "aeɛoɔøœẼÃÕ"
_CLUSTER = "[pbtdkgfv][lʁ]"
_AFTER_CLUSTER = re.compile(rf"({_CLUSTER})(?:ij|i|j)(?=[{_OPEN}])")
_U_GLIDE = re.compile(rf"[ɥy](?=[{_OPEN}])")
_OU_GLIDE = re.compile(rf"[wu](?=[{_OPEN}])")
_U_VOWEL = re.compile("(?<![aeoqgœ])uh?[aâàeéèêëoô]|(?<=g)uë|(?<=[aeo])ü[aeéo]")
_OU_VOWEL = re.compile("(?<!^)(?<!^h)(?<![aeiouéè]h)ouh?[aâàeéèêëoô]")
_OUIR = re.compile("oui(?:r|s|t|ss|$|e?s?$)|ouï")
_I_H_VOWEL = re.compile("[iy]h[aâeéèêoô]|^(?:anti|semi|multi|quasi|poly|omni|demi)[aoéèy]")


def counted(spelling: str, sounds: list[list[str]]) -> int:
    """What most sources make of it, the spelling alone being one of them.

    A tie goes to the spelling if it has fewer (a foreign e that is heard was taken for a mute one:
    *tequila*), else to the best source.
    """
    heard = [written_syllables(spelling, said[0]) for said in sounds]
    spelled = syllables_spelled(spelling)
    votes = Counter([*heard, spelled])
    most = max(votes.values())
    if votes[spelled] == most and (spelled < heard[0] or votes[heard[0]] < most):
        return spelled
    return next(count for count in heard if votes[count] == most)


def written_syllables(spelling: str, sound: str) -> int:
    spoken = as_written(spelling, sound)
    nuclei = sum(phoneme in NUCLEI for phoneme in spoken)
    mute = 0
    soft = re.sub("ge(?=[aoâôuû])", "g", spelling)
    for match in _MUTE.finditer(soft):
        if len(_VOWELS.findall(soft)) == 1:
            break  # *les*: its only vowel is heard
        rest = soft[match.end() :]
        if rest == "nt" and sound.endswith("Ã"):
            continue  # *moment*
        if rest.startswith(("ss", "sc", "st", "sp")) and not _DULL_START.match(soft):
            continue  # *messe*, but *re-ssortir*
        if _FULL_PREFIX.match(soft[: match.end()]) and rest.startswith("r"):
            continue  # *superintendant*
        mute += 1
    rounded = len(_ROUND.findall(spelling)) + ("fais" in spelling and "fəz" in sound)
    sounded = max(0, sum(phoneme in "əøœ" for phoneme in spoken) - rounded)
    return max(1, nuclei + max(0, mute - sounded))


def as_written(spelling: str, sound: str) -> str:
    """The sound with the vowels that writing sets apart: sources differ on *tuer*, *plier*."""
    sound = sound.replace("yi", "ɥi")
    if re.search("[iuéî]e(?:r[aeio]|ment)", spelling):
        sound = re.sub("(?<=[iyue])j?ə(?=ʁ|m)", "", sound)  # *criera*, *remerciement*
    sound = _AFTER_CLUSTER.sub(r"\1i", sound)
    if not re.search("ill|y|ï|lh|ii", spelling):
        sound = re.sub(rf"(?<!{_CLUSTER})ij(?=[{_OPEN}])", "j", sound)
        sound = re.sub(rf"(?<!{_CLUSTER})i(?=[{_OPEN}])", "j", sound)
    for glide, vowel, written in (
        (_U_GLIDE, "y", _U_VOWEL),
        (_OU_GLIDE, "u", _OU_VOWEL),
        (re.compile(rf"[ji](?=[{_OPEN}])"), "i", _I_H_VOWEL),
    ):
        apart = len(written.findall(spelling))
        if apart:
            sound = glide.sub(vowel, sound, count=apart)
        elif vowel != "i":
            closed = {"y": "ɥ", "u": "w"}[vowel]
            sound = re.sub(rf"(?<!{_CLUSTER}){vowel}(?=[{_OPEN}])", closed, sound)
    if _OUIR.search(spelling) and spelling not in ("oui", "ouis") and spelling[0] != "o":
        sound = sound.replace("wi", "ui")
    return sound
