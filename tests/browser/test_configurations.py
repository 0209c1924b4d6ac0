"""Diktat's configurations in as many browsers as they seat, for a cycle; the rest by bots.

Each kind of question is answered by hand, twice; all of whole games is in `go.py soak browsers`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from clande import bots
from clande.kernel import QuickLuck
from clande.server.http.schemas.tables import WantedPauses
from tests.browser.five import Five, looked_at
from tests.support.browser_player import Visitor
from tests.support.page_pool import PagePool
from tests.support.screens import TELEVISION

# as older tables were begun, and without any; as new ones are, a whole game is in test_diktat
PAUSES: dict[str, WantedPauses] = {"nuit": "none", "others": "seats", "ligues": "none"}


@pytest.mark.parametrize(("preset", "seats"), [("others", 3), ("nuit", 4), ("ligues", 4)])
def test_a_configuration_is_played_for_a_cycle_and_bots_finish_it(
    five: Five, pages: PagePool, preset: str, seats: int
) -> None:
    five.at_once(preset, seats, PAUSES[preset])
    with five.host_looking():
        pressed = five.play_each_kind(2, lambda: five.game.table.cycle > 1)
    assert len(pressed) >= 6, pressed
    for person in five.there[:2]:
        assert five.held(person) > 50
        # a desk shows at once what a phone shows by tabs, which are looked at in test_diktat
        looked_at(person, f"{preset}-{person.name}", faults=person.seat == 1)
    television = Visitor(pages, five.people[0].base, TELEVISION)
    television.go(f"/t/{five.table}/salon")
    expect(television.page.locator(".public")).to_be_visible()
    television.shoot(f"{preset}-tv")
    assert television.faults() == []
    television.close()
    finished = five.game.clone()
    prudent = dict.fromkeys(range(seats), bots.find("prudent", "diktat"))
    assert sum(1 for _ in bots.playing(finished, prudent, QuickLuck(7))) > 50
    assert not finished.stack
