"""How often the Others beat a table of bots.

python -m tools.others [GAMES] [SEATS]      prints the share of games that nobody won
"""

from __future__ import annotations

import sys
from collections import Counter

from clande import games, kernel
from clande.bots import Bot, find, playing, usual
from clande.kernel import QuickLuck, Seat
from clande.research.intervals import wilson


def lost(number: int, seats: int) -> Counter[str]:
    """Games of *prudent* bots with the Others: how many were lost to a card, to gloom, or to
    another player."""
    causes: Counter[str] = Counter()
    header = kernel.head("diktat", seats, ["others"], {})
    bot: Bot = find(usual("diktat"), "diktat")
    for seed in range(number):
        table = kernel.set_up(header, QuickLuck(seed), "none")
        table.log = None
        bots: dict[Seat, Bot] = dict.fromkeys(range(seats), bot)
        for _ in playing(table, bots, QuickLuck(seed)):
            pass
        causes[table.table.others.won or "won"] += 1
    return causes


def main(number: str = "400", seats: str = "4") -> int:
    games.find("diktat")
    causes = lost(int(number), int(seats))
    beaten = sum(causes.values()) - causes["won"]
    share = wilson(beaten, int(number))
    line = f"{share.value:.1%} [{share.low:.1%}, {share.high:.1%}]"
    print(f"{seats} prudent seats, {number} games: the Others win {line}; {dict(causes)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
