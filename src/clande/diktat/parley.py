"""Politics, put into a book: trades, shows, claims, oaths. [POL]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat import oaths, political_events, political_words, politics, verdicts, warnings
from clande.diktat.book import DiktatBook
from clande.kernel.books import Place


def with_politics(base: DiktatBook) -> DiktatBook:
    """The same game, in which players may bargain."""
    consequences: dict[type, tuple[Place, ...]] = dict(base.consequences)
    for more in (politics.CONSEQUENCES, verdicts.CONSEQUENCES):
        for kind, places in more.items():
            consequences[kind] = (*consequences.get(kind, ()), *places)
    return structs.replace(
        base,
        actions=(*base.actions, *political_words.ACTIONS),
        events=(*base.events, *political_events.EVENTS),
        rules=(*base.rules, *politics.RULES, *oaths.RULES),
        offers=(*base.offers, *politics.OFFERS, *oaths.OFFERS),
        refusals=(*base.refusals, politics.refusals),
        speech=politics.speech,
        consequences=consequences,
        cautions=(*base.cautions, *warnings.CAUTIONS),
    )
