"""Reads the acts that clients send."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from clande.kernel import Action
from clande.kernel.actions import KERNEL_ACTIONS
from clande.kernel.books import Book
from clande.kernel.record import union
from clande.server.sockets.protocol import bounded
from clande.server.tables.transition import CommandRefused

decode = msgspec.json.Decoder().decode


def decoder(book: Book) -> Callable[[bytes], Action]:
    """Decodes the acts of a game."""
    return decoder_of((*KERNEL_ACTIONS, *book.actions))


@cache
def decoder_of(kinds: tuple[type[Action], ...]) -> Callable[[bytes], Action]:
    """It takes long to make, and serves all tables."""
    return msgspec.json.Decoder(union(kinds)).decode


def read(written: bytes, decode_action: Callable[[bytes], Action]) -> Action:
    """An act of a game, or a refusal."""
    try:
        if not bounded(decode(written)):
            raise CommandRefused("unreadable")
        return decode_action(written)
    except (msgspec.DecodeError, ValueError, RecursionError):  # also what is no UTF-8
        raise CommandRefused("unreadable") from None
