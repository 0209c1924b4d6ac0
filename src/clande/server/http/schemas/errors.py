"""Why a request is refused, and the exception that says so."""

from __future__ import annotations

from clande.kernel import Unreadable
from clande.server.http.schemas.tables import ErrorCode


class RequestRefused(Exception):
    """A request is refused; nothing has changed."""

    def __init__(self, code: ErrorCode, note: str = "", why: Unreadable | None = None) -> None:
        super().__init__(code, note)
        self.code: ErrorCode = code
        self.note = note
        self.why = why  # has a sentence in every language
