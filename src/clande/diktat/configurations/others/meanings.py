"""What an answer means where the Others are in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clande.diktat.actions import ChooseOption
from clande.diktat.configurations.others.strikes import OthersStrike
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Answers

Wording = Callable[[DiktatView, Action, Any], str]


def wording(base: Wording | None, view: DiktatView, action: Action, texts: Any) -> str:
    """Their strike among the answers to a placed stack; else what the base says. [CYC-2]"""
    rule = view.stack[-1] if view.stack else None
    match action, rule:
        case ChooseOption(number), Answers(queue=queue):
            if isinstance(strike := queue[number], OthersStrike):
                sentence: str = texts.say(
                    f"{view.header.game}.wordings.strike", stack=strike.stack, player=strike.player
                )
                return sentence
    return base(view, action, texts) if base else ""
