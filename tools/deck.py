"""Measures the deck of Dictopia by simulation, and writes docs/deck.md with its plots.

python -m tools.deck [hands] [games]        100,000 hands and 400 games a row unless said
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import clande.dictopia  # noqa: F401
from clande.dictopia import deck
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import Foreign
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.aims import aims
from clande.dictopia.solver.search import solve
from clande.dictopia.table import Game
from clande.kernel import QuickLuck, Spell, Spelt, act, head, outcome, set_up

DOCS = Path(__file__).parents[1] / "docs"
BATCH = 1000  # hands to a process at a time
GAMES = 20
CARDS = (8, 9, 10)
LEVELS = (40, 30, 20)  # tenths of zipf: forms that common or commoner are known
Counts = Counter[int]


def measure_hands(seed: int) -> tuple[Counts, Counts, Counts]:
    """Of some hands: the longest safe word, the longest on target, and how many words."""
    luck = QuickLuck(seed)
    longest, on_target, words = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(BATCH):
        cards = luck.shuffled(DECK)
        finds = [f for f in solve(lexicon(), tuple(cards[:8]), cards[8].back) if f.safe]
        longest[max((len(find.word) for find in finds), default=0)] += 1
        on_target[max((len(find.word) for find in finds if find.on_target), default=0)] += 1
        words[min(len(finds) // 100, 10)] += 1
    return longest, on_target, words


def measure_games(task: tuple[int, int, int]) -> Counts:
    """Of some games alone: by how much the player is ahead of Big Brother. [DIC-SOL-3]"""
    size, level, seed = task
    margins = Counter[int]()
    for number in range(GAMES):
        header = head("dictopia", 1, (), {"mode": "solo", "cards": size})
        game: Game = set_up(header, QuickLuck(seed * GAMES + number), pauses="none")
        while game.stack:
            spells = isinstance(game.asked[0], Spell)
            act(game, 0, best_margin(game, level) if spells else game.asked[0].default())
        ended = outcome(game)
        assert ended is not None
        margins[ended.scores[0] - sum(game.table.brother)] += 1
    return margins


def best_margin(game: Game, level: int) -> Spelt:
    """The word of those a player knows that leaves Big Brother furthest behind; he names no
    language."""
    table, hand = game.table, game.table.hands[0]
    aimed = [aim for aim in aims(table.out, table.drawn, alone=True)
             if not isinstance(aim.mission, Foreign)]  # fmt: skip
    finds = solve(lexicon(), hand, table.target, tuple(aimed))
    playable = [find for find in finds if find.safe and find.zipf >= level]
    if not playable:
        return Spelt("", ())
    best = max(playable, key=lambda find: find.margin)
    return Spelt(best.word, tuple(laid.card for laid in best.laid(hand)))


def main(hands: int, games: int) -> None:
    with ProcessPoolExecutor() as pool:
        longest, on_target, words = Counter[int](), Counter[int](), Counter[int]()
        for one, two, three in pool.map(measure_hands, range(hands // BATCH)):
            longest, on_target, words = longest + one, on_target + two, words + three
        rows = [(size, level) for size in CARDS for level in LEVELS]
        tasks = [(size, level, seed) for size, level in rows for seed in range(games // GAMES)]
        margins = {row: Counter[int]() for row in rows}
        for (size, level, _), found in zip(tasks, pool.map(measure_games, tasks), strict=True):
            margins[size, level] += found
    eyes = Counter([n for card in DECK for n in (card.top_eyes, card.bottom_eyes)])
    plots = {
        "letters": bars(
            {letter: [n] for letter, n in Counter(c.top for c in DECK).most_common()}
            | {letter: [n] for letter, n in Counter(c.bottom for c in DECK).most_common()}
        ),
        "eyes": bars({str(n): [eyes[n]] for n in sorted(eyes)}),
        "targets": bars({str(n): [c] for n, c in sorted(Counter(c.back for c in DECK).items())}),
        "lengths": bars({str(n): [longest[n], on_target[n]] for n in range(9)}),
        "words": bars({f"{n}00" if n else "0": [words[n]] for n in range(11)}),
        "margins": bars(in_tens(margins[8, 30])),
    }
    for name, plot in plots.items():
        (DOCS / f"pictures/deck-{name}.svg").write_text(plot, "utf-8")
    (DOCS / "deck.md").write_text(page(longest, on_target, margins, eyes), "utf-8")


def in_tens(margins: Counts) -> dict[str, list[int]]:
    by_tens = Counter[int]()
    for margin, count in margins.items():
        by_tens[margin // 10] += count
    return {f"{10 * ten}": [by_tens[ten]] for ten in range(min(by_tens), max(by_tens) + 1)}


def bars(groups: dict[str, list[int]]) -> str:
    """A bar chart: a label a group, a bar a value."""
    most = max(max(values) for values in groups.values())
    width, shapes = 640 // len(groups), []
    for at, (label, values) in enumerate(groups.items()):
        thick = (width - 6) // len(values)
        for nth, value in enumerate(values):
            tall, x = 160 * value // most, at * width + 3 + nth * thick
            shapes.append(
                f'<rect class="s{nth}" x="{x}" y="{180 - tall}" width="{thick}" height="{tall}"/>'
            )
        shapes.append(f'<text x="{at * width + width // 2}" y="196">{label}</text>')
    style = "text{font:11px sans-serif;text-anchor:middle;fill:#777}.s0{fill:#444}.s1{fill:#c33}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200" role="img">'
        f"<style>{style}</style>\n" + "\n".join(shapes) + "\n</svg>\n"
    )


def percent(part: int, whole: int) -> str:
    tenths = (1000 * part + whole // 2) // whole
    return f"{tenths // 10}.{tenths % 10} %"


def page(
    longest: Counts, on_target: Counts, margins: dict[tuple[int, int], Counts], eyes: Counts
) -> str:
    hands = sum(longest.values())
    with_word, hit = hands - longest[0], hands - on_target[0]
    mean = sum(n * count for n, count in eyes.items()) * 100 // sum(eyes.values())
    table = [
        f"| {size} | {level // 10}.{level % 10} | {sum(found.values())} "
        f"| {percent(sum(n for m, n in found.items() if m > 0), sum(found.values()))} "
        f"| {sum(m * n for m, n in found.items()) // sum(found.values()):+d} |"
        for (size, level), found in margins.items()
    ]
    rows = "\n".join(table)
    return f"""# The deck of Dictopia, measured

