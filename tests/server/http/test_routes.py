"""Every route: its body, its player and its origin are read in one place, and never by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct
from starlette.applications import Starlette
from starlette.routing import Route

import clande.server
from clande.server.app import create_app
from clande.server.http import requests
from clande.server.http.middleware import Addresses
from clande.server.http.requests import LARGEST_BODY, RequestReader
from clande.server.http.routing import ANY_PATH, BoundRoute, Endpoint, get, post, routes_of
from clande.server.http.schemas.tables import HouseInfo
from clande.server.operations.metrics import Metrics
from tests.server.notifications.test_notifications import couriered
from tests.support.virtual_server import Room, virtually

SERVER = Path(clande.server.__file__).parent
HOST = "127.0.0.1:5000"
OWN = {"Origin": f"http://{HOST}"}
FOREIGN = {"Origin": "https://example.org"}
INFO = HouseInfo("Chez Nous", "1", [], None)


async def ask(
    app: Starlette, method: str, path: str, *chunks: bytes, **headers: str
) -> tuple[int, Any]:
    """Sends a request to an application in this process; the status and the JSON of its answer."""
    parts = list(chunks) or [b""]
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Any) -> None:
        sent.append(message)

    named = {"Host": HOST} | headers
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "path": path, "root_path": "",
        "query_string": b"", "scheme": "http", "client": ("192.0.2.7", 5), "server": ("h", 80),
        "headers": [(name.lower().encode(), value.encode()) for name, value in named.items()],
    }  # fmt: skip
    await app(scope, receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(body)


def application(room: Room) -> Starlette:
    couriered(room)
    return create_app(INFO, {}, room.house)


def endpoints(app: Starlette) -> list[tuple[str, Endpoint]]:
    http = [route for route in app.routes if isinstance(route, Route)]
    return [(route.path, route.endpoint) for route in http]  # type: ignore[misc]


def bound(app: Starlette) -> list[tuple[str, str, BoundRoute]]:
    """Every route: its method, a path that leads to it, and what it binds."""
    return [
        (method, re.sub(r"\{\w+(:path)?\}", "x", path), route)
        for path, endpoint in endpoints(app)
        for method, route in endpoint.routes.items()
    ]


def test_all_paths_are_served_by_endpoints(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)
        assert all(type(endpoint) is Endpoint for _, endpoint in endpoints(app))
        assert [type(route).__name__ for route in app.routes if not isinstance(route, Route)] == [
            "WebSocketRoute"
        ]
        assert len(bound(app)) > 80
        assert endpoints(app)[-1][0] == ANY_PATH

    virtually(tmp_path, work)


def test_no_change_is_made_for_another_site(tmp_path: Path) -> None:
    """Whatever is registered: a route cannot be added without the check."""

    async def work(room: Room) -> None:
        app = application(room)
        _, token = await room.house.people.greet("Anna")
        cookie = f"{requests.SESSION}={token}"
        exempt = []
        for method, path, _ in bound(app):
            if method == "GET":
                continue
            for headers in (FOREIGN, FOREIGN | {"Cookie": cookie}, {"Cookie": cookie}):
                try:
                    status, body = await ask(app, method, path, b"{}", **headers)
                except json.JSONDecodeError:
                    status, body = 0, {}
                if (status, body.get("code")) != (403, "bad_origin"):
                    exempt.append(path)
        assert set(exempt) == {"/signals/x/x"}  # the path itself holds the secret
        assert await room.house.people.who(token) is not None

    virtually(tmp_path, work)


def test_a_body_is_what_its_type_says(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)
        player, token = await room.house.people.greet("Anna")
        read = {**OWN, "Cookie": f"{requests.SESSION}={token}"}
        with_body = [(path, route) for method, path, route in bound(app) if route.body is not None]
        assert len(with_body) >= 30
        for path, route in with_body:
            assert issubclass(route.body, Struct), path
            for strange in (b'{"zzz":1}', b"[]", b"{", b"\xff", b"[" * 9000, b'{"seat":"x"}'):
                status, body = await ask(app, "POST", path, strange, **read)
                assert (status, body["code"]) == (400, "unreadable"), (path, strange)
            half = b" " * (LARGEST_BODY // 2 + 1)
            status, body = await ask(app, "POST", path, half, half, **read)
            assert (status, body["code"]) == (413, "too_large"), path
        assert await room.house.people.who(token) == player

    virtually(tmp_path, work)


def test_what_needs_a_player_needs_a_session(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)
        find_player = RequestReader.player
        of_players = [
            (method, path)
            for method, path, route in bound(app)
            if route.body is None
            and any(getattr(f, "__func__", None) is find_player for f in route.awaited.values())
        ]
        assert len(of_players) > 20
        for method, path in of_players:
            status, body = await ask(app, method, path, b"", **OWN)
            assert (status, body["code"]) == (401, "no_session"), path

    virtually(tmp_path, work)


def test_what_is_sent_and_answered_has_a_type_in_the_client(tmp_path: Path) -> None:
    written = (Path(__file__).parents[3] / "client/src/wire.ts").read_text("utf-8")
    in_client = set(re.findall(r"^export (?:interface|type) (\w+)", written, re.M))

    async def work(room: Room) -> None:
        for _, path, route in bound(application(room)):
            reply = get_type_hints(route.handler)["return"]
            for kind in (route.body, reply, *get_args(reply)):
                if isinstance(kind, type) and issubclass(kind, Struct):
                    assert kind.__name__ in in_client, path

    virtually(tmp_path, work)


def test_only_the_secret_itself_is_sent_without_being_admin(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)
        others = [
            (method, path)
            for method, path, route in bound(app)
            if path.startswith("/api/admin")
            and RequestReader.admin
            not in [getattr(find, "__func__", None) for find in route.awaited.values()]
        ]
        assert others == [("POST", "/api/admin")]

    virtually(tmp_path, work)


def test_what_no_route_has_is_not_found(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)
        for method, path, code in (
            ("PUT", "/api/session", "not_allowed"),
            ("GET", "/api/codes", "not_allowed"),
            ("GET", "/api/nowhere", "not_found"),
            ("POST", "/api/nowhere", "not_found"),
            ("POST", "/nowhere", "not_found"),
            ("GET", "/api/house/", "not_found"),
        ):
            assert (await ask(app, method, path, **OWN))[1]["code"] == code, (method, path)

    virtually(tmp_path, work)


def test_a_fault_of_ours_is_answered_and_counted(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        app = application(room)

        async def fails() -> None:
            raise KeyError("secret")

        room.house.lobby.listed = fails  # type: ignore[method-assign, assignment]
        assert await ask(app, "GET", "/api/tables") == (500, {"code": "broken", "note": ""})
        assert room.house.metrics.refused.values["broken"] == 1

    virtually(tmp_path, work)


class Odd:
    @get("/api/odd")
    async def ask(self, when: float) -> None:
        raise NotImplementedError


class Twice:
    @post("/api/twice")
    async def one_way(self) -> None:
        raise NotImplementedError

    @post("/api/twice")
    async def other_way(self) -> None:
        raise NotImplementedError


def test_a_route_that_cannot_be_bound_stops_the_start() -> None:
    with pytest.raises(TypeError, match=r"/api/odd: no request has a when of type"):
        routes_of([Odd()], {}, Addresses(), Metrics())
    with pytest.raises(ValueError, match="/api/twice has two routes of one method"):
        routes_of([Twice()], {}, Addresses(), Metrics())


BY_HAND = re.compile(
    r"\.(body|json|form|stream)\(|\.cookies\b|\.session\b\[|authorization|people\.who\("
    r"|is_own\(|same_origin\(|session_token\(|read_body\(|client_address\(|bad_origin"
    r"|\bRoute\(|add_route\(|\bMount\("
)
READS_REQUESTS = ("http/requests.py", "http/routing.py")


def by_hand(text: str) -> list[str]:
    """Lines that read a body, a player or an origin themselves; `import` lines are none."""
    lines = [line for line in text.splitlines() if not line.startswith(("from ", "import "))]
    return [line.strip() for line in lines if BY_HAND.search(line)]


def test_no_route_reads_a_request_by_hand() -> None:
    routes = [*(SERVER / "http/routes").glob("*.py"), SERVER / "dictopia/routes.py"]
    assert len(routes) > 8
    for file in (*routes, SERVER / "app.py"):
        assert by_hand(file.read_text("utf-8")) == [], file
    for name in READS_REQUESTS:  # the scan knows the ways that it looks for
        assert by_hand((SERVER / name).read_text("utf-8"))
