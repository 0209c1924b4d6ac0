"""Short text forms of actions, events and rules: `send-team karst`, `order [citizen guard]`.

    verb field field … name=field
    field: a number, a word, "quoted text", -, true, [list], {key:value}, (verb field …)

Fields stand in the order of the struct; those left at their default may be left out at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from clande.kernel.errors import Unreadable

TOKEN = re.compile(r'\s*([\[\](){}]|"(?:\\.|[^"\\])*"|[^\s\[\](){}"]+)')
WORD = re.compile(r"[^\W\d][\w'’.+-]*")
SPECIAL = {"-": None, "true": True, "false": False}


def verb(kind: type[Any]) -> str:
    """The name of a struct in text: SendTeam is send-team."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def write(value: Any) -> str:
    """A struct as text."""
    parts = [verb(type(value))]
    given = list(fields(value))
    while given and is_default(given[-1], getattr(value, given[-1].name)):
        given.pop()
    named = False
    for field in given:
        inner = getattr(value, field.name)
        if is_default(field, inner):
            named = True
        else:
            parts.append((f"{field.name}=" if named else "") + write_field(inner))
    return " ".join(parts)


def is_default(field: Any, value: object) -> bool:
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(field.default_factory() == value)
    return field.default is not msgspec.NODEFAULT and field.default == value


def write_field(value: Any) -> str:
    if isinstance(value, Struct):
        return f"({write(value)})"
    if isinstance(value, (tuple, list)):
        return f"[{' '.join(map(write_field, value))}]"
    if isinstance(value, dict):
        return "{" + " ".join(f"{write_field(k)}:{write_field(v)}" for k, v in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "-", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and WORD.fullmatch(value) and value not in SPECIAL:
        return value
    return msgspec.json.encode(value).decode()


def read(text: str, kinds: Iterable[type[Any]]) -> Any:
    """The struct that a text means, one of these kinds."""
    tokens = list(tokenise(text))
    value, rest = struct(tokens, {verb(kind): kind for kind in kinds}, text)
    if rest:
        raise Unreadable(f"{text!r}: nothing may follow, yet there is {rest[0]!r}")
    return value


def tokenise(text: str) -> Iterator[str]:
    at = 0
    while text[at:].strip():
        found = TOKEN.match(text, at)
        if not found:
            raise Unreadable(f"{text!r}: cannot be read from {text[at:]!r} on")
        at = found.end()
        yield found[1]


def struct(tokens: list[str], kinds: dict[str, type[Any]], text: str) -> tuple[Any, list[str]]:
    if not tokens:
        raise Unreadable(f"{text!r}: a verb was expected")
    if tokens[0] not in kinds:
        raise Unreadable(f"{text!r}: no {tokens[0]!r} here; there are: {', '.join(kinds)}")
    kind = kinds[tokens[0]]
    names = [field.name for field in fields(kind)]
    given: dict[str, Any] = {}
    rest = tokens[1:]
    while rest and rest[0] != ")":
        name, equals, tail = rest[0].partition("=")
        if equals and name in names:
            rest = [tail, *rest[1:]] if tail else rest[1:]
        else:
            left = [n for n in names if n not in given]
            if not left:
                raise Unreadable(f"{text!r}: {tokens[0]} takes {len(names)} fields at most")
            name = left[0]
        given[name], rest = field_value(rest, kinds, text)
    try:
        return msgspec.convert(given, kind, strict=False, str_keys=True), rest
    except msgspec.ValidationError as error:
        raise Unreadable(f"{text!r}: {error}") from None


def field_value(tokens: list[str], kinds: dict[str, type[Any]], text: str) -> tuple[Any, list[str]]:
    if not tokens:
        raise Unreadable(f"{text!r}: a value was expected at the end")
    token, rest = tokens[0], tokens[1:]
    if token == "(":
        value, rest = struct(rest, kinds, text)
        return value, closing(rest, ")", text)
    if token == "[":
        items = []
        while rest and rest[0] != "]":
            item, rest = field_value(rest, kinds, text)
            items.append(item)
        return items, closing(rest, "]", text)
    if token == "{":
        pairs = {}
        while rest and rest[0] != "}":
            key, colon, tail = rest[0].partition(":")
            if not colon:
                raise Unreadable(f"{text!r}: a key and a colon were expected, not {rest[0]!r}")
            value, rest = field_value([tail, *rest[1:]] if tail else rest[1:], kinds, text)
            pairs[key] = value
        return pairs, closing(rest, "}", text)
    if token.startswith('"'):
        return msgspec.json.decode(token), rest
    if token in SPECIAL:
        return SPECIAL[token], rest
    return (int(token) if re.fullmatch(r"-?\d+", token) else token), rest


def closing(tokens: list[str], bracket: str, text: str) -> list[str]:
    if not tokens or tokens[0] != bracket:
        raise Unreadable(f"{text!r}: {bracket!r} is missing")
    return tokens[1:]
