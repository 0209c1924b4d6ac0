"""What a client may ask about a game without changing it: its story, its offers, what acts mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clande.kernel import SPECTATOR, Seat, offers, plain, told, view
from clande.server.sockets import protocol
from clande.server.sockets.protocol import Meaning, Remark
from clande.server.tables import sealing
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import CommandRefused
from clande.text import Catalogue, sentences

MOST_ABOUT = 120  # lines of what has happened to a seat
NARROWEST = 1 << 30


def latest_events(table: LiveGame, viewer: Seat, most: int = 60) -> list[dict[str, Any]]:
    """The latest events, as a viewer was told them, the oldest first."""
    lines: list[dict[str, Any]] = []
    for event in reversed(table.game.log or []):
        if (line := told(event, viewer)) is not None:
            lines.append(line)
            if len(lines) == most:
                break
    return lines[::-1]


def events_of_kinds(table: LiveGame, kinds: tuple[str, ...], viewer: Seat) -> list[dict[str, Any]]:
    """All events of these kinds so far, as a viewer was told them."""
    log = [event for event in table.game.log or () if type(event).__name__ in kinds]
    return [line for event in log if (line := told(event, viewer)) is not None]


def events_about(table: LiveGame, seat: Seat, start: int) -> list[dict[str, Any]]:
    """The latest events since some place in the log that name a seat, as it was told them, each
    under the headings of the game."""
    headings = table.book.presentation.headings
    lines: list[dict[str, Any]] = []
    wanted = 0  # only headings that are wider than this have something of ours below
    for event in reversed((table.game.log or [])[start:]):
        level = headings.get(type(event), 0)
        if level and level >= wanted:
            continue  # nothing below it is ours
        line = told(event, seat)
        if line is None or not (level or is_about(line, seat)):
            continue
        wanted = level or NARROWEST
        lines.append(line)
        if len(lines) == MOST_ABOUT:
            break
    return lines[::-1]


def is_about(line: Mapping[str, Any], seat: Seat) -> bool:
    """Whether an event names a seat, or has a row for it, which then begins with the seat."""
    return sealing.names(line, seat, {}) or any(
        isinstance(row, tuple | list) and len(row) > 1 and type(row[0]) is int and row[0] == seat
        for field in line.values()
        if isinstance(field, tuple | list)
        for row in field
    )


def offers_message(table: LiveGame, seat: Seat, kinds: tuple[str, ...]) -> bytes:
    """What a seat may do unasked: how many questions of each kind of act, and those of the kinds
    that the client asked for."""
    counts: dict[str, int] = {}
    questions = []
    for offer in offers(table.game, seat) if seat != SPECTATOR else ():
        kind = type(offer.question.default()).__name__
        counts[kind] = counts.get(kind, 0) + 1
        if kind in kinds:
            questions.append(plain(offer.question))  # type: ignore[arg-type]
    return protocol.write(protocol.Offers(table.feeds[seat].number, counts, questions))


def meanings(
    table: LiveGame, seat: Seat, decision: int, actions: tuple[bytes, ...], texts: Catalogue
) -> tuple[Meaning, ...]:
    """What acts that a seat could do now would mean to it, from its view alone."""
    if decision != table.decision(seat):
        raise CommandRefused("stale")
    asked = table.game.asked.get(seat)
    open_offers = None
    seat_view, lines = view(table.game, seat, ()), []
    for action in map(table.read, actions):
        if asked is None or not asked.admits(action):
            open_offers = offers(table.game, seat) if open_offers is None else open_offers
            if not any(offer.question.admits(action) for offer in open_offers):
                raise CommandRefused("not_admitted")
        text = sentences.action(texts, table.book.name, action, seat_view)
        cautions = sentences.cautioned(texts, seat_view, action)
        lines.append(Meaning(text, tuple([Remark(*caution) for caution in cautions])))
    return tuple(lines)
