"""The searchers: *prudent*'s ideas, compared by looking ahead in worlds that fit the view."""

from __future__ import annotations

from msgspec import structs

from clande.bots.choices import Choice
from clande.bots.diktat.bargainer import Bargainer
from clande.bots.diktat.bargaining import MARCHAND
from clande.bots.diktat.prudent import Prudent, discreet
from clande.bots.diktat.searching import bids
from clande.bots.diktat.searching.candidates import candidates
from clande.bots.diktat.searching.race import SearchBudget, race
from clande.bots.diktat.searching.values import Scale
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, weighed
from clande.bots.diktat.worth import Worth
from clande.diktat.rules.cycle import Cycles
from clande.diktat.rules.manoeuvres import SendingTeam, Turn
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Amount, Choose, Header, Luck, Order, QuickLuck

# One looks ahead by the rules, a time or two; the other sketches, hundreds of times. In a duel it
# plays by the rules besides, and heeds what *prudent* thinks however often it has looked: sketches
# err in the same way each time.
STRATEGE = SearchBudget("stratege", 150, plainly=4, sketches=0)
MAITRE = SearchBudget("maitre", 12_000, plainly=6, again=150, trust=25, by_rules=50)


class Searcher(Bargainer):
    """Looks ahead where there is something to compare; else it does as *prudent* does. It bargains
    as a *marchand*."""

    def __init__(self, level: SearchBudget) -> None:
        super().__init__(MARCHAND)
        self.level = level
        self.scales: dict[tuple[str, int, str], Scale] = {}

    def within(self, nodes: int) -> Searcher:
        """The same with another budget."""
        return Searcher(structs.replace(self.level, nodes=nodes))

    def scale(self, header: Header) -> Scale:
        key = header.mix, header.seats, str(header.options.get("length"))
        if key not in self.scales:
            self.scales[key] = Scale(header)
        return self.scales[key]

    def answer(self, view: DiktatView, luck: Luck) -> Choice:
        first = super().answer(view, luck)
        question = view.question
        assert question is not None
        if question.size() < 2 or not view.table.cycle or type(view.stack[0]) is not Cycles:
            return first
        sight, worth = self.laid_out(view)
        scale = self.scale(view.header)
        if isinstance(question, Amount) and isinstance(view.stack[-1], Conquest):
            drawn = bids.bid(view, question, scale, self.level.budget(scale.seats), luck)
            if self.breaks(sight, drawn):
                return first
            return Choice(drawn, WHY + "bid_drawn", bid_values(sight, drawn.value), secret=True)
        among = candidates(sight, worth, question, first, luck)
        among = [act for act in among if act == first.action or not self.breaks(sight, act)]
        if len(among) < 2:
            return first
        opinions = {}
        if self.level.trust and isinstance(sight.rule, Turn) and isinstance(question, Choose):
            opinions = {c.action: good for good, c in weighed(sight, worth, question.options)}
        best = race(view, among, scale, self.level, luck, opinions)
        if best.action == first.action:
            return first
        return discreet(sight, explained(self, sight, worth, best.action))


def bid_values(sight: Sight, power: int) -> dict[str, object]:
    return {"power": power, "sector": sight.resolving}


def explained(mind: Prudent, sight: Sight, worth: Worth, action: Action) -> Choice:
    """Why an act is done that *prudent* would not have put first: what it would say of this act if
    it stood alone, or that looking ahead speaks for it."""
    if isinstance(action, Order) and isinstance(sight.rule, SendingTeam):
        return sent(sight, action, sight.rule.sector)
    if isinstance(sight.rule, Turn):
        for _, choice in weighed(sight, worth, (action,)):
            return choice
    else:
        alone = mind.decide(sight, worth, Choose((action,)), QuickLuck(0))
        if alone is not None and alone.action == action:
            return alone
    return Choice(action, WHY + "looked_ahead")


def sent(sight: Sight, order: Order, sector: str) -> Choice:
    """A team, by what is in it."""
    size = order.kinds.count("emissary")
    covers = len(order.kinds) - size
    reason = "team" if size and covers else "team_decoy"
    if not covers:
        reason = "team_uncovered" if sight.idle else "team_bare"
    values = {"sector": sector, "emissaries": size, "covers": covers}
    return Choice(order, WHY + reason, values)
