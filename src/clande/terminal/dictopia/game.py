"""A game of Dictopia: words against the clock, a review after each trial, training with hints.

The clock is here and nowhere else: the rules hear of seconds as data, a word that is locked in time
or what lies there when time is up. [DIC-GAM-3, DIC-GAM-6, DIC-GAM-8]
"""

from __future__ import annotations

import unicodedata

from clande import kernel
from clande.bots import Choice
from clande.bots.choices import Plan
from clande.bots.playing import clock, next_by_clock, plans
from clande.dictopia.actions import Denounce, Dispute, Invent
from clande.dictopia.modes.training import Training
from clande.dictopia.rules.denunciation import Count
from clande.dictopia.rules.scoring import is_against_brother, percents
from clande.dictopia.rules.trial import SECONDS, Trial
from clande.dictopia.solver import advice
from clande.dictopia.table import DUPLICATE, LONGEST_TEXT, STANDARD, TRAINING, TRIALS
from clande.dictopia.table_view import DictopiaView
from clande.dictopia.wording import review
from clande.dictopia.wording.sheet import shared, sheet
from clande.kernel import (
    Breathe,
    Compose,
    Question,
    Seat,
    Spell,
    Spelt,
)
from clande.terminal.dictopia.drafts import TypedWord
from clande.terminal.dictopia.word_input import DONE, LATE, TypingGame
from clande.terminal.drawing import wrap
from clande.terminal.game import rule
from clande.terminal.keys import has_keys
from clande.text import sentences

PLAIN = ("ready", "go_on", "close")  # reasons that nobody wants to hear twice


