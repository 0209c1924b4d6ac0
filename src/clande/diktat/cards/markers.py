"""The influence markers, two levels a sector. Level 2 replaces level 1. [MRK-1 … MRK-13]"""

from __future__ import annotations

from clande.diktat.cards.vocabulary import (
    Ability,
    Choose,
    Clause,
    Develop,
    Development,
    Gain,
    Get,
    Good,
    Immune,
    Manifestation,
    Marker,
    MovePawns,
    MoveStack,
    Once,
    PlayAgain,
    SkipTurn,
)

MARKERS: tuple[Marker, ...] = (
    Marker(
        "nouvelle_ville",
        level1=(Clause(Gain(), (Get(Good.VP, 1),)),),
        level2=(Clause(Gain(), (Get(Good.VP, 2),)),),
    ),
    Marker(
        "mala_strana",
        level1=(Clause(Development(), (Get(Good.EMISSARY, 1),)),),
        level2=(Clause(Development(), (Get(Good.EMISSARY, 1), Get(Good.POWER, 1))),),
    ),
    Marker(
        "vieille_ville",
        level1=(Clause(Once(), (Develop(),)),),
        level2=(Clause(Once(), (Develop(), Get(Good.POWER, 3))),),
    ),
    Marker(
        "hypogees",
        level1=(Clause(Development(), (Get(Good.SPY, 1),)),),
        level2=(Clause(Development(), (Get(Good.SPY, 2),)),),
    ),
    Marker(
        "karst",
        level1=(Clause(Development(), (Get(Good.ASSASSIN, 1),)),),
        level2=(Clause(Development(), (Get(Good.ASSASSIN, 2),)),),
    ),
    Marker(
        "faubourgs",
        level1=(Clause(Development(), (Get(Good.CITIZEN, 2),)),),
        level2=(Clause(Development(), (Get(Good.CITIZEN, 3),)),),
    ),
    Marker(
        "combinat",
        level1=(Clause(Development(), (Get(Good.POWER, 1),)),),
        level2=(Clause(Development(), (Get(Good.POWER, 2),)),),
    ),
    Marker(
        "centre_motol",
        level1=(Clause(Manifestation(), (Choose(((PlayAgain(),), (SkipTurn(),))),)),),
        level2=(
            Clause(Manifestation(), (Choose(((PlayAgain(),), (SkipTurn(),), (MoveStack(),))),)),
        ),
    ),
    Marker(
        "college",
        level1=(Clause(Gain(), (Get(Good.RANK, 10),)),),
        level2=(Clause(Gain(), (Get(Good.RANK, 20),)),),
    ),
    Marker(
        "josefov",
        level1=(Clause(Gain(), (Get(Good.AFFINITY, 2),)),),
        level2=(Clause(Gain(), (Get(Good.AFFINITY, 3),)),),
    ),
    Marker(
        "forteresse",
        level1=(Clause(Development(), (Get(Good.GUARD, 1),)),),
        level2=(Clause(Development(), (Get(Good.GUARD, 2),)),),
    ),
    Marker(
        "artefact",
        level1=(Clause(Manifestation(), (MovePawns(2),)),),
        level2=(Clause(Manifestation(), (MovePawns(2),)), Clause(Ability(), (Immune(),))),
    ),
)
