"""What the server prints when it opens and closes, French first."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from clande.server.http.schemas.tables import HouseInfo
from clande.server.operations import addresses, admin_secret, qr


def greet(
    info: HouseInfo,
    port: int,
    secret: str | None,
    *,
    is_wanted: bool,
    is_local: bool,
    with_qr: bool,
) -> None:
    """Prints where the server is, and the secret of a new one; `is_wanted`: the host has chosen
    this port."""
    lines = [f"{info.name}, version {info.version}", ""]
    if not is_wanted and port != addresses.DEFAULT_PORT:
        taken = addresses.DEFAULT_PORT
        lines += [f"  Port {taken} déjà pris / taken: {port}", ""]
    lines += [f"  Sur cet ordinateur / On this machine:  http://{addresses.LOOPBACK}:{port}/"]
    if info.door:
        lines += [f"  Pour les téléphones / For phones:      {info.door.address}"]
        if with_qr and sys.stdout.isatty():
            lines += ["", qr.for_terminal(info.door.address).rstrip("\n")]
    elif not is_local:
        lines += ["  Aucun réseau trouvé / No network found"]
    if secret:
        lines += ["", *admin_secret.lines(secret)]
    write([*lines, "", "  Ctrl+C ferme la maison / closes the house"])


def take_leave() -> None:
    write(["Maison fermée / House closed"])


def write(lines: Iterable[str]) -> None:
    encoding = sys.stdout.encoding or "ascii"
    text = "\n".join(lines)
    # a terminal without our letters must not stop the server
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
