"""What a running house answers."""

from __future__ import annotations

import gzip
import json
import re
from urllib.parse import urljoin

import pytest

from clande import __version__
from tests.support.server_process import House


def assets(house: House) -> list[str]:
    page = house.ask("/").body.decode()
    return re.findall(r'"(/assets/[^"]+)"', page)


def test_the_page(house: House) -> None:
    page = house.ask("/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert '<html lang="fr">' in page.body.decode()
    assert house.ask("/index.html").body == page.body


def test_the_assets_are_kept_for_ever(house: House) -> None:
    names = assets(house)
    assert {name.rpartition(".")[2] for name in names} == {"js", "css"}
    for name in names:
        asset = house.ask(name)
        assert asset.status == 200 and asset.body
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    script = house.ask(next(name for name in names if name.endswith(".js")))
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"


def test_the_page_asks_nothing_of_other_machines(house: House) -> None:
    sheets = [name for name in assets(house) if name.endswith(".css")]
    fonts = [
        urljoin(sheet, address.strip("\"'"))
        for sheet in sheets
        for address in re.findall(r"url\(([^)]*)\)", house.ask(sheet).body.decode())
    ]
    assert fonts
    for name in fonts:
        assert name.startswith("/assets/")
        assert house.ask(name).headers["content-type"] == "font/woff2"


def test_text_is_compressed_for_those_who_read_it(house: House) -> None:
    plain, packed = house.ask("/"), house.ask("/", Accept_Encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_an_unchanged_file_is_not_sent_again(house: House) -> None:
    tag = house.ask("/").headers["etag"]
    again = house.ask("/", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == tag


def test_the_house_tells_what_it_is(house: House) -> None:
    answer = house.ask("/api/house")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    info = json.loads(answer.body)
    assert info["name"] == "Chez Nous"
    assert info["version"] == __version__
    assert info["door"] is None  # opened with --local
    for game in info["games"]:
        assert game["fewest_seats"] <= game["most_seats"]


def test_the_house_is_well(house: House) -> None:
    assert json.loads(house.ask("/healthz").body) == {"status": "ok"}


@pytest.mark.parametrize("path", ["/", "/icon.svg", "/api/house", "/healthz"])
def test_head_answers_like_get_without_a_body(house: House, path: str) -> None:
    asked, head = house.ask(path), house.ask(path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    for name in ("content-type", "content-length", "cache-control", "etag"):
        assert head.headers.get(name) == asked.headers.get(name)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("GET", "/api/house"), ("GET", "/nowhere"), ("GET", "/api/nowhere"),
     ("POST", "/api/house"), ("DELETE", "/nowhere")],
)  # fmt: skip
def test_every_answer_carries_the_security_headers(house: House, method: str, path: str) -> None:
    headers = house.ask(path, method).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/nowhere", "/../pyproject.toml", "/%2e%2e/app.py", "/assets/"])
def test_what_is_not_there_is_not_found(house: House, path: str) -> None:
    assert house.ask(path).status == 404


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/nowhere", "/t/a/b/c", "/assets/gone.js", "/aide/"])
def test_a_browser_gets_the_page_for_what_is_not_there(house: House, path: str) -> None:
    """Which says so, and leads home; nobody keeps it."""
    page = house.ask(path, Accept=BROWSER)
    assert (page.status, page.body) == (404, house.ask("/").body)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store" and "etag" not in page.headers
    tag = house.ask("/").headers["etag"]
    assert house.ask(path, Accept=BROWSER, If_None_Match=tag).status == 404
    packed = house.ask(path, Accept=BROWSER, Accept_Encoding="gzip")
    assert gzip.decompress(packed.body) == page.body


@pytest.mark.parametrize("path", ["/api", "/api/nowhere", "/api/house/"])
def test_a_request_of_the_page_gets_a_code_whatever_it_reads(house: House, path: str) -> None:
    answer = house.ask(path, Accept=BROWSER)
    assert answer.status == 404 and json.loads(answer.body)["code"] == "not_found"


@pytest.mark.parametrize("path", ["/aide", "/t/abc/", "/t/abc/revoir/"])
def test_all_places_of_the_client_are_pages(house: House, path: str) -> None:
    page = house.ask(path)
    assert (page.status, page.body) == (200, house.ask("/").body)


def test_the_page_cannot_be_posted_to(house: House) -> None:
    assert house.ask("/api/house", "POST").status == 405
