#!/usr/bin/env python3
"""Clandé: every command of the project. Needs Python 3.11 or newer, nothing else.

  python3 go.py play [--local] [--port N]   set everything up and open the house
  python3 go.py test [STAGE...]             all checks and tests: checks unit laws server browser
  python3 go.py check                       format, lint, types, layers, client checks: no tests
  python3 go.py bench                       measure the engine beside its peers
  python3 go.py soak CAMPAIGN               long: games laws kills mutants fuzz storm …
  python3 go.py lexicon                     build the dictionary of Dictopia
  python3 go.py lock                        resolve the dependencies again

The first run installs what is needed into .venv, .boot, .cache and client/node_modules.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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


class Absent(Exception):
    """A stage has nothing to run yet."""


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


# Stages of `test`


def checks() -> None:
    typed = [name for name in TYPED if (ROOT / name).exists()]
    python("-m", "ruff", "format", "--check", ".")
    python("-m", "ruff", "check", ".")
    python("-m", "mypy", *typed)
    run(PYTHON.with_name("lint-imports"), "--no-logo")
    python("-m", "tools.wiretypes", "--check")
    python("-m", "tools.sentences", "--check")
    client("run", "check")
    client("test")


def unit() -> None:
    """The tests of every part, the examples in README, docs and docstrings, and examples/."""
    elsewhere = [f"--ignore=tests/{name}" for name in ("laws", "server", "browser")]
    documented = [name for name in ("README.md", "docs", "src/clande") if (ROOT / name).exists()]
    doctest = ("--doctest-modules", "--doctest-glob=*.md", *documented)
    python("-m", "pytest", "-n", "2", *elsewhere, "tests", *doctest)
    for name in examples():
        print(f"  {name}", flush=True)
        python("-W", "error", "-m", name)


def examples() -> list[str]:
    """The modules of examples/ that are programs."""
    files = [*ROOT.glob("examples/*.py"), *ROOT.glob("examples/*/__main__.py")]
    names = {file.parent if file.stem == "__main__" else file.with_suffix("") for file in files}
    return sorted(f"examples.{name.name}" for name in names if name.name != "__init__")


def folder(name: str, *options: str) -> Callable[[], None]:
    def stage() -> None:
        if not (ROOT / "tests" / name).is_dir():
            raise Absent(f"tests/{name} does not exist yet")
        python("-m", "pytest", f"tests/{name}", *options)

    return stage


def browser() -> None:
    ladder = [str(PYTHON), "-m", "tools.browser"]
    found = subprocess.run(ladder, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if found.returncode:
        raise Failed(found.returncode)
    os.environ["CHROMIUM"] = found.stdout.strip()
    folder("browser", "-n", "2", "--dist", "loadfile")()


STAGES: dict[str, Callable[[], None]] = {
    "checks": checks,
    "unit": unit,
    "laws": folder("laws", "-n", "2"),
    "server": folder("server", "-n", "2"),
    "browser": browser,
}


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Says when a stage begins, and how it ended after how long."""
    print(f"\n== {name}", flush=True)
    start = time.monotonic()
    try:
        yield
    except Absent as reason:
        print(f"== {name}: skipped, {reason}", flush=True)
        return
    except Failed:
        print(f"== {name}: FAILED after {time.monotonic() - start:.1f} s", flush=True)
        raise
    print(f"== {name}: passed in {time.monotonic() - start:.1f} s", flush=True)


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
    unknown = [name for name in names if name not in STAGES]
    if unknown:
        raise Failed(2, f"no stage {unknown[0]!r}; there are: {' '.join(STAGES)}")
    with timed("set-up"):
        sync("dev")
        client("install")
        client("build")
    for name in names or STAGES:
        with timed(name):
            STAGES[name]()


def check() -> None:
    test("checks")


def bench(*options: str) -> None:
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
