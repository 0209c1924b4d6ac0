"""What is asked and said about people: accounts, families, one another, order."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from clande.server.http.schemas.results import Standing
from clande.server.sockets.protocol import ChatLine

Password = Annotated[str, Meta(max_length=256)]
Login = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=32)]


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client asks for."""


# Accounts


class SignUp(Asked, frozen=True):
    """The guest who asks gets an account, and keeps all games."""

    password: Password


class LogIn(Asked, frozen=True):
    login: Login
    password: Password


class NewPassword(Asked, frozen=True):
    old: Password
    new: Password


class Recovering(Asked, frozen=True):
    """A new password for whoever has the code that was shown once."""

    login: Login
    code: Annotated[str, Meta(max_length=64)]
    password: Password


class Erasing(Asked, frozen=True):
    """Forgets a person for good; who has an account gives its password."""

    password: Password = ""


class Opened(Struct, frozen=True):
    """The name to log in with, and the code that gives a new password: shown this once."""

    login: str
    recovery: str


class AccountCard(Struct, frozen=True):
    """Oneself; a guest has no login."""

    id: str
    name: str
    login: str | None
    child: bool
    created: int
    admin: bool


class SessionCard(Struct, frozen=True):
    """A browser that is logged in."""

    id: str
    made: int
    here: bool  # the one that asks


# Families


class FamilyNamed(Asked, frozen=True):
    name: Annotated[str, Meta(max_length=200)]


class FamilyCode(Asked, frozen=True):
    code: Annotated[str, Meta(max_length=40)]


class MemberChoice(Asked, frozen=True):
    """A member of a family, and whether something is so."""

    member: Name
    on: bool


class MemberCard(Struct, frozen=True):
    id: str
    name: str
    child: bool
    heads: bool
    me: bool


class FamilyCard(Struct, frozen=True):
    id: str
    name: str
    heads: bool  # whether who asks decides about the others
    members: list[MemberCard]


class Invited(Struct, frozen=True):
    """A code that lets people into a family until then."""

    code: str
    until: int


class SharedGame(Struct, frozen=True):
    """A game that at least two of a family have played to its end."""

    table: str
    game: str
    at: int
    standings: list[Standing]


# One another


class SeatChoice(Asked, frozen=True):
    """Whoever sits there, and whether something is so."""

    seat: SeatNumber
    on: bool


class Reporting(Asked, frozen=True):
    """A complaint about whoever sits there, or about a line."""

    reason: Annotated[str, Meta(max_length=400)] = ""
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    line: Name = ""


class Confirmation(Struct, frozen=True):
    """It is so now."""

    done: bool = True


class BondCard(Struct, frozen=True):
    """Somebody whom one does not want to hear, or who shall leave one alone."""

    id: str
    name: str
    kind: Literal["mute", "block"]


class ReportCard(Struct, frozen=True):
    """A complaint, with the lines as its author could read them; `marked` names one of them."""

    id: str
    table: str
    at: int
    by: str
    about: str
    seat: int
    reason: str
    marked: str
    lines: list[ChatLine]


# Order in the house


class AdminSecret(Asked, frozen=True):
    secret: Annotated[str, Meta(max_length=64)]


class Banning(Asked, frozen=True):
    """Whoever sits on a seat, has a login, or comes from an address stays away for a while."""

    minutes: Annotated[int, Meta(ge=1, le=60 * 24 * 366)]
    reason: Annotated[str, Meta(max_length=200)] = ""
    table: Name = ""
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    login: Login = ""
    address: Annotated[str, Meta(max_length=64)] = ""
    addresses: bool = False  # also the addresses from which that person is here now


class BanCard(Struct, frozen=True):
    id: str
    kind: Literal["user", "address"]
    name: str
    until: int
    reason: str


class Closing(Asked, frozen=True):
    reason: Annotated[str, Meta(max_length=200)] = ""
