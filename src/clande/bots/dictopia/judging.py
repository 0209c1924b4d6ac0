"""What a seat says of the words of others: denounced, looked up, disputed, voted on."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.dictopia.levels import DictopiaLevel
from clande.bots.dictopia.sight import WHY, TrialTask, judged, mood
from clande.dictopia.actions import OTHER, Denounce, Dispute
from clande.dictopia.envelopes import ENVELOPES, Field, Foreign, Sentence
from clande.dictopia.rules.denunciation import Judging
from clande.dictopia.rules.judging import FULFILLED, is_listed, lexicon, rule_on
from clande.dictopia.rules.missions import Missions
from clande.dictopia.table import Word
from clande.dictopia.table_view import DictopiaView
from clande.kernel import NO, PASS, YES, Agree, Choose, Compose, Question, Several

FOUND, FAR, UNFIT, UNTOLD = "vote_fits", "vote_far", "vote_unfit", "vote_untold"


def denounced(level: DictopiaLevel, view: DictopiaView, question: Choose) -> Choice | None:
    """The first word that a seat does not believe in. [DIC-WOR-2]"""
    for action in question.options:
        assert isinstance(action, Denounce), action
        word: Word = view.table.words[action.seat]
        if reason := doubted(level, view, word):
            values = {"seat": action.seat, "letters": word.letters}
            return Choice(action, WHY + reason, values)
    return None


def doubted(level: DictopiaLevel, view: DictopiaView, word: Word) -> str:
    """Why a seat doubts a word, if it does: who has met it does not."""
    number = lexicon().find(word.letters)
    if number is not None and lexicon().zipf[number] >= level.reads and lexicon().tier(number) == 1:
        return ""
    luck = mood("doubt", level.name, view.seat, view.table.trial, word)
    is_sure, doubts = luck.below(100) < level.sure, luck.below(100) < level.doubts
    if not is_sure:
        return "denounce_new" if doubts else ""
    return "" if rule_on(word).stands else "denounce_unlisted"


def looked_up(view: DictopiaView, rule: Judging, question: Agree) -> Choice:
    """A seat has no books but our lists; of a language that we have none of it takes one's word,
    save for itself. [DIC-WOR-4, DIC-SOL-4]"""
    word: Word = view.table.words[rule.seat]
    values = {"seat": rule.seat, "letters": word.letters}
    if word.language == OTHER and rule.seat != view.seat:
        return Choice(YES, WHY + "look_up_trust", values, secret=True)
    own = rule.seat == view.seat
    return Choice(NO, WHY + ("vouch_not" if own else "look_up_not"), values, secret=True)


def opinion(
    level: DictopiaLevel, view: DictopiaView, task: TrialTask, word: Word, envelope: str
) -> tuple[str, int]:
    """What a seat thinks of a word for a mission: why, and +1, -1 or nothing. [DIC-MIS-12]"""
    mission = ENVELOPES[envelope]
    if isinstance(mission, Foreign):
        return (UNTOLD, 0) if is_listed(word) or word.language == OTHER else (UNFIT, -1)
    judgement = judged(task, word, envelope)
    near = judgement.why.get("near")
    if isinstance(mission, Field | Sentence) and isinstance(near, int):
        luck = mood("taste", level.name, view.seat, task.trial, word, envelope)
        felt = near - level.taste + luck.below(2 * level.taste + 1)
        return (FOUND, 1) if felt >= mission.nearness else (FAR, -1)
    if judgement.points is None or "cannot_tell" in judgement.why:
        return UNTOLD, 0
    return (FOUND, 1) if judgement.points == FULFILLED else (UNFIT, -1)


def disputed(
    level: DictopiaLevel, view: DictopiaView, task: TrialTask, rule: Missions, question: Compose
) -> Choice:
    several = question.parts["seats"]
    assert isinstance(several, Several), question
    words: list[Word] = view.table.words
    seats = tuple(
        seat
        for seat in several.values
        if isinstance(seat, int)
        and opinion(level, view, task, words[seat], rule.envelopes[0])[1] < 0
    )
    values = {"seats": seats, "envelope": rule.envelopes[0]}
    reason = "dispute" if seats else "dispute_none"
    return Choice(Dispute(seats), WHY + reason, values, secret=True)


def voted(level: DictopiaLevel, view: DictopiaView, task: TrialTask, rule: Missions) -> Choice:
    seat, envelope = rule.disputed[0], rule.envelopes[0]
    word: Word = view.table.words[seat]
    reason, side = opinion(level, view, task, word, envelope)
    values = {"seat": seat, "letters": word.letters, "envelope": envelope}
    action = {1: YES, -1: NO, 0: PASS}[side]
    return Choice(action, WHY + reason, values, secret=True)


def offered_denunciations(view: DictopiaView) -> Choose | None:
    for question in view.offers:
        if is_denunciation(question):
            assert isinstance(question, Choose), question
            return question
    return None


def is_denunciation(question: Question) -> bool:
    return isinstance(question, Choose) and isinstance(question.options[0], Denounce)
