"""What the first page weighs: a phone on a slow line must not wait for it."""

from __future__ import annotations

import re

from clande.server import shelf
from tests.browser.visitors import compressed

MOST = 120_000  # bytes of JavaScript, compressed, Dictopia's screen included


def scripts() -> dict[str, bytes]:
    """The first page's own scripts, and what the screen of Dictopia adds to them."""
    files = shelf.load()
    front = files[shelf.FRONT].content.decode()
    wanted = set(re.findall(r"assets/[\w.-]+\.js", front))
    assert wanted, "the page has a script"
    wanted |= {name for name in files if re.match(r"assets/Screen-.*\.js$", name)}
    found: dict[str, bytes] = {}
    while wanted - found.keys():
        name = sorted(wanted - found.keys())[0]
        found[name] = files[name].content
        static = re.findall(rb'(?:from|import)\s*"\./([\w.-]+\.js)"', found[name])
        wanted |= {f"assets/{more.decode()}" for more in static}
    return found


def test_the_first_page_is_light() -> None:
    weights = {name: compressed(content) for name, content in scripts().items()}
    assert sum(weights.values()) <= MOST, weights
