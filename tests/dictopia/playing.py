"""Scenes and seats for the tests: cards made to measure, and players who know words."""

from __future__ import annotations

from collections.abc import Iterator

import clande.dictopia  # noqa: F401
from clande.cases import Scene, stage
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.search import solve
from clande.dictopia.table import Game, Hand, cards_of
from clande.kernel import (
    PASS,
    Action,
    Agree,
    Breathe,
    Event,
    Header,
    Luck,
    QuickLuck,
    Seat,
    Spell,
    Spelt,
    act,
    awaited,
    head,
    set_up,
)

VOWELS = "AEIOUY"


def table(seats: int = 2, mode: str = "standard", **options: int | str) -> Header:
    return head("dictopia", seats, (), {"mode": mode} | options)


def begin(seats: int = 2, mode: str = "standard", seed: int = 0, **options: int | str) -> Game:
    return set_up(table(seats, mode, **options), QuickLuck(seed), pauses="none")


def cards_for(word: str, eyes: int = 0, size: int = 8) -> str:
    """Cards that give a word with so many eyes (one a letter unless said), and no other word."""
    beside = [1] * len(word)
    for extra in range(max(0, eyes - len(word))):
        beside[extra % len(word)] += 1
    pairs = zip(word, beside, strict=True)
    cards = [f"K1{letter}{n}" if letter in VOWELS else f"{letter}{n}Y1" for letter, n in pairs]
    return " ".join([*cards, *["W1Y1"] * (size - len(word))])


def scene(
    *words: str, out: list[str] | None = None, target: int = 14, under_way: str = "laying",
    **fields: object,
) -> Game:  # fmt: skip
    """A trial in which each seat has the cards of a word, laid already if the count has begun."""
    steps = {"laying": "count", "count": "missions", "missions": "score"}
    hands = [cards_for(word.partition(" ")[0]) for word in words]
    place = {"hands": hands} if under_way == "laying" else {"shown": hands, "words": list(words)}
    options = fields.pop("options", {})
    assert isinstance(options, dict)
    return stage(
        Scene(
            game="dictopia",
            seats=len(words),
            options=options,
            table={"trial": 5, "target": target, "out": out or []} | place | fields,
            under_way=["trials", f"trial step={steps[under_way]}", under_way],
        )
    )


def spelt(word: str, mark: str = "") -> Spelt:
    """A word laid with the first cards of the hand."""
    return Spelt(word, tuple(range(len(word))), mark)


def lay(game: Game, *words: str) -> list[Event]:
    """Each seat lays a word; what happened then."""
    game.log = []
    for seat, word in enumerate(words):
        act(game, seat, spelt(word))
    return game.log


def of_kind(game: Game, *kinds: type[Event]) -> list[Event]:
    return [event for event in game.log or [] if isinstance(event, kinds)]


def known_word(hand: Hand, target: int, luck: Luck) -> Spelt:
    """One of the better words of a hand, or a bad one now and then."""
    finds = solve(lexicon(), hand, target)
    if not finds or luck.below(8) == 0:
        spelt = Spell(tuple(card.top + card.bottom for card in hand)).sample(luck)
        assert isinstance(spelt, Spelt)
        return spelt
    find = finds[luck.below(min(40, len(finds)))]
    return Spelt(find.word, tuple(laid.card for laid in find.laid(hand)))


def wisely(game: Game, seat: Seat, luck: Luck) -> Action:
    match game.asked[seat]:
        case Spell():
            return known_word(cards_of(game.table, seat), game.table.target, luck)
        case Breathe():
            return PASS
        case Agree() as question:
            return question.sample(luck)
        case question:
            return question.sample(luck)


def play(game: Game, luck: Luck) -> Iterator[tuple[Seat, Action]]:
    """Plays to the end with words that exist, for the most part."""
    while game.stack:
        seat = luck.pick(awaited(game))
        action = wisely(game, seat, luck)
        act(game, seat, action)
        yield seat, action
