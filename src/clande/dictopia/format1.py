"""What record format 1 called things that Dictopia stores by another name now."""

from __future__ import annotations

from clande.kernel.format1 import FormerNames

FORMER_NAMES = FormerNames(
    fields={"Opening": {"left": "remaining"}},
    table={"shown": "open_hands"},
)
