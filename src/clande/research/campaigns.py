"""Playing a plan: on all cores or on a cluster, from where the file stops, until it is enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import monotonic

from msgspec import Struct, field

from clande.research.crews import Progress, on_ray, spread
from clande.research.matches import Chunk, Played, several
from clande.research.plans import CampaignPlan, Match
from clande.research.rows import GameRow, RowFile

BRIEF = 0.25  # seconds: a chunk that takes less is followed by larger ones
MOST = 64  # games in a chunk

Enough = Callable[[Match, GameRow], bool]  # hears of every row in the order of the plan


def never(match: Match, row: GameRow) -> bool:
    return False


class Crew(Struct, frozen=True):
    """Who plays: so many processes here, or a Ray cluster by its address."""

    processes: int = 0  # none named: one for each core
    ray: str = ""
    timed: bool = False

    def count(self) -> int:
        return self.processes or os.cpu_count() or 1


class RunSummary(Struct):
    """How a run went; nothing but the rows is written."""

    rows: list[GameRow] = field(default_factory=list)
    played: int = 0  # now; the other rows were there
    acts: int = 0
    seconds: float = 0
    cpu: float = 0  # of this process and its children
    times: dict[str, list[int]] = field(default_factory=dict)


def carry_out(
    plan: CampaignPlan, path: Path, each: int, crew: Crew, enough: Enough = never
) -> RunSummary:
    """Plays what the file has not yet of so many games a table. Rows are taken in the order of the
    plan, so where it stops depends on the seeds alone."""
    plan.find()
    total = plan.total(each)
    matches = plan.matches()
    done = RunSummary()
    with RowFile(path, plan) as ledger:
        for match, row in zip(islice(matches, len(ledger.rows)), ledger.rows, strict=True):
            done.rows.append(row)
            if row.number + 1 == total or enough(match, row):
                return done
        began, spent = monotonic(), cpu()
        progress = Progress(total, "games", len(done.rows))
        pending = iter(list(islice(matches, total - len(done.rows))))
        for match, row in rows(plan, pending, crew, done, ledger, progress):
            if enough(match, row):
                break
        progress.over()
    done.seconds, done.cpu = monotonic() - began, cpu() - spent
    return done


def rows(
    plan: CampaignPlan,
    pending: Iterator[Match],
    crew: Crew,
    done: RunSummary,
    ledger: RowFile,
    progress: Progress,
) -> Iterator[tuple[Match, GameRow]]:
    """Each row in its order, once it is written."""
    sizes = Sizes()
    chunks = sizes.cut(plan, pending, crew.timed)
    with closing(results(plan, chunks, crew)) as coming:
        for chunk, played in coming:
            sizes.took(played)
            for name, times in played.times.items():
                done.times.setdefault(name, []).extend(times)
            for match, row in zip(chunk.matches, played.rows, strict=True):
                ledger.append([row])
                done.rows.append(row)
                done.played += 1
                done.acts += row.acts
                yield match, row
            progress.went(len(played.rows))


def results(
    plan: CampaignPlan, chunks: Iterator[Chunk], crew: Crew
) -> Generator[tuple[Chunk, Played]]:
    if crew.ray:
        return on_ray(with_chunk, chunks, crew.ray, crew.processes or None, plan.find)
    return spread(with_chunk, chunks, crew.count(), plan.find, in_order=True)


def with_chunk(chunk: Chunk) -> tuple[Chunk, Played]:
    return chunk, several(chunk)


class Sizes:
    """How many games a process gets at a time: enough to be worth the errand."""

    def __init__(self) -> None:
        self.size = 1

    def cut(self, plan: CampaignPlan, pending: Iterator[Match], timed: bool) -> Iterator[Chunk]:
        while matches := tuple(islice(pending, self.size)):
            yield Chunk(plan, matches, timed)

    def took(self, played: Played) -> None:
        if played.seconds < BRIEF and len(played.rows) == self.size:
            self.size = min(MOST, 2 * self.size)


def cpu() -> float:
    """Seconds of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
