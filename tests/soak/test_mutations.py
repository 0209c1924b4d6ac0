"""The mutator: every operator changes a program into another program, the same for one seed."""

from __future__ import annotations

import pytest

from tools.soak.mutations import OPERATORS, Mutant, is_another_program, mutants, sample

SOURCE = '''
"""A module of every kind of code: « é » takes two bytes."""

from __future__ import annotations

from enum import Enum

LIMIT: int | None = 3


class Side(Enum):
    LEFT = 1
    RIGHT = 2


class Paid:
    seat: int
    coins: int


class Lost:
    seat: int
    coins: int


class Rule:
    giver: int
    taker: int
    closed: bool = False

    def start(self, game: object, seat: int, to: int) -> None:
        tell(game, Paid(seat, 1))
        tell(game, Lost(to, 2, source="été"))
        self.done = "été" and pay(self.giver, self.taker)
        options.append(seat)


def room(seat: int, to: int, side: Side) -> bool:
    assert seat >= 0, "left alone"
    if side is Side.LEFT and not to:
        return seat < to
    raise ValueError(seat + 1)


def most(seats: list[int], kind: str) -> list[int]:
    match kind:
        case "citizen":
            return [seat - 1 for seat in seats if seat]
        case "guard" if len(seats) > 1:
            return [max(seats)]
    while (last := len(seats)) > 4:
        seats[0] += 1
        if (first := seats[0]) and last:
            return [first if last else 0]
    return []
'''.encode()


def lines(operator: str, source: bytes = SOURCE) -> list[list[str]]:
    there = mutants("toy.py", source)
    return [mutant.diff(source) for mutant in there if mutant.operator == operator]


def test_every_operator_is_at_work() -> None:
    assert {mutant.operator for mutant in mutants("toy.py", SOURCE)} == set(OPERATORS)


def test_every_change_makes_another_program() -> None:
    there = mutants("toy.py", SOURCE)
    changed = {mutant.applied(SOURCE) for mutant in there}
    assert len(changed) == len(there)
    assert all(is_another_program(program, SOURCE) for program in changed)


@pytest.mark.parametrize(
    ("operator", "old", "new"),
    [
        ("comparison", "return seat < to", "return seat <= to"),
        ("comparison", "return seat < to", "return seat >= to"),
        (
            "comparison",
            "if side is Side.LEFT and not to:",
            "if side is not Side.LEFT and not to:",
        ),
        ("arithmetic", "seats[0] += 1", "seats[0] -= 1"),
        ("boolean", "if side is Side.LEFT and not to:", "if (side is Side.LEFT or not to):"),
        ("constant", "LIMIT: int | None = 3", "LIMIT: int | None = 4"),
        ("constant", "LIMIT: int | None = 3", "LIMIT: int | None = 2"),
        ("constant", "closed: bool = False", "closed: bool = True"),
        ("negation", "if side is Side.LEFT and not to:", "if side is Side.LEFT and to:"),
        ("member", "if side is Side.LEFT and not to:", "if side is Side.RIGHT and not to:"),
        ("twin", "return [max(seats)]", "return [min(seats)]"),
        ("event", "tell(game, Paid(seat, 1))", "tell(game, Lost(seat, 1))"),
        (
            "id",
            'tell(game, Lost(to, 2, source="été"))',
            'tell(game, Lost(to, 2, source="été_"))',
        ),
        ("id", 'case "citizen":', 'case "guard":'),
        (
            "swapped",
            'self.done = "été" and pay(self.giver, self.taker)',
            'self.done = "été" and pay(self.taker, self.giver)',
        ),
        ("branch", "if side is Side.LEFT and not to:", "if False:"),
        ("branch", "if side is Side.LEFT and not to:", "if True:"),
        ("branch", 'case "citizen":', 'case "citizen" if False:'),
        ("branch", 'case "guard" if len(seats) > 1:', 'case "guard" if False:'),
        (
            "branch",
            "if (first := seats[0]) and last:",
            "if (((first := seats[0]) and last) and False):",
        ),
        ("return", "return seat < to", "return not (seat < to)"),
        ("return", "return [max(seats)]", "return []"),
        ("dropped", "options.append(seat)", "pass"),
        ("dropped tell", "tell(game, Paid(seat, 1))", "pass"),
    ],
)
def test_an_operator_does_what_it_says(operator: str, old: str, new: str) -> None:
    assert [f"- {old}", f"+ {new}"] in lines(operator)


def test_annotations_assertions_and_what_is_raised_are_left_alone() -> None:
    there = [mutant.diff(SOURCE)[0] for mutant in mutants("toy.py", SOURCE)]
    assert not [line for line in there if "assert" in line or "raise" in line or "def " in line]


def test_ids_of_rules_are_left_alone() -> None:
    source = b'def f() -> None:\n    ask(1, "MAN-1", rule_ids=("MAN-2",))\n'
    assert lines("id", source) == []


def test_an_id_of_a_closed_list_becomes_another_of_it() -> None:
    source = b'def f() -> Ask:\n    return Ask(1, acts="none")\n'
    kernel = (
        b"from typing import Literal\n"
        b'Openness = Literal["all", "none"]\n'
        b"class Ask:\n    seat: int\n    acts: Openness\n"
    )
    drawn = sample({"toy.py": source}, 10, 1, beside=[kernel])
    (changed,) = [mutant for mutant in drawn if mutant.operator == "id"]
    assert changed.diff(source)[1] == '+ return Ask(1, acts="all")'


def test_data_is_left_alone() -> None:
    assert mutants("cards.py", b"CARDS = [1, 2, not 3]\n") == []


def test_the_sample_is_the_same_for_a_seed_and_another_for_another() -> None:
    one, two, other = (sample({"toy.py": SOURCE}, 20, seed) for seed in (1, 1, 2))
    assert one == two != other
    assert len(set(one)) == 20


def test_the_sample_is_even_over_the_operators() -> None:
    drawn = sample({"toy.py": SOURCE}, len(OPERATORS), 5)
    assert {mutant.operator for mutant in drawn} == set(OPERATORS)


def test_the_sample_ends_when_there_is_no_more() -> None:
    assert len(sample({"toy.py": SOURCE}, 10_000, 1)) == len(mutants("toy.py", SOURCE))


def test_a_change_that_is_no_program_is_not_drawn() -> None:
    mutant = Mutant("toy.py", 0, 1, "constant", "(", 1)
    assert not is_another_program(mutant.applied(SOURCE), SOURCE)
