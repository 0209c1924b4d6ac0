"""`clande serve`: reads the options, takes the port, opens the server, greets."""

from __future__ import annotations

import argparse
import gc
from contextlib import ExitStack

from clande.server.operations import addresses
from clande.server.settings import OPEN_ANOTHER, Settings, add_options
from clande.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    add_options(parser)
    parser.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    settings = Settings.read(options)
    network = None if settings.local else addresses.network_host()
    hosts = [addresses.LOOPBACK, *([network] if network else [])]
    with ExitStack() as opened:
        # Before the imports that take long, so that a port that is taken is refused at once.
        try:
            listeners = opened.enter_context(addresses.listening(hosts, settings.port))
        except UsageError as error:
            raise UsageError(f"{error}{house_open_already(settings)}") from error
        monitoring = None
        if settings.metrics is not None:
            listening = addresses.listening([addresses.LOOPBACK], settings.metrics)
            (monitoring,) = opened.enter_context(listening)
        # What is loaded now stays; looking for garbage in it meanwhile took a tenth of the time.
        gc.disable()
        opened.callback(gc.enable)
        from clande.server.operations import greeting
        from clande.server.process import assembled

        port: int = listeners[0].getsockname()[1]
        process = opened.enter_context(assembled(settings, network, port, monitoring))
        greeting.greet(
            process.info,
            port,
            process.secret,
            is_wanted=settings.port is not None,
            is_local=settings.local,
            with_qr=not settings.no_qr,
        )
        process.run(listeners)
    greeting.take_leave()
    return 0


def house_open_already(settings: Settings) -> str:
    """Where the house of this folder is, if it is open: perhaps it is what has taken the port."""
    from clande.server.store import StoreInUse, default_folder
    from clande.server.store.sqlite import check_free

    if settings.database:
        return ""
    try:
        check_free(settings.data or default_folder())
    except StoreInUse as in_use:
        return f"; {in_use}; {OPEN_ANOTHER}"
    except OSError:  # a folder that cannot be read says nothing of a port
        return ""
    return ""
