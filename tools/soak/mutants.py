"""Mutants: small faults in the rules, one at a time, each to be caught by a test.

Each mutant has a tree of its own, made from one copy of the project, and never touches the project
itself. First run the test files named for the mutated module, then the cases, then the rest.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

from clande.usage import UsageError
from tools.soak.campaigns import Progress
from tools.soak.covering import Covered, functions_at, read
from tools.soak.mutations import Mutant, sample
from tools.soak.tables import ROOT

PARTS = ("src", "tests", "examples", "tools", "docs", "README.md", "pyproject.toml", "go.py")
UNUSED = shutil.ignore_patterns("__pycache__", "static", "*.egg-info")
PATHS = "src/clande/kernel,src/clande/diktat,src/clande/dictopia"
OF_MODULES = "src/clande/diktat/configurations"  # whose cases lie in their own folders
TESTS = f"tests/kernel,tests/diktat,tests/dictopia,tests/cases,{OF_MODULES}"
BESIDE = ("src/clande",)  # where it is declared what ids may stand where
EQUIVALENT = ROOT / "tools/soak/equivalent.txt"
ENOUGH = 85  # per cent
TIMES = 3  # × the baseline, and then a mutant is said to go on for ever
SHORTEST = 20.0  # seconds that every mutant has
MEMORY = 4 << 30
LISTED = 10  # tests that fail without any mutant, told by name
PLUGINS = ("-p", "no:cacheprovider", "-p", "pytest_timeout", "-p", "tools.soak.covering")
PYTEST = ("-m", "pytest", "-q", "--tb=line", *PLUGINS)
CASES = ("-m", "clande", "cases", "run", "-q")
FOLDERS = {"kernel", "diktat", "dictopia"}  # of the program, and of its tests
SUFFIXES = (".yaml", ".yml")

Fate = Literal["killed", "survived", "timed out", "equivalent"]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sample", type=int, default=300, help="how many (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--paths", default=PATHS, help=f"what is mutated (default: {PATHS})")
    parser.add_argument("--tests", default=TESTS, help=f"what must notice (default: {TESTS})")
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE",
        help="write results here as they come; those that are there already are not run again",
    )  # fmt: skip
    parser.set_defaults(run=run)


class Result(Struct, frozen=True):
    """What became of one mutant."""

    key: str
    path: str
    line: int
    operator: str
    diff: list[str]
    fate: Fate
    by: str = ""  # the test that caught it
    seconds: float = 0.0

    def told(self) -> str:
        where = f"{self.fate:<10} {self.path}:{self.line}  {self.operator}"
        return "\n".join([where, *(f"    {line}" for line in self.diff)])


class Baseline(Struct):
    """The tests as they are: what each file takes, and what fails without any mutant."""

    files: dict[str, float] = {}  # test files, with their seconds
    cases: list[str] = []
    failing: list[str] = []  # tests, or case files
    seconds: float = 0.0
    tests: Covered = field(default_factory=Covered)  # what each test goes through, and
    through_cases: Covered = field(default_factory=Covered)  # each case

    def limit(self) -> float:
        return max(SHORTEST, TIMES * self.seconds)


# ------------------------------------------------------------------------------------- trees


def copy_of(project: Path, into: Path) -> Path:
    """The project as it stands now; whoever goes on working on it disturbs nothing."""
    for part in PARTS:
        source = project / part
        if source.is_dir():
            shutil.copytree(source, into / part, ignore=UNUSED)
        elif source.exists():
            into.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, into / part)
    return into


@contextmanager
def tree(base: Path, mutant: Mutant, trees: Path) -> Iterator[Path]:
    """A copy with one change. Files are shared with the base, and so is what is compiled."""
    place = Path(tempfile.mkdtemp(dir=trees)) / "tree"
    try:
        shutil.copytree(base, place, copy_function=os.link)
        file = place / mutant.path
        changed = mutant.applied(file.read_bytes())
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            compiled.unlink()
        file.unlink()  # its name here, not the file that the base has
        file.write_bytes(changed)
        yield place
    finally:
        shutil.rmtree(place.parent, ignore_errors=True)


# -------------------------------------------------------------------------------------- runs


RUNNING: set[subprocess.Popen[str]] = set()


class Ran(Struct, frozen=True):
    status: int | None  # None: its time was up
    out: str
    seconds: float


def run_in(place: Path, command: Sequence[str], seconds: float) -> Ran:
    """Runs Python in a tree, on the program of that tree, for so long at most."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(place / "src"),
        "PYTHONHASHSEED": "0",
        "CI": "true",  # Hypothesis draws the same again, and looks at no clock
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # most of the time of a short run
    }
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, *command], cwd=place, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    )  # fmt: skip
    RUNNING.add(process)
    try:
        out, _ = process.communicate(timeout=seconds)
        status: int | None = process.returncode
    except subprocess.TimeoutExpired:
        end(process)
        process.communicate()
        out, status = "", None
    finally:
        RUNNING.discard(process)
    return Ran(status, out, time.monotonic() - start)


