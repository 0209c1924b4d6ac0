"""The one source of luck, kept in the game: seeded, integers only, unbiased.

A live table draws from `SealedLuck`, whose key nobody knows alone: the house commits itself to a
seed before any seat names a nonce, and opens the seed at the end. Simulations may use `QuickLuck`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

WORD = 1 << 64
MASK = WORD - 1
SEED_BYTES = 32
NONCE_BYTES = 16
PURPOSE = b"clande-shuffle-v1"


class Luck(Struct, tag=True):
    """A stream of 64-bit words that depends on nothing but its own fields."""

    def word(self) -> int:
        raise NotImplementedError

    def below(self, bound: int) -> int:
        """An integer from 0 to `bound` - 1, each as likely as the other."""
        fair = WORD - WORD % bound
        while (word := self.word()) >= fair:
            pass
        return word % bound

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The same items in an order drawn by Fisher and Yates."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn


class SealedLuck(Luck):
    """Word n is the keyed blake2b of n: whoever has the key can recompute every draw."""

    key: bytes
    counter: int = 0

    def word(self) -> int:
        drawn = hashlib.blake2b(self.counter.to_bytes(8, "big"), key=self.key, digest_size=8)
        self.counter += 1
        return int.from_bytes(drawn.digest(), "big")


class QuickLuck(Luck):
    """splitmix64: for simulations, where nobody has to be convinced."""

    state: int

    def word(self) -> int:
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


def lucky(seed: int) -> SealedLuck:
    """Luck from a small number, for games that only have to be repeatable."""
    return SealedLuck(hashlib.sha256(b"clande-seed-%d" % seed).digest())


class Sealing(Struct, frozen=True):
    """How a table's luck was fixed before play; the seed is opened when the game is over."""

    table: str
    version: str
    seed: bytes
    nonces: tuple[bytes, ...]

    def commitment(self) -> str:
        return commitment(self.table, self.version, self.seed)

    def luck(self) -> SealedLuck:
        """The key depends on the house's seed and on every seat's nonce, in seat order."""
        if len(self.seed) != SEED_BYTES or any(len(n) != NONCE_BYTES for n in self.nonces):
            raise ValueError(f"a seed has {SEED_BYTES} bytes, a nonce {NONCE_BYTES}")
        return SealedLuck(hmac.digest(self.seed, b"".join(self.nonces), "sha256"))


def commitment(table: str, version: str, seed: bytes) -> str:
    """What the house publishes before it hears any nonce."""
    parts = (PURPOSE, table.encode(), version.encode(), seed)
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).hexdigest()
