"""What an act would mean to the seat that does it, by its view alone: what an option does, what an
assassination risks, what one knows already, what remains after a trade. [GEN-14, KILL-2, SPY-1,
POL-1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from clande.diktat import pawns
from clande.diktat.actions import Answer, ChooseOption, Convert, HiddenCard, Pawn
from clande.diktat.book import DiktatBook, Index
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.parts import parts
from clande.diktat.effects.perform import Choosing, Exchanging
from clande.diktat.effects.references import Effects
from clande.diktat.effects.transfers import SCREENED
from clande.diktat.events import StackPlaced
from clande.diktat.politics.actions import Accept
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.occasions import Answering
from clande.diktat.table import (
    GOODS,
    NOBODY,
    NOTHING,
    Deal,
    Parcel,
    Stack,
    is_on_board,
    marker_element,
    plus,
)
from clande.diktat.table_view import DiktatView
from clande.diktat.wording.describe import describe_effects, describe_exchange
from clande.kernel import Action, Answers, compose
from clande.text import Catalogue, Lying


def wording(view: DiktatView, action: Action, texts: Catalogue) -> str:
    rule = view.stack[-1] if view.stack else None
    match action, rule:
        case ChooseOption(number), Choosing(use=use, effect=choice):
            within = around(view, use.element, choice)
            return effects_text(view, use.element, choice.options[number], texts, within)
        case ChooseOption(number), Answers(queue=queue):
            answer = queue[number]
            if isinstance(answer, Answering):
                text = answer_text(view, answer.use.element, answer.clause, texts)
                use = answer.use
                key = "diktat.wordings.element"
                return texts.say(key, element=use.element, owner=use.owner, text=text)
        case Answer(element, number), Answering():
            return answer_text(view, element, number, texts)
        case Convert(), Exchanging(use=use, effect=exchange):
            return exchange_text(view, use.element, exchange, texts)
        case HiddenCard(), Looking() if view.table.hidden is not None and view.table.hidden.card:
            return texts.say("diktat.wordings.known_card", card=view.table.hidden.card)
        case Pawn(), Assassination(decides=decides) if decides == NOBODY:
            return risk_text(view, action, texts)
        case Accept(number), _ if number in view.table.deals:
            return trade_text(view, view.table.deals[number], texts)
    return ""


def lying(view: DiktatView) -> dict[int, Lying]:
    """The stacks on the board: owners and sectors, which all can see. [SEND-3]"""
    stacks: dict[int, Stack] = view.table.stacks
    places = [(stack.owner, stack.sector) for stack in stacks.values()]
    return {
        key: Lying(stack.owner, stack.sector, places.count((stack.owner, stack.sector)) > 1)
        for key, stack in stacks.items()
        if is_on_board(stack)
    }


def laid(heard: Mapping[str, Any]) -> tuple[int, Lying] | None:
    """Where a stack has just been placed. [SEND-1, ANY-6]"""
    if heard["type"] != StackPlaced.__name__:
        return None
    return heard["stack"], Lying(heard["seat"], heard["sector"])


def risk_text(view: DiktatView, aim: Pawn, texts: Catalogue) -> str:
    """What may happen to an assassin, by what this seat knows of the pawn. [KILL-2]"""
    stack: Stack | None = view.table.stacks.get(aim.stack)
    if stack is None or aim.position >= len(stack.pawns):
        return ""
    pawn = stack.pawns[aim.position]
    kind = pawns.face(pawn) if pawns.is_known(pawn, view.seat) else "unknown"
    target = texts.fill("diktat.actions.Pawn", {"stack": aim.stack, "position": aim.position})
    return texts.say("diktat.wordings.risk", target=target, risk=texts.say(f"diktat.risks.{kind}"))


def trade_text(view: DiktatView, deal: Deal, texts: Catalogue) -> str:
    """What a proposal would take from whoever accepts it, and bring him. [POL-1]"""
    remaining = plus(view.table.reserves or NOTHING, deal.takes.goods, -1)
    touched = {
        good: n for good, n, gone in zip(GOODS, remaining, deal.takes.goods, strict=True) if gone
    }
    gives, gets = parcel_text(deal.takes, texts), parcel_text(deal.gives, texts)
    key = "trade" if gives and gets else "gift" if gets else "gives" if gives else "nothing"
    text = texts.say(f"diktat.trades.{key}", giver=deal.parties[0], gives=gives, gets=gets)
    return f"{text} {texts.say('diktat.wordings.left', goods=touched)}" if touched else text


def parcel_text(parcel: Parcel, texts: Catalogue) -> str:
    amounts = {good: n for good, n in zip(GOODS, parcel.goods, strict=True) if n}
    amounts |= {k: n for k, n in (("spy", parcel.spies), ("assassin", parcel.assassins)) if n}
    things = [texts.say("diktat.wordings.goods", goods=amounts)] if amounts else []
    elements = (*parcel.cards, *parcel.markers)
    things += [texts.say("diktat.wordings.things", elements=elements)] if elements else []
    return texts.listed(things)


def answer_text(view: DiktatView, element: str, number: int, texts: Catalogue) -> str:
    """What an element would do by one of its clauses."""
    clause = clauses(view, element)[number]
    return effects_text(view, element, clause.do, texts, clause)


def exchange_text(view: DiktatView, element: str, exchange: v.Exchange, texts: Catalogue) -> str:
    """What comes of an exchange, and what it costs: from behind the screen, or what all see.
    [GEN-15]"""
    within = around(view, element, exchange)
    cabal = cabal_of(index(view), element)
    goods, do = describe_exchange(exchange, texts, cabal=cabal, within=within)
    hidden = all(item.good in SCREENED for item in exchange.give)
    return texts.say(f"diktat.wordings.exchange{'_screen' * hidden}", goods=goods, do=do)


def effects_text(
    view: DiktatView, element: str, do: Effects, texts: Catalogue, within: v.Clause | None
) -> str:
    return describe_effects(do, texts, cabal=cabal_of(index(view), element), within=within)


def around(view: DiktatView, element: str, effect: v.Effect) -> v.Clause | None:
    """The clause of an element that an effect is a part of."""
    options = clauses(view, element)
    return next((c for c in options if any(part == effect for part in parts(c))), None)


def clauses(view: DiktatView, element: str) -> tuple[v.Clause, ...]:
    by_element = index(view).clauses
    if element in by_element:
        return by_element[element]
    for seat, mine in enumerate(view.table.markers):
        for marker in mine:
            if marker_element(seat, marker) == element:
                return by_element[marker.sector, marker.level]
    return ()


def cabal_of(index: Index, element: str) -> v.Cabal | None:
    """Whose element it is, where it is a screen or a cabal card."""
    kind, _, name = element.partition("/")
    if kind == "screen":
        return index.content.cabals[name]
    card = index.content.cabal_cards.get(element)
    return index.content.cabals[card.cabal] if card else None


def index(view: DiktatView) -> Index:
    return cast(DiktatBook, compose(view.header.mix)).index
