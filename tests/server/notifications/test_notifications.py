"""Where a game takes days, whoever is waited for hears of it: once a turn, never at night, never at
an address that is not theirs."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import ssl
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from clande.kernel import QuickLuck, awaited
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.notifications import NotificationWishes
from clande.server.http.schemas.tables import Player, Terms
from clande.server.notifications import mail as mailing
from clande.server.notifications import settings, webhooks
from clande.server.notifications.contacts import CHANNELS, ContactWishes, quiet_until
from clande.server.notifications.notifier import BACK_OFF, HOLD, Notifier
from clande.server.store import LetterRow, SignalRow, StoreClosed
from clande.usage import UsageError
from tests.server.operations.test_logs import check_line
from tests.server.operations.test_monitoring import logged
from tests.support.http_player import Person
from tests.support.mail_sinks import HookSink, MailSink, certificate, listening
from tests.support.server_process import PATIENCE
from tests.support.virtual_server import START, Client, Room, virtually

DAY = 24 * 3600 * 1000
DAYS = Terms("diktat", 2, decision=2 * DAY)
ROOT = "https://house.example/"


async def at_once(work: Callable[..., None], *arguments: Any) -> None:
    work(*arguments)


def couriered(room: Room, mail: MailSink | None = None, hook: bool = False) -> Notifier:
    server = None
    if mail is not None:
        server = mailing.Server("127.0.0.1", "maison@house.example", mail.port, "none")
    reach = webhooks.WebhookPolicy(private=True) if hook else None
    house = room.house
    courier = Notifier(house.store, house.clock, house.chance, house.metrics, ROOT, server, reach)
    courier.run_aside = at_once
    house.tables.services.notifier = courier
    return courier


async def confirmed(courier: Notifier, player: Player, **more: Any) -> None:
    """A person whose addresses are known to be theirs."""
    channels = tuple(channel for channel in CHANNELS if more.get(channel))
    await courier.save(
        player.id, ContactWishes(key="k" * 43, stop="stop", confirmed=channels, **more)
    )


async def rounds(room: Room, courier: Notifier, minutes: int) -> None:
    for _ in range(minutes):
        await asyncio.sleep(60)
        await courier.go_round()


async def takes_turns(client: Client) -> None:
    """Answers until the other one is waited for."""
    dice = QuickLuck(5)
    for number in range(60):
        client.read()
        table = client.actor.live
        assert table is not None
        if client.outbox.seat not in table.missing():
            return
        answer = table.game.asked[client.outbox.seat].sample(dice)
        await client.act(answer, f"t{number}-{room_time(client)}")
        await asyncio.sleep(15)  # everything was shown
    raise AssertionError("its turn does not end")


def room_time(client: Client) -> int:
    return client.actor.clock.now()


def links(mail: Any) -> list[str]:
    return re.findall(r"https://house\.example/t/\S+", mail.get_content())


def test_one_turn_one_mail(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        id, people = await room.seated(DAYS)
        for i, player in enumerate(people):
            await confirmed(courier, player, mail=f"joueur{i}@mail.example")
        first = [await room.client(id, player) for player in people]
        await rounds(room, courier, 5)
        assert sink.mails == []  # they are here
        seat = next(iter(awaited(first[0].actor.live.game)))  # type: ignore[union-attr]
        present, away = first[1 - seat], first[seat]
        await away.leave()
        await rounds(room, courier, 1)
        assert sink.mails == []  # perhaps it only reloads its page
        await rounds(room, courier, 6)
        (mail,) = sink.mails
        assert mail["To"] == f"joueur{seat}@mail.example"
        assert mail["From"] == "maison@house.example"
        assert mail["Subject"] == "Clandé\u00a0: une table t’attend"
        assert links(mail) == [f"{ROOT}t/{id}"]
        assert mail["List-Unsubscribe"] == f"<{ROOT}signals/stop/stop>"
        assert "Joueur" not in mail.as_string()  # no name of anybody
        await rounds(room, courier, 300)
        assert len(sink.mails) == 1
        back = await room.client(id, people[seat], away)
        await takes_turns(back)
        await back.leave()
        await takes_turns(present)
        await rounds(room, courier, 10)
        if seat in awaited(present.actor.live.game):  # type: ignore[union-attr]
            assert len(sink.mails) == 2
            assert sink.mails[1]["Message-ID"] != mail["Message-ID"]

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_several_tables_wait_in_one_mail(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        ids = []
        host, guest = await room.people(2)
        for player in (host, guest):
            await confirmed(courier, player, mail=f"{player.id[:5]}@mail.example", lang="en")
        for _ in range(3):
            card = await room.house.lobby.create(host, DAYS)
            await room.house.lobby.sit(guest, card.id, 1)
            await room.house.lobby.start(host, card.id)
            ids.append(card.id)
        await rounds(room, courier, 5)
        mailed = [link for mail in sink.mails for link in links(mail)]
        assert sorted(mailed) == sorted(f"{ROOT}t/{id}" for id in ids)
        assert len(sink.mails) <= 2  # one a person
        many = [mail for mail in sink.mails if len(links(mail)) > 1]
        assert many and many[0]["Subject"] == "Clandé: several tables are waiting for you"

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_quick_games_write_to_nobody(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(Terms("diktat", 2, decision=3_600_000, stand_in="wait"))
        for player in people:
            await confirmed(courier, player, mail="a@mail.example")
        await rounds(room, courier, 20)
        assert sink.mails == [] and room.store.rows(SignalRow) == []

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


PARIS = ZoneInfo("Europe/Paris")


def moment(*when: int, zone: ZoneInfo = PARIS) -> int:
    return int(datetime(*when, tzinfo=zone).timestamp() * 1000)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "then"),
    [
        ((22 * 60, 8 * 60), "Europe/Paris", (2026, 11, 16, 23, 5), (2026, 11, 17, 8, 0)),
        ((22 * 60, 8 * 60), "Europe/Paris", (2026, 11, 17, 7, 59), (2026, 11, 17, 8, 0)),
        ((22 * 60, 8 * 60), "Europe/Paris", (2026, 11, 17, 8, 0), (2026, 11, 17, 8, 0)),
        ((22 * 60, 8 * 60), "Europe/Paris", (2026, 11, 17, 21, 59), (2026, 11, 17, 21, 59)),
        ((13 * 60, 14 * 60), "Europe/Paris", (2026, 11, 17, 13, 30), (2026, 11, 17, 14, 0)),
        # 23:05 in Paris is 17:05 in New York
        ((22 * 60, 8 * 60), "America/New_York", (2026, 11, 16, 23, 5), (2026, 11, 16, 23, 5)),
        # the night in which clocks go forward has an hour less
        ((22 * 60, 8 * 60), "Europe/Paris", (2027, 3, 27, 23, 0), (2027, 3, 28, 8, 0)),
    ],
)
def test_quiet_hours(quiet: Any, zone: str, now: Any, then: Any) -> None:
    contact = ContactWishes(quiet=quiet, zone=zone)
    assert quiet_until(contact, moment(*now)) == moment(*then)


def test_nobody_is_woken(tmp_path: Path) -> None:
    night = moment(2026, 11, 16, 23, 0)

    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, mail="a@mail.example", quiet=(22 * 60, 8 * 60))
        await rounds(room, courier, 9 * 60 - 1)
        assert sink.mails == []
        await rounds(room, courier, 3)
        assert sink.mails

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink), start=night)


def test_a_letter_survives_the_house_and_keeps_its_name(tmp_path: Path) -> None:
    """At least once, always under one Message-ID: a mail program shows it once."""

    async def before(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, mail="a@mail.example")
        drop = room.ledger.drop

        async def broken(kind: Any, **keys: Any) -> int:
            if kind is LetterRow:
                raise StoreClosed("the house is killed here")
            return await drop(kind, **keys)

        room.ledger.drop = broken  # type: ignore[method-assign,assignment]
        await asyncio.sleep(HOLD / 1000 + 30)
        with pytest.raises(StoreClosed):
            await courier.go_round()
        room.ledger.drop = drop  # type: ignore[method-assign]
        assert len(sink.mails) == 1 and len(room.store.rows(LetterRow)) == 1

    async def after(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        await room.house.open()
        await rounds(room, courier, 10)
        first, second = sink.mails
        assert first["Message-ID"] == second["Message-ID"]
        assert room.store.rows(LetterRow) == []

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: before(room, sink))
        virtually(tmp_path, lambda room: after(room, sink), seed=1, start=START + 600_000)


def test_a_letter_is_tried_again_and_given_up(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, mail="a@mail.example")
        sink.answers = ["450 later"] * 2
        await rounds(room, courier, 3)
        (letter,) = room.store.rows(LetterRow)
        assert (sink.mails, letter.tries) == ([], 1)
        assert 0 < letter.due - room.clock.now() + 60_000 <= BACK_OFF[0] + 60_000
        await rounds(room, courier, 10)
        assert len(sink.mails) == 1 and room.store.rows(LetterRow) == []
        text = room.house.metrics.text()
        assert 'clande_letters_total{result="mail_failed"} 2' in text
        assert 'clande_letters_total{result="mail_sent"} 1' in text

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))
    assert list(BACK_OFF) == sorted(BACK_OFF)


def test_a_refused_address_is_not_tried_again(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, mail="a@mail.example")
        sink.answers = ["550 nobody here"]
        await rounds(room, courier, 10)
        assert sink.mails == [] and room.store.rows(LetterRow) == []

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_what_is_settled_is_not_sent(tmp_path: Path) -> None:
    """Who comes back and plays before the letter goes out gets none."""

    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        id, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, mail="a@mail.example")
        await asyncio.sleep(HOLD / 1000 + 30)
        await courier.write_letters()
        (letter,) = room.store.rows(LetterRow)
        seat = next(s for s, p in enumerate(people) if p.id == letter.user)
        await takes_turns(await room.client(id, people[seat]))
        await courier.deliver(letter)
        assert sink.mails == [] and room.store.rows(LetterRow) == []

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_an_unconfirmed_address_gets_nothing_but_the_question(tmp_path: Path) -> None:
    async def work(room: Room, sink: MailSink) -> None:
        courier = couriered(room, sink)
        _, people = await room.seated(DAYS)
        for player in people:
            await settings.save(
                courier, player.id, NotificationWishes(mail=f"{player.id[:4]}@mail.example")
            )
        await rounds(room, courier, 20)
        assert len(sink.mails) == 2
        for mail, player in zip(sink.mails, people, strict=True):
            assert "adresse est-elle la bonne" in mail["Subject"]
            (token,) = re.findall(r"signals/confirm/(\S+)", mail.get_content())
            assert not await courier.confirm(token[:-1] + "x")
            await settings.save(
                courier, people[0].id, NotificationWishes(mail="other@mail.example")
            )
            assert await courier.confirm(token) is (player is people[1])
            assert not await courier.confirm(token)  # once
        with pytest.raises(RequestRefused):
            for i in range(8):
                await settings.save(
                    courier, people[0].id, NotificationWishes(mail=f"m{i}@mail.example")
                )
        for bad in ("no address", "a@b", "a@mail.example\nBcc: b@mail.example", "<a@b.example>"):
            with pytest.raises(RequestRefused) as refused:
                await settings.save(courier, people[1].id, NotificationWishes(mail=bad))
            assert refused.value.code == "bad_address"
        with pytest.raises(RequestRefused) as refused:
            await settings.save(
                courier, people[1].id, NotificationWishes(webhook="https://a.example/")
            )
        assert refused.value.code == "no_signals"
        with pytest.raises(RequestRefused) as refused:
            await settings.save(courier, people[1].id, NotificationWishes(zone="Europe/Atlantide"))
        assert refused.value.code == "bad_zone"

    with listening(MailSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


def test_without_a_way_the_table_says_so(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        couriered(room)
        id, people = await room.seated(DAYS)
        client = await room.client(id, people[0])
        assert client.card["signals"] == []
        assert (await room.house.tables.card(id)).signals == ()

    virtually(tmp_path, work)


# Webhooks


def test_a_webhook_is_signed(tmp_path: Path) -> None:
    async def work(room: Room, sink: HookSink) -> None:
        courier = couriered(room, hook=True)
        id, people = await room.seated(DAYS)
        for player in people:
            await confirmed(courier, player, webhook=sink.url)
        assert (await room.house.tables.card(id)).signals == ("webhook",)
        sink.answers = [(302, "http://127.0.0.1:1/"), (500, "")]
        await rounds(room, courier, 12)
        assert len(sink.posts) == 3  # a redirect is not followed; both were tried again
        assert len({post[1]["X-Clande-Id"] for post in sink.posts}) == 1
        path, headers, body = sink.posts[-1]
        assert path == "/hook?a=b"
        payload = json.loads(body)
        assert payload["tables"] == [{"title": "Diktat", "link": f"{ROOT}t/{id}"}]
        signed = webhooks.signature("k" * 43, int(headers["X-Clande-Time"]), body)
        assert headers["X-Clande-Signature"] == f"sha256={signed}"
        assert room.store.rows(LetterRow) == []

    with listening(HookSink()) as sink:
        virtually(tmp_path, lambda room: work(room, sink))


@pytest.mark.parametrize(
    "name",
    ["127.0.0.1", "10.1.2.3", "192.168.0.4", "172.16.0.1", "169.254.169.254", "0.0.0.0", "::1",
     "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1",
     "100.64.0.1", "255.255.255.255", "ff02::1"],
)  # fmt: skip
def test_private_addresses_are_not_the_world(name: str) -> None:
    assert not webhooks.is_public(name)
    assert webhooks.is_public("93.184.215.14") and webhooks.is_public("2606:4700::1111")


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]/", "https://2130706433/",
     "https://0x7f.1/", "http://example.org/", "https://user:word@example.org/", "https:///x"],
)  # fmt: skip
def test_a_webhook_leads_nowhere_private(url: str) -> None:
    """Every name is looked up here, and the connection goes to the address that was looked at."""
    with pytest.raises((webhooks.Forbidden, webhooks.Unreachable)) as refused:
        webhooks.WebhookPolicy().send(url, "key", "id", 0, b"{}")
    if "2130706433" not in url and "0x7f" not in url:  # which some systems do not read as numbers
        assert refused.type is webhooks.Forbidden


def test_the_address_that_is_called_is_the_one_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that stands for another address the second time leads nowhere else."""
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    called: list[str] = []
    monkeypatch.setattr(webhooks.WebhookPolicy, "addresses", lambda *_: next(answers))

    def connect(address: tuple[str, int], timeout: float) -> Any:
        called.append(address[0])
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(webhooks.Unreachable):
        webhooks.WebhookPolicy().send("https://house.example/", "key", "id", 0, b"{}")
    assert called == ["93.184.215.14"]


