"""Politics, put into a book: trades, shows, claims, oaths. [POL]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.book import DiktatBook
from clande.diktat.politics import actions, events, oaths, trades, verdicts, warnings
from clande.kernel.books import Place


def with_politics(base: DiktatBook) -> DiktatBook:
    """The same game, in which players may bargain."""
    consequences: dict[type, tuple[Place, ...]] = dict(base.consequences)
    for more in (trades.CONSEQUENCES, verdicts.CONSEQUENCES):
        for kind, places in more.items():
            consequences[kind] = (*consequences.get(kind, ()), *places)
    return structs.replace(
        base,
        actions=(*base.actions, *actions.ACTIONS),
        events=(*base.events, *events.EVENTS),
        rules=(*base.rules, *trades.RULES, *oaths.RULES),
        offers=(*base.offers, *trades.OFFERS, *oaths.OFFERS),
        refusals=(*base.refusals, trades.refusals),
        speech=trades.speech,
        consequences=consequences,
        cautions=(*base.cautions, *warnings.CAUTIONS),
    )
