"""Who may see what: every field of a table and of an event says so, or its game does not load.

`visible_table` builds what one viewer sees of a table from nothing, by those declarations; `told`
does the same for an event. Nothing else hides a field of a table or of an event; the server encodes
views for clients by the same `SIGHTS` and `told`. Questions, answers and offers have no audience:
`viewing.view` gives each viewer its own.

`clone` follows the same declarations, and so does `view_type`: the struct that a viewer gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, defstruct, structs
from msgspec.structs import asdict

from clande.kernel.events import Event, Shows
from clande.kernel.frames import Frame
from clande.kernel.seats import SPECTATOR, Seat

T = TypeVar("T")


class Audience(Enum):
    """Who sees a field. Declarations use the names below, such as `Private` for `OWNER`."""

    EVERYONE = "everyone"
    REVEALED = "revealed"  # everyone, from now on: it was hidden until this event
    OWNER = "owner"  # each seat its own entry; of the others nothing
    HOLDER = "holder"  # each seat its own entry; of the others, how many
    PARTIES = "parties"  # the rows whose `parties` name the viewer
    KNOWERS = "knowers"  # each thing says itself what a viewer has seen of it: `seen_by`
    COUNTERS = "counters"  # nobody; everyone sees how many
    NOBODY = "nobody"  # nobody sees anything of it
    PART = "part"  # a struct of its own, each field with its own audience


Public = Annotated[T, Audience.EVERYONE]
Revealed = Annotated[T, Audience.REVEALED]
Private = Annotated[T, Audience.OWNER]
Held = Annotated[T, Audience.HOLDER]
Shared = Annotated[T, Audience.PARTIES]
Known = Annotated[T, Audience.KNOWERS]
Hidden = Annotated[T, Audience.COUNTERS]
Secret = Annotated[T, Audience.NOBODY]
Part = Annotated[T, Audience.PART]

AUDIENCES: dict[type[Struct], dict[str, Audience]] = {}
CLONERS: dict[type[Struct], Callable[[Any], Any]] = {}
SEERS: dict[type[Struct], Callable[[Any, Seat], Any]] = {}
VIEWS: dict[type[Struct], type[Struct]] = {}

OPEN = {Audience.EVERYONE, Audience.REVEALED}
TO_PARTIES = {Audience.OWNER, Audience.PARTIES}
Teller = Callable[[Any], dict[str, Any]]
Tellers = tuple[Teller, Teller, bool]
TELLERS: dict[type[Event], Tellers] = {}

FOR_EVENTS = {a for a in Audience} - {Audience.HOLDER, Audience.KNOWERS, Audience.PART}
FOR_TABLES = {a for a in Audience} - {Audience.REVEALED}
LENGTHS: tuple[Shows, ...] = get_args(Shows)


class Undeclared(TypeError):
    """A game that would leak or share by oversight does not load."""


def declare_table(kind: type[Struct]) -> None:
    """Reads the audience of each field of a table, and of its parts, and prepares its clone and
    what is seen of it."""
    fields = audiences(kind, FOR_TABLES)
    for name, (audience, plain) in fields.items():
        if audience is Audience.PART:
            declare_table(plain)
        else:
            check_field(kind, name, audience, plain)
    AUDIENCES[kind] = {name: audience for name, (audience, _) in fields.items()}
    CLONERS[kind], SEERS[kind] = cloner(kind), seer(kind)


# Written out field by field, as one would by hand: clones and views are what bots and servers pay.


def cloner(kind: type[Struct]) -> Callable[[Any], Any]:
    types = plain_types(kind)
    by_name = [p.kind is Parameter.KEYWORD_ONLY for p in signature(kind).parameters.values()]
    copies: list[str] = []
    for (name, plain), named in zip(types.items(), by_name, strict=True):
        written = f"t.{name}"
        if AUDIENCES[kind][name] is Audience.PART:
            written = f"clone(t.{name})"
        elif get_origin(plain) in (list, dict):
            written = f"t.{name}.copy()"
        copies.append(f"{name}={written}" if named else written)
    source = f"lambda t: kind({', '.join(copies)})"
    clones: Callable[[Any], Any] = eval(source, {"kind": kind, "clone": clone})
    return clones


def seer(kind: type[Struct]) -> Callable[[Any, Seat], Any]:
    types = plain_types(kind)
    sights: list[str] = []
    for name, audience in AUDIENCES[kind].items():
        if audience not in SIGHTS:
            continue
        written = f"{audience.name}(t.{name}, seat)"
        if audience is Audience.EVERYONE and get_origin(types[name]) in (list, dict):
            written = f"t.{name}.copy()"
        elif audience is Audience.EVERYONE and not any(map(has_containers, leaves(types[name]))):
            written = f"t.{name}"
        sights.append(written)
    source = f"lambda t, seat: view({', '.join(sights)})"
    names: dict[str, Any] = {audience.name: sight for audience, sight in SIGHTS.items()}
    sees: Callable[[Any, Seat], Any] = eval(source, names | {"view": view_type(kind)})
    return sees


def view_type(kind: type[Struct]) -> type[Struct]:
    """The struct of what one viewer sees of a table of this kind, or of a part of one: the same
    fields in the same order, without those that nobody sees. Made once for each kind."""
    if kind not in VIEWS:
        fields = visible_types(kind)
        base: Any = kind.__base__
        bases: tuple[type[Struct], ...] = (Struct,)
        if base is not Struct:
            bases = (view_type(base),)  # so that what knows the base knows every mix of it
            fields = {n: t for n, t in fields.items() if n not in base.__struct_fields__}
        VIEWS[kind] = defstruct(
            f"{kind.__name__}View",
            list(fields.items()),
            bases=bases,
            namespace={
                "__doc__": f"What one viewer sees of `{kind.__name__}`. {kind.__doc__}",
                "__reduce__": lambda view: (revive, (kind, structs.astuple(view))),
            },
            module=kind.__module__,
            frozen=True,
        )
        assert list(VIEWS[kind].__struct_fields__) == list(visible_types(kind))
    return VIEWS[kind]


def revive(kind: type[Struct], values: tuple[Any, ...]) -> Struct:
    """A view of a table, or of a part of one, that was pickled."""
    return view_type(kind)(*values)


def visible_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field as a viewer sees it."""
    fields = audiences(kind, FOR_TABLES)
    return {n: visible_type(*field) for n, field in fields.items() if field[0] in SIGHTS}


