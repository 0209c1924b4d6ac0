"""Clandé: a gaming house for Diktat and Dictopia, and for those who study games.

>>> import clande
>>> game = clande.new("examples/contraband", seats=3, seed=7)
>>> clande.awaited(game)
[2]
>>> clande.question(game, 2).size()
9
>>> clande.act(game, 2, "post karlin")
>>> clande.told(game, seat=0)[-2:]
[{'type': 'PatrolPosted', 'seat': 2, 'quay': 'karlin'}, {'type': 'TurnSpent', 'seat': 2}]
>>> seen = clande.view(game, seat=0)
>>> seen.table.purses, seen.table.bag
(5, 31)
>>> twin = clande.resample(seen, seed=1)
>>> clande.view(twin, seat=0) == seen, twin.table.hands[1] == game.table.hands[1]
(True, False)
>>> clande.load(clande.save(game)) == clande.load(clande.save(clande.clone(game)))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from clande import games, kernel
from clande.kernel import (
    SPECTATOR,
    Action,
    Game,
    IllegalAction,
    Luck,
    Preset,
    Question,
    QuickLuck,
    SealedLuck,
    Seat,
    Unreadable,
    View,
    awaited,
    load,
    outcome,
    question,
    replay,
    save,
    view,
)
from clande.kernel.game import Pauses

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "Action",
    "Game",
    "IllegalAction",
    "Luck",
    "Preset",
    "Question",
    "QuickLuck",
    "Seat",
    "Unreadable",
    "View",
    "act",
    "awaited",
    "clone",
    "load",
    "new",
    "outcome",
    "presets",
    "question",
    "replay",
    "resample",
    "save",
    "told",
    "view",
]


def new(
    game: str | Path,
    seats: int,
    *,
    preset: str = "",
    modules: Iterable[str] = (),
    seed: int = 0,
    luck: SealedLuck | QuickLuck | None = None,
    pauses: Pauses = "none",
    **options: int | str,
) -> Game[Any]:
    """A new game, by the name of an installed one or by the path of one's own.

    A `preset` brings its modules and options, to which more may be added; `presets` lists them.
    The same seed gives the same game. `luck` replaces it: `QuickLuck(seed)` for simulations.
    `pauses` says who ends the pause between steps that ask nothing: the "seats" all pass, or the
    "house" goes on; by default there is none.
    """
    book = games.find(game)
    chosen = kernel.preset(book.name, preset) if preset else Preset("")
    modules = (*chosen.modules, *modules)
    header = kernel.head(book.name, seats, modules, chosen.options | options)
    return kernel.set_up(header, luck or kernel.lucky(seed), pauses)


def presets(game: str | Path) -> dict[str, Preset]:
    """The named ways to play a game: modules, options, and how long they take by seats."""
    return kernel.presets(games.find(game).name)


def act(game: Game[Any], seat: Seat, action: Action | str) -> None:
    """Answers for a seat, or does what it is offered unasked; an action may be given as text.

    `IllegalAction` says why not, by a code and rule ids; `Unreadable` what cannot be read. Either
    leaves the game as it was.
    """
    if isinstance(action, str):
        action = kernel.text.read_action(action, kernel.book(game))
    kernel.act(game, seat, strictly(action))


def strictly(action: Action) -> Action:
    """An action whose fields are of their types; Python alone would let True pass for 1."""
    try:
        return msgspec.convert(msgspec.to_builtins(action), type(action))
    except msgspec.ValidationError as error:
        raise Unreadable(f"{type(action).__name__}: {error}") from None


def told(game: Game[Any], seat: Seat, since: int = 0) -> list[dict[str, Any]]:
    """What one viewer has heard of the game, from the event with that number on."""
    heard = (kernel.told(event, seat) for event in (game.log or [])[since:])
    return [event for event in heard if event is not None]


def resample(view: View[Any], seed: int | Luck = 0) -> Game[Any]:
    """A game that this viewer could not tell from the true one, made from its view alone."""
    return kernel.resample(view, QuickLuck(seed) if isinstance(seed, int) else seed)


def clone(game: Game[Any]) -> Game[Any]:
    """A copy to play on, log left out: what happens to it does not happen to the original."""
    return game.clone()
