"""Views of a game, and games that a viewer could not tell from the true one."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from msgspec import structs

from clande.kernel import audience
from clande.kernel.actions import Action
from clande.kernel.books import Caution, Offer, book, compose
from clande.kernel.chance import Luck
from clande.kernel.engine import may_act, offers, run
from clande.kernel.errors import Broken
from clande.kernel.frames import Frame
from clande.kernel.game import Game, Pauses
from clande.kernel.headers import Header, Outcome
from clande.kernel.questions import Question
from clande.kernel.seats import SPECTATOR, Seat
from clande.kernel.views import View

WORLDS = 200  # tried before a view is held to be impossible


def view(game: Game[Any], seat: Seat, among: Iterable[Offer] | None = None) -> View[Any]:
    """What one viewer may know: of questions, answers and offers only its own. Built from nothing,
    it shares no container with the game. Offers are by far the largest part: a caller that needs
    only some of them passes these as `among`."""
    assert seat >= SPECTATOR, "the house is no viewer"
    header = game.header
    return View(
        seat,
        Header(header.mix, header.version, header.seats, header.options.copy()),
        game.pauses,
        audience.visible_table(game.table, seat),
        tuple([copy(frame) for frame in game.stack]),
        tuple(game.asked),
        game.asked.get(seat),
        game.answers.get(seat),
        {depth: sealed[seat] for depth, sealed in game.suspended.items() if seat in sealed},
        may_act(game, seat),
        tuple([o.question for o in (offers(game, seat) if among is None else among)]),
        None if game.stack else book(game).outcome(game.table),
        game.fragile,
    )


def reduce_view(own: View[Any]) -> tuple[Any, ...]:
    """How a view is pickled. No module has the table of a mix by name: its values go by the mix."""
    values = structs.astuple(own)
    at = own.__struct_fields__.index("table")
    return revive_view, (*values[:at], structs.astuple(own.table), *values[at + 1 :])


def revive_view(
    seat: Seat, header: Header, pauses: Pauses, table: tuple[Any, ...], *rest: Any
) -> View[Any]:
    kind = audience.view_type(compose(header.mix).table)
    return View(seat, header, pauses, kind(*table), *rest)


copyreg.pickle(View, reduce_view)


def cautions(own: View[Any], action: Action) -> list[tuple[Caution, Mapping[str, Any]]]:
    """What a viewer should hear before it acts so, with the values of the sentences: from its view
    alone, whoever asks for it."""
    warnings = compose(own.header.mix).presentation.cautions
    return [(caution, facts) for caution in warnings for facts in caution.facts(own, action)]


def resample(own: View[Any], luck: Luck) -> Game[Any]:
    """A game that this viewer could not tell from the true one, made from its view alone."""
    pages = compose(own.header.mix)
    places = whereabouts(own.stack)
    for _ in range(WORLDS):
        game: Game[Any] = Game(
            own.header,
            audience.clone(pages.imagine(own, luck)),  # it may share containers with the view
            [copy(rule) for rule in own.stack],
            copy(luck),
            own.pauses,
            suspended={depth: {own.seat: answer} for depth, answer in own.suspended.items()},
            fragile=own.fragile,
            log=None,
        )
        luck.word()
        if own.answer is not None:
            game.suspended[len(own.stack) - 1] = {own.seat: own.answer}
        run(game)  # the asking step asks anew, from the imagined secrets
        # Where the rules wait is evidence too: a seat that is asked for a team has agents.
        if whereabouts(game.stack) == places and tuple(game.asked) == own.waiting_for:
            return game
    raise Broken(f"no world fits the view of seat {own.seat} at {places}")


def whereabouts(rules: tuple[Frame, ...] | list[Frame]) -> list[tuple[str, str]]:
    return [(type(rule).__name__, rule.step) for rule in rules]


def outcome(game: Game[Any]) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    return None if game.stack else book(game).outcome(game.table)


def question(game: Game[Any], seat: Seat) -> Question | None:
    """What a seat is asked now."""
    return None if seat in game.answers else game.asked.get(seat)