# Settings


def test_settings_come_from_a_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "mail.toml"
    file.write_text('host = "h"\nsender = "a@b.example"\nuser = "u"\npassword = "sesame"\n')
    file.chmod(0o600)
    server = mailing.settings(file, {})
    assert server is not None and (server.port, server.security) == (587, "starttls")
    assert "sesame" not in repr(server)
    assert mailing.settings(None, {}) is None
    named = {"CLANDE_MAIL_HOST": "h", "CLANDE_MAIL_SENDER": "a@b.example", "CLANDE_MAIL_PORT": "25"}
    again = mailing.settings(None, named)
    assert again is not None and again.port == 25
    file.chmod(0o644)
    with pytest.raises(UsageError, match="readable by you only"):
        mailing.settings(file, {})
    for wrong in ("host = 3", "sender = 'a@b.example'", "host = 'h'\nsender = 'nobody'"):
        file.write_text(wrong)
        with pytest.raises(UsageError):
            mailing.settings(file, {})
    clear = named | {"CLANDE_MAIL_PASSWORD": "sesame", "CLANDE_MAIL_SECURITY": "none"}
    with pytest.raises(UsageError, match="never in the clear") as refused:
        mailing.settings(None, clear)
    assert "sesame" not in str(refused.value)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not on the PATH")
