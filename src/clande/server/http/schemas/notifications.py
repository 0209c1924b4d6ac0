"""What a client asks and is told about notifications. client/src/wire.ts is generated from here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from clande.server.http.schemas.tables import Channel

ZONE = "Europe/Paris"
Minute = Annotated[int, Meta(ge=0, le=1439)]  # of the day


class NotificationWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """How a player wants to hear of a turn. An empty address: not by that channel. Quiet hours are
    minutes of the day in the player's time zone, from and to."""

    mail: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    zone: Annotated[str, Meta(max_length=40)] = ZONE
    quiet: tuple[Minute, Minute] | None = None
    lang: Literal["fr", "en"] = "fr"


class NotificationSettings(Struct, frozen=True):
    """The channels of this server, a player's wishes, and which addresses are confirmed."""

    channels: tuple[Channel, ...]
    wishes: NotificationWishes
    confirmed: tuple[Channel, ...] = ()
    key: str = ""  # webhooks are signed with it
