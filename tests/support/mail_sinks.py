"""Servers that take whatever they are sent: mail and webhooks, real ones on this machine."""

from __future__ import annotations

import base64
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that its own file vouches for, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


class MailSink(socketserver.ThreadingTCPServer):
    """As much of SMTP as a client needs: EHLO, STARTTLS, AUTH PLAIN, a mail."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, tls: ssl.SSLContext | None = None, login: tuple[str, str] | None = None):
        self.tls = tls
        self.login = login
        self.mails: list[EmailMessage] = []
        self.answers: list[str] = []  # to the next RCPT commands, if not 250
        self.secured = 0
        super().__init__(("127.0.0.1", 0), MailTalk)

    @property
    def port(self) -> int:
        port: int = self.server_address[1]
        return port


class MailTalk(socketserver.StreamRequestHandler):
    server: MailSink

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def handle(self) -> None:
        self.say("220 sink")
        admitted = self.server.login is None
        while line := self.rfile.readline().strip():
            word = line.decode().upper().split(" ")[0]
            if word == "EHLO":
                offers = ["250-sink"]
                if self.server.tls and not isinstance(self.connection, ssl.SSLSocket):
                    offers.append("250-STARTTLS")
                if self.server.login:
                    offers.append("250-AUTH PLAIN")
                for offer in offers:
                    self.say(offer)
                self.say("250 SIZE 1000000")
            elif word == "STARTTLS" and self.server.tls:
                self.say("220 go on")
                self.connection = self.server.tls.wrap_socket(self.connection, server_side=True)
                self.rfile = self.connection.makefile("rb")
                self.wfile = self.connection.makefile("wb", buffering=0)
                self.server.secured += 1
            elif word == "AUTH" and self.server.login:
                given = base64.b64decode(line.split(b" ")[2]).decode().split("\0")[1:]
                admitted = tuple(given) == self.server.login
                self.say("235 welcome" if admitted else "535 no")
            elif word == "RCPT":
                answer = self.server.answers.pop(0) if self.server.answers else "250 ok"
                self.say(answer if admitted else "530 who are you")
            elif word == "DATA":
                self.say("354 go on")
                lines = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part[1:] if part.startswith(b"..") else part)
                mail: Any = message_from_bytes(b"".join(lines), policy=policy.default)
                self.server.mails.append(mail)
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")


class HookSink(ThreadingHTTPServer):
    """Keeps every POST, and answers as it is told."""

    daemon_threads = True

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[tuple[int, str]] = []  # status and location of the next ones
        super().__init__(("127.0.0.1", 0), HookTalk)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?a=b"


class HookTalk(BaseHTTPRequestHandler):
    server: HookSink

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((self.path, dict(self.headers), body))
        status, location = self.server.answers.pop(0) if self.server.answers else (204, "")
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def listening(sink: Any) -> Iterator[Any]:
    thread = threading.Thread(target=sink.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield sink
    finally:
        sink.shutdown()
        sink.server_close()
        thread.join()
