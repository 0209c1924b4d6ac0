"""Bots around a table: each sees its own view, and an illegal act is an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clande import kernel
from clande.bots.choices import Bot, Choice, Plan, Racer
from clande.kernel import (
    HOUSE,
    Game,
    Luck,
    Offer,
    Seat,
    act,
    answer_by_default,
    awaited,
    book,
    may_act,
    offers,
    waits_for_house,
)

ACTS = 24  # unasked acts before a question is answered, so that talk comes to an end


def playing(
    game: Game[Any], bots: Mapping[Seat, Bot], luck: Luck
) -> Iterator[tuple[Seat, Choice, bool]]:
    """Plays on as long as a bot is asked; yields each act once it is done, and whether it was
    asked for. Before each answer the seat that is asked may act unasked, and one other, in turn."""
    seats = list(bots)
    turn = acts = 0
    while waiting := asked_of(game, bots):
        if racing := plans(game, bots):
            racer, due, answers = next_by_clock(racing, clock(game))
            act(game, racer, due.action)
            yield racer, due, answers
            continue
        asked, other = waiting[0], seats[turn % len(seats)]
        turn += 1
        if other != asked and acts < ACTS and (choice := unasked(game, other, bots[other], luck)):
            act(game, other, choice.action)
            acts += 1
            yield other, choice, False
            continue
        view = kernel.view(game, asked, heeded(game, asked, bots[asked]))
        if view.may_act and acts < ACTS and (choice := bots[asked].offer(view, luck)):
            act(game, asked, choice.action)
            acts += 1
            yield asked, choice, False
            continue
        choice = bots[asked].answer(view, luck)
        act(game, asked, choice.action)
        acts = 0
        yield asked, choice, True


def clock(game: Game[Any]) -> int:
    """For how many seconds the question under way stays open; 0: nobody counts them."""
    return (book(game).seconds(game.stack[-1]) if game.stack else None) or 0


def plans(game: Game[Any], bots: Mapping[Seat, Bot], seconds: int = 0) -> dict[Seat, Plan]:
    """What the bots that are asked do while the clock runs, if one does."""
    seconds = seconds or clock(game)
    racing: dict[Seat, Plan] = {}
    for seat in awaited(game) if seconds else ():
        bot = bots.get(seat)
        if isinstance(bot, Racer) and (plan := bot.plan(kernel.view(game, seat), seconds)):
            racing[seat] = plan
    return racing


def next_by_clock(racing: Mapping[Seat, Plan], seconds: int) -> tuple[Seat, Choice, bool]:
    """What happens next until time is up: who is content first, then what lies before each; and
    whether that answers the question."""
    locks = sorted((plan.lock[0], seat) for seat, plan in racing.items() if plan.lock)
    for second, seat in locks:
        lock = racing[seat].lock
        if second <= seconds and lock:
            return seat, lock[1], False
    seat = next(iter(racing))
    return seat, racing[seat].draft_at(seconds), True


def asked_of(game: Game[Any], bots: Mapping[Seat, Bot]) -> list[Seat]:
    """The bots whose answer is missing. Here nothing takes time: the house says so, if asked."""
    while waits_for_house(game):
        answer_by_default(game, HOUSE)
    return [seat for seat in awaited(game) if seat in bots]


def unasked(game: Game[Any], seat: Seat, bot: Bot, luck: Luck) -> Choice | None:
    """What a bot would do now without being asked."""
    if not may_act(game, seat):
        return None
    options = heeded(game, seat, bot)
    if not options and bot.ignores(game.stack[-1], seat):
        return None
    return bot.offer(kernel.view(game, seat, options), luck)


def heeded(game: Game[Any], seat: Seat, bot: Bot) -> list[Offer]:
    """What a bot may do unasked, but for what it never takes up."""
    return offers(game, seat, but=bot.ignores(game.stack[-1], seat))
