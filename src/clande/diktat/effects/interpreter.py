"""The one interpreter of effects: whether one could change anything, and how it is carried out.

What an effect means is written beside its name in cards/vocabulary.py. An effect that leaves a
choice is a rule of its own; inside it nobody else can act. A question hangs on nothing but what
the seat asked can see; whether it comes at all hangs on public facts alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from clande.diktat.actions import ChooseOption, ChoosePlayer, Convert, Develop
from clande.diktat.book import board, content, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import (
    GettingAgents,
    Handing,
    LookingAtStack,
    MovingPawns,
    MovingStack,
    PlacingToken,
    Recalling,
    Refreshing,
    Reinforcing,
    RemovingToken,
    Replacing,
    SwappingPawns,
    chain,
)
from clande.diktat.effects.references import (
    CHOSEN,
    Effects,
    Use,
    amount,
    ground,
    has,
    holds,
    moves,
    opposing_stacks,
    players,
    refreshable,
    stacks_of,
    standing,
    swaps,
    token_sectors,
    tokens_left,
    tokens_on_board,
)
from clande.diktat.events import (
    AgainClaimed,
    CabalDeveloped,
    DebtForgiven,
    DebtTaken,
    EmissariesJoined,
    Gained,
    Lost,
    PawnSaved,
    PowerAdvanced,
    RankChanged,
    Scored,
    SkipClaimed,
    TokenPlaced,
    Yielded,
)
from clande.diktat.rules.board import Assassination, Looking, call_in, pay, preys
from clande.diktat.rules.possessions import (
    GettingAffinities,
    Receiving,
    ReceivingAffinities,
    cabal_cards_left,
    in_supply,
    next_cost,
)
from clande.diktat.rules.reactions import after
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    FALLEN,
    GOODS,
    NOBODY,
    POWER,
    Game,
    Token,
    agents,
)
from clande.kernel import (
    PASS,
    Action,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Seat,
    tell,
)


def possible(game: Game, effects: Effects, use: Use, public: bool = False) -> bool:
    """Whether any of these could change something, for all that "you" can see. [GEN-19]

    `public`: for all that everyone can see; what hangs on a reserve is held possible.
    """
    for effect in effects:
        own = pages(game).possible.get(type(effect))
        if (own or POSSIBLE[type(effect)])(game, effect, use, public):
            return True
    return False


def can_get(game: Game, effect: v.Get, use: Use, public: bool) -> bool:
    if effect.good is v.Good.AFFINITY:
        return sum(in_supply(game.table).values()) > 0
    return amount(game, use, effect.amount) > 0


def can_lose(game: Game, effect: v.Lose, use: Use, public: bool) -> bool:
    forced = effect.good is v.Good.POWER
    return amount(game, use, effect.amount) > 0 and (
        forced or has(game, use.you, effect.good, public) > 0
    )


def can_give(game: Game, effect: v.Give, use: Use, public: bool) -> bool:
    loss = v.Lose(effect.good, effect.amount)
    return bool(players(game, use, effect.to)) and can_lose(game, loss, use, public)


def can_steal(game: Game, effect: v.Steal, use: Use, public: bool) -> bool:
    if not amount(game, use, effect.amount):
        return False
    return any(has(game, seat, effect.good, True) for seat in players(game, use, effect.of))


def can_exchange(game: Game, effect: v.Exchange, use: Use, public: bool) -> bool:
    return (
        amount(game, use, effect.times) > 0
        and affords(game, use, effect.give, public)
        and possible(game, effect.do, after_paying(game, use, effect.give), public)
    )


def affords(game: Game, use: Use, give: tuple[v.Goods, ...], public: bool) -> bool:
    return all(has(game, use.you, g.good, public) >= amount(game, use, g.amount) for g in give)


def after_paying(game: Game, use: Use, give: tuple[v.Goods, ...]) -> Use:
    """ "Here" is where a discarded token lay; which one is chosen only then."""
    if any(g.good is v.Good.TOKEN for g in give) and not use.sector:
        mine = tokens_on_board(game, use.you)
        aim = [t for t in mine if preys(game, use.you, (t.sector,))] or mine
        return structs.replace(use, sector=aim[0].sector) if aim else use
    return use


def can_look(game: Game, effect: v.Look, use: Use, public: bool) -> bool:
    sectors, only = ground(game, use, effect.where)
    rule = Looking(seat=use.you, looks=1, sectors=sectors, stack=only)
    return amount(game, use, effect.amount) > 0 and bool(rule.sights(game))


def can_look_at_stack(game: Game, effect: v.LookAtStack, use: Use, public: bool) -> bool:
    return bool(opposing_stacks(game, use, effect.where))


def can_assassinate(game: Game, effect: v.Assassinate, use: Use, public: bool) -> bool:
    return amount(game, use, effect.amount) > 0 and bool(
        assassination(game, effect, use).aims(game)
    )


def assassination(game: Game, effect: v.Assassinate, use: Use) -> Assassination:
    sectors, only = ground(game, use, effect.where)
    reach: tuple[str, ...] = ()
    if effect.where is v.Place.THAT_STACK and standing(game, use.you, v.Reach):
        reach = content(game).adjacency[use.sector]
    shots = amount(game, use, effect.amount)
    return Assassination(seat=use.you, shots=shots, sectors=sectors, only=only, reach=reach)


def can_move_pawns(game: Game, effect: v.MovePawns, use: Use, public: bool) -> bool:
    return len({game.table.stacks[key].sector: True for key in stacks_of(game, use.you)}) > 1


def can_reinforce(game: Game, effect: v.Reinforce, use: Use, public: bool) -> bool:
    reserve = public or agents(game.table.reserves[use.you]) > 0
    return reserve and bool(stacks_of(game, use.you))


def can_give_token(game: Game, effect: v.GiveToken, use: Use, public: bool) -> bool:
    token = content(game).cabals[game.table.cabals[use.owner]].token
    return token is v.TokenKind.MEMBERSHIP and tokens_left(game, use.owner) > 0


def can_play_again(game: Game, effect: v.PlayAgain, use: Use, public: bool) -> bool:
    """On one's own turn, with a second pawn to spend. [MRK-13]"""
    table = game.table
    wanted = 1 if table.manoeuvre else 2
    return table.active == use.you != table.again and table.manoeuvres[use.you] >= wanted


