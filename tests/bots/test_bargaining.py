"""Bots that bargain: by character, with reasons, and nobody buys them out with trash. [POL]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from clande.bots import BOTS, Bargainer, Choice, find, playing
from clande.bots.diktat.bargaining import CHARACTERS, LOYAL, TRAITRE, is_truce
from clande.bots.diktat.searching.values import Scale
from clande.diktat.political_words import Accept, Propose, TakeBack
from clande.diktat.table import Oath, Table, goods, plus
from clande.diktat.terms import Acts
from clande.diktat.words import Assassinate
from clande.kernel import Game, QuickLuck, Seat, View, act, awaited, head, outcome, set_up, view
from clande.text import catalogue
from tests.bots.tables import table

BARGAINERS = ("loyal", "marchand", "traitre")


def acts(names: tuple[str, ...], seed: int) -> Iterator[tuple[Game[Table], Seat, Choice]]:
    header = head("diktat", len(names), (), {"cabals": "all"})
    game = set_up(header, QuickLuck(seed), False)
    seated = {seat: find(name, "diktat") for seat, name in enumerate(names)}
    for seat, choice, _ in playing(game, seated, QuickLuck(seed)):
        yield game, seat, choice


def test_they_propose_counter_accept_refuse_and_swear_and_say_why() -> None:
    heard: dict[str, int] = {}
    languages = [catalogue(lang) for lang in ("fr", "en")]
    sworn = 0
    for seed in range(12):
        for game, _, choice in acts(("loyal", "marchand", "traitre", "prudent"), seed):
            name = choice.reason.rpartition(".")[2]
            heard[name] = heard.get(name, 0) + 1
            assert all(choice.why(words).endswith((".", "!")) for words in languages)
            if name == "swear_truce":
                sworn += any(oath.sworn and is_truce(oath) for oath in game.table.oaths.values())
        assert outcome(game) is not None
    wanted = {"propose_sale", "propose_buy", "accept", "decline", "truce", "swear_truce"}
    assert wanted <= heard.keys(), heard
    assert sworn


def test_who_is_mute_never_trades() -> None:
    for seed in range(3):
        for game, _, choice in acts(("prudent:muet", "prudent:muet", "marchand"), seed):
            assert not isinstance(choice.action, Accept) or choice.reason.endswith("accept")
            assert not any({0, 1} & set(pair) for pair in game.table.dealt)


# ------------------------------------------------------------------------------ swindlers

TRASH: tuple[tuple[dict[str, int], dict[str, int]], ...] = (
    ({}, {"power": 1}),
    ({"citizen": 1}, {"power": 1}),
    ({"citizen": 8}, {"power": 4}),
    ({"guard": 8}, {"power": 6}),
    ({"spy": 6}, {"power": 4}),
    ({"politics": 3}, {"power": 5}),
    ({"people": 4}, {"power": 6}),
    ({"citizen": 4, "guard": 4, "spy": 4}, {"emissary": 2}),
    ({"citizen": 6}, {"artefact": 1}),
    ({"power": 1}, {"emissary": 1}),
)


def rich(game: Game[Table], seat: Seat) -> None:
    """Gives a seat plenty of everything, for all to count."""
    more = goods(dict.fromkeys(("power", "citizen", "guard", "emissary"), 60))
    more = plus(more, goods({"politics": 3, "people": 4}))
    game.table.reserves[seat] = plus(game.table.reserves[seat], more)
    game.table.counted[seat] = plus(game.table.counted[seat], more)
    game.table.spies[seat] += 40


def turn_of(seats: int, seed: int) -> Game[Table]:
    """A game in its second cycle, on somebody's turn."""
    game = set_up(head("diktat", seats, (), {}), QuickLuck(seed), False)
    for _ in playing(game, dict.fromkeys(range(seats), BOTS["prudent"]), QuickLuck(seed)):
        if game.table.cycle == 2 and type(game.stack[-1]).__name__ == "Turn":
            return game
    raise AssertionError("no second cycle")


