"""Editions: Diktat played with the cards of a content pack, as a game with a name of its own.

Its name and version depend on the content, so a record can't be read with other cards than those it
was played with. Its texts are those of the pack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from msgspec import structs

from clande import kernel
from clande.diktat import scenes
from clande.diktat.book import DiktatBook, Index
from clande.diktat.cards.packs import Edition
from clande.kernel import Option
from clande.kernel.books import MODULES

PACK = "pack"  # the option that names the packs of a game; it has one value


def bind(base: DiktatBook, edition: Edition) -> DiktatBook:
    """The same rules with another content."""
    fingerprint = edition.fingerprint()
    name = f"{base.name}@{fingerprint[:8]}"
    index = Index(edition.content)
    return structs.replace(
        base,
        name=name,
        version=f"{base.version}-{fingerprint}",
        options={**base.options, PACK: Option((called(edition),))},
        index=index,
        tidy=partial(scenes.tidy, index),
        presentation=structs.replace(
            base.presentation, texts=partial(edition_texts, edition, base.name, name)
        ),
        edition=None,
    )


def register(base: DiktatBook, edition: Edition) -> DiktatBook:
    """Registers an edition as a game. The same content always has the same name."""
    book = bind(base, edition)
    kernel.register(book, MODULES[base.name])
    return book


def called(edition: Edition) -> str:
    """The names of its packs, without the braces that a sentence would fill."""
    names = " + ".join(edition.names) or edition.fingerprint()[:8]
    return re.sub(r"[{}]", "", names)


def edition_texts(edition: Edition, base: str, name: str, lang: str) -> Mapping[str, str]:
    """All texts of the game, the pack's among them, under the edition's name."""
    sentences = {
        f"{name}.{key.removeprefix(f'{base}.')}": sentence
        for key, sentence in edition.catalogue(lang).sentences.items()
        if key.startswith(f"{base}.")
    }
    title = f"{name}.title"
    return {**sentences, title: f"{sentences[title]} ({called(edition)})"}
