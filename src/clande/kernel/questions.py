"""The few shapes of a choice. A shape knows what it admits, and a client draws it by its shape.

Each has `admits(action)`, `sample(luck)`, `default()` for an absent seat, `size()`, iteration over
its answers (ask `size` first), and `alike(action, luck)`: an answer that the others cannot yet tell
from this one. One that is `open` leaves the choice that public facts leave; where that is a single
answer, the house gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import comb
from typing import Protocol

from msgspec import Struct, structs

from clande.kernel.actions import NO, PASS, YES, Action, Number, Order, SomeAction, Spelt
from clande.kernel.chance import Luck
from clande.kernel.slots import Slot, identical


class Question(Protocol):
    """What a seat is asked, or offered."""

    @property
    def rule_ids(self) -> tuple[str, ...]: ...
    def admits(self, action: Action) -> bool: ...
    def sample(self, luck: Luck) -> Action: ...
    def alike(self, action: Action, luck: Luck) -> Action: ...
    def default(self) -> Action: ...
    def size(self) -> int: ...
    def __iter__(self) -> Iterator[Action]: ...


class Choose(Struct, frozen=True, tag=True):
    """One of these. The first is what an absent seat answers."""

    options: tuple[SomeAction, ...]
    rule_ids: tuple[str, ...] = ()
    secret: bool = False  # the others learn that a choice was made, not which
    open: bool = False  # all can tell these options: no secret has a part in them

    def admits(self, action: Action) -> bool:
        return action in self.options

    def sample(self, luck: Luck) -> Action:
        return self.options[luck.below(len(self.options))]

    def alike(self, action: Action, luck: Luck) -> Action:
        return self.sample(luck) if self.secret else action

    def default(self) -> Action:
        return self.options[0]

    def size(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.options)


class Breathe(Struct, frozen=True, tag=True):
    """Nothing is asked: whoever wants to act between two steps does so now, or lets them go on."""

    rule_ids: tuple[str, ...] = ()

    def admits(self, action: Action) -> bool:
        return action == PASS

    def sample(self, luck: Luck) -> Action:
        return PASS

    def alike(self, action: Action, luck: Luck) -> Action:
        return PASS

    def default(self) -> Action:
        return PASS

    def size(self) -> int:
        return 1

    def __iter__(self) -> Iterator[Action]:
        yield PASS


class Agree(Struct, frozen=True, tag=True):
    """Yes or no, and where `abstaining` is allowed, neither. An absent seat does not agree."""

    about: str = ""
    abstaining: bool = False
    rule_ids: tuple[str, ...] = ()
    secret: bool = True

    def admits(self, action: Action) -> bool:
        return action in (YES, NO) or (self.abstaining and action == PASS)

    def sample(self, luck: Luck) -> Action:
        return luck.pick(tuple(self))

    def alike(self, action: Action, luck: Luck) -> Action:
        return self.sample(luck) if self.secret else action

    def default(self) -> Action:
        return PASS if self.abstaining else NO

    def size(self) -> int:
        return 2 + self.abstaining

    def __iter__(self) -> Iterator[Action]:
        yield self.default()
        yield YES
        if self.abstaining:
            yield NO


class Amount(Struct, frozen=True, tag=True):
    """A number between two bounds. An absent seat answers the least."""

    low: int
    high: int
    rule_ids: tuple[str, ...] = ()
    secret: bool = True
    open: bool = False

    def admits(self, action: Action) -> bool:
        if type(action) is not Number or type(action.value) is not int:
            return False
        return self.low <= action.value <= self.high

    def sample(self, luck: Luck) -> Action:
        return Number(self.low + luck.below(self.high - self.low + 1))

    def alike(self, action: Action, luck: Luck) -> Action:
        return self.sample(luck) if self.secret else action

    def default(self) -> Action:
        return Number(self.low)

    def size(self) -> int:
        return self.high - self.low + 1

    def __iter__(self) -> Iterator[Action]:
        return map(Number, range(self.low, self.high + 1))


class Arrange(Struct, frozen=True, tag=True):
    """Between `least` and `most` of these, in an order of one's choice."""

    pool: tuple[tuple[str, int], ...]  # how many there are of each kind
    least: int = 1
    most: int = 1 << 30
    rule_ids: tuple[str, ...] = ()
    secret: bool = True
    open: bool = False

    def things(self) -> list[str]:
        return [kind for kind, count in self.pool for _ in range(count)]

    def bounds(self) -> range:
        return range(self.least, min(self.most, sum(count for _, count in self.pool)) + 1)

    def admits(self, action: Action) -> bool:
        if type(action) is not Order or type(action.kinds) is not tuple:
            return False
        pool, kinds = dict(self.pool), action.kinds
        return len(kinds) in self.bounds() and all(
            type(kind) is str and kinds.count(kind) <= pool.get(kind, 0) for kind in kinds
        )

    def sample(self, luck: Luck) -> Action:
        lengths = self.bounds()
        return self.draw(lengths[luck.below(len(lengths))], luck)

    def draw(self, length: int, luck: Luck) -> Order:
        things = self.things()
        for i in range(length):
            j = i + luck.below(len(things) - i)
            things[i], things[j] = things[j], things[i]
        return Order(tuple(things[:length]))

    def alike(self, action: Action, luck: Luck) -> Action:
        """The others see how many."""
        if not self.secret or type(action) is not Order or len(action.kinds) not in self.bounds():
            return action
        return self.draw(len(action.kinds), luck)

    def default(self) -> Action:
        return Order(tuple(self.things()[: self.least]))

    def size(self) -> int:
        by_length = orders_by_length(tuple(count for _, count in self.pool))
        return sum(by_length[length] for length in self.bounds())

    def __iter__(self) -> Iterator[Action]:
        for length in self.bounds():
            yield from map(Order, orders(dict(self.pool), length))


