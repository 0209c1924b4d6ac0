"""People at a running house: from a name to the end of a game, over real sockets."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from clande import games
from clande.kernel import read_record, verify
from tests.support.http_player import Person, Wire, dial
from tests.support.server_process import GENEROUS, PATIENCE, House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("playing")
    with running(folder, "--port", "0", changed=GENEROUS) as opened:
        yield opened


QUICK = {"decision": 5000}


def opened(house: House, *names: str, **terms: Any) -> tuple[str, list[Person]]:
    """A table that these people sit at; the first is the host."""
    people = [Person(house.port, name) for name in names]
    wanted = {"game": "diktat", "seats": len(people), "pace": "instant", **terms}
    card = people[0].done("/api/tables", wanted)
    for seat, person in enumerate(people[1:], start=1):
        person.done(f"/api/tables/{card['id']}/seat", {"seat": seat})
    return card["id"], people


def is_asked(wire: Wire) -> bool:
    game = wire.state["game"]
    return game["question"] is not None and game["answer"] is None


def next_asked(wires: list[Wire]) -> Wire:
    """Somebody who is asked, once all have heard that the house has gone on."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for wire in wires:
            wire.say({"type": "ping", "n": 1})
            wire.until("pong")
        if asked := [wire for wire in wires if is_asked(wire)]:
            return asked[0]
        time.sleep(0.05)
    raise AssertionError("nobody is asked")


def answer(question: Any) -> Any:
    """Some answer to a question, as a client that knows only its shape would give."""
    match question["type"]:
        case "Choose":
            return question["options"][0]
        case "Breathe":
            return {"type": "Pass"}
        case "Agree":
            return {"type": "No"}
        case "Amount":
            return {"type": "Number", "value": question["low"]}
        case "Arrange":
            kinds = [kind for kind, count in question["pool"] for _ in range(count)]
            return {"type": "Order", "kinds": kinds[: max(question["least"], 0)]}
        case "Spell":
            return {"type": "Spelt", "letters": "", "cards": []}
        case _:
            return question["like"]


def test_three_people_play_by_link(house: House) -> None:
    """P1: a name, a link, a chair, a socket: and the acts of each reach the others."""
    table, people = opened(house, "Anne", "Bob", "Chloé", decision=None)
    people[0].done(f"/api/tables/{table}/start")
    wires = [person.wire(table) for person in people]
    for wire in wires:
        if wire.state is None:
            wire.until("snapshot")
    assert [wire.seat for wire in wires] == [0, 1, 2]
    for _ in range(40):
        asked = next_asked(wires)
        reply = asked.act(answer(asked.state["game"]["question"]))
        assert reply["type"] == "ack", reply
    next_asked(wires)
    topics = [wire.state["game"]["topics"] for wire in wires]
    assert topics[0] == topics[1] == topics[2] != []
    assert not any("stack" in wire.state["game"] for wire in wires)
    for wire in wires:
        wire.close()


def test_a_code_opens_a_lobby_until_the_game_starts(house: House) -> None:
    table, people = opened(house, "Dora", "Émile", seats=3)
    card = people[0].get(f"/api/tables/{table}")[1]
    assert re.fullmatch("[BCDFGHJKMNPQRSTVWXZ]{5}", card["code"])
    stranger = Person(house.port, "Fanny")
    opened_card = stranger.done("/api/codes", {"code": card["code"].lower()})
    assert opened_card["id"] == table
    stranger.done(f"/api/tables/{table}/seat", {"seat": 2})
    people[0].done(f"/api/tables/{table}/start")
    assert stranger.post("/api/codes", {"code": card["code"]}) == (
        404,
        {"code": "not_found", "note": ""},
    )
    assert people[0].get(f"/api/tables/{table}")[1]["code"] is None


