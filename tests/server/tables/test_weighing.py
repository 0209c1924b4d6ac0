"""What an act would mean, asked before it is done: from one's own view, and nothing happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from clande.diktat.actions import Pawn, Send
from clande.kernel import QuickLuck, books
from clande.server.sockets.protocol import Weigh
from clande.server.tables import inquiries
from clande.server.tables.mailbox import FromClient
from clande.server.tables.transition import CommandRefused
from clande.text import catalogue
from tests.diktat.wording.test_meanings import bound
from tests.server.secrecy import laid
from tests.server.tables.test_commands import opened, sampled, terms
from tests.support.virtual_server import Room, virtually


def written(*actions: Any) -> tuple[bytes, ...]:
    return tuple(map(msgspec.json.encode, actions))


def test_a_breach_is_told_before_it_is_done_to_who_would_do_it() -> None:
    """POL-4, POL-7: in the language that was asked for; nothing else has such a remark."""
    table = laid(bound(), None)
    before = table.feeds[0].snapshot([])
    for lang, word in (("fr", "romprait le serment"), ("en", "would break the oath")):
        words = catalogue(lang, books.SHELF["diktat"])
        broken, harmless = inquiries.meanings(
            table, 0, 0, written(Send("karst"), Send("josefov")), words
        )
        (remark,) = broken.remarks
        assert word in remark.text and remark.rule_ids == ("POL-4", "POL-7")
        assert harmless.remarks == () and "Josefov" in harmless.text
    assert table.feeds[0].snapshot([]) == before


def test_only_what_could_be_done_is_weighed() -> None:
    """I5: the refusal hangs on what the seat may know."""
    table, words = laid(bound(), None), catalogue("fr", books.SHELF["diktat"])
    for seat, decision, act, code in (
        (0, 7, Send("karst"), "stale"),
        (1, 0, Send("karst"), "not_admitted"),
        (0, 0, Pawn(999, 0), "not_admitted"),
    ):
        with pytest.raises(CommandRefused) as refused:
            inquiries.meanings(table, seat, decision, written(act), words)
        assert refused.value.code == code
    with pytest.raises(CommandRefused) as refused:
        inquiries.meanings(table, 0, 0, (b'{"type":"Nonsense"}',), words)
    assert refused.value.code == "unreadable"


def test_a_client_asks_and_is_answered(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, clients = await opened(room, terms())
        asked = next(c for c in clients if c.state["game"]["question"])
        acts = written(sampled(asked, QuickLuck(1)), sampled(asked, QuickLuck(2)))
        weigh = Weigh("w", asked.state["decision"], tuple(map(Raw, acts)), "fr")
        number = asked.number
        assert asked.actor.post(FromClient(asked.outbox, weigh))
        await asked.settle()
        reply = asked.replies[-1]
        assert (reply["type"], reply["id"]) == ("weighed", "w")
        assert len(reply["meanings"]) == 2 and reply["meanings"][0]["text"]
        assert asked.number == number

    virtually(tmp_path, work)
