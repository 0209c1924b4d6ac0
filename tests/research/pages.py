"""What every page of a report must be: whole, in both languages, and in need of nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = ("meta", "input", "br")
LEAVES = ("rect", "line", "circle", "path", "polyline")


class Reader(HTMLParser):
    """Checks that tags close, and collects what a page says in each language."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.lang = ""
        self.text: dict[str, list[str]] = {"fr": [], "en": []}
        self.count: dict[tuple[str, str], int] = {}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "main":
            self.lang = dict(attributes)["lang"] or ""
        self.count[self.lang, tag] = self.count.get((self.lang, tag), 0) + 1
        for name, value in attributes:
            assert name not in ("src", "onclick", "srcset"), (tag, name)
            assert name != "href" or (value or "").startswith("#"), value
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.count[self.lang, tag] = self.count.get((self.lang, tag), 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.lang and data.strip():
            self.text[self.lang].append(data.strip())


def check_page(page: str, *wanted: str) -> Reader:
    """Self-contained, closed, complete in both languages, and it says what is wanted."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    for needing in (r"https?://", r"url\(", r"@import", r"<script", r"<link", r"<img"):
        assert not re.search(needing, page), needing
    for tag in ("h2", "h3", "table", "tr", "td", "th", "svg", "figure", "p"):
        assert reader.count.get(("fr", tag)) == reader.count.get(("en", tag)), tag
    said = {lang: " ".join(text) for lang, text in reader.text.items()}
    assert said["fr"] and said["en"] and said["fr"] != said["en"]
    assert "nan" not in re.findall(r"\w+", page) and "inf" not in re.findall(r"\w+", page)
    plain = page.replace("\u00a0", " ").replace("\u202f", " ")
    for words in wanted:
        assert words in plain, words
    return reader
