#!/usr/bin/env python3
"""Clandé: every command of the project. Needs Python 3.11 or newer, nothing else.

  python3 go.py play [--local] [--port N]   set everything up and open the house
  python3 go.py test [STAGE...]             all checks and tests: checks unit laws server browser
  python3 go.py check                       format, lint, types, layers, client checks: no tests
  python3 go.py bench [--against REV]       measure the engine beside its peers, or fail if this
                                            tree is slower than another commit
  python3 go.py soak CAMPAIGN               long: games laws kills mutants fuzz storm …
  python3 go.py lexicon                     build the dictionary of Dictopia
  python3 go.py lock                        resolve the dependencies again

The first run installs what is needed into .venv, .boot, .cache and client/node_modules.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BOOT = ROOT / ".boot"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UV = "uv>=0.13.7,<0.14"
TYPED = ("src", "tests", "examples", "tools", "go.py")


class Failed(Exception):
    """A command ended badly; without a reason, it has said why itself."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(reason)
        self.status = status


def run(*command: object) -> None:
    """Runs a command from the root of the project, its output on ours."""
    sys.stdout.flush()
    status = subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    if status:
        raise Failed(status)


def python(*arguments: object) -> None:
    run(PYTHON, *arguments)


# Set-up


def uv() -> str:
    """The installer: from PATH, else from PyPI into .boot."""
    for candidate in (shutil.which("uv"), BOOT / "bin/uv", BOOT / "Scripts/uv.exe"):
        if candidate and Path(candidate).exists():
            return str(candidate)
    print("L’installateur / The installer…", flush=True)
    pip = ("-m", "pip", "install", "-q", "--disable-pip-version-check")
    made = subprocess.run([sys.executable, "-m", "venv", str(BOOT)], capture_output=True)
    if made.returncode == 0:
        run(BOOT / ("Scripts/python.exe" if WINDOWS else "bin/python"), *pip, UV)
    else:  # a bare Debian has pip without ensurepip
        shutil.rmtree(BOOT, ignore_errors=True)
        run(sys.executable, *pip, "--target", BOOT, UV)
    return uv()


def sync(name: str) -> None:
    """Installs requirements/NAME.txt and the project itself, unless that was done already.

    Nothing is removed, so that `play` never undoes `test`.
    """
    lock_file = ROOT / "requirements" / f"{name}.txt"
    mark = VENV / f".{name}.sha256"
    wanted = hashlib.sha256(
        b"\0".join([os.fsencode(ROOT), lock_file.read_bytes(), read("pyproject.toml")])
    ).hexdigest()
    if PYTHON.exists() and mark.exists() and mark.read_text() == wanted:
        return
    if not PYTHON.exists():
        shutil.rmtree(VENV, ignore_errors=True)  # its Python may have gone
        run(uv(), "venv", "-q", "--python", sys.executable, VENV)
    install = (uv(), "pip", "install", "-q", "--python", PYTHON)
    print("Les paquets / The packages…", flush=True)
    run(*install, "--require-hashes", "-r", lock_file)
    run(*install, "--no-deps", "--no-build-isolation", "-e", ROOT)
    mark.write_text(wanted)


def read(name: str) -> bytes:
    return (ROOT / name).read_bytes()


def client(*arguments: str) -> None:
    python("-m", "tools.webbuild", *arguments)


# `test`: checks side by side, one pytest for the folders that need no browser, one for browsers


Check = tuple[object, ...]
FOLDERS = ("laws", "server", "browser")  # of tests/, a stage each; the rest is `unit`
STAGES = ("checks", "unit", *FOLDERS)
SCREEN = 26  # lines of failures at the end of a run
SLOWEST = 15
# of no use to browser tests, and 1.5 s of CPU to import in each process
IDLE_PLUGINS = ("anyio", "faker", "hypothesispytest")


def checks() -> dict[str, Check]:
    """What is looked at without running a game, by name; the longest first."""
    web = (PYTHON, "-m", "tools.webbuild")
    typed = [name for name in TYPED if (ROOT / name).exists()]
    return {
        "mypy": (PYTHON, "-m", "mypy", *typed),
        "client tests": (*web, "test"),
        "client check": (*web, "run", "check"),
        "import-linter": (PYTHON.with_name("lint-imports"), "--no-logo"),
        "wire types": (PYTHON, "-m", "tools.wiretypes", "--check"),
        "view types": (PYTHON, "-m", "tools.viewtypes", "--check"),
        "game types": (PYTHON, "-m", "tools.gametypes", "--check"),
        "sentences": (PYTHON, "-m", "tools.sentences", "--check"),
        "ruff check": (PYTHON, "-m", "ruff", "check", "."),
        "ruff format": (PYTHON, "-m", "ruff", "format", "--check", "."),
    }


