"""What one viewer is sent: numbered messages, each a story and a patch of its view.

The story (told events) is for log and animation; the patch alone changes the client, which knows
no rule. What a viewer may not notice makes no message and takes no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel.audience import told
from clande.kernel.game import Game
from clande.kernel.seats import Seat
from clande.kernel.viewing import view

Path = tuple[str | int, ...]
PLAIN = (int, str, bool, type(None))  # values that hold no others


class Change(Struct, frozen=True, omit_defaults=True):
    """Puts a value where the path leads, or takes away what is there."""

    path: Path
    value: Any = None
    gone: bool = False


class Message(Struct, frozen=True):
    number: int
    story: tuple[dict[str, Any], ...]
    patch: tuple[Change, ...]


def plain(value: Struct | Mapping[str, Any] | None) -> Any:
    """A view, or anything else of ours, as JSON knows it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def patch(old: Any, new: Any, path: Path = ()) -> list[Change]:
    """What to change in one value to get the other."""
    if type(old) is dict and type(new) is dict:
        changes = [Change((*path, key), gone=True) for key in old if key not in new]
        for key, value in new.items():
            if key not in old:
                changes.append(Change((*path, key), value))
            elif not same(old[key], value):
                changes += patch(old[key], value, (*path, key))
        return changes
    if type(old) is list and type(new) is list and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [
            change
            for i, (was, now) in pairs
            if not same(was, now)
            for change in patch(was, now, (*path, i))
        ]
    return [Change(path, new)]


def same(old: Any, new: Any) -> bool:
    """Equal to a client, to whom true is not 1."""
    if type(old) is not type(new) or old != new:
        return False
    return type(old) in PLAIN or msgspec.json.encode(old) == msgspec.json.encode(new)


def patched(old: Any, changes: tuple[Change, ...]) -> Any:
    """The client's whole way of changing."""
    for change in changes:
        old = put(old, change.path, change)
    return old


def put(old: Any, path: Path, change: Change) -> Any:
    if not path:
        return change.value
    key, *rest = path
    new = old.copy()
    if change.gone and not rest:
        del new[key]
    else:
        new[key] = put(old[key] if rest else None, tuple(rest), change)
    return new


class ViewFeed:
    """The messages of one viewer, one after another."""

    def __init__(self, game: Game[Any], seat: Seat, number: int = 0) -> None:
        self.seat = seat
        self.number = number
        self.read = len(game.log or ())
        self.view = plain(view(game, seat))

    def message(self, game: Game[Any]) -> Message | None:
        """What has happened since the last one, if there is anything this viewer may notice."""
        log = game.log or []
        story = tuple(heard for event in log[self.read :] if (heard := told(event, self.seat)))
        now = plain(view(game, self.seat))
        changes = tuple(patch(self.view, now))
        self.read, self.view = len(log), now
        if not story and not changes:
            return None
        self.number += 1
        return Message(self.number, story, changes)
