"""Only `diktat/pawns.py` knows where the bits of a pawn lie."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "src/clande/diktat/pawns.py"
SHIFT, MASK = 10, 3  # how far its number is shifted, and where its kind lies


def bit_places(text: str) -> Iterator[int]:
    """The lines that shift by 10 or mask by 3, also by a name that the module gives to the two."""
    tree = ast.parse(text)
    names: dict[str, int] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(value))):
                names[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int(value))):
                names[name] = value

    def is_number(operand: ast.expr, number: int) -> bool:
        match operand:
            case ast.Constant(value=int(value)):
                return value == number
            case ast.Name(id=name):
                return names.get(name) == number
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                return is_number(inner, number)
        return False

    for node in ast.walk(tree):
        match node:
            case (
                ast.BinOp(op=ast.LShift() | ast.RShift(), right=by)
                | ast.AugAssign(op=ast.LShift() | ast.RShift(), value=by)
            ) if is_number(by, SHIFT):
                yield node.lineno
            case ast.BinOp(op=ast.BitAnd(), left=left, right=right) if is_number(
                left, MASK
            ) or is_number(right, MASK):
                yield node.lineno
            case ast.AugAssign(op=ast.BitAnd(), value=by) if is_number(by, MASK):
                yield node.lineno


def test_no_other_file_knows_the_bits_of_a_pawn() -> None:
    folders = ("src", "tests", "tools", "examples")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    assert HOME in files
    assert [
        f"{file.relative_to(ROOT).as_posix()}:{line}"
        for file in files
        if file != HOME and "dictopia" not in file.parts  # has no pawns
        for line in bit_places(file.read_text("utf-8"))
    ] == []


def test_the_home_of_pawns_has_such_places() -> None:
    assert len(list(bit_places(HOME.read_text("utf-8")))) > 5


@pytest.mark.parametrize(
    "text",
    [
        "pawn >> 10",
        "7 << 10 | 2",
        "pawn & 3",
        "3 & pawn",
        "pawn & ~3",
        "pawn >>= 10",
        "pawn &= 3",
        "KIND = 3\npawn & KIND",
        "KIND: int = 3\npawn & KIND",
        "NUMBER = 10\npawn >> NUMBER",
    ],
)
def test_a_place_that_knows_them_is_noticed(text: str) -> None:
    assert len(list(bit_places(text))) == 1


def test_other_shifts_and_masks_are_no_fault() -> None:
    assert list(bit_places("1 << 16 | 10 << 2\nword & 7\nfrom a import KIND\npawn & KIND")) == []
