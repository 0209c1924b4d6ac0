"""Which pages may change something: our own, and programs that send no cookie.

A host name that anyone can register is not ours unless the operator names it: another site could
let its name lead to this machine.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

OURS = ("localhost",)
AT_HOME = ".local"


def is_own(origin: str | None, host: str, has_cookie: bool, named: tuple[str, ...] = ()) -> bool:
    """Whether a request that changes something comes from one of our pages.

    `named` are the origins that the operator has named, such as https://example.org.
    """
    if origin is None:
        return not has_cookie
    if origin in named:
        return True
    try:
        from_where, to_where = urlsplit(origin), urlsplit(f"http://{host}")
        same_port = from_where.port == to_where.port
    except ValueError:
        return False
    plain = origin == f"{from_where.scheme}://{from_where.netloc}"
    return (
        plain
        and from_where.scheme == "http"
        and "@" not in host
        and from_where.netloc == host
        and same_port
        and is_ours(from_where.hostname or "")
    )


def is_ours(name: str) -> bool:
    """Whether a host name can only mean this machine."""
    name = name.lower()
    if name in OURS or name == socket.gethostname().lower():
        return True
    if name.endswith(AT_HOME) and len(name) > len(AT_HOME):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
