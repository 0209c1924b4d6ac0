"""The words of a game for a client: sentences by key, what each event may tell, what a table has.

A client fills the sentences itself (`client/src/words`), as `clande.text` does here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from clande import games
from clande.kernel import Audience, compose
from clande.kernel.audience import AUDIENCES
from clande.kernel.books import MODULES, SHELF
from clande.server.game_setups import ways
from clande.server.http.schemas.tables import Words
from clande.server.http.static_files import File, json_file
from clande.text import LANGUAGES, catalogue, game_of
from clande.text.sentences import part

SHARED = ("words", "actions", "events", "questions", "slots", "bots")  # of every game
UNSAID = ("advice", "bots", "drawing", "objections")  # of a game, by nobody in a browser


@cache
def file(lang: str, game: str) -> File | None:
    """The words of an installed game as they go out; None if there are none."""
    if lang not in LANGUAGES or game not in games.installed():
        return None
    return json_file(words(lang, game))


def words(lang: str, game: str) -> Words:
    """What is said of a game, whatever modules its tables have."""
    base, said = SHELF[game], catalogue(lang, SHELF[game])
    sentences = {key: text for key, text in said.sentences.items() if is_said(key, game)}
    events: dict[str, tuple[str, ...]] = {}
    table: dict[str, str] = {}
    why: dict[str, tuple[str, ...]] = {}
    for rules in mixes(game):
        book = compose(rules)
        why |= {kind.__name__: kind.rule_ids for kind in book.events}
        events |= {kind.__name__: kind.__struct_fields__ for kind in book.events}
        table |= dict(audiences(book.table))
    printed = base.printed(base, said) if base.printed else None
    headings = {kind.__name__: level for kind, level in base.headings.items()}
    return Words(sentences, events, table, printed, why, headings)


def is_said(key: str, game: str) -> bool:
    if game_of(key) == game:
        return key.split(".")[1] not in UNSAID
    return game_of(key) in SHARED


def mixes(game: str) -> Iterator[str]:
    """The game alone, then with all of its modules: together they know every word."""
    yield game
    if modules := sorted(module.name for module in MODULES.get(game, ())):
        yield "+".join([game, *modules])


def audiences(table: type[Struct], above: str = "") -> Iterator[tuple[str, str]]:
    """Who sees each field of a table, in their order; those of a part by its name and theirs."""
    for name, audience in AUDIENCES[table].items():
        if audience is Audience.PART:
            yield from audiences(part(table, name), f"{above}{name}.")
        elif audience is not Audience.NOBODY:
            yield f"{above}{name}", audience.value


def prepare() -> None:
    """Has what takes a moment done before the first visitor asks for it."""
    ways()
    for lang in LANGUAGES:
        for game in games.installed():
            file(lang, game)
