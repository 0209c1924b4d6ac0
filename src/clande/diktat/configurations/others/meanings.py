"""What an answer means where the Others are in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clande.diktat.actions import ChooseOption
from clande.diktat.configurations.others.strikes import OthersStrike
from clande.diktat.rules.reactions import Answers
from clande.kernel import Action, View

Wording = Callable[[View, Action, Any], str]


def wording(base: Wording | None, seen: View, action: Action, words: Any) -> str:
    """Their strike among the answers to a placed stack; else what the base says. [CYC-2]"""
    rule = seen.rules[-1] if seen.rules else None
    match action, rule:
        case ChooseOption(number), Answers(queue=queue):
            if isinstance(strike := queue[number], OthersStrike):
                said: str = words.say(
                    f"{seen.header.game}.wordings.strike", stack=strike.stack, player=strike.player
                )
                return said
    return base(seen, action, words) if base else ""
