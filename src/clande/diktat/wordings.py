"""What an answer means under the rule that asks: what each possibility does, in words. [GEN-14]"""

from __future__ import annotations

from typing import cast

from clande.diktat.answers import Answers
from clande.diktat.book import DiktatBook, Index
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.describe import describe_effects
from clande.diktat.cards.listing import inside
from clande.diktat.effects import Choosing, Exchanging
from clande.diktat.occasions import Answering
from clande.diktat.reading import Effects
from clande.diktat.table import marker_element
from clande.diktat.words import Answer, ChooseOption, Convert
from clande.kernel import Action, View, compose
from clande.text import Catalogue


def wording(seen: View, action: Action, words: Catalogue) -> str:
    rule = seen.rules[-1] if seen.rules else None
    match action, rule:
        case ChooseOption(number), Choosing(use=use, effect=choice):
            within = around(seen, use.element, choice)
            return told(seen, use.element, choice.options[number], words, within)
        case ChooseOption(number), Answers(queue=queue):
            answer = queue[number]
            if isinstance(answer, Answering):
                return answered(seen, answer.use.element, answer.clause, words)
        case Answer(element, number), Answering():
            return answered(seen, element, number, words)
        case Convert(), Exchanging(use=use, effect=exchange):
            within = around(seen, use.element, exchange)
            return told(seen, use.element, (exchange,), words, within)
    return ""


def answered(seen: View, element: str, number: int, words: Catalogue) -> str:
    """What an element would do by one of its clauses."""
    clause = clauses(seen, element)[number]
    text = told(seen, element, clause.do, words, clause)
    return words.say("diktat.wordings.element", element=element, text=text)


def told(seen: View, element: str, do: Effects, words: Catalogue, within: v.Clause | None) -> str:
    return describe_effects(do, words, cabal=cabal_of(index(seen), element), within=within)


def around(seen: View, element: str, effect: v.Effect) -> v.Clause | None:
    """The clause of an element that an effect is a part of."""
    there = clauses(seen, element)
    return next((c for c in there if any(part == effect for part in inside(c))), None)


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
