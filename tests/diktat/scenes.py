"""Scenes: a table laid by hand, somewhere in a cycle, and what follows from one act."""

from __future__ import annotations

from typing import Any, TypeVar

from clande.diktat.actions import TakeCabal
from clande.diktat.effects import choices, perform, stack_choices
from clande.diktat.politics import oaths
from clande.diktat.politics.trades import HandingTokens
from clande.diktat.rules import board, ending, occasions, possessions
from clande.diktat.rules.cycle import Cycles
from clande.diktat.rules.ending import EndOfCycle
from clande.diktat.rules.manoeuvres import Manoeuvres, Turn
from clande.diktat.rules.resolution import Resolution
from clande.diktat.table import (
    AGENTS,
    INDEX,
    FaceDown,
    Game,
    Goods,
    OwnedMarker,
    Stack,
    new_pawns,
    of_kinds,
    plus,
)
from clande.kernel import (
    PASS,
    Action,
    Answers,
    Event,
    Frame,
    IllegalAction,
    QuickLuck,
    Seat,
    act,
    head,
    offers,
    run,
    set_up,
)
from clande.kernel.game import Pauses

EventT = TypeVar("EventT", bound=Event)

TRIO = ("coordination", "garde_noire", "resistance")  # ranks 15, 11, 4


CLOSED: tuple[type[Frame], ...] = (
    *choices.RULES,
    *stack_choices.RULES,
    *perform.RULES,
    occasions.Answering,
    possessions.GettingAffinities,
    possessions.GivingUp,
    possessions.MakingRoom,
    HandingTokens,
    oaths.Judgement,
    ending.EndOfCycle,
)  # what these ask lies inside a step [ANY-7]


def deal(*cabals: str, pauses: Pauses = "none", seed: int = 1) -> Game:
    """A game in which the seats have these cabals, when the first player is to be named."""
    cabals = cabals or TRIO
    options = {"cabals": "all", "choice": "chosen"}
    header = head("diktat", len(cabals), (), options)
    game = set_up(header, QuickLuck(seed), pauses="none")
    while not game.table.cycle:
        ((seat, _),) = game.asked.items()
        act(game, seat, TakeCabal(cabals[seat]))
    game.log = []
    game.pauses = pauses
    return game


def under_way(game: Game, *frames: Frame, phase: int) -> Game:
    """The game as it stands when these rules, innermost last, are under way in a phase."""
    game.stack = [Cycles(phase=phase, step="on"), *frames]
    game.asked, game.answers, game.suspended = {}, {}, {}
    game.log = []
    run(game)
    is_open_as_it_should(game)
    return game


def at(game: Game, *frames: Frame, seat: Seat = 0) -> Game:
    """These rules are carried out, on this seat's turn in the manoeuvre phase."""
    table = game.table
    table.phase, table.active, table.manoeuvre = "manoeuvres", seat, ""
    table.manoeuvres[seat] = max(1, table.manoeuvres[seat])
    following = (seat + 1) % game.header.seats
    below = (Manoeuvres(seat=following, step="on"), Turn(seat=seat))
    return under_way(game, *below, *frames, phase=3)


def turn(game: Game, seat: Seat) -> Game:
    """It is this seat's turn in the manoeuvre phase."""
    return at(game, seat=seat)


def resolution(game: Game) -> Game:
    """The manoeuvre phase is over."""
    game.table.manoeuvres = [0] * game.header.seats
    return under_way(game, Resolution(), phase=4)


def end_of_cycle(game: Game) -> Game:
    game.table.manoeuvres = [0] * game.header.seats
    return under_way(game, EndOfCycle(), phase=5)


def renew(game: Game) -> Game:
    """Asks anew, once the table was changed by hand."""
    game.asked, game.answers = {}, {}
    run(game)
    return game


def lay(game: Game, seat: Seat, sector: str, *kinds: str) -> int:
    """Puts a stack on the board, its first pawn on top; gives back its number."""
    table = game.table
    team = new_pawns(table, seat, kinds)
    table.serial += 1
    table.stacks[table.serial] = Stack(seat, sector, team)
    table.counted[seat] = plus(table.counted[seat], of_kinds(kinds))
    return table.serial


