"""A case: a scene, some acts, and what must follow. One YAML file each; docs/cases.md tells how."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import fields

from clande.cases import plainyaml
from clande.cases.scenes import Scene, stage
from clande.kernel import (
    HOUSE,
    PASS,
    SPECTATOR,
    Action,
    Breathe,
    Code,
    Event,
    Game,
    IllegalAction,
    Seat,
    Unreadable,
    act,
    awaited,
    book,
    offers,
    outcome,
    plain,
    told,
    view,
)
from clande.kernel.text import parse, read_action, verb, write, write_field

ANY = "_"
UNHEARD = "unheard"


class Expected(Struct, forbid_unknown_fields=True):
    """What must be true of the game as it stands."""

    table: dict[str, Any] = {}
    view: dict[str | int, dict[str, Any]] = {}
    asked: list[int] | None = None
    admits: list[str] = []
    rejects: list[str] = []
    under_way: str = ""
    scores: list[int] | None = None
    winners: list[int] | None = None


class CaseStep(Struct, forbid_unknown_fields=True):
    """One line of a case: an act that is done or refused, a pause that all let pass, or a look."""

    do: str = ""
    refused: str = ""
    breathe: bool = False
    expect: Expected | None = None
    events: list[str] | None = None  # all that happened, in order
    includes: list[str] = []  # among them, in this order
    never: list[str] = []
    hears: dict[str | int, list[str]] = field(name="told", default_factory=dict)  # in order
    code: Code | None = None
    because: list[str] = []


class Case(Struct, forbid_unknown_fields=True):
    case: str
    rules: list[str]
    scene: Scene
    play: list[CaseStep]


class Read(Struct):
    """A case with the file it comes from and the lines of its parts."""

    path: Path
    case: Case
    lines: dict[plainyaml.Path, int]

    def at(self, number: int) -> str:
        return f"{self.path}:{self.lines.get(('play', number), 0)}"


class Differs(AssertionError):
    """The game does otherwise than the case says."""


def load(path: Path) -> Read:
    """Reads a case file; what is wrong in it is named with its line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
    value, lines = plainyaml.read(text, str(path))
    try:
        case = msgspec.convert(value, Case, str_keys=True)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{path}:{explained(str(error), lines)}") from None
    if not case.rules:
        raise Unreadable(
            f"{path}:{lines.get(('rules',), 1)}: a case names the rules that it proves"
        )
    return Read(path, case, lines)


def explained(error: str, lines: dict[plainyaml.Path, int]) -> str:
    """The line that a path such as $.play[2].do leads to, and what may stand there."""
    what, _, where = error.partition(" - at `$")
    steps = where.partition("`")[0].replace("[", ".").replace("]", "").split(".")[1:]
    path: plainyaml.Path = tuple(int(s) if s.isdigit() else s for s in steps)
    if "unknown field" in what:
        kinds: dict[str, type[Struct]] = {"scene": Scene, "play": CaseStep, "expect": Expected}
        kind = kinds[str([s for s in path if s in kinds][-1])] if path else Case
        what += f"; there are: {', '.join(kind.__struct_fields__)}"
        path = (*path, what.split("`")[1])
    while path and path not in lines:
        path = path[:-1]
    return f"{lines.get(path, 1)}: {what}"


def start(read_case: Read) -> Game[Any]:
    """The scene of a case, set."""
    try:
        return stage(read_case.case.scene, read_case.path.parent)
    except Unreadable as error:
        path: plainyaml.Path = ("scene", *getattr(error, "path", ()))
        while path not in read_case.lines:
            path = path[:-1]
        raise Unreadable(f"{read_case.path}:{read_case.lines[path]}: {error}") from None


def check(read_case: Read) -> None:
    """Plays a case; `Differs` where the game does otherwise, `Unreadable` where it is nonsense."""
    game = start(read_case)
    for number, step in enumerate(read_case.case.play):
        game.log = []
        try:
            perform(game, step)
            compare(game, step)
        except (Differs, Unreadable) as error:
            raise type(error)(f"{read_case.at(number)}: {error}") from None


