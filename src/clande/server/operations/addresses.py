"""Addresses of the server: where it listens, and under which public ones it is reached.

It listens on this machine, and on the network of the default route unless it is `--local`.
"""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct

from clande.usage import UsageError

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8620
PORTS_TRIED = 20
PUBLIC = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?")


class PublicAddress(Struct, frozen=True):
    """A public address of the server, such as https://example.org and /games."""

    origin: str
    path: str = ""

    @classmethod
    def read(cls, text: str) -> PublicAddress:
        """A ValueError says that it is none."""
        if not PUBLIC.fullmatch(text) or "/../" in f"{text}/" or "/./" in f"{text}/":
            raise ValueError(f"{text} is no address such as https://example.org/games")
        parts = urlsplit(text)
        return cls(f"{parts.scheme}://{parts.netloc.lower()}", parts.path.rstrip("/"))

    @property
    def secure(self) -> bool:
        return self.origin.startswith("https://")

    @property
    def host(self) -> str:
        return self.origin.partition("://")[2]

    @property
    def root(self) -> str:
        """The beginning of all links."""
        return f"{self.origin}{self.path}/"


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


@contextmanager
def listening(hosts: list[str], port: int | None) -> Iterator[list[socket.socket]]:
    """Sockets that listen on all these hosts, closed in the end; a `UsageError` if the port is
    taken."""
    try:
        listeners = listen(hosts, port)
    except OSError as error:
        wanted = port or f"{DEFAULT_PORT}…"
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"le port {wanted} est pris / port {wanted} is taken") from error
        raise UsageError(f"port {wanted}: {error.strerror}") from error
    try:
        yield listeners
    finally:
        for listener in listeners:
            listener.close()


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
