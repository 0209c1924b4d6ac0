"""Which players are away from a table, since when, and who plays for them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from clande.kernel import Seat
from clande.server.bots.workers import stand_in
from clande.server.ports import Clock
from clande.server.tables.clients import Clients
from clande.server.tables.roster import HOUR, Roster
from clande.server.tables.transition import AwayMark, SideState

AWAY = 60_000  # milliseconds after which the others are told that a player is away
MISSED = 3  # unanswered questions after which somebody plays for a seat
LONG_GONE = 10 * 60_000  # milliseconds after which a table does without its host
LONG_GONE_SLOWLY = 3 * 24 * HOUR  # the same at a slow table


class Absence:
    """When each player was last present, and which seats somebody else plays for."""

    def __init__(self, roster: Roster, clients: Clients, clock: Clock) -> None:
        self.roster = roster
        self.clients = clients
        self.clock = clock
        self.opened = clock.now()
        self.stood_in: set[Seat] = set()  # seats that a bot, or the default answer, plays for
        self.last_seen: dict[Seat, int] = {}
        self.told_away: set[Seat] = set()

    def begin(self, now: int) -> None:
        """The game begins: players who have not come are away from now on."""
        for seat in self.roster.sitters:
            self.last_seen.setdefault(seat, now)

    def reseated(self) -> None:
        """Other players have sat down."""
        sitters, now = self.roster.sitters, self.clock.now()
        self.last_seen = {seat: self.last_seen.get(seat, now) for seat in sitters}
        self.stood_in &= set(sitters)

    def arrive(self, seat: Seat) -> None:
        """A player is back."""
        self.last_seen[seat] = self.clock.now()
        self.told_away.discard(seat)

    def touch(self, seat: Seat) -> bool:
        """A player does something: nobody else plays for the seat. Whether somebody did."""
        played = seat in self.stood_in
        self.stood_in.discard(seat)
        return played

    def leave(self, seat: Seat) -> None:
        """The last client of a seat has gone."""
        self.last_seen[seat] = self.clock.now()

    def plays(self, seat: Seat) -> str | None:
        """The bot that plays for a seat now; "" for default answers; None: its player does."""
        sitter = self.roster.sitters.get(seat)
        if sitter is not None and sitter.bot:
            return sitter.bot
        if seat in self.stood_in or sitter is None:
            terms = self.roster.terms
            return stand_in(terms.game, terms.caretaker) if terms.stand_in == "bot" else ""
        return None

    def voters(self) -> set[str]:
        """The people whose votes count: those who are present, or were a minute ago; at a slow
        table, all who have a seat."""
        now = self.clock.now()
        return {
            sitter.user
            for seat, sitter in self.roster.sitters.items()
            if sitter.user
            and (
                not self.roster.is_quick()
                or self.clients.is_present(seat)
                or self.last_seen.get(seat, self.opened) > now - AWAY
            )
        }

    def is_gone(self, user: str) -> bool:
        """Whether a person has been away so long that the table goes on without them."""
        seats = [seat for seat, sitter in self.roster.sitters.items() if sitter.user == user]
        longest = LONG_GONE if self.roster.is_quick() else LONG_GONE_SLOWLY
        since = self.clock.now() - longest
        return not any(
            self.clients.is_present(seat) or self.last_seen.get(seat, self.opened) > since
            for seat in seats
        )

    def replaces(self) -> bool:
        """Whether somebody plays for a player who is away, before the player misses questions.
        Nobody else waits for a player who is alone with bots."""
        terms = self.roster.terms
        slow = terms.decision is not None and terms.decision > HOUR
        return terms.stand_in != "wait" and not slow and not self.roster.is_alone()

    def check(self, now: int, missed: Mapping[Seat, int]) -> bool:
        """Notes who is away, and lets somebody play for those away too long, or who have let too
        many questions pass without doing anything; whether the others should be told."""
        terms, changed, present = self.roster.terms, False, self.clients.present()
        for seat, sitter in self.roster.sitters.items():
            if sitter.bot:
                continue
            if missed.get(seat, 0) >= MISSED and terms.stand_in != "wait":
                changed |= seat not in self.stood_in
                self.stood_in.add(seat)
            if seat in present:
                continue
            gone = now - self.last_seen[seat]
            if gone >= AWAY and seat not in self.told_away:
                self.told_away.add(seat)
                changed = True
            if self.replaces() and gone >= terms.patience:
                changed |= seat not in self.stood_in
                self.stood_in.add(seat)
        return changed

    def mark(self, now: int, side: SideState, events: int) -> None:
        """Marks who is away or does nothing, and forgets who no longer is. `events` is how long the
        log of the game is."""
        present = self.clients.present()
        for seat, sitter in self.roster.sitters.items():
            if sitter.bot:
                continue
            is_idle, stood_in = side.missed.get(seat, 0) > 0, seat in self.stood_in
            if seat in present and not is_idle and not stood_in:
                side.away.pop(seat, None)
                continue
            mark = self.mark_seat(seat, now, side, events)
            if not mark.played and (stood_in or (is_idle and seat not in present)):
                side.away[seat] = structs.replace(mark, played=True)

    def mark_late(self, seat: Seat, now: int, side: SideState, events: int) -> None:
        """A question of a seat is about to be answered for it."""
        sitter = self.roster.sitters.get(seat)
        if sitter is not None and not sitter.bot:
            self.mark_seat(seat, now, side, events)

    def mark_seat(self, seat: Seat, now: int, side: SideState, events: int) -> AwayMark:
        """The mark of a seat; a new one, if it has none."""
        generation = self.roster.seats[seat].generation
        mark = side.away.get(seat)
        if mark is None or mark.generation != generation:
            since = now if self.clients.is_present(seat) else self.last_seen.get(seat, now)
            mark = side.away[seat] = AwayMark(since, events, generation)
        return mark

    def wakes(self) -> list[int]:
        """When `check` will have something to do."""
        wakes, present = [], self.clients.present()
        for seat, sitter in self.roster.sitters.items():
            if not sitter.bot and seat not in present:
                if seat not in self.told_away:
                    wakes.append(self.last_seen[seat] + AWAY)
                if self.replaces() and seat not in self.stood_in:
                    wakes.append(self.last_seen[seat] + self.roster.terms.patience)
        return wakes
