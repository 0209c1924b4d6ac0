"""Small faults that can be made in a program: each is one change of its source.

A change replaces a stretch of bytes, so that everything else stays as it was written and the change
can be told as a difference of lines. Left alone: annotations, decorators, assertions, what is
raised, formatted text, ids of rules, and files without a function: those are data.
"""

from __future__ import annotations

import ast
import difflib
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: (r"\|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
EMPTY = {"list": "[]", "tuple": "()", "dict": "{}", "Goods": "{}"}
WHOLE = ("int", "Seat")
GATHERED = (ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.DictComp, ast.JoinedStr, ast.Set)
ENUMS = ("Enum", "StrEnum", "IntEnum", "Flag", "IntFlag")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d+")


class Mutant(Struct, frozen=True, order=True):
    """One change of one file."""

    path: str
    start: int
    end: int
    operator: str
    new: str
    line: int

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def diff(self, source: bytes) -> list[str]:
        """The lines that go, then the lines that come, as they stand but for their margin."""
        old, new = (text.decode().splitlines() for text in (source, self.applied(source)))
        lines = difflib.unified_diff(old, new, n=0, lineterm="")
        changed = [line for line in lines if line[:3] not in ("---", "+++") and line[:1] in "+-"]
        return [f"{line[0]} {line[1:].strip()}" for line in changed if line[1:].strip()]


class Surroundings(Struct):
    """What is known of a program beyond one file: members of enums, fields of structs, ids."""

    members: dict[str, list[str]] = {}
    fields: dict[str, tuple[str | int, ...]] = {}  # with the number of the file they are in
    roles: dict[str, list[str]] = {}  # the ids that stand in each role
    closed: dict[str, list[str]] = {}  # roles for which all ids are declared


def surroundings(sources: Iterable[bytes], beside: Iterable[bytes] = ()) -> Surroundings:
    """What is known of these sources; `beside`: others that declare what ids may stand where."""
    context = Surroundings()
    trees = [ast.parse(source) for source in sources]
    note_closed([*trees, *map(ast.parse, beside)], context.closed)
    for number, tree in enumerate(trees):
        note_roles(tree, context.roles)
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            if any(isinstance(base, ast.Name) and base.id in ENUMS for base in node.bases):
                assigned = [line for line in node.body if isinstance(line, ast.Assign)]
                targets = [line.targets[0] for line in assigned]
                context.members[node.name] = [t.id for t in targets if isinstance(t, ast.Name)]
            else:
                declared = [line for line in node.body if isinstance(line, ast.AnnAssign)]
                if declared:
                    fields = [ast.unparse(line.target) for line in declared]
                    context.fields[node.name] = (number, *fields)
    return context


Change = tuple[int, int, str]  # from, to, what stands there now


class Finder(ast.NodeVisitor):
    """Goes through one file and notes every change that can be made in it."""

    def __init__(self, path: str, source: bytes, known: Surroundings) -> None:
        self.path, self.source, self.known = path, source, known
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.function: ast.FunctionDef | None = None
        self.owner: ast.ClassDef | None = None
        tree = ast.parse(source)
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree)):
            self.visit(tree)

    # Places in the source

    def start(self, node: ast.expr | ast.stmt | ast.pattern) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.pattern) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt | ast.pattern) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def note(self, operator: str, change: Change) -> None:
        start, end, new = change
        if self.source[start:end] != new.encode():
            line = self.source.count(b"\n", 0, start) + 1
            self.found.append(Mutant(self.path, start, end, operator, new, line))

    def replace(self, operator: str, node: ast.expr | ast.stmt, new: str) -> None:
        self.note(operator, (self.start(node), self.end(node), new))

    def sign(self, operator: str, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Replaces the sign between two expressions."""
        start, end = self.end(left), self.start(right)
        bounded = rf"\b{old}\b" if old[0].isalpha() else old
        if sign := re.search(bounded.encode(), self.source[start:end]):
            self.note(operator, (start + sign.start(), start + sign.end(), new))

    # What is left alone

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "rule_ids":
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if any(isinstance(base, ast.Name) and base.id in ENUMS for base in node.bases):
            return
        before, self.owner = self.owner, node
        for line in node.body:
            self.visit(line)
        self.owner = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in ("__repr__", "__str__"):
            return
        before, self.function = self.function, node
        self.visit(node.args)
        for line in node.body:
            self.visit(line)
        self.function = before

    # Expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = pairwise([node.left, *node.comparators])
        for operator, (left, right) in zip(node.ops, sides, strict=True):
            old, others = COMPARISONS[type(operator)]
            for new in others:
                self.sign("comparison", left, right, old, new)
        for side in node.comparators:
            self.string(side, ast.unparse(node.left))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        gathered = isinstance(node.left, GATHERED) or isinstance(node.right, GATHERED)
        if self.function and type(node.op) in ARITHMETIC and not gathered and not is_text(node):
            old, new = ARITHMETIC[type(node.op)]
            self.sign("arithmetic", node.left, node.right, old, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        text, at = "", self.start(node)
        for left, right in pairwise(node.values):
            between = self.source[self.end(left) : self.start(right)].decode()
            text += self.source[at : self.end(left)].decode()
            text += re.sub(rf"\b{old}\b", new, between, count=1)
            at = self.start(right)
        text += self.source[at : self.end(node)].decode()
        self.replace("boolean", node, f"({text})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.replace("negation", node, self.text(node)[len("not") :].strip())
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            self.replace("constant", node, str(node.value + 1))
            if node.value:
                self.replace("constant", node, str(node.value - 1))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        members = self.known.members.get(name, [])
        if node.attr in members:
            following = members[(members.index(node.attr) + 1) % len(members)]
            self.replace("member", node, f"{self.text(owner)}.{following}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            name = node.func.id
            if name in TWINS:
                self.replace("twin", node.func, TWINS[name])
            for other, fields in self.known.fields.items():
                like = other != name and other in self.names
                if like and fields == self.known.fields.get(name):
                    self.replace("event", node.func, other)
        for at, argument in enumerate(node.args):
            self.string(argument, f"{ast.unparse(node.func)} {at}")
        for keyword in node.keywords:
            if keyword.arg != "rule_ids":
                self.string(keyword.value, f"{ast.unparse(node.func)} {keyword.arg}")
        for first, second in pairwise(node.args):
            if self.declared(first) and self.declared(first) == self.declared(second):
                between = self.source[self.end(first) : self.start(second)].decode()
                swapped = self.text(second) + between + self.text(first)
                self.note("swapped", (self.start(first), self.end(second), swapped))
        self.generic_visit(node)

    def declared(self, node: ast.expr) -> str:
        """The type of a parameter, or of a field of self, as it is written; else nothing."""
        if isinstance(node, ast.Name) and self.function:
            for parameter in (*self.function.args.args, *self.function.args.kwonlyargs):
                if parameter.arg == node.id and parameter.annotation:
                    return ast.unparse(parameter.annotation)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self" and self.owner:
            for line in self.owner.body:
                if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == node.attr:
                    return ast.unparse(line.annotation)
        return ""

    def string(self, node: ast.expr, role: str) -> None:
        """Replaces an id by another that stands in the same role, or by one that nobody knows."""
        value = node.value if isinstance(node, ast.Constant) else None
        if not self.function or not isinstance(value, str) or not is_id(value):
            return
        others = self.known.closed.get(role) or self.known.roles.get(role, [value])
        following = others[(others.index(value) + 1) % len(others)] if value in others else value
        self.replace("id", node, f'"{following if following != value else value + "_"}"')

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test, values=("True",))
        self.generic_visit(node)

    # Statements

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if all(isinstance(line, (ast.Raise, ast.Assert)) for line in node.body):
            self.condition(node.test, values=("False",))
        else:
            self.condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test, values=("False",))
        self.generic_visit(node)

    def condition(self, test: ast.expr, values: Sequence[str] = ("False", "True")) -> None:
        """Takes one branch away: the other is always taken."""
        binds = any(isinstance(node, ast.NamedExpr) for node in ast.walk(test))
        if not self.function or isinstance(test, ast.Constant):
            return
        for value in values:
            joined = "and" if value == "False" else "or"
            new = f"(({self.text(test)}) {joined} {value})" if binds else value
            self.replace("branch", test, new)

    def visit_match_case(self, node: ast.match_case) -> None:
        if isinstance(node.pattern, ast.MatchValue):
            self.string(node.pattern.value, "case")
        if node.guard is not None:
            self.replace("branch", node.guard, "False")
        else:
            end = self.end(node.pattern)
            self.note("branch", (end, end, " if False"))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        returns = self.function.returns if self.function else None
        if node.value is None or returns is None:
            return
        kind, text = ast.unparse(returns).partition("[")[0], self.text(node.value)
        if isinstance(node.value, ast.Constant):
            pass  # changed as a constant
        elif kind == "bool":
            self.replace("return", node.value, f"not ({text})")
        elif kind in WHOLE:
            self.replace("return", node.value, f"({text}) + 1")
        elif kind in EMPTY and text not in EMPTY.values() and not is_pair(returns):
            self.replace("return", node.value, EMPTY[kind])
        elif ast.unparse(returns).endswith("| None"):
            self.replace("return", node.value, "None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and self.function:
            told = ast.unparse(node.value.func) == "tell"
            self.replace("dropped tell" if told else "dropped", node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.function and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
            self.replace("dropped", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if self.function:
            if isinstance(node.target, (ast.Attribute, ast.Subscript)):
                self.replace("dropped", node, "pass")
            if type(node.op) in ARITHMETIC and not isinstance(node.value, GATHERED):
                old, new = ARITHMETIC[type(node.op)]
                self.sign("arithmetic", node.target, node.value, old, new)
        self.visit(node.value)


def is_id(value: str) -> bool:
    return value.replace("-", "_").isidentifier() and not RULE_ID.fullmatch(value)


def is_pair(kind: ast.expr) -> bool:
    """Whether this is a tuple that cannot be empty."""
    return ast.unparse(kind).startswith("tuple") and "..." not in ast.unparse(kind)


def is_text(node: ast.BinOp) -> bool:
    """Whether text is put together here."""
    sides = (node.left, node.right)
    return any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)


def note_roles(tree: ast.AST, roles: dict[str, list[str]]) -> None:
    """The ids that stand in each role: an argument of some call, the other side of a comparison."""

    def note(role: str, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_id(node.value):
            names = roles.setdefault(role, [])
            if node.value not in names:
                names.append(node.value)

    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for at, argument in enumerate(node.args):
                note(f"{ast.unparse(node.func)} {at}", argument)
            for keyword in node.keywords:
                note(f"{ast.unparse(node.func)} {keyword.arg}", keyword.value)
        elif isinstance(node, ast.Compare):
            for side in node.comparators:
                note(ast.unparse(node.left), side)
        elif isinstance(node, ast.MatchValue):
            note("case", node.value)


def note_closed(trees: Sequence[ast.Module], closed: dict[str, list[str]]) -> None:
    """Fields whose ids are a Literal: only another of those makes another program."""
    lines = [line for tree in trees for line in tree.body]
    named: dict[str, list[str]] = {}
    for line in lines:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Subscript):
            target, (kind, inner) = line.targets[0], (line.value.value, line.value.slice)
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            if ast.unparse(kind) == "Literal" and isinstance(target, ast.Name):
                named[target.id] = [ast.literal_eval(member) for member in members]
    for owner in (line for line in lines if isinstance(line, ast.ClassDef)):
        declared = [line for line in owner.body if isinstance(line, ast.AnnAssign)]
        for at, field in enumerate(declared):
            if ids := named.get(ast.unparse(field.annotation)):
                closed[f"{owner.name} {at}"] = ids
                closed[f"{owner.name} {ast.unparse(field.target)}"] = ids


def mutants(path: str, source: bytes, known: Surroundings | None = None) -> list[Mutant]:
    """Every change that can be made in a file, in the order of the file."""
    if known is None:
        known = surroundings([source])
    return sorted(set(Finder(path, source, known).found))


def is_another_program(changed: bytes, source: bytes) -> bool:
    try:
        compile(changed, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))


def sample(
    sources: Mapping[str, bytes], number: int, seed: int, beside: Iterable[bytes] = ()
) -> list[Mutant]:
    """So many changes of these files, evenly over the operators; the same for the same seed."""
    known = surroundings(sources.values(), beside)
    by_operator: dict[str, list[Mutant]] = {}
    for path, source in sources.items():
        for mutant in mutants(path, source, known):
            by_operator.setdefault(mutant.operator, []).append(mutant)
    for operator, group in by_operator.items():
        random.Random(f"{seed} {operator}").shuffle(group)
    turns = sorted(by_operator)
    random.Random(seed).shuffle(turns)
    drawn: list[Mutant] = []
    while len(drawn) < number and any(by_operator.values()):
        for operator in turns:
            if by_operator[operator] and len(drawn) < number:
                mutant = by_operator[operator].pop()
                source = sources[mutant.path]
                if is_another_program(mutant.applied(source), source):
                    drawn.append(mutant)
    return drawn


OPERATORS: Sequence[str] = (
    "comparison", "arithmetic", "boolean", "constant", "negation", "member", "twin", "event",
    "id", "swapped", "branch", "return", "dropped", "dropped tell",
)  # fmt: skip