def can_skip(game: Game, effect: v.SkipTurn, use: Use, public: bool) -> bool:
    """On one's own turn, before naming a manoeuvre. [MRK-13]"""
    table = game.table
    return table.active == use.you != table.skipping and not table.manoeuvre


def can_have_extra(game: Game, effect: v.ExtraManoeuvre, use: Use, public: bool) -> bool:
    return game.table.phase in ("darkness", "opportunities", "development", "league", "manoeuvres")


def can_develop(game: Game, effect: v.Develop, use: Use, public: bool) -> bool:
    cost = development_cost(game, use.you, effect)
    if cost is None or not cabal_cards_left(game, use.you):
        return False
    return public or effect.rebate is None or game.table.reserves[use.you][POWER] >= cost


def development_cost(game: Game, seat: Seat, effect: v.Develop) -> int | None:
    cost = next_cost(game, seat)
    if cost is None or effect.rebate is None:
        return cost if cost is None else 0
    return max(0, cost - effect.rebate)


def can_choose(game: Game, effect: v.Choose, use: Use, public: bool) -> bool:
    return any(possible(game, option, use, public) for option in effect.options)


def can_if(game: Game, effect: v.If, use: Use, public: bool) -> bool:
    branch = effect.then if holds(game, use.you, effect.condition) else effect.otherwise
    return possible(game, branch, use, public)


def can_let(game: Game, effect: v.Let, use: Use, public: bool) -> bool:
    """What hangs on the reserves of others is held possible."""
    return any(
        possible(game, effect.do, structs.replace(use, you=seat), public or seat != use.you)
        for seat in players(game, use, effect.who)
    )


def always(game: Game, effect: v.Effect, use: Use, public: bool) -> bool:
    return True


def never(game: Game, effect: v.Effect, use: Use, public: bool) -> bool:
    return False


