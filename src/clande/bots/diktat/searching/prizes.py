"""What a trophy brings a seat: reckoned once for each decision, for the sketches to add up."""

from __future__ import annotations

from clande.bots.diktat.prices import VP
from clande.bots.diktat.searching.values import Scale
from clande.bots.diktat.worth import Worth
from clande.diktat.book import NO_GAINS, Gains, Key
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import AFFINITIES

# How much it is wanted, in hundredths of a point; the points and the power that it brings at once;
# what else, in thousandths of a logit; cabal cards for nothing.
Prize = tuple[int, int, int, int, int]


class Prizes:
    """Those of one seat. Places of the tracks are not counted: they depend on what else is won."""

    def __init__(self, scale: Scale, weights: tuple[int, ...], worth: Worth) -> None:
        self.scale, self.weights, self.worth = scale, weights, worth
        self.cards: dict[str, Prize] = {}
        self.markers: dict[tuple[str, int], Prize] = {}

    def card(self, card: str) -> Prize:
        prize = self.cards.get(card)
        if prize is None:
            wanted = self.worth.card(card)
            prize = self.cards[card] = self.brought(card, wanted, self.scale.symbols[card])
        return prize

    def marker(self, sector: str, owned: int) -> Prize:
        """The next marker of a sector, for who has so many of it."""
        prize = self.markers.get((sector, owned))
        if prize is None:
            wanted = self.worth.marker(sector, 2) if owned else self.worth.next_marker(sector)
            prize = self.brought((sector, 2 if owned else 1), wanted)
            if owned:  # what level 2 adds [TRO-8]
                _, points, _, rest, _ = self.brought((sector, 1), 0)
                prize = wanted, prize[1] - points, prize[2], prize[3] - rest, 0
            self.markers[sector, owned] = prize
        return prize

    def brought(self, key: Key, wanted: int, symbols: tuple[str, ...] = ()) -> Prize:
        of_vp, _, of_tokens, of_symbols, of_cards, of_markers, _, _ = self.weights
        worth, index = self.worth, self.scale.index
        gains: Gains = index.gains.get(key, NO_GAINS)
        tokens = dict(worth.tokens)
        for kind in gains.affinities:
            tokens[kind] += 1
        placed = free = 0
        for symbol in sorted((*worth.wanting, *symbols), key=lambda s: s == "all"):
            kinds = AFFINITIES if symbol == "all" else (symbol,)
            kind = max(kinds, key=lambda k: tokens[k])
            if tokens[kind]:
                tokens[kind] -= 1
                placed += 1
            else:
                free += 1
        filled = min(free, gains.choices)
        idle = sum(tokens.values()) + gains.choices - filled - sum(worth.tokens.values())
        points, power, builds = gains.vp + placed + filled, 0, 0
        rest = of_tokens * idle + of_symbols * (free - filled - len(worth.wanting))
        rest += of_cards if isinstance(key, str) else of_markers * key[1]
        for _, clause in index.once.get(key, ()):
            for effect in clause.do:
                match effect:
                    case v.Get(v.Good.POWER, amount):
                        power += worth.sight.amount(amount)
                    case v.Get(v.Good.VP, amount):
                        points += worth.sight.amount(amount)
                    case v.Develop():
                        builds += 1
                    case _:
                        rest += of_vp * worth.effect(effect) // VP
        return wanted, points, power, rest, builds