The printed cards are not ours, so we made sixty of our own (`src/clande/dictopia/deck.py`, version
`{deck.VERSION}`) and tuned them by simulation to DIC-MAT-3 and DIC-SOL-3. Written by
`python -m tools.deck`, with the lexicon `{lexicon().version}`; same versions, same page.

Rare consonants stand above rare vowels, both with many eyes. Such a card is hard to use, brings a
high target near when it is used, and is dear when it is left to Big Brother.

## Letters, eyes, targets

How often each letter stands on the cards, consonants and then vowels:

![letters](pictures/deck-letters.svg)

Eyes beside a letter, 1 to 4, {mean // 100}.{mean % 100:02d} in the mean; the numbers on the backs:

![eyes](pictures/deck-eyes.svg)
![targets](pictures/deck-targets.svg)

## Hands

{hands:,} random hands of eight, with the family-safe words of the first tier alone:

- a hand with a word: {percent(with_word, hands)} (wanted: 99.9 %)
- a hand with a word on target: {percent(hit, hands)} (wanted: 85 %)

The longest word of a hand (grey) and the longest on target (red), by letters; 0 if there is none:

![lengths](pictures/deck-lengths.svg)

How many words a hand has, in hundreds, the last bar a thousand and more:

![words](pictures/deck-words.svg)

## Alone against Big Brother

A player who knows every form at least so common (zipf) and always finds the best margin. Wanted:
40–60 % of games won with 8 cards at zipf 3.0, and more cards harder.

| cards | zipf | games | won | mean margin |
| --- | --- | --- | --- | --- |
{rows}

How far ahead he is at the end with 8 cards and zipf 3.0, by tens of points:

![margins](pictures/deck-margins.svg)
"""


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:]]
    main(*(given + [100_000, 400][len(given) :]))
