"""The rules for every other question: trophies, bids, sectors, tokens, conversions, order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from clande.bots.choices import Choice
from clande.bots.diktat.effects import suited
from clande.bots.diktat.prices import AGENTS, VP
from clande.bots.diktat.shares import share_of
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.targets import stake, strike_worth
from clande.bots.diktat.turns import WHY, Idea, best, strange, team
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import (
    Answer,
    ChooseElement,
    ChooseOption,
    ChoosePlayer,
    ChooseSector,
    ChooseStack,
    Convert,
    Develop,
    GiveUp,
    MoveStack,
    Pawn,
    RejectCard,
    Resolve,
    Show,
    TakeCabal,
    TakeCard,
    TakeMarker,
    TakeSpecial,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import (
    GettingAgents,
    Handing,
    PlacingToken,
    RemovingToken,
    Replacing,
)
from clande.diktat.effects.perform import Choosing, ChoosingPlayer, Exchanging
from clande.diktat.effects.references import Use
from clande.diktat.effects.stack_choices import LookingAtStack, Recalling, Reinforcing
from clande.diktat.pawns import KIND
from clande.diktat.rules.ending import EndOfCycle
from clande.diktat.rules.manoeuvres import SendingTeam
from clande.diktat.rules.occasions import Answering
from clande.diktat.rules.possessions import GettingAffinities, MakingRoom
from clande.diktat.table import AFFINITIES, EMISSARY, FALLEN, NOBODY, marker_element
from clande.diktat.table import POWER as POWER_INDEX
from clande.kernel import PASS, Action, Amount, Answers, Arrange, Luck, Number, Order

Options = tuple[Action, ...]


# ----------------------------------------------------------------------------- trophies


def trophy(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """Take the best trophy by what it is worth to me."""
    ideas: list[Idea] = []
    for action in options:
        match action:
            case TakeCard(card):
                ideas.append((worth.card(card), Choice(action, WHY + "take_card", {"card": card})))
            case TakeMarker(sector):
                good = worth.next_marker(sector)
                if action.apart:
                    good = worth.clauses(sight.index.clauses[sector, 2])
                ideas.append((good, Choice(action, WHY + "take_marker", {"sector": sector})))
            case TakeSpecial(element, clause):
                good = worth.effects(sight.index.clauses[element][clause].do)
                ideas.append((good, Choice(action, WHY + "take_special", {"element": element})))
            case RejectCard(card):
                wanted = any(emissaries(sight, seat) for seat in sight.others())
                if wanted and worth.card(card) <= 0:
                    ideas.append((1, Choice(action, WHY + "reject_card", {"card": card})))
        ideas += strange(sight, worth, action)
    ideas.append((0, Choice(PASS, WHY + "take_nothing")))
    return best(ideas)


def bid(sight: Sight, worth: Worth, question: Amount) -> Choice:
    """Bid what the first choice is worth and no more, nor more than is needed to win."""
    sector = sight.resolving
    rivals = [
        seat
        for seat in sight.others()
        if emissaries(sight, seat) == emissaries(sight, sight.me) and emissaries(sight, seat)
    ]
    mine = emissaries(sight, sight.me)
    theirs = 10 * sum(emissaries(sight, seat) for seat in rivals)
    trophies = worth.trophies(sector)
    gain = share_of(trophies, mine, theirs - 1) - share_of(trophies, mine, theirs + 10)
    price = max(1, worth.power)
    value = max(0, gain) // price
    enough = 0
    for seat in rivals:
        ahead = sight.rank[sight.me] > sight.rank[seat]
        enough = max(enough, max(0, sight.counted[seat][POWER_INDEX]) + (not ahead))
    amount = max(question.low, min(question.high, value, enough))
    reason = "bid_nothing" if not amount else "bid_enough" if amount == enough else "bid"
    return Choice(Number(amount), WHY + reason, {"power": amount, "sector": sector})


def emissaries(sight: Sight, seat: int) -> int:
    return sight.arena.get(seat, (0, 0, 0))[EMISSARY - 1]


def resolve(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """The sector where most is to be won comes first, while nobody has taken anything yet."""
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, Resolve)
        good = worth.prize(action.sector)
        reason = "resolve" if good else "resolve_other"
        ideas.append((good, Choice(action, WHY + reason, {"sector": action.sector})))
    return best(ideas)


# ------------------------------------------------------------------------------- cabals


def cabal(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """The cabal whose own tokens and screen make the rest easy, in a fixed order of taste."""
    taste = ("polisec", "resistance", "garde_noire", "coordination", "progres", "syndicat", "pegre")
    for name in taste:
        if TakeCabal(name) in options:
            return Choice(TakeCabal(name), WHY + "cabal", {"cabal": name})
    return None


def develop(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """A free or cheaper development: the card that brings most."""
    ideas: list[Idea] = []
    paid = PASS in options
    for action in options:
        if isinstance(action, Develop):
            cost = (sight.cost or 0) * worth.power // 2 if paid else 0
            good = worth.cabal_card(action.card) - cost
            ideas.append((good, Choice(action, WHY + "develop_card", {"card": action.card})))
    if paid:
        ideas.append((0, Choice(PASS, WHY + "keep_power")))
    return best(ideas)


# --------------------------------------------------------------------- small decisions


def show(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """What I have seen is worth more while the others have not."""
    return Choice(PASS, WHY + "keep_secret")


def give_up(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """The affinity token that I need least; one on a card only if there is no other."""
    ideas: list[Idea] = []
    for action in options:
        if isinstance(action, GiveUp):
            loss = VP + 1 if action.card else worth.held_affinity(action.kind)
            values = {"kind": action.kind}
            ideas.append((-loss, Choice(action, WHY + "give_up", values)))
    return best(ideas)


def sector(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """A token goes where others will want to go, a sleeper where one emissary more brings most; the
    one that matters least is taken off."""
    removing = isinstance(sight.rule, RemovingToken)
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, ChooseSector)
        trophies = worth.trophies(action.sector)
        good = (trophies[0] if trophies else 0) + 10 * len(sight.opposing(action.sector))
        if isinstance(sight.rule, PlacingToken) and worth.waking is not None:
            good = worth.prize(action.sector, 1) - worth.prize(action.sector)
        elif isinstance(sight.rule, PlacingToken) and sight.mine(action.sector):
            good += 30
        reason = "token_off" if removing else "token_on"
        values = {"sector": action.sector}
        ideas.append((-good if removing else good, Choice(action, WHY + reason, values)))
    return best(ideas)


def stack(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """To look at: the opposing stack on which most hangs. To strengthen: mine where it pays most.
    To call back: mine that would bring least."""
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, ChooseStack)
        key = action.stack
        stack = sight.everything[key]
        if isinstance(sight.rule, LookingAtStack):
            unknown = sum(1 for pawn in stack.pawns if not pawn & KIND)
            good = stake(sight, worth, key) * (unknown > 0) + unknown
            reason = "look_stack"
        elif isinstance(sight.rule, Recalling):
            good, reason = -worth.prize(stack.sector), "recall"
        else:
            good = worth.prize(stack.sector, 1) - worth.prize(stack.sector)
            reason = "strengthen"
        ideas.append((good, Choice(action, WHY + reason, {"stack": key})))
    return best(ideas)


def move(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """My stack to where it wins more; another's to where it wins less, away from mine."""
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, MoveStack)
        stack = sight.stacks[action.stack]
        values = {"stack": action.stack, "sector": action.sector}
        if stack.owner == sight.me:
            moved = sum(1 for pawn in stack.pawns if pawn & KIND == EMISSARY)
            good = worth.prize(action.sector, moved) - worth.prize(action.sector)
            good -= worth.prize(stack.sector) - worth.prize(stack.sector, -moved)
            reason = "move_own"
        else:
            origin, goal = worth.trophies(stack.sector), worth.trophies(action.sector)
            good = (origin[0] if origin else 0) - (goal[0] if goal else 0)
            good = good * sight.threat(stack.owner) // 100
            good += 60 * bool(sight.mine(stack.sector)) - 60 * bool(sight.mine(action.sector))
            reason = "move_away"
        ideas.append((good, Choice(action, WHY + reason, values)))
    return best(ideas)


