"""The texts of a game for clients: sentences by key, the fields of each event and of its table.

A client fills the sentences itself (`client/src/words`), as `clande.text` does on the server.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from clande import games
from clande.kernel import Audience, compose
from clande.kernel.audience import AUDIENCES
from clande.kernel.books import MODULES, SHELF
from clande.server.game_setups import setups
from clande.server.http.schemas.tables import GameTexts
from clande.server.http.static_files import File, json_file
from clande.text import LANGUAGES, catalogue, game_of
from clande.text.sentences import part

SHARED = ("words", "actions", "events", "questions", "slots", "bots")  # by all games
NOT_IN_BROWSERS = ("advice", "bots", "drawing", "objections")


@cache
def file(lang: str, game: str) -> File | None:
    """The texts of an installed game; None if we have no such game or language."""
    if lang not in LANGUAGES or game not in games.installed():
        return None
    return json_file(texts_of(lang, game))


def texts_of(lang: str, game: str) -> GameTexts:
    """The texts of a game with all of its modules."""
    base = SHELF[game]
    texts = catalogue(lang, base)
    sentences = {key: text for key, text in texts.sentences.items() if is_for_browsers(key, game)}
    events: dict[str, tuple[str, ...]] = {}
    table: dict[str, str] = {}
    why: dict[str, tuple[str, ...]] = {}
    shows: dict[str, str] = {}
    for mix in mixes(game):
        book = compose(mix)
        why |= {kind.__name__: kind.rule_ids for kind in book.events}
        shows |= {kind.__name__: kind.shows for kind in book.events}
        events |= {kind.__name__: kind.__struct_fields__ for kind in book.events}
        table |= dict(audiences(book.table))
    presentation = base.presentation
    printed = presentation.printed(base, texts) if presentation.printed else None
    headings = {kind.__name__: level for kind, level in presentation.headings.items()}
    return GameTexts(sentences, events, table, printed, why, headings, shows)


def is_for_browsers(key: str, game: str) -> bool:
    if game_of(key) == game:
        return key.split(".")[1] not in NOT_IN_BROWSERS
    return game_of(key) in SHARED


def mixes(game: str) -> Iterator[str]:
    """The game alone, then with all of its modules: together they have every event."""
    yield game
    if modules := sorted(module.name for module in MODULES.get(game, ())):
        yield "+".join([game, *modules])


def audiences(table: type[Struct], above: str = "") -> Iterator[tuple[str, str]]:
    """Who sees each field of a table; the fields of a part are named PART.FIELD."""
    for name, audience in AUDIENCES[table].items():
        if audience is Audience.PART:
            yield from audiences(part(table, name), f"{above}{name}.")
        elif audience is not Audience.NOBODY:
            yield f"{above}{name}", audience.value


def prepare() -> None:
    """Makes what takes a moment to make before the first client asks for it."""
    setups()
    for lang in LANGUAGES:
        for game in games.installed():
            file(lang, game)
