"""The rules for a turn: where to send whom, when to look, when to strike, when to build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from clande.bots.choices import Choice
from clande.bots.diktat.effects import bonus, suited
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.targets import card_to_find, stake, strike_worth, unseen
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import (
    Assassinate,
    Develop,
    Extend,
    HiddenCard,
    NameFirst,
    Pawn,
    Send,
    Special,
    Spy,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.pawns import KIND
from clande.diktat.table import CITIZEN, EMISSARY, GOODS, GUARD
from clande.kernel import PASS, Action, Arrange, Luck, Order

Idea = tuple[int, Choice]  # how good, in hundredths of a point, and what
WHY = "diktat.bots."
ROUGH = 22  # cabal cards whose worth differs by less are drawn from
SPY_CARD = 120  # to know where the hidden opportunity can be won


def best(ideas: Iterable[Idea]) -> Choice | None:
    """The first of the best ideas that are worth anything."""
    ranked = sorted(ideas, key=lambda idea: -idea[0])
    return ranked[0][1] if ranked else None


def turn(sight: Sight, worth: Worth, options: Iterable[Action], luck: Luck) -> Choice | None:
    """One manoeuvre: the best of all. What a cabal card brings is a rough guess, so one is drawn
    from those that seem about as good."""
    ideas = weighed(sight, worth, options)
    chosen = best(ideas)
    if chosen is None or not isinstance(chosen.action, Develop):
        return chosen
    cards = [idea for idea in ideas if isinstance(idea[1].action, Develop)]
    most = max(good for good, _ in cards)
    return luck.pick([choice for good, choice in cards if good > most - ROUGH])


def weighed(sight: Sight, worth: Worth, options: Iterable[Action]) -> list[Idea]:
    """Each rule says what it thinks of the manoeuvres that it knows."""
    ideas: list[Idea] = []
    for action in options:
        rule = MANOEUVRES.get(type(action))
        if rule is not None:
            ideas += rule(sight, worth, action)
    return ideas


# ------------------------------------------------------------------------------- teams


def team_size(sight: Sight, worth: Worth, sector: str) -> int:
    """How many emissaries a team for this sector gets: as many as pay there better than one would
    elsewhere, and enough that none stays behind at the end of the cycle."""
    emissaries = sight.emissaries
    sends = max(1, sight.manoeuvres[sight.me] + (sight.manoeuvre == "send"))
    if emissaries <= 1 or sends == 1:
        return emissaries
    elsewhere = next((gain for gain, other in worth.openings if other != sector), 0)
    size = -(-emissaries // sends)
    while size < emissaries:
        gain = worth.prize(sector, size + 1) - worth.prize(sector, size)
        if gain <= elsewhere:
            break
        size += 1
    return size


def send(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """Send where a trophy that I want lies and I can win."""
    assert isinstance(action, Send)
    sector = action.sector
    if not sight.emissaries:
        return
    size = team_size(sight, worth, sector)
    for more in sight.knowledge:
        size = more.arrive(sight, sector, size)
    gain = worth.prize(sector, size) - worth.prize(sector)
    if sight.has_token("blockhaus", sector):
        gain -= risk(sight, worth, sector, size)
    if sight.has_token("revolt", sector):
        gain -= 2 * worth.power
    if gain <= 0:
        return
    cards = sorted(sight.opportunities(sector), key=lambda card: -worth.card(card))
    marker = sight.markers_left(sector) > 0 and worth.next_marker(sector)
    if cards and worth.card(cards[0]) >= marker:
        why = Choice(action, WHY + "send_card", {"sector": sector, "card": cards[0]})
    elif marker:
        why = Choice(action, WHY + "send_marker", {"sector": sector})
    else:
        why = Choice(action, WHY + "send_special", {"sector": sector})
    yield gain, why


def risk(sight: Sight, worth: Worth, sector: str, size: int) -> int:
    """What a Blockhaus may cost a team of so many emissaries: the pawn it names is one of them, or
    one of those that cover them. [CAB-GN-1]"""
    covers = sight.idle // max(1, sight.manoeuvres[sight.me])
    lost = worth.prize(sector, size) - worth.prize(sector, size - 1)
    return size * (lost + 3 * worth.power) // max(1, size + covers)


def team(sight: Sight, worth: Worth, question: Arrange, sector: str, luck: Luck) -> Choice:
    """Emissaries, and idle agents as cover: a guard on top where a Blockhaus strikes, else in an
    order that tells nothing."""
    size = max(0, min(sight.emissaries, team_size(sight, worth, sector)))
    turns = sight.manoeuvres[sight.me]
    sends = min(turns, -(-(sight.emissaries - size) // max(1, size)))
    reserved = min(turns - sends, sight.idle)  # for extending influence
    covers = (sight.idle - reserved) // (sends + 1)
    if sight.has_token("revolt", sector):
        covers = max(covers, 1)
    guards = min(sight.reserve[GUARD], -(-sight.reserve[GUARD] // (sends + 1)), max(covers, 0))
    for more in sight.knowledge:
        guards = max(guards, min(more.guards(sight, sector), sight.reserve[GUARD]))
    citizens = min(sight.reserve[CITIZEN], max(0, covers - guards))
    if not size and not guards + citizens:
        guards, citizens = (1, 0) if sight.reserve[GUARD] else (0, 1)
    kinds = ["emissary"] * size + ["guard"] * guards + ["citizen"] * citizens
    mixed = luck.shuffled(kinds)
    values = {"sector": sector, "emissaries": size, "covers": guards + citizens}
    reason = "team"
    if guards and sight.has_token("blockhaus", sector):
        mixed.remove("guard")
        mixed = ["guard", *mixed]
        reason = "team_blockhaus"
    elif not guards + citizens:
        reason = "team_bare"
    elif not size:
        reason = "team_decoy"
    order = Order(tuple(mixed))
    if not question.admits(order):
        order = Order(tuple(mixed[: question.bounds()[-1]]))
    return Choice(order, WHY + reason, values)


# ------------------------------------------------------------------------------ looking


def spy(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """Look for the hidden opportunity while there is time to go for it; look before striking."""
    spare = sight.manoeuvres[sight.me] - min(sight.emissaries, 3)
    looks = 2 + sight.spies[sight.me]
    gain = bonus(sight, worth, v.Spied)
    strangers = len(unseen(sight))
    if card_to_find(sight) and spare > 0:
        gain += SPY_CARD + sum(more.finding(sight) for more in sight.knowledge)
        yield gain, Choice(action, WHY + "spy_card")
    elif strangers and sight.manoeuvres[sight.me] > 1:
        gain += 7 * min(looks, strangers)
        yield gain, Choice(action, WHY + "spy_pawns", {"looks": looks})
    else:
        yield gain, Choice(action, WHY + "spy_pawns", {"looks": looks})


def look(sight: Sight, worth: Worth, options: tuple[Action, ...], luck: Luck) -> Choice:
    """First the hidden card, if it can still be gone for; then where it matters most."""
    ideas: list[Idea] = []
    for action in luck.shuffled(options):
        match action:
            case HiddenCard():
                if sight.hidden is not None and not sight.hidden.card:
                    good = 200 if card_to_find(sight) else 15
                    ideas.append((good, Choice(action, WHY + "look_card")))
            case Pawn(key, position):
                stack = sight.everything[key]
                if not stack.pawns[position] & KIND:
                    values = {"stack": key, "owner": stack.owner}
                    good = stake(sight, worth, key)
                    ideas.append((good, Choice(action, WHY + "look_pawn", values)))
    return best(ideas) or Choice(PASS if PASS in options else options[0], WHY + "look_enough")


# ----------------------------------------------------------------------------- striking


def assassinate(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """Strike where I know an emissary; else only if the odds are good."""
    aims = [
        (strike_worth(sight, worth, key, position), sight.stacks[key].pawns[position] & KIND, key)
        for key in sight.opposing()
        for position in range(len(sight.stacks[key].pawns))
    ]
    if not aims:
        return
    shots = 1 + sight.assassins[sight.me]
    aims.sort(key=lambda aim: -aim[0])
    good, kind, key = aims[0]
    sure = sum(aim[0] for aim in aims[:shots] if aim[1] == EMISSARY)
    gain = max(sure, good) + bonus(sight, worth, v.Killed) * (kind == EMISSARY)
    reason = "strike_known" if kind == EMISSARY else "strike_blind"
    stack = sight.stacks[key]
    values = {"kind": GOODS[EMISSARY], "owner": stack.owner, "sector": stack.sector}
    yield gain, Choice(action, WHY + reason, values)


def strike(sight: Sight, worth: Worth, options: tuple[Action, ...], luck: Luck) -> Choice | None:
    """The pawn whose death pays best; stop when none pays."""
    ideas: list[Idea] = []
    for action in luck.shuffled(options):
        if isinstance(action, Pawn):
            key = action.stack
            stack = sight.everything[key]
            kind = stack.pawns[action.position] & KIND
            reason = ("aim_blind", "aim_citizen", "aim_guard", "aim_emissary")[kind]
            values = {"stack": key, "owner": stack.owner, "kind": GOODS[kind]}
            good = strike_worth(sight, worth, key, action.position)
            ideas.append((good, Choice(action, WHY + reason, values)))
        ideas += strange(sight, worth, action)
    if PASS in options:
        ideas.append((0, Choice(PASS, WHY + "aim_stop")))
    return best(ideas)


def strange(sight: Sight, worth: Worth, action: Action) -> list[Idea]:
    """What a configuration alone knows how to weigh."""
    ideas = [more.idea(sight, worth, action) for more in worth.knowledge]
    return [idea for idea in ideas if idea is not None]


# ----------------------------------------------------------------------------- building


def extend(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """Turn idle agents into power."""
    assert isinstance(action, Extend)
    gain = worth.power + bonus(sight, worth, v.Extended)
    if not action.discard:
        yield gain, Choice(action, WHY + "extend")
        return
    price = {"spy": 10, "assassin": 20, "emissary": 60}.get(action.discard, 0)
    if action.discard == "guard":
        price = 2
    if sight.manoeuvres[sight.me] == 1:
        price //= 10  # at the end of the cycle it goes anyway
    reason = Choice(action, WHY + "extend_discard", {"discard": action.discard})
    yield gain + worth.power - price, reason


def develop(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """Develop when the points or the effect pay for it."""
    assert isinstance(action, Develop)
    cost = sight.cost or 0
    vp = sight.cabal_place_vp()
    gain = worth.cabal_card(action.card) - cost * worth.power // 2
    gain += bonus(sight, worth, v.Developed)
    reason = "develop_vp" if vp else "develop_effect"
    if vp or gain > 0:
        yield gain, Choice(action, WHY + reason, {"card": action.card, "vp": vp, "cost": cost})


def special(sight: Sight, worth: Worth, action: Action) -> Iterator[Idea]:
    """A special manoeuvre that brings more than extending influence would."""
    assert isinstance(action, Special)
    clauses = sight.index.clauses.get(action.element, ())
    if action.clause < len(clauses):
        gain = suited(sight, worth, clauses[action.clause].do)
        if gain > 0:
            yield gain, Choice(action, WHY + "special", {"element": action.element})


def first(sight: Sight, options: tuple[Action, ...]) -> Choice | None:
    """Name the neighbour who makes me play last: who plays last sees the most."""
    after_me = (sight.me + 1) % sight.seats
    action = NameFirst(after_me)
    return Choice(action, WHY + "first", {"seat": after_me}) if action in options else None


MANOEUVRES: dict[type[Action], Callable[[Sight, Worth, Action], Iterator[Idea]]] = {
    Send: send,
    Spy: spy,
    Assassinate: assassinate,
    Extend: extend,
    Develop: develop,
    Special: special,
}
