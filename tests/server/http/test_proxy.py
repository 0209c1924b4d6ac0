"""Behind a proxy: a public address with a path, wss, cookies that fit, and whom the house believes.

With Debian's caddy, if it is on the PATH; the house's own part is tested without it as well."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from clande.server.http import static_files
from clande.server.http.middleware import Addresses
from clande.server.operations.addresses import PublicAddress
from tests.support.http_player import Person
from tests.support.server_process import PATIENCE, House, refusal, running

CADDY = shutil.which("caddy")
HOST = "localhost"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Visitor:
    """A browser that comes by a public address."""

    def __init__(self, address: str, authority: Path | None = None) -> None:
        parts = re.fullmatch(r"(https?)://([^/:]+):(\d+)(/.*)?", address)
        assert parts
        self.scheme, self.host, self.port = parts[1], parts[2], int(parts[3])
        self.path = parts[4] or ""
        self.tls = ssl.create_default_context(cafile=authority) if authority else None
        self.cookie = self.set_cookie = ""

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> tuple[int, Any, bytes]:
        connection: HTTPConnection
        if self.tls:
            connection = HTTPSConnection(self.host, self.port, timeout=PATIENCE, context=self.tls)
        else:
            connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {"Origin": self.origin} if method != "GET" else {}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        data = None if body is None else json.dumps(body)
        connection.request(method, f"{self.path}{path}", data, headers)
        answer = connection.getresponse()
        read = answer.read()
        if cookie := answer.getheader("Set-Cookie"):
            self.set_cookie, self.cookie = cookie, cookie.partition(";")[0]
        connection.close()
        return answer.status, answer, read

    def done(self, path: str, body: Any = None) -> Any:
        status, _, read = self.ask("POST", path, body if body is not None else {})
        assert status in (200, 201), (path, status, read)
        return json.loads(read)

    def plays(self) -> str:
        """A whole visit: a name, a table, its page and its files, the socket; the table's id."""
        self.done("/api/session", {"name": "Visiteuse"})
        table: str = self.done("/api/tables", {"game": "diktat", "seats": 2})["id"]
        self.done(f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"})
        self.done(f"/api/tables/{table}/start")
        ticket = self.done(f"/api/tables/{table}/ticket", {"watch": False})
        kind = "wss" if self.scheme == "https" else "ws"
        with connect(
            f"{kind}://{self.host}:{self.port}{self.path}/ws",
            origin=Origin(self.origin),
            additional_headers={"Cookie": self.cookie},
            ssl=self.tls,
        ) as wire:
            hello = {"type": "hello", "proto": 1, "table": table, "token": ticket["token"]}
            wire.send(json.dumps(hello))
            kinds = [json.loads(wire.recv(PATIENCE))["type"] for _ in range(3)]
            assert {"welcome", "snapshot"} <= set(kinds)
        for page in ("/", f"/t/{table}"):
            status, _, content = self.ask("GET", page)
            text = content.decode()
            assert status == 200
            assert f'name="clande-root" content="{self.path}/"' in text
            files = re.findall(r'(?:src|href)="([^"]+)"', text)
            assert len(files) >= 3
            for file in files:
                assert file.startswith(f"{self.path}/")
                assert self.ask("GET", file.removeprefix(self.path))[0] == 200
        return table


@contextmanager
def caddy(folder: Path, port: int, site: str) -> Iterator[None]:
    """Debian's caddy with this site, its keys and everything else in a folder of its own."""
    assert CADDY
    config = folder / "Caddyfile"
    kind = site.partition(":")[0]
    options = f"admin off\nauto_https disable_redirects\nskip_install_trust\n{kind}_port {port}\n"
    options += f"storage file_system {folder}/caddy\nlog {{\nlevel ERROR\n}}\n"
    config.write_text(f"{{\n{options}}}\n{site}\n")
    process = subprocess.Popen(
        [CADDY, "run", "--config", str(config), "--adapter", "caddyfile"],
        env={"HOME": str(folder), "PATH": "/usr/bin"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for _ in range(10 * PATIENCE):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stderr
        process.stderr.close()


needs_caddy = pytest.mark.skipif(CADDY is None, reason="caddy is not on the PATH")


@needs_caddy
@pytest.mark.parametrize(
    ("path", "strips"), [("", False), ("/jeux/clande", True), ("/jeux/clande", False)]
)
def test_behind_caddy_with_tls(tmp_path: Path, path: str, strips: bool) -> None:
    """At the root and under a path, which the proxy takes away or hands on."""
    port = free_port()
    address = f"https://{HOST}:{port}{path}"
    with running(
        tmp_path / "house", "--port", "0", "--address", address, "--behind", "127.0.0.1"
    ) as house:
        handle = f"handle_path {path}/*" if strips else f"handle {path}*"
        site = f"https://{HOST}:{port} {{\ntls internal\n{handle} {{\n"
        site += f"reverse_proxy 127.0.0.1:{house.port}\n}}\n}}"
        with caddy(tmp_path, port, site):
            authority = tmp_path / "caddy/pki/authorities/local/root.crt"
            for _ in range(10 * PATIENCE):
                if authority.exists():
                    break
                time.sleep(0.1)
            visitor = Visitor(address, authority)
            table = visitor.plays()
            assert "Secure" in visitor.set_cookie
            assert f"Path={path}/" in visitor.set_cookie
            status, _, door = visitor.ask("GET", f"/api/tables/{table}/door")
            assert json.loads(door)["address"] == f"{address}/t/{table}"
            assert (
                visitor.ask("POST", "/api/session", {"name": "x"}, Origin="https://evil.example")[0]
                == 403
            )
            if path and not strips:
                status, answer, _ = Visitor(f"https://{HOST}:{port}{path}", authority).ask(
                    "GET", ""
                )
                assert (status, answer.getheader("location")) == (308, f"{path}/")


@needs_caddy
def test_behind_caddy_without_tls(tmp_path: Path) -> None:
    """Plain http in a network of one's own: the cookie must not be Secure."""
    port = free_port()
    address = f"http://{HOST}:{port}/clande"
    with running(
        tmp_path / "house", "--port", "0", "--address", address, "--behind", "127.0.0.1"
    ) as house:
        site = f"http://{HOST}:{port} {{\nhandle_path /clande/* {{\n"
        site += f"reverse_proxy 127.0.0.1:{house.port}\n}}\n}}"
        with caddy(tmp_path, port, site):
            visitor = Visitor(address)
            visitor.plays()
            assert "Secure" not in visitor.set_cookie and "Path=/clande/" in visitor.set_cookie


def greetings(house: House, count: int, **headers: str) -> list[int]:
    """New names from one machine, as many as are asked for."""
    return [
        Person(house.port).ask("POST", "/api/session", {"name": "Nom"}, **headers)[0]
        for _ in range(count)
    ]


def test_only_a_trusted_proxy_may_say_for_whom_it_asks(tmp_path: Path) -> None:
    """Else whoever wants to would be somebody else at each try, and no limit would hold."""
    with running(tmp_path, "--port", "0") as house:
        answers = [
            greetings(house, 1, X_Forwarded_For=f"198.51.100.{i}", X_Forwarded_Proto="https")[0]
            for i in range(32)
        ]
        assert answers.count(201) == 30 and answers[-1] == 429


def test_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", "--behind", "127.0.0.0/8") as house:
        assert set(greetings(house, 20, X_Forwarded_For="198.51.100.1")) == {201}
        assert set(greetings(house, 20, X_Forwarded_For="198.51.100.2")) == {201}
        # what the client itself wrote before the proxy's own entry is not believed
        forged = greetings(house, 12, X_Forwarded_For="203.0.113.9, 198.51.100.1")
        assert forged.count(429) == 2
        person = Person(house.port)
        person.ask(
            "POST",
            "/api/session",
            {"name": "Nom"},
            X_Forwarded_For="198.51.100.3",
            X_Forwarded_Proto="https",
        )
        assert "Secure" in person.set_cookie


@pytest.mark.parametrize(
    "text",
    ["ftp://example.org", "https://", "https://a b", "https://example.org/a?b", "https://h/../x"],
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        PublicAddress.read(text)


def test_a_wrong_option_is_refused_in_a_line(tmp_path: Path) -> None:
    for options in (("--behind", "proxy"), ("--address", "example.org"), ("--drain", "1000")):
        status, complaint = refusal(tmp_path, *options)
        assert status == 2 and "Traceback" not in complaint and options[0] in complaint


def test_an_address_is_found_by_origin_then_by_host() -> None:
    games, plain = (
        PublicAddress.read("https://Example.org/jeux/"),
        PublicAddress.read("http://10.0.0.2:80"),
    )
    named = Addresses((games, plain))
    assert games == PublicAddress("https://example.org", "/jeux")
    assert games.root == "https://example.org/jeux/"
    assert named.of({"origin": "https://example.org", "host": "127.0.0.1:8620"}) == games
    assert named.of({"host": "EXAMPLE.org"}) == games
    assert named.of({"host": "elsewhere"}) is None


def test_the_page_says_where_its_files_are() -> None:
    content = b'<meta name="clande-root" content="/" /><script src="./assets/a.js"></script>'
    page = static_files.File(content, None, "text/html", '"t"', "no-cache")
    moved = static_files.under("/jeux", page)
    assert moved.content == (
        b'<meta name="clande-root" content="/jeux/" /><script src="/jeux/assets/a.js"></script>'
    )
    assert moved.tag != page.tag
    assert b'content="/" />' in static_files.under("", page).content
