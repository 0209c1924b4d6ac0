"""A report as one page that needs nothing else: both languages in it, no script, no network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import isfinite
from pathlib import Path

from msgspec import Struct

from clande.kernel import Book
from clande.research.intervals import Interval
from clande.text import LANGUAGES, Catalogue, catalogue

STYLE = Path(__file__).with_name("page.css")
TONGUES = {"fr": "Français", "en": "English"}


class PageCell(Struct, frozen=True):
    """A cell of a table that is more than text: what it is, and what stands small beside it."""

    text: str
    small: str = ""
    kind: str = ""  # in, out, open

    def html(self) -> str:
        small = f" <small>{escape(self.small)}</small>" if self.small else ""
        sign = {"in": "✓ ", "out": "✗ ", "open": "? "}.get(self.kind, "")
        kind = f' class="{self.kind}"' if self.kind else ""
        return f"<td{kind}>{sign}{escape(self.text)}{small}</td>"


class PageWriter:
    """Writes one language of a report, block after block."""

    def __init__(self, texts: Catalogue) -> None:
        self.texts = texts
        self.blocks: list[str] = []
        self.headings: list[tuple[str, str]] = []
        self.decimal = "," if texts.lang == "fr" else "."

    def say(self, key: str, /, **values: object) -> str:
        return self.texts.fill(f"research.{key}", values)

    def title(self, text: str) -> None:
        self.blocks.append(f"<h1>{escape(text)}</h1>")

    def heading(self, text: str) -> None:
        mark = f"{self.texts.lang}-{len(self.headings) + 1}"
        self.headings.append((mark, text))
        self.blocks.append(f'<h2 id="{mark}">{escape(text)}</h2>')

    def subheading(self, text: str) -> None:
        self.blocks.append(f"<h3>{escape(text)}</h3>")

    def paragraph(self, text: str) -> None:
        self.blocks.append(f"<p>{escape(text)}</p>")

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str | PageCell]]) -> None:
        top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
        body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
        self.blocks.append(
            f'<div class="scroll"><table><thead><tr>{top}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def figure(self, svg: str, caption: str) -> None:
        self.blocks.append(f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>")

    # ------------------------------------------------------------------- numbers in words

    def number(self, value: float, places: int = 1) -> str:
        """With the decimal sign of the language."""
        if not isfinite(value):
            return "–"
        text = f"{value:.{places}f}".replace("-", "−")
        return text.replace(".", self.decimal)

    def percent(self, share: float, places: int = 1) -> str:
        return f"{self.number(100 * share, places)}\u00a0%"

    def span(self, at: Interval, places: int = 1, factor: float = 1) -> str:
        low, high = (self.number(factor * x, places) for x in (at.low, at.high))
        return f"[{low} ; {high}]" if self.texts.lang == "fr" else f"[{low}, {high}]"

    def contents(self) -> str:
        links = [f'<a href="#{mark}">{escape(text)}</a>' for mark, text in self.headings]
        return f"<nav>{''.join(links)}</nav>"


def cell(value: str | PageCell) -> str:
    return value.html() if isinstance(value, PageCell) else f"<td>{escape(value)}</td>"


def page(write: Callable[[PageWriter], str], book: Book | None = None) -> str:
    """The whole page, French first."""
    mains, title = [], ""
    for lang in LANGUAGES:
        writer = PageWriter(catalogue(lang, book))
        name = write(writer)
        title = title or name
        first, *rest = writer.blocks
        mains.append(f'<main lang="{lang}">{first}{writer.contents()}{"".join(rest)}</main>')
    tongues = "".join(
        f'<input class="tongues" type="radio" name="tongue" id="{lang}"'
        f"{' checked' if lang == LANGUAGES[0] else ''}>"
        for lang in LANGUAGES
    ) + "".join(
        f'<label class="tongue" for="{lang}" lang="{lang}">{TONGUES[lang]}</label>\n'
        for lang in LANGUAGES
    )
    return (
        f'<!doctype html>\n<html lang="{LANGUAGES[0]}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n{tongues}{''.join(mains)}\n</body>\n</html>\n"
    )
