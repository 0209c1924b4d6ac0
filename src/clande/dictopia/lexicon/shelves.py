"""A shelf: a sorted list of words in compressed blocks, for lists that are seldom read.

Half the size of a trie; a lookup decompresses one block. The file is a table of (first word, start)
and then the blocks, each front-coded (how many letters are shared with the previous word, then the
rest).
"""

from __future__ import annotations

import mmap
import zlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BLOCK = 2048
WORD = 16
_LETTER = ord("A")  # what is less is a count
_TABLE = np.dtype([("first", f"S{WORD}"), ("start", "<u4")])


def pack(words: Iterable[str]) -> bytes:
    """The bytes of a shelf of these words."""
    ordered = sorted(set(words))
    rows = range(0, len(ordered), BLOCK)
    blocks = [zlib.compress(_front_coded(ordered[at : at + BLOCK]), 9) for at in rows]
    table = np.zeros(len(blocks) + 1, _TABLE)  # the last row says where the last block ends
    table["first"][:-1] = [ordered[at] for at in rows]
    table["start"] = np.cumsum([4 + table.nbytes, *map(len, blocks)])
    return len(blocks).to_bytes(4, "little") + table.tobytes() + b"".join(blocks)


def _front_coded(words: list[str]) -> bytes:
    coded = bytearray()
    before = ""
    for word in words:
        shared = 0
        while shared < len(before) and before[shared] == word[shared]:
            shared += 1
        coded.append(shared)
        coded += word[shared:].encode("ascii")
        before = word
    return bytes(coded)


class Shelf:
    """A shelf in a file."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        count = int.from_bytes(self._bytes[:4], "little")
        self._table = np.frombuffer(self._bytes, _TABLE, count + 1, offset=4)

    def __contains__(self, letters: str) -> bool:
        sought = letters.encode("ascii")
        at = int(np.searchsorted(self._table["first"][:-1], np.bytes_(sought), side="right")) - 1
        return at >= 0 and sought in self._block(at)

    def __iter__(self) -> Iterator[str]:
        for at in range(len(self._table) - 1):
            for word in self._block(at):
                yield word.decode("ascii")

    def holds(self, words: NDArray[np.bytes_]) -> NDArray[np.bool_]:
        """Which of many words the shelf holds. Reads the whole shelf, a block at a time."""
        order = np.argsort(words, kind="stable")  # quick for what is in order
        ordered, held_words = words[order], np.zeros(len(words), bool)
        ends = np.searchsorted(ordered, self._table["first"][:-1])
        for at, (start, end) in enumerate(pairwise([*ends.tolist(), len(words)])):
            if start < end:
                block = self._all_of(at)
                place = np.minimum(np.searchsorted(block, ordered[start:end]), len(block) - 1)
                held_words[order[start:end]] = block[place] == ordered[start:end]
        return held_words

    def _all_of(self, at: int) -> NDArray[np.bytes_]:
        """The words of a block, letter by letter: where a word shares a letter with the one
        before, it is that of the last word above which has its own."""
        start, end = self._table["start"][at : at + 2]
        coded = np.frombuffer(zlib.decompress(self._bytes[start:end]), np.uint8)
        heads = np.flatnonzero(coded < _LETTER)
        shared = coded[heads].astype(np.int64)
        sizes = np.diff(np.append(heads, len(coded)))
        word = np.repeat(np.arange(len(heads)), sizes)
        column = np.arange(len(coded)) - heads[word] - 1 + shared[word]
        own = coded >= _LETTER
        grid = np.zeros((len(heads), WORD), np.uint8)
        grid[word[own], column[own]] = coded[own]
        rows = np.arange(len(heads))
        for place in range(WORD):
            above = np.maximum.accumulate(np.where(shared <= place, rows, 0))
            grid[:, place] = np.where(shared + sizes - 1 > place, grid[above, place], 0)
        return grid.view(f"S{WORD}").ravel()

    def _block(self, at: int) -> Iterator[bytes]:
        start, end = self._table["start"][at : at + 2]
        coded = zlib.decompress(self._bytes[start:end])
        word = b""
        position = 0
        while position < len(coded):
            shared = coded[position]
            position += 1
            end = position
            while end < len(coded) and coded[end] >= _LETTER:
                end += 1
            word = word[:shared] + coded[position:end]
            position = end
            yield word
