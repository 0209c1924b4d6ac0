"""The day of the daily draw: it begins at midnight in Paris, summer and winter. [DIC-DAY-1]"""

from __future__ import annotations

import datetime
import zoneinfo

from clande.kernel import Unreadable

PARIS = "Europe/Paris"


def day_at(milliseconds: int) -> str:
    """The day in Paris at a moment since 1970, as 2026-11-15."""
    return datetime.datetime.fromtimestamp(milliseconds // 1000, paris()).date().isoformat()


def begins(day: str) -> int:
    """When a day begins in Paris, in milliseconds since 1970."""
    midnight = datetime.datetime.fromisoformat(day).replace(tzinfo=paris())
    return int(midnight.timestamp()) * 1000


def before(day: str) -> str:
    return moved(day, -1)


def after(day: str) -> str:
    return moved(day, 1)


def moved(day: str, days: int) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days)).isoformat()


def paris() -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(PARIS)
    except zoneinfo.ZoneInfoNotFoundError:
        message = f"this machine does not know the time in {PARIS}: name a --date"
        raise Unreadable(message, "dictopia.objections.clockless", place=PARIS) from None
