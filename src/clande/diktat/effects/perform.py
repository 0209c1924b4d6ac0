"""How an effect is carried out: a function for each kind, and the frames that carry out others.

What an effect means is written beside its name in cards/vocabulary. An effect that leaves a
choice is a frame of its own; inside it nobody else can act. What a question offers depends only on
what the asked seat can see; whether it is asked at all, on public facts only.
"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.actions import ChooseOption, ChoosePlayer, Convert, Develop
from clande.diktat.book import board, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import chain
from clande.diktat.effects.possible import (
    can_develop,
    can_exchange,
    can_give_token,
    can_play_again,
    can_skip,
    is_open,
    possible,
)
from clande.diktat.effects.references import (
    CHOSEN,
    Effects,
    Use,
    amount,
    ground,
    holds,
    players,
    tokens_left,
)
from clande.diktat.effects.transfers import part_with
from clande.diktat.events import (
    AgainClaimed,
    CabalDeveloped,
    EmissariesJoined,
    Gained,
    Lost,
    PawnSaved,
    PowerAdvanced,
    RankChanged,
    SkipClaimed,
    TokenPlaced,
)
from clande.diktat.rules.board import Looking
from clande.diktat.rules.costs import cost_by_effect
from clande.diktat.rules.possessions import Receiving, cabal_cards_left
from clande.diktat.table import FALLEN, NOBODY, Game, Token
from clande.kernel import PASS, Action, Ask, Call, Choose, Done, Frame, Go, Next, Seat, after, tell


class Performing(Frame):
    """Effects one after the other; what has no legal target is lost, the rest applies. [GEN-19]

    `willing`: "you" have just asked for it, so a first exchange needs no further consent.
    """

    topic = "effects"
    about = ("use",)

    use: Use
    effects: Effects
    willing: bool = False
    did: bool = False  # something beyond an exchange that was declined

    def start(self, game: Game, exchanged: object) -> Next:
        if exchanged is True:
            self.did = True
        rows = pages(game).effects
        while self.effects:
            effect, self.effects = self.effects[0], self.effects[1:]
            rule = rows[type(effect)].perform(game, effect, self.use)
            if type(rule) is Exchanging:
                rule.willing = self.willing
            else:
                self.did = True
            self.willing = False
            if rule is not None:
                return Call(rule, then=Performing.start)
        return Done(self.did)


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
    """You choose another player, or any player; then the effect applies to that player."""

    topic = "choose.player"
    about = ("use",)

    use: Use
    effect: v.Give | v.Steal | v.Let | v.GiveToken

    def start(self, game: Game, _: object) -> Next:
        seats = players(game, self.use, self.who())
        if not seats:
            return Done()
        question = Choose(
            tuple([ChoosePlayer(seat) for seat in seats]), rule_ids=("GEN-14",), open=True
        )
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

    topic = "exchange"
    about = ("use",)

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
        question = Choose(options, rule_ids=("GEN-15",))
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
        """Pays item after item; once a token was paid, "here" is its sector."""
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

    topic = "develop"
    about = ("use",)

    use: Use
    effect: v.Develop

    def start(self, game: Game, _: object) -> Next:
        you, effect = self.use.you, self.effect
        if not can_develop(game, effect, self.use, True):
            return Done()
        options: list[Action] = [] if effect.rebate is None else [PASS]
        if can_develop(game, effect, self.use, False):
            options += [Develop(card) for card in cabal_cards_left(game, you)]
        question = Choose(tuple(options), rule_ids=("DVL-2",), open=is_open((effect,)))
        return Ask({you: question}, then=Developing.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.use.you]:
            case Develop(card):
                cost = cost_by_effect(game, self.use.you, self.effect)
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
        came = arrival(game, self.seat, self.card)
        return Call(came, then=Playing.others) if came else self.others(game, None)

    def others(self, game: Game, _: object) -> Next:
        developed = CabalDeveloped(self.seat, self.card, 0)
        return after(game, developed, then=Playing.over, closed=True, at_once=True)


def arrival(game: Game, seat: Seat, element: str) -> Frame | None:
    """The frame for what a card brings when it is won, developed or gained. [TRO-2, POL-6]"""
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

    topic = "choose.option"
    about = ("use",)

    use: Use
    effect: v.Choose

    def start(self, game: Game, _: object) -> Next:
        options = [
            ChooseOption(number)
            for number, option in enumerate(self.effect.options)
            if possible(game, option, self.use)
        ]
        public = all(map(is_open, self.effect.options))
        question = Choose(tuple(options) or (PASS,), rule_ids=("GEN-14", "GEN-19"), open=public)
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
    """For effects that only say how things are."""


def perform_develop(game: Game, effect: v.Develop, use: Use) -> Frame:
    return Developing(use=use, effect=effect)


def perform_choose(game: Game, effect: v.Choose, use: Use) -> Frame:
    return Choosing(use=use, effect=effect)


def perform_exchange(game: Game, effect: v.Exchange, use: Use) -> Frame:
    return Exchanging(use=use, effect=effect)


def perform_extra(game: Game, effect: v.ExtraManoeuvre, use: Use) -> None:
    tell(game, Gained(use.you, {"manoeuvre": effect.amount}, use.element))


RULES: tuple[type[Frame], ...] = (
    Performing,
    ChoosingPlayer,
    Exchanging,
    Developing,
    Playing,
    Choosing,
)
