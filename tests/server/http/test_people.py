"""Accounts, children and order over a real house."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http_player import Person
from tests.support.server_process import GENEROUS, House, running

GOOD = "une phrase assez longue"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("people"), "--port", "0", changed=GENEROUS) as house:
        yield house


def both(person: Person, cookie: str) -> str:
    """All cookies that a browser would send."""
    return f"{person.cookie}; {cookie}"


def test_an_account_over_http(opened: House) -> None:
    anna = Person(opened.port, "Anna")
    assert anna.get("/api/account")[1]["login"] is None
    assert anna.post("/api/account", {"password": "court"})[1]["code"] == "bad_password"
    made = anna.done("/api/account", {"password": GOOD})
    status, card = anna.get("/api/account")
    assert card["login"] == made["login"] and made["login"].startswith("anna-")
    again = Person(opened.port)
    status, answer = again.post(
        "/api/account/login", {"login": made["login"], "password": "non" * 5}
    )
    assert (status, answer["code"]) == (403, "bad_login")
    player = again.done("/api/account/login", {"login": made["login"], "password": GOOD})
    assert player["id"] == card["id"]
    again.cookie = again.cookie if again.cookie.startswith("clande=") else ""
    if not again.cookie:  # the last cookie that was set is the one of the device
        again.done("/api/session", {"name": "Autre"})
    assert len(anna.get("/api/sessions")[1]) == 2
    exported = anna.get("/api/account/export")[1]
    assert exported["account"]["login"] == made["login"]
    assert anna.post("/api/account/erase", {"password": "faux"})[1]["code"] == "bad_login"
    assert anna.ask("DELETE", "/api/sessions")[0] == 200
    assert anna.get("/api/account")[0] == 401


def test_what_changes_something_comes_from_our_own_page(opened: House) -> None:
    anna = Person(opened.port, "Anna")
    foreign = {"Origin": "https://example.org"}
    paths = [
        ("POST", "/api/account"), ("POST", "/api/account/login"), ("POST", "/api/account/erase"),
        ("DELETE", "/api/sessions"), ("POST", "/api/families"), ("DELETE", "/api/bonds/x"),
        ("POST", "/api/admin"), ("POST", "/api/admin/bans"),
    ]  # fmt: skip
    for method, path in paths:
        status, answer = anna.ask(method, path, {}, **foreign)
        assert (status, answer["code"]) == (403, "bad_origin"), path


def test_the_secret_is_printed_once_and_opens_moderation(tmp_path: Path) -> None:
    """I30: no default password, and nothing opens without it."""
    with running(tmp_path, "--port", "0") as house:
        printed = re.search(r"Secret of the house:  (\S{43})", house.greeting)
        assert printed, house.greeting
        anna = Person(house.port, "Anna")
        for method, path in (
            ("GET", "/api/admin/reports"), ("GET", "/api/admin/tables"), ("GET", "/api/admin/bans"),
            ("POST", "/api/admin/bans"), ("POST", "/api/admin/tables/x/close"),
            ("DELETE", "/api/admin/reports/x"), ("DELETE", "/api/admin/tables/x/lines/y"),
        ):  # fmt: skip
            body = {"minutes": 5} if path.endswith("bans") and method == "POST" else {}
            status, answer = anna.ask(method, path, None if method == "GET" else body)
            assert (status, answer["code"]) == (403, "not_admin"), path
        assert anna.post("/api/admin", {"secret": "admin"})[1]["code"] == "bad_login"
        anna.done("/api/admin", {"secret": printed[1]})
        assert anna.get("/api/admin/reports") == (200, [])
        assert anna.get("/api/account")[1]["admin"] is True
        card = anna.done("/api/tables", {"game": "diktat", "seats": 2})
        anna.done(f"/api/admin/tables/{card['id']}/close", {"reason": "essai"})
        assert anna.get(f"/api/tables/{card['id']}")[0] == 404
        anna.done("/api/admin/bans", {"minutes": 5, "address": "127.0.0.1"})
        assert anna.get("/api/account")[1]["code"] == "banned"
        assert Person(house.port).post("/api/session", {"name": "Bob"})[1]["code"] == "banned"
    with running(tmp_path, "--port", "0") as house:
        assert "Secret" not in house.greeting


def test_a_child_who_watches_reads_no_free_words(opened: House) -> None:
    host, child, other = Person(opened.port, "Hana"), Person(opened.port), Person(opened.port, "O")
    player = child.done("/api/session", {"name": "Zoé", "child": True})
    assert player["child"] is True
    assert child.done("/api/session", {"name": "Zoë"})["child"] is True  # it stays so
    wanted = {"game": "diktat", "seats": 2, "talk": "free", "watched": True}
    card = host.done("/api/tables", wanted)
    wires = [person.wire(card["id"]) for person in (host, child, other)]
    wires[0].say({"type": "say", "id": "a", "text": "libre"})
    wires[0].until("spoken")
    wires[0].say({"type": "say", "id": "b", "phrase": "common.hello"})
    wires[0].until("spoken")
    assert wires[2].until("line")["line"]["text"] == "libre"
    line = wires[1].until("line")["line"]
    assert (line["text"], line["phrase"]) == ("", "common.hello")
    late = child.wire(card["id"])
    lines = late.until("lines")["lines"]
    assert [line["phrase"] for line in lines] == ["common.hello"]
    assert "libre" not in json.dumps(lines)
    wires[1].say({"type": "say", "id": "c", "phrase": "common.hello"})
    assert wires[1].until("nack")["code"] == "spectator"


def test_one_mutes_reports_and_lifts_it_again_over_http(opened: House) -> None:
    anna, bob = Person(opened.port, "Anna"), Person(opened.port, "Bob")
    card = anna.done("/api/tables", {"game": "diktat", "seats": 2, "talk": "free"})
    at = f"/api/tables/{card['id']}"
    bob.done(f"{at}/seat", {"seat": 1})
    a, b = anna.wire(card["id"]), bob.wire(card["id"])
    b.say({"type": "say", "id": "x", "text": "malpoli"})
    line = a.until("line")["line"]
    anna.done(f"{at}/report", {"line": line["id"], "reason": "malpoli"})
    (report,) = anna.get(f"{at}/reports")[1]
    assert report["lines"][0]["text"] == "malpoli" and report["about"] == "Bob"
    assert anna.ask("DELETE", f"{at}/lines/{line['id']}")[0] == 200
    assert b.until("unsaid")["lines"] == [line["id"]]
    anna.done(f"{at}/mute", {"seat": 1, "on": True})
    b.say({"type": "say", "id": "y", "text": "encore"})
    b.until("spoken")
    a.say({"type": "say", "id": "z", "text": "silence"})
    assert a.until("line")["line"]["text"] == "silence"
    (bond,) = anna.get("/api/bonds")[1]
    assert anna.ask("DELETE", f"/api/bonds/{bond['id']}")[0] == 200
    assert anna.get("/api/bonds") == (200, [])
