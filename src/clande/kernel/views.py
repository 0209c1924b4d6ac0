"""Sight: all that one viewer may know of a game, and the worlds it cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from msgspec import Struct

from clande.kernel import audience
from clande.kernel.books import Caution, Header, Offer, Outcome, book, compose
from clande.kernel.chance import Luck
from clande.kernel.errors import Broken
from clande.kernel.frames import Frame, Game, Pauses, SomeFrame, may_act, offers, run
from clande.kernel.questions import Question
from clande.kernel.words import SPECTATOR, Action, Seat, SomeAction

WORLDS = 200  # tried before a view is held to be impossible


class View(Struct, frozen=True):
    """All that one viewer may know: the only thing that clients and bots ever get."""

    seat: Seat
    header: Header
    pauses: Pauses
    table: dict[str, Any]
    stack: tuple[SomeFrame, ...]  # whole: a frame holds no secret, and this is how we know
    waiting_for: tuple[Seat, ...]  # who is asked; who has answered is shown to nobody
    question: Question | None
    answer: SomeAction | None  # the viewer's own, sealed
    suspended: dict[int, SomeAction]  # the viewer's own, while an any-time act is done
    may_act: bool
    offers: tuple[Question, ...]
    outcome: Outcome | None
    fragile: tuple[int, ...] = ()  # the depths whose held answers fall with the first news


def view(game: Game[Any], seat: Seat, among: Iterable[Offer] | None = None) -> View:
    """Built up from nothing, sharing no container with the game. The offers are by far the largest
    part of it: who asks for them apart, or heeds only some of them, says which are among it."""
    assert seat >= SPECTATOR, "the house is no viewer"
    header = game.header
    return View(
        seat,
        Header(header.mix, header.version, header.seats, header.options.copy()),
        game.pauses,
        audience.seen(game.table, seat),
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


def cautions(seen: View, action: Action) -> list[tuple[Caution, Mapping[str, Any]]]:
    """What a viewer should hear before it acts so, with the values of the sentences: from its view
    alone, whoever asks for it."""
    there = compose(seen.header.mix).cautions
    return [(caution, facts) for caution in there for facts in caution.facts(seen, action)]


def resample(seen: View, luck: Luck) -> Game[Any]:
    """A game that this viewer could not tell from the true one, made from its view alone."""
    pages = compose(seen.header.mix)
    places = whereabouts(seen.stack)
    for _ in range(WORLDS):
        game: Game[Any] = Game(
            seen.header,
            audience.clone(pages.imagine(seen, luck)),  # it may share containers with the view
            [copy(rule) for rule in seen.stack],
            copy(luck),
            seen.pauses,
            suspended={depth: {seen.seat: own} for depth, own in seen.suspended.items()},
            fragile=seen.fragile,
            log=None,
        )
        luck.word()
        if seen.answer is not None:
            game.suspended[len(seen.stack) - 1] = {seen.seat: seen.answer}
        run(game)  # the asking step asks anew, from the imagined secrets
        # Where the rules wait is evidence too: a seat that is asked for a team has agents.
        if whereabouts(game.stack) == places and tuple(game.asked) == seen.waiting_for:
            return game
    raise Broken(f"no world fits the view of seat {seen.seat} at {places}")


def whereabouts(rules: tuple[Frame, ...] | list[Frame]) -> list[tuple[str, str]]:
    return [(type(rule).__name__, rule.step) for rule in rules]


def outcome(game: Game[Any]) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    return None if game.stack else book(game).outcome(game.table)


def question(game: Game[Any], seat: Seat) -> Question | None:
    """What a seat is asked now."""
    return None if seat in game.answers else game.asked.get(seat)
