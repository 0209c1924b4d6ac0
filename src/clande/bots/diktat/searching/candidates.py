"""Which answers are worth a look ahead: a few of each sort, those that *prudent* thinks best first.

Where there is nothing to compare, or where *prudent* needs no help, there are none.
"""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat import turns
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.targets import strike_worth
from clande.bots.diktat.turns import Idea
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import Assassinate, Develop, Extend, Pawn, Send, Show, Special, Spy
from clande.diktat.pawns import KIND
from clande.diktat.rules.board import Looking
from clande.diktat.rules.manoeuvres import SendingTeam, Turn
from clande.diktat.rules.setup import SettingUp
from clande.diktat.table import CITIZEN, EMISSARY, GUARD
from clande.kernel import PASS, Action, Agree, Arrange, Choose, Luck, Order, Question

MOST = 10
EACH: dict[type[Action], int] = {Send: 5, Develop: 2, Extend: 1, Special: 3, Spy: 1, Assassinate: 1}


def candidates(
    sight: Sight, worth: Worth, question: Question, first: Choice, luck: Luck
) -> list[Action]:
    """Acts to compare, `first` among them; fewer than two: there is nothing to search."""
    match question:
        case Choose(options):
            acts = choices(sight, worth, options, luck)
        case Arrange() if isinstance(sight.rule, SendingTeam):
            acts = teams(sight, question, first, luck)
        case Agree():
            acts = list(question)
        case _:
            acts = []
    return list(dict.fromkeys([first.action, *acts]))[:MOST]


def choices(sight: Sight, worth: Worth, options: tuple[Action, ...], luck: Luck) -> list[Action]:
    rule = sight.rule
    if isinstance(rule, SettingUp) or Show() in options:
        return []
    if isinstance(rule, Turn | SendingTeam):
        return manoeuvres(sight, worth, options)
    if isinstance(options[-1], Pawn):
        return pawns(sight, worth, options, luck)
    if isinstance(rule, Looking):
        return []
    return list(options)


def manoeuvres(sight: Sight, worth: Worth, options: tuple[Action, ...]) -> list[Action]:
    ideas = sorted(turns.weighed(sight, worth, options), key=lambda idea: -idea[0])
    counts: dict[type[Action], int] = {}
    acts = []
    for _, choice in ideas:
        kind = type(choice.action)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= EACH.get(kind, 1):
            acts.append(choice.action)
    acts += [action for action in options if type(action) is Special and action not in acts]
    return acts


def pawns(sight: Sight, worth: Worth, options: tuple[Action, ...], luck: Luck) -> list[Action]:
    """One of each stack and kind known is enough: the others are the same to this seat."""
    alike: dict[tuple[int, int], Idea] = {}
    for action in luck.shuffled(options):
        if isinstance(action, Pawn):
            pawn = sight.everything[action.stack].pawns[action.position]
            good = strike_worth(sight, worth, action.stack, action.position)
            alike.setdefault((action.stack, pawn & KIND), (good, Choice(action, "")))
    ideas = sorted(alike.values(), key=lambda idea: -idea[0])
    acts = [choice.action for _, choice in ideas[:5]]
    return [*acts, PASS] if PASS in options else acts


def teams(sight: Sight, question: Arrange, first: Choice, luck: Luck) -> list[Action]:
    """Other numbers of emissaries, with as much cover, with none, with all."""
    assert isinstance(first.action, Order)
    kinds = first.action.kinds
    size, covers = kinds.count("emissary"), len(kinds) - kinds.count("emissary")
    wanted = [(size + more, cover) for more in (0, 1, -1, 2) for cover in (covers, 0, covers + 2)]
    alike: dict[tuple[str, ...], Action] = {}
    for emissaries, cover in wanted:
        order = team(sight, question, emissaries, cover, luck)
        if order is not None:
            alike.setdefault(tuple(sorted(order.kinds)), order)
    alike.pop(tuple(sorted(kinds)), None)
    return list(alike.values())


def team(sight: Sight, question: Arrange, emissaries: int, covers: int, luck: Luck) -> Order | None:
    reserve = sight.reserve
    if not 0 <= emissaries <= reserve[EMISSARY]:
        return None
    covers = min(covers, sight.idle)
    guards = min(reserve[GUARD], (covers + 1) // 2)
    citizens = min(reserve[CITIZEN], covers - guards)
    guards = min(reserve[GUARD], covers - citizens)
    kinds = ["emissary"] * emissaries + ["guard"] * guards + ["citizen"] * citizens
    mixed = luck.shuffled(kinds)
    if guards and sight.has_token("blockhaus", getattr(sight.rule, "sector", "")):
        mixed.remove("guard")
        mixed = ["guard", *mixed]
    order = Order(tuple(mixed))
    return order if mixed and question.admits(order) else None