@lru_cache(maxsize=4096)
def orders_by_length(counts: tuple[int, ...]) -> tuple[int, ...]:
    """How many different sequences of each length these counts of like things allow."""
    ways = [1]
    for count in counts:
        wider = [0] * (len(ways) + count)
        for length, before in enumerate(ways):
            for more in range(count + 1):
                wider[length + more] += before * comb(length + more, more)
        ways = wider
    return tuple(ways)


def orders(pool: dict[str, int], length: int) -> Iterator[tuple[str, ...]]:
    if length == 0:
        yield ()
        return
    for kind, count in pool.items():
        if count:
            for rest in orders(pool | {kind: count - 1}, length - 1):
                yield (kind, *rest)


class Spell(Struct, frozen=True, tag=True):
    """A word, one letter a card, each card once at most. An absent seat lays the least it may."""

    cards: tuple[str, ...]  # the letters that each card can give
    marks: tuple[str, ...] = ("",)  # one of these comes with the word
    rule_ids: tuple[str, ...] = ()
    least: int = 0  # letters

    def admits(self, action: Action) -> bool:
        if type(action) is not Spelt or type(action.letters) is not str:
            return False
        cards = action.cards
        if type(cards) is not tuple or not self.least <= len(action.letters) == len(cards):
            return False
        return action.mark in self.marks and all(
            type(card) is int
            and 0 <= card < len(self.cards)
            and cards.count(card) == 1
            and letter in self.cards[card]
            for letter, card in zip(action.letters, cards, strict=True)
        )

    def sample(self, luck: Luck) -> Action:
        lettered = self.lettered()
        length = self.least + luck.below(len(lettered) - self.least + 1)
        cards = luck.shuffled(lettered)[:length]
        letters = "".join(luck.pick(self.cards[card]) for card in cards)
        return Spelt(letters, tuple(cards), luck.pick(self.marks))

    def alike(self, action: Action, luck: Luck) -> Action:
        return self.sample(luck)

    def default(self) -> Action:
        cards = tuple(self.lettered()[: self.least])
        return Spelt("".join(self.cards[card][0] for card in cards), cards, self.marks[0])

    def lettered(self) -> list[int]:
        return [card for card, letters in enumerate(self.cards) if letters]

    def size(self) -> int:
        """An upper bound where a card bears different numbers of letters; exact where all agree."""
        letters = max(map(len, self.cards), default=0)
        words, ways = 0, 1
        for length in range(len(self.cards) + 1):
            words += ways * (length >= self.least)
            ways *= (len(self.cards) - length) * letters
        return len(self.marks) * words

    def __iter__(self) -> Iterator[Action]:
        for length in range(self.least, len(self.cards) + 1):
            for cards in permuted(range(len(self.cards)), length):
                for letters in product(*(self.cards[card] for card in cards)):
                    for mark in self.marks:
                        yield Spelt("".join(letters), cards, mark)


def permuted(items: range, length: int) -> Iterator[tuple[int, ...]]:
    if length == 0:
        yield ()
        return
    for first in items:
        for rest in permuted(items, length - 1):
            if first not in rest:
                yield (first, *rest)


class Compose(Struct, frozen=True, tag=True):
    """An action made of small choices, each on its own. `like` is one of its answers."""

    like: SomeAction
    parts: Mapping[str, Slot]
    rule_ids: tuple[str, ...] = ()

    def admits(self, action: Action) -> bool:
        return type(action) is type(self.like) and all(
            self.parts[name].admits(getattr(action, name))
            if name in self.parts
            else identical(getattr(action, name), getattr(self.like, name))
            for name in action.__struct_fields__
        )

    def sample(self, luck: Luck) -> Action:
        return structs.replace(self.like, **{n: p.sample(luck) for n, p in self.parts.items()})

    def alike(self, action: Action, luck: Luck) -> Action:
        return action

    def default(self) -> Action:
        return self.like

    def size(self) -> int:
        size = 1
        for part in self.parts.values():
            size *= part.size()
        return size

    def __iter__(self) -> Iterator[Action]:
        for values in product(*self.parts.values()):
            yield structs.replace(self.like, **dict(zip(self.parts, values, strict=True)))


KERNEL_QUESTIONS = (Choose, Breathe, Agree, Amount, Arrange, Spell, Compose)
