"""Secrets and ids that nobody can guess, and the digests by which secrets are stored."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

from clande.server.ports import Chance

SECRET_BYTES = 32
ID_BYTES = 16


def secret(chance: Chance, number: int = SECRET_BYTES) -> str:
    return urlsafe_b64encode(chance.bytes(number)).rstrip(b"=").decode()


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
