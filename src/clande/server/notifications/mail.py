"""Mail by the operator's own server. The settings come from a file or the environment."""

from __future__ import annotations

import os
import smtplib
import ssl
import tomllib
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from clande.server.notifications.contacts import MAIL
from clande.usage import UsageError

TIMEOUT = 20  # seconds
PREFIX = "CLANDE_MAIL_"


class Server(Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's mail server. Never shown, never logged."""

    host: str
    sender: str  # the address that mail comes from
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    authority: str = ""  # a file with the certificate of a private authority

    def __repr__(self) -> str:
        return "Server(…)"


class Undeliverable(Exception):
    """The mail server refuses this address for good."""


def settings(file: Path | None, environment: Mapping[str, str] = os.environ) -> Server | None:
    """From a TOML file, or from CLANDE_MAIL_HOST and so on; None without either."""
    fields: dict[str, object] = {}
    if file is not None:
        try:
            fields = tomllib.loads(file.read_text("utf-8"))
            shared = os.name == "posix" and file.stat().st_mode & 0o077
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{file}: illisible / cannot be read: {type(error).__name__}"
            ) from None
        if shared and "password" in fields:
            raise UsageError(f"{file}: à vous seul / must be readable by you only: chmod 600")
    else:
        for name in Server.__struct_fields__:
            if value := environment.get(f"{PREFIX}{name.upper()}"):
                fields[name] = int(value) if name == "port" and value.isdigit() else value
        if not fields:
            return None
    where = str(file or f"{PREFIX}*")
    try:
        server = msgspec.convert(fields, Server)
    except msgspec.ValidationError as error:
        raise UsageError(f"{where}: {error}") from None
    if not MAIL.fullmatch(server.sender):
        raise UsageError(f"{where}: sender: pas une adresse / not an address")
    if server.password and server.security == "none":
        raise UsageError(f"{where}: password: jamais en clair / never in the clear: security")
    return server


def message(
    server: Server, to: str, subject: str, text: str, id: str, stop: str, at: int
) -> EmailMessage:
    """A mail that programs do not answer; `stop` is the link that ends such mails."""
    mail = EmailMessage()
    mail["From"] = server.sender
    mail["To"] = to
    mail["Subject"] = subject
    mail["Message-ID"] = f"<{id}@{server.sender.rpartition('@')[2]}>"
    mail["Date"] = formatdate(at / 1000)
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail


def send(server: Server, mail: EmailMessage) -> None:
    """Blocks; an OSError or SMTPException is worth another try, `Undeliverable` is not."""
    context = ssl.create_default_context(cafile=server.authority or None)
    link: smtplib.SMTP
    if server.security == "tls":
        link = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
    else:
        link = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
    with link:
        if server.security == "starttls":
            link.starttls(context=context)
        if server.user:
            link.login(server.user, server.password)
        try:
            link.send_message(mail)
        except smtplib.SMTPRecipientsRefused as refused:
            if all(code >= 500 for code, _ in refused.recipients.values()):
                raise Undeliverable from None
            raise
