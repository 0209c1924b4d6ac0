"""The content of Diktat, édition Clandé: cards, screens, boards, markers and map, all as data.

`vocabulary` holds the words that the data is written in; `opportunities`, `cabals`, `markers` and
`map` are the data. `parts` walks through all words of a card. `packs` reads content packs with
`lines` (which line a key stands on) and `checks` (what any content must be); `editions` makes a
game of each pack.
"""

from __future__ import annotations

from clande.diktat.cards.cabals import CABAL_CARDS, CABALS
from clande.diktat.cards.map import ADJACENCY
from clande.diktat.cards.markers import MARKERS
from clande.diktat.cards.opportunities import OPPORTUNITIES
from clande.diktat.cards.vocabulary import Content

CONTENT = Content(
    adjacency=ADJACENCY,
    opportunities={card.id: card for card in OPPORTUNITIES},
    cabals={cabal.id: cabal for cabal in CABALS},
    cabal_cards={card.id: card for card in CABAL_CARDS},
    markers={marker.sector: marker for marker in MARKERS},
)