def visible_type(audience: Audience, plain: Any) -> Any:
    """What `SIGHTS` makes of a value of this type. What is hidden from a viewer is None."""
    inner = get_args(plain)
    match audience:
        case Audience.OWNER:
            return entry_type(plain) | None
        case Audience.HOLDER:
            return dict[Seat, entry_type(plain) | int]  # type: ignore[misc]
        case Audience.KNOWERS if get_origin(plain) is dict:
            return dict[inner[0], as_seen(inner[1])]  # type: ignore[misc,valid-type]
        case Audience.KNOWERS if get_origin(plain) in (list, tuple):
            return tuple[as_seen(inner[0]), ...]  # type: ignore[misc]
        case Audience.KNOWERS:
            return Union[tuple(map(as_seen, inner or (plain,)))]  # noqa: UP007
        case Audience.COUNTERS:
            return int
        case Audience.PART:
            return view_type(plain)
    return plain


def entry_type(plain: Any) -> Any:
    """The type of one seat's entry in a field that has one for each."""
    return get_args(plain)[1 if get_origin(plain) is dict else 0]


def as_seen(thing: Any) -> Any:
    """What a thing shows of itself."""
    return thing if thing is type(None) else get_type_hints(thing.seen_by)["return"]


def plain_types(kind: type[Struct]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def check_field(kind: type[Struct], name: str, audience: Audience, plain: Any) -> None:
    if audience is Audience.EVERYONE and any(map(has_audiences, leaves(plain))):
        raise Undeclared(f"{kind.__name__}.{name}: what has audiences of its own is a Part")
    for inner in get_args(plain) if get_origin(plain) in (list, dict) else (plain,):
        if mutable := mutables(inner):
            raise Undeclared(f"{kind.__name__}.{name}: {mutable} would be shared by clones")


def has_audiences(kind: Any) -> bool:
    if not isinstance(kind, type) or not issubclass(kind, Struct):
        return False
    hints = get_type_hints(kind, include_extras=True)
    marks = [m for name in kind.__struct_fields__ for m in getattr(hints[name], "__metadata__", ())]
    return any(isinstance(mark, Audience) for mark in marks)


def declare_events(kinds: Iterable[type[Event]]) -> None:
    """Reads the audience of each field of each event; an event also names its rules, and says for
    how long it is shown."""
    for kind in kinds:
        if not kind.rule_ids:
            raise Undeclared(f"{kind.__name__} names no rule that it carries out")
        if getattr(kind, "shows", None) not in LENGTHS:
            lengths = ", ".join(LENGTHS)
            raise Undeclared(f"{kind.__name__} does not say for how long it is shown: {lengths}")
        fields = audiences(kind, FOR_EVENTS)
        AUDIENCES[kind] = {name: audience for name, (audience, _) in fields.items()}


def declare_frames(kinds: Iterable[type[Frame]]) -> None:
    """A frame holds values only, so that a clone's frame is a copy of its fields. Its topic is
    about fields that it has, and narrower in steps that it has."""
    for kind in kinds:
        for name in kind.about:
            if name not in kind.__struct_fields__:
                raise Undeclared(f"{kind.__name__} is about {name!r}, which is no field of it")
        for step, topic in kind.step_topics:
            if not hasattr(kind, step) or not topic.startswith(f"{kind.topic}."):
                raise Undeclared(f"{kind.__name__}.{step}: {topic!r} is no topic of such a step")
        for name, plain in get_type_hints(kind).items():
            if name not in kind.__struct_fields__:
                continue
            if mutable := mutables(plain) or (get_origin(plain) is dict and str(plain)):
                raise Undeclared(f"{kind.__name__}.{name}: {mutable} would be shared by clones")


def audiences(kind: type[Struct], allowed: set[Audience]) -> dict[str, tuple[Audience, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, tuple[Audience, Any]] = {}
    for name in kind.__struct_fields__:
        marks = [m for m in getattr(hints[name], "__metadata__", ()) if isinstance(m, Audience)]
        if len(marks) != 1 or marks[0] not in allowed:
            raise Undeclared(f"{kind.__name__}.{name} does not say who may see it")
        fields[name] = (marks[0], hints[name].__origin__)
    return fields


def leaves(plain: Any) -> Iterable[Any]:
    """The types that a type is made of."""
    inner = get_args(plain)
    return [leaf for part in inner for leaf in leaves(part)] if inner else [plain]


def mutables(plain: Any) -> str:
    """The first container or unfrozen struct inside a type; rules kept as patterns are copied."""
    if plain in (list, dict, set) or get_origin(plain) in (list, set):
        return str(plain)
    if get_origin(plain) in (tuple, Union, UnionType):
        return next((m for part in get_args(plain) if (m := mutables(part))), "")
    if isinstance(plain, type) and issubclass(plain, Struct):
        pattern = hasattr(plain, "stands")
        return "" if plain.__struct_config__.frozen or pattern else plain.__name__
    return ""


def clone(table: T) -> T:
    """A table to play on, which shares only what cannot change."""
    copied: T = CLONERS[type(table)](table)  # type: ignore[index]
    return copied


def visible_table(table: Struct, seat: Seat) -> Any:
    """What one viewer sees of a table, a `view_type` of its kind: built up from nothing, sharing no
    container with it."""
    return SEERS[type(table)](table, seat)


def entries(value: Any) -> Iterable[tuple[Seat, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value)


def own(value: Any, seat: Seat) -> Any:
    if isinstance(value, dict):
        return copied(value.get(seat))
    return copied(value[seat]) if seat != SPECTATOR else None


def copied(value: Any) -> Any:
    """A value that its reader may spoil: containers are copied, also those inside a row."""
    if isinstance(value, (list, dict)):
        return value.copy()
    if isinstance(value, Struct) and (names := containers(type(value))):
        return structs.replace(value, **{name: getattr(value, name).copy() for name in names})
    return value


@cache
def containers(kind: type[Struct]) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(n for n in kind.__struct_fields__ if get_origin(hints[n]) in (list, dict))


def has_containers(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct) and bool(containers(kind))


def as_known(value: Any, seat: Seat) -> Any:
    if isinstance(value, dict):
        return {key: thing.seen_by(seat) for key, thing in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple([thing.seen_by(seat) for thing in value])
    return None if value is None else value.seen_by(seat)


def by_holder(value: Any, seat: Seat) -> dict[Seat, Any]:
    return {
        holder: copied(things) if holder == seat else len(things)
        for holder, things in entries(value)
    }


def shared(value: Any, seat: Seat) -> dict[Any, Any]:
    return {key: copied(row) for key, row in value.items() if seat in row.parties}


# What one viewer sees of a field: a function of its value and of who looks, and of nothing else.
SIGHTS: dict[Audience, Callable[[Any, Seat], Any]] = {
    Audience.EVERYONE: lambda value, seat: copied(value),
    Audience.OWNER: own,
    Audience.HOLDER: by_holder,
    Audience.PARTIES: shared,
    Audience.KNOWERS: as_known,
    Audience.COUNTERS: lambda value, seat: len(value),
    Audience.PART: visible_table,
}


def told(event: Event, seat: Seat) -> dict[str, Any] | None:
    """An event as one viewer hears of it; None when it hears nothing at all."""
    to_others, to_parties, _ = tellers(type(event))
    if seat in event.parties():
        return to_parties(event)
    return None if event.secret else to_others(event)


def tellers(kind: type[Event]) -> Tellers:
    """How others and parties hear of such an event, and whether all hear all of it."""
    if kind not in TELLERS:
        whole = not kind.secret and all(audience in OPEN for audience in AUDIENCES[kind].values())
        TELLERS[kind] = (teller(kind, OPEN), teller(kind, OPEN | TO_PARTIES), whole)
    return TELLERS[kind]


def teller(kind: type[Event], allowed: set[Audience]) -> Teller:
    """Written out field by field, as `seer` is."""
    types = plain_types(kind)
    lines = [f"'type': {kind.__name__!r}"]
    for name, audience in AUDIENCES[kind].items():
        if audience in allowed:
            loose = any(map(may_hold, leaves(types[name]))) or get_origin(types[name]) is not None
            lines.append(f"{name!r}: " + (f"copied(e.{name})" if loose else f"e.{name}"))
    tells: Teller = eval(f"lambda e: {{{', '.join(lines)}}}", {"copied": copied})
    return tells


def may_hold(leaf: Any) -> bool:
    """Whether a value of this type may be a container, or hold one."""
    return not (isinstance(leaf, type) and issubclass(leaf, (int, str, bytes, type(None), Enum)))


def is_open(event: Event) -> bool:
    """Whether everybody hears all of an event."""
    return tellers(type(event))[2]


def untold(event: Event) -> dict[str, Any]:
    """An event whole, for those who may see all: records and their verifiers."""
    return {"type": type(event).__name__} | asdict(event)
