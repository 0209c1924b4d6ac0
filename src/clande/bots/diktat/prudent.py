"""The prudent bot: a few rules that one can read, over what one seat of Diktat sees.

Read on in `turns` (a turn), `answers` (every other question) and `offers` (acts unasked); `sight`
lays the view out, `worth` says what things are worth, in hundredths of a victory point.
"""

from __future__ import annotations

from msgspec import structs

from clande.bots.choices import DRAWN, ONLY, Choice
from clande.bots.diktat import answers, offers, turns
from clande.bots.diktat.grounds import grounded
from clande.bots.diktat.sight import Sight, is_turn_of
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import NameFirst, Pawn, Show
from clande.diktat.politics import claims, shows, swearing, trades
from clande.diktat.rules import anytime
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.manoeuvres import SendingTeam, Turn
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table_view import DiktatView
from clande.kernel import (
    Agree,
    Amount,
    Arrange,
    Choose,
    Frame,
    Luck,
    Offers,
    Question,
    Seat,
)

# What is in a team, in a bid or behind the screen; what a spy has seen and nobody else. Of reasons
# that could stand for one another all are kept, or none: that one is kept must tell nothing.
SECRETS = (
    "team", "team_blockhaus", "team_bare", "team_decoy", "strike_known", "strike_blind",
    "extend_discard", "bid", "bid_enough", "bid_nothing", "resolve", "resolve_other",
    "get_affinities", "swap_mine", "move_own", "move_pawn", "strengthen", "recall", "accept",
    "decline", "propose", "take_back", "swear", "no_oath", "team_all", "team_uncovered",
    "bid_drawn", "bid_rashly", "bid_shyly", "decline_often", "decline_rival", "counter",
    "propose_swap", "propose_buy", "propose_sale", "truce", "swear_truce", "keep_word",
    "break_word", "propose_get", "propose_give", "tell", "tell_lie", "ask_word", "price_word",
    "pay_word", "swear_word", "offer_word", "hawk_word", "buy_word",
)  # fmt: skip
SENDING = ("send_card", "send_marker", "send_special")

# Offers that it never takes up; and those that it takes up on its own turn alone.
NEVER: tuple[Offers, ...] = (
    anytime.withdrawals, shows.shows, claims.claims, swearing.swearing,
)  # fmt: skip
OUT_OF_TURN: tuple[Offers, ...] = (*NEVER, anytime.debts, trades.proposals)


class Prudent:
    """Plays Diktat by small rules; where none of them has a word to say, it draws."""

    games: tuple[str, ...] = ("diktat",)

    def __init__(self) -> None:
        self.latest: tuple[Sight, Worth] | None = None

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return NEVER if is_turn_of(rule, seat) else OUT_OF_TURN

    def laid_out(self, view: DiktatView) -> tuple[Sight, Worth]:
        """What is made of a view. The latest is kept: one acts unasked and answers by the same."""
        if self.latest is None or self.latest[0].view is not view:
            sight = Sight(view)
            self.latest = sight, Worth(sight)
        return self.latest

    def answer(self, view: DiktatView, luck: Luck) -> Choice:
        question = view.question
        assert question is not None, "nothing is asked"
        if question.size() == 1:
            return Choice(question.default(), ONLY)
        sight, worth = self.laid_out(view)
        choice = self.decide(sight, worth, question, luck)
        return discreet(sight, choice or Choice(question.sample(luck), DRAWN))

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        for more in worth.knowledge:
            if (choice := more.decide(sight, worth, question, luck)) is not None:
                return choice
        match question:
            case Amount() if isinstance(sight.rule, Conquest):
                return answers.bid(sight, worth, question)
            case Agree(abstaining=abstaining):
                reason = turns.WHY + ("abstain" if abstaining else "refuse")
                return Choice(question.default(), reason)
            case Arrange():
                return answers.arrange(sight, worth, question, luck)
            case Choose(options):
                if isinstance(sight.rule, Turn | SendingTeam):
                    return turns.turn(sight, worth, options, luck)
                if isinstance(options[0], NameFirst):
                    return turns.first(sight, options)
                if isinstance(sight.rule, Looking) and Show() not in options:
                    return turns.look(sight, worth, options, luck)
                if isinstance(sight.rule, Assassination):
                    return turns.strike(sight, worth, options, luck)
                if isinstance(options[-1], Pawn):
                    return answers.pawn(sight, worth, options, luck)
                for action in (options[0], options[-1]):
                    if rule := answers.RULES.get(type(action)):
                        return rule(sight, worth, options)
        return None

    def offer(self, view: DiktatView, luck: Luck) -> Choice | None:
        if not view.offers or not view.table.cycle:
            return None
        sight, worth = self.laid_out(view)
        choice = offers.act(sight, worth, luck)
        return discreet(sight, choice) if choice else None


def discreet(sight: Sight, choice: Choice) -> Choice:
    """Says on what ground, and marks a reason that would tell the others what they do not see."""
    choice = grounded(sight, choice)
    name = choice.reason.removeprefix(turns.WHY)
    spied = sight.hidden is not None and bool(sight.hidden.card)  # all have seen that it looked
    if name in SECRETS or (spied and name in SENDING):
        return structs.replace(choice, secret=True)
    return choice
