"""How long each preset takes: decisions of bots, counted, times what people take for one.

python -m tools.durations [GAME] [GAMES]      prints the table of docs/presets.md
"""

from __future__ import annotations

import sys

from clande import games, kernel
from clande.bots import Bot, find, playing, usual
from clande.kernel import Preset, QuickLuck, Seat
from clande.kernel.books import mix

SECONDS = 25  # for one decision, with the talk around it
ROUND = 5  # minutes


def decisions(game: str, preset: Preset, seats: int, number: int) -> float:
    """How often somebody has a real choice in one game, on average."""
    bot: Bot = find(usual(game), game)
    made = 0
    for seed in range(number):
        header = kernel.head(game, seats, preset.modules, preset.options)
        table = kernel.set_up(header, QuickLuck(seed), "none")
        table.log = None
        bots: dict[Seat, Bot] = dict.fromkeys(range(seats), bot)
        made += sum(1 for _seat, choice, _asked in playing(table, bots, QuickLuck(seed))
                    if choice.reason != "bots.only")  # fmt: skip
    return made / number


def minutes(made: float) -> int:
    return max(ROUND, round(made * SECONDS / 60 / ROUND) * ROUND)


def main(game: str = "diktat", number: str = "40") -> int:
    book = games.find(game)
    print("| preset | seats | decisions | minutes |\n| --- | --- | --- | --- |")
    for name, preset in kernel.presets(book.name).items():
        for seats in kernel.compose(mix(book.name, preset.modules)).seats:
            made = decisions(book.name, preset, seats, int(number))
            print(f"| {name} | {seats} | {made:.0f} | {minutes(made)} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