def perform(game: Game[Any], step: CaseStep) -> None:
    parts = [bool(step.do), bool(step.refused), step.breathe, step.expect is not None]
    if sum(parts[:3]) > 1 or not any(parts):
        raise Unreadable("a step is one of do, refused, breathe, or an expect alone")
    happened = step.events is not None or step.includes or step.never or step.hears
    if happened and not (step.do or step.breathe):
        raise Unreadable("events, includes, never and told go with do or breathe")
    if (step.code or step.because) and not step.refused:
        raise Unreadable("code and because go with refused")
    if step.do:
        seat, action = read_act(game, step.do)
        try:
            act(game, seat, action)
        except IllegalAction as refusal:
            raise Differs(f"{step.do!r} is refused: {refusal}") from None
    elif step.refused:
        seat, action = read_act(game, step.refused)
        try:
            act(game.clone(), seat, action)
        except IllegalAction as refusal:
            if step.code and refusal.code != step.code:
                raise Differs(f"refused with {refusal.code}, not {step.code}") from None
            if missing := [rule for rule in step.because if rule not in refusal.rule_ids]:
                named = ", ".join(refusal.rule_ids) or "no rule"
                raise Differs(f"refused by {named}, not {missing[0]}") from None
        else:
            raise Differs(f"{step.refused!r} is accepted")
    elif step.breathe:
        if not any(isinstance(question, Breathe) for question in game.asked.values()):
            raise Differs("nobody is asked to breathe now")
        for seat in awaited(game):
            act(game, seat, PASS)


def read_act(game: Game[Any], text: str) -> tuple[Seat, Action]:
    """An act in text: the number of a seat, or `house`, then the action."""
    seat, _, rest = text.partition(" ")
    if seat == "house":
        return HOUSE, read_action(rest, book(game))
    if seat not in map(str, game.seats):
        raise Unreadable(f"{text!r}: begin with a seat, 0 to {game.header.seats - 1}")
    return int(seat), read_action(rest, book(game))


def compare(game: Game[Any], step: CaseStep) -> None:
    happened = game.log or []
    heard_of = [pattern for patterns in step.hears.values() for pattern in patterns]
    for pattern in [*(step.events or []), *step.includes, *step.never, *heard_of]:
        readable(pattern, game)
    if step.events is not None:
        compare_list(step.events, [forms(event) for event in happened], "happened")
    remaining = iter(happened)
    for pattern in step.includes:
        if not any(matches(pattern, forms(event)) for event in remaining):
            raise Differs(f"{pattern!r} is missing in: {listed(happened)}")
    for pattern in step.never:
        if any(matches(pattern, forms(event)) for event in happened):
            raise Differs(f"{pattern!r} is there: {listed(happened)}")
    for name, patterns in step.hears.items():
        seat = viewer(game, str(name))
        heard = [(event, told(event, seat)) for event in happened]
        heard_forms = [told_forms(event, h) for event, h in heard if h is not None]
        compare_list(patterns, heard_forms, f"{name} hears")
    if step.expect is not None:
        look(game, step.expect)


def readable(pattern: str, game: Game[Any]) -> None:
    """A pattern names an event of the game and fields that it has; else it is a slip."""
    name, arguments = parse(pattern)
    events = {verb(kind): kind for kind in book(game).events}
    if name not in events:
        raise Unreadable(f"no event is called {name!r}; there are: {', '.join(events)}")
    names = events[name].__struct_fields__
    unknown = [field for field in arguments.named if field not in names]
    if unknown or len(arguments.positional) > len(names):
        raise Unreadable(f"{pattern!r}: {name} has: {' '.join(names) or 'no field'}")


Forms = tuple[str, dict[str, str]]


def forms(event: Event) -> Forms:
    """An event as a pattern sees it: its verb, and each field as text."""
    names = [field.name for field in fields(event)]
    return verb(type(event)), {name: write_field(getattr(event, name)) for name in names}


def told_forms(event: Event, heard: dict[str, Any]) -> Forms:
    """The same, as one viewer hears of it: what it does not hear is `unheard`."""
    name, values = forms(event)
    return name, {key: value if key in heard else UNHEARD for key, value in values.items()}


