"""What is said of actions, events, questions and tables: which keys a game has, and when.

A game has:

    GAME.title              its name
    GAME.actions.ACTION     what one would do, in the infinitive; its fields are the values
    GAME.events.EVENT       what happened, every field known; "" where it is not worth a line
    GAME.events.EVENT.others    the same for those who do not hear every field
    GAME.table.FIELD        the label of a field of the table; "" where it is not worth showing
    GAME.options.OPTION, GAME.modules.MODULE    what they are called
    GAME.presets.PRESET.title, GAME.presets.PRESET.about    its name, and in a line what it is for

It may have, and most do:

    GAME.brief              how one wins, in a few lines of 80 columns, for who has just sat down
    GAME.events.EVENT.you   when the viewer is its `seat` (or `by`)
    GAME.asks.TOPIC         the question about a topic; its subject gives the values. Without one,
                            the question about the wider topic: `spy` for `spy.show`
    GAME.passes.TOPIC       what passing means there
    GAME.forced.TOPIC       the one answer that is left there, and why there is no other; {answer}
                            is how that answer is said. With `.ANSWER` behind it, if it is of this
                            kind: `exchange.Pass`; with `.nothing`, if it is an empty order
    GAME.cells.FIELD        one value of a field, as {value}, and where rows have keys, {key}
    GAME.cells.FIELD@KEY    the same, of the row that has this key
    GAME.parts.ACTION.FIELD     the question for one part of a composed action, and with `.value`
                            behind it, one of the values to choose from
    GAME.kinds.Order        one of the kinds that are put in order, as {value}
    GAME.cautions.NAME      what is told before an act that is to be confirmed
    GAME.objections.NAME    why a table makes no sense
    GAME.names.PLACE.VALUE, GAME.each.ITEM, GAME.about.WORD    what its sentences refer to
    GAME.actions.ACTION     for the kernel's own: Order, Number, Pass …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from msgspec import Struct

from clande.kernel import (
    PASS,
    Action,
    Audience,
    Book,
    Order,
    Question,
    Seat,
    Undone,
    Unreadable,
    View,
    cautions,
    compose,
    topic_of,
)
from clande.kernel.audience import AUDIENCES
from clande.kernel.books import MODULES, SHELF, presets
from clande.text import Catalogue, catalogue, game_of

OPEN = (Audience.EVERYONE, Audience.REVEALED)
NOTHING = Order(())


def fields(value: Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def knowing(texts: Catalogue, view: View[Any]) -> Catalogue:
    """The words for whoever sees this, with where numbered things lie."""
    lying = compose(view.header.mix).presentation.lying
    texts = texts.read_by(view.seat)
    return texts.knowing(lying(view)) if lying else texts


def action(texts: Catalogue, game: str, done: Action, view: View[Any] | None = None) -> str:
    """What one would do; in a view, what that means under the rule that asks."""
    texts = texts if view is None else knowing(texts, view)
    if view is not None and (wording := compose(view.header.mix).presentation.wording) is not None:
        meant = wording(view, done, texts)
        if meant:
            return meant
    kind = type(done).__name__
    if view is not None and view.stack and done == PASS:
        topic = topic_of(view.stack[-1]) or {}
        if key := by_topic(texts, f"{game}.passes", topic):
            return texts.fill(key, topic)
    return texts.fill(texts.first(f"{game}.actions.{kind}", f"actions.{kind}"), fields(done))


def event(texts: Catalogue, game: str, heard: Mapping[str, Any], book: Book, you: Seat) -> str:
    """What happened, as one viewer hears of it; nothing where it is not worth a line."""
    key, texts = f"{game}.events.{heard['type']}", texts.read_by(you)
    if heard["type"] == Undone.__name__:  # of no game: the house's
        return texts.fill("events.Undone.you" if heard["seat"] == you else "events.Undone", heard)
    subject = heard.get("seat", heard.get("by"))
    if subject == you and f"{key}.you" in texts:
        return texts.fill(f"{key}.you", heard)
    (kind,) = (kind for kind in book.events if kind.__name__ == heard["type"])
    whole = all(name in heard for name in kind.__struct_fields__)
    return texts.fill(key if whole else f"{key}.others", heard)


def cautioned(texts: Catalogue, view: View[Any], done: Action) -> list[tuple[str, tuple[str, ...]]]:
    """What is to be heard before an act: sentences, each with its rules."""
    game = view.header.game
    return [
        (texts.fill(f"{game}.cautions.{caution.name}", facts), caution.rule_ids)
        for caution, facts in cautions(view, done)
    ]


def mistaken(lang: str, error: Unreadable) -> str:
    """What is wrong with a table that somebody asked for; in English where it has no sentence."""
    if not error.key:
        return str(error)
    texts = catalogue(lang, SHELF.get(game_of(error.key)))
    sentence = texts.fill(error.key, error.parts)
    return with_rules(texts, sentence, error.rule_ids)


def with_rules(texts: Catalogue, sentence: str, rules: tuple[str, ...]) -> str:
    """A refusal, and the rules that it cites, if any."""
    if not rules:
        return sentence
    return texts.say("terminal.refused", sentence=sentence, rules=", ".join(rules))


def question(texts: Catalogue, view: View[Any], asked: Question) -> str:
    """What a seat is asked: by the topic, else by the shape of the question."""
    game, texts = view.header.game, texts.read_by(view.seat)
    topic, about = topic_of(view.stack[-1]) or {}, getattr(asked, "about", "")
    if about and f"{game}.about.{about}" in texts:
        return texts.fill(f"{game}.about.{about}", topic)
    if key := by_topic(texts, f"{game}.asks", topic):
        return texts.fill(key, topic)
    shape = texts.first(f"questions.{type(asked).__name__}", "questions.Choose")
    return texts.fill(
        shape, {n: getattr(asked, n) for n in getattr(asked, "__struct_fields__", ())}
    )


def only(texts: Catalogue, view: View[Any], asked: Question) -> str:
    """The one answer that is left, and why there is no other, where a sentence says so."""
    answer, topic = asked.default(), topic_of(view.stack[-1]) or {}
    sentence = action(texts, view.header.game, answer, view)
    kind = "nothing" if answer == NOTHING else type(answer).__name__
    narrow = {"type": f"{topic['type']}.{kind}"} if topic else {}
    key = by_topic(texts, f"{view.header.game}.forced", narrow)
    if not key and getattr(asked, "open", False):
        key = "questions.forced"
    values = {**topic, **fields(answer), "answer": sentence}
    return texts.read_by(view.seat).fill(key, values) if key else sentence


def by_topic(texts: Catalogue, above: str, topic: Mapping[str, Any]) -> str:
    """The key of a topic's sentence, else of the next wider topic that has one; "" without one."""
    name: str = topic.get("type", "")
    while name:
        if f"{above}.{name}" in texts:
            return f"{above}.{name}"
        name = name.rpartition(".")[0]
    return ""


