"""Notifications: a player's addresses and quiet hours, and the links in letters."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Response, route
from litestar.params import FromPath

from clande.server.http.requests import (
    DELETE,
    GET,
    POST,
    AnyRequest,
    RequestReader,
    preferred_language,
)
from clande.server.http.responses import FRESH, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.notifications import NotificationSettings, NotificationWishes
from clande.server.notifications import settings
from clande.server.notifications.contacts import ContactWishes
from clande.server.notifications.notifier import Notifier
from clande.text import catalogue

DONE = {"confirm": "confirmed", "stop": "stopped"}  # the text of a link that was followed


class NotificationRoutes:
    def __init__(self, reader: RequestReader, notifier: Notifier) -> None:
        self.reader = reader
        self.notifier = notifier

    def handlers(self) -> list[Any]:
        reader, notifier = self.reader, self.notifier

        @route("/api/signals", http_method=GET)
        async def mine(request: AnyRequest) -> Response[NotificationSettings]:
            player = await reader.player(request)
            return answer(settings.settings(notifier, await settings.read(notifier, player.id)))

        @route("/api/signals", http_method=POST)
        async def wish(request: AnyRequest) -> Response[NotificationSettings]:
            wishes = await reader.body(request, NotificationWishes)
            player = await reader.player(request)
            contact = await settings.save(notifier, player.id, wishes)
            return answer(settings.settings(notifier, contact))

        @route("/api/signals", http_method=DELETE, status_code=200)
        async def forget(request: AnyRequest) -> Response[NotificationSettings]:
            player = await reader.changing_player(request)
            await settings.forget(notifier, player.id)
            return answer(settings.settings(notifier, ContactWishes()))

        # Mail scanners follow the links of a mail: a GET only shows a button.
        @route("/signals/{what:str}/{token:str}", http_method=GET)
        async def ask(
            request: AnyRequest, what: FromPath[str], token: FromPath[str]
        ) -> Response[str]:
            return page(request, f"signals.page.{link_kind(what)}", button=True)

        @route("/signals/{what:str}/{token:str}", http_method=POST)
        async def follow(
            request: AnyRequest, what: FromPath[str], token: FromPath[str]
        ) -> Response[str]:
            work = notifier.confirm if link_kind(what) == "confirm" else notifier.stop
            is_valid = await work(token)
            key = DONE[what] if is_valid else "unknown"
            return page(request, f"signals.page.{key}", status=200 if is_valid else 404)

        return [mine, wish, forget, ask, follow]


def link_kind(what: str) -> str:
    if what not in DONE:
        raise RequestRefused("not_found")
    return what


def page(request: AnyRequest, key: str, button: bool = False, status: int = 200) -> Response[str]:
    """A page of one sentence, and perhaps a button."""
    lang = preferred_language(request)
    texts = catalogue(lang)
    form = f'<form method="post"><button>{escape(texts.say("signals.page.yes"))}</button></form>'
    body = f"<p>{escape(texts.say(key))}</p>{form if button else ''}"
    title = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    text = f'<!doctype html><html lang="{lang}"><head>{title}<title>Clandé</title></head>'
    text += f"<body>{body}</body></html>"
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=FRESH)