@dataclass
class Outcome:
    """What a run of `test` comes to: seconds of each part and test, and all that failed."""

    parts: dict[str, float] = field(default_factory=dict)
    tests: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)  # a test or a check, and why
    status: int = 0

    def fail(self, name: str, reason: str, status: int = 1) -> None:
        self.failed.setdefault(name, reason)
        self.status = self.status or status


def run_checks(outcome: Outcome) -> None:
    """Runs all checks, two at a time; what each prints is shown when it ends, failures last."""

    def done(name: str, command: Check) -> tuple[str, int, str]:
        start = time.monotonic()
        ran = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        how = "FAILED" if ran.returncode else "passed"
        title = f"-- {name}: {how} after {time.monotonic() - start:.1f} s\n"
        return name, ran.returncode, title + ran.stdout.decode(errors="replace")

    late = []
    with ThreadPoolExecutor(2) as pool:
        ends = [pool.submit(done, name, command) for name, command in checks().items()]
        for end in as_completed(ends):
            name, status, text = end.result()
            if status:
                late.append(text)
                outcome.fail(name, f"the check ended with status {status}", status)
            else:
                print(text, end="", flush=True)
    for text in late:
        print(text, end="", flush=True)


def documented() -> list[str]:
    """Pages and modules with examples: the others need not be searched for any."""
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/clande/**/*.py")]
    return sorted(
        str(file.relative_to(ROOT))
        for file in files
        if file.exists() and b">>>" in file.read_bytes()
    )


def selection(names: Sequence[str]) -> list[str]:
    """What one pytest runs for these stages: folders of tests/, and for `unit` the examples too."""
    if "unit" not in names:
        return [f"tests/{name}" for name in FOLDERS if name in names]
    ignored = [f"--ignore=tests/{name}" for name in FOLDERS if name not in names]
    return ["tests", *ignored, "--doctest-modules", "--doctest-glob=*.md", *documented()]


