"""Every word that a person reads, by language and key; a missing one is an error, never a blank.

>>> fr = catalogue("fr")
>>> fr.say("actions.Number", value=3)
'3'
>>> fr.say("terminal.entries", n=1), fr.say("terminal.entries", n=2)
('1 coup', '2 coups')

What may stand between braces in a sentence:

    {coins}              the value itself
    {coins|coin|coins}   a word in the number of the value; of yes or no, the first if it is yes
    {quay:quays}         the name of the value, from `GAME.names.quays.VALUE`; of each value of a
                         list; of each key of a count of goods, whose name may use {n}; of
                         `screen/karst` the name of `screen`, whose parts are {0}, {1} …
    {element:cards/quays}    the name in the first of these places that has one
    {kind:agents@owner}  the name that it has for this owner, from `GAME.names.agents@OWNER.KIND`,
                         where there is one; else its usual one
    {seat:seat}          the name of a seat
    {seat:whose}         that it is this seat's, or the reader's own
    {seat:of}            the name of a seat behind "of", which French may elide
    {stack:lying}        a numbered thing by whose it is and where it lies, as `GAME.lying` says it:
                         `yours`, `theirs`; `numbered` where he has two there; `unknown` where
                         nobody said, or with {stack:lying@owner} `owned`
    {position:nth}       a place, counted from one
    {coins:signed}       a change: +2, −1
    {pawns%4:pawns}      the name of what is left when the value, or each, is divided by 4
    {bids*bid}           each item of a list, said by `GAME.each.bid`, whose parts are {0}, {1} …
                         or, of a struct, its fields; a struct may be said by its kind, by
                         `GAME.each.bid.KIND`

A sentence may be a list whose parts stand apart by ` ++ `: a part whose first value is 0 or empty
is left out, as in "{coins} {coins|coin|coins} ++ {crates} {crates|crate|crates}".

A name may lead inside a value: {deal.parties.0:seat}. Which keys a game has is said in
`clande.text.sentences`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from clande.kernel import Book, Seat
from clande.kernel.books import MODULES

HERE = Path(__file__).parent
LANGUAGES = ("fr", "en")
BESIDE = " ++ "
VOWELS = frozenset("AEIOUÀÂÉÈÊËÎÏÔÖÛÜaeiouàâéèêëîïôöûü")
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
INSIDE = re.compile(r"([\w.]+)(?:%(\d+))?(?:\|([^|]*)\|([^|]*)|:([\w/]+)(?:@([\w.]+))?|\*(\w+))?")


class MissingText(LookupError):
    """A key, a value or a form that a catalogue does not have: a bug of ours, or of a game."""


class Lying(Struct, frozen=True):
    """Whose a thing is, where it lies, and whether it is not the only one of his there."""

    owner: Seat
    sector: str
    twin: bool = False


class Catalogue(Struct, frozen=True):
    """The sentences of one language, and how seats are called in them."""

    lang: str
    sentences: Mapping[str, str]
    seats: Mapping[Seat, str] = {}
    you: Seat | None = None  # whose eyes read it
    lying: Mapping[int, Lying] = {}  # where numbered things are, as far as the reader was told

    def seated(self, seats: Mapping[Seat, str]) -> Catalogue:
        """The same words, for a table where the seats have these names."""
        return structs.replace(self, seats=seats)

    def read_by(self, you: Seat) -> Catalogue:
        """The same words, for the one who sits there."""
        return self if you == self.you else structs.replace(self, you=you)

    def knowing(self, lying: Mapping[int, Lying]) -> Catalogue:
        """The same words, where numbered things lie like this."""
        return structs.replace(self, lying=lying)

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def say(self, key: str, /, **values: Any) -> str:
        """The sentence of a key, its placeholders filled with these values."""
        return self.fill(key, values)

    def first(self, *keys: str) -> str:
        """The first of these keys that has a sentence: the most particular one comes first."""
        for key in keys:
            if key in self.sentences:
                return key
        raise MissingText(f"{self.lang} has none of {', '.join(map(repr, keys))}")

    def fill(self, key: str, values: Mapping[str, Any]) -> str:
        if key not in self.sentences:
            raise MissingText(f"{self.lang} has no sentence {key!r}")

        def filled(placeholder: re.Match[str]) -> str:
            inside = INSIDE.fullmatch(placeholder[1])
            assert inside is not None, key  # looked at when the catalogue was read
            path, divisor, singular, plural, places, whose, each = inside.groups()
            value = self.value(key, path, values)
            if divisor is not None:
                value = rest(value, int(divisor))
            if singular is not None:
                return singular if self.is_singular(value) else plural
            if each is not None:
                return self.each(f"{game_of(key)}.each.{each}", value)
            if whose is not None:
                places = f"{places}@{self.value(key, whose, values)}/{places}"
            return self.named(key, places, value) if places else self.plain(value)

        def is_something(part: str) -> bool:
            placeholder = PLACEHOLDER.search(part)
            inside = INSIDE.fullmatch(placeholder[1]) if placeholder else None
            return inside is None or bool(self.value(key, inside[1], values))

        sentence = self.sentences[key]
        if BESIDE not in sentence:
            return PLACEHOLDER.sub(filled, sentence)
        parts = filter(is_something, sentence.split(BESIDE))
        return self.listed(PLACEHOLDER.sub(filled, part) for part in parts) or self.say(
            "words.nothing"
        )

    def value(self, key: str, path: str, values: Mapping[str, Any]) -> Any:
        value: Any = values
        for part in path.split("."):
            try:
                if isinstance(value, Mapping):
                    value = value[part]
                elif isinstance(value, Struct):
                    value = getattr(value, part)
                else:
                    value = value[int(part)]
            except (LookupError, AttributeError, ValueError, TypeError):
                raise MissingText(f"{self.lang}: {key!r} is said without {{{path}}}") from None
        return value

    def is_singular(self, number: int) -> bool:
        """In French nothing at all is singular too."""
        if isinstance(number, bool):
            return number
        return abs(number) < 2 if self.lang == "fr" else abs(number) == 1

    def plain(self, value: Any) -> str:
        if value is None or value == "" or value == () or value == []:
            return self.say("words.none")
        if isinstance(value, bool):
            return self.say("words.true" if value else "words.false")
        if isinstance(value, (list, tuple)):
            return self.listed(map(self.plain, value))
        if isinstance(value, Mapping):
            pairs = (f"{self.plain(key)} {self.plain(item)}" for key, item in value.items())
            return self.listed(pairs) or self.say("words.none")
        return str(value)

    def named(self, key: str, places: str, value: Any) -> str:
        if places == "nth":
            return str(value + 1)
        if places == "signed":
            return f"{value:+d}".replace("-", "−")
        if isinstance(value, Mapping):
            names = [(f"{game_of(key)}.names.{places}.{good}", n) for good, n in value.items()]
            return self.listed(self.say(name, n=n) for name, n in names) or self.say(
                "words.nothing"
            )
        if isinstance(value, (list, tuple)):
            return self.listed(self.named(key, places, item) for item in value) or self.plain(None)
        return self.name(key, places.split("/"), value)

    def name(self, key: str, places: list[str], value: Any) -> str:
        if value is None or value == "":
            return self.say("words.none")
        first, *more = value.split("/") if isinstance(value, str) else [value]
        for place in places:
            name = f"{game_of(key)}.names.{place}.{first}"
            if name in self.sentences:
                return self.fill(name, parts([first, *more]))
            if place.startswith("lying"):
                return self.laid(game_of(key), value, place.partition("@")[2])
            if place in ("seat", "whose", "of"):
                return self.seat(value) if place == "seat" else self.belonging(place, value)
        raise MissingText(f"{self.lang} has no sentence {name!r}")

    def seat(self, seat: Seat) -> str:
        if seat < 0:
            return self.say("words.none")
        return self.seats[seat] if seat in self.seats else self.say("words.seat", n=seat)

    def laid(self, game: str, number: int, owner: str) -> str:
        """A numbered thing: whose it is, and where."""
        lying = self.lying.get(number)
        if lying is None:
            if not owner:
                return self.say(f"{game}.lying.unknown", n=number)
            return self.say(f"{game}.lying.owned", n=number, owner=int(owner))
        kind = "yours" if lying.owner == self.you else "theirs"
        name = self.say(f"{game}.lying.{kind}", owner=lying.owner, sector=lying.sector)
        return self.say(f"{game}.lying.numbered", name=name, n=number) if lying.twin else name

    def belonging(self, place: str, seat: Seat) -> str:
        if place == "whose" and seat == self.you:
            return self.say("words.yours")
        name = self.seat(seat)
        elided = "_vowel" if place == "of" and name[:1] in VOWELS else ""
        return self.say(f"words.{place}{elided}", name=name)

    def each(self, key: str, items: Any) -> str:
        items = (items,) if isinstance(items, Struct) else items
        sentences = [
            self.fill(self.first(f"{key}.{type(item).__name__}", key), parts(item))
            for item in items
        ]
        return self.say("words.items").join(sentences) or self.say("words.nothing")

    def listed(self, names: Iterable[str]) -> str:
        return self.say("words.list").join(names)


def parts(item: Any) -> dict[str, Any]:
    """The parts of one thing, by their names or numbers."""
    if isinstance(item, Struct):
        return {name: getattr(item, name) for name in item.__struct_fields__}
    return {str(number): part for number, part in enumerate(item)}


def rest(value: Any, divisor: int) -> Any:
    if isinstance(value, (list, tuple)):
        return [rest(item, divisor) for item in value]
    return value % divisor


def game_of(key: str) -> str:
    return key.partition(".")[0]


def catalogue(lang: str, book: Book | None = None) -> Catalogue:
    """The words of the house in one language; with a book, also those that the game brings."""
    if lang not in LANGUAGES:
        raise MissingText(f"no language {lang!r}; there are: {', '.join(LANGUAGES)}")
    if book is None:
        return Catalogue(lang, of_the_house(lang))
    return Catalogue(lang, {**of_the_house(lang), **brought(lang, book)})


def brought(lang: str, book: Book) -> dict[str, str]:
    """What a game says beside the words of the house: its own, and those of its modules."""
    sentences = dict(of_a_game(lang, book)) if book.presentation.texts is not None else {}
    for module in MODULES.get(book.name, ()):
        if module.folder is None:
            continue
        own = {f"{book.name}.{key}": s for key, s in of_a_module(lang, module.folder).items()}
        taken = sentences.keys() | of_the_house(lang).keys()
        if twice := sorted(own.keys() & taken):
            raise ValueError(f"{module.name} says {twice[0]!r}, which is said without it")
        sentences |= own
    return sentences


@cache
def of_a_module(lang: str, folder: Path) -> Mapping[str, str]:
    """The words in a module's folder; their keys leave out the name of the game."""
    file = folder / f"{lang}.toml"
    if not file.is_file():
        raise MissingText(f"{folder.name} has no words in {lang}: {file.name} is not in its folder")
    return read(file, lang)


