"""Golden numbers of Contraband: how many positions there are from some scenes, and where games end.

A changed number is a changed game: it is explained in the commit that changes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clande.cases import Scene, stage
from clande.kernel import Action, Game, QuickLuck, Seat, act, awaited, head, offers, save, set_up
from clande.testing import playout

GOLDEN = Path(__file__).with_name("contraband.txt")
DEPTH = 3
GAMES = 200
LISTED = 60  # questions with more answers than this are answered by default
QUIET = [  # acts that free text or goods make countless are left out by their size
    "nights step=dawn",
    "turns 1",
    "turn 0",
]
SCENES: dict[str, dict[str, Any]] = {
    "a turn": {
        "seats": 2,
        "table": {"turns": [4, 4], "hands": [{"salt": 1, "guns": 1}, {}]},
        "under_way": QUIET,
    },
    "an inspection": {
        "seats": 3,
        "table": {
            "standing": [3, 2, 1],
            "patrols": ["", "troja", "troja"],
            "barges": {"1": {"owner": 0, "quay": "troja", "kinds": ["guns", "silk"]}},
            "papers": [["pass"], ["pass"], ["blank"]],
        },
        "under_way": [
            *QUIET[:2],
            "turn 0 step=played",
            "loading 0 troja step=moored",
            "inspection 1 1",
        ],
    },
    "closed fists": {
        "seats": 3,
        "table": {"turns": [0, 0, 0], "purses": [3, 2, 5]},
        "under_way": ["nights", "dawn", "rivalry troja [0 1]"],
    },
    "an announced tow": {
        "seats": 3,
        "table": {
            "standing": [1, 3, 2],
            "turns": [1, 1, 1],
            "barges": {
                "1": {"owner": 1, "quay": "karlin", "kinds": ["silk"]},
                "2": {"owner": 2, "quay": "troja", "kinds": ["salt", "guns"]},
            },
        },
        "under_way": [
            *QUIET[:2],
            "turn 0",
            "precedence (towing seat=2 barge=2 quay=karlin) [1]",
        ],
    },
}


def answers(game: Game[Any]) -> Iterator[tuple[Seat, Action]]:
    """What any seat can do now: answers, and acts that nobody asked for."""
    for seat in game.seats:
        questions = [game.asked[seat]] if seat in awaited(game) else []
        for question in (*questions, *(offer.question for offer in offers(game, seat))):
            few = question.size() <= LISTED
            for action in question if few else (question.default(),):
                yield seat, action


def positions(game: Game[Any], depth: int) -> list[int]:
    """How many different positions there are after 0, 1, … `depth` acts."""
    reached = {save(game): game}
    counts = [1]
    for _ in range(depth):
        further: dict[bytes, Game[Any]] = {}
        for there in reached.values():
            for seat, action in answers(there):
                after = there.clone()
                act(after, seat, action)
                further.setdefault(save(after), after)
        reached = further
        counts.append(len(reached))
    return counts


def games_hash(games: int = GAMES) -> str:
    """Of every act and every end of some seeded games, at tables of two to five."""
    found = hashlib.sha256()
    for seed in range(games):
        game = set_up(
            head("contraband", 2 + seed % 4, (), {}),
            QuickLuck(seed),
            "seats" if seed % 2 == 0 else "none",
        )
        for seat, action in playout(game, QuickLuck(seed)):
            found.update(f"{seat} {action}\n".encode())
        found.update(save(game, log=True))
    return found.hexdigest()


def golden() -> str:
    """All the numbers, as they are kept."""
    lines = [
        "# Positions after 0, 1, … acts from each scene, then the hash of seeded games.",
        "# Made anew by: python -m tests.games.regenerate",
    ]
    for name, scene in SCENES.items():
        game = stage(Scene("examples/contraband", **scene))
        lines.append(f"{name}: {' '.join(map(str, positions(game, DEPTH)))}")
    lines.append(f"{GAMES} games: {games_hash()}")
    return "\n".join(lines) + "\n"