def has(game: Game, seat: Seat, **goods: int) -> None:
    """Sets what lies behind a screen; what is not named stays."""
    table = game.table
    for name, number in goods.items():
        reserve = list(table.reserves[seat])
        counted = list(table.counted[seat])
        change = number - reserve[INDEX[name]]
        reserve[INDEX[name]] += change
        counted[INDEX[name]] += change
        table.reserves[seat] = as_goods(reserve)
        table.counted[seat] = as_goods(counted)


def as_goods(amounts: list[int]) -> Goods:
    a, b, c, d, e, f, g = amounts
    return a, b, c, d, e, f, g


def nobody_has_agents(game: Game) -> None:
    for seat in game.seats:
        has(game, seat, citizen=0, guard=0, emissary=0)


def owns(game: Game, seat: Seat, *cards: str) -> None:
    """These opportunities lie before a seat, as if they had scored nothing."""
    table = game.table
    table.deck = tuple([card for card in table.deck if card not in cards])
    table.track = tuple([card for card in table.track if card not in cards])
    table.cards[seat] += cards
    if table.hidden is not None and table.hidden.card in cards:
        table.hidden = FaceDown(table.deck[0])
        table.deck = table.deck[1:]


def plays(game: Game, seat: Seat, *cards: str) -> None:
    """These cabal cards are in play."""
    game.table.cabal_cards[seat] += cards


def holds(game: Game, seat: Seat, *markers: OwnedMarker) -> None:
    game.table.markers[seat] += markers


def track(game: Game, *cards: str) -> None:
    """Only these opportunities lie on the track, and none face down."""
    table = game.table
    out = [*table.track, *table.deck, *table.discard]
    if table.hidden is not None:
        out.append(table.hidden.card)
    table.hidden = None
    table.discard = ()
    table.deck = tuple([card for card in out if card not in cards])
    table.track = cards


def do(game: Game, seat: Seat, action: Action) -> list[Event]:
    """Acts; gives back what happened."""
    game.log = []
    act(game, seat, action)
    assert game.log is not None
    is_open_as_it_should(game)
    return list(game.log)


def is_open_as_it_should(game: Game) -> None:
    """Nobody can act inside a step. [ANY-2, ANY-7]"""
    if game.stack and is_closed(game.stack[-1]):
        assert game.acts == "none", game.stack[-1]


def is_closed(rule: Frame) -> bool:
    """Whether what this rule asks lies inside a step."""
    if isinstance(rule, board.Looking):
        return rule.closed or rule.step == "decide"
    if isinstance(rule, board.Assassination | Answers):
        return rule.closed
    return isinstance(rule, CLOSED)


def of_kind(events: list[Event], kind: type[EventT]) -> list[EventT]:
    return [event for event in events if isinstance(event, kind)]


def refused(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """The rules that a refusal names."""
    try:
        act(game.clone(), seat, action)
    except IllegalAction as refusal:
        return refusal.rule_ids
    raise AssertionError(f"{action} was accepted")


def options(game: Game, seat: Seat) -> list[Action]:
    """What a seat may answer."""
    return list(game.asked[seat])


def offered(game: Game, seat: Seat) -> list[Action]:
    """What a seat may do unasked, where it can be listed."""
    questions = [offer.question for offer in offers(game, seat)]
    return [action for question in questions if question.size() < 1000 for action in question]


def breathe(game: Game) -> None:
    """Everybody lets the game go on."""
    for seat in list(game.asked):
        if seat in game.asked and seat not in game.answers:
            act(game, seat, PASS)


def kinds(game: Game, key: int) -> tuple[str, ...]:
    return game.table.stacks[key].kinds()


def power(game: Game, seat: Seat) -> int:
    return game.table.reserves[seat][0]


def reserve(game: Game, seat: Seat) -> dict[str, int]:
    return {kind: game.table.reserves[seat][INDEX[kind]] for kind in AGENTS}


def frame(game: Game) -> Any:
    """The rule under way."""
    return game.stack[-1]