@cache
def of_the_house(lang: str) -> Mapping[str, str]:
    sentences: dict[str, str] = {}
    for file in sorted((HERE / lang).glob("*.toml")):
        own = read(file, lang)
        if twice := sorted(own.keys() & sentences.keys()):
            raise ValueError(f"{file.name} says {twice[0]!r}, which another file of {lang} says")
        sentences |= own
    return sentences


def of_a_game(lang: str, book: Book) -> Mapping[str, str]:
    assert book.presentation.texts is not None
    if not isinstance(book.presentation.texts, Path):
        return book.presentation.texts(lang)
    file = book.presentation.texts / f"{lang}.toml"
    if not file.is_file():
        raise MissingText(f"{book.name} has no words in {lang}: {file.name} is not beside it")
    own = read(file, lang)
    if foreign := [key for key in own if game_of(key) != book.name]:
        raise ValueError(f"{file.name} of {book.name} says {foreign[0]!r}, which is not its own")
    return own


def read(file: Path, lang: str) -> dict[str, str]:
    """The sentences of one file, by their whole key, set as the language is printed."""
    try:
        tree = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file.parent.name}/{file.name}: {error}") from None
    sentences = {}
    for key, sentence in leaves(tree):
        if not isinstance(sentence, str):
            raise ValueError(f"{file.name}: {key!r} is no text")
        if wrong := [part for part in braces(sentence) if not INSIDE.fullmatch(part)]:
            raise ValueError(f"{file.name}: {key!r} has {{{wrong[0]}}}, which nobody can read")
        sentences[key] = typeset(sentence, lang)
    return sentences


def leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{above}{name}.")
        else:
            yield above + name, value


def braces(sentence: str) -> list[str]:
    """What stands between braces; a brace without its fellow counts as something unreadable."""
    stray = re.sub(PLACEHOLDER, "", sentence)
    return PLACEHOLDER.findall(sentence) + re.findall(r"[{}]", stray)


def typeset(sentence: str, lang: str) -> str:
    """Apostrophes, and in French the spaces that never break: thin before ; ! ?, wide before :."""
    sentence = re.sub(r"(?<=\w)'(?=[\w{])", "’", sentence)
    if lang == "fr":
        sentence = re.sub(r" (?=[;!?])", "\u202f", sentence)
        sentence = re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", sentence)
    return sentence


def exported(books: Iterable[Book] = ()) -> dict[str, dict[str, str]]:
    """All sentences by language and key, with those of these books: for clients, as JSON."""
    games = list(books)
    return {
        lang: dict(of_the_house(lang)) | {k: s for b in games for k, s in brought(lang, b).items()}
        for lang in LANGUAGES
    }
