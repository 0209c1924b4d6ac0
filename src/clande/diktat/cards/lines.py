"""The line of each key of a TOML text. `tomllib` has read the text before, so it is valid."""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]

TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
      | (?P<newline>\n)
      | (?P<text>\"\"\"(?:\\.|[^\\])*?\"\"\"+ | '''.*?'''+ | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
      | (?P<sign>\[\[|\]\]|[\[\]{},=.])
      | (?P<bare>[^\s\[\]{},=.\#"']+)""",
    re.VERBOSE | re.DOTALL,
)


def lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every key and of every item of a list, by its path."""
    reader = Scanner(text)
    reader.document()
    return reader.lines


class Scanner:
    """Reads the structure of a text only: headers, keys, lists and tables, never values."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, int]] = []
        self.lines: dict[Path, int] = {}
        self.at = 0
        line = 1
        for match in TOKEN.finditer(text):
            if match.lastgroup != "space":
                self.tokens.append((match.lastgroup or "", match[0], line))
            line += match[0].count("\n")

    @property
    def sign(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def note(self, path: Path) -> None:
        if self.at < len(self.tokens):
            self.lines.setdefault(path, self.tokens[self.at][2])

    def newlines(self) -> None:
        while self.sign == "\n":
            self.at += 1

    def document(self) -> None:
        table: Path = ()
        counts: dict[Path, int] = {}
        while True:
            self.newlines()
            if self.at >= len(self.tokens):
                return
            if self.sign in ("[", "[["):
                listed = self.sign == "[["
                self.at += 1
                table = self.key((), counts)
                if listed:
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                    self.note(table)
                self.at += 1
            else:
                self.pair(table)

    def key(self, above: Path, counts: dict[Path, int]) -> Path:
        """A dotted key; one that names a list of tables goes on inside its last one."""
        path = above
        while True:
            if path in counts:
                path = (*path, counts[path])
            path = (*path, plain(self.sign))
            self.note(path)
            self.at += 1
            if self.sign != ".":
                return path
            self.at += 1

    def pair(self, table: Path) -> None:
        path = self.key(table, {})
        self.at += 1  # the equals sign
        self.value(path)

    def value(self, path: Path) -> None:
        if self.sign in ("[", "[["):
            self.items(path)
        elif self.sign == "{":
            self.inline(path)
        else:
            while self.sign not in ("", ",", "]", "]]", "}", "\n"):
                self.at += 1

    def items(self, path: Path) -> None:
        self.take("[")
        number = 0
        while True:
            self.newlines()
            if self.sign in ("]", "]]"):
                self.take("]")
                return
            self.note((*path, number))
            self.value((*path, number))
            self.newlines()
            if self.sign == ",":
                self.at += 1
            number += 1

    def inline(self, path: Path) -> None:
        """No line ends between its pairs: TOML does not let it."""
        self.at += 1
        while True:
            if self.sign == "}":
                self.at += 1
                return
            self.pair(path)
            if self.sign == ",":
                self.at += 1

    def take(self, bracket: str) -> None:
        """One bracket; of two written together, the second stays for what is inside or around."""
        kind, sign, line = self.tokens[self.at]
        if sign == bracket:
            self.at += 1
        else:
            self.tokens[self.at] = (kind, bracket, line)


def plain(key: str) -> str:
    """A key as it is meant, quoted or bare."""
    if key[:1] in "\"'" and key:
        [name] = tomllib.loads(f"{key} = 0")
        return name
    return key
