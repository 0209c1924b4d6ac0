"""Who is away from a table, since when, and what comes of it."""

from __future__ import annotations

from clande.kernel import Seat
from clande.server.tables.sitting import HOUR, Sitting

AWAY = 60_000  # milliseconds before the others are told that a seat has gone
MISSED = 3  # questions let pass before somebody plays for a seat
LONG_GONE = 10 * 60_000  # milliseconds after which a table does without its host
LONG_GONE_SLOWLY = 3 * 24 * HOUR  # the same where nobody has to be there


class Absence:
    """When each seat was last there, and who plays for those that are gone."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.opened = sitting.clock.now()
        self.seen: dict[Seat, int] = {}
        self.told_away: set[Seat] = set()

    def begin(self, now: int) -> None:
        """A game is there: from now on whoever has not come is away."""
        for seat in self.sitting.sitters:
            self.seen.setdefault(seat, now)

    def reseated(self) -> None:
        """Others sit there."""
        sitting, now = self.sitting, self.sitting.clock.now()
        self.seen = {seat: self.seen.get(seat, now) for seat in sitting.sitters}
        sitting.stood_in &= set(sitting.sitters)

    def came(self, seat: Seat) -> None:
        """Whoever comes back plays himself again."""
        sitting = self.sitting
        self.seen[seat] = sitting.clock.now()
        sitting.stood_in.discard(seat)
        self.told_away.discard(seat)
        if sitting.table is not None:
            sitting.table.side.missed.pop(seat, None)

    def left(self, seat: Seat) -> None:
        self.seen[seat] = self.sitting.clock.now()

    def voters(self) -> set[str]:
        """The people whose voices count: those who are there, or were a minute ago; where nobody
        has to be there, all who sit."""
        sitting, now = self.sitting, self.sitting.clock.now()
        return {
            sitter.user
            for seat, sitter in sitting.sitters.items()
            if sitter.user
            and (
                not sitting.is_quick()
                or sitting.is_present(seat)
                or self.seen.get(seat, self.opened) > now - AWAY
            )
        }

    def is_gone(self, user: str) -> bool:
        """Whether a person has not been at this table for so long that it does without."""
        sitting = self.sitting
        seats = [seat for seat, sitter in sitting.sitters.items() if sitter.user == user]
        longest = LONG_GONE if sitting.is_quick() else LONG_GONE_SLOWLY
        since = sitting.clock.now() - longest
        return not any(
            sitting.is_present(seat) or self.seen.get(seat, self.opened) > since for seat in seats
        )

    def replaces(self) -> bool:
        """Whether being away is enough for somebody to play for a seat."""
        terms = self.sitting.terms
        slow = terms.decision is not None and terms.decision > HOUR
        return terms.stand_in != "wait" and not slow

    def look(self, now: int) -> None:
        """Tells who has been away too long, and has somebody play for them."""
        sitting = self.sitting
        assert sitting.table is not None
        changed, present = False, sitting.present()
        for seat, sitter in sitting.sitters.items():
            if sitter.bot or seat in present:
                continue
            gone = now - self.seen[seat]
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
        """When `look` will have something to do."""
        sitting, wakes = self.sitting, []
        present = sitting.present()
        for seat, sitter in sitting.sitters.items():
            if not sitter.bot and seat not in present:
                if seat not in self.told_away:
                    wakes.append(self.seen[seat] + AWAY)
                if self.replaces() and seat not in sitting.stood_in:
                    wakes.append(self.seen[seat] + sitting.terms.patience)
        return wakes
