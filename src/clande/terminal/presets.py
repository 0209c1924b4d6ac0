"""`clande presets`: the named ways to play, what each is for, and how long it takes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from clande import games, kernel
from clande.kernel import Book, Unreadable
from clande.kernel.books import SHELF, mix
from clande.terminal.drawing import wrap
from clande.terminal.play import language
from clande.text import LANGUAGES, Catalogue, catalogue, sentences
from clande.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="a game (default: all that are installed)")
    parser.add_argument("--lang", choices=LANGUAGES, help="default: by LANG, else fr")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    lang = options.lang or language()
    try:
        if options.game is None:
            games.installed()
            books = [book for name, book in sorted(SHELF.items()) if kernel.presets(name)]
        else:
            books = [games.find(options.game)]
    except Unreadable as error:
        raise UsageError(sentences.mistaken(lang, error)) from None
    for book in books:
        print("\n".join(listed(book, catalogue(lang, book))))
    return 0


def listed(book: Book, texts: Catalogue) -> Iterator[str]:
    """A game's presets: name, title, what it is for, and its minutes by seats."""
    presets = kernel.presets(book.name)
    if not presets:
        yield texts.say("terminal.presets_none", game=texts.say(f"{book.name}.title"))
    for name, preset in presets.items():
        key = f"{book.name}.presets.{name}"
        yield f"{name}: {texts.say(f'{key}.title')}"
        yield from wrap(texts.say(f"{key}.about"), "    ")
        seats = kernel.compose(mix(book.name, preset.modules)).seats
        lasts = [(n, preset.minutes[n]) for n in seats if n in preset.minutes]
        durations = [texts.say("terminal.preset_minutes", seats=n, minutes=m) for n, m in lasts]
        yield from wrap(texts.listed(durations), "    ")
