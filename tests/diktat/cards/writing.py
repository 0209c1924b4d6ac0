"""Values written as TOML."""

from __future__ import annotations

from typing import Any


def written(value: Any) -> str:
    """A value as TOML, a new line after each item of a list."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list | tuple):
        return "[\n" + "".join(f"{written(item)},\n" for item in value) + "]"
    if isinstance(value, dict):
        pairs = [(name, inner) for name, inner in value.items() if inner is not None]
        return "{" + ", ".join(f"{quoted(k)} = {written(inner)}" for k, inner in pairs) + "}"
    return str(value)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
