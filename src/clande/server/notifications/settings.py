"""What a player wishes to hear of turns: checked, stored, forgotten."""

from __future__ import annotations

from msgspec import structs

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.notifications import NotificationSettings, NotificationWishes
from clande.server.notifications import contacts, webhooks
from clande.server.notifications.contacts import HOOK, MAIL, ContactWishes, is_zone
from clande.server.notifications.notifier import Notifier
from clande.server.people.tokens import digest, secret
from clande.server.store import ContactRow, LetterRow, Row, TokenRow

FOR_EVER = 1 << 52


def settings(notifier: Notifier, contact: ContactWishes) -> NotificationSettings:
    """What the player is shown."""
    wishes = NotificationWishes(
        contact.mail, contact.webhook, contact.zone, contact.quiet, contact.lang
    )
    return NotificationSettings(notifier.channels, wishes, contact.confirmed, contact.key)


async def read(notifier: Notifier, user: str) -> ContactWishes:
    return await notifier.contact(user) or ContactWishes()


async def save(notifier: Notifier, user: str, wishes: NotificationWishes) -> ContactWishes:
    """Stores what a player wishes; a new address is used once it is confirmed."""
    check(notifier, wishes)
    old = await notifier.contact(user)
    rows: list[Row] = []
    if old is None:
        stop = secret(notifier.chance)
        old = ContactWishes(key=secret(notifier.chance), stop=stop)
        rows.append(TokenRow(digest(stop), "stop", FOR_EVER, user))
    confirmed = tuple(
        channel
        for channel in old.confirmed
        if old.address(channel) == (wishes.mail if channel == "mail" else wishes.webhook)
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
    for channel in contacts.CHANNELS:
        address = contact.address(channel)
        if address and channel not in confirmed:
            if not notifier.by_user.allows(user) or not notifier.by_address.allows(address.lower()):
                raise RequestRefused("too_many")
            rows += await notifier.confirmation(user, channel, address)
    await notifier.save(user, contact, *rows)
    notifier.nudge.set()
    return contact


def check(notifier: Notifier, wishes: NotificationWishes) -> None:
    """Refuses channels that this server has not, and addresses and zones that do not exist."""
    for channel, address, shape in (("mail", wishes.mail, MAIL), ("webhook", wishes.webhook, HOOK)):
        if address and channel not in notifier.channels:
            raise RequestRefused("no_signals")
        if address and not shape.fullmatch(address):
            raise RequestRefused("bad_address")
    if wishes.webhook and notifier.reach is not None:
        try:
            notifier.reach.split(wishes.webhook)
        except webhooks.Forbidden:
            raise RequestRefused("bad_address") from None
    if not is_zone(wishes.zone):
        raise RequestRefused("bad_zone")


async def forget(notifier: Notifier, user: str) -> None:
    """Drops all that is stored of a player's wishes."""
    await notifier.store.drop(ContactRow, user=user)
    await notifier.store.drop(LetterRow, user=user)
    await notifier.store.drop(TokenRow, user=user, purpose="stop")
    await notifier.store.drop(TokenRow, user=user, purpose="confirm")