POSSIBLE: dict[type[Any], Callable[[Game, Any, Use, bool], bool]] = {
    v.Get: can_get,
    v.Lose: can_lose,
    v.Give: can_give,
    v.Steal: can_steal,
    v.Exchange: can_exchange,
    v.Advance: always,
    v.Rise: always,
    v.Look: can_look,
    v.LookAtStack: can_look_at_stack,
    v.Assassinate: can_assassinate,
    v.MoveStack: lambda game, effect, use, public: bool(moves(game, effect, use)),
    v.MovePawns: can_move_pawns,
    v.SwapPawns: lambda game, effect, use, public: bool(swaps(game, effect, use)),
    v.Reinforce: can_reinforce,
    v.Recall: lambda game, effect, use, public: bool(stacks_of(game, use.you)),
    v.Infiltrate: lambda game, effect, use, public: bool(game.table.resolving),
    v.Protect: lambda game, effect, use, public: FALLEN in game.table.stacks,
    v.MoveOthers: never,
    v.PlaceToken: lambda game, effect, use, public: bool(token_sectors(game, use, effect.where)),
    v.GiveToken: can_give_token,
    v.PlayAgain: can_play_again,
    v.SkipTurn: can_skip,
    v.ExtraManoeuvre: can_have_extra,
    v.Refresh: lambda game, effect, use, public: bool(refreshable(game, use)),
    v.Develop: can_develop,
    v.ReplaceOpportunity: lambda game, effect, use, public: bool(game.table.track),
    v.Immune: never,
    v.DefyGloom: never,
    v.Preeminence: never,
    v.Reach: never,
    v.Keep: never,
    v.StruggleBonus: never,
    v.NamesFirst: never,
    v.Choose: can_choose,
    v.If: can_if,
    v.Let: can_let,
    v.Special: never,
}


class Performing(Frame):
    """Effects one after the other; what has no legal target is lost, the rest applies. [GEN-19]

    `willing`: "you" have just asked for it, so a first exchange needs no further consent.
    """

    use: Use
    effects: Effects
    willing: bool = False
    did: bool = False  # something beyond an exchange that was declined

    def start(self, game: Game, exchanged: object) -> Next:
        if exchanged is True:
            self.did = True
        own = pages(game).perform
        while self.effects:
            effect, self.effects = self.effects[0], self.effects[1:]
            rule: Frame | None
            if type(effect) is v.Exchange:
                rule = Exchanging(use=self.use, effect=effect, willing=self.willing)
            else:
                perform = own.get(type(effect)) or PERFORM[type(effect)]
                rule = perform(game, effect, self.use)
                self.did = True
            self.willing = False
            if rule is not None:
                return Call(rule, then=Performing.start)
        return Done(self.did)


def perform_get(game: Game, effect: v.Get, use: Use) -> Frame | None:
    much = amount(game, use, effect.amount)
    if much <= 0:
        return None
    match effect.good:
        case v.Good.VP:
            tell(game, Scored(use.you, much, use.element))
        case v.Good.RANK:
            tell(game, RankChanged(use.you, much, use.element))
        case v.Good.DEBT:
            for _ in range(much):
                tell(game, DebtTaken(use.you, True))
        case v.Good.AGENT:
            return GettingAgents(seat=use.you, number=much, source=use.element)
        case v.Good.AFFINITY:
            return GettingAffinities(seat=use.you, number=much, source=use.element)
        case v.Good.POLITICS | v.Good.PEOPLE | v.Good.ARTEFACT:
            kind = effect.good.value
            return ReceivingAffinities(seat=use.you, kind=kind, number=much, source=use.element)
        case _:
            tell(game, Gained(use.you, {effect.good.value: much}, use.element))
    return None


def perform_lose(game: Game, effect: v.Lose, use: Use) -> Frame | None:
    return part_with(game, use.you, NOBODY, effect.good, amount(game, use, effect.amount), use)


SCREENED = {good: (good.value,) for good in v.Good if good.value in GOODS} | {
    v.Good.AGENT: AGENTS,
    v.Good.AFFINITY: AFFINITIES,
}


def part_with(
    game: Game, seat: Seat, to: Seat, good: v.Good, much: int, use: Use, forced: bool = True
) -> Frame | None:
    """A seat gives or discards so much: power with forced debts, the rest as far as it has it."""
    if much <= 0:
        return None
    call_in(game, seat, SCREENED.get(good, ()), much)
    match good:
        case v.Good.POWER if forced:
            pay(game, seat, to, much, use.element)
        case v.Good.VP:
            tell(game, Scored(seat, -much, use.element))
            if to != NOBODY:
                tell(game, Scored(to, much, use.element))
        case v.Good.RANK:
            tell(game, RankChanged(seat, -much, use.element))
        case v.Good.DEBT:
            for _ in range(min(much, game.table.debts[seat])):
                tell(game, DebtForgiven(seat, use.element))
        case v.Good.TOKEN:
            return RemovingToken(use=structs.replace(use, you=seat))
        case v.Good.AGENT | v.Good.AFFINITY:
            kinds = AGENTS if good is v.Good.AGENT else AFFINITIES
            return Handing(seat=seat, to=to, number=much, kinds=kinds, source=use.element)
        case _:
            there = min(much, has(game, seat, good, False))
            tell(game, Yielded(seat, {good.value: there} if there else {}, to, use.element))
    return None


