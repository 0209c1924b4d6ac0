"""Answers before and after an event, announced acts, and the pause between steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clande.kernel import (
    CANCELLED,
    NO,
    PASS,
    YES,
    Action,
    Agree,
    Answers,
    Ask,
    Breathe,
    Choose,
    Done,
    Event,
    Frame,
    IllegalAction,
    Next,
    Offer,
    Pause,
    Precedence,
    Seat,
    act,
    after,
    before,
    breathe,
    load,
    save,
    tell,
)
from clande.kernel.game import Pauses
from tests.kernel.toys import Deed, Limited, Marked, Poke, Say, Toy, play, toy


class Marking(Frame):
    """Wants to mark; others may answer before and after."""

    mark: str

    def start(self, game: Toy, _: object) -> Next:
        return before(game, Marked(self.mark), then=Marking.marked, closed=True)

    def marked(self, game: Toy, event: Marked | None) -> Next:
        if event is None:
            tell(game, Limited(0, 0))
            return Done()
        tell(game, event)
        return after(game, event, then=Marking.followed, closed=True)

    def followed(self, game: Toy, event: Marked | None) -> Next:
        assert event is not None and event.mark.startswith(self.mark)
        tell(game, Limited(1, 1))
        return Done()


class Objection(Frame):
    """A seat lets an event be, cancels it, or puts another in its place."""

    owner: Seat
    event: Marked

    def stands(self, game: Toy) -> bool:
        return game.table.limits[self.owner] > 0

    def start(self, game: Toy, _: object) -> Next:
        return Ask({self.owner: Choose((PASS, NO, Say("other")))}, then=Objection.said, acts="none")

    def said(self, game: Toy, answers: dict[Seat, Action]) -> Next:
        match answers[self.owner]:
            case Say(word):
                return Done(Marked(f"{self.event.mark} {word}{self.owner}"))
            case answer:
                return Done(CANCELLED if answer == NO else None)


class Follower(Frame):
    """A seat adds a mark, or takes away what the later ones stand on."""

    owner: Seat

    def stands(self, game: Toy) -> bool:
        return game.table.limits[self.owner] > 0

    def start(self, game: Toy, _: object) -> Next:
        return Ask({self.owner: Agree()}, then=Follower.said)

    def said(self, game: Toy, answers: dict[Seat, Action]) -> Next:
        tell(game, Marked(f"after{self.owner}"))
        if answers[self.owner] == YES:
            for seat in game.seats:
                tell(game, Limited(seat, 0))
        return Done()


def objections(game: Toy, event: Marked) -> Iterator[Frame]:
    for seat in game.seats:
        yield Objection(owner=seat, event=event)


def followers(game: Toy, event: Marked) -> Iterator[Frame]:
    for seat in game.seats:
        yield Follower(owner=seat)


def highest_first(game: Toy, queue: tuple[Frame, ...], standing: list[int]) -> int:
    return max(standing, key=lambda number: getattr(queue[number], "owner", 0))


def marking(**places: Any) -> Toy:
    return toy(Marking(mark="x"), (Objection, Follower), **places)


def owners(game: Toy) -> list[Seat]:
    return list(game.asked)


# ------------------------------------------------------------------------------------ before


def test_where_nobody_listens_nobody_is_asked() -> None:
    game = marking()
    assert game.log == [Marked("x"), Limited(1, 1)]


def test_answers_before_an_event_tell_nothing_yet() -> None:
    game = marking(before={Marked: (objections,)})
    assert isinstance(game.stack[-2], Answers) and game.log == []
    play(game, (0, PASS), (1, PASS))
    assert game.log == []
    act(game, 2, PASS)
    assert game.log == [Marked("x"), Limited(1, 1)]


def test_a_cancelled_event_is_never_told_and_later_answers_are_not_asked() -> None:
    game = marking(before={Marked: (objections,)})
    play(game, (0, PASS), (1, NO))
    assert game.log == [Limited(0, 0)]
    assert game.is_over and game.table.marks == []


def test_a_replaced_event_is_never_told() -> None:
    game = marking(before={Marked: (objections,)})
    play(game, (0, PASS), (1, Say("other")))
    assert owners(game) == [2]
    answers = game.stack[-2]
    assert isinstance(answers, Answers) and answers.event == Marked("x other1")
    assert game.log == []


def test_what_is_left_of_an_event_goes_on_to_the_rule_that_meant_it() -> None:
    game = toy(
        Marking(mark="x"),
        (Objection,),
        before={Marked: (lambda g, event: [Objection(owner=1, event=event)],)},
    )
    act(game, 1, Say("other"))
    assert game.log == [Marked("x other1"), Limited(1, 1)]


# ------------------------------------------------------------------------------------- after


def test_answers_after_an_event_only_follow() -> None:
    game = marking(after={Marked: (followers,)})
    assert game.log == [Marked("x")]
    play(game, (0, NO), (1, NO), (2, NO))
    assert game.log == [
        *map(Marked, ["x", "after0", "after1", "after2"]),
        Limited(1, 1),
    ]


def test_answers_come_in_the_order_of_the_book() -> None:
    game = marking(after={Marked: (followers,)}, next_answer=highest_first)
    order = []
    while not game.is_over:
        (seat,) = owners(game)
        order.append(seat)
        act(game, seat, NO)
    assert order == [2, 1, 0]


def test_equal_answers_come_in_the_order_in_which_they_were_found() -> None:
    game = marking(after={Marked: (followers, lambda g, event: [Follower(owner=0)])})
    order = []
    while not game.is_over:
        (seat,) = owners(game)
        order.append(seat)
        act(game, seat, NO)
    assert order == [0, 1, 2, 0]


def test_an_answer_that_no_longer_stands_is_not_asked() -> None:
    game = marking(after={Marked: (followers,)})
    act(game, 0, YES)
    assert game.is_over
    assert [e.mark for e in game.log or [] if isinstance(e, Marked)] == ["x", "after0"]


def test_answers_are_to_their_own_kind_of_event_alone() -> None:
    game = marking(before={Limited: (objections,)}, after={Limited: (followers,)})
    assert game.is_over and game.log == [Marked("x"), Limited(1, 1)]


def test_a_place_that_finds_no_answer_lets_the_event_happen() -> None:
    game = marking(before={Marked: (lambda g, event: (),)}, after={Marked: (lambda g, e: [],)})
    assert game.is_over and game.log == [Marked("x"), Limited(1, 1)]


def test_a_seat_may_be_asked_which_answer_comes_next() -> None:
    """The book names it and its question; one answer alone needs no order."""

    class Pick(Action, frozen=True):
        number: int

    def ask_last(game: Toy, queue: tuple[Frame, ...], standing: list[int]) -> dict[Seat, Any]:
        return {2: Choose(tuple([Pick(number) for number in standing]))}

    game = marking(after={Marked: (followers,)}, next_answer=ask_last, actions=(Pick,))
    assert owners(game) == [2]
    act(game, 2, Pick(1))
    assert owners(game) == [1]
    act(game, 1, NO)
    act(game, 2, Pick(1))  # of the two that are left
    assert owners(game) == [2]
    act(game, 2, NO)
    assert owners(game) == [0]
    act(game, 0, NO)
    assert game.is_over


def test_an_event_that_can_no_longer_happen_is_left_out() -> None:
    game = marking(
        before={Marked: (objections,)}, prevented=lambda game, event: event.mark == "x other0"
    )
    act(game, 0, Say("other"))
    assert game.is_over and game.log == [Limited(0, 0)]


def test_where_nobody_answers_a_step_may_be_taken_at_once() -> None:
    """`at_once` calls the step itself: the engine takes no turn between the two."""
    turns: list[str] = []

    class Hasty(Frame):
        def start(self, game: Toy, _: object) -> Next:
            turns.append(self.step)
            return after(game, Marked("y"), then=Hasty.ended, at_once=True)

        def ended(self, game: Toy, event: object) -> Next:
            turns.append(self.step)
            return breathe(game, then=Hasty.rested, at_once=True)

        def rested(self, game: Toy, _: object) -> Next:
            turns.append(self.step)
            return Done()

    game = toy(Hasty(), pauses="none")
    assert turns == ["start"] * 3 and game.is_over


@pytest.mark.parametrize("form", ["json", "msgpack"])
def test_answers_are_saved_with_their_queue(form: Any) -> None:
    game = marking(before={Marked: (objections,)}, after={Marked: (followers,)})
    act(game, 0, Say("other"))
    again = load(save(game, form=form))
    assert again.stack == game.stack and again.asked == game.asked
    answers = again.stack[-2]
    assert isinstance(answers, Answers) and answers.queue == (
        Objection(owner=2, event=Marked("x")),
    )
    play(again, (1, PASS), (2, PASS))
    play(game, (1, PASS), (2, PASS))
    assert save(again) == save(game)


# --------------------------------------------------------------------------------- announced acts


class Waiting(Frame):
    def start(self, game: Toy, _: object) -> Next:
        return Ask({0: Agree()}, then=Frame.over)


class Taking(Frame):
    """Takes the one thing that there is."""

    seat: Seat

    def stands(self, game: Toy) -> bool:
        return not game.table.marks

    def start(self, game: Toy, _: object) -> Next:
        tell(game, Marked(f"taken by {self.seat}"))
        return Done()


def takings(game: Toy, seat: Seat) -> Iterator[Offer]:
    if not game.table.marks:
        yield Offer(Choose((Poke(),)), lambda g, s, a: Taking(seat=s), announced=True)
    yield Offer(Choose((Say("limit"),)), lambda g, s, a: Lowering(seat=s))


class Lowering(Frame):
    seat: Seat

    def start(self, game: Toy, _: object) -> Next:
        tell(game, Limited(self.seat, 1))
        return Done()


def higher(game: Toy, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in game.seats if other > seat)


def waiting(**places: Any) -> Toy:
    return toy(Waiting(), (Taking, Lowering), offers=(takings,), first=higher, **places)


def test_those_who_go_before_are_asked_first() -> None:
    game = waiting()
    act(game, 0, Poke())
    assert isinstance(game.stack[-1], Precedence)
    assert game.asked == {1: Breathe(), 2: Breathe()} and game.log == []
    play(game, (2, PASS), (1, PASS))
    assert game.table.marks == ["taken by 0"]
    assert owners(game) == [0]


def test_who_has_nobody_before_him_acts_at_once() -> None:
    game = waiting()
    act(game, 2, Poke())
    assert game.table.marks == ["taken by 2"]


def test_an_act_that_is_not_announced_waits_for_nobody() -> None:
    game = waiting()
    act(game, 0, Say("limit"))
    assert game.table.limits == [1, 9, 9]


def test_an_announced_act_lapses_when_it_no_longer_stands() -> None:
    game = waiting()
    play(game, (0, Poke()), (2, Poke()), (1, PASS), (2, PASS))
    assert game.table.marks == ["taken by 2"]
    assert [type(rule) for rule in game.stack] == [Waiting]


def test_only_those_who_go_before_may_act_meanwhile() -> None:
    game = waiting()
    act(game, 0, Poke())
    with pytest.raises(IllegalAction) as found:
        act(game, 0, Say("limit"))
    assert found.value.code == "not_now"


def test_a_pass_is_asked_anew_after_somebody_has_acted() -> None:
    game = waiting()
    play(game, (0, Poke()), (1, PASS))
    assert owners(game) == [1, 2] and game.answers == {1: PASS}
    act(game, 2, Say("limit"))
    assert game.table.limits == [9, 9, 1]
    assert owners(game) == [1, 2] and game.answers == {} and game.suspended == {}
    play(game, (1, PASS), (2, PASS))
    assert game.table.marks == ["taken by 0"]


def test_announced_acts_nest_each_with_those_before_its_own_author() -> None:
    game = waiting()
    play(game, (0, Poke()), (1, Poke()))
    assert game.asked == {2: Breathe()}
    act(game, 2, PASS)
    assert game.table.marks == ["taken by 1"]
    assert game.asked == {1: Breathe(), 2: Breathe()}
    play(game, (1, PASS), (2, PASS))
    assert game.table.marks == ["taken by 1"]


# -------------------------------------------------------------------------------------- pauses


class Steps(Frame):
    """Two steps that ask nothing."""

    def start(self, game: Toy, _: object) -> Next:
        tell(game, Marked("one"))
        return breathe(game, then=Steps.second)

    def second(self, game: Toy, value: object) -> Next:
        tell(game, Marked("two"))
        return Done()


def test_a_live_table_breathes_between_steps() -> None:
    game = toy(Steps(), (Lowering, Taking), offers=(takings,))
    assert isinstance(game.stack[-1], Pause)
    assert game.asked == dict.fromkeys(range(3), Breathe()) and game.acts == "asked"
    play(game, (1, PASS), (0, PASS), (1, Say("limit")))
    assert game.table.limits == [9, 1, 9] and game.answers == {}  # asked anew
    play(game, (0, PASS), (1, PASS))
    assert game.table.marks == ["one"]
    act(game, 2, PASS)
    assert game.table.marks == ["one", "two"]


def test_a_simulation_does_not_breathe() -> None:
    game = toy(Steps(), pauses="none")
    assert game.table.marks == ["one", "two"] and game.is_over


def test_whether_a_game_breathes_is_saved_with_it() -> None:
    pauses: Pauses
    for pauses in ("seats", "none", "house"):
        game = toy(Waiting(), pauses=pauses)
        assert load(save(game)).pauses == pauses == game.clone().pauses


def test_a_deed_told_in_a_window_is_an_event_like_others() -> None:
    def deeds(game: Toy, event: Event) -> Iterator[Frame]:
        yield Deed(mark="deed")

    game = marking(after={Marked: (deeds,)})
    assert game.log == [Marked("x"), Marked("deed"), Limited(1, 1)]
