"""The two revisions that are compared, each in a folder of its own, and what each of them plays."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from clande.usage import UsageError

WORKLOADS = "tools/gate/workloads.py"
# The version of the workloads for revisions from before the gate: it knows their names as well.
TOLERANT = "98f8698a432d8c66dc6cd20819dbd95df887f801"


class Tree(Struct, frozen=True):
    """A revision as files."""

    title: str
    folder: Path
    workloads: Path


def git(root: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True)
    except FileNotFoundError:
        raise UsageError("git is not installed") from None
    if done.returncode:
        raise UsageError(f"git {arguments[0]}: {done.stderr.decode().strip()}")
    return done.stdout


@contextmanager
def laid_out(root: Path, revision: str) -> Iterator[tuple[Tree, Tree]]:
    """A revision, and the working tree as it is now: whoever measures may go on editing.

    The names of both folders have the same length, as paths cost instructions, too.
    """
    about = git(root, "log", "-1", "--format=%h %s", revision, "--").decode().strip()
    with TemporaryDirectory(prefix="clande-gate-") as temporary:
        old, new = Path(temporary, "old"), Path(temporary, "new")
        extract(root, revision, old)
        copy(root, new)
        if not (new / WORKLOADS).exists():
            raise UsageError(f"{WORKLOADS} is missing")
        played = old / WORKLOADS
        if not played.exists():
            played = Path(temporary, "workloads.py")
            played.write_bytes(tolerant_workloads(root))
        yield Tree(about, old, played), Tree("the working tree", new, new / WORKLOADS)


def extract(root: Path, revision: str, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(git(root, "archive", revision))) as archive:
        archive.extractall(folder, filter="data")


def copy(root: Path, folder: Path) -> None:
    """All files but those that git ignores."""
    listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.decode().split("\0")):
        if (root / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target)


def tolerant_workloads(root: Path) -> bytes:
    """For a revision from before the gate; where the history is missing, those of this tree."""
    try:
        return git(root, "show", f"{TOLERANT}:{WORKLOADS}")
    except UsageError:
        return (root / WORKLOADS).read_bytes()