def run_pytest(outcome: Outcome, *arguments: str) -> None:
    """Runs tests in two processes, and reads what the plugin has written of them."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        plugin = ("-p", "tools.testreport", "--report-file", report)
        status = subprocess.run(
            [str(p) for p in (PYTHON, "-m", "pytest", "-q", "-n", "2", *plugin, *arguments)],
            cwd=ROOT,
        ).returncode
        told = json.loads(report.read_text("utf-8")) if report.exists() else {}
    outcome.tests |= told.get("seconds", {})
    for name, reason in told.get("failed", {}).items():
        outcome.fail(name, reason, status)
    if status and not told.get("failed"):
        outcome.fail("pytest", f"ended with status {status}", status)


def run_browser(outcome: Outcome) -> None:
    ladder = [str(PYTHON), "-m", "tools.browser"]
    found = subprocess.run(ladder, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if found.returncode:
        outcome.fail("browser", "no Chromium, and none could be installed", found.returncode)
        return
    os.environ["CHROMIUM"] = found.stdout.strip()
    # the longest files first, as tests/browser/conftest.py has them, not those with most tests
    order = ("--dist", "loadfile", "--no-loadscope-reorder")
    idle = [part for name in IDLE_PLUGINS for part in ("-p", f"no:{name}")]
    run_pytest(outcome, "tests/browser", *order, *idle)


@contextmanager
def timed(outcome: Outcome, name: str) -> Iterator[None]:
    """Says when a part of the run begins, and how it ended after how long."""
    print(f"\n== {name}", flush=True)
    start, before, ended = time.monotonic(), len(outcome.failed), False
    try:
        yield
        ended = True
    finally:
        outcome.parts[name] = time.monotonic() - start
        well = ended and len(outcome.failed) == before
        how = "passed in" if well else "FAILED after"
        print(f"== {name}: {how} {outcome.parts[name]:.1f} s", flush=True)


def stage_of(test: str) -> str:
    return next((name for name in FOLDERS if test.startswith(f"tests/{name}/")), "unit")


def times(outcome: Outcome) -> list[str]:
    """How long the parts took, what each stage has in it, and the slowest tests."""
    lines = [f"{seconds:8.1f} s  {name}" for name, seconds in outcome.parts.items()]
    stages: dict[str, float] = {}
    for test, seconds in outcome.tests.items():
        stages[stage_of(test)] = stages.get(stage_of(test), 0.0) + seconds
    if stages:
        shares = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in stages.items())
        lines.append(f"tests one after another: {shares}; the slowest:")
    slowest = sorted(outcome.tests.items(), key=lambda test: -test[1])[:SLOWEST]
    return [*lines, *(f"{seconds:8.1f} s  {test}" for test, seconds in slowest)]


def failures(outcome: Outcome) -> list[str]:
    """One screen of what failed: checks by name, tests with the first line of the error."""
    lines = [f"{name}\n    {reason}" for name, reason in outcome.failed.items()]
    shown = lines[: SCREEN // 2]
    rest = [f"… and {len(lines) - len(shown)} more, above"] if len(lines) > len(shown) else []
    return [f"{len(lines)} failed", *shown, *rest]


# Commands


def play(*options: str) -> None:
    sync("play")
    client("build")
    command = [str(PYTHON), "-m", "clande", "serve", *options]
    if WINDOWS:
        run(*command)
    else:
        os.execv(command[0], command)  # one process, so that signals reach the house


def test(*names: str) -> None:
    """Runs the named stages, or all. A failure does not keep the others from running, but for
    one of the set-up, without which they could not."""
    unknown = [name for name in names if name not in STAGES]
    if unknown:
        raise Failed(2, f"no stage {unknown[0]!r}; there are: {' '.join(STAGES)}")
    wanted = [name for name in STAGES if name in (names or STAGES)]
    outcome = Outcome()
    with timed(outcome, "set-up"):
        sync("dev")
        client("install")
        client("build")
    if "checks" in wanted:
        with timed(outcome, "checks"):
            run_checks(outcome)
    tests = [name for name in wanted if name in ("unit", "laws", "server")]
    if tests:
        with timed(outcome, " ".join(tests)):
            options = ("--dist", "worksteal", "-p", "no:playwright")
            run_pytest(outcome, *options, *selection(tests))
    if "browser" in wanted:
        with timed(outcome, "browser"):
            run_browser(outcome)
    print("\n== times", *times(outcome), sep="\n", flush=True)
    if outcome.failed:
        print("", "=" * 78, *failures(outcome), sep="\n", flush=True)
        raise Failed(outcome.status)


def check() -> None:
    test("checks")


def bench(*options: str) -> None:
    if any(option.partition("=")[0] == "--against" for option in options):
        sync("dev")
        python("-m", "tools.gate", *options)
        return
    sync("bench")
    python("-m", "clande", "bench", *options)


def tool(name: str) -> Callable[..., None]:
    def command(*options: str) -> None:
        places = (ROOT / f"tools/{name}.py", ROOT / f"tools/{name}/__main__.py")
        if not any(place.exists() for place in places):
            raise Failed(2, f"{name} is not there yet")
        sync("dev")
        python("-m", f"tools.{name}", *options)

    return command


def lock() -> None:
    (ROOT / "requirements").mkdir(exist_ok=True)
    resolve(name="play", groups=("build",), within=None)
    resolve(name="dev", groups=("build", "dev"), within="play")
    resolve(name="bench", groups=("build", "bench"), within="dev")
    resolve(name="ray", groups=("build", "ray"), within="dev")


def resolve(name: str, groups: tuple[str, ...], within: str | None) -> None:
    """Writes requirements/NAME.txt: every package with its hashes, and no address at all."""
    options = [option for group in groups for option in ("--group", group)]
    if within:
        options += ["-c", f"requirements/{within}.txt"]
    compiled = (uv(), "pip", "compile", "-q", "--universal", "--generate-hashes", "--upgrade")
    plain = ("--no-emit-index-url", "--custom-compile-command", "python3 go.py lock")
    target = ("--python-version", "3.11", "pyproject.toml", "-o", f"requirements/{name}.txt")
    run(*compiled, *plain, *options, *target)


COMMANDS: dict[str, Callable[..., None]] = {
    "play": play,
    "test": test,
    "check": check,
    "bench": bench,
    "soak": tool("soak"),
    "lexicon": tool("lexicon"),
    "lock": lock,
}


WITHOUT_OPTIONS = ("check", "lock")


def main(*arguments: str) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this has not installed us yet
        print("Python 3.11 ou plus récent / or newer", file=sys.stderr)
        return 2
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    name, *options = arguments
    os.chdir(ROOT)
    os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # machines with a certificate of their own
    os.environ.setdefault("UV_PYTHON_DOWNLOADS", "never")
    os.environ.pop("PYTHONPATH", None)  # what is tested and played is this tree, not another
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        # No bytecode beside the sources, but some: every process would compile everything again.
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".cache/bytecode"))
    try:
        if name not in COMMANDS:
            raise Failed(2, f"no command {name!r}; try python3 go.py --help")
        if options and name in WITHOUT_OPTIONS:
            raise Failed(2, f"{name} takes no options")
        COMMANDS[name](*options)
    except Failed as failure:
        if str(failure):
            print(f"go.py: {failure}", file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
