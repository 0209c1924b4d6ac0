"""Types for marisa-trie, which has none; nothing else imports it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, cast

import marisa_trie  # type: ignore[import-not-found]


class Trie(Protocol):
    """Words → numbers, and back."""

    def __len__(self) -> int: ...
    def get(self, word: str) -> int | None: ...
    def restore_key(self, number: int) -> str: ...
    def save(self, path: str) -> None: ...
    def mmap(self, path: str) -> object: ...


class BytesTrie(Protocol):
    """Words → what is said of them."""

    def get(self, word: str, default: tuple[bytes, ...]) -> Iterable[bytes]: ...
    def save(self, path: str) -> None: ...
    def mmap(self, path: str) -> object: ...


def make_trie(words: list[str]) -> Trie:
    return cast(Trie, marisa_trie.Trie(words))


def make_bytes_trie(pairs: list[tuple[str, bytes]]) -> BytesTrie:
    return cast(BytesTrie, marisa_trie.BytesTrie(pairs))


def open_trie(path: Path) -> Trie:
    trie = make_trie([])
    trie.mmap(str(path))
    return trie


def open_bytes_trie(path: Path) -> BytesTrie:
    trie = make_bytes_trie([])
    trie.mmap(str(path))
    return trie
