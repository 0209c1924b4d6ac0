"""Data of record format 1, in the words of format 2.

Format 1 hashed the frames with the names of their classes and steps. What it proved can be checked
as a chain, but not made again: whoever brings a record over plays it once more (`record`, and the
server's store). Everything here works on plain data, as JSON or MessagePack gives it.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from clande.kernel.errors import Unreadable

FORMAT = 1
Plain = dict[str, Any]


def header(old: Plain) -> Plain:
    """`rules` meant the mix of modules."""
    return {("mix" if name == "rules" else name): value for name, value in old.items()}


def pauses(breathes: bool) -> str:
    """Every seat ended a pause, or there was none."""
    return "seats" if breathes else "none"


def frame(old: Plain) -> Plain:
    """A rule under way: `Window` and Diktat's `Answers` are one. An answer of `Window` is asked."""
    if old["type"] != "Window":
        return old
    return {"after": False, **old, "type": "Answers", "closed": True, "step": "called"}


def waiting(old: Plain) -> Plain:
    """What a game waits for, all of it but the table."""
    new = {("suspended" if name == "held" else name): value for name, value in old.items()}
    return {**new, "stack": [frame(rule) for rule in old["stack"]]}


def position(old: Plain) -> Plain:
    return {**old, "waiting": waiting(old["waiting"])}


def saved(old: Plain) -> Plain:
    """A game in the middle of anything."""
    new = waiting(old)
    new["format"], new["header"] = FORMAT + 1, header(old["header"])
    new["pauses"] = pauses(new.pop("breathes"))
    return new


def record(old: Plain) -> Plain:
    """A whole game. Its entries still have the digests and links of format 1."""
    new = {**old, "format": FORMAT + 1, "header": header(old["header"])}
    new["pauses"] = pauses(new.pop("breathes", True))
    for entry in new["entries"]:
        entry["digest"] = entry.pop("left")
    return new


def first_link(old: Plain, nonces: tuple[str, ...]) -> str:
    """The head of a chain of format 1."""
    about = (FORMAT, old["header"], old["breathes"], old["table"], old["commitment"], nonces)
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()


def link(before: str, seat: int, action: Any, events: Any, digest: str) -> str:
    """One step of a chain of format 1."""
    body = msgspec.json.encode((before, seat, action, events, digest))
    return hashlib.sha256(body).hexdigest()


def check_chain(old: Plain) -> None:
    """Refuses a record of format 1 whose chain does not hold."""
    last = first_link({"breathes": True, **old}, tuple(old["nonces"]))
    for number, entry in enumerate(old["entries"], start=1):
        last = link(last, entry["seat"], entry["action"], entry["events"], entry["left"])
        if last != entry["link"]:
            raise Unreadable(f"a record of format 1: the chain is broken at entry {number}")
