"""What the terminal shows of the Others beside their stacks: gloom and corruption, by sector."""

from __future__ import annotations

from typing import Any

from clande.diktat.configurations.others.domain import TOKENS
from clande.diktat.configurations.others.imagine import visible_domain
from clande.diktat.table_view import DiktatView


def draw(view: DiktatView, texts: Any) -> list[str]:
    others, key = visible_domain(view), f"{view.header.game}.table.drawn"
    lines = []
    for name, tokens in (("gloom", others.gloom), ("corruption", others.corruption)):
        if tokens:
            each = [texts.say(f"{key}.each", sector=s, n=tokens[s]) for s in sorted(tokens)]
            label = texts.say(f"{key}.{name}", n=sum(tokens.values()), of=TOKENS)
            lines.append(texts.say("terminal.labelled", label=label, value=texts.listed(each)))
    return lines