def test_codes_cannot_be_guessed(house: House) -> None:
    """G19: ten tries a minute of one address."""
    guesser = Person(house.port, "Guess")
    answers = [guesser.post("/api/codes", {"code": f"BBBB{i}"})[0] for i in range(30)]
    assert set(answers) == {404, 429} and answers.count(404) <= 10


def test_a_table_is_private_unless_its_host_lists_it(house: House) -> None:
    hidden, _ = opened(house, "Gaël", seats=3)
    public, _ = opened(house, "Hana", seats=3, listed=True)
    _, listed = Person(house.port).get("/api/tables")
    assert public in [row["id"] for row in listed] and hidden not in [row["id"] for row in listed]
    row = next(row for row in listed if row["id"] == public)
    assert row == {
        "id": public, "title": "Diktat", "game": "diktat", "seats": 3, "free": 2, "host": "Hana",
    }  # fmt: skip
    assert len(hidden) >= 22  # 128 bits


def test_a_link_is_a_page_and_a_picture(house: House) -> None:
    table, people = opened(house, "Ida", "Jules")
    page = house.ask(f"/t/{table}")
    assert page.status == 200 and page.body == house.ask("/").body
    _, door = people[0].get(f"/api/tables/{table}/door")
    assert door["address"] == f"http://127.0.0.1:{house.port}/t/{table}" and door["size"] > 20


def test_the_cookie_works_at_home(house: House) -> None:
    """Over plain http there is no Secure, else no browser would send it back."""
    person = Person(house.port, "Jo")
    flags = person.set_cookie.lower()
    assert "httponly" in flags and "samesite=strict" in flags and "secure" not in flags
    assert len(person.cookie.partition("=")[2]) >= 43  # 256 bits
    status, player = person.get("/api/session")
    assert (status, player["name"]) == (200, "Jo")


def test_a_name_is_shown_as_it_is_or_refused(house: House) -> None:
    person = Person(house.port)
    for name in ("", "   ", "x" * 25, "a\u202eb", "a\x00b"):
        status, answer = person.post("/api/session", {"name": name})
        assert (status, answer["code"]) == (400, "bad_name")
    status, answer = person.post("/api/session", {"name": "  Zoé   L. "})
    assert (status, answer["name"]) == (201, "Zoé L.")
    status, answer = person.post("/api/session", {"name": "Zoé"})
    assert (status, answer["name"]) == (200, "Zoé")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"game": "chess", "seats": 2}, "bad_table"),
        ({"game": "diktat", "seats": 9}, "bad_table"),
        ({"game": "diktat", "seats": 3, "modules": ["nothing"]}, "bad_table"),
        ({"game": "diktat", "seats": 3, "options": {"no": 1}}, "bad_table"),
        ({"game": "diktat", "seats": 3, "preset": "no such"}, "bad_table"),
        ({"game": "diktat", "seats": 3, "caretaker": "maitre"}, "bad_table"),
        ({"game": "../x", "seats": 3}, "bad_table"),
        ({"game": "diktat", "seats": "three"}, "unreadable"),
        ({"game": "diktat", "seats": 3, "decision": 1}, "unreadable"),
        ({"game": "diktat", "seats": 3, "surprise": 1}, "unreadable"),
        ([], "unreadable"),
        (b"{", "unreadable"),
        (b"\xff\xfe", "unreadable"),
        (b"[" * 5000, "unreadable"),
        (b"x" * 20_000, "too_large"),
    ],
)
def test_terms_that_make_no_sense_are_refused(house: House, terms: Any, code: str) -> None:
    status, answer = Person(house.port, "Kim").post("/api/tables", terms)
    assert answer["code"] == code and status in (400, 413)


