"""Webhooks: a signed POST to an address that a player has entered, never to a private network."""

from __future__ import annotations

import hashlib
import hmac
import socket
import ssl
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = 8  # seconds for each step
TRANSLATED = [ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("2002::/16")]


class Unreachable(OSError):
    """The address did not answer with success; worth another try."""


class Forbidden(Exception):
    """An address that the server does not send to."""


class WebhookPolicy:
    """Where webhooks may lead: to public addresses, or anywhere if the operator allows it."""

    def __init__(self, private: bool = False, authority: str | None = None) -> None:
        self.private = private
        self.tls = ssl.create_default_context(cafile=authority)

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a host name; a single private one forbids the name."""
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise Unreachable(str(type(error).__name__)) from None
        names = [str(entry[4][0]).partition("%")[0] for entry in entries]
        if not self.private and not all(map(is_public, names)):
            raise Forbidden
        return names

    def split(self, url: str) -> tuple[bool, str, int, str]:
        """Whether by TLS, and host, port and path."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Forbidden from None
        secure = parts.scheme == "https"
        if parts.username or not parts.hostname or not (secure or self.private):
            raise Forbidden
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return secure, parts.hostname, port or (443 if secure else 80), path

    def send(self, url: str, key: str, id: str, at: int, body: bytes) -> None:
        """Blocks. Connects to the address that was checked; follows no redirects."""
        secure, host, port, path = self.split(url)
        address = self.addresses(host, port)[0]
        link = HTTPConnection(host, port, timeout=TIMEOUT)
        try:
            plain: Any = socket.create_connection((address, port), TIMEOUT)
            link.sock = self.tls.wrap_socket(plain, server_hostname=host) if secure else plain
            headers = {
                "Content-Type": "application/json",
                "User-Agent": "Clande",
                "X-Clande-Id": id,
                "X-Clande-Time": str(at),
                "X-Clande-Signature": f"sha256={signature(key, at, body)}",
            }
            link.request("POST", path, body, headers)
            status = link.getresponse().status
        except (OSError, HTTPException) as error:
            raise Unreachable(type(error).__name__) from None
        finally:
            link.close()
        if status in (404, 410):
            raise Forbidden
        if not 200 <= status < 300:
            raise Unreachable(str(status))


def signature(key: str, at: int, body: bytes) -> str:
    """HMAC-SHA-256 over the time, a dot, and the body."""
    return hmac.new(key.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


def is_public(name: str) -> bool:
    """Whether an address is reachable by anyone, and in no private network."""
    address = ip_address(name)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address.teredo or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast
