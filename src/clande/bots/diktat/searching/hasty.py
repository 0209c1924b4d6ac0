"""Hasty play: what a seat might do in an imagined game, decided in a few microseconds.

It stands for every seat while the searchers look ahead, so it must be quick and plausible, not
good. What things are worth to a seat is weighed once, by the rules of *prudent*, before the first
look ahead; here it is only compared. It goes by what its seat has seen, not by what lies there.
"""

from __future__ import annotations

from collections.abc import Callable

from clande.bots.diktat.shares import share_of
from clande.bots.diktat.sight import TENTH, Sight
from clande.bots.diktat.worth import Worth
from clande.diktat.actions import (
    Assassinate,
    Convert,
    Develop,
    Extend,
    HiddenCard,
    Pawn,
    RejectCard,
    Send,
    Special,
    Spy,
    TakeCard,
    TakeMarker,
    TakeSpecial,
)
from clande.diktat.effects.choices import GettingAgents
from clande.diktat.effects.perform import Exchanging
from clande.diktat.pawns import KIND, bit
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.manoeuvres import SendingTeam, Turn
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table import CITIZEN, EMISSARY, GUARD, Game, Stack
from clande.diktat.table_view import DiktatView
from clande.kernel import (
    PASS,
    Action,
    Agree,
    Amount,
    Arrange,
    Choose,
    Number,
    Order,
    Question,
    QuickLuck,
    Seat,
    act,
    view,
)

LONGEST = 600  # acts in one look ahead
SPY_CARD, SPY_PAWNS = 90, 25
SPECIAL = 35
SPECIAL_TROPHY = 40
HARM = {2: 80, 3: 40, 4: 30, 5: 25}  # percent: how much another's loss is one's own gain


def noise(seed: int, seat: Seat, moment: int) -> int:
    """Random bits that depend on the look ahead, the seat and the moment, not on what came before:
    two acts are then compared under the same whims of everybody."""
    return QuickLuck(seed + (seat * 128 + moment) * 0x632BE59BD9B4E019).word()


class Appraisal:
    """What things are worth to one seat, as it sees the table when the search begins."""

    def __init__(self, view: DiktatView) -> None:
        sight = Sight(view)
        worth = Worth(sight)
        self.worth = worth
        self.power = max(1, worth.power)
        self.prizes = {sector: worth.trophies(sector) for sector in sight.index.sectors}
        self.best = {
            sector: trophies[0] if trophies else 0 for sector, trophies in self.prizes.items()
        }
        self.knew = sight.hidden is not None and bool(sight.hidden.card)
        self.sector_of = {c.id: c.sector for c in sight.content.opportunities.values()}
        self.markers: dict[str, int] = {}
        board = sight.board if sight.cabals[sight.me] else None
        self.costs = board.cabal_costs if board else ()
        self.developing = {card: worth.cabal_card(card) for card in worth.cabal_cards_left()}
        self.order = {sector: 4 * at % 48 for at, sector in enumerate(sight.index.sectors)}

    def marker(self, sector: str) -> int:
        if sector not in self.markers:
            self.markers[sector] = self.worth.next_marker(sector)
        return self.markers[sector]


