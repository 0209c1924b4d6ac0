"""Faults planted in Contraband or in the kernel, each to be caught by a law.

A fault is a function that patches the program and can be undone. `FAULTS` says which law must catch
it; `ALONE` names, for each law, a fault that no other law catches: without that law it would live.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any

from msgspec import structs
from pytest import MonkeyPatch

from clande import kernel
from clande.kernel import (
    PASS,
    Action,
    Amount,
    Ask,
    Audience,
    Choose,
    Frame,
    Go,
    Header,
    IllegalAction,
    Luck,
    Next,
    Outcome,
    Seat,
    audience,
    awaited,
    engine,
    messages,
    record,
    tell,
    viewing,
)
from clande.kernel import (
    game as game_module,
)
from clande.kernel.audience import AUDIENCES, CLONERS, SEERS, seer
from clande.kernel.books import BOOKS
from clande.testing import laws
from examples.contraband import BOOK, actions, acts, events, rules, table
from examples.contraband.table import GUNS, QUAYS, Barge, Game, Table, bit

Fault = Callable[[MonkeyPatch], None]
FAULTS: dict[str, tuple[Fault, str]] = {}
ALONE: dict[str, str] = {}


def caught_by(law: str, alone: bool = False) -> Callable[[Fault], Fault]:
    def plant(fault: Fault) -> Fault:
        FAULTS[fault.__name__] = (fault, law)
        if alone:
            ALONE[law] = fault.__name__
        return fault

    return plant


def pages() -> kernel.Book:
    return BOOKS["contraband"]


# ------------------------------------------------------------------------------------- leaks


@caught_by("blind views")
def a_field_has_the_wrong_audience(patch: MonkeyPatch) -> None:
    patch.setitem(AUDIENCES[Table], "papers", Audience.EVERYONE)
    seers: dict[Any, Any] = SEERS
    patch.setitem(seers, Table, seer(Table))


@caught_by("blind views")
def a_barge_shows_its_top_crate(patch: MonkeyPatch) -> None:
    """What is known of a thing goes beyond what the viewer has seen."""

    def seen_by(self: Barge, seat: Seat) -> Barge:
        known = tuple(mask & bit(seat) for mask in self.seen)
        kinds = (
            self.kinds[0],
            *(k if m else "?" for k, m in zip(self.kinds[1:], known[1:], strict=True)),
        )
        return Barge(self.owner, self.quay, kinds, known)

    patch.setattr(Barge, "seen_by", seen_by)


@caught_by("conserves")
def a_world_is_made_of_other_things(patch: MonkeyPatch) -> None:
    """Worlds that look the same, and hold a crate too many."""
    imagine = pages().imagine

    def wrongly(seen: kernel.View[Any], luck: Luck) -> Table:
        there: Table = imagine(seen, luck)
        return structs.replace(there, bag=(*there.bag, GUNS))

    patch.setitem(BOOKS, "contraband", structs.replace(pages(), imagine=wrongly))


@caught_by("blind stories")
def an_event_names_the_crates(patch: MonkeyPatch) -> None:
    patch.setattr(audience, "TELLERS", {})
    patch.setitem(AUDIENCES[events.CratesCame], "kinds", Audience.EVERYONE)


@caught_by("blind stories")
def a_secret_event_is_heard(patch: MonkeyPatch) -> None:
    patch.setattr(audience, "TELLERS", {})
    patch.setattr(events.CrateShown, "secret", False)
    patch.setitem(AUDIENCES[events.CrateShown], "kind", Audience.EVERYONE)


@caught_by("blind views")
def a_question_hangs_on_what_others_hide(patch: MonkeyPatch) -> None:
    """Scouting is offered only where there is contraband to be found."""

    def start(self: rules.Turn, game: Game, _: object) -> Next:
        options: list[Action] = [actions.Hawk()]
        if any(GUNS in b.kinds for b in game.table.barges.values() if b.owner != self.seat):
            options.append(actions.Scout())
        if game.table.hands[self.seat]:
            options += [actions.Load(quay) for quay in rules.open_quays(game)]
        return Ask({self.seat: Choose(tuple(options))}, then=rules.Turn.chosen)

    patch.setattr(rules.Turn, "start", start)


@caught_by("blind views")
def the_number_of_options_tells(patch: MonkeyPatch) -> None:
    """A bid is capped by what the poorest rival has."""

    def start(self: rules.Rivalry, game: Game, _: object) -> Next:
        if len(self.rivals) == 1:
            return Go(rules.Rivalry.won, self.rivals[0])
        cap = min(game.table.purses[seat] for seat in self.rivals)
        return Ask({seat: Amount(0, cap) for seat in self.rivals}, then=rules.Rivalry.bids)

    patch.setattr(rules.Rivalry, "start", start)


@caught_by("blind stories")
def the_order_of_patrols_hangs_on_their_hands(patch: MonkeyPatch) -> None:
    def next_answer(game: Game, queue: tuple[Frame, ...], standing: list[int]) -> int:
        def rank(number: int) -> tuple[int, int]:
            owner: Seat = getattr(queue[number], "owner", 0)
            return -game.table.hands[owner].get(GUNS, 0), game.table.standing[owner]

        return max(standing, key=rank)

    patch.setattr(pages(), "next_answer", next_answer)


@caught_by("blind stories")
def rows_are_numbered_in_common(patch: MonkeyPatch) -> None:
    def row_number(rows: dict[int, object], parties: tuple[Seat, Seat]) -> int:
        return 1 + max(rows, default=0)

    patch.setattr(events, "row_number", row_number)


@caught_by("blind stories")
def a_frame_keeps_a_secret(patch: MonkeyPatch) -> None:
    """The quay of a mooring frame carries what is on the barge."""

    def start(self: rules.Mooring, game: Game, _: object) -> Next:
        lifted = game.table.barges[table.LIFTED]
        moored = events.BargeMoored(self.seat, game.table.serial + 1, self.quay)
        self.quay += "/" + "/".join(lifted.kinds)
        tell(game, moored)
        return kernel.after(game, moored, then=Frame.over)

    patch.setattr(rules.Mooring, "start", start)


@caught_by("blind stories", alone=True)
def a_window_opens_on_a_hidden_paper(patch: MonkeyPatch) -> None:
    def papers(game: Game, seizure: events.CrateSeized) -> Iterator[Frame]:
        if "pass" in game.table.papers[seizure.owner]:
            yield rules.Papers(owner=seizure.owner, seizure=seizure)

    patch.setattr(pages(), "before", {events.CrateSeized: (papers,)})


@caught_by("blind stories")
def a_refusal_tells_what_the_other_has(patch: MonkeyPatch) -> None:
    def explain(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
        poorest = min(game.seats, key=lambda s: game.table.purses[s])
        return (f"CTB-{poorest + 1}",)

    patch.setattr(pages(), "refusals", (explain,))


@caught_by("blind views")
def one_sees_who_has_answered(patch: MonkeyPatch) -> None:
    replace_view(patch, lambda game, seen: structs.replace(seen, waiting_for=tuple(awaited(game))))


@caught_by("blind views", alone=True)
def the_end_shows_all_hands(patch: MonkeyPatch) -> None:
    def crates(seen: kernel.View[Any], luck: Luck) -> Any:
        shown = [n if isinstance(n, int) else sum(n.values()) for n in seen.table.crates]
        return BOOK.imagine(
            structs.replace(seen, table=structs.replace(seen.table, crates=shown)), luck
        )

    def generous(game: Game, seen: kernel.View[Any]) -> kernel.View[Any]:
        if game.stack or seen.seat == kernel.SPECTATOR:
            return seen
        hands = [dict(hand) for hand in game.table.hands]
        return structs.replace(seen, table=structs.replace(seen.table, crates=hands))

    patch.setattr(pages(), "imagine", crates)
    replace_view(patch, generous)


@caught_by("open choices", alone=True)
def a_hand_is_said_to_be_open(patch: MonkeyPatch) -> None:
    """The house would answer for whoever has only one crate to load, and all would learn which."""
    say_it_is_open(patch, rules.Loading, "start")


@caught_by("open choices")
def a_bid_is_said_to_be_open(patch: MonkeyPatch) -> None:
    """The house would answer for whoever has an empty purse."""
    say_it_is_open(patch, rules.Rivalry, "start")


@caught_by("open choices")
def a_paper_is_said_to_be_open(patch: MonkeyPatch) -> None:
    """The house would answer for whoever has no pass."""
    say_it_is_open(patch, rules.Papers, "start")


def say_it_is_open(patch: MonkeyPatch, rule: type[Frame], step: str) -> None:
    honest = getattr(rule, step)

    def ask(self: Frame, game: Game, value: object) -> Next:
        following: Next = honest(self, game, value)
        if not isinstance(following, Ask):
            return following
        questions: Mapping[Seat, Any] = following.questions
        asked = {s: structs.replace(question, open=True) for s, question in questions.items()}
        return structs.replace(following, questions=asked)

    ask.__name__ = step  # frames remember their steps by name
    patch.setattr(rule, step, ask)


def replace_view(
    patch: MonkeyPatch, faulty: Callable[[Game, kernel.View[Any]], kernel.View[Any]]
) -> None:
    honest = viewing.view
    for module in (viewing, messages, laws):
        patch.setattr(module, "view", lambda game, seat: faulty(game, honest(game, seat)))


@caught_by("rebuilds")
def a_hidden_event_takes_a_number(patch: MonkeyPatch) -> None:
    def message(self: kernel.ViewFeed, game: Game) -> kernel.Message:
        log = game.log or []
        heard = (kernel.told(event, self.seat) for event in log[self.read :])
        story = tuple(event for event in heard if event is not None)
        now = kernel.plain(viewing.view(game, self.seat))
        changes = tuple(kernel.patch(self.view, now))
        self.read, self.view = len(log), now
        self.number += 1
        return kernel.Message(self.number, story, changes)

    patch.setattr(kernel.ViewFeed, "message", message)


@caught_by("rebuilds")
def a_pass_falls_with_what_its_seat_does_not_hear(patch: MonkeyPatch) -> None:
    """Who is asked anew knows that something has happened."""
    honest = engine.tell

    def tell(game: Game, event: kernel.Event) -> None:
        for depth in game.fragile:
            game.suspended.pop(depth, None)
        honest(game, event)

    for module in (engine, rules, acts):
        patch.setattr(module, "tell", tell)


# ---------------------------------------------------------------------- of the engine's soundness


@caught_by("folds", alone=True)
def a_rule_changes_the_table_itself(patch: MonkeyPatch) -> None:
    honest = rules.Turn.chosen

    def chosen(self: rules.Turn, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.seat]:
            case actions.Post(quay):
                game.table.patrols[self.seat] = quay
                return Go(rules.Turn.played, True)
        return honest(self, game, answers)

    patch.setattr(rules.Turn, "chosen", chosen)


@caught_by("stays")
def a_clone_shares_a_list(patch: MonkeyPatch) -> None:
    honest = CLONERS[Table]

    def cloned(there: Table) -> Table:
        twin: Table = honest(there)
        twin.standing = there.standing
        return twin

    cloners: dict[Any, Any] = CLONERS
    patch.setitem(cloners, Table, cloned)


@caught_by("stays", alone=True)
def a_clone_shares_its_luck(patch: MonkeyPatch) -> None:
    honest = game_module.Game.clone

    def clone(self: Game, keep_log: bool = False) -> Game:
        twin: Game = honest(self, keep_log)
        twin.luck = self.luck
        return twin

    patch.setattr(game_module.Game, "clone", clone)


@caught_by("stays")
def a_called_rule_is_not_copied(patch: MonkeyPatch) -> None:
    """A frame kept as a pattern is run itself, so that clones share it."""
    patch.setattr(engine, "copy", lambda value: value if isinstance(value, Frame) else copy(value))


@caught_by("repeats", alone=True)
def a_set_up_remembers_the_last(patch: MonkeyPatch) -> None:
    games_begun: list[Header] = []
    honest = BOOK.set_up

    def set_up(header: Header, luck: Luck) -> Table:
        games_begun.append(header)
        fresh: Table = honest(header, luck)
        fresh.bank += len(games_begun)
        return fresh

    patch.setattr(pages(), "set_up", set_up)


@caught_by("repeats elsewhere", alone=True)
def a_rule_goes_through_a_set(patch: MonkeyPatch) -> None:
    def open_quays(game: Game) -> list[str]:
        moored = [barge.quay for barge in game.table.barges.values()]
        return [quay for quay in set(QUAYS) if moored.count(quay) < table.ROOM]

    patch.setattr(rules, "open_quays", open_quays)
    patch.setattr("examples.contraband.acts.open_quays", open_quays)


@caught_by("survives", alone=True)
def an_amount_becomes_a_float(patch: MonkeyPatch) -> None:
    honest = events.CoinsMoved.apply

    def apply(self: events.CoinsMoved, there: Table) -> None:
        honest(self, there)
        there.bank = there.bank / 1  # type: ignore[assignment]

    patch.setattr(events.CoinsMoved, "apply", apply)


@caught_by("survives")
def sealed_answers_are_not_saved(patch: MonkeyPatch) -> None:
    honest = record.save

    def save(game: Game, **how: Any) -> bytes:
        twin = game.clone()
        twin.answers = {}
        return honest(twin, **how)

    patch.setattr(laws, "save", save)


@caught_by("admits", alone=True)
def a_refusal_changes_the_game(patch: MonkeyPatch) -> None:
    honest = engine.offered

    def offered(game: Game, seat: Seat, action: Action) -> kernel.Offer:
        try:
            return honest(game, seat, action)
        except IllegalAction:
            game.table.bank -= 1
            raise

    patch.setattr(engine, "offered", offered)


@caught_by("admits")
def a_question_lists_what_it_does_not_admit(patch: MonkeyPatch) -> None:
    def listed(self: Amount) -> Iterator[Action]:
        return map(kernel.Number, range(self.low, self.high + 2))

    patch.setattr(Amount, "__iter__", listed)


@caught_by("conserves", alone=True)
def a_coin_comes_from_nowhere(patch: MonkeyPatch) -> None:
    honest = events.CoinsMoved.apply

    def apply(self: events.CoinsMoved, there: Table) -> None:
        honest(self, there)
        there.bank += self.coins == 1

    patch.setattr(events.CoinsMoved, "apply", apply)


@caught_by("ends", alone=True)
def the_outcome_forgets_a_seat(patch: MonkeyPatch) -> None:
    def outcome(there: Table) -> Outcome:
        honest = BOOK.outcome(there)
        return Outcome(honest.winners, honest.scores[1:])

    patch.setattr(pages(), "outcome", outcome)


@caught_by("outlives", alone=True)
def an_absent_seat_dawdles_for_ever(patch: MonkeyPatch) -> None:
    """Its default answer spends no turn."""
    start_honestly, honest = rules.Turn.start, rules.Turn.chosen

    def start(self: rules.Turn, game: Game, _: object) -> Next:
        asked = start_honestly(self, game, _)
        assert isinstance(asked, Ask)
        options = (PASS, *asked.questions[self.seat])
        return Ask({self.seat: Choose(options)}, then=rules.Turn.chosen)

    def chosen(self: rules.Turn, game: Game, answers: dict[Seat, Action]) -> Next:
        if answers[self.seat] == PASS:
            return Go(rules.Turn.start)
        return honest(self, game, answers)

    patch.setattr(rules.Turn, "start", start)
    patch.setattr(rules.Turn, "chosen", chosen)


@caught_by("rebuilds", alone=True)
def a_patch_forgets_what_is_gone(patch: MonkeyPatch) -> None:
    honest = messages.patch

    def forgetful(old: Any, new: Any, path: messages.Path = ()) -> list[kernel.Change]:
        return [change for change in honest(old, new, path) if not change.gone]

    patch.setattr(messages, "patch", forgetful)
