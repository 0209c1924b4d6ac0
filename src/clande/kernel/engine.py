"""The engine: answers and unasked acts move the frames on, until they ask again.

A step of a frame asks, calls another frame, goes on, or is done. An asking step changes nothing: it
runs again after an any-time act, after loading and in an imagined world. Only events change the
table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace as copy

from clande.kernel import audience
from clande.kernel.actions import PASS, Action
from clande.kernel.books import Offer, Offers, book
from clande.kernel.errors import Code, IllegalAction
from clande.kernel.events import Event
from clande.kernel.frames import Ask, Done, Go
from clande.kernel.game import Game
from clande.kernel.questions import Agree, Amount, Arrange, Breathe, Choose, Question
from clande.kernel.reactions import Precedence
from clande.kernel.seats import HOUSE, Seat


def tell(game: Game[Any], event: Event) -> None:
    """Makes an event happen, with its forced consequences. Nothing else changes the table."""
    event.apply(game.table)
    if game.log is not None:
        game.log.append(event)
    for depth in game.fragile:
        if answers := game.suspended.get(depth):
            deaf = {s: answer for s, answer in answers.items() if audience.told(event, s) is None}
            game.suspended[depth] = deaf
    for consequence in book(game).consequences.get(type(event), ()):
        for further in consequence(game, event):
            tell(game, further)


def act(game: Game[Any], seat: Seat, action: Action) -> None:
    """Answers for `seat`, or does what it is offered unasked. Refused: nothing has changed."""
    question = game.asked.get(seat)
    if question is not None and seat not in game.answers and question.admits(action):
        game.answers[seat] = action
        if len(game.answers) == len(game.asked):
            answers, game.answers, game.asked = game.answers, {}, {}
            if game.pauses == "house":
                drop_go_on(answers)
            game.stack[-1].step = game.then
            run(game, answers)
        return
    offer = offered(game, seat, action)
    rule = offer.make(game, seat, action)
    # The rule that asked still points at the step that asks: it asks anew afterwards.
    depth = len(game.stack) - 1
    if game.answers:
        game.suspended[depth], game.answers = game.answers, {}
    if not game.keep:
        game.fragile = (*game.fragile, depth)
    first = book(game).first(game, seat) if offer.announced else ()
    game.stack.append(Precedence(act=rule, first=first) if first else rule)
    run(game)


def offered(game: Game[Any], seat: Seat, action: Action) -> Offer:
    """The offer that admits an unasked act, or the refusal that a seat may hear."""
    if not game.stack:
        raise IllegalAction("game_over")
    if seat not in game.seats:
        raise IllegalAction("no_seat")
    for offer in each_offer(game, seat):
        if offer.question.admits(action):
            return offer
    question = game.asked.get(seat)
    code: Code
    rules: tuple[str, ...] = ()
    free = may_act(game, seat)
    if question is None or (free and not addresses(action, question)):
        code = "not_offered" if free else "not_now"
    elif seat in game.answers:
        code, rules = "already_answered", question.rule_ids
    else:
        code, rules = "not_admitted", question.rule_ids
    for explain in book(game).refusals:
        rules = explain(game, seat, action) or rules
    raise IllegalAction(
        code, rules or type(action).rule_ids or (question.rule_ids if question else ())
    )


def addresses(action: Action, question: Question) -> bool:
    """Whether an act was meant as an answer: it is of a kind that the question knows."""
    answers = question if isinstance(question, (Choose, Agree)) else (question.default(),)
    return any(type(answer) is type(action) for answer in answers)


def may_act(game: Game[Any], seat: Seat) -> bool:
    """Whether an unasked act of this seat may come now. A function of public facts."""
    return (
        bool(game.stack)
        and 0 <= seat < game.header.seats
        and (
            game.acts == "all"
            or (game.acts != "none" and seat in (game.asked if game.acts == "asked" else game.acts))
        )
    )


def offers(game: Game[Any], seat: Seat, but: tuple[Offers, ...] = ()) -> list[Offer]:
    """What a seat may do now without being asked, but for what nobody here would ask for."""
    return list(each_offer(game, seat, but))


def each_offer(game: Game[Any], seat: Seat, but: tuple[Offers, ...] = ()) -> Iterator[Offer]:
    """The same, one by one, for who stops at one of them."""
    for place in book(game).offers if may_act(game, seat) else ():
        if place not in but:
            yield from place(game, seat)


def run(game: Game[Any], value: Any = None) -> None:
    """Follows the rule on top of the stack until a question is asked or the game is over."""
    stack = game.stack
    while stack:
        frame = stack[-1]
        result = getattr(frame, frame.step)(game, value)
        kind = type(result)
        if kind is Ask:
            questions = result.questions
            if game.pauses == "house" and result.acts != "none" and HOUSE not in questions:
                questions = {**questions, HOUSE: Breathe()}
            game.asked, game.then = questions, result.then.__name__
            game.acts, game.keep = result.acts, result.keep
            if (game.suspended or game.fragile) and (suspended := take_suspended(game)):
                # Who has answered is shown to nobody: a bid seen to fall would tell its size.
                game.answers = {
                    seat: answer
                    for seat, answer in suspended.items()
                    if seat in questions and questions[seat].admits(answer)
                }
            if len(game.answers) < len(questions):
                return
            value, game.answers, game.asked = game.answers, {}, {}
            if game.pauses == "house":
                drop_go_on(value)
            frame.step = game.then
            continue
        if game.suspended or game.fragile:
            take_suspended(game)
        if kind is Done:
            stack.pop()
            value = result.result
        elif kind is Go:
            frame.step, value = result.then.__name__, result.value
        else:
            frame.step, value = result.then.__name__, None
            # A rule kept in a frame is a pattern, never run itself.
            stack.append(copy(result.rule))
    game.asked, game.answers, game.then, game.acts = {}, {}, "", "none"


def drop_go_on(answers: dict[Seat, Action]) -> None:
    """That the house went on is no answer to what was asked."""
    if answers.get(HOUSE) == PASS:
        del answers[HOUSE]


def take_suspended(game: Game[Any]) -> dict[Seat, Action]:
    """The answers held for the rule on top, which are then held no longer."""
    depth = len(game.stack) - 1
    game.fragile = tuple([other for other in game.fragile if other != depth])
    return game.suspended.pop(depth, {})


def answer_by_default(game: Game[Any], seat: Seat) -> None:
    """Answers for a seat that has gone, or whose time is up."""
    act(game, seat, game.asked[seat].default())


def forced(game: Game[Any]) -> dict[Seat, Action]:
    """The missing answers that everybody can tell, because public facts leave only one. Whoever
    runs the game may give them; what its seat alone knows to be forced, the seat answers."""
    questions = {seat: game.asked[seat] for seat in awaited(game) if seat != HOUSE}
    return {
        seat: question.default()
        for seat, question in questions.items()
        if isinstance(question, (Choose, Amount, Arrange))
        and question.open
        and question.size() == 1
    }


def awaited(game: Game[Any]) -> list[Seat]:
    """The seats whose answer is still missing. Known to the house alone: answers are sealed."""
    return [seat for seat in game.asked if seat not in game.answers]


def waits_for_house(game: Game[Any]) -> bool:
    """Whether all seats have answered, and only the house has not: it says what it has measured.
    Where nothing is measured, its default answer does."""
    return awaited(game) == [HOUSE]
