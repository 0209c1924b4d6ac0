"""Swindlers to test with: whoever they deal with must not be the poorer for it."""

from __future__ import annotations

from functools import cache
from typing import Any

from clande.bots import BOTS, playing
from clande.diktat.politics.actions import DropOath, Propose, TakeBack
from clande.diktat.table import GOODS, Table, goods, plus
from clande.kernel import Game, QuickLuck, Seat, act, awaited, head, set_up, view

HIGHEST = 15  # of the prices that they try
BY_NUMBER = (*GOODS, "spy", "assassin")


def rich(game: Game[Table], seat: Seat) -> None:
    """Gives a seat plenty of everything, for all to count."""
    more = goods(dict.fromkeys(("power", "citizen", "guard", "emissary"), 60))
    more = plus(more, goods({"politics": 3, "people": 4}))
    game.table.reserves[seat] = plus(game.table.reserves[seat], more)
    game.table.counted[seat] = plus(game.table.counted[seat], more)
    game.table.spies[seat] += 40


def turn_of(seats: int, seed: int, cycle: int = 2) -> Game[Table]:
    """A game in one of its later cycles, on somebody's turn; the caller's own."""
    return reached(seats, seed, cycle).clone()


@cache
def reached(seats: int, seed: int, cycle: int) -> Game[Table]:
    """Played once for all bots that are tried there."""
    game = set_up(head("diktat", seats, (), {}), QuickLuck(seed), "none")
    for _ in playing(game, dict.fromkeys(range(seats), BOTS["prudent"]), QuickLuck(seed)):
        if game.table.cycle == cycle and type(game.stack[-1]).__name__ == "Turn":
            return game
    raise AssertionError("no such cycle")


def offer(game: Game[Table], seat: Seat, action: Propose) -> None:
    if all(game.table.reserves[seat][at] >= n for at, n in enumerate(goods(action.gives))):
        act(game, seat, action)


def answered(game: Game[Table], seat: Seat, bot: Any, seed: int) -> None:
    """Lets a bot do about the offers whatever it would; then they are taken back."""
    for _ in range(4):
        if not game.table.deals and not any(not o.sworn for o in game.table.oaths.values()):
            return
        choice = bot.offer(view(game, seat), QuickLuck(seed))
        if choice is None:
            break
        act(game, seat, choice.action)
        settled(game, bot, seed)
    for number in list(game.table.deals):
        act(game, game.table.deals[number].parties[0], TakeBack(number))
    for number, oath in list(game.table.oaths.items()):
        if not oath.sworn:
            act(game, oath.between[0], DropOath(number))


def settled(game: Game[Table], bot: Any, seed: int) -> None:
    """What an act leads to is gone through, until it is the swindler's turn again."""
    while type(game.stack[-1]).__name__ != "Turn":
        asked = awaited(game)[0]
        act(game, asked, bot.answer(view(game, asked), QuickLuck(seed)).action)


def traded(game: Game[Table], seat: Seat, action: Propose, bot: Any, seed: int) -> bool:
    """Whether the other has agreed to it, and to nothing else."""
    before = len(game.table.dealt)
    offer(game, seat, action)
    answered(game, action.to, bot, seed)
    return len(game.table.dealt) > before


def pumped(game: Game[Table], seat: Seat, victim: Seat, thing: str, bot: Any, rounds: int) -> int:
    """Sells something for the most that the other pays, buys it back for the least that he takes,
    again and again; the power won by it, as often as the thing has come back."""
    is_good = thing in BY_NUMBER
    won = 0
    for number in range(rounds):
        sold = bought = -1
        for price in range(HIGHEST, 0, -1):
            gives, hands = ({thing: 1}, ()) if is_good else ({}, (thing,))
            if traded(game, seat, Propose(victim, gives, {"power": price}, hands), bot, number):
                sold = price
                break
        if sold < 0:
            return won
        for price in range(HIGHEST + 1):
            takes, asks = ({thing: 1}, ()) if is_good else ({}, (thing,))
            paid = {"power": price} if price else {}
            if traded(game, seat, Propose(victim, paid, takes, (), asks), bot, number):
                bought = price
                break
        if bought < 0:
            return won
        won += sold - bought
    return won
