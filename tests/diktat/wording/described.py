"""Writes the whole content in words, for the eye: `python tests/diktat/wording/described.py`."""

from __future__ import annotations

from pathlib import Path

from clande.diktat.cards.packs import CLANDE
from clande.diktat.wording.listing import summary

HERE = Path(__file__).parent


def file(language: str) -> Path:
    return HERE / f"described.{language}.txt"


def described(language: str) -> str:
    return "\n".join(summary(CLANDE, language)) + "\n"


if __name__ == "__main__":
    for name in ("fr", "en"):
        file(name).write_text(described(name), "utf-8")
