"""Tables with real games for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clande import games
from clande.kernel import Action, Game, Luck, QuickLuck, Seat, Undo, awaited, head, offers
from clande.kernel.game import Pauses
from clande.kernel.undo import goes_on
from clande.server.store import EntryRow, NewTable, Status, Store, StoredGame

games.installed()
games.find("examples/contraband")

GAMES = ("contraband", "dictopia", "diktat")
NONCES = tuple(bytes([seat]) * 16 for seat in range(7))


def begun(
    store: Store, table: str, game: str = "contraband", seats: int = 3, pauses: Pauses = "seats"
) -> StoredGame:
    """A game that has started at a new table."""
    header = head(game, seats, (), {})
    store.create(NewTable(table, header.mix, header.version, 1)).result()
    return store.start(table, header, NONCES[:seats], 2, pauses).result()


def drawn(play: StoredGame, luck: Luck) -> tuple[Seat, Action]:
    """What somebody does next: mostly an answer; sometimes an act unasked, or one taken back."""
    game = play.game
    whim = luck.below(6)
    if whim == 0 and play.number:
        seat = luck.below(game.header.seats)
        latest = [done.number for done in play.past.rows if done.seat == seat]
        if latest and play.past.is_open(latest[-1], seat) and may_undo(play, latest[-1]):
            return seat, Undo(latest[-1])
    if whim == 1:
        seat = luck.below(game.header.seats)
        if open_to_it := offers(game, seat):
            return seat, luck.pick(open_to_it).question.sample(luck)
    seat = luck.pick(awaited(game))
    return seat, game.asked[seat].sample(luck)


def may_undo(play: StoredGame, number: int) -> bool:
    """Whether nothing but the house going on has come after an act."""
    later = [done for done in play.past.rows if done.number > number]
    return all(goes_on(done) for done in later)


def played(play: StoredGame, seed: int = 5, most: int = 100_000) -> Iterator[EntryRow]:
    """Decides at random to the end of the game, or as many times."""
    luck = QuickLuck(seed)
    for _ in range(most):
        if not play.game.stack:
            return
        seat, action = drawn(play, luck)
        command = f"{seat}:{play.number + 1}"
        at = 1000 + play.number
        yield play.act(seat, action).entry(command, reply(play.game), at)


def reply(game: Game[Any]) -> bytes:
    return b'{"facts":%d}' % len(game.log or ())


def status(play: StoredGame) -> Status:
    return "playing" if play.game.stack else "over"


def fill(
    store: Store, play: StoredGame, most: int, seed: int = 5, every: int = 50
) -> list[EntryRow]:
    """Plays and stores so many entries, with a snapshot every so often."""
    entries = []
    for entry in played(play, seed, most):
        store.append(entry, entry.n - 1, status=status(play)).result()
        if entry.n % every == 0:
            store.snapshot(play).result()
        entries.append(entry)
    return entries
