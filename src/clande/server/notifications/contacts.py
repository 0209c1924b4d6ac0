"""How a person wants to hear of a turn, and when not."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from clande.server.store import ContactRow as Row

Channel = Literal["mail", "webhook"]
WAYS: tuple[Channel, ...] = ("mail", "webhook")
MAIL = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
HOOK = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(/[!-~]*)?")
Minute = Annotated[int, Meta(ge=0, le=1439)]  # of the day
ZONE = "Europe/Paris"


class ContactWishes(Struct, frozen=True):
    """What the house keeps of a person's wishes."""

    mail: str = ""
    webhook: str = ""
    key: str = ""  # what webhooks are signed with
    zone: str = ZONE
    quiet: tuple[Minute, Minute] | None = None  # minutes of the day, from and to
    lang: Literal["fr", "en"] = "fr"
    confirmed: tuple[Channel, ...] = ()
    stop: str = ""  # the secret of the link that ends it

    def address(self, way: Channel) -> str:
        return self.mail if way == "mail" else self.webhook


def read(row: Row) -> ContactWishes:
    return msgspec.json.decode(row.about, type=ContactWishes)


def is_zone(name: str) -> bool:
    if not re.fullmatch(r"[A-Za-z0-9_+/-]{1,40}", name):
        return False
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def quiet_until(contact: ContactWishes, now: int) -> int:
    """When the quiet hours that it is now in end; `now` if it is in none. In milliseconds."""
    if contact.quiet is None or contact.quiet[0] == contact.quiet[1]:
        return now
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(contact.zone))
    begin, end = contact.quiet
    minute = here.hour * 60 + here.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not inside:
        return now
    day = here + timedelta(days=int(minute >= end))
    ends = day.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    return int(ends.timestamp() * 1000)
