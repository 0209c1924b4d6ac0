"""`python -m tools.lexicon`: builds the lexicon."""

from __future__ import annotations

import sys

from .build import build
from .packages import Refused, on_debian


def main() -> int:
    if not on_debian():
        print("The lexicon is built on Debian only; its built files are part of the project.")
        return 1
    try:
        build()
    except Refused as why:
        print(why)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
