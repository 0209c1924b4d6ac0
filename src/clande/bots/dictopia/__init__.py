"""Four levels of Dictopia's bot: they know more or fewer words, are quicker or slower, and slip.

Read on in `levels` (how they differ), `searching` (how a seat comes to its word, by the second),
`judging` (what it says of the words of others), `training`; `sight` lays the view out.

What a seat does is a function of its view alone, its chance included: asked again, after a stop of
the house or in another order, it does the same.
"""

from __future__ import annotations

from clande.bots.choices import DRAWN, ONLY, Choice, Plan
from clande.bots.dictopia import judging, searching
from clande.bots.dictopia.invented import invent
from clande.bots.dictopia.levels import LEVELS, DictopiaLevel
from clande.bots.dictopia.sight import WHY, mood, task_of
from clande.bots.dictopia.training import attempt
from clande.dictopia.actions import Invent
from clande.dictopia.modes.training import Training
from clande.dictopia.rules.denunciation import Count, Judging
from clande.dictopia.rules.missions import Missions
from clande.dictopia.rules.trial import SECONDS, Invention, Laying, Trial
from clande.dictopia.table_view import DictopiaView
from clande.kernel import PASS, YES, Agree, Compose, Frame, Luck, Offers, Seat, Spell

__all__ = ["LEVELS", "DictopiaLevel", "Wordsmith"]


class Wordsmith:
    """Plays Dictopia at one of the levels, in every mode."""

    games: tuple[str, ...] = ("dictopia",)

    def __init__(self, level: DictopiaLevel) -> None:
        self.level = level

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def plan(self, view: DictopiaView, seconds: int) -> Plan | None:
        """Its word, by the second. [DIC-GAM-3, DIC-GAM-6]"""
        if not (isinstance(view.stack[-1], Laying) and isinstance(view.question, Spell)):
            return None
        return searching.plan(self.level, task_of(view), seconds)

    def answer(self, view: DictopiaView, luck: Luck) -> Choice:
        question, rule, level = view.question, view.stack[-1], self.level
        assert question is not None, "nothing is asked"
        match rule, question:
            case Laying(), Spell():
                return searching.plan(level, task_of(view), SECONDS).draft_at(SECONDS)
            case Training(), Spell():
                return attempt(level, view, luck)
            case Trial(), _:
                reason = "ready" if not view.table.turned else "go_on"
                return Choice(PASS, WHY + reason)
            case Count(), _:
                return Choice(PASS, WHY + "close")
            case Judging(), Agree():
                return judging.looked_up(view, rule, question)
            case Missions(), Compose():
                return judging.disputed(level, view, task_of(view), rule, question)
            case Missions(), Agree():
                return judging.voted(level, view, task_of(view), rule)
            case Invention(), Compose():
                written = invent(mood("invent", level.name, view.seat, view.table.scores))
                return Choice(Invent(written), WHY + "invent")
            case Invention(), Agree():
                values = {"text": view.table.text}
                return Choice(YES, WHY + "accept_text", values, secret=True)
        reason = ONLY if question.size() == 1 else DRAWN
        return Choice(question.sample(luck), reason)

    def offer(self, view: DictopiaView, luck: Luck) -> Choice | None:
        """It denounces. It locks only where somebody counts the seconds, by its plan: at once would
        be heard by all, and no hand is as quick. [DIC-MIS-8]"""
        question = judging.offered_denunciations(view)
        return judging.denounced(self.level, view, question) if question else None