def matches(pattern: str, event: Forms) -> bool:
    """Whether a pattern fits: the same verb, and each field it gives; `_` fits anything."""
    name, arguments = parse(pattern)
    kind, values = event
    if name != kind or len(arguments.positional) > len(values):
        return False
    wanted = dict(zip(values, arguments.positional, strict=False)) | arguments.named
    return all(
        field in values and (value == ANY or values[field] in (value, write_field(value)))
        for field, value in wanted.items()
    )


def compare_list(patterns: list[str], events: list[Forms], what: str) -> None:
    if len(patterns) == len(events) and all(map(matches, patterns, events)):
        return
    actual = "; ".join(
        " ".join([name, *(f"{k}={v}" for k, v in vs.items())]) for name, vs in events
    )
    raise Differs(f"{what}: {actual or 'nothing'}; expected: {'; '.join(patterns) or 'nothing'}")


def listed(events: list[Event]) -> str:
    return "; ".join(map(write, events)) or "nothing"


def viewer(game: Game[Any], name: str) -> Seat:
    if name == "spectator":
        return SPECTATOR
    if name not in map(str, game.seats):
        raise Unreadable(f"{name!r} is neither a seat nor 'spectator'")
    return int(name)


def look(game: Game[Any], expected: Expected) -> None:
    """Compares the game as it stands with what is expected of it."""
    if expected.table:
        for where, difference in differences(expected.table, plain(game.table), "table"):
            raise Differs(f"{where} {difference}")
    for name, parts in expected.view.items():
        table = plain(view(game, viewer(game, str(name))))["table"]
        for where, difference in differences(parts, table, f"view of {name}"):
            raise Differs(f"{where} {difference}")
    if expected.asked is not None and expected.asked != sorted(game.asked):
        raise Differs(f"asked: {sorted(game.asked)}, not {expected.asked}")
    for text, wanted in [(t, True) for t in expected.admits] + [
        (t, False) for t in expected.rejects
    ]:
        seat, action = read_act(game, text)
        questions = [offer.question for offer in offers(game, seat)]
        questions += [game.asked[seat]] if seat in game.asked else []
        if any(question.admits(action) for question in questions) is not wanted:
            raise Differs(f"{text!r} is {'not ' if wanted else ''}open to seat {seat}")
    if expected.under_way:
        top = verb(type(game.stack[-1])) if game.stack else "nothing"
        if top != expected.under_way:
            raise Differs(f"under way is {top}, not {expected.under_way}")
    ended = outcome(game)
    if expected.scores is not None and expected.scores != (ended and list(ended.scores)):
        raise Differs(f"scores: {ended and list(ended.scores)}, not {expected.scores}")
    if expected.winners is not None and expected.winners != (ended and list(ended.winners)):
        raise Differs(f"winners: {ended and list(ended.winners)}, not {expected.winners}")


def differences(expected: Any, actual: Any, where: str) -> Iterator[tuple[str, str]]:
    """A mapping names the parts that matter, null what must not be there, {} that nothing is;
    anything else is compared whole."""
    if isinstance(expected, dict) and expected and isinstance(actual, dict):
        for key, value in expected.items():
            if value is None and actual.get(str(key)) is None:
                continue
            if str(key) not in actual:
                names = ", ".join(actual) or "nothing"
                yield f"{where}.{key}", f"is not there; there is: {names}"
            else:
                yield from differences(value, actual[str(key)], f"{where}.{key}")
    elif isinstance(expected, dict) and expected and isinstance(actual, list):
        for key, value in expected.items():
            if not str(key).isdigit() or int(key) >= len(actual):
                yield f"{where}[{key}]", f"is not there; there are {len(actual)}"
            else:
                yield from differences(value, actual[int(key)], f"{where}[{key}]")
    else:
        # As JSON, where true is not 1.
        actual, expected = (msgspec.json.encode(value).decode() for value in (actual, expected))
        if actual != expected:
            yield where, f"is {actual}, not {expected}"
