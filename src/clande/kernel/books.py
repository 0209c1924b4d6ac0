"""The book of a game: its facts, its words, and the named places that modules fill.

A module is a function from `Book` to `Book`. A mix of modules is composed once and never saved:
a game only keeps the mix's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field, structs

from clande.kernel import audience
from clande.kernel.actions import Action
from clande.kernel.chance import Luck
from clande.kernel.errors import Unreadable
from clande.kernel.events import Event
from clande.kernel.frames import Frame
from clande.kernel.game import Pauses
from clande.kernel.headers import Header, Outcome, Value
from clande.kernel.questions import Question
from clande.kernel.seats import Seat
from clande.kernel.views import View


class Option(Struct, frozen=True):
    """A choice that a table makes before the game begins: its values, the default first."""

    values: tuple[Value, ...]


class Offer(Struct, frozen=True):
    """Something that a seat may do unasked, and the rule that carries it out.

    Where it is `announced`, those who go before its author may act first.
    """

    question: Question
    make: Callable[[Any, Seat, Any], Frame]
    announced: bool = False


class Caution(Struct, frozen=True):
    """What a seat is told before it acts, and confirms: GAME.cautions.NAME in its game's words.

    `facts` finds, in the seat's own view, what an act would bring about: once for each time that
    the sentence is to be said, with its values.
    """

    name: str
    rule_ids: tuple[str, ...]
    facts: Callable[[View[Any], Action], Iterable[Mapping[str, Any]]]


class Scoring(Struct, frozen=True):
    """How points came about: the kinds of events that change a score, and a reader of such facts,
    as everybody was told them, which says whose score each of them changed and by how much."""

    kinds: tuple[str, ...]
    points: Callable[[Iterable[dict[str, Any]]], Iterable[tuple[dict[str, Any], Seat, int]]]


class Ruling(Struct, frozen=True):
    """What we decided where the rules are silent, under the rule that leaves it open."""

    rule: str
    text: str


class Preset(Struct, frozen=True):
    """A way to play that has a name: a mix and its options, chosen to go together.

    How it is called is said by the game's words; `minutes` is how long it takes, by seats.
    """

    name: str
    modules: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    minutes: dict[int, int] = {}


Place = Callable[[Any, Any], Iterable[Any]]  # (game, event) -> the rules or events that answer it
NextAnswer = int | dict[Seat, Question]
Offers = Callable[[Any, Seat], Iterable[Offer]]  # what a seat may do unasked, of one sort


def nobody(game: Any, seat: Seat) -> tuple[Seat, ...]:
    return ()


class Speech(Struct, frozen=True):
    """To whom the rules let a seat speak now: to all at once, and to whom in private."""

    openly: bool
    near: tuple[Seat, ...]


def free_speech(game: Any, seat: Seat) -> Speech:
    return Speech(True, tuple([other for other in game.seats if other != seat]))


def as_it_is(header: Header, table: Any) -> None:
    """A table whose scene needs no balancing."""


def shown_in_full(header: Header) -> tuple[str, ...]:
    return ()


def never(game: Any, event: Event) -> bool:
    return False


def first_found(game: Any, queue: tuple[Frame, ...], standing: list[int]) -> int:
    return standing[0]


def unhurried(rule: Frame) -> None:
    return None


Part = Literal["position", "event", "waiting"]
Upcast = Callable[[Part, Any], Any]  # a part of a game, as plain JSON, in the form of today


def as_it_was(part: Part, written: Any) -> Any:
    """What another version wrote can be read as it is."""
    return written


def no_other(version: str) -> Upcast | None:
    return None


class Presentation(Struct, kw_only=True):
    """What screens, terminals and sentences need of a game; its rules never read it."""

    # Where the catalogues of a game outside the project lie (fr.toml, …), or its words by language.
    texts: Path | Callable[[str], Mapping[str, str]] | None = None
    # What an answer means under the rule that asks, in the words of a catalogue; "" where the
    # sentence of the act says it all.
    wording: Callable[[View[Any], Action, Any], str] | None = None
    # Where numbered things lie, as far as a viewer sees them: by number, whose and in which sector.
    lying: Callable[[View[Any]], Mapping[int, Any]] | None = None
    laid: Callable[[Mapping[str, Any]], tuple[int, Any] | None] | None = None  # by an event
    # What is printed on the pieces, in the words of a catalogue, for clients that draw them.
    printed: Callable[[Book, Any], Any] | None = None
    # Events that begin a part of the game, the widest parts with 1: a journal is read by them.
    headings: dict[type[Event], int] = {}
    scoring: Scoring | None = None
    rulings: tuple[Ruling, ...] = ()  # the help lists them
    cautions: tuple[Caution, ...] = ()
    # Fields of a view that are there to reckon with; no screen shows them at such a table.
    unshown: Callable[[Header], tuple[str, ...]] = shown_in_full
    # The table in a terminal, by catalogue; and what is drawn below it.
    draw: Callable[[View[Any], Any], list[str]] | None = None
    drawings: tuple[Callable[[View[Any], Any], list[str]], ...] = ()


class Book(Struct, kw_only=True):
    """One game, or one mix of it with its modules: what the rules need, and its presentation."""

    name: str
    version: str
    seats: tuple[int, ...]  # the numbers of seats it can be played with
    seated: tuple[str, ...] = ()  # the rules that say so
    table: type[Struct]
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    frames: tuple[type[Frame], ...]
    options: dict[str, Option] = {}
    set_up: Callable[[Header, Luck], Any]  # the table before anything has happened
    opening: Callable[[Header], Frame]  # the rule that is the whole game
    imagine: Callable[[View[Any], Luck], Any]  # a table that fits a view
    outcome: Callable[[Any], Outcome]  # of the game whose table this is
    material: Callable[[Any], Mapping[str, int]]  # what the table holds in all, whoever has it
    # What makes no sense at such a table though each part of it does.
    objections: tuple[Callable[[Header], Iterable[Unreadable]], ...] = ()
    presets: tuple[Preset, ...] = ()
    bound: int  # no game takes more decisions than this, any-time acts left out
    # Which answer to an event comes next: its number in the queue, of those that still stand; or
    # the seat that says so, and its question: to choose among actions that have a `number`.
    next_answer: Callable[[Any, tuple[Frame, ...], list[int]], NextAnswer] = first_found
    prevented: Callable[[Any, Any], bool] = never  # whether an event can no longer happen
    first: Callable[[Any, Seat], tuple[Seat, ...]] = nobody  # who goes before an announced act
    offers: tuple[Offers, ...] = ()
    before: dict[type[Event], tuple[Place, ...]] = {}
    after: dict[type[Event], tuple[Place, ...]] = {}
    consequences: dict[type[Event], tuple[Place, ...]] = {}
    # Why an act is refused, if better can be said than the act's own rules. Judged on the seat's
    # own view: a refusal is something that it is told.
    refusals: tuple[Callable[[Any, Seat, Action], tuple[str, ...]], ...] = ()
    # Who may write to whom, outside the acts of the game. It depends on what all can see: whoever
    # asks is told.
    speech: Callable[[Any, Seat], Speech] = free_speech
    # Puts a thing of a scene on the table where the name of a field does not say how.
    lay: dict[str, Callable[[Any, Any], None]] = {}
    # How many seconds the rules give for the questions of a rule. Time is the house's: whoever is
    # late answers by what he has laid out so far, or by default.
    seconds: Callable[[Frame], int | None] = unhurried
    # Who ends the pauses of new tables. Where it is the seats, each is asked to go on, for as many
    # seconds as `pause` says.
    pauses: Pauses = "house"
    pause: int = 6
    # Balances the books of a scene: what it does not say follows from what it says.
    tidy: Callable[[Header, Any], None] = as_it_is
    edition: Callable[[Path], Book] | None = None  # the same game with the content of a pack
    presentation: Presentation = field(default_factory=Presentation)
    # How a game that was begun by another version goes on by this one, if it can.
    continues: Callable[[str], Upcast | None] = no_other


class Module(Struct, frozen=True):
    """A configuration of a game: what it fills in, and with whom it makes sense."""

    name: str
    fill: Callable[[Any], Any]
    needs: tuple[str, ...] = ()
    because: tuple[str, ...] = ()  # the rules that say so
    presets: tuple[Preset, ...] = ()
    # Where its words lie (fr.toml, en.toml; keys without the name of the game) and its cases/.
    folder: Path | None = None


SHELF: dict[str, Book] = {}  # the games that are registered, by name
MODULES: dict[str, tuple[Module, ...]] = {}
BOOKS: dict[str, Book] = {}  # every mix composed so far


def register(base: Book, modules: Iterable[Module] = ()) -> None:
    """Makes a game known to the house, with the modules it can be mixed with."""
    SHELF[base.name] = base
    MODULES[base.name] = tuple(modules)
    for mixed in [mixed for mixed in BOOKS if mixed.partition("+")[0] == base.name]:
        del BOOKS[mixed]
    compose(base.name)


def compose(mix: str) -> Book:
    """The book of a mix such as "diktat+others". Modules are filled in the order of the game's."""
    if mix in BOOKS:
        return BOOKS[mix]
    name, *wanted = mix.split("+")
    if name not in SHELF:
        raise Unreadable(f"no game is called {name!r}; there are: {', '.join(SHELF) or 'none'}")
    available = {module.name: module for module in MODULES[name]}
    for module in wanted:
        if module not in available:
            raise Unreadable(
                f"{name} has no module {module!r}; it has: {', '.join(available)}",
                "tables.no_module", game=name, module=module, there=tuple(available),
            )  # fmt: skip
        if missing := [need for need in available[module].needs if need not in wanted]:
            raise Unreadable(
                f"{module} is played with {', '.join(missing)}",
                "tables.needs", module=module, needs=missing, rule_ids=available[module].because,
            )  # fmt: skip
    mixed = structs.replace(SHELF[name])
    for module in available:
        if module in wanted:
            mixed = available[module].fill(mixed)
    audience.declare_table(mixed.table)
    audience.declare_events(mixed.events)
    audience.declare_frames(mixed.frames)
    BOOKS[mix] = mixed
    return mixed


