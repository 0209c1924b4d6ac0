"""`clande serve`: opens the house and says where it is."""

from __future__ import annotations

import argparse
import errno
import re
import signal
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

import uvicorn
from litestar import Litestar

from clande import __version__
from clande.mistakes import Mistake
from clande.server import addresses, doors, limits, shelf, store
from clande.server.app import create_app
from clande.server.games import registered
from clande.server.hall import Hall
from clande.server.ledger import StoreLedger
from clande.server.messages import LARGEST_FRAME
from clande.server.ports import HouseChance, HouseClock
from clande.server.results import results
from clande.server.tables.minds import Workers
from clande.server.wire import House


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--local", action="store_true", help="serve this machine only")
    parser.add_argument(
        "--port",
        type=_port,
        help=f"the port to listen on (default: {addresses.DEFAULT_PORT}, or the next free one)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder that holds the house's file (default: this user's data folder)",
    )
    parser.add_argument(
        "--address",
        type=_address,
        action="append",
        default=[],
        metavar="URL",
        help="an address under which the house is also reached, such as https://example.org",
    )
    parser.add_argument(
        "--database", metavar="URL", help="keep the house in PostgreSQL instead: postgresql://…"
    )
    parser.add_argument("--name", default="Clandé", help="the name on the door (default: Clandé)")
    parser.add_argument("--no-qr", action="store_true", help="print no QR code in the terminal")
    parser.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    files = shelf.load()
    if shelf.FRONT not in files:
        raise Mistake("la page n’est pas construite / the page is not built: python3 go.py play")
    try:
        kept = store.Store.open(options.database or options.data or store.default_folder())
    except store.StoreError as error:
        raise Mistake(str(error)) from error
    with kept:
        return _serve(options, files, kept)


def _serve(options: argparse.Namespace, files: dict[str, shelf.File], kept: store.Store) -> int:
    network = None if options.local else addresses.network_host()
    listeners = _listen([addresses.LOOPBACK, *([network] if network else [])], options.port)
    port: int = listeners[0].getsockname()[1]
    door = doors.door(f"http://{network}:{port}/") if network else None
    house = House(name=options.name, version=__version__, games=registered(), door=door)
    _greet(house, options, port)
    minds = Workers()
    hall = Hall(
        StoreLedger(kept), HouseClock(), HouseChance(), minds, limits.HOUSE, results=results
    )
    try:
        _run(configured(create_app(house, files, hall, named=tuple(options.address))), listeners)
    finally:
        minds.close()
    _say(["Maison fermée / House closed"])
    return 0


def configured(app: Litestar) -> uvicorn.Config:
    """How the house listens: small messages, nothing compressed, nobody waited for."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


def _address(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text} is no address such as https://example.org")
    return text


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{number} is not between 0 and 65535")
    return number


def _listen(hosts: list[str], port: int | None) -> list[socket.socket]:
    try:
        return addresses.listen(hosts, port)
    except OSError as error:
        wanted = port or f"{addresses.DEFAULT_PORT}…"
        if error.errno == errno.EADDRINUSE:
            raise Mistake(f"le port {wanted} est pris / port {wanted} is taken") from error
        raise Mistake(f"port {wanted}: {error.strerror}") from error


def _greet(house: House, options: argparse.Namespace, port: int) -> None:
    """Says where the house is, French first."""
    lines = [f"{house.name}, version {house.version}", ""]
    if options.port is None and port != addresses.DEFAULT_PORT:
        taken = addresses.DEFAULT_PORT
        lines += [f"  Port {taken} déjà pris / taken: {port}", ""]
    lines += [f"  Sur cet ordinateur / On this machine:  http://{addresses.LOOPBACK}:{port}/"]
    if house.door:
        lines += [f"  Pour les téléphones / For phones:      {house.door.address}"]
        if not options.no_qr and sys.stdout.isatty():
            lines += ["", doors.for_terminal(house.door.address).rstrip("\n")]
    elif not options.local:
        lines += ["  Aucun réseau trouvé / No network found"]
    _say([*lines, "", "  Ctrl+C ferme la maison / closes the house"])


def _say(lines: Iterable[str]) -> None:
    encoding = sys.stdout.encoding or "ascii"
    text = "\n".join(lines)
    # a terminal without our letters must not stop the house
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def _run(config: uvicorn.Config, listeners: list[socket.socket]) -> None:
    """Serves until a signal asks to stop; both signals then end the process with status 0."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        uvicorn.Server(config).run(sockets=listeners)
    except (KeyboardInterrupt, SystemExit):
        # the server raises the signal again once it has closed
        return
