"""Events of oaths, from proposal to release, breach or judgement. [POL-4, POL-7, POL-8]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.politics.pairs import IN_PUBLIC, give_number
from clande.diktat.politics.terms import (
    Mark,
)
from clande.diktat.table import (
    Marks,
    Oath,
    Pair,
    Table,
)
from clande.kernel import (
    SPECTATOR,
    Event,
    Public,
    Revealed,
    Seat,
    Shared,
)


class OathProposed(Event, frozen=True):
    """Or a term added to one that was: the other has to agree. [POL-4]"""

    rule_ids = ("POL-4", "POL-8")
    shows = "nothing"
    secret = True
    oath: Shared[Oath]
    number: Shared[int]
    replaces: Shared[int] = 0

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.between

    def apply(self, table: Table) -> None:
        if self.replaces:
            del table.oaths[self.replaces]
        table.oaths[self.number] = self.oath
        give_number(table, self.oath.between, self.number)


class OathDropped(Event, frozen=True):
    """Taken back, declined, lapsed with the cycle, or sworn: it is no longer proposed. [POL-4]"""

    rule_ids = ("POL-4",)
    shows = "nothing"
    secret = True
    why: Shared[str]  # "taken back", "declined", "lapsed", "sworn"
    between: Shared[Pair]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        del table.oaths[self.number]


class OathSworn(Event, frozen=True):
    """On the Artefact; known to the two, or to all. [POL-4, POL-8]"""

    rule_ids = ("POL-4", "POL-7", "POL-8")
    shows = "turn"
    secret = True
    oath: Shared[Oath]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.parties

    def apply(self, table: Table) -> None:
        lay_oath(table, self.number, self.oath)


def lay_oath(table: Table, number: int, oath: Oath) -> None:
    table.oaths[number] = oath
    if number > IN_PUBLIC:
        table.public_oaths = number - IN_PUBLIC
    else:
        give_number(table, oath.between, number)


def remove_oath(table: Table, number: int) -> tuple[Oath, Marks | None]:
    return table.oaths.pop(number), table.marks.pop(number, None)


class TermsMarked(Event, frozen=True):
    """How the terms stand now, for the two alone. [POL-4]"""

    rule_ids = ("POL-4", "POL-7")
    shows = "nothing"
    secret = True
    between: Shared[Pair]
    number: Shared[int]
    terms: Shared[tuple[Mark, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        table.marks[self.number] = Marks(self.between, self.terms)


class ReleaseOffered(Event, frozen=True):
    """By one of the two. [POL-7]"""

    rule_ids = ("POL-7",)
    shows = "nothing"
    secret = True
    by: Shared[Seat]
    seen: Shared[tuple[Seat, ...]]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.seen

    def apply(self, table: Table) -> None:
        oath = table.oaths[self.number]
        table.oaths[self.number] = structs.replace(oath, released=(*oath.released, self.by))


class OathEnded(Event, frozen=True):
    """Released by both, or its last moment has passed. [POL-7]

    `kept`: who has kept his word, where all could see it and the oath was public.
    """

    rule_ids = ("POL-7", "POL-8")
    shows = "glance"
    secret = True
    seen: Shared[tuple[Seat, ...]]
    number: Shared[int]
    why: Shared[str]  # "released", "expired", "settled"
    kept: Shared[tuple[Seat, ...]] = ()

    def parties(self) -> tuple[Seat, ...]:
        return self.seen

    def apply(self, table: Table) -> None:
        remove_oath(table, self.number)
        for seat in self.kept:
            table.words_kept[seat] = table.words_kept.get(seat, 0) + 1


class OathOverdue(Event, frozen=True):
    """Its last moment has passed and something that only the two could see was not given: the
    creditor may denounce it. [POL-4, POL-7]"""

    rule_ids = ("POL-4", "POL-7")
    shows = "glance"
    secret = True
    oath: Shared[Oath]
    number: Shared[int]
    terms: Shared[tuple[Mark, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.between

    def apply(self, table: Table) -> None:
        lay_oath(table, self.number, self.oath)
        table.marks[self.number] = Marks(self.oath.between, self.terms)


class OathBroken(Event, frozen=True):
    """-1 VP at once, once for each who breaks it; its terms are shown to all. [POL-4, POL-8]

    What the other has sworn in it still binds him, for all to see.
    """

    rule_ids = ("POL-4", "POL-7", "POL-8")
    shows = "reveal"
    discloses = True
    seat: Public[Seat]
    to: Public[Seat]
    oath: Revealed[Oath]
    term: Revealed[int]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.to

    def apply(self, table: Table) -> None:
        table.vp[self.seat] -= 1
        table.words_broken[self.seat] = table.words_broken.get(self.seat, 0) + 1
        oath, marks = remove_oath(table, self.number)
        if not is_over_after(oath, self.seat):
            number = self.number if oath.public else IN_PUBLIC + table.public_oaths + 1
            overdue = tuple([seat for seat in oath.overdue if seat != self.seat])
            broken = (*oath.broken, self.seat)
            publish(table, number, structs.replace(oath, broken=broken, overdue=overdue), marks)


def is_over_after(oath: Oath, seat: Seat) -> bool:
    """Whether nobody is bound by an oath any more once this seat, too, has broken it."""
    bound = oath.overdue or [term.by for term in oath.terms]
    return all(by in (*oath.broken, seat) for by in bound)


def publish(table: Table, number: int, oath: Oath, marks: Marks | None) -> None:
    """All know of the oath from now on, not its two parties alone. [POL-8]"""
    everybody = (*range(len(table.vp)), SPECTATOR)
    open_oath = structs.replace(oath, parties=everybody, public=True)
    table.oaths[number] = open_oath
    if marks is not None:
        table.marks[number] = marks
    table.public_oaths = max(table.public_oaths, number - IN_PUBLIC)


class Accused(Event, frozen=True):
    """Of breaking a promise that only a vote can judge; its terms are shown to all. [POL-8]"""

    rule_ids = ("POL-4", "POL-8")
    shows = "reveal"
    discloses = True
    seat: Public[Seat]
    accused: Public[Seat]
    oath: Revealed[Oath]
    number: Shared[int]
    now: Public[int]  # its number from now on

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.accused

    def apply(self, table: Table) -> None:
        oath, marks = remove_oath(table, self.number)
        accused = structs.replace(oath, accused=(*oath.accused, self.seat))
        publish(table, self.now, accused, marks)


class VotesCounted(Event, frozen=True):
    """Of those who are not party to the oath. A tie, or no vote, is no breach. [POL-4]"""

    rule_ids = ("POL-4",)
    shows = "turn"
    accused: Public[Seat]
    breach: Revealed[int]
    no_breach: Revealed[int]