def test_the_house_tells_what_a_table_can_be_opened_with(house: House) -> None:
    """H1: every preset that is told of opens a table."""
    person = Person(house.port, "Kim")
    status, setups = person.get("/api/games")
    games = {ways["game"]: ways for ways in setups}
    assert status == 200 and {"diktat", "dictopia"} <= set(games)
    assert games["dictopia"]["options"]["mode"][0] == "standard"
    assert "random" in games["diktat"]["bots"] and games["diktat"]["presets"]
    for preset in games["diktat"]["presets"]:
        seats = max(map(int, preset["minutes"]), default=max(games["diktat"]["seats"]))
        terms = {"game": "diktat", "seats": seats, "preset": preset["name"]}
        card = person.done("/api/tables", terms)
        assert card["terms"]["modules"] == preset["modules"]
        assert preset["options"].items() <= card["terms"]["options"].items()


def test_who_was_in_the_lobby_sees_no_game_that_is_not_watched(house: House) -> None:
    table, people = opened(house, "Lou", "Mia", decision=None)
    stranger = Person(house.port, "Ned").wire(table, watch=True)
    assert stranger.card["status"] == "open"
    people[0].done(f"/api/tables/{table}/start")
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            assert stranger.hear()["type"] in ("card", "ping")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_only_the_host_rules_and_only_at_the_right_time(house: House) -> None:
    table, (host, guest) = opened(house, "Léa", "Max", **QUICK)
    stranger, at = Person(house.port, "Nora"), f"/api/tables/{table}"
    assert guest.post(f"{at}/start")[1]["code"] == "not_host"
    assert stranger.post(f"{at}/bot", {"seat": 1, "bot": "random"})[1]["code"] == "not_host"
    assert host.post(f"{at}/bot", {"seat": 1, "bot": "deep"})[1]["code"] == "no_bot"
    assert host.post(f"{at}/hold", {"id": "a", "paused": True})[1]["code"] == "not_started"
    assert stranger.post(f"{at}/seat", {"seat": 1})[1]["code"] == "seat_taken"
    for closed in ("record", "replay?viewer=all", "verify"):
        assert host.get(f"{at}/{closed}")[1]["code"] == "not_over"
    assert host.post(f"{at}/rematch")[1]["code"] == "not_over"
    host.done(f"{at}/start")
    assert host.post(f"{at}/start")[1]["code"] == "started"
    assert guest.post(f"{at}/hold", {"id": "a", "paused": True})[1]["code"] == "not_host"
    paused = host.done(f"{at}/hold", {"id": "a", "paused": True})
    assert paused["status"] == "paused"
    assert host.post(f"{at}/hold", {"id": "b", "paused": True})[1]["code"] == "already"
    wire = guest.wire(table)
    wire.until("snapshot")
    assert wire.state["status"] == "paused" and wire.state["clock"]["due"] is None
    nack = wire.act({"type": "Pass"})
    assert nack["code"] == "paused"
    host.done(f"{at}/hold", {"id": "c", "paused": False})
    news = wire.until("news")
    assert wire.state["status"] == "playing", news
    due = wire.state["clock"]["due"]
    host.done(f"{at}/time", {"id": "t", "time": 60_000})
    while wire.state["clock"]["due"] == due:
        wire.until("news")
    assert wire.state["clock"]["due"] >= due + 50_000
    assert stranger.post(f"{at}/ticket", {"watch": True})[1]["code"] == "not_watched"
    wire.close()


