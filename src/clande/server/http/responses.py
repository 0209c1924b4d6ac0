"""Answers and refusals.

Every refusal is a code from a closed list, the same whether or not the asker may know more.
"""

from __future__ import annotations

from typing import Any, TypeVar

from litestar import MediaType, Response
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException

from clande.server.http.requests import AnyRequest, preferred_language
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import ErrorBody, ErrorCode
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.store import StoreError
from clande.text.sentences import mistaken

log = Log(__name__)

T = TypeVar("T")

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
BY_STATUS: dict[int, ErrorCode] = {
    400: "unreadable",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
}


def answer(value: T, status: int = 200, cookie: Cookie | None = None) -> Response[T]:
    cookies = [cookie] if cookie else []
    return Response(value, status_code=status, headers=FRESH, cookies=cookies)


def refusal(code: ErrorCode, note: str = "") -> Response[ErrorBody]:
    headers = FRESH | ({"Retry-After": "5"} if code in ("too_many", "closed") else {})
    return Response(
        ErrorBody(code, note),
        status_code=STATUS.get(code, 409),
        headers=headers,
        media_type=MediaType.JSON,
    )


def exception_handlers(metrics: Metrics) -> dict[Any, Any]:
    """How each kind of exception is answered and counted."""

    def counted(code: ErrorCode, note: str = "") -> Response[ErrorBody]:
        metrics.refused.count(code)
        return refusal(code, note)

    def refused(request: AnyRequest, error: RequestRefused) -> Response[ErrorBody]:
        lang = preferred_language(request)
        return counted(error.code, error.note if error.why is None else mistaken(lang, error.why))

    def store_failed(_: AnyRequest, error: StoreError) -> Response[ErrorBody]:
        log.warning("the store refuses", error=error)
        return counted("closed")

    def misfit(_: AnyRequest, error: HTTPException) -> Response[ErrorBody]:
        return counted(BY_STATUS.get(error.status_code, "unreadable"))

    def broken(request: AnyRequest, error: Exception) -> Response[ErrorBody]:
        log.error("a request has failed", method=request.method, error=error)
        return counted("broken")

    return {
        RequestRefused: refused,
        StoreError: store_failed,
        HTTPException: misfit,
        Exception: broken,
    }
