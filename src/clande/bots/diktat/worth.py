"""What things are worth to a seat, in hundredths of a victory point. Whole numbers only."""

from __future__ import annotations

from functools import cache, cached_property

from clande.bots.choices import Choice
from clande.bots.diktat.prices import (
    AGENTS,
    AMPLE_POWER,
    ASSASSIN,
    CABAL_TOKEN,
    EACH_MANOEUVRE,
    EFFECTS,
    POWER,
    RANK,
    SPARE_POWER,
    SPY,
    TOKEN,
    VP,
)
from clande.bots.diktat.shares import share_of
from clande.bots.diktat.sight import BoardKnowledge, Sight
from clande.diktat.book import Key
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import AFFINITIES, Goods, OwnedMarker, marker_element
from clande.kernel import Action, Luck, Question, Seat


class Worth:
    """A scale for one view."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.knowledge = of_worth(sight.knowledge)
        self.cycles_left = sight.cycles_left
        self.power = self.of_power()
        self.tokens, self.wanting = sight.unmatched()
        # What was weighed once is kept: elements, opportunities, trophies by sector, prizes by
        # sector and emissaries, blows by owner and sector.
        self.elements: dict[Key, int] = {}
        self.cards: dict[str, int] = {}
        self.trophies_at: dict[str, list[int]] = {}
        self.prizes: dict[tuple[str, int, int], int] = {}
        self.blows: dict[tuple[Seat, str], tuple[int, int]] = {}

    def of_power(self) -> int:
        sight = self.sight
        if not sight.cabals[sight.me]:
            return POWER
        costs = sight.board.cabal_costs[len(sight.cabal_cards[sight.me]) :]
        if not costs or (self.cycles_left and sight.power >= sum(costs)):
            return SPARE_POWER
        if self.cycles_left:
            return POWER if sight.power < sum(costs[:2]) else AMPLE_POWER
        reach = sight.power + 2 * sight.manoeuvres[sight.me] + 5
        return POWER if sight.is_early and sight.power < costs[0] <= reach else 1

    # Goods

    def good(self, good: str, later: bool = False) -> int:
        """One of a good; `later`: got at the beginning of a cycle to come."""
        early = later or self.sight.is_early
        if good == "power":
            return self.power
        if good in AGENTS:
            return AGENTS[good] if early else 0
        if good == "agent":
            return AGENTS["emissary"] if early else 0
        if good in AFFINITIES:
            return self.affinity(good)
        match good:
            case "affinity":
                return max(map(self.affinity, AFFINITIES))
            case "spy":
                return SPY if early else 0
            case "assassin":
                return ASSASSIN if early else 0
            case "manoeuvre":
                return EACH_MANOEUVRE if early else 0
            case "vp":
                return VP
            case "rank":
                return RANK if self.cycles_left else 0
            case "debt":
                return 5 * self.power - VP
            case "token":
                return CABAL_TOKEN
        return 0

    def loss(self, good: str) -> int:
        """What it costs to part with one."""
        match good:
            case "agent":
                return min((self.good(k) for k in AGENTS if self.has(k)), default=0)
            case "affinity":
                return min((self.held_affinity(k) for k in AFFINITIES if self.has(k)), default=0)
            case "debt":
                return -VP  # to lose a debt is to be rid of it
            case "vp" | "rank" | "power" | "spy" | "assassin" | "token" | "manoeuvre":
                return self.good(good)
        return self.held_affinity(good) if good in AFFINITIES else self.good(good)

    def has(self, good: str) -> int:
        sight = self.sight
        names = ("power", "citizen", "guard", "emissary", *AFFINITIES)
        return sight.reserve[names.index(good)] if good in names else 0

    def affinity(self, kind: str) -> int:
        """One token more of a kind: a point where a symbol waits for it."""
        if kind in self.wanting or "all" in self.wanting:
            return VP
        return TOKEN if self.cycles_left else 5

    def held_affinity(self, kind: str) -> int:
        """A token that one has: it is needed unless there is one too many of its kind."""
        return (TOKEN if self.cycles_left else 5) if self.tokens[kind] else VP

    def goods(self, goods: Goods, sign: int = 1) -> int:
        """Goods that come, or, with a sign, that go."""
        names = ("power", "citizen", "guard", "emissary", *AFFINITIES)
        each = self.good if sign > 0 else self.loss
        return sum(each(name) * number for name, number in zip(names, goods, strict=True))

    # Elements

    def card(self, card: str) -> int:
        """An opportunity: its place, its clauses, its symbols; and an attack that is averted."""
        if card not in self.cards:
            self.cards[card] = self.opportunity(card)
        return self.cards[card]

    def opportunity(self, card: str) -> int:
        sight = self.sight
        own, following = sight.card_place_vp(), sight.card_place_vp(1)
        place = own * VP if not self.cycles_left else 60 * own + 40 * following + 20
        worth = place + self.printed(card) + self.symbols(card)
        if sight.content.opportunities[card].attack:
            worth += 4 * max(0, sight.vp[sight.me])
        return worth + sum(more.card(self, card) for more in self.knowledge)

    def symbols(self, card: str) -> int:
        """Symbols for which there is a token, or for which the card itself brings one."""
        tokens = dict(self.tokens)
        for kind in self.sight.gains(card).affinities:
            tokens[kind] += 1
        worth = 0
        for symbol in sorted(self.sight.symbols(card), key=lambda s: s == "all"):
            kinds = AFFINITIES if symbol == "all" else (symbol,)
            kind = max(kinds, key=lambda k: tokens[k])
            if tokens[kind]:
                tokens[kind] -= 1
                worth += VP - 10
            else:
                worth += TOKEN if self.cycles_left else 0
        return worth

    def cabal_card(self, card: str) -> int:
        """One of one's own cabal cards on the next place, whatever it costs."""
        own, following = self.sight.cabal_place_vp(), self.sight.cabal_place_vp(1)
        place = own * VP if not self.cycles_left else 60 * own + 40 * following + 15
        return place + self.printed(card)

    def marker(self, sector: str, level: int = 1) -> int:
        """An influence marker: one's first of a sector, or what the second adds to it."""
        if level == 1:
            return self.printed((sector, 1))
        if sector == "vieille_ville":  # one keeps the first card [MRK-11]
            return 3 * self.power
        return self.printed((sector, level)) - self.printed((sector, 1))

    def next_marker(self, sector: str) -> int:
        """The marker that one would take now, with the room that it needs."""
        sight = self.sight
        mine = sight.markers[sight.me]
        more = sum(knowledge.marker(self, sector) for knowledge in self.knowledge)
        if OwnedMarker(sector) in mine:
            return self.marker(sector, 2) + more
        worth = self.marker(sector) + more
        if len(mine) < sight.board.marker_places:
            return worth - 5 * len(mine)
        return worth - min(self.held_marker(marker) for marker in mine)

    def held_marker(self, marker: OwnedMarker) -> int:
        """What goes if a place for markers is emptied."""
        once = (v.Once, v.Scourge)
        clauses = self.sight.index.clauses[marker.sector, marker.level]
        return self.clauses(tuple([c for c in clauses if not isinstance(c.when, once)]))

    def element(self, element: str) -> int:
        """Something that one owns and may use."""
        for marker in self.sight.markers[self.sight.me]:
            if marker_element(self.sight.me, marker) == element:
                return self.printed((marker.sector, marker.level))
        return self.clauses(self.sight.index.clauses.get(element, ()))

    def printed(self, key: Key) -> int:
        """All that an element says."""
        if key not in self.elements:
            self.elements[key] = self.clauses(self.sight.index.clauses[key])
        return self.elements[key]

    def clauses(self, clauses: tuple[v.Clause, ...]) -> int:
        return sum(map(self.clause, clauses))

    def clause(self, clause: v.Clause) -> int:
        """Over the cycles that are left."""
        cycles = self.cycles_left
        match clause.when:
            case v.Development():
                return cycles * self.effects(clause.do, later=True)
            case v.Manifestation():
                return (2 * cycles + 1) * max(0, self.effects(clause.do, later=True)) // 3
            case v.SpecialManoeuvre():
                return cycles * max(0, self.effects(clause.do, later=True) - EACH_MANOEUVRE)
            case v.Ability(on=on):
                if on is None:
                    return cycles * max(0, self.effects(clause.do, later=True))
                return cycles * self.effects(clause.do, later=True) // 2
            case v.Trophy():
                return cycles * max(0, self.effects(clause.do) - AGENTS["emissary"] // 2)
        return self.effects(clause.do)

    # Effects

    def effects(self, effects: tuple[v.Effect, ...], later: bool = False) -> int:
        return sum([self.effect(effect, later) for effect in effects])

    def effect(self, effect: v.Effect, later: bool = False) -> int:
        """One use of it, as a rule; whether it suits the moment is judged elsewhere."""
        kind = type(effect)
        if kind in EFFECTS:  # no `get`: Python 3.11 calls the methods of imported names slowly
            return EFFECTS[kind]
        match effect:
            case v.Get(good, amount):
                return self.sight.amount(amount, later) * self.good(good, later)
            case v.Lose(good, amount) | v.Give(good, amount):
                much = self.sight.amount(amount, later)
                if good == "debt":
                    much = min(much, self.sight.debts[self.sight.me])
                return -much * self.loss(good)
            case v.Steal(v.Good.AFFINITY, amount):  # if there is one: that which is missed least
                return self.sight.amount(amount, later) * (TOKEN if self.cycles_left else 5)
            case v.Steal(good, amount):
                return self.sight.amount(amount, later) * self.good(good, later) * 3 // 2
            case v.Exchange(give, do, times):
                cost = sum(self.sight.amount(g.amount, later) * self.loss(g.good) for g in give)
                much = min(2, self.sight.amount(times, later))
                return max(0, self.effects(do, later) - cost) * much
            case v.Advance(amount):
                return self.sight.amount(amount, later) * self.power * 2 // 3
            case v.Rise(amount):
                return self.sight.amount(amount, later)
            case v.Look(amount):
                return self.sight.amount(amount, later) * 8
            case v.Assassinate(amount):
                return self.sight.amount(amount, later) * 20
            case v.Infiltrate(number):
                return number * AGENTS["emissary"]
            case v.Develop(rebate):
                return self.development(rebate)
            case v.Choose(options):
                return max(self.effects(option, later) for option in options)
            case v.If(condition, then, otherwise):
                return self.effects(then if self.sight.holds(condition) else otherwise, later)
            case v.Let(who, do):
                return self.let(who, self.effects(do, later))
        return 0

    def development(self, rebate: int | None) -> int:
        """The best cabal card that is left, on the next place."""
        cost = self.sight.cost
        cards = self.cabal_cards_left()
        if cost is None or not cards:
            return 0
        best = max(map(self.printed, cards))
        own = self.sight.cabal_place_vp()
        place = (
            own * VP if not self.cycles_left else 60 * own + 40 * self.sight.cabal_place_vp(1) + 15
        )
        paid = 0 if rebate is None else max(0, cost - rebate) * self.power
        return max(0, place + best - paid)

    def cabal_cards_left(self) -> list[str]:
        sight = self.sight
        if not sight.cabals[sight.me]:
            return []
        played = sight.cabal_cards[sight.me]
        return [c for c in sight.index.cabal_cards[sight.cabals[sight.me]] if c not in played]

    def let(self, who: v.Who, worth: int) -> int:
        """What others get is so much lost, and the other way round."""
        match who:
            case v.Who.OWNER | v.Who.ANYONE:
                return worth
            case v.Who.ANOTHER | v.Who.ACTOR:
                return -worth * (80 if self.sight.seats == 2 else 25) // 100
        return -worth * (80 if self.sight.seats == 2 else 60) // 100

    def membership(self, own: bool) -> int:
        """One membership token more, in one's own hands or in another's: what one's elements that
        count them bring for it, less what they bring the other. [CAB-SYN-1]"""
        sight, me = self.sight, self.sight.me
        gain = 0
        for element in (f"screen/{sight.cabals[me]}", *sight.cabal_cards[me]):
            for clause in sight.index.clauses[element]:
                gain += self.per_membership(clause, v.Countable.MEMBERSHIP) * own
                if not own:
                    gain += self.per_membership(clause, v.Countable.OTHERS_MEMBERSHIP)
                    if clause.users is v.Users.ANY_PLAYER:
                        theirs = self.per_membership(clause, v.Countable.MEMBERSHIP)
                        gain += self.let(v.Who.ANOTHER, theirs)
        return gain

    def per_membership(self, clause: v.Clause, count: v.Countable) -> int:
        """What a clause brings for one such token more, over the cycles that are left."""
        gain = 0
        for effect in clause.do:
            match effect:
                case v.Get(good, v.Per(what, each, most)) if what is count:
                    if self.sight.count(what) < most:
                        gain += each * self.good(good.value, later=True)
                case v.Exchange(give, do, v.Per(what, each, most)) if what is count:
                    if self.sight.count(what) < most:
                        cost = sum(
                            self.sight.amount(g.amount) * self.loss(g.good.value) for g in give
                        )
                        gain += each * max(0, self.effects(do, later=True) - cost)
        return self.cycles_left * gain

    # Sectors

    def trophies(self, sector: str) -> list[int]:
        """What could be won in a sector, the best first."""
        if sector not in self.trophies_at:
            self.trophies_at[sector] = self.weighed(sector)
        return self.trophies_at[sector]

    def weighed(self, sector: str) -> list[int]:
        sight = self.sight
        trophies = [self.card(card) for card in sight.opportunities(sector)]
        markers = sight.markers_left(sector)
        if markers:
            trophies.append(self.next_marker(sector))
        if markers == 2 and OwnedMarker(sector) not in sight.markers[sight.me]:
            trophies.append(self.marker(sector, 2))
        for more in self.knowledge:
            trophies = more.trophies(self, sector, trophies)
        trophies += [worth for worth in self.special_trophies for _ in range(2)]
        return sorted([worth for worth in trophies if worth > 0], reverse=True)

    @cached_property
    def special_trophies(self) -> list[int]:
        """Those that one's own elements give access to."""
        me = self.sight.me
        return [
            self.effects(clause.do)
            for element in (*self.sight.cards[me], *self.sight.cabal_cards[me])
            if element not in self.sight.used
            for clause in self.sight.index.clauses[element]
            if isinstance(clause.when, v.Trophy)
        ]

    def prize(self, sector: str, more: int = 0, fewer: int = 0) -> int:
        """What one's emissaries in a sector may bring, with so many more of them, and so many
        tenths of the opposing ones gone."""
        key = sector, more, fewer
        if key not in self.prizes:
            mine = self.sight.mine(sector) + more
            for knowing in self.knowledge:
                mine = knowing.takes(self.sight, sector, mine)
            theirs = max(0, self.sight.theirs(sector) - fewer)
            self.prizes[key] = share_of(self.trophies(sector), mine, theirs)
        return self.prizes[key]

    @cached_property
    def openings(self) -> list[tuple[int, str]]:
        """What one emissary more would bring in each sector that has room, the best first."""
        sectors = [sector for sector in self.sight.index.sectors if self.sight.room(sector)]
        gains = [(self.prize(sector, 1) - self.prize(sector), sector) for sector in sectors]
        return sorted(gains, reverse=True)

    # Sleepers

    @cached_property
    def waking(self) -> int | None:
        """What it costs to wake a sleeper, if one's screen knows any."""
        screen = self.sight.index.clauses.get(f"screen/{self.sight.cabals[self.sight.me]}", ())
        for effect in (effect for clause in screen for effect in clause.do):
            if isinstance(effect, v.Exchange) and isinstance(effect.do[0], v.Infiltrate):
                goods = [goods for goods in effect.give if goods.good is not v.Good.TOKEN]
                return sum(self.sight.amount(g.amount) * self.loss(g.good.value) for g in goods)
        return None

    @cached_property
    def sleeper(self) -> int:
        """What one more may bring where it would bring most; part of it, for much may happen."""
        sight = self.sight
        laid = [token.sector for token in sight.tokens if token.owner == sight.me]
        free = [sector for sector in sight.index.sectors if sector not in laid]
        gain = max((self.prize(s, 1) - self.prize(s) for s in free), default=0)
        return max(0, gain - (self.waking or 0)) * 2 // 3


class Knowledge(BoardKnowledge):
    """What a configuration changes for a bot, what things are worth included."""

    def card(self, worth: Worth, card: str) -> int:
        """What an opportunity is worth beyond what it brings."""
        return 0

    def marker(self, worth: Worth, sector: str) -> int:
        """What an influence marker is worth beyond what it brings."""
        return 0

    def trophies(self, worth: Worth, sector: str, trophies: list[int]) -> list[int]:
        """What can be won in a sector, of what could be found there."""
        return trophies

    def strike(self, sight: Sight, worth: Worth, key: int, position: int) -> int | None:
        """What an assassination of a pawn is worth, if it is a pawn of no seat."""
        return None

    def killing(self, sight: Sight, worth: Worth, owner: Seat, sector: str) -> int:
        """What the death of a seat's emissary in a sector is worth beyond what it brings."""
        return 0

    def acts(self, sight: Sight, worth: Worth, question: Question) -> list[tuple[int, Choice]]:
        """What might be done unasked, of one offer of which the base knows nothing."""
        return []

    def suits(self, sight: Sight, worth: Worth, effect: v.Effect) -> int | None:
        """What an effect is worth now, if the base can't tell."""
        return None

    def idea(self, sight: Sight, worth: Worth, action: Action) -> tuple[int, Choice] | None:
        """A trophy, or something to be assassinated, of which the base knows nothing."""
        return None

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        """The first word on any question."""
        return None


@cache
def of_worth(knowledge: tuple[BoardKnowledge, ...]) -> tuple[Knowledge, ...]:
    """What of it changes what things are worth."""
    return tuple([each for each in knowledge if isinstance(each, Knowledge)])
