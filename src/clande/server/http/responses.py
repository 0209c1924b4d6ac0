"""Answers and refusals.

Every refusal is a code from a closed list, the same whether or not the asker may know more.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from clande.server.http.requests import Cookie
from clande.server.http.schemas.tables import ErrorBody, ErrorCode

JSON = "application/json"
FRESH = {"Cache-Control": "no-store"}
STATUS: dict[ErrorCode, int] = {
    "unreadable": 400,
    "bad_name": 400,
    "bad_table": 400,
    "no_bot": 400,
    "no_session": 401,
    "bad_origin": 403,
    "not_host": 403,
    "not_seated": 403,
    "not_watched": 403,
    "bad_password": 400,
    "no_signals": 400,
    "bad_address": 400,
    "bad_zone": 400,
    "bad_login": 403,
    "no_account": 403,
    "is_child": 403,
    "not_member": 403,
    "not_head": 403,
    "not_admin": 403,
    "not_welcome": 403,
    "banned": 403,
    "not_training": 403,
    "no_advice": 403,
    "of_the_day": 403,
    "not_found": 404,
    "not_allowed": 405,
    "too_large": 413,
    "too_many": 429,
    "broken": 500,
    "closed": 503,
}  # all others: 409


def answer(value: Any, status: int = 200, cookies: tuple[Cookie, ...] = ()) -> Response:
    """A value as JSON."""
    response = Response(msgspec.json.encode(value), status, FRESH, JSON)
    for cookie in cookies:
        response.set_cookie(
            cookie.name,
            cookie.value,
            cookie.life,
            path=cookie.path,
            secure=cookie.secure,
            httponly=True,
            samesite="strict",
        )
    return response


def refusal(code: ErrorCode, note: str = "") -> Response:
    response = answer(ErrorBody(code, note), STATUS.get(code, 409))
    if code in ("too_many", "closed"):
        response.headers["Retry-After"] = "5"
    return response