def test_a_real_house_asks_and_is_told_to_stop(tmp_path: Path) -> None:
    """By STARTTLS and a password, over the real wire; the links only ask until a button is pressed;
    no address, password or token is in the log."""
    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with listening(MailSink(context, ("clande", "sesame-7"))) as sink:
        settings = tmp_path / "mail.toml"
        settings.write_text(
            f'host = "localhost"\nport = {sink.port}\nsender = "maison@house.example"\n'
            f'user = "clande"\npassword = "sesame-7"\nauthority = "{cert}"\n'
        )
        settings.chmod(0o600)
        options = ("--mail", str(settings), "--log", "json", "--log-level", "debug")
        with logged(tmp_path, *options) as (house, log):
            ann = Person(house.port, "Anne")
            assert ann.get("/api/house")[1]["signals"] == ["mail"]
            settings_now = ann.done("/api/signals", {"mail": "anne@mail.example", "lang": "en"})
            assert settings_now["confirmed"] == [] and settings_now["channels"] == ["mail"]
            for _ in range(10 * PATIENCE):
                if sink.mails:
                    break
                time.sleep(0.1)
            (mail,) = sink.mails
            assert sink.secured == 1 and mail["To"] == "anne@mail.example"
            (path,) = re.findall(r"/signals/confirm/\S+", mail.get_content())
            assert "<form" in house.ask(path).body.decode()
            assert ann.get("/api/signals")[1]["confirmed"] == []
            assert house.ask(path, "POST").status == 200
            assert ann.get("/api/signals")[1]["confirmed"] == ["mail"]
            assert house.ask(path, "POST").status == 404
            assert house.ask("/signals/elsewhere/x").status == 404
            status, _ = ann.ask("DELETE", "/api/signals")
            assert status == 200 and ann.get("/api/signals")[1]["wishes"]["mail"] == ""
        for line in log.read_text().splitlines():
            check_line(line)
        for secret in ("anne", "sesame", path.rpartition("/")[2]):
            assert secret not in log.read_text()
