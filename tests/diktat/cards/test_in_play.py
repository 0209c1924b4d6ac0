"""Every clause of every element is carried out once, on a table where it has all it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from msgspec import structs

from clande.diktat import actions
from clande.diktat.book import board
from clande.diktat.cards import CONTENT
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.parts import parts
from clande.diktat.pawns import FACES, bit, create
from clande.diktat.rules.board import Assassination
from clande.diktat.rules.cycle import Development
from clande.diktat.rules.ending import EndOfCycle
from clande.diktat.rules.manoeuvres import Manoeuvres
from clande.diktat.rules.resolution import Resolution
from clande.diktat.rules.trophies import TakingCard
from clande.diktat.table import GOODS, FaceDown, Game, Goods, OwnedMarker, Stack, Token, change
from clande.kernel import (
    PASS,
    Action,
    Event,
    Frame,
    Number,
    Order,
    QuickLuck,
    Seat,
    act,
    awaited,
    head,
    offers,
    run,
    set_up,
)

ME, FOE, THIRD = 0, 1, 2
PLENTY: Goods = (20, 8, 8, 8, 2, 2, 2)
KINDS = {v.Good.CITIZEN: 1, v.Good.GUARD: 2, v.Good.EMISSARY: 3}

Elements = dict[str, tuple[str, tuple[v.Clause, ...]]]  # by name: whose cabal it needs, its clauses
ELEMENTS: Elements = {
    **{card.id: ("", card.clauses) for card in CONTENT.opportunities.values()},
    **{card.id: (card.cabal, card.clauses) for card in CONTENT.cabal_cards.values()},
    **{f"screen/{cabal.id}": (cabal.id, cabal.screen) for cabal in CONTENT.cabals.values()},
}


def cases(*kinds: type[v.When]) -> list[tuple[str, int]]:
    return [
        (element, number)
        for element, (_, clauses) in ELEMENTS.items()
        for number, clause in enumerate(clauses)
        if isinstance(clause.when, kinds)
    ]


def clause_of(element: str, number: int) -> v.Clause:
    return ELEMENTS[element][1][number]


def scene(element: str, *, taken: bool = True, pawns: tuple[int, ...] = (1, 2, 3)) -> Game:
    """Three seats with plenty of everything; the first owns the element and has the turn."""
    game = set_up(head("diktat", 3, (), {}), QuickLuck(4), "none")
    table = game.table
    others = [cabal for cabal in CONTENT.cabals if cabal != ELEMENTS[element][0]]
    table.cabals = [ELEMENTS[element][0] or others.pop(), *others[:2]]
    table.rank = [1, 12, 13]
    table.administrator = THIRD
    table.vp, table.debts = [1, 2, 3], [1, 1, 0]
    table.manoeuvres, table.spies, table.assassins = [3, 3, 3], [1, 1, 1], [1, 1, 1]
    for seat in game.seats:
        change(table, seat, table.reserves[seat], -1)
        change(table, seat, PLENTY)
    layout = [(ME, "karst", pawns), (FOE, "karst", (1, 3, 1)), (ME, "hypogees", pawns)]
    layout += [(THIRD, "faubourgs", (1, 1)), (ME, "faubourgs", pawns)]
    for owner, sector, kinds in layout:
        table.serial += 1
        stack = table.serial
        numbers = range(table.serial + 1, table.serial + 1 + len(kinds))
        table.serial += len(kinds)
        numbered = zip(kinds, numbers, strict=True)
        laid = tuple([create(FACES[kind], number, bit(owner)) for kind, number in numbered])
        table.stacks[stack] = Stack(owner, sector, laid)
    deck = [*table.deck, *table.track]
    if table.hidden is not None:
        deck.append(table.hidden.card)
    if element in deck:
        deck.remove(element)
    plain = [card for card in deck if not CONTENT.opportunities[card].attack]
    table.track, table.deck = tuple(plain[:2]), tuple(plain[3:])
    table.hidden = FaceDown(plain[2])
    table.discard = ()
    token = CONTENT.cabals[table.cabals[ME]].token
    if token is v.TokenKind.MEMBERSHIP:
        table.tokens = (Token(token, ME, holder=ME), Token(token, ME, holder=FOE))
    elif token is not None:
        table.tokens = (Token(token, ME, "karst"),)
    table.markers[ME] = (
        OwnedMarker("centre_motol"),
        OwnedMarker("combinat"),
        OwnedMarker("forteresse"),
    )
    table.used = ("centre_motol/0",)
    if element in CONTENT.opportunities:
        if taken:
            table.cards[ME] = (element,)
        else:
            table.track = (element,)
    elif element in CONTENT.cabal_cards:
        mine = [card.id for card in CONTENT.cabal_cards.values() if card.cabal == table.cabals[ME]]
        wanted = {word.card for word in words_of(element) if isinstance(word, v.Holds)}
        table.cabal_cards[ME] = (element, *[card for card in mine if card in wanted])
    game.answers, game.suspended = {}, {}
    return game


def words_of(element: str) -> Iterator[object]:
    for clause in ELEMENTS[element][1]:
        yield from parts(clause)


def under(game: Game, rule: Frame) -> Game:
    """The game, with only this rule under way."""
    game.stack = [rule]
    game.log = []
    run(game)
    return game


def turn(game: Game, seat: Seat = ME) -> Game:
    game.table.phase = "manoeuvres"
    return under(game, Manoeuvres(seat=seat, step="on"))


def eager(action: Action) -> bool:
    return action != PASS and not isinstance(action, actions.Show | actions.RejectCard)


def settle(game: Game, until: Callable[[], bool]) -> None:
    """Answers every question as one who wants to use what he has."""
    for _ in range(200):
        if not game.stack or until():
            return
        seat = awaited(game)[0]
        question = game.asked[seat]
        willing = [action for action in getattr(question, "options", ()) if eager(action)]
        act(game, seat, willing[0] if willing else question.default())
    raise AssertionError("it does not end")


def asks_for_a_manoeuvre(game: Game) -> Callable[[], bool]:
    def asks() -> bool:
        options = [o for q in game.asked.values() for o in getattr(q, "options", ())]
        return any(isinstance(option, actions.Extend) for option in options)

    return asks


def log(game: Game) -> list[Event]:
    assert game.log is not None
    return game.log


def tells_of(game: Game, element: str) -> list[Event]:
    """What happened by this element, besides its being used."""
    return [
        event
        for event in log(game)
        if type(event).__name__ not in ("ElementUsed", "AbilitySpent", "ManoeuvreChosen")
        and element in map(str, structs.astuple(event))
    ]


def happened(game: Game) -> Counter[str]:
    return Counter(type(event).__name__ for event in log(game))


def goods(game: Game, seat: Seat) -> Counter[str]:
    """All that a seat has of what an effect may give or take."""
    table = game.table
    amounts = Counter(dict(zip(GOODS, table.reserves[seat], strict=True)))
    amounts["spy"], amounts["assassin"] = table.spies[seat], table.assassins[seat]
    amounts["debt"], amounts["vp"], amounts["rank"] = (
        table.debts[seat],
        table.vp[seat],
        table.rank[seat],
    )
    return amounts


def changed(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    return {good: after[good] - before[good] for good in after if after[good] != before[good]}


def plain_change(effects: tuple[v.Effect, ...]) -> dict[str, int] | None:
    """What definite goods come and go by these effects, if that is all they do."""
    total: Counter[str] = Counter()
    for effect in effects:
        match effect:
            case v.Get(good, int(amount)) if good not in (v.Good.AGENT, v.Good.AFFINITY):
                total[good] += amount
            case v.Lose(good, int(amount)) if good not in (v.Good.AGENT, v.Good.AFFINITY):
                total[good] -= amount
            case v.Exchange(give, do, 1, None):
                inner = plain_change(do)
                if inner is None or any(
                    item.good in ("agent", "affinity", "token") for item in give
                ):
                    return None
                total.update(inner)
                for item in give:
                    assert isinstance(item.amount, int)
                    total[item.good] -= item.amount
            case _:
                return None
    return {str(good): amount for good, amount in total.items() if amount}


@pytest.mark.parametrize(("element", "number"), cases(v.Manifestation))
def test_a_manifestation_does_what_it_says(element: str, number: int) -> None:
    """ANY-1, GEN-2"""
    game = turn(scene(element))
    before = goods(game, ME)
    wanted = actions.Manifest(element, number)
    assert any(offer.question.admits(wanted) for offer in offers(game, ME))
    act(game, ME, wanted)
    settle(game, lambda: element in game.table.used)
    assert element in game.table.used
    assert happened(game).total() > 1
    expected = plain_change(clause_of(element, number).do)
    if expected is not None:
        assert changed(before, goods(game, ME)) == expected
    settle(game, asks_for_a_manoeuvre(game))
    assert not any(offer.question.admits(wanted) for offer in offers(game, ME))


@pytest.mark.parametrize(("element", "number"), cases(v.SpecialManoeuvre))
def test_a_special_manoeuvre_does_what_it_says(element: str, number: int) -> None:
    """SPM-1, GEN-2"""
    game = turn(scene(element))
    before = goods(game, ME)
    act(game, ME, actions.Special(element, number))
    settle(game, lambda: element in game.table.used)
    assert element in game.table.used
    assert happened(game).total() > 2
    expected = plain_change(clause_of(element, number).do)
    if expected is not None:
        assert changed(before, goods(game, ME)) == expected


def exchanges() -> list[tuple[str, int]]:
    return [
        (element, number)
        for element, number in cases(v.Ability)
        if clause_of(element, number).when == v.Ability()
        and isinstance(clause_of(element, number).do[0], v.Exchange)
    ]


@pytest.mark.parametrize(("element", "number"), exchanges())
def test_an_exchange_serves_once_a_cycle(element: str, number: int) -> None:
    """GEN-15, CAB-ALL-1"""
    game = turn(scene(element))
    before = goods(game, ME)
    wanted = actions.UseAbility(element, number)
    act(game, ME, wanted)
    settle(game, asks_for_a_manoeuvre(game))
    expected = plain_change(clause_of(element, number).do)
    if expected is not None:
        assert changed(before, goods(game, ME)) == expected
    assert element not in game.table.used
    assert not any(offer.question.admits(wanted) for offer in offers(game, ME))


@pytest.mark.parametrize(("element", "number"), cases(v.Development))
def test_a_development_yields_what_it_says(element: str, number: int) -> None:
    """DEV-1"""
    game = scene(element)
    before = goods(game, ME)
    under(game, Development())
    settle(game, lambda: False)
    got = Counter(changed(before, goods(game, ME)))
    got.subtract({"power": 3, "citizen": 3, "guard": 3, "emissary": 3})
    got["power"] -= 1  # the marker of the Combinat
    got["guard"] -= 1  # the marker of the Forteresse
    yielded = {good: amount for good, amount in got.items() if amount}
    expected = plain_change(clause_of(element, number).do)
    if expected is None:
        assert yielded
    else:
        assert yielded == expected


@pytest.mark.parametrize("card", CONTENT.opportunities)
def test_a_card_that_is_won_brings_its_gains(card: str) -> None:
    """TRO-2, TRO-7"""
    game = scene(card, taken=False)
    before = [goods(game, seat) for seat in game.seats]
    under(game, TakingCard(seat=ME, card=card))
    settle(game, lambda: False)
    assert game.table.cards[ME] == (card,)
    got = changed(before[ME], goods(game, ME))
    came = [c for c in ELEMENTS[card][1] if isinstance(c.when, v.Gain | v.Once | v.Scourge)]
    effects = tuple([effect for clause in came for effect in clause.do])
    place = v.Get(v.Good.VP, board(game, ME).opportunity_vp[0])
    expected = plain_change((place, *effects))
    if expected is not None:
        assert got == expected
    elif "affinity" in [word.good for word in effects if isinstance(word, v.Get | v.Lose)]:
        assert sum(got.values()) - got.get("vp", 0)
    else:
        assert changed(before[FOE], goods(game, FOE)) and got


@pytest.mark.parametrize(("element", "number"), cases(v.Trophy))
def test_a_special_trophy_can_be_taken(element: str, number: int) -> None:
    """TRO-1, CAB-COO-2"""
    game = scene(element, pawns=(3, 3, 3, 3))
    under(game, Resolution())
    wanted = actions.TakeSpecial(element, number)
    for _ in range(100):
        seat = awaited(game)[0]
        if game.asked[seat].admits(wanted):
            break
        act(game, seat, game.asked[seat].default())
    before = goods(game, ME)
    act(game, ME, wanted)
    for _ in range(3):
        seat = awaited(game)[0]
        if tells_of(game, element):
            break
        act(game, seat, game.asked[seat].default())
    assert sum(changed(before, goods(game, ME)).values()) > 0


def killing(victim: Seat) -> Callable[[Game], None]:
    """One player assassinates a pawn of another, always in the Karst, always the top one."""

    def trigger(game: Game) -> None:
        killer = FOE if victim == ME else ME
        turn(game, killer)
        act(game, killer, actions.Assassinate())
        stacks = game.table.stacks.items()
        [stack] = [k for k, s in stacks if s.owner == victim and s.sector == "karst"]
        act(game, killer, actions.Pawn(stack, 0))

    return trigger


def sending(seat: Seat) -> Callable[[Game], None]:
    def trigger(game: Game) -> None:
        game.table.stacks = {
            key: stack
            for key, stack in game.table.stacks.items()
            if stack.sector != "karst" or stack.owner == ME
        }
        turn(game, seat)
        act(game, seat, actions.Send("karst"))
        while not game.asked[awaited(game)[0]].admits(Order(("emissary", "guard"))):
            asked = awaited(game)[0]
            willing = [a for a in getattr(game.asked[asked], "options", ()) if eager(a)]
            act(game, asked, willing[0] if willing else game.asked[asked].default())
        act(game, seat, Order(("emissary", "guard")))

    return trigger


def playing(action: Action) -> Callable[[Game], None]:
    def trigger(game: Game) -> None:
        turn(game, ME)
        act(game, ME, action)

    return trigger


def developing(game: Game) -> None:
    turn(game, ME)
    played = game.table.cabal_cards[ME]
    cabal = game.table.cabals[ME]
    cards = [c.id for c in CONTENT.cabal_cards.values() if c.cabal == cabal and c.id not in played]
    act(game, ME, actions.Develop(cards[0]))


def borrowing(game: Game) -> None:
    turn(game, ME)
    act(game, FOE, actions.Borrow())


def resolving(game: Game) -> None:
    under(game, Resolution())


def attacked(game: Game) -> None:
    game.table.track = ("valise_diplomatique",)
    game.table.stacks = {}
    under(game, Resolution())


def ending(game: Game) -> None:
    game.table.cycle = 1
    under(game, EndOfCycle())


def trigger_of(on: v.Occasion) -> tuple[Callable[[Game], None], tuple[int, ...]]:
    """What makes an occasion come, and of which pawns my stacks must be for it."""
    match on:
        case v.StackToCome(side) | v.StackPlaced(side):
            return sending(ME if side is v.Whose.YOURS else FOE), (1,)
        case v.PawnRevealed(_, kinds) | v.PawnKilled(_, kinds):
            return killing(ME), (KINDS[kinds[0]],) * 3
        case v.Killed(_):
            return killing(FOE), (1,)
        case v.Spied():
            return playing(actions.Spy()), (1,)
        case v.Extended():
            return playing(actions.Extend()), (1,)
        case v.Developed():
            return developing, (1,)
        case v.DebtTaken():
            return borrowing, (1,)
        case v.SectorRevealed() | v.SectorWon():
            return resolving, (3, 3, 3)
        case v.StruggleLost():
            return resolving, (3,)
        case v.Attacked():
            return attacked, (1,)
        case v.CycleEnded():
            return ending, (1,)


def occasions() -> list[tuple[str, int]]:
    return [
        (element, number)
        for element, number in cases(v.Ability)
        if isinstance(when := clause_of(element, number).when, v.Ability) and when.on is not None
    ]


ANSWERED = {
    v.Look: "PawnSeen",
    v.Assassinate: "PawnKilled",
    v.PlaceToken: "TokenPlaced",
    v.Infiltrate: "EmissariesJoined",
    v.Protect: "PawnSaved",
}


@pytest.mark.parametrize(("element", "number"), occasions())
def test_an_ability_answers_its_occasion(element: str, number: int) -> None:
    """GEN-14, CAB-GN-1, CAB-SYN-2, CAB-PEG-1, CAB-RES-1"""
    clause = clause_of(element, number)
    assert isinstance(clause.when, v.Ability) and clause.when.on is not None
    trigger, pawns = trigger_of(clause.when.on)
    game = scene(element, pawns=pawns)
    if isinstance(clause.when.on, v.PawnKilled) and "martyrs" in element:
        game.table.tokens = ()
    if isinstance(clause.when.on, v.Spied) or clause.when.on == v.StackPlaced(v.Whose.YOURS):
        game.table.tokens = ()
    trigger(game)
    settle(game, lambda: bool(answers(game, element, clause)))
    assert answers(game, element, clause)


def answers(game: Game, element: str, clause: v.Clause) -> list[str]:
    """What tells that a clause was carried out."""
    done = happened(game)
    kinds = {type(word) for word in parts(clause)}
    names = [name for kind, name in ANSWERED.items() if kind in kinds and done[name]]
    return names + [type(event).__name__ for event in tells_of(game, element)]


@pytest.mark.parametrize("card", CONTENT.cabal_cards)
def test_a_cabal_card_serves_as_soon_as_it_is_developed(card: str) -> None:
    """DVL-1"""
    game = turn(scene(card))
    game.table.cabal_cards[ME] = ()
    before, tokens = goods(game, ME), len(game.table.tokens)
    run(game)
    act(game, ME, actions.Develop(card))
    settle(game, asks_for_a_manoeuvre(game))
    assert game.table.cabal_cards[ME] == (card,)
    came = [c for c in ELEMENTS[card][1] if isinstance(c.when, v.Gain | v.Once)]
    effects = tuple([effect for clause in came for effect in clause.do])
    placed = sum(isinstance(effect, v.PlaceToken) for effect in effects)
    assert len(game.table.tokens) == tokens + placed
    track = board(game, ME)
    gains = plain_change(tuple([e for e in effects if not isinstance(e, v.PlaceToken)]))
    assert changed(before, goods(game, ME)) == {
        "power": -track.cabal_costs[0],
        "vp": track.cabal_vp[0],
        **(gains or {}),
    }


def holders(kind: type[v.Standing]) -> list[str]:
    return [e for e in ELEMENTS if any(isinstance(word, kind) for word in words_of(e))]


@pytest.mark.parametrize("element", holders(v.NamesFirst))
def test_its_owner_names_the_first_player(element: str) -> None:
    """MAN-1"""
    assert awaited(under(scene(element), Manoeuvres())) == [ME]


@pytest.mark.parametrize("element", holders(v.Immune))
def test_its_owner_is_spared_by_the_attack(element: str) -> None:
    """RES-7"""
    game = scene(element)
    before = [goods(game, seat)["power"] for seat in game.seats]
    attacked(game)
    settle(game, lambda: not game.stack)
    after = [goods(game, seat)["power"] for seat in game.seats]
    assert after[ME] >= before[ME]
    assert (after[FOE], after[THIRD]) == (before[FOE] - 2, before[THIRD] - 3)


@pytest.mark.parametrize("element", holders(v.Keep))
def test_its_owner_keeps_agents_at_the_end_of_the_cycle(element: str) -> None:
    """END-1"""
    [keep] = [word for word in words_of(element) if isinstance(word, v.Keep)]
    game = scene(element)
    ending(game)
    act(game, ME, Order(("emissary",) * keep.most))
    settle(game, lambda: not game.stack)
    agents = [sum(game.table.reserves[seat][1:4]) for seat in game.seats]
    assert agents == [keep.most, 0, 0]


@pytest.mark.parametrize("element", holders(v.StruggleBonus))
def test_its_owner_bids_more_than_he_pays(element: str) -> None:
    """RES-4"""
    game = scene(element, pawns=(3,))
    under(game, Resolution())
    act(game, THIRD, actions.Resolve("karst"))
    assert sorted(awaited(game)) == [ME, FOE]
    act(game, ME, Number(0))
    act(game, FOE, Number(1))
    [won] = [event for event in log(game) if type(event).__name__ == "SectorWon"]
    assert structs.asdict(won)["seat"] == ME


def test_under_martial_law_a_blockhaus_shoots_next_door() -> None:
    """CAB-GN-2"""
    assert shots(("semaphores_militaires",)) == shots(("loi_martiale",)) == {"karst"}
    assert shots(("semaphores_militaires", "loi_martiale")) == {"karst", "faubourgs"}


def shots(elements: tuple[str, ...]) -> set[str]:
    """Where a Blockhaus of the Karst may shoot once somebody has placed a stack there."""
    game = scene("semaphores_militaires", pawns=(1,))
    game.table.cabal_cards[ME] = elements
    sending(FOE)(game)
    while not isinstance(game.stack[-1], Assassination):
        seat = awaited(game)[0]
        act(game, seat, game.asked[seat].default())
    pawns = [each for each in game.asked[ME] if isinstance(each, actions.Pawn)]
    return {game.table.stacks[pawn.stack].sector for pawn in pawns}


def test_no_clause_is_left_out() -> None:
    """Each is tried above, or only says how things are."""
    all_clauses = {(e, n) for e, (_, clauses) in ELEMENTS.items() for n in range(len(clauses))}
    tried = {*cases(v.Manifestation, v.SpecialManoeuvre, v.Development, v.Trophy)}
    tried |= {*cases(v.Gain, v.Once, v.Scourge), *exchanges(), *occasions()}
    standing = {
        (element, number)
        for element, number in all_clauses - tried
        if not any(isinstance(word, v.Exchange) for word in parts(clause_of(element, number)))
    }
    assert all_clauses == tried | standing