def end(process: subprocess.Popen[str]) -> None:
    """Ends a process of ours with all that it has started."""
    if not hasattr(os, "killpg"):
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def memory(limit: int = MEMORY) -> Iterator[None]:
    """What is started meanwhile can have so much: a mutant may gather without end."""
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    hard = before[1]
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def baseline(base: Path, tests: Sequence[str]) -> Baseline:
    """Runs everything once, unchanged. What fails now is left out later, and told."""
    result = Baseline()
    probe = run_in(base, ["-c", "import clande; print(clande.__file__)"], SHORTEST)
    if not probe.out.startswith(str(base)):
        raise UsageError(f"the program of the copy is not the one that runs: {probe.out.strip()}")
    for name in tests:
        if not (base / name).exists():
            raise UsageError(f"{name} is not there")
    python = [name for name in tests if holds_tests(base / name)]
    if python:
        report = base / "baseline.xml"
        covering = base / "tests.json"
        options = (f"--junitxml={report}", "-o", "junit_family=xunit1", f"--covering={covering}")
        ran = run_in(base, [*PYTEST, "--continue-on-collection-errors", *options, *python], 3600)
        if not report.exists():
            raise UsageError(f"the tests do not run:\n{ran.out}")
        read_report(report, result)
        result.tests = read(covering)
        result.seconds += ran.seconds
    result.cases = sorted(
        str(path.relative_to(base))
        for name in tests
        for path in (base / name).rglob("*")
        if path.suffix in SUFFIXES
    )
    if result.cases:
        ran = run_in(base, [*CASES, *result.cases], 3600)
        bad = [case for case in result.cases if re.search(rf"\b{re.escape(case)}\b", ran.out)]
        result.failing += bad
        result.cases = [case for case in result.cases if case not in bad]
        result.seconds += ran.seconds
        covering = base / "cases.json"
        run_in(base, ["-m", "tools.soak.covering", str(covering), *result.cases], 3600)
        result.through_cases = read(covering)
    return result


def holds_tests(path: Path) -> bool:
    return path.suffix == ".py" or any(path.rglob("test_*.py"))


def read_report(report: Path, baseline: Baseline) -> None:
    for case in ElementTree.parse(report).iter("testcase"):
        name, owner = case.get("name", ""), case.get("classname", "")
        file = case.get("file") or f"{(owner or name).replace('.', '/')}.py"
        error = case.find("error")
        if error is not None and error.get("message") == "collection failure":
            baseline.failing.append(file)
            continue
        baseline.files[file] = baseline.files.get(file, 0.0) + float(case.get("time", 0))
        if error is not None or case.find("failure") is not None:
            module = file.removesuffix(".py").replace("/", ".")
            inner = owner.removeprefix(module).lstrip(".").split(".")
            baseline.failing.append("::".join([file, *filter(None, inner), name]))


# ----------------------------------------------------------------------------------- verdicts


def stages(base: Path, mutant: Mutant, baseline: Baseline) -> Iterator[list[str]]:
    """The runs that a mutant has to survive: the cases, its own chapter, then the rest; only what
    goes through the changed function, where that can be told."""
    module = Path(mutant.path).with_suffix("")
    keys = [
        f"{mutant.path}:{line}"
        for line in functions_at((base / mutant.path).read_bytes(), mutant.line)
    ]
    if baseline.cases:
        # a mutant of one game cannot be noticed in the cases of another
        ours = [case for case in baseline.cases if game_of(case) in module.parts] or baseline.cases
        through = baseline.through_cases.of(keys) if keys and baseline.through_cases.names else ours
        if cases := [case for case in ours if case in set(through)]:
            yield [*CASES, *cases]
    own, rest = chapters(base, module, baseline)
    failing = [f"--deselect={test}" for test in baseline.failing if "::" in test]
    options = ("-x", "--basetemp=.scratch", *failing)
    if not keys or not baseline.tests.names:
        for files in filter(None, (own, rest)):
            yield [*PYTEST, *options, *files]
    elif tests := baseline.tests.of(keys):
        order = {file: place for place, file in enumerate((*own, *rest))}
        tests = [test for test in tests if test.partition("::")[0] in order]
        tests.sort(key=lambda test: order[test.partition("::")[0]])
        if tests:
            only = base.parent / f"{key_of(mutant, b'')}.json"
            only.write_bytes(msgspec.json.encode(tests))
            files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
            yield [*PYTEST, *options, f"--only={only}", *files]


