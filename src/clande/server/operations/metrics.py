"""The metrics of the server, in the text format of Prometheus.

Labels come from closed lists: nothing of a game, a person or a table is in a metric.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Counter:
    """How often something happened, by one label or none."""

    kind = "counter"

    def __init__(self, name: str, description: str, label: str = "") -> None:
        self.name = name
        self.description = description
        self.label = label
        self.values: dict[str, int] = {} if label else {"": 0}

    def count(self, label: str = "") -> None:
        self.values[label] = self.values.get(label, 0) + 1

    def lines(self) -> Iterator[str]:
        for label, value in sorted(self.values.items()):
            yield f"{self.name}{labelled(self.label, label)} {value}"


class Gauge:
    """How many there are now; `ask` is called when the metrics are read."""

    kind = "gauge"

    def __init__(self, name: str, description: str, label: str = "") -> None:
        self.name = name
        self.description = description
        self.label = label
        self.ask: Callable[[], Mapping[str, int]] = dict

    def lines(self) -> Iterator[str]:
        for label, value in sorted(self.ask().items()):
            yield f"{self.name}{labelled(self.label, label)} {value}"


class Histogram:
    """How long something took, in seconds."""

    kind = "histogram"

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.description = description
        self.counts = [0] * (len(SECONDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.sum += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self.observe(perf_counter() - began)

    def lines(self) -> Iterator[str]:
        reached = 0
        for most, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            reached += count
            yield f'{self.name}_bucket{{le="{most}"}} {reached}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {reached}"


def labelled(name: str, value: str) -> str:
    return f'{{{name}="{value}"}}' if name else ""


class Metrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.tables = Gauge("clande_tables", "Tables in memory, by status.", "status")
        self.sockets = Gauge("clande_sockets", "Sockets that are open.")
        self.commands = Counter(
            "clande_commands_total", "Commands at tables: done, or why refused.", "result"
        )
        self.refused = Counter("clande_refused_total", "Requests refused, by code.", "code")
        self.closed = Counter("clande_sockets_closed_total", "Sockets ended, by code.", "code")
        self.dropped = Counter(
            "clande_out_queue_drops_total", "Sockets cut because they took too little."
        )
        self.rebuilt = Counter("clande_tables_rebuilt_total", "Tables built anew after a fault.")
        self.letters = Counter("clande_letters_total", "Signals sent, by way and result.", "result")
        self.commits = Histogram("clande_commit_seconds", "From a decision to its being on disk.")
        self.waits = Histogram("clande_mailbox_wait_seconds", "In a table's mailbox.")
        self.thoughts = Histogram("clande_bot_thought_seconds", "A bot's thought, its queue too.")

    def text(self) -> str:
        lines: list[str] = []
        for family in vars(self).values():
            lines += [
                f"# HELP {family.name} {family.description}",
                f"# TYPE {family.name} {family.kind}",
            ]
            lines += family.lines()
        return "\n".join(lines) + "\n"