def mix(name: str, modules: Iterable[str] = ()) -> str:
    """The one name of a mix: the game, then its modules in the game's own order."""
    wanted = list(modules)
    ordered = [module.name for module in MODULES.get(name, ()) if module.name in wanted]
    return "+".join([name, *ordered, *(m for m in wanted if m not in ordered)])


def head(name: str, seats: int, modules: Iterable[str], options: Mapping[str, Value]) -> Header:
    """The header of a new game, once everything in it is known to make sense."""
    mixed = mix(name, modules)
    pages = compose(mixed)
    if seats not in pages.seats:
        fits = ", ".join(map(str, pages.seats))
        raise Unreadable(
            f"{mixed} is played with {fits} seats, not {seats}",
            "tables.seats", mix=mixed, fits=pages.seats, seats=seats, rule_ids=pages.seated,
        )  # fmt: skip
    chosen = {option: choice.values[0] for option, choice in pages.options.items()}
    for option, value in options.items():
        if option not in chosen:
            raise Unreadable(
                f"{mixed} has no option {option!r}; it has: {', '.join(chosen)}",
                "tables.no_option", mix=mixed, option=option, there=tuple(chosen),
            )  # fmt: skip
        if not any(
            value == fit and type(value) is type(fit) for fit in pages.options[option].values
        ):
            values = pages.options[option].values
            raise Unreadable(
                f"{option} is one of {', '.join(map(repr, values))}, not {value!r}",
                "tables.option", option=option, fits=values, value=value,
            )  # fmt: skip
        chosen[option] = value
    header = Header(mixed, pages.version, seats, chosen)
    for complaints in pages.objections:
        for complaint in complaints(header):
            raise complaint
    return header


def presets(name: str) -> dict[str, Preset]:
    """The named ways to play a game: its own, then those of its modules. One whose modules are not
    all there is left out."""
    modules = MODULES.get(name, ())
    installed = [module.name for module in modules]
    own = SHELF[name].presets if name in SHELF else ()
    candidates = [*own, *(preset for module in modules for preset in module.presets)]
    return {p.name: p for p in candidates if all(module in installed for module in p.modules)}


def preset(name: str, wanted: str) -> Preset:
    """The way to play a game that is called so."""
    available = presets(name)
    if wanted not in available:
        raise Unreadable(
            f"{name} has no preset {wanted!r}; there are: {', '.join(available) or 'none'}",
            "tables.no_preset", game=name, preset=wanted, there=tuple(available),
        )  # fmt: skip
    return available[wanted]


def book(game: Any) -> Book:
    """The book that a game is played by."""
    return BOOKS[game.header.mix]
