"""Notifications: a player's addresses and quiet hours, and the links in letters."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse, Response

from clande.server.http.requests import Language
from clande.server.http.responses import FRESH
from clande.server.http.routing import delete, get, post
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.notifications import NotificationSettings, NotificationWishes
from clande.server.http.schemas.tables import Player
from clande.server.notifications import settings
from clande.server.notifications.contacts import ContactWishes
from clande.server.notifications.notifier import Notifier
from clande.text import catalogue

DONE = {"confirm": "confirmed", "stop": "stopped"}  # the text of a link that was followed


class NotificationRoutes:
    def __init__(self, notifier: Notifier) -> None:
        self.notifier = notifier

    @get("/api/signals")
    async def mine(self, player: Player) -> NotificationSettings:
        contact = await settings.read(self.notifier, player.id)
        return settings.settings(self.notifier, contact)

    @post("/api/signals")
    async def wish(self, player: Player, data: NotificationWishes) -> NotificationSettings:
        contact = await settings.save(self.notifier, player.id, data)
        return settings.settings(self.notifier, contact)

    @delete("/api/signals")
    async def forget(self, player: Player) -> NotificationSettings:
        await settings.forget(self.notifier, player.id)
        return settings.settings(self.notifier, ContactWishes())

    # Mail scanners follow the links of a mail: a GET only shows a button.
    @get("/signals/{what}/{token}")
    async def ask(self, language: Language, what: str, token: str) -> Response:
        return page(language, f"signals.page.{link_kind(what)}", button=True)

    # The token is the secret. Mail programs post here, and our own page without its origin.
    @post("/signals/{what}/{token}", any_origin=True)
    async def follow(self, language: Language, what: str, token: str) -> Response:
        work = self.notifier.confirm if link_kind(what) == "confirm" else self.notifier.stop
        is_valid = await work(token)
        key = DONE[what] if is_valid else "unknown"
        return page(language, f"signals.page.{key}", status=200 if is_valid else 404)


def link_kind(what: str) -> str:
    if what not in DONE:
        raise RequestRefused("not_found")
    return what


def page(lang: str, key: str, button: bool = False, status: int = 200) -> Response:
    """A page of one sentence, and perhaps a button."""
    texts = catalogue(lang)
    form = f'<form method="post"><button>{escape(texts.say("signals.page.yes"))}</button></form>'
    body = f"<p>{escape(texts.say(key))}</p>{form if button else ''}"
    title = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    text = f'<!doctype html><html lang="{lang}"><head>{title}<title>Clandé</title></head>'
    text += f"<body>{body}</body></html>"
    return HTMLResponse(text, status, FRESH)