def pawn(sight: Sight, worth: Worth, options: Options, luck: Luck) -> Choice | None:
    """One of my own pawns to move or to swap, or another's to swap it with."""
    ideas: list[Idea] = []
    for action in luck.shuffled(options):
        if not isinstance(action, Pawn):
            continue
        stack = sight.everything[action.stack]
        kind = stack.pawns[action.position] & KIND
        values = {"stack": action.stack, "owner": stack.owner}
        if stack.owner != sight.me:
            good = strike_worth(sight, worth, action.stack, action.position)
            ideas.append((good, Choice(action, WHY + "swap_theirs", values)))
        elif sight.rule.step == "start" and type(sight.rule).__name__ == "MovingPawns":
            good = {EMISSARY: 1}.get(kind, 0) * (300 - worth.prize(stack.sector))
            ideas.append((good, Choice(action, WHY + "move_pawn", values)))
        else:
            good = 10 - AGENTS[("citizen", "guard", "emissary")[kind - 1]]
            ideas.append((good, Choice(action, WHY + "swap_mine", values)))
    if PASS in options:
        ideas.append((5, Choice(PASS, WHY + "move_enough")))
    return best(ideas)


def player(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """Gifts go to who is furthest behind, losses to who is ahead and has something to lose."""
    effect = sight.rule.effect if isinstance(sight.rule, ChoosingPlayer) else None
    takes = isinstance(effect, v.Steal) or (
        isinstance(effect, v.Let) and worth.effects(effect.do) < 0
    )
    is_membership = isinstance(effect, v.GiveToken)
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, ChoosePlayer)
        seat = action.seat
        if seat == sight.me:
            if is_membership and worth.membership(own=True) >= worth.membership(own=False):
                return Choice(action, WHY + "give_self")
            continue
        wealth = 10 * sight.vp[seat] + min(6, max(0, sight.counted[seat][POWER_INDEX]))
        reason = "take_from" if takes else "give_to"
        good = wealth if takes else -wealth
        ideas.append((good, Choice(action, WHY + reason, {"seat": seat})))
    return best(ideas)