@pytest.mark.slow
def test_a_game_alone_with_bots_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    """P17, P28: bots in their own process; at the end the seed is opened and everything holds."""
    with running(tmp_path, "--port", "0") as house:
        person = Person(house.port, "Olga")
        terms = {
            "game": "dictopia",
            "seats": 2,
            "pauses": "none",
            "pace": "instant",
            "options": {"judging": "automatic"},
        }
        card = person.done("/api/tables", terms)
        at = f"/api/tables/{card['id']}"
        person.done(f"{at}/bot", {"seat": 1, "bot": "random"})
        person.done(f"{at}/start")
        wire = person.wire(card["id"])
        wire.until("snapshot")
        while wire.state["status"] != "over":
            game = wire.state["game"]
            if game["question"] and game["answer"] is None:
                wire.act(answer(game["question"]))
            else:
                wire.hear()
        status, written = person.get(f"{at}/record")
        games.installed()
        record = read_record(json.dumps(written).encode())
        assert status == 200 and record.commitment == card["commitment"]
        verify(record)
        status, replay = person.get(f"{at}/replay?viewer=0")
        assert status == 200 and replay["entries"] == len(record.entries) and replay["steps"]
        assert person.get(f"{at}/points")[1] == {"points": []}  # Dictopia has its own sheet
        status, verification = person.get(f"{at}/verify")
        assert (
            status == 200
            and verification["holds"]
            and verification["commitment"] == card["commitment"]
        )
        for viewer in ("2", "everyone"):
            assert person.get(f"{at}/replay?viewer={viewer}")[1]["code"] == "unreadable"
        again = person.done(f"{at}/rematch")
        assert [chair["kind"] for chair in again["chairs"]] == ["bot", "person"]
        assert person.done(f"{at}/rematch")["id"] == again["id"]
        assert person.get(at)[1]["rematch"] == again["id"]


def test_a_cut_costs_nothing(house: House) -> None:
    """P24, G13: back on the same seat, with what was missed and nothing else."""
    table, people = opened(house, "Paul", "Rose", decision=None)
    people[0].done(f"/api/tables/{table}/start")
    wires = [person.wire(table) for person in people]
    for wire in wires:
        wire.until("snapshot")
    kinds = set()
    for _ in range(12):
        asked = next_asked(wires)
        other = wires[1 - wires.index(asked)]
        other.close()
        asked.act(answer(asked.state["game"]["question"]))
        back = Wire(other.person, table, other)
        wires[wires.index(other)] = back
        kinds.add(back.hear()["type"])
        back.say({"type": "resync"})
        state = back.state
        while back.hear()["type"] != "snapshot":
            state = back.state  # the house may go on meanwhile
        assert back.state == state and back.seat == other.seat
    assert kinds == {"delta"}
    for wire in wires:
        wire.close()


