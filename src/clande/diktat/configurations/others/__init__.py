"""The Others: a force of its own that spreads from the Artefact, and can beat everybody. [OTH]

- `domain`: their share of the table; `actions`, `events`: what players do about them, what happens
- `fiel`: their cards, as data
- `darkness`: their phase
- `strikes`: assassinations, theirs and of their tokens
- `conquest`: their part in the resolution
- `moving`: the Artefact's marker, by which players move their pawns
- `imagine`: what a viewer can imagine of their pawns
- `drawing`, `listing`, `meanings`, `scenes`: for terminals, `clande cards`, questions and cases
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec import structs

from clande.diktat.book import DiktatBook, EffectRule, Index, Share, joined, with_share
from clande.diktat.cards import vocabulary as v
from clande.diktat.configurations.others import (
    conquest,
    darkness,
    drawing,
    imagine,
    meanings,
    moving,
    scenes,
    strikes,
)
from clande.diktat.configurations.others.actions import ACTIONS, Cleanse, Dispel
from clande.diktat.configurations.others.domain import (
    ARTEFACT,
    PAWNS,
    Domain,
    domain,
    face_down,
    put,
)
from clande.diktat.configurations.others.events import EVENTS, CardCorrupted
from clande.diktat.configurations.others.fiel import FIELS, MARKER
from clande.diktat.events import (
    CardTaken,
    PawnKilled,
    PawnRevealed,
    SectorRevealed,
    StackPlaced,
    TrackCardDiscarded,
)
from clande.diktat.table import AGENTS, OTHERS, Table
from clande.kernel import Header, Luck, Module, Option, Outcome, Preset

FIEL = "fiel"  # the option that names the Fiel card


def begin(header: Header, luck: Luck) -> Domain:
    return Domain(str(header.options[FIEL]))


def fill(base: DiktatBook) -> DiktatBook:
    """The same game, in which the Others are in play."""
    book = with_share(base, "others", Share(Domain, begin, imagine.share))

    def set_up(header: Header, luck: Luck) -> Table:
        """Twelve pawns, shuffled, in one stack on the Artefact. [OTH-1]"""
        table: Table = base.set_up(header, luck)
        put(table, ARTEFACT, face_down(table, tuple(luck.shuffled(PAWNS))))
        return table

    def outcome(table: Table) -> Outcome:
        """If the Others have won, nobody has. [OTH-11]"""
        plain = base.outcome(table)
        return Outcome((), plain.scores) if domain(table).won else plain

    def material(table: Table) -> dict[str, int]:
        return {**base.material(table), **pawns_by_kind(table)}

    content = base.index.content
    markers = {**content.markers, ARTEFACT: MARKER}
    return structs.replace(
        book,
        index=Index(structs.replace(content, markers=markers)),
        actions=(*base.actions, *ACTIONS),
        events=(*base.events, *EVENTS),
        frames=(
            *base.frames,
            darkness.Darkness,
            strikes.OthersStrike,
            strikes.Cleansing,
            conquest.OthersTaking,
            conquest.Dispelling,
            conquest.OthersAttack,
            moving.Shifting,
        ),
        options={**base.options, FIEL: Option(tuple(FIELS))},
        set_up=set_up,
        imagine=partial(imagine.imagine, base.imagine),
        outcome=outcome,
        material=material,
        bound=base.bound + 1000,
        presentation=structs.replace(
            base.presentation,
            wording=partial(meanings.wording, base.presentation.wording),
            drawings=(*base.presentation.drawings, drawing.draw),
        ),
        lay={**base.lay, "others": scenes.lay_others},
        tidy=partial(scenes.tidy, base.tidy, base.index.sectors),
        after=joined(base.after, {StackPlaced: strikes.others_strike}),
        consequences=joined(
            base.consequences,
            {
                PawnRevealed: strikes.unmask,
                SectorRevealed: strikes.unmask,
                PawnKilled: strikes.discard_killed,
                CardTaken: conquest.reclaim,
                TrackCardDiscarded: conquest.reclaim,
                CardCorrupted: darkness.overrun,
            },
        ),
        phases=(("darkness", lambda game: darkness.Darkness()), *base.phases),
        targets=(*base.targets, strikes.tokens),
        strikes={**base.strikes, Cleanse: strikes.cleanse},
        trophies=(*base.trophies, conquest.corrupted, conquest.dispelling),
        takings={**base.takings, Dispel: conquest.dispel},
        barred=(*base.barred, conquest.barred),
        take=partial(conquest.take, base.take),
        takers=partial(conquest.takers, base.takers),
        takes=partial(conquest.takes, base.takes),
        stops_conquest=(*base.stops_conquest, conquest.stops),
        stopped=(*base.stopped, conquest.hold),
        cleared=(*base.cleared, conquest.clear),
        attack=lambda game: conquest.OthersAttack(),
        leftovers=conquest.leftovers,
        may_tell=(*base.may_tell, strikes.may_tell),
        silenced=(*base.silenced, strikes.silenced),
        effects={**base.effects, v.MoveOthers: EffectRule(moving.can_shift, moving.shift)},
    )


def pawns_by_kind(table: Table) -> dict[str, int]:
    """The twelve go round between sectors, discard and Artefact. [OTH-1]"""
    kinds = [kind for s in table.stacks.values() if s.owner == OTHERS for kind in s.kinds()]
    arena, fallen = table.arena.get(OTHERS, (0, 0, 0)), domain(table).fallen
    return {
        f"others/{kind}": kinds.count(kind) + arena[i] + fallen[i] for i, kind in enumerate(AGENTS)
    }


MODULE = Module(
    "others",
    fill,
    presets=(Preset("others", modules=("others",), minutes={2: 65, 3: 90, 4: 110, 5: 90}),),
    folder=Path(__file__).parent,
)
