"""What the first page weighs: a phone on a slow line must not wait for it."""

from __future__ import annotations

import re

from clande.server.http import static_files
from tests.support.browser_player import compressed

MOST = 120_000  # bytes of JavaScript, compressed, Dictopia's screen included
MOST_IN_ALL = 200_000  # with every game and every page


def scripts(game: bytes) -> dict[str, bytes]:
    """The first page's own scripts, and what the screen of a game adds to them."""
    files = static_files.load()
    front = files[static_files.FRONT].content.decode()
    wanted = set(re.findall(r"assets/[\w.-]+\.js", front))
    assert wanted, "the page has a script"
    screens = [name for name in files if re.match(r"assets/Screen-.*\.js$", name)]
    (own,) = (name for name in screens if game in files[name].content)
    wanted.add(own)
    found: dict[str, bytes] = {}
    while wanted - found.keys():
        name = sorted(wanted - found.keys())[0]
        found[name] = files[name].content
        static = re.findall(rb'(?:from|import)\s*"\./([\w.-]+\.js)"', found[name])
        wanted |= {f"assets/{more.decode()}" for more in static}
    return found


def test_the_first_page_is_light() -> None:
    weights = {name: compressed(text) for name, text in scripts(b"page.dictopia.").items()}
    assert sum(weights.values()) <= MOST, weights


def test_the_whole_house_is_not_heavy() -> None:
    files = {
        name: file.content for name, file in static_files.load().items() if name.endswith(".js")
    }
    weights = {name: compressed(content) for name, content in files.items()}
    assert sum(weights.values()) <= MOST_IN_ALL, weights