def test_a_ticket_opens_one_socket_once_and_nothing_else(house: House) -> None:
    """G18, I9–I11: used, late, of another table, altered, of an older generation."""
    table, (host, guest) = opened(house, "Saïd", "Théo", decision=None)
    other, _ = opened(house, "Ugo", "Vic")
    host.done(f"/api/tables/{table}/start")

    def code(person: Person, at: str, token: str) -> int:
        socket = dial(person)
        hello = {"type": "hello", "proto": 1, "table": at, "token": token}
        socket.send(json.dumps(hello))
        try:
            while True:
                if json.loads(socket.recv(PATIENCE))["type"] == "welcome":
                    return 0
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code
        finally:
            socket.close()

    token = guest.ticket(table)["token"]
    assert code(guest, table, token) == 0
    assert code(guest, table, token) == 4401
    assert code(guest, other, guest.ticket(table)["token"]) == 4401
    altered = guest.ticket(table)["token"]
    assert code(guest, table, ("A" if altered[0] != "A" else "B") + altered[1:]) == 4401
    for nonsense in ("", "x", "é" * 20, "../" * 5):
        assert code(guest, table, nonsense) == 4401
    old = guest.ticket(table)["token"]
    wire = guest.wire(table)
    host.done(f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"})
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            wire.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    assert code(guest, table, old) == 4403
    assert guest.post(f"/api/tables/{table}/ticket", {})[1]["code"] == "not_watched"


def test_a_session_that_is_ended_closes_its_sockets(house: House) -> None:
    table, (host, guest) = opened(house, "Wim", "Xéna", decision=None)
    host.done(f"/api/tables/{table}/start")
    wire = guest.wire(table)
    assert guest.ask("DELETE", "/api/session")[0] == 200
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            wire.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    assert guest.post(f"/api/tables/{table}/ticket", {})[1]["code"] == "no_session"


def test_no_more_than_three_sockets_a_seat(house: House) -> None:
    table, (host, _) = opened(house, "Yann", "Zita", decision=None)
    host.done(f"/api/tables/{table}/start")
    wires = [host.wire(table) for _ in range(4)]
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            wires[0].hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409
    for wire in wires[1:]:
        wire.say({"type": "ping", "n": 3})
        wire.until("pong")
        wire.close()


def bad_origins(port: int) -> list[str]:
    host = f"127.0.0.1:{port}"
    return [
        "null", "http://evil.example", f"http://evil.example:{port}", f"https://{host}",
        "http://127.0.0.1", f"http://127.0.0.1:{port + 1}", f"http://{host}.evil.example",
        f"http://evil.example/{host}", f"http://user@{host}", f"http://{host}@evil.example",
        f"http://{host}/", f"http://{host}/path", f"http://localhost:{port}", f"ws://{host}",
        f"file://{host}", f"HTTP://{host}", f"http://[::1]:{port}", f"http://{host}?",
        f"http://{host}#", "http://",
    ]  # fmt: skip


def test_pages_of_other_sites_are_refused(house: House) -> None:
    """G17: twenty origins that are not ours, and none with a cookie."""
    person = Person(house.port, "Aline")
    assert len(bad_origins(house.port)) == 20
    for origin in [*bad_origins(house.port), ""]:
        with pytest.raises(InvalidStatus) as refused:
            dial(person, origin=origin).close()
        assert refused.value.response.status_code == 403, origin
        answer = person.ask("POST", "/api/tables", {"game": "diktat", "seats": 2}, Origin=origin)
        assert (answer[0], answer[1]["code"]) == (403, "bad_origin"), origin
    dial(person).close()


def test_a_name_that_leads_here_is_not_ours_unless_the_host_says_so(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", "--address", "https://table.example") as house:
        person = Person(house.port)
        evil = f"evil.example:{house.port}"
        asked = person.ask(
            "POST", "/api/session", {"name": "A"}, Host=evil, Origin=f"http://{evil}"
        )
        assert asked[0] == 403
        asked = person.ask(
            "POST", "/api/session", {"name": "A"}, Host="table.example",
            Origin="https://table.example",
        )  # fmt: skip
        assert asked[0] == 201 and "secure" in person.set_cookie.lower()


def test_a_program_without_a_cookie_sends_its_secret_as_a_bearer(house: House) -> None:
    person = Person(house.port, "Bot")
    token = person.cookie.partition("=")[2]
    program = Person(house.port)
    status, answer = program.ask(
        "POST", "/api/tables", {"game": "diktat", "seats": 2}, Origin="",
        Authorization=f"Bearer {token}",
    )  # fmt: skip
    assert status == 201 and answer["chairs"][0]["name"] == "Bot"


def test_frames_that_are_too_large_end_the_socket(house: House) -> None:
    """G16: 8 KiB, no extension, no compression."""
    table, (host, _) = opened(house, "Cléo", "Dan", decision=None)
    host.done(f"/api/tables/{table}/start")
    wire = host.wire(table)
    assert not wire.socket.protocol.extensions
    wire.say('{"type":"ping","n":1' + " " * 8000 + "}")
    wire.until("pong")
    wire.say(" " * 9000)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            wire.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_who_talks_too_fast_is_cut(house: House) -> None:
    table, (host, _) = opened(house, "Ève", "Flo", decision=None)
    host.done(f"/api/tables/{table}/start")
    wire = host.wire(table)
    with pytest.raises(ConnectionClosed) as closed:
        for n in range(200):
            wire.say({"type": "ping", "n": n})
        while True:
            wire.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    wire = host.wire(table)  # it may come back
    wire.close()


def test_who_does_not_say_hello_is_cut(house: House) -> None:
    for message in ('{"type":"ping","n":1}', "{}", "nonsense", b"\x00\xff"):
        socket = dial(Person(house.port))
        socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400


def test_those_who_watch_see_what_all_see_and_do_nothing(house: House) -> None:
    """I4: a watcher is one more viewer."""
    table, people = opened(house, "Guy", "Hugo", decision=None, watched=True)
    people[0].done(f"/api/tables/{table}/start")
    watcher = Person(house.port, "Iris").wire(table, watch=True)
    watcher.until("snapshot")
    assert watcher.seat == -1
    position = watcher.state["game"]
    assert (position["seat"], position["question"], position["answer"]) == (-1, None, None)
    for message in (
        {"type": "act", "id": "a", "decision": 0, "action": {"type": "Pass"}},
        {"type": "undo", "id": "a", "decision": 0},
        {"type": "offers"},
        {"type": "weigh", "id": "a", "decision": 0, "actions": [{"type": "Pass"}]},
        {"type": "draft", "decision": 0, "action": {}},
        {"type": "hold", "id": "a"},
        {"type": "skip", "id": "a"},
        {"type": "pace", "id": "a", "pace": "fast"},
    ):
        watcher.say(message)
        assert watcher.until("nack")["code"] == "spectator"
    watcher.close()


@pytest.mark.slow
def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    """G1, I13: the same table, seat, state and number after the house was closed."""
    with running(tmp_path, "--port", "0") as house:
        table, people = opened(house, "Jean", "Katia", decision=None)
        people[0].done(f"/api/tables/{table}/start")
        wires = [person.wire(table) for person in people]
        for wire in wires:
            wire.until("snapshot")
        for _ in range(10):
            asked = next_asked(wires)
            asked.act(answer(asked.state["game"]["question"]))
        next_asked(wires)
        house.process.kill()
        house.process.wait(PATIENCE)
    with running(tmp_path, "--port", "0") as house:
        for person, before in zip(people, wires, strict=True):
            person.port, person.host = house.port, f"127.0.0.1:{house.port}"
            after = person.wire(table)
            after.until("snapshot")
            assert after.state == before.state and after.number == before.number
            assert after.check == before.check
            after.close()


def test_the_other_ways_to_play_over_http(house: House) -> None:
    """DIC-DAY-1, DIC-SOL-2, DIC-TRA-2: what the client asks for, from the first visit on."""
    stranger = Person(house.port)
    status, daily = stranger.get("/api/daily")
    assert status == 200 and (daily["state"], daily["mine"]) == ("open", None)
    assert len(daily["yesterday"]["tops"]) == 5
    assert stranger.post("/api/daily") == (401, {"code": "no_session", "note": ""})
    assert stranger.get("/api/results")[0] == 401
    assert stranger.get("/api/ladder")[1]["rung"] == 8
    anna = Person(house.port, "Anna")
    assert anna.ask("POST", "/api/daily", Origin="http://evil.example")[0] == 403
    status, card = anna.post("/api/daily")
    assert status == 201 and card["counted"] and card["status"] == "playing"
    wire = anna.wire(card["id"])
    wire.until("snapshot")
    while wire.state["status"] != "over":
        assert wire.act(answer(wire.state["game"]["question"]))["type"] == "ack"
    daily = anna.get("/api/daily")[1]
    assert (daily["state"], daily["rank"], daily["mine"]["standings"][0]["score"]) == ("done", 1, 0)
    assert anna.get(f"/api/tables/{card['id']}/record")[0] == 200
    assert stranger.get(f"/api/tables/{card['id']}/record")[0] == 403
    assert [result["table"] for result in anna.get("/api/results")[1]] == [card["id"]]
    terms = {"game": "dictopia", "seats": 1, "options": {"mode": "training"}}
    table = anna.done("/api/tables", terms)["id"]
    anna.done(f"/api/tables/{table}/start")
    hint = anna.done(f"/api/tables/{table}/hint", {"step": 0})
    assert len(hint["letters"]) == 1 and hint["length"] == 5
    assert anna.post(f"/api/tables/{table}/hint", {"step": 99})[0] == 400
