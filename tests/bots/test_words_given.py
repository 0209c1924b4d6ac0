"""What comes of bargaining in whole games, with fixed luck: counters, reasons, words kept, broken,
told, sold and paid for. [POL-2, POL-4]"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec import structs

from clande.bots import Bargainer, find, playing
from clande.bots.diktat.bargaining import LOYAL, MARCHAND, TRAITRE, must_strike
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.whispers import is_sale
from clande.diktat import pawns
from clande.diktat.politics.actions import AcceptOath, ClaimPawn, Decline, Propose
from clande.diktat.politics.events.oaths import OathBroken, OathSworn
from clande.diktat.politics.pairs import row_of
from clande.diktat.politics.terms import Acts, Asserts, PawnIs
from clande.diktat.table import GOODS, Oath, Table
from clande.kernel import Event, Game, QuickLuck, Seat, act, awaited, head, set_up, view
from clande.text import catalogue
from tests.bots.swindlers import answered, turn_of

TABLES = (("traitre", "loyal"), ("loyal", "marchand", "traitre", "loyal"))
SEEDS = range(100, 112)


class Heard:
    """Over all games: which bots gave which reasons, and the oaths and claims there were."""

    def __init__(self) -> None:
        self.reasons: dict[str, Counter[str]] = {}
        self.sworn: list[tuple[dict[Seat, str], OathSworn]] = []
        self.broken: Counter[str] = Counter()
        self.claims: dict[str, Counter[bool]] = {}


@cache
def heard() -> Heard:
    found = Heard()
    languages = [catalogue(lang) for lang in ("fr", "en")]
    for names in TABLES:
        for seed in SEEDS:
            header = head("diktat", len(names), (), {"cabals": "all"})
            game = set_up(header, QuickLuck(seed), "none")
            who = dict(enumerate(names))
            bots = {seat: find(name, "diktat") for seat, name in who.items()}
            for seat, choice, _ in playing(game, bots, QuickLuck(seed)):
                reason = choice.reason.rpartition(".")[2]
                found.reasons.setdefault(who[seat], Counter())[reason] += 1
                if isinstance(choice.action, Decline | Propose):
                    assert all(choice.why(words)[-1] in ".!" for words in languages)
                if isinstance(choice.action, ClaimPawn):
                    claims = found.claims.setdefault(who[seat], Counter())
                    claims[is_so(game, choice.action)] += 1
            for event in game.log or ():
                weigh(found, who, event)
    return found


def is_so(game: Game[Table], said: ClaimPawn) -> bool:
    return any(
        pawns.number(pawn) == said.pawn and pawns.face(pawn) == said.kind
        for stack in game.table.stacks.values()
        for pawn in stack.pawns
    )


def weigh(found: Heard, who: dict[Seat, str], event: Event) -> None:
    if isinstance(event, OathSworn):
        found.sworn.append((who, event))
    if isinstance(event, OathBroken):
        found.broken[who[event.seat]] += 1


@pytest.mark.slow
def test_a_loyal_keeps_every_word_and_a_traitor_breaks_some() -> None:
    """[POL-4]"""
    bound = Counter(
        who[seat] for who, event in heard().sworn for seat in {t.by for t in event.oath.terms}
    )
    assert bound["loyal"] > 30 and bound["traitre"] > 20
    assert heard().broken["loyal"] == 0
    assert heard().broken["traitre"] >= 5
    assert heard().reasons["traitre"]["break_word"] >= 5


def test_nobody_swears_what_he_knows_to_be_false() -> None:
    """[POL-4] A lie on oath costs a point and is found out: what is sworn of pawns was seen."""
    sales = [event for who, event in heard().sworn for t in event.oath.terms if is_word(t)]
    assert sales
    assert not heard().broken["loyal"]
    for event in sales:
        (seller,) = [t.by for t in event.oath.terms if isinstance(t, Asserts)]
        assert is_sale(structs.replace(event.oath, sworn=False), seller)


def is_word(term: object) -> bool:
    return isinstance(term, Asserts) and isinstance(term.statement, PawnIs)


def test_words_are_bought_and_paid_for() -> None:
    """[POL-2, POL-4] Who has sworn to pay does so."""
    every = sum(heard().reasons.values(), Counter[str]())
    bought = every["buy_word"] + every["swear_word"]
    assert bought >= 3 and every["pay_word"] >= bought
    assert every["ask_word"] and every["hawk_word"]


def test_a_loyal_claims_what_is_so_and_a_traitor_lies() -> None:
    """[POL-2]"""
    claims = heard().claims
    assert claims["loyal"][True] and not claims["loyal"][False]
    assert claims["marchand"][True] and not claims["marchand"][False]
    assert claims["traitre"][False] > claims["traitre"][True]


def test_offers_are_taken_or_refused_with_a_reason() -> None:
    every = sum(heard().reasons.values(), Counter[str]())
    assert every["decline"] >= 5 and every["decline_rival"] >= 3
    assert every["accept"] >= 20


def test_what_is_nearly_fair_is_countered() -> None:
    """An idle token for a little less than it is worth: some ask for more power, and get it."""
    countered = 0
    for seed in range(8):
        game = turn_of(4, seed)
        author = awaited(game)[0]
        for other in (seat for seat in range(4) if seat != author):
            for kind in ("politics", "people", "artefact"):
                if not game.table.reserves[other][GOODS.index(kind)]:
                    continue
                copy = game.clone()
                act(copy, author, Propose(other, {}, {kind: 1}))
                choice = find("marchand", "diktat").offer(view(copy, other), QuickLuck(seed))
                if choice is None or choice.reason.rpartition(".")[2] != "counter":
                    continue
                assert isinstance(choice.action, Propose) and choice.action.answers
                assert choice.action.takes["power"] > 0 and kind in choice.action.gives
                act(copy, other, choice.action)
                answered(copy, author, find("prudent", "diktat"), seed)
                countered += 1
    assert countered >= 3


def test_searchers_bargain() -> None:
    for name in ("stratege", "maitre:200"):
        searcher = find(name, "diktat")
        assert isinstance(searcher, Bargainer) and searcher.character is MARCHAND


def test_who_must_strike_swears_no_truce_he_means_to_keep() -> None:
    """[CAB-GN-1, POL-4] A Blockhaus spares nobody: who swears all the same means to break it."""
    game = turn_of(3, 4)
    me, other = 0, 1
    game.table.cabals[me] = "garde_noire"
    terms = (
        Acts(other, False, "assassinate", "", me),
        Acts(me, False, "assassinate", "", other),
    )
    game.table.oaths[row_of(0, 1) + 1] = Oath((other, me), (other, me), terms, "game")
    game.table.vp = [3, 3, 3]
    seen = view(game, me)
    assert must_strike(Sight(seen))
    swearers = {
        one.name
        for one in (LOYAL, MARCHAND, TRAITRE)
        if isinstance(getattr(Bargainer(one).offer(seen, QuickLuck(1)), "action", None), AcceptOath)
    }
    assert swearers == {"traitre"}
