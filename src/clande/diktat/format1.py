"""What record format 1 called things that Diktat stores by another name now."""

from __future__ import annotations

from clande.kernel.format1 import FormerNames

FORMER_NAMES = FormerNames(
    fields={
        "ReleaseOffered": {"seen": "witnesses"},
        "OathEnded": {"seen": "witnesses", "kept": "kept_by"},
    },
)