def wanted(book: Book) -> Iterator[str]:
    """The keys that a game must have in every language."""
    yield f"{book.name}.title"
    for kind in book.actions:
        yield f"{book.name}.actions.{kind.__name__}"
    for happened in book.events:
        yield f"{book.name}.events.{happened.__name__}"
        if not happened.secret and set(AUDIENCES[happened].values()) - set(OPEN):
            yield f"{book.name}.events.{happened.__name__}.others"
    for begun in book.presentation.headings:
        yield f"{book.name}.headings.{begun.__name__}"
    scoring = book.presentation.scoring
    for source in scoring.kinds if scoring else ():
        yield f"{book.name}.points.{source}"
    yield from labels(book.table, f"{book.name}.table")
    for caution in book.presentation.cautions:
        yield f"{book.name}.cautions.{caution.name}"
    for option in book.options:
        yield f"{book.name}.options.{option}"
    for module in MODULES.get(book.name, ()):
        yield f"{book.name}.modules.{module.name}"
    for preset in presets(book.name):
        yield f"{book.name}.presets.{preset}.title"
        yield f"{book.name}.presets.{preset}.about"


def labels(table: type[Struct], above: str) -> Iterator[str]:
    """The label of each field that somebody sees something of; parts have labels of their own."""
    for name, audience in AUDIENCES[table].items():
        if audience is Audience.PART:
            yield from labels(part(table, name), f"{above}.{name}")
        elif audience is not Audience.NOBODY:
            yield f"{above}.{name}"


def part(table: type[Struct], name: str) -> type[Struct]:
    """The struct of a part of a table."""
    kind: type[Struct] = get_type_hints(table)[name]
    return kind