def perform_give(game: Game, effect: v.Give, use: Use) -> Frame | None:
    if effect.to in CHOSEN:
        return ChoosingPlayer(use=use, effect=effect)
    much = amount(game, use, effect.amount)
    rules = []
    for seat in players(game, use, effect.to):
        to = NOBODY if seat == use.you else seat  # to oneself means to the general reserve
        rules.append(part_with(game, use.you, to, effect.good, much, use))
    return chain(rules)


def perform_steal(game: Game, effect: v.Steal, use: Use) -> Frame | None:
    if effect.of in CHOSEN:
        return ChoosingPlayer(use=use, effect=effect)
    much = amount(game, use, effect.amount)
    return chain(
        [
            part_with(game, seat, use.you, effect.good, much, use, forced=False)
            for seat in players(game, use, effect.of)
        ]
    )


class ChoosingPlayer(Frame):
    """Another player, or any player, of your choice; then the effect on him."""

    use: Use
    effect: v.Give | v.Steal | v.Let | v.GiveToken

    def start(self, game: Game, _: object) -> Next:
        seats = players(game, self.use, self.who())
        if not seats:
            return Done()
        question = Choose(tuple([ChoosePlayer(seat) for seat in seats]), rules=("GEN-14",))
        return Ask({self.use.you: question}, then=ChoosingPlayer.chosen, acts="none")

    def who(self) -> v.Who:
        match self.effect:
            case v.Let(who=who):
                return who
            case v.Steal(of=of):
                return of
            case v.Give(to=to) | v.GiveToken(to=to):
                return to

    def chosen(self, game: Game, answers: dict[Seat, ChoosePlayer]) -> Next:
        use, seat = self.use, answers[self.use.you].seat
        rule: Frame | None
        match self.effect:
            case v.Let(do=do):
                rule = Performing(use=structs.replace(use, you=seat), effects=do)
            case v.Give(good, much):
                to = NOBODY if seat == use.you else seat
                rule = part_with(game, use.you, to, good, amount(game, use, much), use)
            case v.Steal(good, much):
                much = amount(game, use, much)
                rule = part_with(game, seat, use.you, good, much, use, forced=False)
            case v.GiveToken():
                give_token(game, use, seat)
                rule = None
        return Call(rule, then=Frame.over) if rule is not None else Done()


class Exchanging(Frame):
    """All that is shown, from the reserve, for what is shown; optional, so no forced debt.
    [GEN-15, GEN-7]"""

    use: Use
    effect: v.Exchange
    done: int = 0
    willing: bool = False
    due: tuple[v.Goods, ...] = ()

    def start(self, game: Game, _: object) -> Next:
        if self.done >= amount(game, self.use, self.effect.times):
            return Done(self.done > 0)
        if not can_exchange(game, self.effect, self.use, True):
            return Done(self.done > 0)
        able = can_exchange(game, self.effect, self.use, False)
        if self.willing and able:
            return Go(Exchanging.agreed)
        options = (PASS, Convert()) if able else (PASS,)
        question = Choose(options, rules=("GEN-15",))
        return Ask({self.use.you: question}, then=Exchanging.answered, acts="none")

    def answered(self, game: Game, answers: dict[Seat, Action]) -> Next:
        if answers[self.use.you] == PASS:
            return Done(self.done > 0)
        return self.agreed(game, None)

    def agreed(self, game: Game, _: object) -> Next:
        self.done += 1
        self.willing = False
        self.due = self.effect.give
        return Go(Exchanging.paying)

    def paying(self, game: Game, sector: str | None) -> Next:
        """What is given, item after item; "here" is then where a token lay."""
        use = self.use
        to = NOBODY
        if self.effect.to is not None:
            to = next((s for s in players(game, use, self.effect.to) if s != use.you), NOBODY)
        while self.due:
            item, self.due = self.due[0], self.due[1:]
            much = amount(game, use, item.amount)
            if item.good in (v.Good.AGENT, v.Good.AFFINITY, v.Good.TOKEN):
                rule = part_with(game, use.you, to, item.good, much, use)
                assert rule is not None
                return Call(rule, then=Exchanging.paying)
            if item.good in (v.Good.VP, v.Good.RANK, v.Good.DEBT):
                part_with(game, use.you, to, item.good, much, use)
            elif to == NOBODY:
                tell(game, Lost(use.you, {item.good.value: much}, use.element))
            else:
                tell(game, Lost(use.you, {item.good.value: much}, use.element))
                tell(game, Gained(to, {item.good.value: much}, use.element))
        if sector:
            use = structs.replace(use, sector=sector)
        return Call(Performing(use=use, effects=self.effect.do), then=Exchanging.repeat)

    def repeat(self, game: Game, _: object) -> Next:
        return Go(Exchanging.start)


