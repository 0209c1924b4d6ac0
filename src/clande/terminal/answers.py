"""How a person answers: by a number, by text, or part by part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from clande.kernel import (
    Action,
    Amount,
    Arrange,
    Between,
    Book,
    Bundle,
    Choose,
    Compose,
    Line,
    Number,
    OneOf,
    Order,
    Question,
    Several,
    Slot,
    Spell,
    Spelt,
    Unreadable,
    View,
    text,
)
from clande.kernel.actions import KERNEL_ACTIONS
from clande.terminal.drawing import in_columns, wrap
from clande.text import Catalogue, sentences

LISTED = 30  # a question with more answers than this is answered in text

Ask = Callable[[str], str]  # shows a line and reads one


class NotUnderstood(ValueError):
    """What was typed cannot be read; the message is for the person who typed it."""


class AnswerCancelled(Exception):
    """The person has thought better of it."""


class AnswerReader:
    """Puts questions into words, and reads answers to them."""

    def __init__(self, texts: Catalogue, book: Book) -> None:
        self.texts = texts
        self.game = book.name
        self.actions = (*KERNEL_ACTIONS, *book.actions)

    def options(self, question: Question) -> list[Action]:
        """The answers that have a number: all of them where they are few, or a plain list."""
        if isinstance(question, Amount) and question.size() > 1:
            return []
        if isinstance(question, Choose) or question.size() <= LISTED:
            return list(question)
        return []

    def numbered(self, options: Iterable[Action], view: View[Any] | None = None) -> list[str]:
        pieces = [
            f"{number:>4}. {sentences.action(self.texts, self.game, option, view)}"
            for number, option in enumerate(options, start=1)
        ]
        return in_columns(pieces)

    def how(self, question: Question, view: View[Any] | None = None) -> list[str]:
        """The answers, or how to type one."""
        if view is not None and question.size() == 1:
            return wrap(sentences.only(self.texts, view, question), "      ", "   1. ")
        options = self.options(question)
        if options and len(options) <= LISTED:
            return self.numbered(options, view)
        example = question.default()
        match question:
            case Amount():
                return [self.texts.say("terminal.type_a_number")]
            case Arrange():
                kinds = " ".join(self.kind(kind) for kind in some(question))
                pool = [self.pooled(kind, n) for kind, n in question.pool]
                return [
                    *wrap(", ".join(pool)),
                    self.texts.say("terminal.type_order", example=kinds),
                ]
            case Spell():
                cards = " ".join(letters.upper() for letters in question.cards)
                lines = wrap(self.texts.say("terminal.cards", cards=cards))
                if len(question.marks) > 1:
                    marks = " ".join(mark or "-" for mark in question.marks)
                    lines += wrap(self.texts.say("terminal.marks", marks=marks))
                return [*lines, self.texts.say("terminal.type_word")]
        lines = wrap(self.texts.say("terminal.type_text", example=text.write(example)))
        if options:
            lines.append(self.texts.say("terminal.list_hint", n=len(options)))
        return lines

    def read(self, question: Question, typed: str) -> Action:
        """The answer that was typed; whether it is admitted is for the game to say."""
        if typed == "1" and question.size() == 1:
            return question.default()
        options = self.options(question)
        if isinstance(question, Amount):
            if re.fullmatch(r"-?\d+", typed):
                return Number(int(typed))
        elif re.fullmatch(r"\d+", typed) and options:
            if not 1 <= int(typed) <= len(options):
                raise self.unreadable(question, typed)
            return options[int(typed) - 1]
        if isinstance(question, Arrange) and (kinds := self.kinds(question, typed)):
            return Order(kinds)
        if isinstance(question, Spell) and (word := spelt(question, typed)):
            return word
        try:
            action: Action = text.read(typed, self.actions)
        except Unreadable:
            raise self.unreadable(question, typed) from None
        return action

    def unreadable(self, question: Question, typed: str) -> NotUnderstood:
        verb = typed.split()[0] if typed.split() else ""
        for kind in self.actions:
            if text.verb(kind) == verb:
                form = " ".join([verb, *(name.upper() for name in kind.__struct_fields__)])
                reason = self.texts.say("terminal.form", verb=verb, form=form)
                break
        else:
            if question.size() == 1:
                return NotUnderstood(self.texts.say("terminal.unreadable_only", text=typed))
            if isinstance(question, Amount):
                low, high = question.low, question.high
                key = "terminal.unreadable_number"
                return NotUnderstood(self.texts.say(key, text=typed, low=low, high=high))
            if options := self.options(question):
                key = "terminal.unreadable"
                return NotUnderstood(self.texts.say(key, text=typed, most=len(options)))
            reason = self.how(question)[-1]
        return NotUnderstood(self.texts.say("terminal.unreadable_text", text=typed, reason=reason))

    def kind(self, kind: str) -> str:
        key = f"{self.game}.kinds.Order"
        return self.texts.say(key, value=kind) if key in self.texts else kind

    def kinds(self, question: Arrange, typed: str) -> tuple[str, ...]:
        """Kinds in an order, by the names of the language or of the rules."""
        names = {kind.casefold(): kind for kind, _ in question.pool}
        names |= {self.kind(kind).casefold(): kind for kind, _ in question.pool}
        words = typed.casefold().replace(",", " ").split()
        return tuple(names[word] for word in words) if all(w in names for w in words) else ()

    def pooled(self, kind: str, n: int) -> str:
        name = self.kind(kind)
        key = "terminal.pool_plain" if name == kind else "terminal.pool"
        return self.texts.say(key, n=n, name=name, kind=kind)

    def spell(self, question: Spell, ask: Ask) -> Action:
        """A word; an empty line leaves it."""
        lines = [*self.how(question), self.texts.say("terminal.cancel_hint")]
        while typed := ask("\n".join(lines)).strip():
            word = spelt(question, typed)
            if word is not None and question.admits(word):
                return word
            reason = self.how(question)[-1]
            lines = [self.texts.say("terminal.unreadable_text", text=typed, reason=reason)]
        raise AnswerCancelled

    def compose(self, question: Compose, ask: Ask) -> Action:
        """An action part by part; an empty line leaves it."""
        chosen = {}
        for name, slot in question.parts.items():
            key = f"{self.game}.parts.{type(question.like).__name__}.{name}"
            chosen[name] = self.slot(slot, name, key, ask)
        made: Action = structs.replace(question.like, **chosen)
        return made

    def slot(self, slot: Slot, name: str, key: str, ask: Ask) -> Any:
        if slot.size() == 1:
            return next(iter(slot))
        lines = self.slot_lines(slot, name, key)
        while True:
            typed = ask("\n".join(lines)).strip()
            if not typed and not isinstance(slot, Bundle):
                raise AnswerCancelled
            if may_be_none(slot) and typed.casefold() in self.none():
                return ()
            try:
                value, wrong = self.slot_value(slot, typed)
            except (ValueError, IndexError):
                value, wrong = None, self.slot_rule(slot)
            if not wrong and slot.admits(value):
                return value
            lines = [wrong or self.slot_rule(slot)]

    def slot_lines(self, slot: Slot, name: str, key: str) -> list[str]:
        facts = {n: getattr(slot, n) for n in slot.__struct_fields__}
        shape = f"slots.{type(slot).__name__}"
        title = (
            self.texts.say(key)
            if key in self.texts
            else self.texts.fill(shape, {**facts, "name": name})
        )
        lines = wrap(title)
        match slot:
            case OneOf() | Several():
                value = f"{key}.value"
                names = [
                    self.texts.say(value, value=v) if value in self.texts else self.texts.plain(v)
                    for v in slot.values
                ]
                lines += in_columns([f"{i:>4}. {n}" for i, n in enumerate(names, start=1)])
            case Bundle():
                most = " ".join(f"{good}={n}" for good, n in slot.most.items())
                example = " ".join(f"{good}=1" for good in list(slot.most)[:2])
                return [*lines, *wrap(self.texts.say("terminal.goods", example=example, most=most))]
        if may_be_none(slot):
            lines.append(self.texts.say("terminal.none_hint", none=self.none()[0]))
        return [*lines, self.texts.say("terminal.cancel_hint")]

    def none(self) -> list[str]:
        """How one says that one chooses none of several."""
        return self.texts.say("terminal.none").split()

    def slot_value(self, slot: Slot, typed: str) -> tuple[Any, str]:
        match slot:
            case OneOf():
                return slot.values[place(typed)], ""
            case Several():
                chosen = sorted({place(word) for word in typed.replace(",", " ").split()})
                return tuple(slot.values[i] for i in chosen), ""
            case Between():
                return int(typed), ""
            case Bundle():
                return goods(typed), ""
            case Line():
                return typed, ""

    def slot_rule(self, slot: Slot) -> str:
        match slot:
            case OneOf() | Several():
                key = "terminal.one_of" if len(slot.values) > 1 else "terminal.the_one"
                return self.texts.say(key, most=len(slot.values))
            case Between(low, high):
                return self.texts.say("slots.Between", name="", low=low, high=high).lstrip(
                    " \u00a0:"
                )
            case Bundle(most):
                names = ", ".join(most)
                amounts = " ".join(f"{good}={n}" for good, n in most.items())
                return self.texts.say("terminal.out_of", most=amounts, names=names)
            case Line(most):
                return self.texts.say("terminal.line", most=most)


def place(typed: str) -> int:
    """A place in a list, counted from nought, of what is counted from one on the screen."""
    number = int(typed)
    if number < 1:
        raise ValueError(typed)
    return number - 1


def goods(typed: str) -> dict[str, int]:
    """`coins=2 salt=1`, `2 coins 1 salt`: so many of each."""
    tokens = re.findall(r"\d+|[^\W\d]\w*", typed)
    if len(tokens) % 2 or re.sub(r"[\s,;=:]|\w", "", typed):
        raise ValueError(typed)
    bundle: dict[str, int] = {}
    for first, second in zip(tokens[::2], tokens[1::2], strict=True):
        good, number = (second, first) if first.isdigit() else (first, second)
        if int(number):
            bundle[good] = bundle.get(good, 0) + int(number)
    return bundle


def may_be_none(slot: Slot) -> bool:
    return isinstance(slot, Several) and slot.admits(())


def some(question: Arrange) -> tuple[str, ...]:
    """Two of the things, to show how an order is typed."""
    return tuple(question.things()[:: max(1, len(question.things()) - 1)][:2])


def spelt(question: Spell, typed: str) -> Spelt | None:
    """A bare word, and a mark if one is wanted, laid with whichever cards can give its letters."""
    word, _, mark = typed.partition(" ")
    mark = "" if mark.strip() == "-" else mark.strip()
    if len(question.marks) == 1:
        mark = mark or question.marks[0]
    laid = lay(word, question.cards, ()) or lay(word.lower(), question.cards, ())
    laid = laid or lay(word.upper(), question.cards, ())
    if laid is None or mark not in question.marks:
        return None
    letters, cards = laid
    return Spelt(letters, cards, mark)


def lay(
    word: str, cards: tuple[str, ...], used: tuple[int, ...]
) -> tuple[str, tuple[int, ...]] | None:
    if len(used) == len(word):
        return word, used
    # The card with the fewest letters first: those that can give many are kept for later.
    fit = [i for i, letters in enumerate(cards) if i not in used and word[len(used)] in letters]
    for card in sorted(fit, key=lambda i: len(cards[i])):
        if laid := lay(word, cards, (*used, card)):
            return laid
    return None
