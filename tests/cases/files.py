"""A case file to be varied: nine lines, then what is played."""

from __future__ import annotations

from pathlib import Path

HEAD = """case: Guns are seized
rules: [CTB-6]
scene:
  game: examples/contraband
  seats: 3
  breathes: false
  table:
    {table}
  under_way: [{under_way}]
play:
"""
TABLE = (
    "{standing: [3, 2, 1], turns: [4, 4, 4], purses: [4, 4, 4], patrols: ['', karlin, ''], "
    "papers: [[blank], [pass], [pass]], hands: [{salt: 1, guns: 1}, {}, {}]}"
)
UNDER_WAY = "nights step=dawn, turns 1, turn 0"
FIRST = 11  # the line on which the first step stands


def written(
    folder: Path, play: str, table: str = TABLE, under_way: str = UNDER_WAY, name: str = "case.yaml"
) -> Path:
    path = folder / name
    text = HEAD.replace("{table}", table).replace("{under_way}", under_way)
    path.write_text(text + play.strip("\n") + "\n", encoding="utf-8")
    return path
