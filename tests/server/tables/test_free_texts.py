"""Free texts of acts go to whoever sees the field with the reference, whenever, and to nobody else.

An oath in free words is on the table for long: first for its two parties, then, once somebody is
accused, for all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clande.kernel import Book, book, head, lucky, set_up
from clande.server.http.schemas.tables import Player, Terms
from clande.server.tables import feeds
from clande.server.tables.references import References
from tests.support.virtual_server import Client, Room, virtually

FREE = Terms(
    "diktat", 3, decision=None, pauses="none", stand_in="wait", talk="free",
    watched=True,
)  # fmt: skip
TEXT = "je te rendrai tout"
TO = 1
OUTSIDE = (2, 3)  # the third seat, and who watches
LATER = 2_000_000_000_000


async def around(room: Room) -> tuple[str, list[Player], list[Client]]:
    table, people = await room.seated(FREE)
    people.append((await room.house.people.greet("Ada"))[0])
    return table, people, [await room.client(table, player) for player in people]


async def act(client: Client, kind: str, **fields: Any) -> None:
    client.read()
    reply = await client.act({"type": kind, **fields})
    assert reply["type"] == "ack", reply


async def swear(clients: list[Client]) -> None:
    await act(clients[0], "SwearFreely", to=TO, by="me", text=TEXT, until="1/end")
    await act(clients[TO], "AcceptOath", number=oath_of(clients[TO]))


def oath_of(client: Client) -> int:
    client.read()
    (number,) = client.state["game"]["table"]["oaths"]
    return int(number)


def texts_of(*clients: Client) -> list[list[str]]:
    for client in clients:
        client.read()
    return [list(client.words.values()) for client in clients]


def test_the_text_of_an_oath_goes_to_its_parties_until_all_see_it(tmp_path: Path) -> None:
    """POL-8: the terms are shown to all with the accusation."""

    async def work(room: Room) -> None:
        table, people, clients = await around(room)
        await swear(clients)
        assert texts_of(*clients) == [[TEXT], [TEXT], [], []]
        for at in OUTSIDE:
            again = await room.client(table, people[at])
            assert texts_of(again) == [[]]
            assert not any(b"~" in payload for payload in (*again.bytes, *clients[at].bytes))
        await act(clients[TO], "Accuse", number=oath_of(clients[TO]))
        assert texts_of(*clients) == [[TEXT]] * 4
        for player in people:
            assert texts_of(await room.client(table, player)) == [[TEXT]]

    virtually(tmp_path, work)


@pytest.mark.parametrize("events", [1, 60])
def test_a_snapshot_brings_the_texts_of_its_state(
    events: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also once the event that told of the text is no longer among the latest."""
    monkeypatch.setattr(feeds, "SNAPSHOT_EVENTS", events)

    async def work(room: Room) -> None:
        table, people, clients = await around(room)
        await swear(clients)
        again = [await room.client(table, player) for player in people]
        assert texts_of(*again) == [[TEXT], [TEXT], [], []]

    virtually(tmp_path, work)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_delta_brings_the_texts_that_were_missed(restarted: bool, tmp_path: Path) -> None:
    """From memory or, after a restart, from the store; also of an oath that is gone by now."""
    memo: dict[str, Any] = {}

    async def work(room: Room) -> None:
        table, people, clients = await around(room)
        lasts = [await room.client(table, player) for player in people]
        await act(clients[0], "SwearFreely", to=TO, by="me", text=TEXT, until="1/end")
        await act(clients[0], "DropOath", number=oath_of(clients[0]))
        memo.update(table=table, people=people, lasts=lasts)
        if not restarted:
            await come_back(room)

    async def come_back(room: Room) -> None:
        pairs = zip(memo["people"], memo["lasts"], strict=True)
        again = [await room.client(memo["table"], player, last) for player, last in pairs]
        assert texts_of(*again) == [[TEXT], [TEXT], [], []]
        assert [any(b'"delta"' in payload for payload in client.bytes) for client in again] == (
            [True] * 4
        )

    virtually(tmp_path, work)
    if restarted:
        virtually(tmp_path, come_back, start=LATER)


# ---------------------------------------------------------------------------- declared fields


@pytest.fixture
def references() -> References:
    game = set_up(head("diktat", 3, (), {}), lucky(1))
    pages: Book = book(game)
    return References(pages, type(game.table))


def test_a_reference_in_any_other_field_is_none(references: References) -> None:
    said = {"type": "Said", "by": 0, "to": [1], "text": "~text", "why": "~undeclared"}
    marker = {"type": "OathDropped", "why": "~why", "between": [0, 1], "number": 1}
    assert references.in_story([said, marker]) == {"~text"}
    unseen = {name: value for name, value in said.items() if name != "text"}
    assert references.in_story([unseen]) == set()


def test_every_event_that_tells_an_oath_tells_its_text(references: References) -> None:
    terms = [{"type": "Promises", "by": 0, "text": "~text"}, {"type": "Withdraws", "by": 0}]
    kinds = ("OathProposed", "OathSworn", "OathOverdue", "OathBroken", "Accused")
    for kind in kinds:
        assert references.in_story([{"type": kind, "oath": {"terms": terms}}]) == {"~text"}
    assert references.events.keys() == {"Said", *kinds}
