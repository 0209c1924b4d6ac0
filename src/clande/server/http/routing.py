"""Routes: methods of a class, which say what they need by the types of their parameters.

    @post("/api/families", status=201)
    async def create(self, player: Player, data: CreateFamily) -> FamilyCard: ...

`data` is the body. A `str` is a part of the path, or with a default a part of the query. Everything
else is found by its type, as `requests` says. A request that may change something must come from
one of our pages: that is checked here, before any route is called.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from clande.server.http.middleware import Addresses
from clande.server.http.requests import (
    ClientAddress,
    Dependency,
    Language,
    SessionDigest,
    SessionToken,
    client_address,
    preferred_language,
    read_body,
    same_origin,
    session_digest,
    session_token,
)
from clande.server.http.responses import answer, refusal
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import ErrorCode
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.store import StoreError
from clande.text.sentences import mistaken

log = Log(__name__)

Handler = Callable[..., Awaitable[Any]]
HandlerT = TypeVar("HandlerT", bound=Handler)
Method = Literal["GET", "POST", "DELETE"]

DECLARED = "route_declaration"  # the attribute of a method that is a route
BODY = "data"  # the parameter that is the body
ANY_PATH = "/{path:path}"
READERS: dict[Any, Callable[[Request], Any]] = {
    Request: lambda request: request,
    ClientAddress: client_address,
    Language: preferred_language,
    SessionDigest: session_digest,
    SessionToken: session_token,
}


class RouteDeclaration(Struct, frozen=True):
    """What a decorator says of a route."""

    method: Method
    path: str
    status: int
    any_origin: bool


def get(path: str) -> Callable[[HandlerT], HandlerT]:
    return declaring(RouteDeclaration("GET", path, 200, False))


def post(
    path: str, *, status: int = 200, any_origin: bool = False
) -> Callable[[HandlerT], HandlerT]:
    """`any_origin`: the path itself holds a secret, and other sites may post to it."""
    return declaring(RouteDeclaration("POST", path, status, any_origin))


def delete(path: str) -> Callable[[HandlerT], HandlerT]:
    return declaring(RouteDeclaration("DELETE", path, 200, False))


def declaring(declaration: RouteDeclaration) -> Callable[[HandlerT], HandlerT]:
    def mark(handler: HandlerT) -> HandlerT:
        setattr(handler, DECLARED, declaration)
        return handler

    return mark


class BoundRoute:
    """A route, and where its arguments come from."""

    def __init__(
        self,
        declaration: RouteDeclaration,
        handler: Handler,
        dependencies: dict[Any, Dependency],
    ) -> None:
        self.declaration = declaration
        self.handler = handler
        self.body: Any = None  # its type
        self.decoder: msgspec.json.Decoder[Any] | None = None
        self.awaited: dict[str, Dependency] = {}
        self.read: dict[str, Callable[[Request], Any]] = {}
        self.in_path: list[str] = []
        self.in_query: dict[str, str] = {}  # with their defaults
        hints = get_type_hints(handler)
        for name, parameter in inspect.signature(handler).parameters.items():
            kind = hints[name]
            if name == BODY:
                self.body, self.decoder = kind, msgspec.json.Decoder(kind)
            elif kind is str and f"{{{name}" in declaration.path:
                self.in_path.append(name)
            elif kind is str and isinstance(parameter.default, str):
                self.in_query[name] = parameter.default
            elif kind in READERS:
                self.read[name] = READERS[kind]
            elif kind in dependencies:
                self.awaited[name] = dependencies[kind]
            else:
                raise TypeError(f"{declaration.path}: no request has a {name} of type {kind}")

    async def arguments(self, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if self.decoder is not None:
            arguments[BODY] = await read_body(request, self.decoder)
        for name, find in self.awaited.items():
            arguments[name] = await find(request)
        for name, read in self.read.items():
            arguments[name] = read(request)
        for name in self.in_path:
            arguments[name] = request.path_params[name]
        for name, default in self.in_query.items():
            arguments[name] = request.query_params.get(name, default)
        return arguments

    async def respond(self, request: Request) -> Response:
        result = await self.handler(**await self.arguments(request))
        if isinstance(result, Response):
            return result
        return answer(result, self.declaration.status)


class Endpoint:
    """All routes of one path, as an ASGI application."""

    def __init__(
        self, path: str, routes: list[BoundRoute], named: tuple[str, ...], metrics: Metrics
    ) -> None:
        self.routes = {route.declaration.method: route for route in routes}
        if len(self.routes) < len(routes):
            raise ValueError(f"{path} has two routes of one method")
        # a path that no other route has
        self.no_route: ErrorCode = "not_found" if path == ANY_PATH else "not_allowed"
        self.named = named  # origins
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)

    async def respond(self, request: Request) -> Response:
        try:
            return await self.checked_route(request).respond(request)
        except RequestRefused as error:
            note = error.note
            if error.why is not None:
                note = mistaken(preferred_language(request), error.why)
            return self.refuse(error.code, note)
        except StoreError as error:
            log.warning("the store refuses", error=error)
            return self.refuse("closed")
        except Exception as error:
            log.error("a request has failed", method=request.method, error=error)
            return self.refuse("broken")

    def checked_route(self, request: Request) -> BoundRoute:
        """The route of a request; one that may change something comes from one of our pages."""
        method: Any = "GET" if request.method == "HEAD" else request.method
        route = self.routes.get(method)
        if route is None:
            raise RequestRefused(self.no_route)
        is_safe = method == "GET" or route.declaration.any_origin
        if not (is_safe or same_origin(request, self.named)):
            raise RequestRefused("bad_origin")
        return route

    def refuse(self, code: ErrorCode, note: str = "") -> Response:
        self.metrics.refused.count(code)
        return refusal(code, note)


def routes_of(
    groups: list[object],
    dependencies: dict[Any, Dependency],
    addresses: Addresses,
    metrics: Metrics,
) -> list[Route]:
    """All routes that these objects have: one for each path, those with fixed parts first."""
    by_path: dict[str, list[BoundRoute]] = defaultdict(list)
    for group in groups:
        for name, method in vars(type(group)).items():
            declaration: RouteDeclaration | None = getattr(method, DECLARED, None)
            if declaration is not None:
                bound = BoundRoute(declaration, getattr(group, name), dependencies)
                by_path[declaration.path].append(bound)
    return [
        Route(path, Endpoint(path, by_path[path], addresses.origins, metrics))
        for path in sorted(by_path)
    ]
