"""The secret of the house: drawn with a new house, printed once, stored as a hash.

`clande admin` draws another one, for the owner of the machine.
"""

from __future__ import annotations

import argparse

from clande.server.operations.maintenance import chosen, place
from clande.server.people.tokens import digest, secret
from clande.server.ports import Chance, SystemChance
from clande.server.store import Store, StoreError, TokenRow
from clande.usage import UsageError

PURPOSE = "admin"
NEVER = (1 << 53) - 1


def first_secret(store: Store, chance: Chance) -> str | None:
    """Draws the secret of a house that has none yet. A stored one cannot be read again."""
    return None if store.rows(TokenRow, purpose=PURPOSE) else new_secret(store, chance)


def new_secret(store: Store, chance: Chance) -> str:
    """Draws another secret; the one before is void."""
    drawn = secret(chance)
    for row in store.rows(TokenRow, purpose=PURPOSE):
        store.drop(TokenRow, digest=row.digest).result()
    store.put(TokenRow(digest(drawn), PURPOSE, NEVER)).result()
    return drawn


def lines(drawn: str) -> list[str]:
    return [
        f"  Secret de la maison / Secret of the house:  {drawn}",
        "  Affiché une seule fois, pour modérer / Shown this once, to keep order",
    ]


def add(parser: argparse.ArgumentParser) -> None:
    place(parser, "the folder that holds the house, which must be closed")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        with Store.open(chosen(options)) as store:
            print("\n".join(lines(new_secret(store, SystemChance()))))
    except StoreError as error:
        raise UsageError(str(error)) from error
    return 0
