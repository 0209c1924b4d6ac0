"""Content packs: one file, or a folder of files, that overrides any part of the content.

A pack is read and checked as a whole. Each fault is reported with its file, its line and what was
expected, all at once; a pack with a fault is not used.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path as File
from typing import Any

import msgspec
from msgspec import Struct, inspect

from clande.diktat.cards import CONTENT, checks
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.lines import Path, lines
from clande.text import LANGUAGES, Catalogue, catalogue, typeset

PARTS: dict[str, type[Struct]] = {
    "opportunities": v.Opportunity,
    "cabals": v.Cabal,
    "cabal_cards": v.CabalCard,
    "markers": v.Marker,
}
FIXED = {
    "opportunities": ("id", "sector"),
    "cabals": ("id",),
    "cabal_cards": ("id", "cabal"),
    "markers": ("sector",),
}
# The texts that a pack may set, and their keys in the catalogue.
TEXTS = {
    "opportunities": {"title": "names.cards", "flavour": "flavours"},
    "cabal_cards": {"title": "names.cards", "flavour": "flavours"},
    "cabals": {"title": "names.cabals", "flavour": "characters", "screen_title": "names.screens"},
    "markers": {},
}
AT = re.compile(r"(?s)(.*?)(?: - at `\$([^`]*)`)?")
STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class BadPack(ValueError):
    """A pack that cannot be used; one line a fault."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Edition(Struct, frozen=True):
    """A content and the texts that go with it."""

    content: v.Content
    names: tuple[str, ...] = ()
    texts: dict[str, dict[str, str]] = {}

    def catalogue(self, language: str) -> Catalogue:
        ours = catalogue(language)
        return Catalogue(language, {**ours.sentences, **self.texts.get(language, {})})

    def fingerprint(self) -> str:
        """Identifies the content, whatever its texts: for the record of a game."""
        return sha256(msgspec.json.encode(self.content, order="sorted")).hexdigest()[:16]


CLANDE = Edition(CONTENT)


def load(path: File, base: Edition = CLANDE) -> Edition:
    """The edition that a pack makes of another one, or `BadPack`."""
    reading = PackReader(base)
    for file in files(path):
        reading.read(file)
    return reading.edition()


def files(path: File) -> list[File]:
    if path.is_dir():
        packs = sorted(path.glob("*.toml"))
        if not packs:
            raise BadPack([f"{path}: expected at least one .toml file in this folder"])
        return packs
    if not path.is_file():
        raise BadPack([f"{path}: expected a .toml file or a folder of them, found nothing"])
    return [path]


