"""Short text forms of actions, events and rules: `send-team karst`, `order [citizen guard]`.

    verb field field … name=field
    field: a number, a word, "quoted text", -, true, [list], {key:value}, (verb name=field …)

Fields stand in the order of the struct; those left at their default may be left out. Inside
another form, fields are always named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from clande.kernel.actions import KERNEL_ACTIONS, Action
from clande.kernel.books import Book
from clande.kernel.errors import Unreadable

TOKEN = re.compile(r'\s*([\[\](){}]|"(?:\\.|[^"\\])*"|[^\s\[\](){}"]+)')
WORD = re.compile(r"[^\W\d][\w'’.+-]*")
NUMBER = re.compile(r"-?\d+")
LONGEST = 18  # digits: whole numbers of ours are far smaller
DEEPEST = 20
SPECIAL = {"-": None, "true": True, "false": False}


def verb(kind: type[Any]) -> str:
    """The name of a struct in text: SendTeam is send-team."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def write(value: Any) -> str:
    """A struct as text."""
    parts = [verb(type(value))]
    written = list(fields(value))
    while written and is_default(written[-1], getattr(value, written[-1].name)):
        written.pop()
    named = False
    for field in written:
        inner = getattr(value, field.name)
        if is_default(field, inner):
            named = True
        else:
            parts.append((f"{field.name}=" if named else "") + write_field(inner))
    return " ".join(parts)


def named_fields(value: Struct) -> list[str]:
    set_fields = [
        field for field in fields(value) if not is_default(field, getattr(value, field.name))
    ]
    return [f"{field.name}={write_field(getattr(value, field.name))}" for field in set_fields]


def is_default(field: Any, value: object) -> bool:
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(field.default_factory() == value)
    return field.default is not msgspec.NODEFAULT and field.default == value


def write_field(value: Any) -> str:
    if isinstance(value, TextForm):
        named = [f"{name}={write_field(inner)}" for name, inner in value.fields.named.items()]
        return f"({' '.join([value.verb, *named])})"
    if isinstance(value, Struct):
        return f"({' '.join([verb(type(value)), *named_fields(value)])})"
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


def read(text: str, kinds: Iterable[type[Any]], hook: Any = None) -> Any:
    """The struct that a text means, one of these kinds; `hook` reads the kernel's loose fields."""
    named = {verb(kind): kind for kind in kinds}
    name, arguments = parse(text)
    if name not in named:
        raise Unreadable(f"{text!r}: no {name!r} here; there are: {', '.join(named)}")
    order = [field.name for field in fields(named[name])]
    if len(arguments.positional) > len(order):
        raise Unreadable(f"{text!r}: {name} takes {len(order)} fields at most")
    if unknown := [key for key in arguments.named if key not in order]:
        raise Unreadable(f"{text!r}: {name} has no {unknown[0]!r}; it has: {', '.join(order)}")
    values = dict(zip(order, arguments.positional, strict=False))
    if twice := [key for key in arguments.named if key in values]:
        raise Unreadable(f"{text!r}: {twice[0]} is given twice")
    values |= arguments.named
    try:
        plain = {key: builtin(value) for key, value in values.items()}
        return msgspec.convert(plain, named[name], strict=False, str_keys=True, dec_hook=hook)
    except msgspec.ValidationError as error:
        has = " ".join(order) or "no field"
        raise Unreadable(f"{text!r}: {error}; {name} has: {has}") from None


def read_action(text: str, pages: Book) -> Action:
    """An action of a game, from its text form."""
    action: Action = read(text, (*KERNEL_ACTIONS, *pages.actions))
    return action


class Fields(Struct):
    """The fields of a text form, before anyone knows which struct it means."""

    positional: list[Any]
    named: dict[str, Any]


class TextForm(Struct):
    """A text form inside another."""

    verb: str
    fields: Fields


def parse(text: str) -> tuple[str, Fields]:
    """The verb of a text form and what follows it."""
    form, rest = read_form(list(tokenise(text)), text)
    if rest:
        raise Unreadable(f"{text!r}: nothing may follow, yet there is {rest[0]!r}")
    return form.verb, form.fields


