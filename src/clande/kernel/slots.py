"""The small choices that an action is put together from: one slot of it each."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import combinations, product
from math import comb
from typing import Any

from msgspec import Struct

from clande.kernel.chance import Luck


class OneOf(Struct, frozen=True, tag=True):
    """One value of these."""

    values: tuple[int | str, ...]

    def admits(self, value: object) -> bool:
        return any(identical(value, v) for v in self.values)

    def sample(self, luck: Luck) -> Any:
        return luck.pick(self.values)

    def size(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)


class Between(Struct, frozen=True, tag=True):
    """A whole number between two bounds."""

    low: int
    high: int

    def admits(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def sample(self, luck: Luck) -> Any:
        return self.low + luck.below(self.high - self.low + 1)

    def size(self) -> int:
        return self.high - self.low + 1

    def __iter__(self) -> Iterator[Any]:
        return iter(range(self.low, self.high + 1))


class Several(Struct, frozen=True, tag=True):
    """Some of these values, in the order in which they stand here."""

    values: tuple[int | str, ...]
    least: int = 0
    most: int = 1 << 30

    def bounds(self) -> range:
        return range(self.least, min(self.most, len(self.values)) + 1)

    def admits(self, value: object) -> bool:
        if type(value) is not tuple or len(value) not in self.bounds():
            return False
        rest = iter(self.values)
        return all(any(identical(v, w) for w in rest) for v in value)

    def sample(self, luck: Luck) -> Any:
        lengths = self.bounds()
        drawn = luck.shuffled(range(len(self.values)))[: lengths[luck.below(len(lengths))]]
        return tuple(self.values[i] for i in sorted(drawn))

    def size(self) -> int:
        return sum(comb(len(self.values), length) for length in self.bounds())

    def __iter__(self) -> Iterator[Any]:
        for length in self.bounds():
            yield from combinations(self.values, length)


class Bundle(Struct, frozen=True, tag=True):
    """So many of each good, up to what is there; goods that are not named count nothing."""

    most: dict[str, int]

    def admits(self, value: object) -> bool:
        return type(value) is dict and all(
            type(count) is int and 0 < count <= self.most.get(good, 0)
            for good, count in value.items()
        )

    def sample(self, luck: Luck) -> Any:
        drawn = {good: luck.below(1 + luck.below(most + 1)) for good, most in self.most.items()}
        return {good: count for good, count in drawn.items() if count}

    def size(self) -> int:
        size = 1
        for most in self.most.values():
            size *= most + 1
        return size

    def __iter__(self) -> Iterator[Any]:
        for counts in product(*(range(most + 1) for most in self.most.values())):
            pairs = zip(self.most, counts, strict=True)
            yield {good: count for good, count in pairs if count}


NO_TEXT = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control signs, line separators, no signs


class Line(Struct, frozen=True, tag=True):
    """One line of free text, normalised, without control characters."""

    most: int = 200

    def admits(self, value: object) -> bool:
        return (
            type(value) is str
            and len(value) <= self.most
            and unicodedata.is_normalized("NFC", value)
            and not any(unicodedata.category(c) in NO_TEXT for c in value)
        )

    def sample(self, luck: Luck) -> Any:
        return "".join(luck.pick("abcdé -") for _ in range(luck.below(min(12, self.most + 1))))

    def size(self) -> int:
        return 1 << 62

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("free text cannot be listed")


Slot = OneOf | Between | Several | Bundle | Line


def identical(value: object, other: object) -> bool:
    """Equal and of one type: True is not 1."""
    return type(value) is type(other) and value == other
