"""The terms of a table, completed by its preset and checked by setting its game up."""

from __future__ import annotations

from msgspec import structs

from clande import bots, games
from clande.kernel import Header, Unreadable, compose, preset
from clande.kernel.game import Pauses
from clande.server.game_setups import checked_header
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Terms, WantedPauses


def resolve(terms: Terms) -> tuple[Terms, Header]:
    """The complete terms, and the header of the game that they describe."""
    try:
        game = games.find(terms.game).name if terms.game in games.installed() else ""
        if not game:
            raise Unreadable(f"no game is called {terms.game!r}")
        modules, options = terms.modules, terms.options
        if terms.preset:
            named = preset(game, terms.preset)
            modules = named.modules
            options = {**named.options, **options}
        header = checked_header(game, terms.seats, modules, options)
        bots.find(bots.stand_in(game, terms.caretaker), game)
        pauses = who_pauses(terms.pauses, header.mix)
        return structs.replace(
            terms, modules=modules, options=header.options, pauses=pauses
        ), header
    except Unreadable as mistake:
        raise RequestRefused("bad_table", str(mistake), mistake) from None


def who_pauses(wanted: WantedPauses, mix: str) -> Pauses:
    """Who ends the pauses of a new table."""
    return compose(mix).pauses if wanted == "usual" else wanted