class PackReader:
    """A pack being read: what it changes, and where each thing stands."""

    def __init__(self, base: Edition) -> None:
        plain: dict[str, Any] = msgspec.to_builtins(base.content)
        self.plain = plain
        self.base = base
        self.names: list[str] = []
        self.texts = {language: dict(base.texts.get(language, {})) for language in LANGUAGES}
        self.faults: list[str] = []
        self.spots: dict[Path, str] = {}  # "file:line" of what the pack says

    def read(self, file: File) -> None:
        try:
            text = file.read_text("utf-8")
            tree = tomllib.loads(text)
        except UnicodeDecodeError:
            self.faults.append(f"{file}:1: expected a text in UTF-8")
            return
        except tomllib.TOMLDecodeError as error:
            self.faults.append(unreadable(file, str(error)))
            return
        for path, line in lines(text).items():
            spot = f"{file}:{line}"
            if len(path) == 2 and self.spots.get(path, spot) != spot:
                self.fault(path, f"expected once in the pack; it is also at {self.spots[path]}")
            self.spots[path] = spot
        for name, part in tree.items():
            if name == "pack":
                self.header(part)
            elif name == "adjacency":
                self.adjacency(part)
            elif name in PARTS:
                self.part(name, part)
            else:
                self.unknown((name,), "a part of a pack", ["pack", "adjacency", *PARTS])

    def header(self, part: Any) -> None:
        if not isinstance(part, dict) or not isinstance(part.get("name"), str):
            self.fault(("pack", "name"), 'expected a text: name = "…"')
            return
        for key in sorted(part.keys() - {"name"}):
            self.unknown(("pack", key), "a key of [pack]", ["name"])
        self.names.append(part["name"])

    def adjacency(self, part: Any) -> None:
        if not isinstance(part, dict):
            self.fault(("adjacency",), "expected a table: sector = [sectors]")
            return
        for sector, others in part.items():
            path: Path = ("adjacency", sector)
            if sector not in self.plain["adjacency"]:
                self.unknown(path, "a sector", list(self.plain["adjacency"]))
            elif not isinstance(others, list) or not all(isinstance(o, str) for o in others):
                self.fault(path, f"expected a list of sectors, found {others!r}")
            else:
                self.plain["adjacency"][sector] = others

    def part(self, name: str, part: Any) -> None:
        if not isinstance(part, dict):
            self.fault((name,), f"expected tables: [{name}.…]")
            return
        for which, changes in part.items():
            path: Path = (name, which)
            if which not in self.plain[name]:
                self.unknown(path, "one of those that exist", list(self.plain[name]))
            elif not isinstance(changes, dict):
                self.fault(path, f"expected a table: [{name}.{which}]")
            else:
                self.override(path, self.plain[name][which], changes)

    def override(self, path: Path, old: dict[str, Any], changes: dict[str, Any]) -> None:
        name, which = str(path[0]), str(path[1])
        fields = [*PARTS[name].__struct_fields__, *TEXTS[name]]
        # What is said of the board holds for all its faces, what is said of one for that one.
        for key, value in sorted(changes.items(), key=lambda change: change[0] != "board"):
            spot = (*path, key)
            if key in FIXED[name]:
                self.fault(spot, "expected to stay as it is: it says which one this is")
            elif key in TEXTS[name]:
                self.say(spot, f"diktat.{TEXTS[name][key]}.{which}", value)
            elif key in v.FACES and isinstance(value, dict):
                for face in v.FACES if key == "board" else (key,):
                    old[face] = {**old[face], **value}
            elif key in fields:
                old[key] = value
            else:
                self.unknown(spot, "a key of it", fields)

    def say(self, path: Path, key: str, value: Any) -> None:
        if not isinstance(value, dict):
            self.fault(path, 'expected a text for each language: { fr = "…", en = "…" }')
            return
        for language, sentence in value.items():
            if language not in LANGUAGES:
                self.unknown((*path, language), "a language", list(LANGUAGES))
            elif not isinstance(sentence, str) or re.search(r"[{}<>]", sentence):
                self.fault((*path, language), "expected a text without braces or angle brackets")
            else:
                self.texts[language][key] = typeset(sentence, language)

    def edition(self) -> Edition:
        content = None if self.faults else self.converted()
        if content is not None:
            faults = list(checks.faults(content))
            for path, expected in [f for f in faults if f[0][:2] in self.spots] or faults:
                self.fault(path, expected)
        if self.faults or content is None:
            raise BadPack(self.faults)
        return Edition(content, (*self.base.names, *self.names), self.texts)

    def converted(self) -> v.Content | None:
        parts: dict[str, dict[str, Any]] = {name: {} for name in PARTS}
        for name, kind in PARTS.items():
            for which, plain in self.plain[name].items():
                try:
                    parts[name][which] = msgspec.convert(plain, kind)
                except msgspec.ValidationError as error:
                    path, expected = explained(kind, plain, str(error))
                    self.fault((name, which, *path), expected)
        if self.faults:
            return None
        adjacency = {sector: tuple(others) for sector, others in self.plain["adjacency"].items()}
        return v.Content(adjacency=adjacency, **parts)

    def unknown(self, path: Path, what: str, names: list[str]) -> None:
        for _, expected in checks.faults_of_name(path, what, str(path[-1]), names):
            self.fault(path, expected)

    def fault(self, path: Path, expected: str) -> None:
        near = path
        while near and near not in self.spots:
            near = near[:-1]
        spot = self.spots.get(near) or next(iter(self.spots.values()), "")
        self.faults.append(f"{spot}: {dotted(path)}: {expected}")


def dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


def unreadable(file: File, error: str) -> str:
    """What tomllib says, with the line in front."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", error)
    if match:
        return f"{file}:{match[2]}: expected TOML: {match[1]}"
    return f"{file}:1: expected TOML: {error}"


def explained(kind: type[Struct], plain: Any, error: str) -> tuple[Path, str]:
    """Where msgspec found a fault, and what it expected, with the words it would have taken."""
    match = AT.fullmatch(error)
    assert match is not None
    steps = STEP.findall(match[2] or "")
    path: Path = tuple(name or int(number) for name, number in steps)
    message = match[1][0].lower() + match[1][1:]
    if re.match(r"invalid (enum )?value", message):
        value, names = plain, allowed(inspect.type_info(kind), plain, path)
        for step in path:
            value = value[step]
        for _, expected in checks.faults_of_name(path, "one of these", str(value), names):
            return path, expected
    if missing := re.fullmatch(r"object missing required field `(\w+)`", message):
        return path, f"expected a key {missing[1]!r} here, found none"
    if extra := re.fullmatch(r"object contains unknown field `(\w+)`", message):
        return (*path, extra[1]), "expected no such key here"
    return path, message


def allowed(info: inspect.Type, value: Any, path: Path) -> list[str]:
    """The names that may stand at a path, seen from a type and what was written there."""
    if isinstance(info, inspect.UnionType):
        structs = [each for each in info.types if isinstance(each, inspect.StructType)]
        if path == ("type",):
            return [str(each.tag) for each in structs]
        if isinstance(value, dict):
            fitting = [each for each in structs if each.tag == value.get("type")]
            return allowed(fitting[0], value, path) if fitting else []
        return [name for each in info.types for name in allowed(each, value, path)]
    if isinstance(info, inspect.EnumType):
        return [str(member.value) for member in info.cls]
    if isinstance(info, inspect.StructType) and path:
        if path == ("type",):
            return [str(info.tag)]
        for field in info.fields:
            if field.name == path[0]:
                return allowed(field.type, inner(value, path[0]), path[1:])
    if isinstance(info, inspect.VarTupleType) and path:
        return allowed(info.item_type, inner(value, path[0]), path[1:])
    return []


def inner(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(step)
    return value[step] if isinstance(value, list) and isinstance(step, int) else None
