"""Which players are away from a table, since when, and who plays for them."""

from __future__ import annotations

from clande.kernel import Seat
from clande.server.tables.sitting import HOUR, Sitting

AWAY = 60_000  # milliseconds after which the others are told that a player is away
MISSED = 3  # unanswered questions after which somebody plays for a seat
LONG_GONE = 10 * 60_000  # milliseconds after which a table does without its host
LONG_GONE_SLOWLY = 3 * 24 * HOUR  # the same at a slow table


class Absence:
    """When each player was last present, and which seats somebody else plays for."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.opened = sitting.clock.now()
        self.last_seen: dict[Seat, int] = {}
        self.told_away: set[Seat] = set()

    def begin(self, now: int) -> None:
        """The game begins: players who have not come are away from now on."""
        for seat in self.sitting.sitters:
            self.last_seen.setdefault(seat, now)

    def reseated(self) -> None:
        """Other players have sat down."""
        sitting, now = self.sitting, self.sitting.clock.now()
        self.last_seen = {seat: self.last_seen.get(seat, now) for seat in sitting.sitters}
        sitting.stood_in &= set(sitting.sitters)

    def arrive(self, seat: Seat) -> None:
        """A player is back and plays again."""
        sitting = self.sitting
        self.last_seen[seat] = sitting.clock.now()
        sitting.stood_in.discard(seat)
        self.told_away.discard(seat)
        if sitting.table is not None:
            sitting.table.side.missed.pop(seat, None)

    def leave(self, seat: Seat) -> None:
        """The last client of a seat has gone."""
        self.last_seen[seat] = self.sitting.clock.now()

    def voters(self) -> set[str]:
        """The people whose votes count: those who are present, or were a minute ago; at a slow
        table, all who have a seat."""
        sitting, now = self.sitting, self.sitting.clock.now()
        return {
            sitter.user
            for seat, sitter in sitting.sitters.items()
            if sitter.user
            and (
                not sitting.is_quick()
                or sitting.is_present(seat)
                or self.last_seen.get(seat, self.opened) > now - AWAY
            )
        }

    def is_gone(self, user: str) -> bool:
        """Whether a person has been away so long that the table goes on without them."""
        sitting = self.sitting
        seats = [seat for seat, sitter in sitting.sitters.items() if sitter.user == user]
        longest = LONG_GONE if sitting.is_quick() else LONG_GONE_SLOWLY
        since = sitting.clock.now() - longest
        return not any(
            sitting.is_present(seat) or self.last_seen.get(seat, self.opened) > since
            for seat in seats
        )

    def replaces(self) -> bool:
        """Whether somebody plays for a player who is away, before the player misses questions."""
        terms = self.sitting.terms
        slow = terms.decision is not None and terms.decision > HOUR
        return terms.stand_in != "wait" and not slow

    def check(self, now: int) -> None:
        """Tells the others who is away, and lets somebody play for those away too long."""
        sitting = self.sitting
        assert sitting.table is not None
        changed, present = False, sitting.present()
        for seat, sitter in sitting.sitters.items():
            if sitter.bot or seat in present:
                continue
            gone = now - self.last_seen[seat]
            if gone >= AWAY and seat not in self.told_away:
                self.told_away.add(seat)
                changed = True
            missed = sitting.table.side.missed.get(seat, 0) >= MISSED
            patience_is_over = self.replaces() and gone >= sitting.terms.patience
            if sitting.terms.stand_in != "wait" and (missed or patience_is_over):
                changed |= seat not in sitting.stood_in
                sitting.stood_in.add(seat)
        if changed:
            sitting.show_card()

    def wakes(self) -> list[int]:
        """When `check` will have something to do."""
        sitting, wakes = self.sitting, []
        present = sitting.present()
        for seat, sitter in sitting.sitters.items():
            if not sitter.bot and seat not in present:
                if seat not in self.told_away:
                    wakes.append(self.last_seen[seat] + AWAY)
                if self.replaces() and seat not in sitting.stood_in:
                    wakes.append(self.last_seen[seat] + sitting.terms.patience)
        return wakes
