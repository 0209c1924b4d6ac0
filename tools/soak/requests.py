"""Strange requests at a real house: none may stop it, or be answered by a fault of its own. [G8]"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from clande.kernel import QuickLuck
from tools.load.players import Visitor
from tools.load.servers import house
from tools.soak.fuzz import FIELDS, KINDS, ODD, noise

METHODS = ("GET", "POST", "POST", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "BREW")
PATHS = (
    "/", "/api/house", "/api/games", "/api/session", "/api/tables", "/api/codes", "/healthz", "/ws",
    "/api/tables/{id}", "/api/tables/{id}/seat", "/api/tables/{id}/bot", "/api/tables/{id}/start",
    "/api/tables/{id}/hold", "/api/tables/{id}/time", "/api/tables/{id}/rematch",
    "/api/tables/{id}/ticket", "/api/tables/{id}/record", "/api/tables/{id}/door", "/t/{id}",
)  # fmt: skip
GOOD: tuple[dict[str, Any], ...] = (
    {"name": "Fou"}, {"game": "diktat", "seats": 2}, {"code": "BCDFG"}, {"seat": 1},
    {"watch": True}, {"seat": 1, "bot": "random"}, {"id": "x", "paused": True},
    {"id": "x", "time": 2000},
)  # fmt: skip
AT_ONCE = 4
TOLD_EVERY = 20  # seconds


class Found(Struct):
    """What a campaign has seen."""

    sent: int = 0
    statuses: dict[int, int] = {}
    faults: list[str] = []


def strange(dice: QuickLuck, table: str) -> tuple[str, str, bytes]:
    """Half of them ask something that is asked; the rest is anything."""
    name = table if dice.below(4) else quote(noise(dice, dice.below(30)))
    path = dice.pick(PATHS).replace("{id}", name)
    if dice.below(12) == 0:
        path = "/" + quote(noise(dice, dice.below(60)), safe="/?&=%")
    if dice.below(8) == 0:
        path += "?" + quote(noise(dice, dice.below(40)), safe="&=")
    body = noise(dice, dice.below(200))
    if way := dice.below(3):
        made = dict(dice.pick(GOOD)) if way == 1 else {}
        for _ in range(dice.below(3)):
            name = dice.pick((*FIELDS, *made, "name", "game", "seats", "options", "modules"))
            made[name] = dice.pick((*ODD, *KINDS))
        body = json.dumps(made).encode()
    return dice.pick(METHODS), path, body


async def one(port: int, requests: int, seed: int, found: Found) -> None:
    dice, visitor = QuickLuck(seed), Visitor(port)
    await visitor.greet("Fou")
    cookie = visitor.cookie
    card = await visitor.ask("/api/tables", {"game": "diktat", "seats": 2})
    for _ in range(requests):
        method, path, body = strange(dice, card["id"])
        visitor.cookie = cookie if dice.below(4) else ""
        found.sent += 1
        try:
            status, told = await asyncio.wait_for(visitor.asked(method, path, body), 60)
        except (OSError, EOFError):
            visitor.close()  # what cannot be read may be hung up on
            continue
        found.statuses[status] = found.statuses.get(status, 0) + 1
        if status >= 500 and status != 503:
            found.faults.append(f"{status} {method} {path} {body[:80]!r}: {told[:80]!r}")
    visitor.close()


async def tell(found: Found) -> None:
    """A line of progress now and then."""
    while True:
        await asyncio.sleep(TOLD_EVERY)
        print(f"{found.sent} requests, {len(found.faults)} faults", file=sys.stderr, flush=True)


async def campaign(port: int, requests: int, seed: int, found: Found) -> None:
    each = requests // AT_ONCE
    telling = asyncio.create_task(tell(found))
    await asyncio.gather(*(one(port, each, seed + n, found) for n in range(AT_ONCE)))
    telling.cancel()
    if (await Visitor(port).asked("GET", "/healthz"))[0] != 200:
        found.faults.append("the house does not answer any more")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--requests", type=int, default=100_000, help="(default: 100,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    found, started = Found(), time.monotonic()
    made = tempfile.TemporaryDirectory(prefix="clande-requests-")
    with made as folder, house(Path(folder), None, "--drain", "0") as server:
        asyncio.run(campaign(server.port, options.requests, options.seed, found))
        if server.process.poll() is not None:
            found.faults.append("the house has ended")
    rate = found.sent / (time.monotonic() - started)
    print(f"{found.sent} requests, {rate:.0f}/s, {dict(sorted(found.statuses.items()))}")
    print("\n".join(["faults:", *found.faults[:20]]) if found.faults else "no fault")
    sys.stdout.flush()
    return 1 if found.faults else 0
