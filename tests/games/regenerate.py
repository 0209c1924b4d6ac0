"""Writes the golden numbers anew, and shows what has changed: python -m tests.games.regenerate"""

from __future__ import annotations

from difflib import unified_diff

from tests.games.positions import GOLDEN, golden


def main() -> None:
    was = GOLDEN.read_text(encoding="utf-8") if GOLDEN.exists() else ""
    now = golden()
    GOLDEN.write_text(now, encoding="utf-8")
    lines = (was.splitlines(keepends=True), now.splitlines(keepends=True))
    print("".join(unified_diff(*lines, "was", "is")) or "nothing has changed")


if __name__ == "__main__":
    main()
