"""What happened. Only events change the table; each names the rules that it carries out.

All of them stand here, whatever their module: `from clande.diktat import events as e` and
`e.StackPlaced`. By topic, in the order of the rule book:

- `goods`: goods, debts, points and ranks that come and go
- `affinities`: affinity tokens
- `cycle`: set-up, cycles and phases, the office, the deck and the track
- `turns`: whose turn it is, and the manoeuvre under way
- `stacks`: stacks on the board
- `spying`: what a spy looks at
- `assassination`: the pawn that an assassination reveals
- `possessions`: cards, markers, used elements, cabal tokens
- `resolution`: sectors revealed, fought over and taken from
- `ending`: the end of a cycle and of the game
"""

from __future__ import annotations

from clande.diktat.events import (
    affinities,
    assassination,
    cycle,
    ending,
    goods,
    possessions,
    resolution,
    spying,
    stacks,
    turns,
)
from clande.diktat.events.affinities import (
    AffinityGained,
    AffinityGivenUp,
    AffinityPlaced,
    AffinityReceived,
)
from clande.diktat.events.assassination import PawnKilled, PawnRevealed, PawnSaved
from clande.diktat.events.cycle import (
    CabalTaken,
    CardHidden,
    CardTurned,
    CycleBegun,
    DeckRefilled,
    HiddenTurned,
    OfficeTaken,
    PhaseBegun,
    TrackCardDiscarded,
)
from clande.diktat.events.ending import (
    AffinitiesLaid,
    CycleClosed,
    CycleClosing,
    DebtsCounted,
    EndTriggered,
    PowerCompared,
)
from clande.diktat.events.goods import (
    AgentsDiscarded,
    DebtForgiven,
    DebtTaken,
    Gained,
    Lost,
    Paid,
    PowerAdvanced,
    PowerLapsed,
    RankChanged,
    Scored,
    Yielded,
)
from clande.diktat.events.possessions import (
    AbilitySpent,
    ActLapsed,
    CabalCardDiscarded,
    CabalDeveloped,
    CardDiscarded,
    CardTaken,
    ElementRefreshed,
    ElementUsed,
    MarkerDiscarded,
    MarkerTaken,
    TokenPlaced,
    TokenRemoved,
)
from clande.diktat.events.resolution import (
    BidsRevealed,
    EmissariesJoined,
    EmissarySpent,
    OthersAttacked,
    SectorCalled,
    SectorCleared,
    SectorRevealed,
    SectorWon,
    StruggleSettled,
    TrophyDeclined,
)
from clande.diktat.events.spying import CardSeen, CardShown, PawnSeen, PawnShown
from clande.diktat.events.stacks import (
    PawnsMoved,
    PawnsSwapped,
    StackLifted,
    StackPlaced,
    StackRecalled,
    StackReinforced,
    StackWithdrawn,
    TeamTaken,
)
from clande.diktat.events.turns import (
    AgainClaimed,
    FirstNamed,
    ManoeuvreChosen,
    ManoeuvreEnded,
    SectorNamed,
    SkipClaimed,
    SteppedBack,
    TurnBegun,
    TurnSkipped,
)
from clande.kernel import Event, kinds

TOPICS = (
    goods,
    affinities,
    cycle,
    turns,
    stacks,
    spying,
    assassination,
    possessions,
    resolution,
    ending,
)
EVENTS: tuple[type[Event], ...] = tuple([kind for topic in TOPICS for kind in kinds(topic, Event)])

__all__ = [
    "EVENTS",
    "AbilitySpent",
    "ActLapsed",
    "AffinitiesLaid",
    "AffinityGained",
    "AffinityGivenUp",
    "AffinityPlaced",
    "AffinityReceived",
    "AgainClaimed",
    "AgentsDiscarded",
    "BidsRevealed",
    "CabalCardDiscarded",
    "CabalDeveloped",
    "CabalTaken",
    "CardDiscarded",
    "CardHidden",
    "CardSeen",
    "CardShown",
    "CardTaken",
    "CardTurned",
    "CycleBegun",
    "CycleClosed",
    "CycleClosing",
    "DebtForgiven",
    "DebtTaken",
    "DebtsCounted",
    "DeckRefilled",
    "ElementRefreshed",
    "ElementUsed",
    "EmissariesJoined",
    "EmissarySpent",
    "EndTriggered",
    "FirstNamed",
    "Gained",
    "HiddenTurned",
    "Lost",
    "ManoeuvreChosen",
    "ManoeuvreEnded",
    "MarkerDiscarded",
    "MarkerTaken",
    "OfficeTaken",
    "OthersAttacked",
    "Paid",
    "PawnKilled",
    "PawnRevealed",
    "PawnSaved",
    "PawnSeen",
    "PawnShown",
    "PawnsMoved",
    "PawnsSwapped",
    "PhaseBegun",
    "PowerAdvanced",
    "PowerCompared",
    "PowerLapsed",
    "RankChanged",
    "Scored",
    "SectorCalled",
    "SectorCleared",
    "SectorNamed",
    "SectorRevealed",
    "SectorWon",
    "SkipClaimed",
    "StackLifted",
    "StackPlaced",
    "StackRecalled",
    "StackReinforced",
    "StackWithdrawn",
    "SteppedBack",
    "StruggleSettled",
    "TeamTaken",
    "TokenPlaced",
    "TokenRemoved",
    "TrackCardDiscarded",
    "TrophyDeclined",
    "TurnBegun",
    "TurnSkipped",
    "Yielded",
]
