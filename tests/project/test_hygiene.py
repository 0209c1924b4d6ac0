"""What the repository may and may not hold, so that it installs and reads well anywhere."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = ("darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64")


@cache
def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def imported(file: Path) -> set[str]:
    """The top-level modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("name", ["play", "dev", "bench", "ray"])
def test_a_lock_pins_hashes_and_holds_no_address(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    assert "://" not in text
    pins = re.findall(r"^\S+==\S+", text, re.M)
    assert pins and len(pins) == len(re.findall(r"==.*\\\n    --hash=sha256:", text))


def test_bench_peers_and_ray_stay_out_of_the_other_locks() -> None:
    locks = {name: (ROOT / f"requirements/{name}.txt").read_text() for name in ("play", "dev")}
    apart = re.compile(r"^(catanatron|ray)==", re.M)
    assert not [name for name, text in locks.items() if apart.search(text)]


def test_the_client_lock_holds_no_address() -> None:
    assert '"resolved"' not in (ROOT / "client/package-lock.json").read_text("utf-8")


def test_the_client_lock_serves_every_platform() -> None:
    """A lock made on one system can silently leave out the native parts of the others."""
    packages = json.loads((ROOT / "client/package-lock.json").read_text("utf-8"))["packages"]
    for family in ("@rolldown/binding-", "@oxlint/binding-", "lightningcss-"):
        for platform in PLATFORMS:
            start = f"node_modules/{family}{platform}"
            assert [name for name in packages if name.startswith(start)], start


def test_no_client_script_needs_npm_on_the_path() -> None:
    """On a fresh machine npm is inside a Python wheel, not on the path."""
    scripts = json.loads((ROOT / "client/package.json").read_text("utf-8"))["scripts"]
    assert not [name for name, line in scripts.items() if re.search(r"\bnp[mx]\b", line)]


def test_no_uv_lock() -> None:
    """uv.lock records the address of the index that made it."""
    assert ROOT / "uv.lock" not in tracked()


def test_no_file_names_a_machine_or_a_registry() -> None:
    # put together here, so that this file does not find itself
    machine = "|".join(f"/{name}/" for name in ("work", "root", "home", "Users"))
    shared = re.escape("../" + "shared")
    hosts = "|".join(["registry[.]npm", "pythonhosted", r"pypi\.org/simple"])
    forbidden = re.compile(rf"(?<![\w./-])({machine})|{shared}|{hosts}")
    found = []
    for file in tracked():
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if file != Path(__file__) and forbidden.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line[:80]}")
    assert found == []


def test_go_needs_python_alone() -> None:
    assert imported(ROOT / "go.py") - sys.stdlib_module_names == set()


def test_the_build_tools_need_python_alone() -> None:
    """They run before anything is installed, inside the build of a wheel."""
    assert imported(ROOT / "tools/webbuild.py") - sys.stdlib_module_names == set()


def test_the_kernel_needs_msgspec_alone() -> None:
    used = {name for file in (ROOT / "src/clande/kernel").rglob("*.py") for name in imported(file)}
    assert used - sys.stdlib_module_names <= {"msgspec", "clande"}


def test_ci_runs_the_same_command_as_everyone() -> None:
    lines = (ROOT / ".ci/run").read_text().splitlines()
    assert lines == ["#!/usr/bin/env bash", "exec python3 go.py test"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_no_large_file() -> None:
    sizes = {str(file.relative_to(ROOT)): file.stat().st_size for file in tracked()}
    assert {name: size for name, size in sizes.items() if size > 1_500_000} == {}
