"""G8: nothing that comes in stops the house, raises, or changes a game that refuses it."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from clande.kernel import QuickLuck
from tests.support.http_player import Person
from tests.support.server_process import GENEROUS, PATIENCE, running
from tools.soak.fuzz import ODD, campaign, noise


@pytest.mark.parametrize("game", ["diktat", "dictopia"])
def test_strange_messages_come_to_nothing(tmp_path: Path, game: str) -> None:
    """10,000 in all, half of them mutated from good ones. [I22, I28]"""
    outcome = campaign(tmp_path, game, 5000, seed=3)
    assert outcome.sent == 5000 and outcome.faults == []
    assert outcome.nacks > 1000 and outcome.said > 0


@pytest.mark.slow
def test_strange_frames_and_requests_over_real_sockets(tmp_path: Path) -> None:
    dice = QuickLuck(5)
    with running(tmp_path, "--port", "0", changed=GENEROUS) as house:
        person = Person(house.port, "Fuzz")
        card = person.done("/api/tables", {"game": "diktat", "seats": 2, "decision": None})
        at = f"/api/tables/{card['id']}"
        person.done(f"{at}/bot", {"seat": 1, "bot": "random"})
        person.done(f"{at}/start")
        for _ in range(8):
            wire = person.wire(card["id"])
            try:
                for _ in range(40):
                    body = noise(dice, dice.below(300))
                    text = json.dumps(dice.pick(ODD))
                    wire.socket.send(body if dice.below(2) else text)
                    if dice.below(5) == 0:
                        wire.socket.send([text[:1], text[1:2], text[2:]])  # fragments
                wire.say({"type": "ping", "n": 5})
                wire.until("pong")
            except ConnectionClosed as closed:
                assert closed.rcvd is not None and closed.rcvd.code in (1007, 1009, 4429)
        paths = [f"{at}/seat", f"{at}/bot", "/api/tables", "/api/session", "/api/codes", f"{at}/x"]
        paths += [
            f"{at}/{what}" for what in ("mute", "block", "report", "hush", "child", "reports")
        ]
        paths += ["/api/account", "/api/account/login", "/api/account/recover", "/api/bonds/x"]
        paths += ["/api/account/password", "/api/sessions/x", "/api/families", "/api/families/join"]
        paths += ["/api/families/x/child", "/api/admin", "/api/admin/bans", f"{at}/lines/x"]
        statuses = set()
        for _ in range(400):
            connection = HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
            odd: str | bytes = json.dumps(dice.pick(ODD))
            payload = noise(dice, dice.below(80)) if dice.below(2) else odd
            headers = {"Cookie": person.cookie, "Origin": f"http://{person.host}"}
            method = dice.pick(("POST", "GET", "DELETE", "PUT", "PATCH"))
            connection.request(method, dice.pick(paths), body=payload, headers=headers)
            response = connection.getresponse()
            read = response.read()
            connection.close()
            statuses.add(response.status)
            assert response.status < 500, (method, payload, read)
            if response.status >= 400:
                assert set(json.loads(read)) == {"code", "note"}
        assert {400, 404, 405} <= statuses
        assert house.process.poll() is None
