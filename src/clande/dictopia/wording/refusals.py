"""Which rules a refusal names, where they are more precise than the rules of the act itself."""

from __future__ import annotations

from clande.dictopia.actions import LOCK, Denounce
from clande.dictopia.modes.training import Training
from clande.dictopia.rules.denunciation import Count
from clande.dictopia.rules.trial import Laying
from clande.dictopia.table import LEAST_LETTERS, UNJUDGED, Game
from clande.kernel import Seat, Spelt
from clande.kernel.actions import Action


def refusals(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """Judged on what the seat sees."""
    under_way = game.stack[-1]
    match action:
        case Spelt():
            return why_not_laid(game, seat, action)
        case Denounce(accused) if accused in game.seats:
            late = type(under_way) is not Count or game.table.fates[accused] != UNJUDGED
            return ("DIC-WOR-4",) if late else ("DIC-WOR-2",)
    return ()


def why_not_laid(game: Game, seat: Seat, spelt: Spelt) -> tuple[str, ...]:
    under_way = game.stack[-1]
    if type(under_way) not in (Laying, Training):
        return ("DIC-GAM-3",)
    if type(under_way) is Laying and game.table.places[seat]:
        return ("DIC-GAM-8", "DIC-MIS-8")
    if spelt.mark.startswith(LOCK) and len(spelt.letters) < LEAST_LETTERS:
        return ("DIC-GAM-4", "DIC-MIS-8")
    if spelt.mark.removeprefix(LOCK):
        return ("DIC-MIS-10",)
    return ("DIC-MAT-1", "DIC-GAM-5")
