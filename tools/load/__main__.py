"""What a real house costs its machine: python -m tools.load moves --peer DIR

All in one run: rounds of the house and of the peer take turns, each server on one core, the clients
on another. Only the processor time of the servers is counted.
"""

from __future__ import annotations

import argparse
import sys

from clande.usage import UsageError
from tools.load import idle, moves, opening


def main() -> int:
    top = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    rows = top.add_subparsers(title="measures", metavar="MEASURE", required=True)
    moves.add(rows.add_parser("moves", help="moves a second of processor, beside boardgame.io"))
    idle.add(rows.add_parser("idle", help="memory and processor of sockets that wait"))
    opening.add(rows.add_parser("opening", help="processor time until a server has opened"))
    options = top.parse_args()
    try:
        status: int = options.run(options)
    except UsageError as mistake:
        print(f"load: {mistake}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    raise SystemExit(main())
