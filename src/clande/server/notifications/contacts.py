"""By which channels a player wants to hear of a turn, and when not."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from clande.server.http.schemas.notifications import ZONE, Minute
from clande.server.http.schemas.tables import Channel
from clande.server.store import ContactRow

CHANNELS: tuple[Channel, ...] = ("mail", "webhook")
MAIL = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
HOOK = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(/[!-~]*)?")


class ContactWishes(Struct, frozen=True):
    """What is stored of a player's wishes."""

    mail: str = ""
    webhook: str = ""
    key: str = ""  # what webhooks are signed with
    zone: str = ZONE
    quiet: tuple[Minute, Minute] | None = None  # minutes of the day, from and to
    lang: Literal["fr", "en"] = "fr"
    confirmed: tuple[Channel, ...] = ()
    stop: str = ""  # the secret of the link that ends notifications

    def address(self, channel: Channel) -> str:
        return self.mail if channel == "mail" else self.webhook


def read(row: ContactRow) -> ContactWishes:
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
    """When the current quiet hours end, in milliseconds; `now` outside of quiet hours."""
    if contact.quiet is None or contact.quiet[0] == contact.quiet[1]:
        return now
    local = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(contact.zone))
    begin, end = contact.quiet
    minute = local.hour * 60 + local.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not inside:
        return now
    day = local + timedelta(days=int(minute >= end))
    ends = day.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    return int(ends.timestamp() * 1000)
