"""What one viewer sees of `Domain`. Written by tools/viewtypes.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clande.diktat.configurations.others.domain import Domain
from clande.kernel.audience import view_type

if TYPE_CHECKING:
    from msgspec import Struct

    from clande.diktat.configurations.others.domain import Kinds, Lot

    class DomainView(Struct, frozen=True):
        """What one viewer sees of `Domain`. What is hidden from it is None."""

        fiel: str
        corrupted: tuple[str, ...]
        gloom: dict[str, int]
        corruption: dict[str, int]
        fallen: Kinds
        lots: tuple[Lot, ...]
        won: str
else:
    DomainView = view_type(Domain)
