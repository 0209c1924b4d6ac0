"""What happened in a game, for reports: read from its events alone, one module a game.

A collector gets the header, the table as it was set up, and the log; it folds the one over the
other and gives back a struct of plain values, which a row keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from clande.kernel import Event, Header
from clande.research.facts import dictopia, diktat

Collector = Callable[[Header, Any, Sequence[Event]], Struct]

COLLECTORS: dict[str, Collector] = {"diktat": diktat.collect, "dictopia": dictopia.collect}