@pytest.mark.parametrize("name", ["prudent", *BARGAINERS])
def test_no_swindler_gains_by_unfair_offers_however_often(name: str) -> None:
    """A hundred offers of trash cost the victim less than a third of a point, all in all."""
    bot = find(name, "diktat")
    for seed in range(3):
        game = turn_of(4, seed)
        swindler = awaited(game)[0]
        victim = (swindler + 1) % 4
        rich(game, swindler)
        scale = Scale(game.header)
        before, power = scale.scores(game.table)[victim], game.table.reserves[victim][0]
        for attempt in range(100):
            gives, takes = TRASH[attempt % len(TRASH)]
            offer(game, swindler, victim, gives, takes)
            answered(game, victim, bot, attempt)
        after = game.table.reserves[victim][0]
        assert scale.scores(game.table)[victim] > before - 190, (before, power, after)
        assert after >= power - 6


def offer(
    game: Game[Table], seat: Seat, to: Seat, gives: dict[str, int], takes: dict[str, int]
) -> None:
    if all(game.table.reserves[seat][at] >= n for at, n in enumerate(goods(gives))):
        act(game, seat, Propose(to, gives, takes))


def answered(game: Game[Table], seat: Seat, bot: Any, seed: int) -> None:
    """Lets a bot do about the offers whatever it would."""
    for _ in range(4):
        if not game.table.deals:
            return
        choice = bot.offer(view(game, seat), QuickLuck(seed))
        if choice is None:
            break
        act(game, seat, choice.action)
    for number in list(game.table.deals):
        act(game, game.table.deals[number].parties[0], TakeBack(number))


# ---------------------------------------------------------------------------- their word


def truce(seen: View, other: Seat) -> View:
    """The same view, in which the seat and another have sworn to spare each other."""
    me = seen.seat
    terms = (
        Acts(me, False, "assassinate", "", other),
        Acts(other, False, "assassinate", "", me),
    )
    oath = Oath((me, other), (me, other), terms, "game", sworn=True)
    return structs.replace(seen, table={**seen.table, "oaths": {1: oath}, "marks": {}})


def strikes() -> Iterator[View]:
    """Turns on which *prudent* would assassinate, with two players."""
    for seed in range(20):
        game = table(2, 3 * seed)
        for _ in playing(game, dict.fromkeys(range(2), BOTS["prudent"]), QuickLuck(seed)):
            if game.stack and type(game.stack[-1]).__name__ == "Turn" and awaited(game):
                seen = view(game, awaited(game)[0], ())
                if isinstance(BOTS["prudent"].answer(seen, QuickLuck(1)).action, Assassinate):
                    yield seen


def test_a_loyal_keeps_his_word_and_a_traitor_weighs_it() -> None:
    """[POL-4] A breach costs a point; the traitor breaks his oath where it brings more."""
    loyal, traitor = Bargainer(LOYAL), Bargainer(TRAITRE)
    broken = kept = 0
    for seen in strikes():
        bound = truce(seen, 1 - seen.seat)
        mine = loyal.answer(bound, QuickLuck(1))
        assert not isinstance(mine.action, Assassinate)
        his = traitor.answer(bound, QuickLuck(1))
        if isinstance(his.action, Assassinate):
            assert his.reason.endswith("break_word") and his.secret
            broken += 1
        else:
            kept += 1
    assert broken and kept


def test_a_truce_binds_both_alike() -> None:
    mine, yours = Acts(0, False, "assassinate", "", 1), Acts(1, False, "assassinate", "", 0)
    assert is_truce(Oath((0, 1), (0, 1), (mine, yours), "game"))
    for terms in ((mine,), (mine, mine), (mine, Acts(1, True, "assassinate", "", 0))):
        assert not is_truce(Oath((0, 1), (0, 1), terms, "game"))


def test_characters_are_found_by_name() -> None:
    assert {"loyal", "marchand", "traitre", "muet"} == CHARACTERS.keys()
    for name in BARGAINERS:
        found = find(name, "diktat")
        assert isinstance(found, Bargainer) and found.character.name == name
    assert find("prudent:muet", "diktat") is find("prudent:muet", "diktat")