def element(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """The marker that I miss least, the opportunity that I want least, the element that I would
    use soonest."""
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, ChooseElement)
        name = action.element
        if isinstance(sight.rule, MakingRoom):
            marker = next(h for h in sight.markers[sight.me] if marker_element(sight.me, h) == name)
            good, reason = -worth.held_marker(marker), "make_room"
        elif isinstance(sight.rule, Replacing):
            good, reason = -worth.card(name), "replace"
        else:
            good, reason = worth.element(name), "refresh"
        ideas.append((good, Choice(action, WHY + reason, {"element": name})))
    return best(ideas)


def option(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """Of several effects the one that brings most; of several answers the first."""
    if isinstance(sight.rule, Answers):
        return Choice(options[0], WHY + "in_order")
    if not isinstance(sight.rule, Choosing):
        return None
    effects = sight.rule.effect.options
    ideas: list[Idea] = []
    for action in options:
        assert isinstance(action, ChooseOption)
        good = suited(sight, worth, effects[action.number])
        ideas.append((good, Choice(action, WHY + "option", {"number": action.number})))
    return best(ideas)


def convert(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """Convert when what comes is worth more than what goes; protect an emissary."""
    if not isinstance(sight.rule, Exchanging) or Convert() not in options:
        return Choice(PASS, WHY + "keep_goods")
    effect = sight.rule.effect
    cost = sum(sight.amount(g.amount) * worth.loss(g.good.value) for g in effect.give)
    if any(isinstance(e, v.Protect) for e in effect.do):
        fallen = sight.everything.get(FALLEN)
        saved = fallen is not None and fallen.pawns[0] & KIND == EMISSARY
        gain = (AGENTS["emissary"] + 3 * worth.power // 2 if saved else 10) - cost
        reason = "protect"
    elif any(isinstance(e, v.Infiltrate) for e in effect.do):
        joined = sum(e.amount for e in effect.do if isinstance(e, v.Infiltrate))
        gain, reason = infiltrated(sight, worth, sight.rule.use, joined) - cost // 2, "infiltrate"
    else:
        gain, reason = suited(sight, worth, effect.do) - cost, "convert"
    if gain > 0:
        return Choice(Convert(), WHY + reason)
    return Choice(PASS, WHY + "keep_goods")


def infiltrated(sight: Sight, worth: Worth, use: Use, joined: int) -> int:
    """What sleepers that wake up in the sector under way would bring."""
    trophies = worth.trophies(use.sector)
    mine = emissaries(sight, sight.me)
    theirs = 10 * max((emissaries(sight, seat) for seat in sight.others()), default=0)
    before, after = mine, mine + joined
    for more in sight.knowledge:
        before, after = (more.takes(sight, use.sector, number) for number in (before, after))
    return share_of(trophies, after, theirs) - share_of(trophies, before, theirs)


def occasion(sight: Sight, worth: Worth, options: Options) -> Choice | None:
    """Use an element on its occasion if it brings anything."""
    for action in options:
        if isinstance(action, Answer) and isinstance(sight.rule, Answering):
            clauses = sight.index.clauses.get(action.element, ())
            if action.clause < len(clauses) and worth.effects(clauses[action.clause].do) >= 0:
                return Choice(action, WHY + "occasion", {"element": action.element})
    return Choice(PASS, WHY + "keep_goods")


# ---------------------------------------------------------------------- putting in order


def arrange(sight: Sight, worth: Worth, question: Arrange, luck: Luck) -> Choice | None:
    rule = sight.rule
    if isinstance(rule, SendingTeam):
        return team(sight, worth, question, rule.sector, luck)
    if isinstance(rule, Reinforcing):
        reason, most = "reinforce", question.bounds()[-1]
        wanted = prefer(question, ("emissary", "guard", "citizen"))
        good = sight.everything[rule.stack].sector
        if not worth.trophies(good):
            most = question.least
        return Choice(Order(tuple(wanted[:most])), WHY + reason)
    if isinstance(rule, GettingAgents):
        early = sight.is_early
        wanted = prefer(question, ("emissary",) if early else ("guard",))
        return Choice(Order(tuple(wanted[: question.least])), WHY + "get_agents")
    if isinstance(rule, EndOfCycle):
        wanted = prefer(question, ("emissary", "guard", "citizen"))
        return Choice(Order(tuple(wanted[: question.bounds()[-1]])), WHY + "keep_agents")
    if isinstance(rule, GettingAffinities):
        return affinities(sight, worth, question)
    if isinstance(rule, Handing):
        wanted = prefer(question, sorted(dict(question.pool), key=worth.loss))
        reason = "hand_over" if rule.to != NOBODY else "discard"
        return Choice(Order(tuple(wanted[: question.least])), WHY + reason)
    return None


def prefer(question: Arrange, kinds: Iterable[str]) -> list[str]:
    """All things there are, in this order of kinds."""
    amounts = dict(question.pool)
    return [kind for kind in dict.fromkeys(kinds) for _ in range(amounts.get(kind, 0))]


def affinities(sight: Sight, worth: Worth, question: Arrange) -> Choice:
    """Kinds for which a symbol waits; then those that most cards bear."""
    amounts = dict(question.pool)
    wanting = list(worth.wanting)
    taken: list[str] = []
    while len(taken) < question.least:
        available = [kind for kind in AFFINITIES if amounts.get(kind, 0)]
        fitting = [kind for kind in available if kind in wanting]
        if fitting:
            kind = fitting[0]
            wanting.remove(kind)
        else:
            kind = max(available, key=lambda k: sum(sight.symbols(c).count(k) for c in sight.track))
            if "all" in wanting:
                wanting.remove("all")
        amounts[kind] -= 1
        taken.append(kind)
    return Choice(Order(tuple(taken)), WHY + "get_affinities", {"kinds": tuple(taken)})


Rule = Callable[[Sight, Worth, Options], Choice | None]
RULES: dict[type[Action], Rule] = {
    TakeCabal: cabal,
    Resolve: resolve,
    TakeCard: trophy,
    TakeMarker: trophy,
    TakeSpecial: trophy,
    RejectCard: trophy,
    GiveUp: give_up,
    ChooseSector: sector,
    ChooseStack: stack,
    MoveStack: move,
    ChoosePlayer: player,
    ChooseElement: element,
    ChooseOption: option,
    Convert: convert,
    Answer: occasion,
    Develop: develop,
    Show: show,
}
