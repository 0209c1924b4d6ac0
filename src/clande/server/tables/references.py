"""References to free texts in what a viewer of a game is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from clande.kernel import Book
from clande.kernel.free_texts import holds_texts, texts_in


class References:
    """Reads the fields that a game declares to hold free texts, where a viewer is sent them. A
    ready-made text in such a field counts, too: whoever asks knows which references exist."""

    def __init__(self, book: Book, table: type[Struct]) -> None:
        self.table = table
        self.events = {kind.__name__: kind for kind in book.events if holds_texts(kind)}

    def in_story(self, story: Iterable[Mapping[str, Any]]) -> set[str]:
        """The references in events, as a viewer is told them."""
        return {
            text
            for line in story
            if (kind := self.events.get(line["type"])) is not None
            for text in texts_in(kind, line)
        }

    def in_state(self, state: Mapping[str, Any]) -> set[str]:
        """The references in the state of a viewer."""
        return set(texts_in(self.table, state["game"]["table"]))