def perform_advance(game: Game, effect: v.Advance, use: Use) -> None:
    if much := amount(game, use, effect.amount):
        tell(game, PowerAdvanced(use.you, much, use.element))


def perform_rise(game: Game, effect: v.Rise, use: Use) -> None:
    if much := amount(game, use, effect.amount):
        tell(game, RankChanged(use.you, much, use.element, until_end=True))


def perform_look(game: Game, effect: v.Look, use: Use) -> Frame | None:
    sectors, only = ground(game, use, effect.where)
    looks = amount(game, use, effect.amount)
    return Looking(seat=use.you, looks=looks, sectors=sectors, stack=only, closed=True)


def perform_infiltrate(game: Game, effect: v.Infiltrate, use: Use) -> None:
    if game.table.resolving:
        tell(game, EmissariesJoined(use.you, effect.amount, use.element))


def perform_protect(game: Game, effect: v.Protect, use: Use) -> None:
    if FALLEN in game.table.stacks:
        tell(game, PawnSaved(use.you, use.stack, use.position, use.sector))


def perform_give_token(game: Game, effect: v.GiveToken, use: Use) -> Frame | None:
    if not can_give_token(game, effect, use, True):
        return None
    if effect.to in CHOSEN:
        return ChoosingPlayer(use=use, effect=effect)
    for seat in players(game, use, effect.to):
        give_token(game, use, seat)
    return None


def give_token(game: Game, use: Use, seat: Seat) -> None:
    if tokens_left(game, use.owner) > 0:
        tell(game, TokenPlaced(use.owner, Token("membership", use.owner, holder=seat)))


def perform_again(game: Game, effect: v.PlayAgain, use: Use) -> None:
    if can_play_again(game, effect, use, True):
        tell(game, AgainClaimed(use.you))


def perform_skip(game: Game, effect: v.SkipTurn, use: Use) -> None:
    if can_skip(game, effect, use, True):
        tell(game, SkipClaimed(use.you))


class Developing(Frame):
    """The cabal is developed by an effect: free, or for less. [DVL-2]"""

    use: Use
    effect: v.Develop

    def start(self, game: Game, _: object) -> Next:
        you, effect = self.use.you, self.effect
        if not can_develop(game, effect, self.use, True):
            return Done()
        options: list[Action] = [] if effect.rebate is None else [PASS]
        if can_develop(game, effect, self.use, False):
            options += [Develop(card) for card in cabal_cards_left(game, you)]
        question = Choose(tuple(options), rules=("DVL-2",))
        return Ask({you: question}, then=Developing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.use.you]:
            case Develop(card):
                cost = development_cost(game, self.use.you, self.effect)
                if cost:
                    tell(game, Lost(self.use.you, {"power": cost}, self.use.element))
                return Call(Playing(seat=self.use.you, card=card), then=Frame.over)
        return Done()


class Playing(Frame):
    """A cabal card comes into play, effective at once. [DVL-1]"""

    seat: Seat
    card: str

    def start(self, game: Game, _: object) -> Next:
        place = len(game.table.cabal_cards[self.seat])
        developed = CabalDeveloped(self.seat, self.card, board(game, self.seat).cabal_vp[place])
        tell(game, developed)
        came = coming(game, self.seat, self.card)
        return Call(came, then=Playing.others) if came else self.others(game, None)

    def others(self, game: Game, _: object) -> Next:
        developed = CabalDeveloped(self.seat, self.card, 0)
        return after(game, developed, then=self.over, closed=True)


