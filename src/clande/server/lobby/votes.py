"""Votes to end a game that is not over."""

from __future__ import annotations

from msgspec import structs

from clande.server.lobby.seats import Ballot

QUICK = 5 * 60_000  # milliseconds that a vote lasts
SLOW = 3 * 24 * 3_600_000  # where players need not be present


def cast(
    ballot: Ballot | None, user: str, end: bool, present: set[str], now: int, until: int
) -> Ballot:
    """The ballot after a vote. Only votes of players who are present count; a ballot that has
    expired is replaced by one that lasts until `until`."""
    if ballot is None or ballot.until <= now:
        ballot = Ballot(until)
    voters = present | {user}
    yes = {*ballot.yes, user} if end else {*ballot.yes} - {user}
    return structs.replace(ballot, yes=tuple(sorted(yes & voters)), needed=len(voters) // 2 + 1)


def is_carried(ballot: Ballot) -> bool:
    return len(ballot.yes) >= ballot.needed
