"""The options of `clande serve`, and the settings that they make."""

from __future__ import annotations

import argparse
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal

from msgspec import Struct

from clande.server.operations.addresses import DEFAULT_PORT, PublicAddress

# for whoever meets a house that is open already
OPEN_ANOTHER = "pour en ouvrir une autre / to open another one: --data DIR"


class Settings(Struct, frozen=True):
    """What the host has chosen for one server process. The fields are the options, by name."""

    local: bool
    port: int | None  # None: the first that is free
    data: Path | None
    address: list[PublicAddress]
    behind: list[str]
    metrics: int | None
    drain: float
    mail: Path | None
    webhooks: Literal["public", "any"] | None
    log: Literal["human", "json"]
    log_level: str | None
    database: str | None
    name: str
    no_qr: bool

    @classmethod
    def read(cls, options: argparse.Namespace) -> Settings:
        return cls(**{name: getattr(options, name) for name in cls.__struct_fields__})


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--local", action="store_true", help="serve this machine only")
    parser.add_argument(
        "--port",
        type=port,
        help=f"the port to listen on (default: {DEFAULT_PORT}, or the next free one)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder that holds the house's file (default: this user's data folder)",
    )
    parser.add_argument(
        "--address",
        type=public_address,
        action="append",
        default=[],
        metavar="URL",
        help="an address under which the house is also reached, such as https://example.org/games",
    )
    parser.add_argument(
        "--behind",
        type=proxy,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a trusted proxy (address or network): its X-Forwarded headers are used",
    )
    parser.add_argument(
        "--metrics",
        type=port,
        metavar="PORT",
        help="answer /metrics, /healthz and /readyz on this port of this machine (default: no)",
    )
    parser.add_argument(
        "--drain",
        type=seconds,
        default=10.0,
        metavar="SECONDS",
        help="how long at most to disconnect players when the house closes (default: 10)",
    )
    parser.add_argument(
        "--mail", type=Path, metavar="FILE", help="settings of a mail server, to tell of turns by"
    )
    parser.add_argument(
        "--webhooks",
        choices=("public", "any"),
        help="tell of turns by webhooks too: to public addresses only, or to private ones as well",
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


def public_address(text: str) -> PublicAddress:
    try:
        return PublicAddress.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def proxy(text: str) -> str:
    try:
        return str(ip_network(text)) if "/" in text else str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no address of a machine or network") from None


def seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 600:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 600")
    return number


def port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{number} is not between 0 and 65535")
    return number
