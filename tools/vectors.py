"""Writes client/src/words/vectors.json: what is said here, for the client to say the same.

python -m tools.vectors           write the file
python -m tools.vectors --check   say whether the file is up to date; status 1 if it is not

Games of the golden corpus are played again; of every sentence that comes up, the first few times
are written down: what was to be said, to whom, and how it was said in each language, with every
sentence that was needed for it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from clande import games
from clande.kernel import (
    Action,
    Book,
    Game,
    Question,
    SomeAction,
    act,
    compose,
    head,
    offers,
    plain,
    set_up,
    told,
    topic_of,
    view,
)
from clande.kernel.record import reader
from clande.text import LANGUAGES, Catalogue, catalogue, sentences
from tools import golden
from tools.wiretypes import ROOT

OUTPUT = ROOT / "client/src/words/vectors.json"
PLAYED = {"dictopia": 12, "diktat": 14}  # games of the plain rules, and as many of the mixes
EACH = 2  # times that one kind of thing is written down
ANSWERS = 6  # of each question
NAMES = ("Inès", "Théo", "Mamie Jo", "Marc", "Zoé", "Ali", "Ève")


class Kept(dict[str, str]):
    """Sentences that remember which of them were needed."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        super().__init__(sentences)
        self.needed: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.needed.add(key)
        return super().__getitem__(key)


class Vector(Struct, omit_defaults=True):
    """One thing to say, and how it is said in each language."""

    kind: str
    seats: int
    said: list[str]
    thing: Any
    you: int = -1
    topic: Any = None
    answer: Any = None


class Writer:
    """Says things of one game in all languages, and writes down what is new."""

    def __init__(self, name: str) -> None:
        book = compose(name)
        self.name = name
        self.words = {lang: Kept(catalogue(lang, book).sentences) for lang in LANGUAGES}
        self.events: dict[str, tuple[str, ...]] = {}
        self.seen: Counter[str] = Counter()
        self.vectors: list[Vector] = []

    def is_new(self, *about: object) -> bool:
        key = " ".join(map(str, about))
        self.seen[key] += 1
        return self.seen[key] <= EACH

    def catalogues(self, seats: int) -> Iterator[Catalogue]:
        names = dict(enumerate(NAMES[:seats]))
        return (Catalogue(lang, self.words[lang], names) for lang in LANGUAGES)

    def event(self, heard: dict[str, Any], book: Book, seats: int, you: int) -> None:
        fields = tuple(heard)
        if self.is_new("event", heard["type"], fields, heard.get("seat", heard.get("by")) == you):
            lines = [
                sentences.event(words, self.name, heard, book, you)
                for words in self.catalogues(seats)
            ]
            self.vectors.append(Vector("event", seats, lines, heard, you))
            for kind in book.events:
                if kind.__name__ == heard["type"]:
                    self.events[kind.__name__] = kind.__struct_fields__

    def action(self, done: Action, seats: int) -> None:
        if self.is_new("action", type(done).__name__):
            lines = [sentences.action(words, self.name, done) for words in self.catalogues(seats)]
            self.vectors.append(Vector("action", seats, lines, plain(done)))

    def question(self, game: Game[Any], seat: int, asked: Question) -> None:
        topic = topic_of(game.stack[-1])
        about = getattr(asked, "about", "")
        if self.is_new("question", type(asked).__name__, topic["type"] if topic else "", about):
            seats, position = game.header.seats, view(game, seat, ())
            lines = [sentences.question(words, position, asked) for words in self.catalogues(seats)]
            self.vectors.append(Vector("question", seats, lines, short(asked), seat, plain(topic)))

    def only(self, game: Game[Any], seat: int, asked: Question) -> None:
        """The one answer that is left, where no view is needed to say it."""
        topic, answer, position = topic_of(game.stack[-1]), asked.default(), view(game, seat, ())
        wording = compose(game.header.mix).presentation.wording
        catalogues = list(self.catalogues(game.header.seats))
        if hasattr(answer, "stack") or (wording and wording(position, answer, catalogues[0])):
            return
        if self.is_new("only", type(answer).__name__, topic["type"] if topic else ""):
            lines = [sentences.only(texts, position, asked) for texts in catalogues]
            facts = short(asked), seat, plain(topic), plain(answer)
            self.vectors.append(Vector("only", game.header.seats, lines, *facts))


def short(asked: Question) -> dict[str, Any]:
    """A question without its options."""
    whole = msgspec.json.decode(msgspec.json.encode(asked))
    return {name: value for name, value in whole.items() if name != "options"}


def played(name: str) -> Iterator[golden.Played]:
    """Some games of the corpus: of the plain rules, and of each mix in turn."""
    _, recorded = golden.read(name)
    games = list(recorded)
    yield from islice((game for game in games if game.mix == name), PLAYED[name])
    mixed = [game for game in games if game.mix != name]
    yield from mixed[:: max(1, len(mixed) // PLAYED[name])]


def tell(game: golden.Played, writer: Writer) -> None:
    name, *modules = game.mix.split("+")
    book = compose(game.mix)
    words = reader(book)
    header = head(name, game.seats, modules, game.options)
    start = set_up(header, golden.luck_of(game.seed), game.pauses)
    for seat, written in game.acts:
        for asked, question in start.asked.items():
            if asked >= 0:
                writer.question(start, asked, question)
                if question.size() == 1:
                    writer.only(start, asked, question)
            if question.size() < 1000:
                for answer in islice(question, ANSWERS):
                    writer.action(answer, game.seats)
        if seat >= 0:
            for offer in offers(start, seat):
                writer.action(offer.question.default(), game.seats)
        action = msgspec.json.decode(written, type=SomeAction, dec_hook=words)
        writer.action(action, game.seats)
        act(start, seat, action)
    for event in start.log or []:
        for viewer in (-1, *start.seats):
            if (heard := told(event, viewer)) is not None:
                writer.event(heard, book, game.seats, viewer)


def written() -> str:
    whole = {}
    for name in PLAYED:
        games.find(name)
        writer = Writer(name)
        for game in played(name):
            tell(game, writer)
        whole[name] = {
            "sentences": {
                lang: {key: words[key] for key in sorted(words.needed)}
                for lang, words in writer.words.items()
            },
            "events": dict(sorted(writer.events.items())),
            "vectors": [msgspec.to_builtins(vector) for vector in writer.vectors],
        }
    return json.dumps({"names": NAMES, "games": whole}, ensure_ascii=False, indent=0) + "\n"


def main(*arguments: str) -> int:
    wanted = written()
    if arguments == ("--check",):
        if OUTPUT.exists() and OUTPUT.read_text("utf-8") == wanted:
            return 0
        print(f"{OUTPUT.name} is out of date: run python -m tools.vectors", file=sys.stderr)
        return 1
    OUTPUT.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
