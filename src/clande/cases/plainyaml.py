"""A safe subset of YAML: mappings, lists, text, whole numbers, true, false and null; with lines.

Anchors, aliases, tags, floats and repeated keys are refused: a case says what it says once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import yaml

from clande.kernel.errors import Unreadable

LARGEST = 256 * 1024
DEEPEST = 16
PLAIN = {"true": True, "false": False, "null": None, "~": None, "": None}
# where the C parser takes what the Python one refuses: tabs, odd ends of lines, `?` in lists
READ_OTHERWISE = re.compile("[\t\ufeff\x85\u2028\u2029?]|[>|][-+0-9]*#")
HINTS = {
    "mapping values are not allowed": "; put text that contains a colon into quotes",
    "expected ',' or": "; put a list item that contains brackets or commas into quotes",
    "cannot start any token": "; indent with spaces, and put text with odd signs into quotes",
}
Path = tuple[str | int, ...]
Lines = dict[Path, int]
Loader = type[yaml.SafeLoader] | type[yaml.CSafeLoader]


def read(text: str, name: str) -> tuple[Any, Lines]:
    """The value that a text holds, and the line on which each part of it begins."""
    if len(text) > LARGEST:
        raise Unreadable(f"{name}: larger than {LARGEST} characters")
    if yaml.__with_libyaml__ and not READ_OTHERWISE.search(text):
        with suppress(yaml.YAMLError, Unreadable):
            return parsed(text, name, yaml.CSafeLoader)
    # Seven times slower; its complaints are the ones that HINTS knows.
    return parsed(text, name, yaml.SafeLoader)


def parsed(text: str, name: str, loader: Loader) -> tuple[Any, Lines]:
    lines: Lines = {}
    events = yaml.parse(text, Loader=loader)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                value = node(next(events), events, (), lines, name)
                break
        else:
            raise Unreadable(f"{name}: nothing is written there")
        rest = [e for e in events if isinstance(e, yaml.DocumentStartEvent)]
        if rest:
            raise Unreadable(f"{name}:{line_of(rest[0])}: a second document begins")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = str(getattr(error, "problem", error))
        hint = next((hint for sign, hint in HINTS.items() if sign in problem), "")
        raise Unreadable(f"{name}{line}: {problem}{hint}") from None
    return value, lines


def line_of(event: Any) -> int:
    line: int = event.start_mark.line + 1
    return line


def node(event: Any, events: Iterator[Any], path: Path, lines: Lines, name: str) -> Any:
    line = line_of(event)
    lines[path] = line
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise Unreadable(f"{name}:{line}: anchors and aliases are not read here")
    if event.tag is not None:
        raise Unreadable(f"{name}:{line}: tags such as {event.tag} are not read here")
    if len(path) > DEEPEST:
        raise Unreadable(f"{name}:{line}: nested deeper than {DEEPEST} levels")
    if isinstance(event, yaml.ScalarEvent):
        return event.value if event.style else scalar(event.value, f"{name}:{line}")
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Any] = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(node(inner, events, (*path, len(items)), lines, name))
        return items
    pairs: dict[Any, Any] = {}
    while not isinstance(inner := next(events), yaml.MappingEndEvent):
        key = node(inner, events, (*path, "(key)"), lines, name)
        where = f"{name}:{line_of(inner)}"
        if not isinstance(key, (str, int)) or isinstance(key, bool):
            raise Unreadable(f"{where}: a key is a word or a number, not {key!r}")
        if key in pairs:
            raise Unreadable(f"{where}: {key!r} stands twice")
        pairs[key] = node(next(events), events, (*path, key), lines, name)
        lines[(*path, key)] = line_of(inner)
    return pairs


def scalar(text: str, where: str) -> Any:
    if text in PLAIN:
        return PLAIN[text]
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    if re.fullmatch(r"[-+]?\.?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?", text):
        raise Unreadable(f"{where}: {text[:30]} is no whole number; put text into quotes")
    return text
