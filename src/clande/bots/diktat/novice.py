"""The novice: plays by *prudent*'s rules, with the mistakes of a first evening.

It overlooks some of what it could do, takes a fancy to something else, forgets what it has seen of
other stacks, sends its emissaries all at once, and bids too much or not at all.
"""

from __future__ import annotations

from msgspec import structs

from clande.bots.choices import Choice
from clande.bots.diktat.prudent import Prudent
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, best, weighed
from clande.bots.diktat.worth import Worth
from clande.diktat import pawns
from clande.diktat.rules.manoeuvres import SendingTeam, Turn
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table import EMISSARY, Stack
from clande.diktat.table_view import DiktatTableView, DiktatView
from clande.kernel import PASS, Amount, Arrange, Choose, Luck, Number, Order, Question

# Of a hundred times:
OVERLOOKS = 35  # half of what there is to choose from
FANCIES = 20  # a manoeuvre, whatever it brings
FORGETS = 40  # what it has seen of others' pawns
CROWDS = 20  # sends all its emissaries at once
RASH, SHY = 25, 25  # bids all it has; bids nothing


class Novice(Prudent):
    """Legal, quick, and easily beaten."""

    def answer(self, view: DiktatView, luck: Luck) -> Choice:
        if happens(luck, FORGETS):
            view = structs.replace(view, table=forgotten(view))
        return super().answer(view, luck)

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        match question:
            case Amount(low, high) if isinstance(sight.rule, Conquest):
                drawn = luck.below(100)
                if drawn < RASH + SHY:
                    power = high if drawn < RASH else low
                    reason = "bid_rashly" if drawn < RASH else "bid_shyly"
                    values = {"power": power, "sector": sight.resolving}
                    return Choice(Number(power), WHY + reason, values)
            case Arrange() if isinstance(sight.rule, SendingTeam) and happens(luck, CROWDS):
                order = Order(("emissary",) * sight.reserve[EMISSARY])
                if question.admits(order):
                    values = {"sector": sight.rule.sector, "emissaries": len(order.kinds)}
                    return Choice(order, WHY + "team_all", values)
            case Choose(options) if len(options) > 2:
                if isinstance(sight.rule, Turn) and happens(luck, FANCIES):
                    action = luck.pick(options)
                    why = best(weighed(sight, worth, (action,)))
                    return why or Choice(action, WHY + "fancy")
                if happens(luck, OVERLOOKS):
                    return self.glance(sight, worth, question, luck)
        return super().decide(sight, worth, question, luck)

    def glance(self, sight: Sight, worth: Worth, question: Choose, luck: Luck) -> Choice | None:
        """Looks at half of what there is, and passes only if it has seen that it may."""
        half = luck.shuffled(question.options)[: (len(question.options) + 1) // 2]
        noticed = tuple([action for action in question.options if action in half])
        choice = super().decide(sight, worth, Choose(noticed, question.rule_ids), luck)
        if choice is None or choice.action not in question.options:
            return Choice(luck.pick(noticed), WHY + "fancy")
        if choice.action == PASS not in noticed:
            return Choice(noticed[0], WHY + "fancy")
        return choice


def happens(luck: Luck, percent: int) -> bool:
    return luck.below(100) < percent


def forgotten(view: DiktatView) -> DiktatTableView:
    """The table without what this seat has seen of others' pawns."""
    stacks: dict[int, Stack] = {}
    for key, stack in view.table.stacks.items():
        if stack.owner == view.seat:
            stacks[key] = stack
            continue
        stacks[key] = Stack(stack.owner, stack.sector, tuple(map(pawns.blank, stack.pawns)))
    return structs.replace(view.table, stacks=stacks)
