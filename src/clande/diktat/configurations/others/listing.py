"""What the Others bring to `clande cards`: Fiel cards, and the other form of a marker."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from clande.diktat.cards import vocabulary as v
from clande.diktat.configurations.others.fiel import FIELS, MARKER, Fiel
from clande.diktat.wording.describe import describe_clauses
from clande.text import Catalogue


def elements(texts: Catalogue, game: str) -> dict[str, list[str]]:
    """Each in a few lines, by its id."""
    cards = {card.id: list(card_lines(card, texts, game)) for card in FIELS.values()}
    return cards | {"others/artefact": list(markers(texts, game))}


def card_lines(card: Fiel, texts: Catalogue, game: str) -> Iterator[str]:
    yield f"== {texts.say(f'{game}.fiel.title', id=card.id)} [{card.id}]"
    for part in ("gloom", "attack"):
        for word in getattr(card, part):
            yield "  " + texts.say(f"{game}.fiel.{part}", text=sentence(word, texts, game))
    flavour = texts.say(f"{game}.fiel.flavours.{card.id}")
    yield "  " + texts.say(f"{game}.fiel.flavour", text=flavour)


def sentence(word: v.CardWord, texts: Catalogue, game: str) -> str:
    return texts.say(f"{game}.fiel.words.{type(word).__name__}", **structs.asdict(word))


def markers(texts: Catalogue, game: str) -> Iterator[str]:
    yield f"== {texts.say(f'{game}.fiel.marker')} [others/artefact]"
    for level, clauses in enumerate((MARKER.level1, MARKER.level2), 1):
        yield "  " + texts.say(f"{game}.listing.level", n=level)
        yield from ("    " + line for line in describe_clauses(clauses, texts).split("\n"))
