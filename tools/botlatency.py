"""How long the bots of Diktat think: processor time of one decision, on positions of their games.

python -m tools.botlatency --bots prudent,stratege,maitre --positions 500

Positions are those in which somebody has a choice, every few acts of games of *prudent* at tables
of two to five seats. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from time import thread_time_ns
from typing import Any

from clande import games
from clande.bots import find, playing
from clande.kernel import QuickLuck, View, awaited, head, set_up, view

EVERY = 5  # acts from position to position
SEATS = (2, 4, 3, 5)


def positions(seed: int) -> Iterator[View[Any]]:
    """Views of who is asked, without end."""
    mind = find("prudent", "diktat")
    while True:
        seats = SEATS[seed % len(SEATS)]
        game = set_up(head("diktat", seats, (), {}), QuickLuck(seed), "none")
        game.log = None
        acts = playing(game, dict.fromkeys(range(seats), mind), QuickLuck(seed))
        for number, _ in enumerate(acts):
            if number % EVERY == 0 and game.stack:
                position = view(game, awaited(game)[0])
                if position.question is not None and position.question.size() > 1:
                    yield position
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default="prudent,stratege,maitre")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games.find("diktat")
    views = list(islice(positions(options.seed), options.positions))
    for name in options.bots.split(","):
        bot, times = find(name, "diktat"), []
        for number, position in enumerate(views):
            began = thread_time_ns()
            bot.answer(position, QuickLuck(number))
            times.append(thread_time_ns() - began)
        times.sort()
        middle, slow = (times[len(times) * part // 100] / 1e6 for part in (50, 95))
        mean = sum(times) / len(times) / 1e6
        sys.stdout.write(
            f"{name:<14} {len(times)} positions: {mean:.1f} ms in the mean, {middle:.1f} median, "
            f"{slow:.1f} p95, {times[-1] / 1e6:.1f} most\n"
        )


if __name__ == "__main__":
    main()
