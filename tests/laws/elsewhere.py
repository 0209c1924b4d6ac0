"""The law that needs other processes: the same games there, whatever the order of hashes.

python -m tests.laws.elsewhere GAME [FAULT]        prints a digest of some games
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from clande.kernel import QuickLuck, save
from clande.testing import playout, settings
from tests.laws.faults import FAULTS
from tests.laws.tables import beginning, registered

HASH_SEEDS = ("0", "1", "4242")


def digest(game: str, seeds: int = 2) -> str:
    """Of every decision of some games, at every table of a game."""
    registered()
    found = hashlib.sha256()
    for header in settings(game):
        for seed in range(seeds):
            played = beginning(header, seed)()
            for seat, action in playout(played, QuickLuck(seed)):
                found.update(f"{seat} {action}".encode())
            found.update(save(played))
    return found.hexdigest()


def repeats_elsewhere(game: str, fault: str = "") -> str:
    """Compares processes that differ in nothing but their hash seed; empty where they agree."""
    digests = {}
    for seed in HASH_SEEDS:
        command = [sys.executable, "-m", "tests.laws.elsewhere", game, *([fault] if fault else [])]
        there = subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests[seed] = there.stdout.strip()
    return "" if len(set(digests.values())) == 1 else str(digests)


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        for name in sys.argv[2:]:
            registered()
            FAULTS[name][0](patch)
        print(digest(sys.argv[1]))
