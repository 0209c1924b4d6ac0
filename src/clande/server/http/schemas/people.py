"""Requests and answers about people: accounts, families, mutes and blocks, moderation."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from clande.server.http.schemas.results import Standing
from clande.server.sockets.protocol import ChatLine

Password = Annotated[str, Meta(max_length=256)]
Login = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=32)]


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


# Accounts


class SignUp(RequestBody, frozen=True):
    """Gives the guest who asks an account; all games stay."""

    password: Password


class LogIn(RequestBody, frozen=True):
    login: Login
    password: Password


class NewPassword(RequestBody, frozen=True):
    old: Password
    new: Password


class Recover(RequestBody, frozen=True):
    """Sets a new password by the recovery code."""

    login: Login
    code: Annotated[str, Meta(max_length=64)]
    password: Password


class EraseAccount(RequestBody, frozen=True):
    """Deletes a person for good; whoever has an account sends its password."""

    password: Password = ""


class AccountSecrets(Struct, frozen=True):
    """The login, and the code that sets a new password: shown this once."""

    login: str
    recovery: str


class AccountCard(Struct, frozen=True):
    """The player who asks; a guest has no login."""

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
    current: bool  # the session that asks


# Families


class CreateFamily(RequestBody, frozen=True):
    name: Annotated[str, Meta(max_length=200)]


class JoinFamily(RequestBody, frozen=True):
    code: Annotated[str, Meta(max_length=40)]


class MemberChoice(RequestBody, frozen=True):
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
    heads: bool  # whether the asker decides about the others
    members: list[MemberCard]


class FamilyInvitation(Struct, frozen=True):
    """A code that lets people into a family until a moment."""

    code: str
    until: int


class SharedGame(Struct, frozen=True):
    """A game that at least two of a family have played to its end."""

    table: str
    game: str
    at: int
    standings: list[Standing]


# Other players


class SeatChoice(RequestBody, frozen=True):
    """A player by seat, and whether something is so."""

    seat: SeatNumber
    on: bool


class ReportPlayer(RequestBody, frozen=True):
    """A complaint about a player or a chat line."""

    reason: Annotated[str, Meta(max_length=400)] = ""
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    line: Name = ""


class Confirmation(Struct, frozen=True):
    """The request was carried out."""

    done: bool = True


class BondCard(Struct, frozen=True):
    """A player whom the asker has muted or blocked."""

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


# The admin of the server


class AdminSecret(RequestBody, frozen=True):
    secret: Annotated[str, Meta(max_length=64)]


class BanPlayer(RequestBody, frozen=True):
    """Bans a player by seat or login, or an address, for a while."""

    minutes: Annotated[int, Meta(ge=1, le=60 * 24 * 366)]
    reason: Annotated[str, Meta(max_length=200)] = ""
    table: Name = ""
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    login: Login = ""
    address: Annotated[str, Meta(max_length=64)] = ""
    addresses: bool = False  # also the current addresses of that person


class BanCard(Struct, frozen=True):
    id: str
    kind: Literal["user", "address"]
    name: str
    until: int
    reason: str


class CloseTable(RequestBody, frozen=True):
    reason: Annotated[str, Meta(max_length=200)] = ""
