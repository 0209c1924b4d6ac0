"""`clande cards`: the content of Diktat as a list, or one card of it."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

import msgspec
from msgspec import Struct

from clande.diktat import BOOK, configurations
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.packs import CLANDE, BadPack, Edition, load
from clande.diktat.cards.parts import parts
from clande.diktat.wording.describe import describe, describe_clauses, flavour, title
from clande.text import LANGUAGES, Catalogue, catalogue
from clande.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("id", nargs="?", help="one card, cabal or sector, by its id")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="the language (fr)")
    parser.add_argument("--pack", type=Path, help="with this content pack: a file or a folder")
    parser.add_argument("--data", action="store_true", help="the data itself, as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        edition = CLANDE if options.pack is None else load(options.pack)
    except BadPack as bad:
        raise UsageError(f"this pack is refused:\n{bad}") from None
    if options.data:
        print(data(edition, options.id, options.lang))
        return 0
    if options.id is None:
        more = of_configurations(options.lang).values()
        added = [line for lines in more for line in ("", *lines)]
        print("\n".join([*summary(edition, options.lang), *added]))
    else:
        print("\n".join(entry_lines(edition, options)))
    return 0


def entry_lines(edition: Edition, options: argparse.Namespace) -> Iterator[str]:
    texts = edition.catalogue(options.lang)
    more = of_configurations(options.lang)
    if options.id in more:
        yield from more[options.id]
    else:
        yield from element_lines(edition, find_element(edition, options.id, texts, more), texts)


def of_configurations(language: str) -> dict[str, list[str]]:
    """What is listed besides, by id. It is theirs: no pack changes it."""
    return configurations.elements(catalogue(language, BOOK), BOOK.name)


def data(edition: Edition, name: str | None, language: str) -> str:
    listed: object = edition.content
    if name is not None:
        listed = find_element(edition, name, edition.catalogue(language))
    return json.dumps(msgspec.to_builtins(listed), indent=1, ensure_ascii=False)


Element = v.Opportunity | v.CabalCard | v.Cabal | v.Marker


def find_element(
    edition: Edition, name: str, texts: Catalogue, more: Iterable[str] = ()
) -> Element:
    content = edition.content
    elements: dict[str, Element] = {
        **content.opportunities,
        **content.cabal_cards,
        **content.cabals,
        **content.markers,
    }
    if name not in elements:
        near = get_close_matches(name, [*elements, *more], n=3) or ["–"]
        raise UsageError(texts.say("diktat.listing.no_card", id=name, near=near))
    return elements[name]


def summary(edition: Edition, language: str) -> Iterator[str]:
    """The whole content: counts first, then every element with its text."""
    content, texts = edition.content, edition.catalogue(language)

    def say(key: str, **values: object) -> str:
        return texts.say(f"diktat.listing.{key}", **values)

    yield say("pack", names=edition.names) if edition.names else say("edition")
    cards = list(content.opportunities.values())
    cabal_cards = list(content.cabal_cards.values())
    yield f"{say('opportunities', n=len(cards))} – {say('kinds', kinds=kinds(cards, texts))}"
    cabal_kinds = say("kinds", kinds=kinds(cabal_cards, texts))
    yield f"{say('cabal_cards', n=len(cabal_cards))} – {cabal_kinds}"
    yield say("markers", n=2 * len(content.markers))
    yield say("attacks", n=sum(card.attack for card in cards))
    count, of = specials(content), len(cards) + len(cabal_cards)
    yield say("specials", n=count, of=of, percent=round(100 * count / of))
    for sector, marker in content.markers.items():
        yield from ("", f"== {texts.say(f'diktat.names.sectors.{sector}')}")
        yield from element_lines(edition, marker, texts)
        for card in cards:
            if card.sector == sector:
                yield from ("", *element_lines(edition, card, texts))
    for cabal in content.cabals.values():
        yield from ("", *element_lines(edition, cabal, texts))
        for cabal_card in sorted(cabal_cards, key=lambda each: each.advised):
            if cabal_card.cabal == cabal.id:
                yield from ("", *element_lines(edition, cabal_card, texts))


def element_lines(edition: Edition, element: Element, texts: Catalogue) -> Iterator[str]:
    """One element, in a few lines."""

    def say(key: str, **values: object) -> str:
        return texts.say(f"diktat.listing.{key}", **values)

    match element:
        case v.Opportunity():
            yield f"{title(element.id, texts)} [{element.id}]"
            yield f"  {', '.join(traits(element, texts))}"
            yield from indented(describe(element, texts))
            yield f"  {say('flavour', text=flavour(element.id, texts))}"
        case v.CabalCard():
            yield f"{title(element.id, texts)} [{element.id}]"
            yield f"  {say('advised', cabal=element.cabal, n=element.advised)}"
            cabal = edition.content.cabals[element.cabal]
            yield from indented(describe(element, texts, cabal=cabal))
            yield f"  {say('flavour', text=flavour(element.id, texts))}"
        case v.Cabal():
            head = say("cabal", cabal=element.id, rank=element.rank, affinity=element.affinity)
            yield f"== {head} [{element.id}]"
            yield f"  {say('flavour', text=texts.say(f'diktat.characters.{element.id}'))}"
            yield f"  {say('endowment', goods=endowment(element, texts))}"
            for face in v.FACES:
                board: v.Board = getattr(element, face)
                tracks = {"opportunity": board.opportunity_vp, "cabal": board.cabal_vp}
                yield f"  {say(face)}"
                yield f"    {say('tracks', costs=board.cabal_costs, **tracks)}"
            yield f"  {texts.say(f'diktat.names.screens.{element.id}')}"
            yield from indented(describe(element, texts), "    ")
        case v.Marker():
            for n, clauses in enumerate((element.level1, element.level2), 1):
                yield f"  {say('level', n=n)}"
                yield from indented(describe_clauses(clauses, texts), "    ")


def traits(card: v.Opportunity, texts: Catalogue) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return texts.say(f"diktat.listing.{key}", **values)

    yield texts.say(f"diktat.names.sectors.{card.sector}")
    yield kind(card, texts)
    if card.affinities:
        yield say("affinities", symbols=card.affinities)
    yield say("darkness", n=card.darkness)
    if card.attack:
        yield say("attack")
    if card.alliance is not None:
        yield say("alliance", cabal=card.alliance)


def kind(card: v.Opportunity | v.CabalCard, texts: Catalogue) -> str:
    """The kind of effect a card is known by: that of its first clause. [GEN-14]"""
    return texts.say(f"diktat.names.whens.{type(card.clauses[0].when).__name__}")


def kinds(cards: Iterable[v.Opportunity | v.CabalCard], texts: Catalogue) -> str:
    count = Counter(kind(card, texts) for card in cards)
    return ", ".join(f"{name} {n}" for name, n in count.most_common())


def endowment(cabal: v.Cabal, texts: Catalogue) -> list[str]:
    return [
        texts.say(f"diktat.describe.goods.{item.good}", n=item.amount) for item in cabal.endowment
    ]


def specials(content: v.Content) -> int:
    """How many cards use the named way out."""
    cards: list[Struct] = [*content.opportunities.values(), *content.cabal_cards.values()]
    return sum(any(isinstance(word, v.Special) for word in parts(card)) for card in cards)


def indented(text: str, by: str = "  ") -> Iterator[str]:
    return (by + line for line in text.split("\n"))
