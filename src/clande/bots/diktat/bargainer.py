"""A prudent player with a character: bargains, and weighs his word before he breaks it."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat import offers
from clande.bots.diktat.bargaining import Character
from clande.bots.diktat.prices import VP
from clande.bots.diktat.prudent import NEVER, OUT_OF_TURN, Prudent, discreet
from clande.bots.diktat.sight import Sight, is_turn_of
from clande.bots.diktat.targets import strike_worth
from clande.bots.diktat.turns import WHY, weighed
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import Answer, Assassinate, Manifest, Pawn, Special, UseAbility
from clande.diktat.cards import vocabulary as v
from clande.diktat.politics import claims, swearing, trades
from clande.diktat.politics.terms import ANY_DEED, Acts
from clande.diktat.politics.warnings import warnings
from clande.diktat.rules.board import Assassination
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Amount, Choose, Frame, Luck, Number, Offers, Question, Seat

ON_TURN: tuple[Offers, ...] = tuple(
    [sort for sort in NEVER if sort not in (swearing.swearing, claims.claims)]
)


class Bargainer(Prudent):
    """Plays as *prudent* does, and bargains by its character."""

    def __init__(self, character: Character) -> None:
        super().__init__()
        self.character = character

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        if not self.character.talks:
            return (*NEVER, trades.proposals) if is_turn_of(rule, seat) else OUT_OF_TURN
        return ON_TURN if is_turn_of(rule, seat) else OUT_OF_TURN

    def offer(self, view: DiktatView, luck: Luck) -> Choice | None:
        if not view.offers or not view.table.cycle:
            return None
        sight, worth = self.laid_out(view)
        choice = offers.act(sight, worth, luck, self.character)
        if choice is None or self.breaks(sight, choice.action):
            return None
        return discreet(sight, choice)

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        choice = super().decide(sight, worth, question, luck)
        if choice is None or not self.breaks(sight, choice.action):
            return choice
        return self.keep(sight, worth, question, choice, luck)

    def breaks(self, sight: Sight, action: Action) -> int:
        """How many oaths of one's own an act would break; what one proposes to swear binds one
        already. [POL-4]"""
        if not sight.view.table.oaths:
            return 0
        broken = len(warnings(sight.view, sight.me, action))
        if broken or not (safe := spared(sight)):
            return broken
        if isinstance(action, Pawn) and isinstance(sight.rule, Assassination):
            stack = sight.stacks.get(action.stack)
            return int(stack is not None and stack.owner in safe)
        if strikes(sight, action):
            aims = [sight.stacks[key].owner for key in sight.opposing()]
            return int(bool(aims) and all(owner in safe for owner in aims))
        return 0

    def keep(
        self, sight: Sight, worth: Worth, question: Question, choice: Choice, luck: Luck
    ) -> Choice:
        """The best that breaks nothing, unless a breach pays for itself and for one's scruples."""
        if isinstance(question, Amount) and isinstance(choice.action, Number):
            near = sorted(question, key=lambda n: abs(n.value - choice.action.value))  # type: ignore[attr-defined]
            nearest = next((n for n in near if not self.breaks(sight, n)), choice.action)
            return Choice(nearest, WHY + "keep_word")
        if not isinstance(question, Choose):
            return choice
        lawful = tuple([a for a in question.options if not self.breaks(sight, a)])
        if not lawful:
            return choice
        other = super().decide(sight, worth, Choose(lawful, question.rule_ids), luck)
        if other is None or other.action not in lawful:
            other = Choice(lawful[0], WHY + "keep_word")
        cost = self.breaks(sight, choice.action) * VP + self.character.scruple
        gains = [brings(sight, worth, option.action) for option in (choice, other)]
        if gains[0] - gains[1] > cost:
            return Choice(choice.action, WHY + "break_word", secret=True)
        return other


def brings(sight: Sight, worth: Worth, action: Action) -> int:
    """What an act is worth, as far as one can say."""
    if isinstance(sight.rule, Turn):
        return max([good for good, _ in weighed(sight, worth, (action,))], default=0)
    if isinstance(sight.rule, Assassination) and isinstance(action, Pawn):
        return strike_worth(sight, worth, action.stack, action.position)
    return 0


def strikes(sight: Sight, action: Action) -> bool:
    """Whether an act is an assassination, or the use of something that assassinates."""
    if isinstance(action, Manifest | UseAbility | Special | Answer):
        clauses = sight.index.clauses.get(action.element, ())
        return action.clause < len(clauses) and any(map(kills, clauses[action.clause].do))
    return isinstance(action, Assassinate)


def kills(effect: v.Effect) -> bool:
    match effect:
        case v.Exchange(do=do):
            return any(map(kills, do))
        case v.Choose(options):
            return any(kills(part) for option in options for part in option)
        case v.If(then=then, otherwise=otherwise):
            return any(map(kills, (*then, *otherwise)))
    return isinstance(effect, v.Assassinate)


def spared(sight: Sight) -> list[Seat]:
    """Those whom one has sworn, or proposes, not to assassinate, wherever they are."""
    return [
        term.target
        for oath in sight.view.table.oaths.values()
        for term in oath.terms
        if oath.sworn or oath.between[0] == sight.me
        if isinstance(term, Acts) and term.by == sight.me and not term.does
        if term.deed in ("assassinate", ANY_DEED) and not term.sector
    ]