class WordSession(TypingGame):
    """One person's game of Dictopia."""

    date: str = ""  # of the draw of the day

    def prepare(self, seconds: int | None, date: str) -> None:
        self.seconds = SECONDS if seconds is None else seconds
        self.date = date
        self.racing: dict[Seat, Plan] = {}
        self.trial_reasons: list[tuple[Seat, Choice]] = []
        self.trial = 0  # whose reasons these are
        self.reviewed = 0
        self.hints = 0
        self.hint_words = tuple(self.tell_words("hint_words").split())

    @property
    def mode(self) -> str:
        return str(self.view.table.mode)

    @property
    def view(self) -> DictopiaView:
        return kernel.view(self.game, self.you)

    # How it begins

    def show_brief(self) -> None:
        if self.mode == STANDARD:
            super().show_brief()
        else:
            self.print(*self.texts.say(f"dictopia.briefs.{self.mode}").strip().splitlines())

    def show_start(self) -> None:
        if self.date:
            self.print(self.tell_words("day", date=self.date))
        else:
            self.print(self.say("seed", seed=self.number))
        self.show_keys()

    def show_keys(self) -> None:
        key = "keys" if has_keys() else "lines"
        key += "_training" if self.mode == TRAINING else ""
        self.print(*self.tell_words(key).strip().splitlines())

    # What the others do

    @property
    def is_racing(self) -> bool:
        return bool(clock(self.game)) and self.you in kernel.awaited(self.game)

    def waiting(self) -> list[Seat]:
        return [] if self.is_racing else super().waiting()

    def scheme(self) -> None:
        if self.is_racing:
            return  # they act by the clock
        while clock(self.game) and (racing := plans(self.game, self.rivals, self.limit)):
            seat, choice, _ = next_by_clock(racing, self.limit)
            self.chosen(seat, choice)
        super().scheme()

    def meddle(self) -> bool:
        return not clock(self.game) and super().meddle()

    def chosen(self, seat: Seat, choice: Choice) -> None:
        if self.game.table.trial != self.trial:
            self.trial, self.trial_reasons = self.game.table.trial, []
        super().chosen(seat, choice)
        name = choice.reason.rpartition(".")[2]
        if name not in PLAIN and self.reasons and self.reasons[-1] == (seat, choice):
            self.trial_reasons.append((seat, choice))

    def pass_time(self, second: int) -> bool:
        """The others do what they do until this second; whether there was anything."""
        due = sorted(
            (plan.lock[0], seat)
            for seat, plan in self.racing.items()
            if plan.lock and plan.lock[0] <= second
        )
        for _, seat in due:
            lock = self.racing.pop(seat).lock
            assert lock is not None
            self.chosen(seat, lock[1])
        return bool(due)

    # What the person sees

    @property
    def is_counted(self) -> bool:
        """Whether the trial is over and its words still lie there."""
        table = self.view.table
        return bool(table.trial) and len(table.scores[self.you]) == table.trial

    @property
    def are_words_shown(self) -> bool:
        return self.mode != TRAINING and any(self.view.table.shown)

    def tell(self) -> None:
        # Once the words are told, the table has nothing to add.
        self.drawn = self.drawn or self.is_counted or self.are_words_shown
        super().tell()
        if self.is_counted and self.reviewed != self.game.table.trial:
            self.reviewed = self.game.table.trial
            self.show_review()

    def show_review(self) -> None:
        title = self.tell_words("review", trial=self.reviewed)
        self.print("", rule(title), *review.lines(self.view, self.texts))

    def show_question(self) -> None:
        question = self.game.asked[self.you]
        if disputes(question):
            self.show_disputes(question)
            return
        if not isinstance(question, Breathe):
            super().show_question()
            return
        under_way = self.game.stack[-1]
        self.print("", rule(self.say("question")))
        if isinstance(under_way, Count):
            self.print(*wrap(self.texts.say("dictopia.asks.count")))
            if self.deeds():
                self.on_acts()
            self.print(self.tell_words("close"))
        elif isinstance(under_way, Trial):
            self.print(self.tell_words("ready" if self.seconds else "ready_no_clock"))
        else:
            key = "end" if self.reviewed == TRIALS else "next"
            self.print(self.tell_words(key if self.rivals else f"{key}_alone"))

    def show_disputes(self, question: Question) -> None:
        """Which words may be disputed, by their letters; few seats have few answers."""
        options = self.reader.options(question)
        if not options:
            super().show_question()
            self.print(self.tell_words("no_dispute"))
            return
        self.print("", rule(self.say("question")))
        self.print(*wrap(sentences.question(self.texts, self.view, question)))
        for number, option in enumerate(options, start=1):
            assert isinstance(option, Dispute), option
            line = self.tell_words("dispute_none")
            if option.seats:
                letters = [self.game.table.words[seat].letters for seat in option.seats]
                line = self.tell_words("dispute", words=letters)
            self.print(*wrap(line, "       ", f"{number:>4}. "))
        self.print(self.tell_words("no_dispute"))

    def deed(self, deed: kernel.Action | Compose | Spell) -> str:
        if isinstance(deed, Denounce):
            word = self.game.table.words[deed.seat].letters
            return self.tell_words("denounce", word=word, seat=deed.seat)
        return super().deed(deed)

    def on_help(self) -> None:
        if isinstance(self.game.asked.get(self.you), Spell):
            self.show_keys()
        else:
            super().on_help()

    def on_why(self) -> None:
        """Once the words lie there, the reasons of the whole trial, in full."""
        if not self.is_counted:
            super().on_why()
            return
        for seat, choice in self.trial_reasons:
            why = choice.why(self.texts)
            self.print(*wrap(self.texts.say("bots.line", seat=seat, reason=why), "      "))

    # What the person does

    def turn(self) -> None:
        if self.is_racing:
            self.race()
        elif isinstance(self.game.stack[-1], Training):
            self.train()
        elif invents(self.game.asked[self.you]):
            self.write_mission()
        else:
            super().turn()

    def takes_enter(self, question: Question) -> bool:
        return disputes(question) or super().takes_enter(question)

    def race(self) -> None:
        """A word against the clock."""
        table, question = self.view.table, self.game.asked[self.you]
        assert isinstance(question, Spell), question
        draft = TypedWord(table.hands or (), table.target, question.marks)
        self.racing = plans(self.game, self.rivals, self.limit)
        self.print("", rule(self.say("question")))
        self.print(*wrap(self.tell_words("lay" if self.seconds else "lay_no_clock",
                                         seconds=self.seconds)))  # fmt: skip
        if len(draft.languages) > 1:
            codes = [code for code in draft.languages if code]
            names = [f"{code} ({self.texts.say(f'dictopia.names.languages.{code}')})"
                     for code in codes]  # fmt: skip
            self.print(*wrap(self.tell_words("languages", languages=names)))
        ended = self.typed(draft)
        if ended == LATE:
            self.pass_time(self.limit)
            self.print(*wrap(self.tell_words("late" if draft.letters else "late_nothing",
                                             word=draft.letters)))  # fmt: skip
        if ended == DONE:
            self.do(draft.spelt(lock=True))
        else:
            self.do(draft.spelt() if ended == LATE else Spelt("", ()))

    def train(self) -> None:
        """A word without a clock; it is checked at once. [DIC-TRA-2]"""
        table = self.view.table
        draft = TypedWord(table.shown[self.you], table.target)
        challenge = table.challenges[self.you]
        self.print("", rule(self.say("question")))
        hint = "Tab" if has_keys() else f"/{self.hint_words[0]}"
        self.print(*wrap(self.tell_words("challenge", challenge=challenge, hint=hint)))
        ended = self.typed(draft)
        self.do(draft.spelt(lock=True) if ended == DONE else Spelt("", ()))
        if self.game.table.challenges[self.you] != challenge:
            self.hints = 0

    def write_mission(self) -> None:
        """The blank card, in one's own words; nothing written leaves it blank. [DIC-MIS-11]"""
        question = self.game.asked[self.you]
        self.print("", rule(self.say("question")))
        self.print(*wrap(sentences.question(self.texts, self.view, question)))
        line = self.tell_words("write")
        while True:
            mission = Invent(unicodedata.normalize("NFC", self.ask(line).strip()))
            if question.admits(mission):
                self.do(mission)
                return
            line = self.say("line", most=LONGEST_TEXT)

    def do(self, action: kernel.Action) -> None:
        super().do(action)
        self.drawn = False

    def on_hint(self) -> None:
        """Hints belong to the training: there nobody is beaten. [DIC-TRA-2]"""
        if not isinstance(self.game.stack[-1], Training):
            self.print(self.tell_words("no_hint"))
            return
        letters, length = advice.hint(self.view, self.you, self.hints)
        self.hints += 1
        self.print(self.tell_words("hint", letters=letters, length=length))

    # How it ends

    def end(self) -> None:
        table = self.game.table
        if table.mode == TRAINING:
            self.print("", rule(self.say("over")), self.tell_words("trained"))
            return
        if not is_against_brother(table):
            super().end()
            if table.mode == DUPLICATE:
                for seat, percent in enumerate(percents(table)):
                    self.print(self.tell_words("percent", seat=seat, percent=percent))
            return
        self.print("", rule(self.say("over")), *review.story(table, self.texts))
        if self.date:
            lines = sheet(self.game.log or (), self.you)
            self.print("", self.tell_words("share"), *shared(lines, self.date).splitlines())
        elif sum(table.scores[0]) > sum(table.brother):
            self.print(*wrap(self.tell_words("more_cards", cards=table.size + 1)))


def disputes(question: Question) -> bool:
    """Whether one is asked which words do not fulfil a mission; the first answer is: none."""
    return isinstance(question, Compose) and isinstance(question.like, Dispute)


def invents(question: Question) -> bool:
    return isinstance(question, Compose) and isinstance(question.like, Invent)
