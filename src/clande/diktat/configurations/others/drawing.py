"""What the terminal shows of the Others beside their stacks: gloom and corruption, by sector."""

from __future__ import annotations

from typing import Any

from clande.diktat.configurations.others.domain import TOKENS
from clande.kernel import View


def draw(view: View, words: Any) -> list[str]:
    there, said = view.table["others"], f"{view.header.game}.table.drawn"
    lines = []
    for name in ("gloom", "corruption"):
        tokens: dict[str, int] = there[name]
        if tokens:
            each = [words.say(f"{said}.each", sector=s, n=tokens[s]) for s in sorted(tokens)]
            label = words.say(f"{said}.{name}", n=sum(tokens.values()), of=TOKENS)
            lines.append(words.say("terminal.labelled", label=label, value=words.listed(each)))
    return lines
