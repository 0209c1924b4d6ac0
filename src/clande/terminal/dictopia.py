"""Dictopia in the terminal: a word typed against the clock, a review after each trial, hints.

The clock is here and nowhere else: the rules hear of seconds as data, a word that is locked in time
or what lies there when time is up. [DIC-GAM-3, DIC-GAM-6, DIC-GAM-8]
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
import unicodedata
from collections.abc import Callable
from time import monotonic, time_ns
from typing import Any

from clande import kernel
from clande.bots import Choice
from clande.bots.choices import Plan
from clande.bots.playing import clock, next_by_clock, plans
from clande.dictopia.actions import LONGEST_TEXT, Denounce, Dispute, Invent
from clande.dictopia.modes import days
from clande.dictopia.modes.solo import daily
from clande.dictopia.modes.training import Training
from clande.dictopia.rules.denunciation import Count
from clande.dictopia.rules.scoring import is_against_brother, percents
from clande.dictopia.rules.trial import SECONDS, Trial
from clande.dictopia.solver import advice
from clande.dictopia.table import DAILY, DUPLICATE, MODES, SOLO, STANDARD, TRAINING, TRIALS
from clande.dictopia.wording import review
from clande.dictopia.wording.sheet import shared, sheet
from clande.kernel import (
    Breathe,
    Compose,
    Header,
    Question,
    Sealing,
    Seat,
    Spell,
    Spelt,
    Unreadable,
    View,
)
from clande.terminal import Quit, TerminalGame, rule
from clande.terminal.drafts import TypedWord
from clande.terminal.drawing import WIDTH, wrap
from clande.terminal.keys import BACKSPACE, END, ENTER, ESCAPE, TAB, Keyboard, has_keys
from clande.text import sentences

GAME = "dictopia"
ALONE = (SOLO, TRAINING, DAILY)  # usually played by one
LONGEST_CLOCK = 3600
DONE, LATE, NOTHING = "done", "late", "nothing"  # how the typing of a word ended
FULL_STOP = "."  # behind a word that is locked at once
PLAIN = ("ready", "go_on", "close")  # reasons that nobody wants to hear twice


def add(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("dictopia")
    group.add_argument(
        "--mode", choices=MODES,
        help="against others (standard), alone against Big Brother (solo), the draw of the day "
        "(daily), three challenges without a clock (training), the same cards for all (duplicate)",
    )  # fmt: skip
    group.add_argument(
        "--judging", choices=("denunciation", "automatic"),
        help="whether words are judged when somebody denounces them, or always by the program",
    )  # fmt: skip
    group.add_argument(
        "--cards", type=int, metavar="N", help="cards in hand, 8 to 12, in solo: more is harder"
    )
    group.add_argument(
        "--seconds", type=int, metavar="N",
        help=f"for a word (default: {SECONDS}, by the rules; 0: no clock)",
    )  # fmt: skip
    group.add_argument("--date", metavar="YYYY-MM-DD", help="of the draw of the day, if not today")


def given(options: argparse.Namespace) -> list[str]:
    """Which of these options a person has named."""
    return [
        f"--{name}"
        for name in ("mode", "judging", "cards", "seconds", "date")
        if getattr(options, name) is not None
    ]


def chosen(options: argparse.Namespace) -> dict[str, int | str]:
    """The options of the table among them."""
    names = ("mode", "judging", "cards")
    return {name: v for name in names if (v := getattr(options, name)) is not None}


def check(options: argparse.Namespace, header: Header) -> None:
    if options.seconds is not None and not 0 <= options.seconds <= LONGEST_CLOCK:
        raise Unreadable(
            f"--seconds is 0 to {LONGEST_CLOCK}, not {options.seconds}",
            "dictopia.objections.clock", most=LONGEST_CLOCK, seconds=options.seconds,
        )  # fmt: skip
    if options.date is not None and not is_daily(header):
        said = "--date is of the draw of the day: --mode daily"
        raise Unreadable(said, "dictopia.objections.undated")


def is_daily(header: Header) -> bool:
    return header.options["mode"] == DAILY


def draw_of(options: argparse.Namespace) -> tuple[str, Header, Sealing]:
    """The day, and the draw that it has for everybody. [DIC-DAY-1]"""
    if options.seed is not None:
        said = "the draw of the day has no --seed: it is the same for everybody"
        raise Unreadable(said, "dictopia.objections.seed")
    date = options.date or today()
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        said = f"--date is a day such as 2026-11-15, not {date!r}"
        raise Unreadable(said, "dictopia.objections.date", date=date) from None
    if options.date and day.isoformat() > today():
        raise Unreadable(f"the draw of {day} is not out yet", "dictopia.objections.early", day=day)
    return day.isoformat(), *daily(day.isoformat())


def today() -> str:
    return days.day_at(time_ns() // 1_000_000)


class WordSession(TerminalGame):
    """One person's game of Dictopia."""

    now: Callable[[], float] = staticmethod(monotonic)
    seconds: int = SECONDS  # for a word; 0: nobody counts them
    date: str = ""  # of the draw of the day

    def prepare(self, seconds: int | None, date: str) -> None:
        self.seconds = SECONDS if seconds is None else seconds
        self.date = date
        self.racing: dict[Seat, Plan] = {}
        self.trial_reasons: list[tuple[Seat, Choice]] = []
        self.trial = 0  # whose reasons these are
        self.reviewed = 0
        self.hints = 0
        self.empty = False  # whether Enter was pressed with nothing laid
        self.hinting = self.tell_words("hint_words").split()

    def tell_words(self, key: str, /, **values: Any) -> str:
        return self.words.say(f"dictopia.terminal.{key}", **values)

    @property
    def mode(self) -> str:
        return str(self.seen.table["mode"])

    @property
    def seen(self) -> View:
        return kernel.view(self.game, self.you)

    @property
    def limit(self) -> int:
        """The seconds by which the others go; without a clock they take the rules'."""
        return self.seconds or SECONDS

    # How it begins

    def show_brief(self) -> None:
        if self.mode == STANDARD:
            super().show_brief()
        else:
            self.print(*self.words.say(f"dictopia.briefs.{self.mode}").strip().splitlines())

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
        table = self.seen.table
        return bool(table["trial"]) and len(table["scores"][self.you]) == table["trial"]

    @property
    def are_words_shown(self) -> bool:
        return self.mode != TRAINING and any(self.seen.table["shown"])

    def tell(self) -> None:
        # Once the words are told, the table has nothing to add.
        self.drawn = self.drawn or self.is_counted or self.are_words_shown
        super().tell()
        if self.is_counted and self.reviewed != self.game.table.trial:
            self.reviewed = self.game.table.trial
            self.show_review()

    def show_review(self) -> None:
        title = self.tell_words("review", trial=self.reviewed)
        self.print("", rule(title), *review.lines(self.seen, self.words))

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
            self.print(*wrap(self.words.say("dictopia.asks.Count")))
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
        self.print(*wrap(sentences.question(self.words, self.seen, question)))
        for number, option in enumerate(options, start=1):
            assert isinstance(option, Dispute), option
            said = self.tell_words("dispute_none")
            if option.seats:
                letters = [self.game.table.words[seat].letters for seat in option.seats]
                said = self.tell_words("dispute", words=letters)
            self.print(*wrap(said, "       ", f"{number:>4}. "))
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
            why = choice.why(self.words)
            self.print(*wrap(self.words.say("bots.line", seat=seat, reason=why), "      "))

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
        table, question = self.seen.table, self.game.asked[self.you]
        assert isinstance(question, Spell), question
        draft = TypedWord(table["hands"], table["target"], question.marks)
        self.racing = plans(self.game, self.rivals, self.limit)
        self.print("", rule(self.say("question")))
        self.print(*wrap(self.tell_words("lay" if self.seconds else "lay_no_clock",
                                         seconds=self.seconds)))  # fmt: skip
        if len(draft.languages) > 1:
            codes = [code for code in draft.languages if code]
            names = [f"{code} ({self.words.say(f'dictopia.names.languages.{code}')})"
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
        table = self.seen.table
        draft = TypedWord(table["shown"][self.you], table["target"])
        challenge = table["challenges"][self.you]
        self.print("", rule(self.say("question")))
        hint = "Tab" if has_keys() else f"/{self.hinting[0]}"
        self.print(*wrap(self.tell_words("challenge", challenge=challenge, hint=hint)))
        ended = self.typed(draft)
        self.do(draft.spelt(lock=True) if ended == DONE else Spelt("", ()))
        if self.game.table.challenges[self.you] != challenge:
            self.hints = 0

    def write_mission(self) -> None:
        """The blank card, in one's own words; nothing written leaves it blank. [DIC-MIS-11]"""
        question = self.game.asked[self.you]
        self.print("", rule(self.say("question")))
        self.print(*wrap(sentences.question(self.words, self.seen, question)))
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

    def typed(self, draft: TypedWord) -> str:
        """Lets the person type until there is a word, or none, or time is up."""
        self.empty = False
        began = self.now()
        timed = self.seconds if clock(self.game) else 0
        return (
            self.by_keys(draft, began, timed) if has_keys() else self.by_lines(draft, began, timed)
        )

    # By keys: one line of the screen is drawn anew

    def by_keys(self, draft: TypedWord, began: float, seconds: int) -> str:
        said = ""
        with Keyboard() as keys:
            try:
                while True:
                    passed = self.now() - began
                    if seconds and passed >= seconds:
                        return LATE
                    if self.pass_time(int(passed)):
                        wipe()
                        self.show_news()
                    self.show_draft(draft, seconds - int(passed) if seconds else None, said)
                    for key in keys.pressed(min(1 - passed % 1, seconds - passed or 1)
                                            if seconds else 1):  # fmt: skip
                        said, ended = self.press(draft, key)
                        if ended:
                            self.show_draft(draft, seconds - int(passed) if seconds else None, "")
                            return ended
            finally:
                print()

    def press(self, draft: TypedWord, key: str) -> tuple[str, str]:
        """What a key has to say, and how the typing ends if it does."""
        was_empty, self.empty = self.empty, False
        if key == ENTER:
            return self.enter(draft, was_empty)
        if key == END:
            raise Quit
        if key == BACKSPACE:
            draft.rub()
        elif key == ESCAPE:
            draft.clear()
        elif key in (TAB, "?"):
            wipe()
            self.on_hint() if key == TAB else self.on_help()
        elif not draft.add(key):
            return self.tell_words("no_card", letter=key.upper()), ""
        return "", ""

    def enter(self, draft: TypedWord, was_empty: bool) -> tuple[str, str]:
        if draft.is_laid:
            return "", DONE
        if draft.letters:
            return self.tell_words("too_short"), ""
        if was_empty:
            return "", NOTHING
        self.empty = True
        return self.tell_words("nothing"), ""

    def show_draft(self, draft: TypedWord, left: int | None, said: str) -> None:
        line = self.draft_line(draft, left, said)
        sys.stdout.write(f"\r\x1b[K{line[: WIDTH - 1]}")
        sys.stdout.flush()

    def draft_line(self, draft: TypedWord, left: int | None, said: str = "") -> str:
        facts = said or self.tell_words(
            "facts", n=len(draft.letters), eyes=draft.eyes, target=draft.target
        )
        key = "draft" if left is None else "draft_timed"
        return self.tell_words(key, left=left, word=draft.text or "…", facts=facts)

    # By lines: through a pipe, or where there are no keys

    def by_lines(self, draft: TypedWord, began: float, seconds: int) -> str:
        while True:
            typed = self.read_line()
            passed = self.now() - began
            if self.pass_time(int(min(passed, self.limit))):
                self.show_news()
            if seconds and passed >= seconds:
                return LATE
            said, ended = self.line(draft, typed, bool(clock(self.game)))
            if said:
                self.print(*wrap(said))
            if ended:
                return ended
            self.print(self.draft_line(draft, seconds - int(passed) if seconds else None))

    def line(self, draft: TypedWord, typed: str, drafting: bool) -> tuple[str, str]:
        """What a line has to say, and how the typing ends if it does."""
        was_empty, self.empty = self.empty, False
        if not typed:
            return self.enter(draft, was_empty)
        if typed.startswith("/") or typed == "?":
            self.command(typed[1:].casefold() if len(typed) > 1 else "help")
            return "", ""
        word = typed.removesuffix(FULL_STOP).strip()
        if not draft.put(word):
            return self.tell_words("cannot_lay", word=word), ""
        return "", DONE if typed.endswith(FULL_STOP) or not drafting else ""

    def command(self, name: str) -> None:
        """What stands alone elsewhere has a stroke before it here: `table` is a word."""
        if name in self.hinting:
            self.on_hint()
            return
        command = self.commands.get(name)
        if command == "quit":
            raise Quit
        shown = {"help": self.on_help, "table": self.show_table, "log": self.on_log,
                 "why": self.on_why}  # fmt: skip
        if command in shown:
            shown[command]()
        else:
            self.print(*wrap(self.tell_words("no_command", text=name)))

    def read_line(self) -> str:
        typed = input(self.say("prompt"))
        if not sys.stdin.isatty():
            print(typed)
        return re.sub(r"\s+", " ", typed.strip())

    def show_news(self) -> None:
        self.hear()
        self.show_log(self.news)
        self.news = len(self.log)

    def on_hint(self) -> None:
        """Hints belong to the training: there nobody is beaten. [DIC-TRA-2]"""
        if not isinstance(self.game.stack[-1], Training):
            self.print(self.tell_words("no_hint"))
            return
        letters, length = advice.hint(self.seen, self.you, self.hints)
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
        self.print("", rule(self.say("over")), *review.story(table, self.words))
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


def wipe() -> None:
    """Takes the line of the draft off the screen, for others to be written there."""
    sys.stdout.write("\r\x1b[K")
    sys.stdout.flush()
