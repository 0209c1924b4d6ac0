"""The leagues: shaky alliances with an aim of their own, talk in the open, and a Shadow. [LEA]

- `boards`: what the two leagues want and give, as data; `table`: the leagues' share of the table
- `actions`, `events`: what members may ask for, and what happens
- `phase`: joining, leaving, excluding
- `levels`: objectives and rewards
- `talk`: exchanges and conclaves
- `shadow`: the player in no league
- `imagine`: what a viewer can imagine of closed fists
- `drawing`, `listing`, `scenes`: the boards in a terminal, in `clande cards`, in cases
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

from clande.diktat.actions import Send
from clande.diktat.book import DiktatBook, Share, joined, pages, with_share
from clande.diktat.configurations.leagues import levels, phase, scenes, shadow, talk
from clande.diktat.configurations.leagues.actions import ACTIONS
from clande.diktat.configurations.leagues.drawing import draw
from clande.diktat.configurations.leagues.events import EVENTS, LeaguesRenewed
from clande.diktat.configurations.leagues.imagine import share, with_fists
from clande.diktat.configurations.leagues.table import Leagues, begin, fellows, leagues_in
from clande.diktat.events import CycleBegun, PawnKilled, Scored, SectorWon
from clande.diktat.politics.events.trades import DealDone
from clande.diktat.table import Game
from clande.kernel import Action, Event, Frame, Header, Module, Preset, Seat, Unreadable

LIMIT = 2  # stacks in a sector, whatever the number of players [LEA-6]


def room(game: Game, seat: Seat) -> dict[str, int]:
    """Fellow members' stacks don't count; those of the seat, of other players and of the Others do.
    [LEA-6]"""
    free = dict.fromkeys(pages(game).index.sectors, LIMIT)
    ignored = fellows(game, seat)
    for stack in game.table.stacks.values():
        if stack.sector in free and stack.owner not in ignored:
            free[stack.sector] -= 1
    return free


def refused(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """An act about leagues is refused by its own rules, whatever the seat is asked meanwhile."""
    if isinstance(action, ACTIONS):
        return type(action).rule_ids
    if isinstance(action, Send) and room(game, seat).get(action.sector, 0) <= 0:
        return ("LEA-6", "SEND-2")
    return ()


def penalties(game: Game) -> Iterator[Event]:
    """A league that is still at level 1 costs each of its members 1 VP. [LEA-10]"""
    for league, members in leagues_in(game).members.items():
        if leagues_in(game).levels[league] == 1:
            for seat in sorted(members):
                yield Scored(seat, -1, levels.SOURCE)


def renew(game: Game, event: CycleBegun) -> Iterator[Event]:
    yield LeaguesRenewed()


def objections(header: Header) -> Iterator[Unreadable]:
    """One of the pawns marks affiliation: four are left to play. [LEA-1, NE-2]"""
    if header.options["manoeuvres"] != 4:
        reason = "with leagues the manoeuvres stay 4, also in a total war"
        yield Unreadable(reason, f"{header.game}.objections.manoeuvres", rule_ids=("NE-2",))


def fill(base: DiktatBook) -> DiktatBook:
    phases: list[Any] = []
    for name, make in base.phases:
        phases.append((name, make))
        if name == "development":
            phases.append(("league", lambda game: phase.LeaguePhase()))
    rules: Iterable[type[Frame]] = (
        phase.LeaguePhase, phase.Excluding, levels.Fulfilling, levels.TakingFor, talk.Conclave,
        shadow.ActingAsShadow,
    )  # fmt: skip

    filled = structs.replace(
        base,
        actions=(*base.actions, *ACTIONS),
        events=(*base.events, *EVENTS),
        frames=(*base.frames, *rules),
        objections=(*base.objections, objections),
        phases=tuple(phases),
        room=room,
        takings=base.takings
        | {kind: levels.for_league(base.takings[kind], f) for kind, f in levels.FULFILS.items()},
        penalties=(*base.penalties, penalties),
        may_write=(*base.may_write, talk.may_write),
        barred_deals=(*base.barred_deals, talk.is_over_limit),
        offers=(*base.offers, talk.calls, talk.prolonging, shadow.manifestations),
        refusals=(*base.refusals, talk.refused, refused),
        after=joined(base.after, {PawnKilled: levels.pawn_killed, SectorWon: levels.sector_won}),
        consequences=joined(
            base.consequences,
            {
                PawnKilled: levels.fellow_killed,
                DealDone: talk.count_exchange,
                CycleBegun: renew,
            },
        ),
        imagine=with_fists(base.imagine),
        lay=base.lay | scenes.LAY,
        tidy=scenes.tidy_after(base.tidy),
        presentation=structs.replace(
            base.presentation, drawings=(*base.presentation.drawings, draw)
        ),
    )
    return with_share(filled, "leagues", Share(Leagues, begin, share))


MODULE = Module(
    "leagues",
    fill,
    needs=("nuit",),
    because=("SET-6",),
    presets=(Preset("ligues", modules=("nuit", "leagues"), minutes={4: 115, 5: 155}),),
    folder=Path(__file__).parent,
)
