"""Where a step is open and where it is closed; and what a question made of parts starts from."""

from __future__ import annotations

from clande.diktat import INDEX
from clande.diktat.table import Game, OwnedMarker
from clande.kernel import Compose, Frame, QuickLuck, offers
from clande.testing import playout
from tests.diktat.scenes import deal, holds, is_closed, owns, plays, turn


def plenty(seed: int) -> Game:
    """Five seats, and most of what there is lies before one of them."""
    luck = QuickLuck(seed)
    cabals = luck.shuffled(tuple(INDEX.content.cabals))[:5]
    game = deal(*cabals, seed=seed)
    cards = luck.shuffled(tuple(INDEX.content.opportunities))
    for seat, cabal in enumerate(cabals):
        owns(game, seat, *cards[12 * seat : 12 * seat + 12])
        plays(game, seat, *INDEX.cabal_cards[cabal][:3])
        holds(game, seat, *map(OwnedMarker, luck.shuffled(INDEX.sectors)[:2]))
    return turn(game, 0)


def test_nobody_acts_inside_a_step() -> None:
    """ANY-2, ANY-7: the choices of an effect, of a loss, of a vote are all inside one; ANY-5:
    between two steps everybody may act."""
    frames: set[type[Frame]] = set()
    for seed in range(6):
        game = plenty(seed)
        for _ in playout(game, QuickLuck(seed), meddling=2):
            if not game.stack:
                break
            rule = game.stack[-1]
            if is_closed(rule):
                assert game.acts == "none", rule
                frames.add(type(rule))
            else:
                assert game.acts != "none", rule
    assert len(frames) > 10


def test_what_is_put_together_starts_from_something_that_is_admitted() -> None:
    """POL-1, POL-2, POL-4: a proposal, a show, a claim or an oath as it is first put to somebody
    could be made as it stands."""
    game = plenty(3)
    kinds = set()
    for number, _ in enumerate(playout(game, QuickLuck(3))):
        for seat in game.seats if number % 5 == 0 else ():
            for offer in offers(game, seat):
                question = offer.question
                if isinstance(question, Compose):
                    assert question.admits(question.default()), question
                    kinds.add(type(question.like).__name__)
    assert {"Propose", "ShowPawns", "ClaimReserve", "SwearPawn", "SwearWithdrawal"} <= kinds