class Hasty:
    """All seats of one imagined table, while one decision is searched for."""

    def __init__(self, game: Game, me: Seat, mine: DiktatView) -> None:
        self.seats = game.header.seats
        self.harm = HARM[self.seats]
        self.minds = [
            Appraisal(mine if seat == me else view(game, seat, ())) for seat in game.seats
        ]

    def answer(self, game: Game, seat: Seat, seed: int) -> Action:
        question: Question = game.asked[seat]
        rule = game.stack[-1]
        kind = type(rule)
        if type(question) is Choose:
            options = question.options
            if len(options) == 1:
                return options[0]
            if kind is Turn or (kind is SendingTeam):
                return self.turn(game, seat, options, seed)
            if kind is Assassination:
                return self.strike(game, seat, options, seed)
            if kind is Looking:
                return self.look(game, seat, options, seed)
            first = type(options[0])
            if first in TROPHIES:
                return self.take(seat, options)
            if isinstance(rule, Exchanging):
                return self.convert(seat, rule, options)
            return options[noise(seed, seat, 200 + len(options)) % len(options)]
        if type(question) is Amount:
            return self.bid(game, seat, question, seed, kind is Conquest)
        if type(question) is Arrange:
            if isinstance(rule, SendingTeam):
                return self.team(game, seat, rule.sector, seed)
            if kind is GettingAgents:
                wanted = [k for k, n in reversed(question.pool) for _ in range(n)]
                return Order(tuple(wanted[: question.least]))
            return question.sample(QuickLuck(noise(seed, seat, 300)))
        if type(question) is Agree:
            return question.default()
        return question.sample(QuickLuck(noise(seed, seat, 301)))

    # ------------------------------------------------------------------------------ a turn

    def guess(self, game: Game, seat: Seat, owner: Seat) -> int:
        """Tenths of an owner's agents that a seat does not know and that are emissaries."""
        if owner >= self.seats:
            return TENTH // 3
        mark, kinds = bit(seat), [0, 0, 0, 0]
        for stack in game.table.stacks.values():
            if stack.owner == owner:
                for pawn in stack.pawns:
                    if pawn & mark:
                        kinds[pawn & KIND] += 1
        counted = game.table.counted[owner]
        unseen = counted[1] + counted[2] + counted[3] - kinds[1] - kinds[2] - kinds[3]
        emissaries = counted[EMISSARY] - kinds[EMISSARY]
        return max(0, min(TENTH, TENTH * emissaries // unseen)) if unseen > 0 else TENTH // 3

    def turn(self, game: Game, seat: Seat, options: tuple[Action, ...], seed: int) -> Action:
        mind, table = self.minds[seat], game.table
        reserve, mark = table.reserves[seat], bit(seat)
        mine: dict[str, int] = {}
        theirs: dict[str, int] = {}
        guesses: dict[Seat, int] = {}
        strangers, sure = 0, 0
        hit = miss = 0
        for stack in table.stacks.values():
            sector, owner = stack.sector, stack.owner
            if owner == seat:
                for pawn in stack.pawns:
                    if pawn & KIND == EMISSARY:
                        mine[sector] = mine.get(sector, 0) + 1
                continue
            if owner not in guesses:
                guesses[owner] = self.guess(game, seat, owner)
            tenths, guess = 0, guesses[owner]
            for pawn in stack.pawns:
                if not pawn & mark:
                    strangers += 1
                    tenths += guess
                elif pawn & KIND == EMISSARY:
                    tenths += TENTH
                    sure = max(sure, mind.best.get(sector, 0))
                    hit += 1
            if strangers:
                miss = max(miss, guess * (3 * mind.power + mind.best.get(sector, 0) // 2))
            if owner < self.seats:
                theirs[sector] = theirs.get(sector, 0) + tenths
        emissaries, turns = reserve[EMISSARY], max(1, table.manoeuvres[seat])
        size = -(-emissaries // turns)
        hidden = table.hidden
        spied = ""  # what was seen since the search began
        if hidden is not None and not mind.knew and hidden.seen & mark:
            spied = hidden.card
        best, chosen = -1, options[0]
        word = noise(seed, seat, turns)
        for action in options:
            good, place = 0, 60
            if isinstance(action, Send):
                if not emissaries:
                    continue
                sector = action.sector
                place = mind.order[sector]
                trophies = mind.prizes[sector]
                if spied and mind.sector_of[spied] == sector:
                    trophies = sorted([*trophies, mind.worth.card(spied)], reverse=True)
                if not trophies:
                    continue
                own, rival = mine.get(sector, 0), theirs.get(sector, 0)
                if rival or own:
                    good = share_of(trophies, own + size, rival) - share_of(trophies, own, rival)
                else:
                    good = sum(trophies[:size])
            elif isinstance(action, Extend):
                place = 48
                discard = action.discard
                good = mind.power
                if discard:
                    if discard == "emissary" or discard == "assassin":
                        continue
                    good += mind.power - (2 if turns > 1 else 0)
            elif isinstance(action, Develop):
                place = 50
                cost = mind.costs[len(table.cabal_cards[seat])]
                good = mind.developing.get(action.card, 0) - cost * mind.power // 2
            elif isinstance(action, Assassinate):
                place = 52
                if hit:
                    good = 3 * mind.power + sure * self.harm // 100
                else:
                    good = (miss - (TENTH - max(guesses.values(), default=0)) * mind.power) // TENTH
            elif isinstance(action, Spy):
                place = 56
                if hidden is not None and not hidden.seen & mark and emissaries and turns > 2:
                    good = SPY_CARD
                elif strangers and turns > 1:
                    good = SPY_PAWNS
            elif isinstance(action, Special):
                place = 58
                good = SPECIAL
            good = good * (24 + (word >> place & 15))
            if good > best:
                best, chosen = good, action
        return chosen

    def team(self, game: Game, seat: Seat, sector: str, seed: int) -> Action:
        reserve = game.table.reserves[seat]
        mind = self.minds[seat]
        turns = game.table.manoeuvres[seat]
        emissaries = reserve[EMISSARY]
        size = emissaries if turns <= 0 else -(-emissaries // (turns + 1))
        trophies = mind.prizes[sector]
        if size < emissaries and len(trophies) > size:
            elsewhere = max((w for s, w in mind.best.items() if s != sector), default=0)
            if trophies[size] > elsewhere:
                size += 1
        sends = min(turns, emissaries - size)
        covers = (reserve[CITIZEN] + reserve[GUARD]) // (sends + 1)
        guards = min(reserve[GUARD], (covers + 1) // 2)
        citizens = min(reserve[CITIZEN], covers - guards)
        if not size + guards + citizens:
            guards, citizens = (1, 0) if reserve[GUARD] else (0, 1)
        kinds = ["emissary"] * size + ["guard"] * guards + ["citizen"] * citizens
        return Order(tuple(QuickLuck(noise(seed, seat, 16 + turns)).shuffled(kinds)))

    # ------------------------------------------------------------------- looks and strikes

    def look(self, game: Game, seat: Seat, options: tuple[Action, ...], seed: int) -> Action:
        mark, mind, stacks = bit(seat), self.minds[seat], game.table.stacks
        hidden = game.table.hidden
        word = noise(seed, seat, 64 + game.table.manoeuvres[seat])
        best = -1
        chosen: Action = PASS
        for action in options:
            if type(action) is HiddenCard:
                if hidden is not None and not hidden.seen & mark:
                    return action
            elif type(action) is Pawn:
                stack = stacks[action.stack]
                if not stack.pawns[action.position] & mark:
                    good = mind.best.get(stack.sector, 0) + (
                        word >> (7 * action.stack + 3 * action.position) % 56 & 63
                    )
                    if good > best:
                        best, chosen = good, action
        return chosen

    def strike(self, game: Game, seat: Seat, options: tuple[Action, ...], seed: int) -> Action:
        mark, mind, stacks = bit(seat), self.minds[seat], game.table.stacks
        word = noise(seed, seat, 80 + game.table.manoeuvres[seat])
        best, chosen = (0, PASS) if options[0] == PASS else (-9999, options[0])
        for action in options:
            if type(action) is not Pawn:
                continue
            stack: Stack = stacks[action.stack]
            pawn = stack.pawns[action.position]
            prize = 3 * mind.power + mind.best.get(stack.sector, 0) * self.harm // 100
            if pawn & mark:
                kind = pawn & KIND
                good = prize if kind == EMISSARY else -2 * mind.power if kind == GUARD else 1
            else:
                guess = self.guess(game, seat, stack.owner)
                good = (guess * prize - (TENTH - guess) * mind.power) // TENTH
                good += word >> (7 * action.stack + 3 * action.position) % 56 & 31
            if good > best:
                best, chosen = good, action
        return chosen

    # --------------------------------------------------------------------- the resolution

    def take(self, seat: Seat, options: tuple[Action, ...]) -> Action:
        mind = self.minds[seat]
        best = 0
        chosen: Action = PASS
        for action in options:
            if type(action) is TakeCard:
                good = mind.worth.card(action.card)
            elif type(action) is TakeMarker:
                good = mind.marker(action.sector)
            elif type(action) is TakeSpecial:
                good = SPECIAL_TROPHY
            else:
                continue
            if good > best:
                best, chosen = good, action
        return chosen

    def bid(self, game: Game, seat: Seat, question: Amount, seed: int, struggles: bool) -> Action:
        if not struggles:
            return question.sample(QuickLuck(noise(seed, seat, 302)))
        mind = self.minds[seat]
        trophies = mind.prizes.get(game.table.resolving, [])
        gain = (trophies[0] if trophies else 0) - (trophies[1] if len(trophies) > 1 else 0)
        most = min(question.high, gain // mind.power)
        place = 32 + mind.order.get(game.table.resolving, 0)
        return Number(noise(seed, seat, place) % (most + 1) if most > 0 else 0)

    def convert(self, seat: Seat, rule: Exchanging, options: tuple[Action, ...]) -> Action:
        if Convert() not in options:
            return options[0]
        worth, effect = self.minds[seat].worth, rule.effect
        cost = sum(worth.sight.amount(g.amount) * worth.loss(g.good.value) for g in effect.give)
        return Convert() if worth.effects(effect.do) > cost else PASS


TROPHIES = (TakeCard, TakeMarker, TakeSpecial, RejectCard)


def never(game: Game) -> bool:
    return False


def played_out(
    game: Game, hasty: Hasty, seed: int, is_enough: Callable[[Game], bool] = never
) -> int:
    """Plays hastily until the cycle is over, or it is enough; how many acts that took."""
    acts = 0
    while game.stack and acts < LONGEST and not is_enough(game):
        for seat in game.asked:
            if seat not in game.answers:
                act(game, seat, hasty.answer(game, seat, seed))
                acts += 1
                break
    return acts
