"""What the prudent bot does unasked: tokens at once, debts for points, effects in their moment."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat import bargaining, trades
from clande.bots.diktat.bargaining import Character
from clande.bots.diktat.effects import suited
from clande.bots.diktat.prices import VP
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, Idea, best, weighed
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import Borrow, Manifest, PlaceAffinity, UseAbility
from clande.diktat.table import AFFINITIES, marker_element
from clande.kernel import Action, Choose, Luck

DEBT = 5  # the power that it brings
NEEDED = 20  # beyond the point that it costs
ENOUGH_GAIN = 8  # an effect must bring so much to be worth an element's token


def act(
    sight: Sight, worth: Worth, luck: Luck, character: Character | None = None
) -> Choice | None:
    """The best thing to do unasked, if there is one; who has a character bargains by it."""
    ideas: list[Idea] = []
    for question in sight.view.offers:
        if character is None:
            ideas += trades.ideas(sight, worth, question)
        else:
            ideas += bargaining.answers(sight, worth, question, character, luck)
        ideas += [idea for more in worth.knowledge for idea in more.acts(sight, worth, question)]
        for action in question if isinstance(question, Choose) else ():
            match action:
                case PlaceAffinity():
                    ideas.append((VP + fit(sight, action), placed(action)))
                case Borrow():
                    ideas += borrow(sight, worth, action)
                case Manifest() | UseAbility():
                    ideas += use(sight, worth, action)
    if chosen := best(ideas):
        return chosen
    if character is None:
        return trades.propose(sight, worth, luck)
    return bargaining.propose(sight, worth, character, luck)


def fit(sight: Sight, action: PlaceAffinity) -> int:
    """A symbol of the token's own kind comes before one that takes any."""
    symbols = sight.symbols(action.card)
    lying = sight.affinities.get(action.card, ("",) * len(symbols))
    free = [s for s, token in zip(symbols, lying, strict=True) if not token]
    return 10 if action.kind in free else sight.reserve[4 + AFFINITIES.index(action.kind)]


def placed(action: PlaceAffinity) -> Choice:
    values = {"kind": action.kind, "card": action.card}
    return Choice(action, WHY + "place_affinity", values)


def borrow(sight: Sight, worth: Worth, action: Action) -> list[Idea]:
    """Borrow only when it buys more points than it costs: a place that I could not pay
    and would take at once."""
    question = sight.view.question
    if not sight.my_turn or question is None:
        return []
    cost, points = sight.cost, sight.cabal_place_vp()
    if cost is None or points < 2 or not sight.power < cost <= sight.power + DEBT:
        return []
    gain = max((worth.cabal_card(card) for card in worth.cabal_cards_left()), default=0)
    rest = (sight.power + DEBT - cost) * worth.power // 2
    otherwise = max((good for good, _ in weighed(sight, worth, question)), default=0)
    if gain + rest <= VP + NEEDED or gain <= otherwise:
        return []
    return [(gain, Choice(action, WHY + "borrow", {"cost": cost, "points": points}))]


def use(sight: Sight, worth: Worth, action: Manifest | UseAbility) -> list[Idea]:
    """An element whose effect pays now."""
    clauses = sight.index.clauses.get(action.element)
    if clauses is None:
        clauses = next(
            (
                sight.index.clauses[marker.sector, marker.level]
                for marker in sight.markers[sight.me]
                if marker_element(sight.me, marker) == action.element
            ),
            (),
        )
    if action.clause >= len(clauses):
        return []
    gain = suited(sight, worth, clauses[action.clause].do)
    reason = "manifest" if isinstance(action, Manifest) else "use_ability"
    if gain <= ENOUGH_GAIN:
        return []
    return [(gain, Choice(action, WHY + reason, {"element": action.element}))]