def builtin(value: Any) -> Any:
    """A form inside a form as msgspec reads it: by the name of its struct."""
    if isinstance(value, list):
        return [builtin(item) for item in value]
    if isinstance(value, dict):
        return {key: builtin(item) for key, item in value.items()}
    if isinstance(value, TextForm):
        if value.fields.positional:
            raise Unreadable(f"({value.verb} …): inside another form, fields are named")
        kind = "".join(part.title() for part in value.verb.split("-"))
        return {"type": kind} | {k: builtin(v) for k, v in value.fields.named.items()}
    return value


def tokenise(text: str) -> Iterator[str]:
    at = depth = 0
    while text[at:].strip():
        token = TOKEN.match(text, at)
        if not token:
            raise Unreadable(f"{text!r}: cannot be read from {text[at:]!r} on")
        at = token.end()
        depth += (token[1] in "([{") - (token[1] in ")]}")
        if depth > DEEPEST:
            raise Unreadable(f"{text[:40]!r} …: nested deeper than {DEEPEST} levels")
        yield token[1]


def read_form(tokens: list[str], text: str) -> tuple[TextForm, list[str]]:
    if not tokens or not WORD.fullmatch(tokens[0]):
        raise Unreadable(f"{text!r}: a verb was expected")
    arguments, rest = Fields([], {}), tokens[1:]
    while rest and rest[0] != ")":
        name, equals, tail = rest[0].partition("=")
        if equals and name.isidentifier():
            value, rest = field_value([tail, *rest[1:]] if tail else rest[1:], text)
            if name in arguments.named:
                raise Unreadable(f"{text!r}: {name} is given twice")
            arguments.named[name] = value
        else:
            value, rest = field_value(rest, text)
            arguments.positional.append(value)
    return TextForm(tokens[0], arguments), rest


def field_value(tokens: list[str], text: str) -> tuple[Any, list[str]]:
    if not tokens:
        raise Unreadable(f"{text!r}: a value was expected at the end")
    token, rest = tokens[0], tokens[1:]
    if token in (")", "]", "}"):
        raise Unreadable(f"{text!r}: nothing was opened that {token!r} closes")
    if token == "(":
        form, rest = read_form(rest, text)
        return form, closing(rest, ")", text)
    if token == "[":
        items = []
        while rest and rest[0] != "]":
            item, rest = field_value(rest, text)
            items.append(item)
        return items, closing(rest, "]", text)
    if token == "{":
        pairs = {}
        while rest and rest[0] != "}":
            key, rest = read_key(rest, text)
            if key in pairs:
                raise Unreadable(f"{text!r}: {key} is given twice")
            pairs[key], rest = field_value(rest, text)
        return pairs, closing(rest, "}", text)
    if token.startswith('"'):
        return quoted(token, text), rest
    if token in SPECIAL:
        return SPECIAL[token], rest
    if not NUMBER.fullmatch(token):
        return token, rest
    if len(token.lstrip("-")) > LONGEST:
        raise Unreadable(f"{text[:40]!r} …: a number of more than {LONGEST} digits")
    return int(token), rest


def quoted(token: str, text: str) -> str:
    try:
        return msgspec.json.decode(token, type=str)
    except msgspec.DecodeError:
        raise Unreadable(f"{text!r}: {token} is no text between quotes") from None


def read_key(tokens: list[str], text: str) -> tuple[str, list[str]]:
    """A key of a mapping and what follows its colon."""
    first, rest = tokens[0], tokens[1:]
    if first.startswith('"'):
        key = quoted(first, text)
        before, colon, tail = (rest[0] if rest else "").partition(":")
        colon, rest = "" if before else colon, rest[1:]
    else:
        key, colon, tail = first.partition(":")
    if not colon:
        raise Unreadable(f"{text!r}: a key and a colon were expected, not {first!r}")
    return key, [tail, *rest] if tail else rest


def closing(tokens: list[str], bracket: str, text: str) -> list[str]:
    if not tokens or tokens[0] != bracket:
        raise Unreadable(f"{text!r}: {bracket!r} is missing")
    return tokens[1:]
