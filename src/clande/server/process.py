"""The server process: its parts, put together by its settings, and run until a signal.

To import this takes most of the time in which a server opens.
"""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from clande import __version__
from clande.server.app import create_app
from clande.server.bots.workers import BotProcesses
from clande.server.dictopia.results import results
from clande.server.game_setups import registered
from clande.server.http import game_texts, static_files
from clande.server.http.middleware import Addresses, RequestMiddleware
from clande.server.http.schemas.tables import HouseInfo
from clande.server.http.static_files import File
from clande.server.http.web_server import DrainingServer, configured
from clande.server.lobby.house import House
from clande.server.notifications import mail
from clande.server.notifications.notifier import Notifier
from clande.server.notifications.webhooks import WebhookPolicy
from clande.server.operations import admin_secret, limits, logs, qr
from clande.server.operations.addresses import LOOPBACK
from clande.server.operations.monitoring import MonitoringServer
from clande.server.ports import SystemChance, SystemClock
from clande.server.settings import OPEN_ANOTHER, Settings
from clande.server.store import Store, StoreError, StoreInUse, default_folder
from clande.server.store.async_store import ThreadedStore
from clande.usage import UsageError


class ServerProcess:
    """The parts of one server, ready to run."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        files: dict[str, File],
        network: str | None,
        port: int,
        monitoring: socket.socket | None,
    ) -> None:
        level = settings.log_level or ("info" if settings.log == "json" else "warning")
        logs.configure(settings.log, level)
        clock, chance = SystemClock(), SystemChance()
        self.secret = admin_secret.first_secret(store, chance)
        self.bots = BotProcesses()
        house = House(ThreadedStore(store), clock, chance, self.bots, limits.HOUSE, results=results)
        addresses = Addresses(tuple(settings.address))
        door = qr.door(f"http://{network}:{port}/") if network else None
        roots = [address.root for address in settings.address]
        roots += [door.address if door else f"http://{LOOPBACK}:{port}/"]
        notifier = house.tables.services.notifier = Notifier(
            house.store,
            clock,
            chance,
            house.metrics,
            roots[0],
            mail.settings(settings.mail),
            WebhookPolicy(settings.webhooks == "any") if settings.webhooks else None,
            settings.name,
        )
        self.info = HouseInfo(settings.name, __version__, registered(), door, notifier.channels)
        app = create_app(self.info, files, house, addresses)
        config = configured(RequestMiddleware(app, house, addresses), settings.behind)
        self.server = DrainingServer(config, house, settings.drain)
        if monitoring is not None:
            self.server.monitoring = MonitoringServer(
                house.metrics, lambda: house.is_open and not house.draining, monitoring
            )

    def run(self, listeners: list[socket.socket]) -> None:
        """Serves until a signal asks to stop."""
        threading.Thread(target=game_texts.prepare, daemon=True).start()
        tune_the_collector()
        try:
            self.server.serve_until_signal(listeners)
        finally:
            self.bots.close()


@contextmanager
def assembled(
    settings: Settings,
    network: str | None,
    port: int,
    monitoring: socket.socket | None,
) -> Iterator[ServerProcess]:
    """The process of these settings, its store open; a `UsageError` says what is missing."""
    files = static_files.load()
    if static_files.FRONT not in files:
        raise UsageError("la page n’est pas construite / the page is not built: python3 go.py play")
    try:
        store = Store.open(settings.database or settings.data or default_folder())
    except StoreInUse as error:
        more = "" if settings.database else f"; {OPEN_ANOTHER}"
        raise UsageError(f"{error}{more}") from error
    except StoreError as error:
        raise UsageError(str(error)) from error
    with store:
        store.note_address(f"http://{LOOPBACK}:{port}/")
        yield ServerProcess(settings, store, files, network, port, monitoring)


def tune_the_collector() -> None:
    """What was loaded stays, and nearly all that a move allocates is freed without the collector.
    Looking for garbage less often costs some memory, and saves a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