def chapters(base: Path, module: Path, baseline: Baseline) -> tuple[list[str], list[str]]:
    """The test files named for a module, and the others: those that name it first."""
    stem = module.parent.name if module.name == "__init__" else module.name
    dotted = ".".join(
        module.parts[module.parts.index("src") + 1 :] if "src" in module.parts else ()
    )
    imports = re.compile(rf"\b{re.escape(dotted)}\b" if dotted else rf"\b{stem}\b")
    files = [file for file in baseline.files if concerns(file, module)]
    by_time = sorted(files, key=lambda file: (baseline.files[file], file))
    near = [file for file in by_time if imports.search((base / file).read_text("utf-8"))]
    own = [file for file in by_time if Path(file).stem == f"test_{stem}"] or near[:1]
    rest = [file for file in (*near, *by_time) if file not in own]
    return own, list(dict.fromkeys(rest))


def concerns(file: str, module: Path) -> bool:
    """A mutant of one game cannot be noticed in the tests of another, nor in the kernel's."""
    strangers = set() if "kernel" in module.parts else FOLDERS - set(module.parts)
    return strangers.isdisjoint(Path(file).parts)


def game_of(case: str) -> str:
    """The folder below the one of all cases; elsewhere, the game whose folder it lies in."""
    parts = Path(case).parts
    if parts[:2] == ("tests", "cases"):
        return parts[2]
    return next((part for part in parts if part in FOLDERS), "")


def key_of(mutant: Mutant, source: bytes) -> str:
    """The same for the same change of the same file."""
    about = (mutant.path, mutant.start, mutant.end, mutant.new, hashlib.sha256(source).hexdigest())
    return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


def judge(base: Path, trees: Path, mutant: Mutant, baseline: Baseline) -> Result:
    """Runs the tests on a mutant until one fails."""
    start, seconds = time.monotonic(), baseline.limit()
    fate: Fate = "survived"
    by = ""
    with tree(base, mutant, trees) as place:
        for command in stages(base, mutant, baseline):
            ran = run_in(place, command, seconds)
            seconds -= ran.seconds
            if ran.status is None or seconds <= 0:
                fate = "timed out"
                break
            if ran.status not in (0, 5):  # 5: nothing was selected
                fate, by = "killed", first_failure(ran.out)
                break
    return settled(base, mutant, fate, by, time.monotonic() - start)


def settled(base: Path, mutant: Mutant, fate: Fate, by: str = "", seconds: float = 0.0) -> Result:
    source = (base / mutant.path).read_bytes()
    return Result(
        key_of(mutant, source), mutant.path, mutant.line, mutant.operator, mutant.diff(source),
        fate, by, round(seconds, 1),
    )  # fmt: skip


def first_failure(out: str) -> str:
    match = re.search(r"^(?:FAILED|ERROR|DIFFERS|UNREADABLE) +(\S+)", out, re.M)
    return match[1] if match else out.strip().rpartition("\n")[2][:100]


def equivalents(file: Path = EQUIVALENT) -> list[tuple[str, list[str]]]:
    """The file and the lines of each mutant that is known to change nothing."""
    ids = []
    text = file.read_text("utf-8") if file.exists() else ""
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for block in filter(None, re.split(r"\n\s*\n", plain.strip())):
        path, *lines = [line.strip() for line in block.splitlines()]
        diff = [line for line in lines if line[:2] in ("- ", "+ ")]
        if not diff or len(diff) == len(lines):
            raise UsageError(f"{file.name}: {path}: a block has changed lines and a reason")
        ids.append((path, diff))
    return ids


