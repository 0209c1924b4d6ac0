"""The hook of the build backend: a wheel always carries the built client."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuild(BuildHookInterface[Any]):
    """Builds client/ into the package, except for an editable install, where go.py does it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools import webbuild

        webbuild.build(Path(self.root))
