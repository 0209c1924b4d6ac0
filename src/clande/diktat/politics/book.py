"""Politics, put into a book: trades, shows, claims, oaths. [POL]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.book import DiktatBook
from clande.diktat.politics import claims, hearing, oaths, shows, swearing, trades, verdicts
from clande.diktat.politics.actions import ACTIONS
from clande.diktat.politics.events import EVENTS
from clande.diktat.politics.events.trades import RanksExchanged
from clande.diktat.politics.warnings import CAUTIONS
from clande.diktat.rules.cycle import office
from clande.diktat.table import Game
from clande.kernel import Action, Frame, Offers, Seat
from clande.kernel.books import Place

RULES: tuple[type[Frame], ...] = (
    trades.Trading,
    trades.HandingTokens,
    oaths.Swearing,
    oaths.Judgement,
)
OFFERS: tuple[Offers, ...] = (
    trades.proposals,
    trades.deal_answers,
    shows.shows,
    claims.claims,
    swearing.swearing,
    oaths.oath_answers,
)


def with_politics(base: DiktatBook) -> DiktatBook:
    """The same game, in which players may bargain."""
    consequences: dict[type, tuple[Place, ...]] = dict(base.consequences)
    consequences[RanksExchanged] = (office,)
    for kind, places in verdicts.CONSEQUENCES.items():
        consequences[kind] = (*consequences.get(kind, ()), *places)
    return structs.replace(
        base,
        actions=(*base.actions, *ACTIONS),
        events=(*base.events, *EVENTS),
        frames=(*base.frames, *RULES),
        offers=(*base.offers, *OFFERS),
        refusals=(*base.refusals, refusals),
        speech=hearing.speech,
        consequences=consequences,
        presentation=structs.replace(
            base.presentation, cautions=(*base.presentation.cautions, *CAUTIONS)
        ),
    )


def refusals(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """A political act is refused by its own rules, whatever the seat is asked meanwhile."""
    return type(action).rule_ids if isinstance(action, ACTIONS) else ()
