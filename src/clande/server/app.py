"""The web application: all routes, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clande.server.dictopia.daily import DailyGames
from clande.server.dictopia.routes import DictopiaRoutes
from clande.server.http import static_files
from clande.server.http.middleware import Addresses
from clande.server.http.requests import Dependency, RequestReader
from clande.server.http.routes.accounts import AccountRoutes
from clande.server.http.routes.families import FamilyRoutes
from clande.server.http.routes.lessons import LessonRoutes
from clande.server.http.routes.moderation import AdminRoutes, HostRoutes, PlayerRoutes
from clande.server.http.routes.notifications import NotificationRoutes
from clande.server.http.routes.pages import HealthRoutes, PageRoutes
from clande.server.http.routes.replays import ReplayRoutes
from clande.server.http.routes.results import ResultRoutes
from clande.server.http.routes.sessions import SessionRoutes
from clande.server.http.routes.tables import LobbyRoutes, TableRoutes
from clande.server.http.routing import routes_of
from clande.server.http.schemas.tables import HouseInfo
from clande.server.lobby.house import House
from clande.server.operations.metrics import Metrics
from clande.server.people.accounts import Accounts
from clande.server.people.families import Families
from clande.server.people.moderation import Moderation
from clande.server.ports import Clock, WallClock
from clande.server.sockets.gateway import Gateway

# Cross-Origin-Opener-Policy is left out: over plain http on a network, browsers only complain of it
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        b"img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]


class SecurityHeaders:
    """Puts the same headers on every answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def create_app(
    info: HouseInfo,
    files: dict[str, static_files.File] | None = None,
    house: House | None = None,
    addresses: Addresses | None = None,
    wall: Clock | None = None,
) -> Starlette:
    """The application of this server. Without `files`, it serves the client that was built."""
    addresses = addresses or Addresses()
    metrics = Metrics() if house is None else house.metrics
    groups: list[object] = [
        HealthRoutes(info, house),
        PageRoutes(static_files.load() if files is None else files, addresses, metrics),
    ]
    dependencies: dict[Any, Dependency] = {}
    sockets: list[BaseRoute] = []
    if house is not None:
        moderation = Moderation(house)
        base = info.door.address if info.door else None
        reader = RequestReader(house, base, addresses, moderation.is_admin)
        dependencies = reader.dependencies()
        groups += groups_of(house, moderation, wall or WallClock())
        sockets = [Gateway(house, addresses.origins).route()]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if house is not None:
            await house.open()
        yield
        if house is not None:
            await house.close()

    routes = routes_of(groups, dependencies, addresses, metrics)
    return Starlette(
        routes=[*sockets, *routes], middleware=[Middleware(SecurityHeaders)], lifespan=lifespan
    )


def groups_of(house: House, moderation: Moderation, wall: Clock) -> list[object]:
    """The routes of a server that has players, by area."""
    accounts, families = Accounts(house), Families(house)
    notifier = house.tables.services.notifier
    return [
        SessionRoutes(house),
        AccountRoutes(house, accounts, families, moderation),
        FamilyRoutes(families),
        PlayerRoutes(moderation),
        HostRoutes(moderation),
        AdminRoutes(moderation),
        LobbyRoutes(house),
        TableRoutes(house),
        *([NotificationRoutes(notifier)] if notifier is not None else []),
        DictopiaRoutes(house, DailyGames(house, wall)),
        LessonRoutes(house),
        ReplayRoutes(house),
        ResultRoutes(house),
    ]