def sources_of(base: Path, paths: Sequence[str]) -> dict[str, bytes]:
    """The files that are mutated."""
    sources = {}
    for path in paths:
        place = base / path
        files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        for file in files:
            if not file.is_file():
                raise UsageError(f"{path} is not there")
            sources[str(file.relative_to(base))] = file.read_bytes()
    return sources


def run(options: argparse.Namespace, project: Path = ROOT) -> int:
    if options.sample < 1 or options.processes < 1:
        raise UsageError("--sample and --processes are more than nothing")
    paths, tests = options.paths.split(","), options.tests.split(",")
    before = read_results(options.resume)
    with tempfile.TemporaryDirectory(prefix="soak-") as scratch, memory():
        base = copy_of(project, Path(scratch).resolve() / "base")
        sources = sources_of(base, paths)
        drawn = sample(sources, options.sample, options.seed, sources_of(base, BESIDE).values())
        measured = baseline(base, tests)
        tell_baseline(measured, len(drawn))
        results = list(campaign(base, Path(scratch), drawn, measured, before, options))
    return report(results)


def tell_baseline(baseline: Baseline, number: int) -> None:
    print(
        f"{number} mutants against {len(baseline.files)} test files "
        f"and {len(baseline.cases)} cases; unchanged they take {baseline.seconds:.1f} s, "
        f"a mutant has {baseline.limit():.0f} s",
        flush=True,
    )
    for test in baseline.failing[:LISTED]:
        print(f"left out, fails without a mutant: {test}", flush=True)
    if len(baseline.failing) > LISTED:
        print(f"left out, too: {len(baseline.failing) - LISTED} more", flush=True)
    if not baseline.files and not baseline.cases:
        raise UsageError("no test passes, so none can catch anything")


def campaign(
    base: Path,
    trees: Path,
    drawn: Sequence[Mutant],
    baseline: Baseline,
    before: dict[str, Result],
    options: argparse.Namespace,
) -> Iterator[Result]:
    """What becomes of each mutant, told as it comes."""
    harmless, progress = equivalents(), Progress(len(drawn), "mutants")
    pending = []
    for mutant in drawn:
        source = (base / mutant.path).read_bytes()
        if (mutant.path, mutant.diff(source)) in harmless:
            yield settled(base, mutant, "equivalent")
        elif (key := key_of(mutant, source)) in before:
            yield before[key]
        else:
            pending.append(mutant)
            continue
        progress.went(1)
    with ThreadPoolExecutor(options.processes) as pool:
        futures = [pool.submit(judge, base, trees, mutant, baseline) for mutant in pending]
        try:
            for future in as_completed(futures):
                result = future.result()
                write_result(options.resume, result)
                if result.fate == "survived":
                    progress.over()
                    print(result.told(), flush=True)
                yield result
                progress.went(1)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in tuple(RUNNING):
                end(process)
            raise
    progress.over()


def read_results(file: Path | None) -> dict[str, Result]:
    if file is None or not file.exists():
        return {}
    try:
        results = [
            msgspec.json.decode(line, type=Result) for line in file.read_bytes().splitlines()
        ]
    except msgspec.DecodeError as error:
        raise UsageError(f"{file}: {error}") from None
    return {result.key: result for result in results}


def write_result(file: Path | None, result: Result) -> None:
    if file is not None:
        with file.open("ab") as lines:
            lines.write(msgspec.json.encode(result) + b"\n")


def report(results: Sequence[Result]) -> int:
    """The table, the survivors, the share; 1 if too many have survived."""
    fates: tuple[Fate, ...] = ("killed", "timed out", "survived", "equivalent")
    print("\n" + " ".join([f"{'operator':<14}", *(f"{fate:>10}" for fate in fates)]))
    for operator in [*sorted({result.operator for result in results}), ""]:
        row = [r for r in results if operator in ("", r.operator)]
        cells = [f"{sum(r.fate == fate for r in row):>10}" for fate in fates]
        print(" ".join([f"{operator or 'all':<14}", *cells]))
    survivors = sorted((r for r in results if r.fate == "survived"), key=lambda r: (r.path, r.line))
    if survivors:
        print("\n" + "\n".join(result.told() for result in survivors))
    counted = sum(result.fate != "equivalent" for result in results)
    share = 100 * (1 - len(survivors) / max(1, counted))
    print(f"\n{share:.1f} % killed; {ENOUGH} % are wanted")
    return 1 if share < ENOUGH else 0
