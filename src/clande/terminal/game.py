"""One person's game at the terminal: what the others do, what the person sees and does."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clande import bots, kernel
from clande.bots import Bot, Choice, RandomBot
from clande.bots.choices import DRAWN, ONLY
from clande.bots.playing import ACTS, unasked
from clande.kernel import (
    HOUSE,
    Action,
    Book,
    Compose,
    IllegalAction,
    Question,
    QuickLuck,
    Sealing,
    Seat,
    Spell,
)
from clande.terminal.answers import LISTED, AnswerCancelled, AnswerReader, NotUnderstood
from clande.terminal.drawing import WIDTH, draw, wrap
from clande.text import Catalogue, Lying, sentences
from clande.usage import UsageError


class Quit(Exception):
    """The person leaves."""


class TerminalGame:
    """One person's game at the terminal."""

    def __init__(
        self,
        game: kernel.Game[Any],
        record: kernel.Record,
        sealing: Sealing,
        texts: Catalogue,
        you: Seat,
        rivals: dict[Seat, Bot],
        luck: QuickLuck,
        meddling: int,
        number: int,
        frank: bool = False,
    ) -> None:
        self.game = game
        self.record = record
        self.sealing = sealing
        self.texts = texts
        self.you = you
        self.rivals = rivals
        self.schemers = {s: b for s, b in rivals.items() if not isinstance(b, RandomBot)}
        self.lying: Mapping[int, Lying] = {}  # where numbered things were when it last heard
        self.reasons: list[tuple[Seat, Choice]] = []  # why, since the person was last asked
        self.luck = luck
        self.meddling = meddling
        self.number = number
        self.frank = frank
        self.book: Book = kernel.book(game)
        self.reader = AnswerReader(texts, self.book)
        self.read = 0  # events of the game's log that have been put into the person's
        self.log: list[tuple[str, tuple[str, ...]]] = []  # a sentence, and its rules
        self.news = 0  # the line of the log from which on the person has not been asked yet
        self.drawn = False  # whether the table has been shown since another seat acted
        self.commands = {
            word: command
            for command in ("help", "table", "acts", "log", "why", "belief", "options", "quit")
            for word in self.say(f"commands.{command}").split()
        }

    def say(self, key: str, /, **values: Any) -> str:
        return self.texts.say(f"terminal.{key}", **values)

    def print(self, *lines: str) -> None:
        for line in lines:
            print(line)

    def play(self) -> None:
        """To the end, or until the person leaves."""
        header = self.game.header
        modules = [f"{header.game}.modules.{name}" for name in header.mix.split("+")[1:]]
        title = " + ".join(map(self.texts.say, [f"{header.game}.title", *modules]))
        self.print(self.say("title", game=title, seats=header.seats))
        if f"{header.game}.brief" in self.texts:
            self.show_brief()
        self.show_start()
        self.others()
        while self.game.stack:
            self.tell()
            self.turn()
            self.others()
        self.tell()
        self.end()

    # What the others do

    def others(self) -> None:
        """The other seats answer, and act unasked, until the person is asked or it is over."""
        while self.game.stack:
            self.scheme()
            if (action := kernel.forced(self.game).get(self.you)) is not None:
                self.answer_for_you(action)
                continue
            if kernel.waits_for_house(self.game):  # nobody keeps time here
                self.note(HOUSE, self.game.asked[HOUSE].default())
                continue
            if not (waiting := self.waiting()):
                return
            if self.meddling and self.luck.below(self.meddling) == 0 and self.meddle():
                continue
            seat = self.luck.pick(waiting)
            view = kernel.view(self.game, seat)
            self.chosen(seat, self.rivals[seat].answer(view, self.luck))

    def answer_for_you(self, action: Action) -> None:
        """Public facts leave the person one answer: the program gives it, and says so."""
        question, view = self.game.asked[self.you], kernel.view(self.game, self.you, ())
        answer = sentences.action(self.texts, self.book.name, action, view)
        self.hear()
        self.log.append((self.say("forced", answer=answer), question.rule_ids))
        self.note(self.you, action)

    def waiting(self) -> list[Seat]:
        """The other seats that are to answer now."""
        return [seat for seat in kernel.awaited(self.game) if seat in self.rivals]

    def scheme(self) -> None:
        """Seats that know the game do unasked what they think fit."""
        for seat, bot in self.schemers.items():
            for _ in range(ACTS):
                if (choice := unasked(self.game, seat, bot, self.luck)) is None:
                    break
                self.chosen(seat, choice)

    def meddle(self) -> bool:
        """Some random seat does something that it is offered."""
        seat = self.luck.pick(list(self.rivals))
        if seat in self.schemers or not (offers := kernel.offers(self.game, seat)):
            return False
        self.chosen(seat, Choice(self.luck.pick(offers).question.sample(self.luck), DRAWN))
        return True

    def chosen(self, seat: Seat, choice: Choice) -> None:
        self.drawn = False
        self.note(seat, choice.action)
        if choice.reason not in (DRAWN, ONLY):
            self.reasons.append((seat, choice))

    def note(self, seat: Seat, action: Action) -> None:
        kernel.note(self.record, self.game, seat, action)

    # What the person sees

    def hear(self) -> None:
        """Puts what has happened into the person's log."""
        log = self.game.log or []
        now = self.knowing().lying
        lying = {**now, **self.lying}
        read_place = self.book.presentation.laid
        for event in log[self.read :]:
            heard = kernel.told(event, self.you)
            if heard is None:
                continue
            if read_place and (laid := read_place(heard)):
                lying[laid[0]] = laid[1]
            texts = self.texts.knowing(lying)
            line = sentences.event(texts, self.book.name, heard, self.book, self.you)
            if line:
                self.log.append((line[0].upper() + line[1:], type(event).rule_ids))
        self.read, self.lying = len(log), now

    def tell(self) -> None:
        """What has happened since the person was last asked, then the table if it is stale."""
        self.hear()
        if self.news < len(self.log):
            self.print("", rule(self.say("happened")))
            self.show_log(self.news)
        self.previous_news, self.news = self.news, len(self.log)
        if not self.drawn:
            self.print("")
            self.show_table()
            self.drawn = True

    def show_start(self) -> None:
        self.print(self.say("seed", seed=self.number), self.say("hint"))

    def show_brief(self) -> None:
        self.print(*self.texts.say(f"{self.book.name}.brief").strip().splitlines())

    def show_log(self, since: int = 0) -> None:
        if not self.log:
            self.print(self.say("log_empty"))
        for number, (line, _) in enumerate(self.log[since:], start=since + 1):
            self.print(*wrap(line, "      ", f"{number:>4}. "))

    def show_table(self) -> None:
        self.print(*draw(kernel.view(self.game, self.you), self.texts, self.book))

    def show_question(self) -> None:
        question = self.game.asked[self.you]
        view = kernel.view(self.game, self.you)
        self.print("", rule(self.say("question")))
        self.print(*wrap(sentences.question(self.texts, view, question)))
        self.print(*self.reader.how(question, view))
        if question.size() == 1:
            only = sentences.action(self.texts, self.book.name, question.default(), view)
            self.print(self.say("enter", answer=only))
        if kernel.offers(self.game, self.you):
            self.print(self.say("acts_some"))

    # What the person does

    def turn(self) -> None:
        """Asks until something has been done."""
        self.show_question()
        while True:
            question = self.game.asked[self.you]
            typed = self.ask("").strip()
            if not typed and self.takes_enter(question):
                typed = "1"
            command = self.commands.get(typed.casefold())
            try:
                if not typed:
                    continue
                if command == "quit":
                    raise Quit
                if command:
                    getattr(self, f"on_{command}")()
                elif match := re.fullmatch(r"(\d+)\s*\?|(?:\w+)\s+(\d+)\s*\??", typed):
                    if not self.on_line(typed, int(match[1] or match[2])):
                        self.do(self.reader.read(question, typed))
                        return
                elif match := re.fullmatch(r"[aA](\d+)", typed):
                    self.do(self.act(int(match[1]), typed))
                    return
                else:
                    self.do(self.reader.read(question, typed))
                    return
            except NotUnderstood as error:
                self.print(*wrap(str(error)))
            except IllegalAction as refusal:
                self.print(*wrap(self.refused(refusal)))
            except AnswerCancelled:
                self.print(self.say("undone"))

    def takes_enter(self, question: Question) -> bool:
        """Whether Enter alone gives the first answer."""
        return question.size() == 1

    def do(self, action: Action) -> None:
        """Does it, once the person has heard what it would bring about."""
        view = kernel.view(self.game, self.you)
        if is_open(view, action) and (warnings := sentences.cautioned(self.texts, view, action)):
            for line, rules in warnings:
                self.print(*wrap(self.say("caution", sentence=line, rules=", ".join(rules))))
            answer = self.ask(self.say("confirm")).strip().casefold()
            if answer not in self.say("yes").split():
                raise AnswerCancelled
        self.reasons = []
        self.note(self.you, action)

    def ask(self, line: str) -> str:
        """Shows a line and reads one; what is read from a pipe is shown, so that it reads well."""
        if line:
            print(line)
        typed = input(self.say("prompt"))
        if not sys.stdin.isatty():
            print(typed)
        if self.commands.get(typed.strip().casefold()) == "quit":
            raise Quit
        return typed

    def refused(self, refusal: IllegalAction) -> str:
        sentence = self.texts.say(f"refusals.{refusal.code}")
        return sentences.with_rules(self.texts, sentence, refusal.rule_ids)

    def on_help(self) -> None:
        example = kernel.text.write(self.game.asked[self.you].default())
        self.print(*self.say("help", example=example).strip().splitlines())
        if f"{self.book.name}.brief" in self.texts:
            self.print("")
            self.show_brief()

    def on_table(self) -> None:
        self.show_table()
        self.show_question()

    def on_log(self) -> None:
        self.show_log()

    def on_options(self) -> None:
        options = self.reader.options(self.game.asked[self.you])
        view = kernel.view(self.game, self.you)
        self.print(*(self.reader.numbered(options, view) or [self.say("list_none")]))

    def on_why(self) -> None:
        """The rules of the question, and of what was last told; the reasons of the others."""
        for number in range(self.previous_news, len(self.log)):
            self.why_line(number + 1)
        for seat, choice in self.reasons:
            self.print(*wrap(self.reason(seat, choice), "      "))
        question = self.game.asked[self.you].rule_ids
        self.print(self.say("why_question", rules=", ".join(question) or self.say("why_no_rule")))

    def on_belief(self) -> None:
        """What the person could believe of what lies hidden, from what he sees."""
        lines = bots.beliefs(kernel.view(self.game, self.you, ()))
        for key, values in lines:
            self.print(*wrap(self.texts.fill(key, values), "      "))
        if not lines:
            self.print(self.say("belief_none"))

    def reason(self, seat: Seat, choice: Choice) -> str:
        """Why another seat did something, unless that would tell what the person may not know."""
        hidden = choice.secret and not self.frank and choice.values.get("seat") != self.you
        why = self.texts.say("bots.secret") if hidden else choice.why(self.knowing())
        return self.texts.say("bots.line", seat=seat, reason=why)

    def knowing(self) -> Catalogue:
        return sentences.knowing(self.texts, kernel.view(self.game, self.you, ()))

    def on_line(self, typed: str, number: int) -> bool:
        """`12?` and `why 12`: the rules of one line. False if something else was meant."""
        if not typed.endswith("?") and self.commands.get(typed.split()[0].casefold()) != "why":
            return False
        self.why_line(number)
        return True

    def why_line(self, number: int) -> None:
        if not 1 <= number <= len(self.log):
            self.print(self.say("why_no_line", n=number))
            return
        line, rules = self.log[number - 1]
        self.print(*wrap(f"{line} [{', '.join(rules)}]", "      ", f"{number:>4}. "))

    def deeds(self) -> list[Action | Compose | Spell]:
        """What the person may do unasked: plain acts, those to be put together, words to spell."""
        deeds: list[Action | Compose | Spell] = []
        for offer in kernel.offers(self.game, self.you):
            question = offer.question
            if isinstance(question, Compose | Spell) and question.size() > 1:
                deeds.append(question)
            else:
                deeds += list(question) if question.size() <= LISTED else [question.default()]
        return deeds

    def on_acts(self) -> None:
        deeds = self.deeds()
        if not deeds:
            self.print(self.say("acts_none"))
            return
        self.print(self.say("acts"))
        for number, deed in enumerate(deeds, start=1):
            self.print(*wrap(self.deed(deed), "       ", f"{f'a{number}':>4}. "))
        self.print(self.say("acts_hint"))

    def deed(self, deed: Action | Compose | Spell) -> str:
        if isinstance(deed, Spell):
            key = self.texts.first(f"{self.book.name}.actions.Spell", "actions.Spell")
            return self.say("composed", action=self.texts.say(key))
        if isinstance(deed, Compose):
            sentence = sentences.action(self.texts, self.book.name, deed.like)
            return self.say("composed", action=sentence)
        return sentences.action(self.texts, self.book.name, deed)

    def act(self, number: int, typed: str) -> Action:
        deeds = self.deeds()
        if not 1 <= number <= len(deeds):
            raise NotUnderstood(self.say("no_such_act", text=typed))
        deed = deeds[number - 1]
        if isinstance(deed, Spell):
            return self.reader.spell(deed, self.ask)
        return self.reader.compose(deed, self.ask) if isinstance(deed, Compose) else deed

    # How it ends

    def end(self) -> None:
        outcome = kernel.outcome(self.game)
        assert outcome is not None
        self.print("", rule(self.say("over")))
        ranked = sorted(self.game.seats, key=lambda seat: -outcome.scores[seat])
        width = max(len(name) for name in self.texts.seats.values())
        for seat in ranked:
            score = self.say("score", score=outcome.scores[seat], n=outcome.scores[seat])
            mark = "*" if seat in outcome.winners else " "
            self.print(f" {mark} {self.texts.seats[seat]:<{width}}  {score}")
        rivals = [self.texts.seats[seat] for seat in outcome.winners if seat != self.you]
        names = ", ".join(rivals)
        if self.you in outcome.winners:
            self.print(self.say("you_won_with", winners=names) if names else self.say("you_won"))
        elif names:
            won = self.say("winner", winners=names, n=len(rivals))
            self.print(won[0].upper() + won[1:])
        else:
            self.print(self.say("nobody"))

    def leave(self) -> None:
        mine = sum(entry.seat == self.you for entry in self.record.entries)
        self.print("", self.say("quit", n=mine))

    def write(self, file: Path) -> None:
        """The record, its seed opened: whoever has it can check every step."""
        self.record.seed = self.sealing.seed.hex()
        try:
            file.write_bytes(kernel.write_record(self.record))
        except OSError as error:
            raise UsageError(f"--record: {error}") from None
        self.print(self.say("recorded", file=file))


def is_open(view: kernel.View[Any], action: Action) -> bool:
    """Whether a seat may do this now: before what would be refused it need not be warned."""
    asked = () if view.question is None else (view.question,)
    return any(question.admits(action) for question in (*asked, *view.offers))


def rule(title: str) -> str:
    return f"── {title} " + "─" * (WIDTH - len(title) - 4)
