"""What people ask for about signals: their addresses, quiet hours, the links in letters."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any, Literal

from litestar import MediaType, Response, route
from litestar.params import FromPath
from msgspec import Meta, Struct, structs

from clande.server.http.routes.tables import (
    DELETE,
    FRESH,
    GET,
    POST,
    Asked,
    TableRoutes,
    answer,
    spoken,
)
from clande.server.http.schemas.errors import RequestRefused
from clande.server.notifications import contacts, webhooks
from clande.server.notifications.contacts import (
    HOOK,
    MAIL,
    ZONE,
    Channel,
    ContactWishes,
    Minute,
    is_zone,
)
from clande.server.notifications.notifier import Notifier
from clande.server.people.tokens import digest, secret
from clande.server.store import ContactRow, LetterRow, Row, TokenRow
from clande.text import catalogue

FOR_EVER = 1 << 52
DONE = {"confirm": "confirmed", "stop": "stopped"}


class NotificationWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """How I want to hear that it is my turn. An empty address: not that way. Quiet hours are
    minutes of the day in my time zone, from and to."""

    mail: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    zone: Annotated[str, Meta(max_length=40)] = ZONE
    quiet: tuple[Minute, Minute] | None = None
    lang: Literal["fr", "en"] = "fr"


class NotificationSettings(Struct, frozen=True):
    """What the house can do, what I wished, and which of my addresses are confirmed."""

    ways: tuple[Channel, ...]
    wishes: NotificationWishes
    confirmed: tuple[Channel, ...] = ()
    key: str = ""  # webhooks are signed with it


class NotificationRoutes:
    def __init__(self, desk: TableRoutes, courier: Notifier) -> None:
        self.desk = desk
        self.courier = courier

    def shown(self, contact: ContactWishes) -> NotificationSettings:
        wishes = NotificationWishes(
            contact.mail, contact.webhook, contact.zone, contact.quiet, contact.lang
        )
        return NotificationSettings(self.courier.ways, wishes, contact.confirmed, contact.key)

    async def wish(self, user: str, wishes: NotificationWishes) -> ContactWishes:
        """Keeps what a person wishes; a new address is used once it is confirmed."""
        courier = self.courier
        for way, address, shape in (("mail", wishes.mail, MAIL), ("webhook", wishes.webhook, HOOK)):
            if address and way not in courier.ways:
                raise RequestRefused("no_signals")
            if address and not shape.fullmatch(address):
                raise RequestRefused("bad_address")
        if wishes.webhook and courier.reach is not None:
            try:
                courier.reach.split(wishes.webhook)
            except webhooks.Forbidden:
                raise RequestRefused("bad_address") from None
        if not is_zone(wishes.zone):
            raise RequestRefused("bad_zone")
        old = await courier.contact(user)
        more: list[Row] = []
        if old is None:
            stop = secret(courier.chance)
            old = ContactWishes(key=secret(courier.chance), stop=stop)
            more.append(TokenRow(digest(stop), "stop", FOR_EVER, user))
        confirmed = tuple(
            way
            for way in old.confirmed
            if old.address(way) == (wishes.mail if way == "mail" else wishes.webhook)
        )
        contact = structs.replace(
            old,
            mail=wishes.mail,
            webhook=wishes.webhook,
            zone=wishes.zone,
            quiet=wishes.quiet,
            lang=wishes.lang,
            confirmed=confirmed,
        )
        for way in contacts.WAYS:
            address = contact.address(way)
            if address and way not in confirmed:
                if not courier.asked.allows(user) or not courier.asked_of.allows(address.lower()):
                    raise RequestRefused("too_many")
                more += await courier.confirmation(user, way, address)
        await courier.keep(user, contact, *more)
        courier.nudge.set()
        return contact

    def handlers(self) -> list[Any]:
        desk, courier = self.desk, self.courier

        @route("/api/signals", http_method=GET)
        async def mine(request: Asked) -> Response[NotificationSettings]:
            player = await desk.player(request)
            return answer(self.shown(await courier.contact(player.id) or ContactWishes()))

        @route("/api/signals", http_method=POST)
        async def wish(request: Asked) -> Response[NotificationSettings]:
            wishes = await desk.read(request, NotificationWishes)
            player = await desk.player(request)
            return answer(self.shown(await self.wish(player.id, wishes)))

        @route("/api/signals", http_method=DELETE, status_code=200)
        async def forget(request: Asked) -> Response[NotificationSettings]:
            desk.check_origin(request)
            player = await desk.player(request)
            await courier.store.drop(ContactRow, user=player.id)
            await courier.store.drop(LetterRow, user=player.id)
            await courier.store.drop(TokenRow, user=player.id, purpose="stop")
            await courier.store.drop(TokenRow, user=player.id, purpose="confirm")
            return answer(self.shown(ContactWishes()))

        # A program that looks at the links of a mail must not follow them: they only ask.
        @route("/signals/{what:str}/{token:str}", http_method=GET)
        async def asked(request: Asked, what: FromPath[str], token: FromPath[str]) -> Response[str]:
            return page(request, f"signals.page.{kind(what)}", button=True)

        @route("/signals/{what:str}/{token:str}", http_method=POST)
        async def done(request: Asked, what: FromPath[str], token: FromPath[str]) -> Response[str]:
            work = courier.confirm if kind(what) == "confirm" else courier.stop
            well = await work(token)
            told = DONE[what] if well else "unknown"
            return page(request, f"signals.page.{told}", status=200 if well else 404)

        return [mine, wish, forget, asked, done]


def kind(what: str) -> str:
    if what not in ("confirm", "stop"):
        raise RequestRefused("not_found")
    return what


def page(request: Asked, key: str, button: bool = False, status: int = 200) -> Response[str]:
    """A page of one sentence, and perhaps a button."""
    lang = spoken(request)
    words = catalogue(lang)
    form = f'<form method="post"><button>{escape(words.say("signals.page.yes"))}</button></form>'
    body = f"<p>{escape(words.say(key))}</p>{form if button else ''}"
    title = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    text = f'<!doctype html><html lang="{lang}"><head>{title}<title>Clandé</title></head>'
    text += f"<body>{body}</body></html>"
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=FRESH)
