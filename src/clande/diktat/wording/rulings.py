"""Our decisions where the rules are silent, beyond the rulings that the ledger itself spells out.

Each stands beside the id of the rule that it settles; the in-game help lists them.
"""

from __future__ import annotations

from clande.kernel.books import Ruling

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "SET-4",
        "A player is offered every affinity kind that he can't himself see to be exhausted. If the "
        "kind he picks is exhausted behind the screens, he gets the next in the order politics, "
        "people, artefact (then politics again). He has at most one of his own cabal tokens in a "
        "sector.",
    ),
    Ruling("GEN-8", "Goods that an effect moves from one player to another are seen by all."),
    Ruling("GEN-11", "Affinity tokens given up for a lost possession are shown."),
    Ruling(
        "TRO-2",
        "A cabal board has three faces, for games of up to 3, of 4, and of 5 cycles. The fewer "
        "cycles, the more the first places of both tracks are worth; in a long game places cost "
        "more.",
    ),
    Ruling(
        "SPY-1",
        "Only opposing pawns are offered: one's own may be looked at anyway. One may look again at "
        "what one knows: that nothing is left to look at would tell what one was shown in secret.",
    ),
    Ruling(
        "MAN-1",
        "If several players have an ability that names the first player, the one of highest rank "
        "names him.",
    ),
    Ruling(
        "ANY-7",
        "Spying and assassinating are chosen without a target; the first is named in the next "
        "step. A stack moved by a card lands, with every answer to it, inside that card's step.",
    ),
    Ruling(
        "CYC-2",
        "Answers that only give goods need no order: they come first, all of them.",
    ),
    Ruling(
        "ANY-3",
        "Manifestations and withdrawn stacks are announced. Debts, affinity tokens and exchanges "
        "of an ability are not: they happen at once. An announced act that its author can no "
        "longer pay for lapses, for all to see, and its element stays unused.",
    ),
    Ruling(
        "CAB-COO-1",
        "Of two markers of a sector that lie apart, the face-2 one goes first in a trade, as when "
        "discarding; the other stays unless it is traded too.",
    ),
    Ruling(
        "CAB-COO-3",
        "What a player pays or loses is taken first from power that goes at the end of the cycle. "
        "Power given away in a trade is held to be lasting power.",
    ),
    Ruling("CAB-GN-1", "A Blockhaus must shoot: its owner names the pawn."),
    Ruling("CAB-GN-2", "Reach serves the token's own answer to a stack, not other assassinations."),
    Ruling("CAB-PEG-1", "Only citizens and emissaries can be saved, not guards."),
    Ruling(
        "CAB-RES-1",
        "If somebody else moves a stack towards a Revolt, the owner of the stack pays or discards. "
        "A stack of the Résistance meets no Revolt, whoever moves it.",
    ),
    Ruling("END-1", "Who keeps agents at the end of a cycle shows their kinds."),
    Ruling("TRO-6", "The second marker lies apart only where a place is free."),
    Ruling(
        "POL-1",
        "Spies, assassins, cards and markers stay in play while they are proposed: to set them "
        "aside would tell of the proposal. It can't be accepted if they are gone, or were used "
        "since. Proposals lapse with the cycle; one player has at most four with another. A cost "
        "or an effect that demands more than is left calls in what its owner has set aside.",
    ),
    Ruling(
        "POL-2",
        "What one has set aside in a proposal counts as one's own when one shows one's reserve. "
        "What is shown to all the players is shown to whoever looks on.",
    ),
    Ruling(
        "POL-4",
        "Only a gift is a payment. A gift that was offered in full and refused, or is still on "
        "offer at the last moment, is no breach. To keep away from a sector is not to place a "
        "stack there, sent or moved; to spy and to assassinate is to do so by any means. A "
        "statement on a reserve is proved false by what is shown later, if all that has changed "
        "since can be counted. When the end of the game is triggered, the program denounces what "
        "is still owed.",
    ),
    Ruling(
        "POL-7",
        "The last moment is the end of the manoeuvres of a cycle, the end of a cycle before its "
        "check, or the end of the game. Not to do what one swore to do is a breach if, after one "
        "of one's manoeuvres, everyone could see that it would have been possible. Who breaks an "
        "oath does not free the other from it. A statement can't be found false after its last "
        "moment.",
    ),
    Ruling(
        "POL-8",
        "A word counts as kept only where everybody could have seen it broken.",
    ),
)
