"""Seats, and the two places that are no player's."""

from __future__ import annotations

Seat = int
SPECTATOR: Seat = -1
HOUSE: Seat = -2  # asked for what only the server can know, such as the time; never a viewer
