"""What happened between players. [POL-1 … POL-8]

`trades`, then `claims` (with shows), then `oaths`. A secret event is heard by its parties alone;
what is shown to all names the spectator among them.
"""

from __future__ import annotations

from clande.diktat.politics.events import claims, oaths, trades
from clande.kernel import Event
from clande.kernel.loose import kinds

# A kind without rules is only what several have in common.
EVENTS = tuple(
    [kind for module in (trades, claims, oaths) for kind in kinds(module, Event) if kind.rule_ids]
)
