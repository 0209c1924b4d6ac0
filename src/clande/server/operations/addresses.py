"""Where the house listens: this machine, and the network that the default route leads to."""

from __future__ import annotations

import errno
import os
import socket
from ipaddress import ip_address

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8620
PORTS_TRIED = 20


def network_host() -> str | None:
    """This machine's address on the network of the default route, if there is such a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # for datagrams, connecting only picks the route: nothing is sent
            probe.connect(("192.0.2.1", 9))
            host: str = probe.getsockname()[0]
        except OSError:
            return None
    address = ip_address(host)
    return None if address.is_loopback or address.is_unspecified else host


def listen(hosts: list[str], port: int | None) -> list[socket.socket]:
    """One listening socket a host, all on the same port: this one, or else the first free one."""
    if port is not None:
        return _listen(hosts, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            return _listen(hosts, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            taken = error
    raise taken


def _listen(hosts: list[str], port: int) -> list[socket.socket]:
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            opened.append(listener)
            if os.name == "posix":  # on Windows this would share a port that is in use
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(128)
            port = listener.getsockname()[1]
    except OSError:
        for listener in opened:
            listener.close()
        raise
    return opened
