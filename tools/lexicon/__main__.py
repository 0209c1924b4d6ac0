"""`python -m tools.lexicon`: builds the lexicon."""

from __future__ import annotations

import sys

from tools.lexicon.build import build
from tools.lexicon.packages import SYSTEM, Refused, other_system


def main() -> int:
    if found := other_system():
        print(f"The lexicon is built on {SYSTEM} only, this is {found}; the built files are here.")
        return 1
    try:
        build()
    except Refused as why:
        print(why)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
