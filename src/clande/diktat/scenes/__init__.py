"""Scenes: a table described by a few fields, and all that follows from them.

- `written`: which fields a scene may write, and in which shape; each is stored on the table as it
  was written, since most depend on others: ranks on cabals, points on cards
- `scene_table`: makes the rest of the table fit them (`tidy`)
"""

from clande.diktat.scenes.scene_table import tidy
from clande.diktat.scenes.written import LAY

__all__ = ["LAY", "tidy"]
