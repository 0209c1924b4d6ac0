"""Frames: asking, calling, going on, being interrupted, and refusing without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clande.kernel import (
    NO,
    PASS,
    YES,
    Action,
    Agree,
    Amount,
    Ask,
    Broken,
    Call,
    Choose,
    Done,
    Event,
    Frame,
    Go,
    IllegalAction,
    Next,
    Number,
    Offer,
    QuickLuck,
    Seat,
    Unreadable,
    act,
    answer_by_default,
    awaited,
    load,
    may_act,
    offers,
    question,
    run,
    save,
    tell,
)
from tests.kernel.toys import Deed, Limited, Marked, Poke, Say, Toy, play, toy


class Bidding(Frame):
    """All bid at once, up to their limit; then it is over."""

    keep: bool = True
    acts: Any = "all"

    def start(self, game: Toy, _: object) -> Next:
        bids = {
            seat: Amount(0, limit, rule_ids=("TOY-7",))
            for seat, limit in enumerate(game.table.limits)
            if limit >= 0
        }
        return Ask(bids, then=Bidding.opened, acts=self.acts, keep=self.keep)

    def opened(self, game: Toy, answers: dict[Seat, Number]) -> Next:
        bids = " ".join(f"{seat}:{answers[seat].value}" for seat in sorted(answers))
        tell(game, Marked(f"bids {bids}"))
        return Done()


class Limiting(Frame):
    """Lowers the limit of the next seat."""

    seat: Seat
    limit: int

    def start(self, game: Toy, _: object) -> Next:
        tell(game, Limited(self.seat, self.limit))
        return Done()


class Talking(Frame):
    """An any-time act that asks everyone, and can be interrupted itself."""

    depth: int

    def start(self, game: Toy, _: object) -> Next:
        words = Choose((Say("yes"), Say("no")), secret=True)
        return Ask(dict.fromkeys(game.seats, words), then=Talking.heard)

    def heard(self, game: Toy, answers: dict[Seat, Say]) -> Next:
        words = "".join(answers[seat].word[0] for seat in game.seats)
        tell(game, Marked(f"talk {self.depth} {words}"))
        return Done()


def lowering(game: Toy, seat: Seat) -> Iterator[Offer]:
    """Any seat may set its own limit to 2, or start to talk."""
    yield Offer(Choose((Say("limit"),)), lambda g, s, a: Limiting(seat=s, limit=2))
    yield Offer(Choose((Say("leave"),)), lambda g, s, a: Limiting(seat=s, limit=-1))
    yield Offer(Choose((Poke(1), Poke(2), Poke(3))), lambda g, s, a: Talking(depth=a.depth))


def bidding(**fields: Any) -> Toy:
    return toy(Bidding(**fields), (Limiting, Talking), offers=(lowering,))


# ---------------------------------------------------------------------------- questions to several


def test_answers_stay_sealed_until_the_last_is_in() -> None:
    game = bidding()
    assert awaited(game) == [0, 1, 2]
    play(game, (2, Number(3)), (0, Number(5)))
    assert awaited(game) == [1]
    assert game.log == [] and game.table.marks == []
    assert game.answers == {2: Number(3), 0: Number(5)}
    assert question(game, 2) is None
    assert question(game, 1) == Amount(0, 9, rule_ids=("TOY-7",))
    act(game, 1, Number(9))
    assert game.table.marks == ["bids 0:5 1:9 2:3"]
    assert game.is_over and awaited(game) == []


def test_a_question_to_nobody_is_answered_at_once() -> None:
    class Nobody(Frame):
        def start(self, game: Toy, _: object) -> Next:
            return Ask({}, then=Nobody.none)

        def none(self, game: Toy, answers: dict[Seat, Action]) -> Next:
            tell(game, Marked(f"{answers}"))
            return Done()

    assert toy(Nobody()).table.marks == ["{}"]


def test_a_seat_that_has_gone_answers_by_default() -> None:
    game = bidding()
    for seat in (1, 0, 2):
        answer_by_default(game, seat)
    assert game.table.marks == ["bids 0:0 1:0 2:0"]


# ---------------------------------------------------------------------- what an any-time act keeps


def test_an_answer_is_kept_across_an_act_if_it_is_still_admitted() -> None:
    game = bidding()
    play(game, (0, Number(2)), (1, Number(8)), (0, Say("limit")))
    assert game.answers == {0: Number(2), 1: Number(8)}
    assert awaited(game) == [2]


def test_an_answer_is_dropped_when_an_act_makes_it_impossible() -> None:
    game = bidding()
    play(game, (0, Number(3)), (1, Number(8)), (0, Say("limit")))
    assert game.answers == {1: Number(8)}
    assert awaited(game) == [0, 2]
    assert game.asked[0] == Amount(0, 2, rule_ids=("TOY-7",))
    play(game, (0, Number(2)), (2, Number(0)))
    assert game.table.marks == ["bids 0:2 1:8 2:0"]


def test_no_answer_is_kept_where_none_is_to_be() -> None:
    game = bidding(keep=False)
    play(game, (0, Number(2)), (1, Number(8)), (2, Say("limit")))
    assert game.answers == {} and game.suspended == {}
    assert awaited(game) == [0, 1, 2]


def test_an_act_that_removes_the_last_missing_seat_closes_the_question() -> None:
    game = bidding()
    play(game, (0, Number(2)), (1, Number(8)), (2, Say("leave")))
    assert game.table.marks == ["bids 0:2 1:8"]
    assert game.is_over and game.suspended == {}


def test_the_answer_of_a_seat_that_is_asked_no_more_is_dropped() -> None:
    game = bidding()
    play(game, (0, Number(2)), (0, Say("leave")), (1, Number(1)), (2, Number(1)))
    assert game.table.marks == ["bids 1:1 2:1"]


def test_interruptions_nest_and_each_level_keeps_its_own_answers() -> None:
    game = bidding()
    play(game, (0, Number(4)), (1, Poke(1)), (0, Say("no")), (2, Poke(2)), (1, Say("no")))
    play(game, (0, Poke(3)))
    assert [type(rule) for rule in game.stack] == [Bidding, Talking, Talking, Talking]
    assert game.suspended == {0: {0: Number(4)}, 1: {0: Say("no")}, 2: {1: Say("no")}}
    yes = Say("yes")
    play(game, (0, yes), (1, yes), (2, yes))
    assert game.answers == {1: Say("no")} and sorted(game.suspended) == [0, 1]
    play(game, (0, yes), (2, yes))
    assert game.answers == {0: Say("no")} and sorted(game.suspended) == [0]
    play(game, (1, yes), (2, yes))
    assert game.answers == {0: Number(4)} and game.suspended == {}
    play(game, (1, Number(1)), (2, Number(2)))
    assert game.table.marks == ["talk 3 yyy", "talk 2 yny", "talk 1 nyy", "bids 0:4 1:1 2:2"]


@pytest.mark.parametrize("form", ["json", "msgpack"])
def test_sealed_and_held_answers_are_saved(form: Any) -> None:
    game = bidding()
    play(game, (0, Number(4)), (1, Poke(1)), (0, Say("no")), (2, Poke(2)), (1, Say("no")))
    again = load(save(game, log=True, form=form))
    assert again == game
    assert again.suspended == {0: {0: Number(4)}, 1: {0: Say("no")}} and again.answers == {
        1: Say("no")
    }
    for rest in (game, again):
        play(rest, (0, Say("yes")), (2, Say("yes")), (1, Say("yes")), (2, Say("yes")))
        play(rest, (1, Number(1)), (2, Number(2)))
    assert again.table.marks == ["talk 2 yny", "talk 1 nyy", "bids 0:4 1:1 2:2"]
    assert save(again, log=True) == save(game, log=True)


def test_what_is_held_is_dropped_when_the_rule_below_asks_no_more() -> None:
    class Once(Frame):
        """Asks as long as nobody has limited anything."""

        def start(self, game: Toy, _: object) -> Next:
            if game.table.limits != [9, 9, 9]:
                return Call(Bidding(), then=Frame.over)
            return Ask(dict.fromkeys(game.seats, Amount(0, 5)), then=Once.never)

        def never(self, game: Toy, answers: object) -> Next:
            raise Broken("nobody comes here")

    game = toy(Once(), (Bidding, Limiting, Talking), offers=(lowering,))
    play(game, (0, Number(1)), (1, Say("limit")))
    assert [type(rule) for rule in game.stack] == [Once, Bidding]
    assert game.answers == {} and game.suspended == {}


# ------------------------------------------------------------------------------ who may act unasked


class Naming(Frame):
    """Seat 1 is asked; others may act as `acts` says."""

    acts: Any

    def start(self, game: Toy, _: object) -> Next:
        return Ask({1: Agree(rule_ids=("TOY-8",))}, then=Frame.over, acts=self.acts)


@pytest.mark.parametrize(
    ("acts", "free"), [("all", [0, 1, 2]), ("asked", [1]), ("none", [])], ids=["all", "asked", "no"]
)
def test_who_may_act_unasked(acts: str, free: list[Seat]) -> None:
    def start() -> Toy:
        return toy(Naming(acts=acts), (Limiting, Talking), offers=(lowering,))

    game = start()
    assert [seat for seat in game.seats if may_act(game, seat)] == free
    assert [seat for seat in game.seats if offers(game, seat)] == free
    for seat in (0, 1, 2):
        game = start()
        if seat in free:
            act(game, seat, Say("limit"))
            assert game.table.limits[seat] == 2
        else:
            code = "not_admitted" if seat == 1 else "not_now"
            assert refusal(game, seat, Say("limit")).code == code


def test_nobody_may_act_at_seats_that_are_not_there() -> None:
    game = bidding()
    assert not may_act(game, 3) and not may_act(game, -1)
    assert offers(game, 3) == []


# ----------------------------------------------------------------------- values from step to step


class Adding(Frame):
    """Calls, goes on and is done, each with a value."""

    inner: Deed

    def start(self, game: Toy, value: object) -> Next:
        assert value is None
        return Go(Adding.middle, 3)

    def middle(self, game: Toy, value: int) -> Next:
        tell(game, Marked(f"go {value}"))
        return Call(self.inner, then=Adding.called)

    def called(self, game: Toy, value: str) -> Next:
        tell(game, Marked(f"called {value}"))
        return Done(value * 2)


class Outer(Frame):
    def start(self, game: Toy, _: object) -> Next:
        return Call(Adding(inner=Deed(mark="deed")), then=Outer.end)

    def end(self, game: Toy, value: str) -> Next:
        tell(game, Marked(f"end {value}"))
        return Done()


def test_values_pass_from_step_to_step_and_from_rule_to_rule() -> None:
    game = toy(Outer(), (Adding,))
    assert game.table.marks == ["go 3", "deed", "called deed", "end deeddeed"]
    assert game.is_over


def test_a_rule_kept_in_a_frame_is_a_pattern_that_a_call_copies() -> None:
    class Asked(Frame):
        def start(self, game: Toy, _: object) -> Next:
            return Ask({0: Agree()}, then=Asked.said)

        def said(self, game: Toy, answers: dict[Seat, Action]) -> Next:
            return Done(answers[0])

    pattern = Asked()

    class Twice(Frame):
        kept: Any
        times: int = 2

        def start(self, game: Toy, _: object) -> Next:
            if not self.times:
                return Done()
            self.times -= 1
            return Call(self.kept, then=Twice.start)

    game = toy(Twice(kept=pattern), (Asked,))
    assert game.stack[-1] == pattern and game.stack[-1] is not pattern
    act(game, 0, YES)
    assert pattern.step == "start"
    assert game.stack[-1].step == "start" and not game.is_over
    act(game, 0, YES)
    assert game.is_over


def test_the_asking_step_is_run_again_after_an_act_and_the_answering_step_never() -> None:
    runs = []

    class Counted(Frame):
        def start(self, game: Toy, _: object) -> Next:
            runs.append("ask")
            return Ask({0: Agree()}, then=Counted.said)

        def said(self, game: Toy, _: object) -> Next:
            runs.append("said")
            return Done()

    game = toy(Counted(), (Limiting, Talking), offers=(lowering,))
    play(game, (1, Say("limit")), (1, Say("limit")), (0, YES))
    assert runs == ["ask", "ask", "ask", "said"]


# ---------------------------------------------------------------------------------------- refusals


def refusal(game: Toy, seat: Seat, action: Action) -> IllegalAction:
    """How an act is refused; and it has changed nothing."""
    before = (save(game, log=True), dict(game.asked), game.then, game.acts, game.keep)
    stack, table, answers = game.stack, game.table, game.answers
    with pytest.raises(IllegalAction) as found:
        act(game, seat, action)
    assert (save(game, log=True), dict(game.asked), game.then, game.acts, game.keep) == before
    assert game.stack is stack and game.table is table and game.answers is answers
    return found.value


def test_an_answer_that_the_question_does_not_admit_is_refused_by_its_rules() -> None:
    game = bidding()
    found = refusal(game, 0, Number(10))
    assert (found.code, found.rule_ids) == ("not_admitted", ("TOY-7",))
    assert str(found) == "not_admitted [TOY-7]"


def test_a_second_answer_is_refused() -> None:
    game = bidding()
    act(game, 0, Number(1))
    found = refusal(game, 0, Number(2))
    assert (found.code, found.rule_ids) == ("already_answered", ("TOY-7",))
    assert game.answers == {0: Number(1)}


def test_an_act_while_nobody_may_act_is_refused_by_its_own_rules() -> None:
    game = toy(Naming(acts="none"), (Limiting, Talking), offers=(lowering,))
    found = refusal(game, 0, Say("limit"))
    assert (found.code, found.rule_ids) == ("not_now", ("TOY-4",))


def test_an_act_that_is_not_offered_is_refused_by_its_own_rules() -> None:
    game = toy(Naming(acts="all"), (Limiting, Talking), offers=(lowering,))
    found = refusal(game, 0, Poke(9))
    assert (found.code, found.rule_ids) == ("not_offered", ("TOY-5",))
    assert refusal(game, 0, PASS).rule_ids == ()
    assert str(refusal(game, 0, PASS)) == "not_offered"


def test_an_act_that_was_not_meant_as_an_answer_is_refused_as_an_act() -> None:
    game = bidding()
    found = refusal(game, 0, Poke(9))
    assert (found.code, found.rule_ids) == ("not_offered", ("TOY-5",))
    act(game, 0, Number(1))
    assert refusal(game, 0, Poke(9)).code == "not_offered"
    closed = bidding(acts="none")
    assert refusal(closed, 0, Poke(9)).code == "not_admitted"


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_a_seat_that_is_not_there_is_refused(seat: Seat) -> None:
    found = refusal(bidding(), seat, Number(1))
    assert (found.code, found.rule_ids) == ("no_seat", ())


def test_nothing_is_accepted_once_the_game_is_over() -> None:
    game = toy(Deed(mark="all"))
    assert game.is_over
    for seat in (0, 7):
        found = refusal(game, seat, Say("limit"))
        assert (found.code, found.rule_ids) == ("game_over", ())


def test_a_game_may_say_better_why_an_act_is_refused() -> None:
    def explain(game: Toy, seat: Seat, action: Action) -> tuple[str, ...]:
        return ("TOY-9",) if action == Number(10) else ()

    game = toy(Bidding(), refusals=(explain,))
    assert refusal(game, 0, Number(10)).rule_ids == ("TOY-9",)
    assert refusal(game, 0, Number(11)).rule_ids == ("TOY-7",)


def test_a_refusal_is_told_from_what_cannot_be_read() -> None:
    assert not issubclass(IllegalAction, Unreadable) and not issubclass(Unreadable, IllegalAction)
    assert not issubclass(Broken, ValueError)


# ----------------------------------------------------------------------------------- consequences


def test_consequences_follow_in_order_each_with_its_own_first() -> None:
    def two(game: Toy, event: Marked) -> Iterator[Event]:
        if len(event.mark) < 3:
            yield Marked(event.mark + "a")
            yield Marked(event.mark + "b")

    def limit(game: Toy, event: Marked) -> Iterator[Event]:
        if len(event.mark) == 1:
            yield Limited(0, len(game.table.marks))

    game = toy(Deed(mark="x"), consequences={Marked: (two, limit)})
    marks = ["x", "xa", "xaa", "xab", "xb", "xba", "xbb"]
    assert game.table.marks == marks
    assert game.log == [*map(Marked, marks), Limited(0, 7)]
    assert game.table.limits[0] == 7


def test_a_consequence_sees_the_table_as_the_event_left_it() -> None:
    seen = []

    def look(game: Toy, event: Marked) -> Iterator[Event]:
        seen.append((event.mark, list(game.table.marks), list(game.log or [])))
        yield from ()

    toy(Deed(mark="x"), consequences={Marked: (look,)})
    assert seen == [("x", ["x"], [Marked("x")])]


# ------------------------------------------------------------------------------ clones and the log


def test_a_simulation_keeps_no_log() -> None:
    game = bidding()
    twin = game.clone()
    assert game.log == [] and twin.log is None
    play(twin, (0, Number(1)), (1, Number(1)), (2, Number(1)))
    assert twin.table.marks and twin.log is None


def test_a_clone_may_keep_its_own_copy_of_the_log() -> None:
    game = bidding()
    act(game, 0, Say("limit"))
    twin = game.clone(keep_log=True)
    assert twin == game and twin.log is not game.log
    act(twin, 1, Say("limit"))
    assert len(twin.log or []) == 2 and len(game.log or []) == 1
    assert game.clone().clone(keep_log=True).log is None


def test_what_happens_to_a_clone_does_not_happen_to_the_original() -> None:
    game = bidding()
    play(game, (0, Number(4)), (1, Poke(1)), (0, Say("no")), (2, Poke(2)), (1, Say("no")))
    before = save(game, log=True)
    twin = game.clone()
    assert save(twin) == save(game) and twin.asked == game.asked
    play(twin, (0, Poke(3)), (1, Say("limit")))
    while not twin.is_over:
        answer_by_default(twin, awaited(twin)[0])
    assert save(game, log=True) == before
    assert isinstance(game.luck, QuickLuck)
    twin = game.clone()
    game.luck.word()
    game.stack[-1].step = "elsewhere"
    game.table.marks.append("x")
    assert save(twin) == save(load(before))


def test_a_clone_shares_no_container_that_is_ever_changed() -> None:
    game = bidding()
    play(game, (0, Number(4)), (1, Poke(1)), (0, Say("no")))
    twin = game.clone(keep_log=True)
    for name in ("table", "stack", "luck", "answers", "suspended", "log"):
        assert getattr(twin, name) is not getattr(game, name), name
    assert not {id(frame) for frame in twin.stack} & {id(frame) for frame in game.stack}
    for name in game.table.__struct_fields__:
        assert getattr(twin.table, name) is not getattr(game.table, name), name


def test_running_a_game_that_waits_asks_the_same_again() -> None:
    game = bidding()
    before, asked = save(game, log=True), game.asked
    run(game)
    assert save(game, log=True) == before and game.asked == asked


def test_two_new_games_share_nothing() -> None:
    """Their defaults are containers too."""
    one, two = bidding(), bidding()
    play(one, (0, Number(1)), (1, Poke(1)))
    assert two.answers == {} and two.suspended == {} and two.log == []
    assert NO not in two.answers.values()
