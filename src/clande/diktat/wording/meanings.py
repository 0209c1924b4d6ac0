"""What an act means to the seat that would do it, from its view alone: what each possibility does,
what an assassination risks, what a trade leaves. [GEN-14, KILL-2, POL-1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from clande.diktat.actions import Answer, ChooseOption, Convert, Pawn
from clande.diktat.book import DiktatBook, Index
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.parts import parts
from clande.diktat.effects.perform import Choosing, Exchanging
from clande.diktat.effects.references import Effects
from clande.diktat.effects.transfers import SCREENED
from clande.diktat.events import StackPlaced
from clande.diktat.politics.actions import Accept
from clande.diktat.rules.board import Assassination
from clande.diktat.rules.occasions import Answering
from clande.diktat.rules.reactions import Answers
from clande.diktat.table import (
    GOODS,
    NOBODY,
    Deal,
    Parcel,
    Stack,
    bit,
    is_on_board,
    marker_element,
    plus,
)
from clande.diktat.wording.describe import describe_effects, describe_exchange
from clande.kernel import Action, View, compose
from clande.text import Catalogue, Lying


def wording(seen: View, action: Action, words: Catalogue) -> str:
    rule = seen.rules[-1] if seen.rules else None
    match action, rule:
        case ChooseOption(number), Choosing(use=use, effect=choice):
            within = around(seen, use.element, choice)
            return told(seen, use.element, choice.options[number], words, within)
        case ChooseOption(number), Answers(queue=queue):
            answer = queue[number]
            if isinstance(answer, Answering):
                text = answered(seen, answer.use.element, answer.clause, words)
                use = answer.use
                key = "diktat.wordings.element"
                return words.say(key, element=use.element, owner=use.owner, text=text)
        case Answer(element, number), Answering():
            return answered(seen, element, number, words)
        case Convert(), Exchanging(use=use, effect=exchange):
            return exchanged(seen, use.element, exchange, words)
        case Pawn(), Assassination(decides=decides) if decides == NOBODY:
            return risked(seen, action, words)
        case Accept(number), _ if number in seen.table["deals"]:
            return traded(seen, seen.table["deals"][number], words)
    return ""


def lying(seen: View) -> dict[int, Lying]:
    """The stacks on the board. Whose each is and where, all can see. [SEND-3]"""
    stacks: dict[int, Stack] = seen.table["stacks"]
    there = [(stack.owner, stack.sector) for stack in stacks.values()]
    return {
        key: Lying(stack.owner, stack.sector, there.count((stack.owner, stack.sector)) > 1)
        for key, stack in stacks.items()
        if is_on_board(stack)
    }


def laid(heard: Mapping[str, Any]) -> tuple[int, Lying] | None:
    """Where a stack has just been placed. [SEND-1, ANY-6]"""
    if heard["type"] != StackPlaced.__name__:
        return None
    return heard["stack"], Lying(heard["seat"], heard["sector"])


def risked(seen: View, aim: Pawn, words: Catalogue) -> str:
    """What becomes of an assassin, by what this seat knows of the pawn. [KILL-2]"""
    stack: Stack | None = seen.table["stacks"].get(aim.stack)
    if stack is None or aim.position >= len(stack.pawns):
        return ""
    pawn = stack.pawns[aim.position]
    kind = GOODS[pawn & 3] if pawn & bit(seen.seat) else "unknown"
    target = words.fill("diktat.actions.Pawn", {"stack": aim.stack, "position": aim.position})
    return words.say("diktat.wordings.risk", target=target, risk=words.say(f"diktat.risks.{kind}"))


def traded(seen: View, deal: Deal, words: Catalogue) -> str:
    """What a proposal would take from whoever accepts it, and bring him. [POL-1]"""
    left = plus(seen.table["reserves"], deal.takes.goods, -1)
    touched = {good: n for good, n, gone in zip(GOODS, left, deal.takes.goods, strict=True) if gone}
    gives, gets = listed(deal.takes, words), listed(deal.gives, words)
    key = "trade" if gives and gets else "gift" if gets else "gives" if gives else "nothing"
    text = words.say(f"diktat.trades.{key}", giver=deal.parties[0], gives=gives, gets=gets)
    return f"{text} {words.say('diktat.wordings.left', goods=touched)}" if touched else text


def listed(parcel: Parcel, words: Catalogue) -> str:
    amounts = {good: n for good, n in zip(GOODS, parcel.goods, strict=True) if n}
    amounts |= {k: n for k, n in (("spy", parcel.spies), ("assassin", parcel.assassins)) if n}
    things = [words.say("diktat.wordings.goods", goods=amounts)] if amounts else []
    elements = (*parcel.cards, *parcel.markers)
    things += [words.say("diktat.wordings.things", elements=elements)] if elements else []
    return words.listed(things)


def answered(seen: View, element: str, number: int, words: Catalogue) -> str:
    """What an element would do by one of its clauses."""
    clause = clauses(seen, element)[number]
    return told(seen, element, clause.do, words, clause)


def exchanged(seen: View, element: str, exchange: v.Exchange, words: Catalogue) -> str:
    """What comes of an exchange, and what it costs: from behind the screen, or what all see.
    [GEN-15]"""
    within = around(seen, element, exchange)
    cabal = cabal_of(index(seen), element)
    goods, do = describe_exchange(exchange, words, cabal=cabal, within=within)
    hidden = all(item.good in SCREENED for item in exchange.give)
    return words.say(f"diktat.wordings.exchange{'_screen' * hidden}", goods=goods, do=do)


def told(seen: View, element: str, do: Effects, words: Catalogue, within: v.Clause | None) -> str:
    return describe_effects(do, words, cabal=cabal_of(index(seen), element), within=within)


def around(seen: View, element: str, effect: v.Effect) -> v.Clause | None:
    """The clause of an element that an effect is a part of."""
    there = clauses(seen, element)
    return next((c for c in there if any(part == effect for part in parts(c))), None)


def clauses(seen: View, element: str) -> tuple[v.Clause, ...]:
    found = index(seen).clauses
    if element in found:
        return found[element]
    for seat, mine in enumerate(seen.table["markers"]):
        for held in mine:
            if marker_element(seat, held) == element:
                return found[held.sector, held.level]
    return ()


def cabal_of(there: Index, element: str) -> v.Cabal | None:
    """Whose element it is, where it is a screen or a cabal card."""
    kind, _, name = element.partition("/")
    if kind == "screen":
        return there.content.cabals[name]
    card = there.content.cabal_cards.get(element)
    return there.content.cabals[card.cabal] if card else None


def index(seen: View) -> Index:
    return cast(DiktatBook, compose(seen.header.rules)).index
