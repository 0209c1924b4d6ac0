"""Contraband: a small game of barges and bluff, written to teach how a game is written.

Its rules are in docs/rules/contraband.md; the ids in brackets are theirs. Read on in this order:
table.py, events.py, actions.py, rules.py, acts.py, imagination.py, and the book below, which binds
it all. docs/write-a-game.md goes through them step by step.

    clande play examples/contraband
"""

from __future__ import annotations

from pathlib import Path

from clande import kernel
from clande.kernel import Action, Book, Event, Frame, Option, Outcome, Presentation, kinds
from examples.contraband import actions, acts, events, rules
from examples.contraband.acts import barges, deals, higher, highest_first, money, shows
from examples.contraband.events import BargeMoored, CrateSeized
from examples.contraband.imagination import imagine
from examples.contraband.rules import Nights, hush_money, papers, patrols
from examples.contraband.table import Goods, Table, count, lay_barges, plus, set_up, tidy


def outcome(table: Table) -> Outcome:
    """[CTB-15]"""
    scores = [points - debts for points, debts in zip(table.points, table.debts, strict=True)]
    ranked = [(score, table.purses[seat]) for seat, score in enumerate(scores)]
    winners = tuple(seat for seat, rank in enumerate(ranked) if rank == max(ranked))
    return Outcome(winners, tuple(scores))


def material(table: Table) -> Goods:
    """What there is in all, wherever it lies."""
    total = count(table.bag)
    for barge in table.barges.values():
        total = plus(total, count(barge.kinds))
    for goods in (*table.hands, table.sunk, *(deal.gives for deal in table.deals.values())):
        total = plus(total, goods)
    return plus(total, {"coins": sum(table.purses) + table.bank})


BOOK = Book(
    name="contraband",
    version="1",
    seats=(2, 3, 4, 5),
    table=Table,
    actions=kinds(actions, Action),
    events=kinds(events, Event),
    frames=(*kinds(rules, Frame), *kinds(acts, Frame)),
    options={"purse": Option((4, 0, 10))},
    set_up=set_up,
    opening=lambda header: Nights(),
    imagine=imagine,
    outcome=outcome,
    material=material,
    bound=1500,
    next_answer=highest_first,
    first=higher,
    offers=(money, barges, deals, shows),
    before={CrateSeized: (papers,)},
    after={BargeMoored: (patrols,)},
    consequences={CrateSeized: (hush_money,)},
    lay={"barges": lay_barges},
    tidy=tidy,
    presentation=Presentation(texts=Path(__file__).parent),
)
kernel.register(BOOK)
