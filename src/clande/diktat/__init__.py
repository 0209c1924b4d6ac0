"""Diktat: hidden stacks, spies, assassins, bargains and oaths, for two to five seats.

Read in this order:

- `table`: the position; `actions`: what a seat may do; `events`: the only things that change it
- `book`: the places that a configuration fills, and the content looked up by what rules need
- `rules/`: the chapters of the rule book, from `setup` to `ending`
- `politics/`: trades, claims, oaths
- `cards/`: the cards, as data; `effects/`: what their words do
- `configurations/`: Nuit éternelle, the leagues, the Others
- `imagine/`: tables that fit what a viewer knows
- `wording/`: sentences: cards described, acts explained, refusals, rulings
- `scenes/`: tables described by a few fields, for cases and tests

This module composes the book of the base game. The rules and their ids are in
docs/rules/diktat.md.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from clande import kernel
from clande.diktat import configurations, scenes
from clande.diktat.actions import ACTIONS
from clande.diktat.book import DiktatBook, Index
from clande.diktat.cards import CONTENT, editions
from clande.diktat.cards.packs import load
from clande.diktat.effects import choices, perform, stack_choices
from clande.diktat.effects.rows import EFFECTS
from clande.diktat.events import (
    EVENTS,
    CycleBegun,
    CycleClosed,
    DebtTaken,
    PhaseBegun,
    RankChanged,
    SectorCalled,
    TurnBegun,
)
from clande.diktat.imagine.worlds import imagine
from clande.diktat.politics.book import with_politics
from clande.diktat.rules import (
    anytime,
    board,
    cycle,
    ending,
    manoeuvres,
    occasions,
    possessions,
    reactions,
    resolution,
    setup,
    trophies,
)
from clande.diktat.table import Table, cards_in_shares
from clande.diktat.wording import meanings  # fmt: skip
from clande.diktat.wording.points import SCORING
from clande.diktat.wording.printed import printed
from clande.diktat.wording.refusals import refusals
from clande.diktat.wording.rulings import RULINGS


def material(table: Table) -> dict[str, int]:
    """All cards, wherever they lie: the same before and after every event."""
    cards = [*table.deck, *table.track, *table.discard, *(c for row in table.cards for c in row)]
    if table.hidden is not None:
        cards.append(table.hidden.card)
    cards += cards_in_shares(table)
    supply = possessions.in_supply(table)
    assert min(supply.values()) >= 0, supply
    return dict.fromkeys(sorted(cards), 1) | {"cards": len(cards)}


def edition(path: str | Path) -> DiktatBook:
    """Diktat with the cards of a content pack, a file or a folder: a game with its own name."""
    return editions.register(BOOK, load(Path(path)))


INDEX = Index(CONTENT)
BOOK = DiktatBook(
    name="diktat",
    version="1",
    seats=(2, 3, 4, 5),
    seated=("SET-1",),
    presets=setup.PRESETS,
    table=Table,
    actions=ACTIONS,
    events=EVENTS,
    frames=(
        setup.SettingUp,
        cycle.Cycles,
        cycle.Opportunities,
        cycle.Development,
        manoeuvres.Manoeuvres,
        manoeuvres.Turn,
        manoeuvres.Using,
        manoeuvres.SendingTeam,
        board.Placing,
        board.Looking,
        board.Assassination,
        anytime.Deed,
        anytime.Converting,
        occasions.Answering,
        possessions.GettingAffinities,
        possessions.ReceivingAffinities,
        possessions.GivingUp,
        possessions.Receiving,
        possessions.Discarding,
        possessions.MakingRoom,
        trophies.Taking,
        trophies.TakingCard,
        trophies.RejectingCard,
        trophies.TakingMarker,
        resolution.Resolution,
        resolution.Conquest,
        resolution.Attack,
        ending.EndOfCycle,
        ending.Ending,
        *choices.RULES,
        *stack_choices.RULES,
        *perform.RULES,
    ),
    options=setup.OPTIONS,
    set_up=setup.set_up,
    opening=lambda header: cycle.Cycles(),
    imagine=imagine,
    outcome=ending.outcome,
    material=material,
    effects=EFFECTS,
    next_answer=reactions.next_answer,
    prevented=reactions.prevented,
    bound=3000,
    first=anytime.higher_ranks,
    offers=anytime.OFFERS,
    refusals=(refusals,),
    before=occasions.BEFORE,
    after=occasions.AFTER,
    consequences={
        CycleBegun: (cycle.office,),
        CycleClosed: (cycle.office,),
        RankChanged: (cycle.office,),
        DebtTaken: (occasions.debt_taken,),
    },
    edition=edition,
    lay=scenes.LAY,
    tidy=partial(scenes.tidy, INDEX),
    presentation=kernel.Presentation(
        unshown=setup.unshown,
        wording=meanings.wording,
        lying=meanings.lying,
        laid=meanings.laid,
        printed=printed,
        headings={CycleBegun: 1, PhaseBegun: 2, TurnBegun: 3, SectorCalled: 3},
        scoring=SCORING,
        rulings=RULINGS,
    ),
    index=INDEX,
    length=setup.length,
    phases=(
        ("opportunities", lambda game: cycle.Opportunities()),
        ("development", lambda game: cycle.Development()),
        ("manoeuvres", lambda game: manoeuvres.Manoeuvres()),
        ("resolution", lambda game: resolution.Resolution()),
        ("end", lambda game: ending.EndOfCycle()),
    ),
    room=board.room,
    trophies=(trophies.cards, trophies.markers, trophies.specials),
    takings=trophies.TAKINGS,
    take=lambda game, seat, sector: trophies.Taking(seat=seat, sector=sector),
    takers=resolution.takers,
    takes=resolution.takes,
    struggles=resolution.tied,
    attack=lambda game: resolution.Attack(),
    leftovers=lambda game: (),
    ends=(ending.won, ending.last_cycle),
)
BOOK = with_politics(BOOK)
kernel.register(BOOK, configurations.modules())
