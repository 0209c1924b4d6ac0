"""`clande serve`: opens the house and says where it is."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from ipaddress import ip_address, ip_network
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from msgspec import structs

from clande import __version__
from clande.server import store
from clande.server.app import create_app
from clande.server.bots.workers import BotProcesses
from clande.server.dictopia.results import results
from clande.server.game_setups import registered
from clande.server.http import game_texts, static_files
from clande.server.http.middleware import Address, Addresses, RequestMiddleware
from clande.server.http.schemas.tables import HouseInfo
from clande.server.lobby.house import House
from clande.server.notifications import mail as mailing
from clande.server.notifications import webhooks
from clande.server.notifications.notifier import Notifier
from clande.server.operations import addresses, admin_secret, limits, logs, qr
from clande.server.operations.monitoring import MonitoringServer
from clande.server.ports import SystemChance, SystemClock
from clande.server.sockets import framing
from clande.server.sockets.protocol import LARGEST_MESSAGE
from clande.server.store.async_store import ThreadedStore
from clande.usage import UsageError

LAST_WORDS = 0.2  # seconds


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
        help="an address under which the house is also reached, such as https://example.org/games",
    )
    parser.add_argument(
        "--behind",
        type=_hop,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy that is believed when it says for whom it asks: an address or network",
    )
    parser.add_argument(
        "--metrics",
        type=_port,
        metavar="PORT",
        help="answer /metrics, /healthz and /readyz on this port of this machine (default: no)",
    )
    parser.add_argument(
        "--drain",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="when it closes, the house sees its players out over so long at most (default: 10)",
    )
    parser.add_argument(
        "--mail", type=Path, metavar="FILE", help="settings of a mail server, to tell of turns by"
    )
    parser.add_argument(
        "--webhooks",
        choices=("public", "any"),
        help="tell of turns by webhooks too: to addresses of the world, or to private ones as well",
    )
    parser.add_argument("--log", choices=("human", "json"), default="human", help="form of the log")
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning"), help="(default: warning; json: info)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="keep the house in PostgreSQL instead: postgresql://…"
    )
    parser.add_argument("--name", default="Clandé", help="the name on the door (default: Clandé)")
    parser.add_argument("--no-qr", action="store_true", help="print no QR code in the terminal")
    parser.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    network = None if options.local else addresses.network_host()
    listeners = _listen([addresses.LOOPBACK, *([network] if network else [])], options.port)
    with ExitStack() as opened:
        for listener in listeners:
            opened.enter_context(listener)
        return _open(options, network, listeners)


def _open(options: argparse.Namespace, network: str | None, listeners: list[socket.socket]) -> int:
    files = static_files.load()
    if static_files.FRONT not in files:
        raise UsageError("la page n’est pas construite / the page is not built: python3 go.py play")
    try:
        kept = store.Store.open(options.database or options.data or store.default_folder())
    except store.StoreError as error:
        raise UsageError(str(error)) from error
    with kept:
        options.secret = admin_secret.first_secret(kept, SystemChance())
        return _serve(options, files, kept, network, listeners)


def _serve(
    options: argparse.Namespace,
    files: dict[str, static_files.File],
    kept: store.Store,
    network: str | None,
    listeners: list[socket.socket],
) -> int:
    mail = mailing.settings(options.mail)
    port: int = listeners[0].getsockname()[1]
    door = qr.door(f"http://{network}:{port}/") if network else None
    info = HouseInfo(name=options.name, version=__version__, games=registered(), door=door)
    level = options.log_level or ("info" if options.log == "json" else "warning")
    logs.configure(options.log, level)
    minds = BotProcesses()
    spare_the_collector()
    house = House(
        ThreadedStore(kept), SystemClock(), SystemChance(), minds, limits.HOUSE, results=results
    )
    named = Addresses(tuple(options.address))
    reach = webhooks.WebhookPolicy(options.webhooks == "any") if options.webhooks else None
    root = named.named[0].root if named.named else door.address if door else None
    house.tables.notifier = Notifier(
        house.store,
        house.clock,
        house.chance,
        house.metrics,
        root or f"http://{addresses.LOOPBACK}:{port}/",
        mail,
        reach,
        options.name,
    )
    info = structs.replace(info, signals=house.tables.notifier.channels)
    app = RequestMiddleware(create_app(info, files, house, named), house, named)
    server = HouseServer(configured(app, options.behind), house, options.drain)
    if options.metrics is not None:
        (listener,) = _listen([addresses.LOOPBACK], options.metrics)
        server.back = MonitoringServer(
            house.metrics, lambda: house.is_open and not house.draining, listener
        )
    _greet(info, options, port)
    threading.Thread(target=game_texts.prepare, daemon=True).start()
    try:
        _run(server, listeners)
    finally:
        minds.close()
    _say(["Maison fermée / House closed"])
    return 0


class HouseServer(uvicorn.Server):
    """Sees everyone out before it closes; at a second signal it closes at once."""

    def __init__(self, config: uvicorn.Config, house: House, drain: float) -> None:
        super().__init__(config)
        self.house = house
        self.longest = drain
        self.back: MonitoringServer | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(logs.loop_failure)
        if self.back is not None:
            await self.back.open()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.back is not None:
            await self.back.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.draining is not None or self.loop is None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._captured_signals.append(sig)
        self.loop.call_soon_threadsafe(self.begin_to_drain)

    def begin_to_drain(self) -> None:
        if self.draining is None:
            self.draining = asyncio.get_running_loop().create_task(self.drain())

    async def drain(self) -> None:
        try:
            await self.house.drain(self.longest)
            await asyncio.sleep(LAST_WORDS)  # what was said last is still on its way
        finally:
            self.should_exit = True


def spare_the_collector() -> None:
    """What was loaded stays, and nearly all that a move makes is gone before a collection would
    find it: looking for garbage less often costs some memory, and saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def configured(app: Any, behind: Sequence[str] = ()) -> uvicorn.Config:
    """How the house listens: small messages, nothing compressed, nobody waited for."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=bool(behind),
        forwarded_allow_ips=list(behind),
        server_header=False,
        http=framing.TimedHttp,
        ws=framing.SocketTransport,
        ws_ping_interval=None,  # we ping ourselves, and measure by it
        ws_max_size=LARGEST_MESSAGE,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


def _address(text: str) -> Address:
    try:
        return Address.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _hop(text: str) -> str:
    try:
        return str(ip_network(text)) if "/" in text else str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no address of a machine or network") from None


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 600:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 600")
    return number


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
            raise UsageError(f"le port {wanted} est pris / port {wanted} is taken") from error
        raise UsageError(f"port {wanted}: {error.strerror}") from error


def _greet(info: HouseInfo, options: argparse.Namespace, port: int) -> None:
    """Says where the house is, French first."""
    lines = [f"{info.name}, version {info.version}", ""]
    if options.port is None and port != addresses.DEFAULT_PORT:
        taken = addresses.DEFAULT_PORT
        lines += [f"  Port {taken} déjà pris / taken: {port}", ""]
    lines += [f"  Sur cet ordinateur / On this machine:  http://{addresses.LOOPBACK}:{port}/"]
    if info.door:
        lines += [f"  Pour les téléphones / For phones:      {info.door.address}"]
        if not options.no_qr and sys.stdout.isatty():
            lines += ["", qr.for_terminal(info.door.address).rstrip("\n")]
    elif not options.local:
        lines += ["  Aucun réseau trouvé / No network found"]
    if options.secret:
        lines += ["", *admin_secret.told(options.secret)]
    _say([*lines, "", "  Ctrl+C ferme la maison / closes the house"])


def _say(lines: Iterable[str]) -> None:
    encoding = sys.stdout.encoding or "ascii"
    text = "\n".join(lines)
    # a terminal without our letters must not stop the house
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def _run(server: HouseServer, listeners: list[socket.socket]) -> None:
    """Serves until a signal asks to stop; both signals then end the process with status 0."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run(sockets=listeners)
    except (KeyboardInterrupt, SystemExit):
        # the server raises the signal again once it has closed
        return
