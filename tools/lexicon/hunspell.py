"""Reading hunspell dictionaries: every word a .dic and its .aff stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

Flags = tuple[str, ...]
ENCODINGS = {"ISO8859-1": "latin-1", "ISO8859-15": "iso8859-15", "UTF8": "utf-8"}
ENTRY = re.compile(r"((?:\\/|[^/\s])+)(?:/(\S+))?\s*(.*)$")


class Suffix(Struct, frozen=True):
    """One line of a suffix class: what it takes off, what it puts on, when, and its tags."""

    strip: str
    add: str
    when: re.Pattern[str] | None
    onward: Flags
    tags: str

    def on(self, stem: str) -> str | None:
        if not stem.endswith(self.strip) or (self.when and not self.when.search(stem)):
            return None
        return stem[: len(stem) - len(self.strip)] + self.add


class Entry(Struct, frozen=True):
    """One line of the dictionary."""

    stem: str
    flags: Flags
    tags: str


class Dictionary:
    """A .dic with its .aff. Prefixes are left aside: in our languages they are elisions (l’, d’),
    mutations or compounds; but for the classes named, which make words of their own."""

    def __init__(self, affixes: Path, words: Path, prefixing: Flags = ()) -> None:
        raw = affixes.read_bytes().removeprefix(b"\xef\xbb\xbf")
        named = re.search(rb"^SET\s+(\S+)", raw, re.MULTILINE)
        name = named.group(1).decode() if named else "ISO8859-1"
        self.encoding = ENCODINGS.get(name, name)
        self.lines = raw.decode(self.encoding).splitlines()
        self.words = words
        self.flag_style = self.option("FLAG") or "char"
        self.aliases: list[Flags] = []
        self.aliases = [
            self.flags(line.split()[1]) for line in self.lines if line.startswith("AF ")
        ][1:]
        self.needs_affix = self.option("NEEDAFFIX") or self.option("PSEUDOROOT")
        self.only_compound = self.option("ONLYINCOMPOUND")
        self.forbidden = self.option("FORBIDDENWORD")
        self.suffixes = self.read_suffixes()
        self.prefixes = self.read_prefixes(prefixing)

    def option(self, name: str) -> str:
        return next((ln.split()[1] for ln in self.lines if ln.split()[:1] == [name]), "")

    def flags(self, text: str) -> Flags:
        if self.aliases and text.isdigit():
            return self.aliases[int(text) - 1]
        if self.flag_style == "long":
            return tuple(text[at : at + 2] for at in range(0, len(text), 2))
        return tuple(text.split(",")) if self.flag_style == "num" else tuple(text)

    def read_suffixes(self) -> dict[str, list[Suffix]]:
        suffixes: dict[str, list[Suffix]] = {}
        for line in self.lines:
            fields = line.split()
            if len(fields) < 4 or fields[0] != "SFX" or (len(fields) == 4 and fields[3].isdigit()):
                continue
            _, flag, strip, added, *rest = fields
            add, _, onward = added.partition("/")
            condition = rest[0] if rest else "."
            suffixes.setdefault(flag, []).append(
                Suffix(
                    strip="" if strip == "0" else strip,
                    add="" if add == "0" else add,
                    when=None if condition == "." else re.compile(condition + "$"),
                    onward=self.flags(onward) if onward else (),
                    tags=" ".join(rest[1:]),
                )
            )
        return suffixes

    def read_prefixes(self, classes: Flags) -> dict[str, list[tuple[str, Flags]]]:
        """What is put before a stem and the flags that follow; elisions have an apostrophe."""
        prefixes: dict[str, list[tuple[str, Flags]]] = {flag: [] for flag in classes}
        for line in self.lines:
            match line.split():
                case ["PFX", flag, "0", added, ".", *_] if flag in classes:
                    add, _, onward = added.partition("/")
                    if "'" not in add:
                        prefixes[flag].append(("" if add == "0" else add, self.flags(onward)))
        return prefixes

    def entries(self) -> Iterator[Entry]:
        text = self.words.read_bytes().removeprefix(b"\xef\xbb\xbf").decode(self.encoding)
        for line in text.splitlines()[1:]:
            match = ENTRY.match(line)
            if match:
                stem, flags, tags = match.groups()
                entry = Entry(stem.replace("\\/", "/"), self.flags(flags) if flags else (), tags)
                yield entry
                for flag in entry.flags:
                    for add, onward in self.prefixes.get(flag, ()):
                        # a suffix says the number even of the plain form
                        yield Entry(add + entry.stem, (*onward, self.needs_affix), tags)

    def expand(self, depth: int = 2) -> Iterator[tuple[str, Entry, str]]:
        """Every form with the line it comes from and the tags of its suffix.

        `depth` is how many suffixes may follow each other: two, as hunspell has it, but one for
        Basque, where two make a hundred million.
        """
        for entry in self.entries():
            if self.forbidden in entry.flags or self.only_compound in entry.flags:
                continue
            if self.needs_affix not in entry.flags:
                yield entry.stem, entry, ""
            yield from self.suffixed(entry, entry.stem, entry.flags, "", depth)

    def suffixed(
        self, entry: Entry, stem: str, flags: Flags, tags: str, depth: int
    ) -> Iterator[tuple[str, Entry, str]]:
        for flag in flags:
            for suffix in self.suffixes.get(flag, ()):
                form = suffix.on(stem)
                if form is None or (self.only_compound and self.only_compound in suffix.onward):
                    continue
                both = f"{tags} {suffix.tags}".strip()
                if not self.needs_affix or self.needs_affix not in suffix.onward:
                    yield form, entry, both
                if depth > 1 and suffix.onward:
                    yield from self.suffixed(entry, form, suffix.onward, both, depth - 1)
