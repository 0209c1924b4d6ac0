"""Real people at a real house: HTTP with a cookie, and a socket each."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from clande.kernel import Action
from clande.kernel.messages import Change, patched
from tests.support.server_process import PATIENCE


class Person:
    """A browser: it keeps a cookie, and says where its page comes from."""

    def __init__(self, port: int, name: str = "", host: str = "127.0.0.1") -> None:
        self.port = port
        self.host = f"{host}:{port}"
        self.cookie = ""
        if name:
            status, _ = self.post("/api/session", {"name": name})
            assert status == 201

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Host": self.host, "Origin": f"http://{self.host}"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        headers = {name: value for name, value in headers.items() if value}
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body)
        connection.request(method, path, body=data, headers=headers)
        response = connection.getresponse()
        read = response.read()
        if cookie := response.getheader("Set-Cookie"):
            self.set_cookie = cookie
            self.cookie = cookie.partition(";")[0]
        connection.close()
        return response.status, json.loads(read) if read else None

    def get(self, path: str) -> tuple[int, Any]:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self.ask("POST", path, body)

    def done(self, path: str, body: Any = None) -> Any:
        status, answer = self.post(path, body)
        assert status in (200, 201), (path, status, answer)
        return answer

    def ticket(self, table: str, watch: bool = False) -> Any:
        return self.done(f"/api/tables/{table}/ticket", {"watch": watch})

    def wire(self, table: str, last: Wire | None = None, watch: bool = False) -> Wire:
        return Wire(self, table, last, watch)


class Wire:
    """One socket that has said hello."""

    def __init__(
        self, person: Person, table: str, last: Wire | None = None, watch: bool = False
    ) -> None:
        self.person = person
        ticket = person.ticket(table, watch)
        self.socket = dial(person)
        hello = {"type": "hello", "proto": 1, "table": table, "token": ticket["token"]}
        self.state: Any = None
        self.number, self.check = -1, ""
        self.card: Any = None
        self.story: list[Any] = []
        self.seat: int = ticket["seat"]
        self.sent = 0
        if last is not None:
            self.state, self.number, self.check = last.state, last.number, last.check
            hello |= {"last": last.number, "check": last.check}
        self.say(hello)
        self.until("welcome")

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Any:
        message = json.loads(self.socket.recv(timeout))
        self.take(message)
        return message

    def take(self, message: Any) -> None:
        match message["type"]:
            case "snapshot":
                self.state, self.number, self.check = (
                    message["state"],
                    message["number"],
                    message["check"],
                )
            case "news":
                assert message["number"] == self.number + 1
                changes = tuple(msgspec.convert(c, Change) for c in message["patch"])
                self.state = patched(self.state, changes)
                self.number, self.check = message["number"], message["check"]
                self.story += message["story"]
            case "delta":
                for news in message["news"]:
                    self.take(news)
            case "welcome" | "card":
                self.card = message["card"]
            case "ping":
                self.say({"type": "pong", "n": message["n"]})

    def until(self, kind: str, timeout: float = PATIENCE) -> Any:
        while (message := self.hear(timeout))["type"] != kind:
            pass
        return message

    def act(self, action: Any, **more: Any) -> Any:
        self.sent += 1
        id = more.pop("id", f"w{self.sent}")
        command = {"type": "act", "id": id, "decision": self.state["decision"], "action": action}
        self.say(command | more)
        while (reply := self.hear())["type"] not in ("ack", "nack") or reply["id"] != id:
            pass
        return reply

    def answer(self, action: Action) -> Any:
        """Acts on what is asked now: all news from before have come."""
        self.say({"type": "ping", "n": 1})
        self.until("pong")
        return self.act(json.loads(msgspec.json.encode(action)))

    def close(self) -> None:
        self.socket.close()


def dial(person: Person, **headers: str) -> ClientConnection:
    origin = headers.pop("origin", f"http://{person.host}")
    return connect(
        f"ws://127.0.0.1:{person.port}/ws",
        origin=Origin(origin) if origin else None,
        additional_headers={"Cookie": person.cookie} if person.cookie else None,
        compression="deflate",
        open_timeout=PATIENCE,
        legacy=True,
    )
