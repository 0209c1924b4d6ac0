"""The golden corpus: whole games as they were played, with the hash of every step.

    python -m tools.golden [GAME]            # plays all of them again
    python -m tools.golden --write [GAME]    # records them again, after a change that was meant

A game is one line of JSON in tests/golden/NAME.jsonl.xz: what it was set up with, each act, two
digits of the chain after each act, and the whole hash at the end. The hash covers every action,
every event and every position, so that games of this version that are on disk somewhere go on as
they were; the digits tell where another game begins.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from clande import games
from clande.kernel import (
    Header,
    QuickLuck,
    SealedLuck,
    SomeAction,
    act,
    compose,
    head,
    link,
    set_up,
)
from clande.kernel.books import SHELF
from clande.kernel.game import Pauses
from clande.kernel.record import Proven, reader
from clande.testing import playout, settings

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests/golden"
TEACHING = ROOT / "examples/contraband"
GAMES = 200  # of each game by itself
MIXED = 20  # of each mix of its modules
MEDDLING = 24  # at one decision in so many somebody first acts unasked


class Title(Struct):
    """The first line of a file: what made it."""

    game: str
    version: str
    games: int


class Played(Struct):
    """One game."""

    mix: str
    seats: int
    options: dict[str, int | str]
    pauses: Pauses
    seed: int
    acts: list[tuple[int, Raw]]
    digits: str  # two of each link
    link: str  # the last


class Elsewhere(Exception):
    """A game that does not go as it did: which, and from where."""


def names() -> list[str]:
    books = games.installed()
    return [*books, games.find(TEACHING).name]


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl.xz"


def drawn(name: str) -> Iterator[tuple[Header, int]]:
    """The tables to be played at: options drawn, all numbers of seats in turn."""
    headers = list(settings(name))
    plain = [header for header in headers if header.mix == name]
    mixes = sorted({header.mix for header in headers} - {name})
    wanted = [(plain, GAMES), *(([h for h in headers if h.mix == m], MIXED) for m in mixes)]
    seed = 0
    for choices, count in wanted:
        for number in range(count):
            seed += 1
            header = choices[number % len(choices)]
            yield dressed(header, seed), seed


def dressed(header: Header, seed: int) -> Header:
    """The same table with options drawn by the seed, if they go together."""
    luck = QuickLuck(seed)
    offered = compose(header.mix).options
    options = {name: luck.pick(option.values) for name, option in offered.items()}
    name, *modules = header.mix.split("+")
    try:
        made = head(name, header.seats, modules, options)
        set_up(made, luck_of(seed))
    except ValueError:
        return header
    return made


def luck_of(seed: int) -> SealedLuck:
    return SealedLuck(hashlib.sha256(b"golden-%d" % seed).digest())


def linked(before: str, seat: int, action: Any, events: Any, game: Any) -> str:
    """The kernel's link, over a digest without the header: that names the version, and the same
    game by another version is the same game."""
    proven = Proven(game.luck, game.answers, list(game.suspended.values()), tuple(game.asked))
    facts = msgspec.json.encode((game.table, proven))
    return link(before, seat, action, events, hashlib.sha256(facts).hexdigest())


def record(header: Header, seed: int) -> Played:
    pauses: Pauses = "seats" if seed % 2 == 0 else "none"
    game = set_up(header, luck_of(seed), pauses)
    last, digits, acts = first(header, game), [], []
    heard = len(game.log or ())
    for seat, action in playout(game, QuickLuck(seed), MEDDLING):
        log = game.log or []
        last = linked(last, seat, action, log[heard:], game)
        heard = len(log)
        digits.append(last[:2])
        acts.append((seat, Raw(msgspec.json.encode(action))))
    options = dict(header.options)
    answers = "".join(digits)
    return Played(header.mix, header.seats, options, pauses, seed, acts, answers, last)


def first(header: Header, game: Any) -> str:
    about = (header.mix, header.seats, header.options, game.pauses, game.log, game.table)
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()


def replay(played: Played) -> None:
    """Plays a game again, each step held to what is written."""
    name, *modules = played.mix.split("+")
    where = f"{played.mix}, {played.seats} seats, game {played.seed}"
    words = reader(compose(played.mix))
    header = head(name, played.seats, modules, played.options)
    game = set_up(header, luck_of(played.seed), played.pauses)
    last, heard = first(header, game), len(game.log or ())
    for number, (seat, written) in enumerate(played.acts):
        try:
            action = msgspec.json.decode(written, type=SomeAction, dec_hook=words)
            act(game, seat, action)
        except ValueError as refusal:
            raise Elsewhere(f"{where}: act {number + 1} is refused: {refusal}") from None
        log = game.log or []
        last = linked(last, seat, action, log[heard:], game)
        heard = len(log)
        if last[:2] != played.digits[2 * number : 2 * number + 2]:
            raise Elsewhere(f"{where}: act {number + 1} leads elsewhere")
    if last != played.link:
        raise Elsewhere(f"{where}: it ends elsewhere")


def write(name: str) -> int:
    title = Title(name, SHELF[name].version, 0)
    lines = [msgspec.json.encode(record(header, seed)) for header, seed in drawn(name)]
    title.games = len(lines)
    FOLDER.mkdir(parents=True, exist_ok=True)
    whole = b"\n".join([msgspec.json.encode(title), *lines])
    file_of(name).write_bytes(lzma.compress(whole, preset=9 | lzma.PRESET_EXTREME))
    return len(lines)


def read(name: str) -> tuple[Title, Iterable[Played]]:
    first_line, *lines = lzma.decompress(file_of(name).read_bytes()).split(b"\n")
    played = (msgspec.json.decode(line, type=Played) for line in lines)
    return msgspec.json.decode(first_line, type=Title), played


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the games again")
    parser.add_argument("game", nargs="*", help="only these (default: all)")
    options = parser.parse_args()
    status, games = 0, names()
    for name in options.game or games:
        if options.write:
            print(f"{name}: {write(name)} games, {file_of(name).stat().st_size} bytes")
            continue
        try:
            title, recorded = read(name)
            for played in recorded:
                replay(played)
            print(f"{name} {title.version}: {title.games} games go as they did")
        except Elsewhere as found:
            print(found)
            status = 1
    return status


if __name__ == "__main__":
    raise SystemExit(main())