def coming(game: Game, seat: Seat, element: str) -> Frame | None:
    """What a card brings when it is won, developed or gained by an effect. [TRO-2, POL-6]"""
    index = pages(game).index
    effects = tuple([e for _, clause in index.once.get(element, ()) for e in clause.do])
    use = Use(seat, seat, element)
    rules: list[Frame | None] = []
    if came := index.gains.get(element):
        rules.append(Receiving(seat=seat, gains=came, source=element))
    if effects:
        rules.append(Performing(use=use, effects=effects))
    return chain(rules)


class Choosing(Frame):
    """One of several, among those that are possible."""

    use: Use
    effect: v.Choose

    def start(self, game: Game, _: object) -> Next:
        options = [
            ChooseOption(number)
            for number, option in enumerate(self.effect.options)
            if possible(game, option, self.use)
        ]
        question = Choose(tuple(options) or (PASS,), rules=("GEN-14", "GEN-19"))
        return Ask({self.use.you: question}, then=Choosing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.use.you]:
            case ChooseOption(number):
                effects = self.effect.options[number]
                rule = Performing(use=self.use, effects=effects, willing=True)
                return Call(rule, then=Frame.over)
        return Done()


def perform_if(game: Game, effect: v.If, use: Use) -> Frame | None:
    branch = effect.then if holds(game, use.you, effect.condition) else effect.otherwise
    return Performing(use=use, effects=branch) if branch else None


def perform_let(game: Game, effect: v.Let, use: Use) -> Frame | None:
    if effect.who in CHOSEN:
        return ChoosingPlayer(use=use, effect=effect)
    return chain(
        [
            Performing(use=structs.replace(use, you=seat), effects=effect.do)
            for seat in players(game, use, effect.who)
        ]
    )


def nothing(game: Game, effect: v.Effect, use: Use) -> None:
    """What only says how things are."""


PERFORM: dict[type[Any], Callable[[Game, Any, Use], Frame | None]] = {
    v.Get: perform_get,
    v.Lose: perform_lose,
    v.Give: perform_give,
    v.Steal: perform_steal,
    v.Advance: perform_advance,
    v.Rise: perform_rise,
    v.Look: perform_look,
    v.LookAtStack: lambda game, effect, use: LookingAtStack(use=use, where=effect.where),
    v.Assassinate: lambda game, effect, use: assassination(game, effect, use),
    v.MoveStack: lambda game, effect, use: MovingStack(use=use, effect=effect),
    v.MovePawns: lambda game, effect, use: MovingPawns(use=use, most=effect.most),
    v.SwapPawns: lambda game, effect, use: SwappingPawns(use=use, effect=effect),
    v.Reinforce: lambda game, effect, use: Reinforcing(use=use, most=effect.most),
    v.Recall: lambda game, effect, use: Recalling(use=use),
    v.Infiltrate: perform_infiltrate,
    v.Protect: perform_protect,
    v.MoveOthers: nothing,
    v.PlaceToken: lambda game, effect, use: PlacingToken(use=use, where=effect.where),
    v.GiveToken: perform_give_token,
    v.PlayAgain: perform_again,
    v.SkipTurn: perform_skip,
    v.ExtraManoeuvre: lambda game, effect, use: tell(
        game, Gained(use.you, {"manoeuvre": effect.amount}, use.element)
    ),
    v.Refresh: lambda game, effect, use: Refreshing(use=use),
    v.Develop: lambda game, effect, use: Developing(use=use, effect=effect),
    v.ReplaceOpportunity: lambda game, effect, use: Replacing(use=use),
    v.Immune: nothing,
    v.DefyGloom: nothing,
    v.Preeminence: nothing,
    v.Reach: nothing,
    v.Keep: nothing,
    v.StruggleBonus: nothing,
    v.NamesFirst: nothing,
    v.Choose: lambda game, effect, use: Choosing(use=use, effect=effect),
    v.If: perform_if,
    v.Let: perform_let,
    v.Special: nothing,
}

RULES: tuple[type[Frame], ...] = (
    Performing,
    ChoosingPlayer,
    Exchanging,
    Developing,
    Playing,
    Choosing,
)
