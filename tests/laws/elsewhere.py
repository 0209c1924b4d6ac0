"""The law that needs other processes: the same games there, whatever the order of hashes.

python -m tests.laws.elsewhere GAMES TABLES SEED [FAULT…]   prints a digest of each game, for each
fault; GAMES are their names with commas between
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import pytest

from clande.kernel import Header, QuickLuck, save
from clande.testing import playout, settings
from tests.laws.faults import FAULTS
from tests.laws.tables import beginning, pairwise, registered

HASH_SEEDS = ("0", "1", "4242")


Some = Literal["all", "pairwise"]
CHOOSE: dict[Some, Callable[[Iterable[Header]], Iterable[Header]]] = {
    "all": list,
    "pairwise": pairwise,
}


def digest(game: str, tables: Some, seed: int) -> str:
    """Of every decision of one game at each of these tables."""
    registered()
    total = hashlib.sha256()
    for header in CHOOSE[tables](settings(game)):
        played = beginning(header, seed)()
        for seat, action in playout(played, QuickLuck(seed)):
            total.update(f"{seat} {action}".encode())
        total.update(save(played))
    return total.hexdigest()


def repeats_elsewhere(games: Sequence[str], tables: Some, seed: int, *faults: str) -> str:
    """Compares processes that differ in nothing but their hash seed; empty where they agree.

    All games in the same processes: to start one takes longer than to play in it.
    """
    arguments = [",".join(games), tables, str(seed), *faults]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.laws.elsewhere", *arguments],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in HASH_SEEDS
    ]
    digests = [process.communicate()[0].strip() for process in running]
    assert all(digests), "a process has failed"
    return "" if len(set(digests)) == 1 else str(dict(zip(HASH_SEEDS, digests, strict=True)))


def main(games: str, tables: Some, seed: str, *faults: str) -> None:
    registered()
    for name in faults or ("",):
        with pytest.MonkeyPatch.context() as patch:
            if name:
                FAULTS[name][0](patch)
            for game in games.split(","):
                print(name, game, digest(game, tables, int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
