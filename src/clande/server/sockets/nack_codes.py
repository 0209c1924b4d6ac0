"""Why a message of a client is refused."""

from __future__ import annotations

from typing import Literal

from clande.kernel.errors import Code

# The kernel's codes, and ours. None depends on what the sender can't see.
NackCode = (
    Code
    | Literal[
        "unreadable",  # not a message of ours, or no act of this game
        "stale",  # it answers another decision than the one that is open
        "late",  # the time of the rules is over
        "paused",
        "not_playing",  # the game has not begun, or is over
        "spectator",  # only a seat acts
        "too_fast",
        "busy",  # the table's mailbox is full: send it again
        "again",  # it could not be stored, and nothing has happened: send it again
        "phrases_only",  # no free text at this table, or none from this seat
        "out_of_hearing",  # the rules do not let the seat speak to these seats now
        "hushed",  # by the host
        "repeated",  # it was just said
        "held_enough",  # no hold remains in this cycle
        "not_alone",  # only a player who is alone with bots sets the pace during a game
        "quick_table",  # standing orders are for tables where a decision takes more than an hour
        "orders_full",  # more standing orders than a seat may give
    ]
)
