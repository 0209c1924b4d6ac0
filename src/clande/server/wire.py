"""What the house says to its client. client/src/wire.ts is generated from here."""

from __future__ import annotations

from msgspec import Struct


class Game(Struct, frozen=True):
    """A game that this house knows."""

    name: str
    title: str
    fewest_seats: int
    most_seats: int


class Door(Struct, frozen=True):
    """The address for the phones of the network, also as a QR code.

    `path` is an SVG path, in a square of `size` units that includes the quiet margin.
    """

    address: str
    path: str
    size: int


class House(Struct, frozen=True):
    """The answer of /api/house. Without a door, the house serves its own machine only."""

    name: str
    version: str
    games: list[Game]
    door: Door | None
