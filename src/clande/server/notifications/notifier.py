"""Tells players of their turn: whom tables wait for, which letters that makes, and sending them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import smtplib
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from clande.kernel import Seat
from clande.server.http.schemas.tables import Channel
from clande.server.notifications import contacts, webhooks
from clande.server.notifications import mail as mailing
from clande.server.notifications.contacts import ContactWishes, quiet_until
from clande.server.operations.limits import Throttle
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.tokens import digest, secret
from clande.server.ports import Chance, Clock
from clande.server.store import (
    ContactRow,
    LetterRow,
    Row,
    SignalRow,
    StoreError,
    TableRow,
    TokenRow,
)
from clande.server.store.async_store import AsyncStore
from clande.text import catalogue

log = Log(__name__)

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
HOLD = 2 * MINUTE  # a player who only reloads the page gets no letter
ROUND = 15  # seconds between two rounds
BACK_OFF = (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR)
CONFIRM_LIFE = 48 * HOUR
AT_ONCE = 4  # letters sent at the same time


class Body(Struct, frozen=True):
    """What a letter says: which tables wait, or the link that confirms an address."""

    kind: Literal["turn", "confirm"]
    tables: tuple[tuple[str, str], ...] = ()  # id and title
    token: str = ""
    address: str = ""


class Waited(Struct, frozen=True):
    """Seats that a table waits for: the user, the decision, and whether the user is present."""

    seats: dict[Seat, tuple[str, int, bool]]


class Notifier:
    """Stores a signal for each absent player that a table waits for, and sends letters for them."""

    def __init__(
        self,
        store: AsyncStore,
        clock: Clock,
        chance: Chance,
        metrics: Metrics,
        root: str,
        mail: mailing.Server | None = None,
        reach: webhooks.WebhookPolicy | None = None,
        house: str = "Clandé",
    ) -> None:
        self.store = store
        self.clock = clock
        self.chance = chance
        self.metrics = metrics
        self.root = root
        self.mail = mail
        self.reach = reach
        self.house = house
        self.by_user = Throttle(clock, 5, HOUR)  # confirmations
        self.by_address = Throttle(clock, 3, 24 * HOUR)  # confirmations
        self.locks: dict[str, asyncio.Lock] = {}
        self.task: asyncio.Task[None] | None = None
        self.nudge = asyncio.Event()  # a letter should go out now
        self.run_aside: Callable[..., Awaitable[None]] = asyncio.to_thread  # sending blocks

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The channels that this server has."""
        mail: tuple[Channel, ...] = ("mail",) if self.mail else ()
        return (*mail, "webhook") if self.reach else mail

    def open(self) -> None:
        if self.channels:
            self.task = asyncio.get_running_loop().create_task(self.run())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.nudge.wait(), ROUND)
            self.nudge.clear()
            try:
                await self.go_round()
            except StoreError as error:
                log.warning("letters wait", error=error)
            except Exception as error:
                log.error("the courier stumbles", error=error)

    # Who is waited for

    async def look(self, table: str, waited: Waited, acted: Seat | None = None) -> None:
        """Stores the signals of a table for the players it waits for now. A turn has one signal: it
        stays after its letter until the seat has acted or the table does not wait for it."""
        async with self.locks.setdefault(table, asyncio.Lock()):
            signals = {row.seat: row for row in await self.store.rows(SignalRow, table=table)}
            for seat, row in list(signals.items()):
                user, _, present = waited.seats.get(seat, ("", 0, False))
                came_in_time = present and not row.letter
                if seat == acted or user != row.user or came_in_time:
                    await self.store.drop(SignalRow, table=table, seat=seat)
                    del signals[seat]
            now = self.clock.now()
            new = [
                SignalRow(table, seat, user, decision, now)
                for seat, (user, decision, present) in waited.seats.items()
                if not present and seat not in signals
            ]
            if new:
                await self.store.put(*new)

    # What is to be sent

    async def go_round(self) -> None:
        await self.write_letters()
        now = self.clock.now()
        due = [row for row in await self.store.rows(LetterRow) if row.due <= now]
        limit = asyncio.Semaphore(AT_ONCE)

        async def deliver(letter: LetterRow) -> None:
            async with limit:
                await self.deliver(letter)

        await asyncio.gather(*(deliver(letter) for letter in due))

    async def contact(self, user: str) -> ContactWishes | None:
        rows = await self.store.rows(ContactRow, user=user)
        return contacts.read(rows[0]) if rows else None

    async def write_letters(self) -> None:
        """One letter for each player and channel, about all tables that wait for that player."""
        now = self.clock.now()
        by_user: dict[str, list[SignalRow]] = {}
        for row in await self.store.rows(SignalRow, letter=""):
            by_user.setdefault(row.user, []).append(row)
        for user, rows in by_user.items():
            if all(row.since + HOLD > now for row in rows):
                continue
            contact = await self.contact(user)
            if contact is None or quiet_until(contact, now) > now:
                continue
            channels = [
                channel
                for channel in contact.confirmed
                if channel in self.channels and contact.address(channel)
            ]
            if not channels:
                continue
            tables = []
            for id in sorted({row.table for row in rows}):
                (table,) = await self.store.rows(TableRow, id=id)
                tables.append((id, table.mix.partition("+")[0].capitalize()))
            named = "|".join(f"{r.table}:{r.seat}:{r.decision}:{r.since}" for r in rows)
            id = hashlib.sha256(f"{user}|{named}".encode()).hexdigest()[:32]
            body = msgspec.json.encode(Body("turn", tuple(tables)))
            letters = [LetterRow(f"{id}-{c}", user, c, now, 0, body) for c in channels]
            signals = [structs.replace(row, letter=id) for row in rows]
            await self.store.put(*letters, *signals)

    async def deliver(self, letter: LetterRow) -> None:
        """Sends a letter, or decides when to try again; drops it if nothing waits any more."""
        contact = await self.contact(letter.user)
        body = msgspec.json.decode(letter.body, type=Body)
        channel: Channel = "mail" if letter.way == "mail" else "webhook"
        now = self.clock.now()
        if body.kind == "turn":
            id = letter.id.rpartition("-")[0]
            waiting = {row.table for row in await self.store.rows(SignalRow, letter=id)}
            body = structs.replace(body, tables=tuple(t for t in body.tables if t[0] in waiting))
            if contact is None or channel not in contact.confirmed or not body.tables:
                await self.store.drop(LetterRow, id=letter.id)
                return
            if (later := quiet_until(contact, now)) > now:
                await self.store.put(structs.replace(letter, due=later))
                return
        elif contact is None or contact.address(channel) != body.address:
            await self.store.drop(LetterRow, id=letter.id)
            return
        try:
            await self.run_aside(self.send, channel, contact, letter, body, now)
        except (mailing.Undeliverable, webhooks.Forbidden) as error:
            await self.give_up(letter, error)
        except (OSError, smtplib.SMTPException) as error:
            if letter.tries >= len(BACK_OFF):
                await self.give_up(letter, error)
                return
            self.metrics.letters.count(f"{channel}_failed")
            log.warning("a letter is not taken", way=channel, error=error)
            due = now + BACK_OFF[letter.tries]
            await self.store.put(structs.replace(letter, due=due, tries=letter.tries + 1))
        else:
            self.metrics.letters.count(f"{channel}_sent")
            await self.store.drop(LetterRow, id=letter.id)

    async def give_up(self, letter: LetterRow, error: BaseException) -> None:
        self.metrics.letters.count(f"{letter.way}_given_up")
        log.warning("a letter is given up", way=letter.way, error=error)
        await self.store.drop(LetterRow, id=letter.id)

    def send(
        self, channel: Channel, contact: ContactWishes, letter: LetterRow, body: Body, now: int
    ) -> None:
        subject, text = self.message(contact, body)
        if channel == "mail":
            assert self.mail is not None
            stop = f"{self.root}signals/stop/{contact.stop}" if body.kind == "turn" else ""
            to = body.address or contact.mail
            mail = mailing.message(self.mail, to, subject, text, letter.id, stop, now)
            mailing.send(self.mail, mail)
            return
        assert self.reach is not None
        payload: dict[str, Any] = {
            "type": body.kind,
            "id": letter.id,
            "text": text,
            "content": text,
        }
        payload["tables"] = [{"title": title, "link": self.link(id)} for id, title in body.tables]
        if body.token:
            payload["confirm"] = f"{self.root}signals/confirm/{body.token}"
        encoded = msgspec.json.encode(payload)
        to = body.address or contact.webhook
        self.reach.send(to, contact.key, letter.id, now // SECOND, encoded)

    def link(self, table: str) -> str:
        return f"{self.root}t/{table}"

    def message(self, contact: ContactWishes, body: Body) -> tuple[str, str]:
        texts = catalogue(contact.lang)
        if body.kind == "confirm":
            link = f"{self.root}signals/confirm/{body.token}"
            text = texts.say("signals.confirm.text", house=self.house, link=link)
            return texts.say("signals.confirm.subject", house=self.house), text
        count = len(body.tables)
        lines = [f"{title} : {self.link(id)}" for id, title in body.tables]
        stop = f"{self.root}signals/stop/{contact.stop}"
        text = texts.say("signals.turn.text", n=count, tables="\n".join(lines), stop=stop)
        return texts.say("signals.turn.subject", n=count, house=self.house), text

    # Addresses

    async def confirmation(self, user: str, channel: Channel, address: str) -> list[Row]:
        """A letter that asks whether an address is the player's own, and the token in it."""
        now, token = self.clock.now(), secret(self.chance)
        about = msgspec.json.encode((channel, address))
        row = TokenRow(digest(token), "confirm", now + CONFIRM_LIFE, user, about=about)
        body = msgspec.json.encode(Body("confirm", token=token, address=address))
        id = hashlib.sha256(token.encode()).hexdigest()[:32]
        return [row, LetterRow(f"{id}-{channel}", user, channel, now, 0, body)]

    async def confirm(self, token: str) -> bool:
        rows = await self.store.rows(TokenRow, digest=digest(token))
        if not rows or rows[0].purpose != "confirm" or rows[0].expires <= self.clock.now():
            return False
        channel, address = msgspec.json.decode(rows[0].about, type=tuple[Channel, str])
        contact = await self.contact(rows[0].user)
        if contact is None or contact.address(channel) != address:
            return False
        confirmed = tuple(sorted({*contact.confirmed, channel}))
        await self.save(rows[0].user, structs.replace(contact, confirmed=confirmed))
        await self.store.drop(TokenRow, digest=rows[0].digest)
        return True

    async def stop(self, token: str) -> bool:
        """Ends all notifications of the player who has this link."""
        rows = await self.store.rows(TokenRow, digest=digest(token))
        if not rows or rows[0].purpose != "stop":
            return False
        contact = await self.contact(rows[0].user)
        if contact is not None:
            await self.save(rows[0].user, structs.replace(contact, confirmed=()))
        return True

    async def save(self, user: str, contact: ContactWishes, *more: Row) -> None:
        await self.store.put(ContactRow(user, msgspec.json.encode(contact)), *more)
