"""Talk, accounts, families, complaints and forgetting, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from clande.server.bots.workers import InlineBots
from clande.server.http.schemas import people as wire
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.house import House
from clande.server.operations import admin_secret
from clande.server.operations.limits import Limits
from clande.server.people import erasure
from clande.server.ports import SystemChance, SystemClock
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import SendChat
from clande.server.store import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    FamilyRow,
    MemberRow,
    ReportRow,
    Store,
    TokenRow,
    UserRow,
)
from clande.server.store.async_store import ThreadedStore
from clande.server.store.backup import back_up
from clande.server.tables.mailbox import Enter, FromClient
from tests.server.people.test_people import GOOD, Desk

KINDS: tuple[Any, ...] = (
    AccountRow,
    BanRow,
    BondRow,
    FamilyRow,
    ChatRow,
    MemberRow,
    ReportRow,
    TokenRow,
    UserRow,
)


class Place:
    """A house over a real store, for those who take care of people."""

    def __init__(self, store: Store) -> None:
        limits = Limits(greetings=1000, tables=1000)
        self.store = store
        self.house = House(
            ThreadedStore(store), SystemClock(), SystemChance(), InlineBots(), limits, beats=False
        )


async def spoken(house: House, table: str, seat: int, user: str, **said: Any) -> None:
    outbox = Outbox(seat, user, 1)
    actor = await house.tables.actor(table)
    await actor.mailbox.put(Enter(outbox, -1, ""))
    await actor.mailbox.put(FromClient(outbox, SendChat("k", **said)))
    while not any(b'"spoken"' in payload for payload in outbox.payloads):
        assert not any(b'"nack"' in payload for payload in outbox.payloads), outbox.payloads
        await asyncio.sleep(0.005)


async def lived(place: Place) -> tuple[str, str]:
    house, desk = place.house, Desk(place)  # type: ignore[arg-type]
    await house.open()
    anna, bob = [(await house.people.greet(name))[0] for name in ("Anna", "Bob")]
    card = await house.lobby.create(anna, Terms("diktat", 2, talk="free"))
    await house.lobby.sit(bob, card.id, 1)
    await spoken(house, card.id, 0, anna.id, text="été à Prague")
    await spoken(house, card.id, 1, bob.id, phrase="common.hello", to=(0,))
    opened = await desk.accounts.sign_up(anna, GOOD, "a")
    assert (await desk.accounts.log_in(opened.login, GOOD, "a"))[0] == anna
    family = await desk.families.create(anna, "Nous")
    await desk.families.join(bob, (await desk.families.invite(anna, family.id)).code, "a")
    await desk.order.set_bond(bob, card.id, 0, "block", True)
    await desk.order.report(bob, card.id, wire.ReportPlayer("bruit", 0))
    await desk.order.ban(wire.BanPlayer(5, "essai", address="192.0.2.7"))
    assert admin_secret.first_secret(place.store, SystemChance()) is not None
    await house.close()
    return anna.id, card.id


async def forgotten(place: Place, user: str, table: str) -> None:
    house, desk = place.house, Desk(place)  # type: ignore[arg-type]
    await house.open()
    assert house.bans.has(address="192.0.2.7") and house.relations.families[user]
    player = await house.people.player(user)
    assert player is not None
    told = await erasure.export(house, desk.accounts, desk.families, player)
    assert [line["text"] for line in told["lines"]] == ["été à Prague"]
    await erasure.erase(house, desk.accounts, desk.families, player, GOOD)
    assert [line.seat for line in place.store.rows(ChatRow, table=table)] == [1]
    assert place.store.rows(AccountRow) == [] and place.store.rows(UserRow, id=user) == []
    assert [row.heads for row in place.store.rows(MemberRow)] == [True]
    await house.sweep(place.house.clock.now() + 400 * 24 * 3_600_000)
    assert not [*place.store.rows(ChatRow), *place.store.rows(ReportRow), *place.store.rows(BanRow)]
    await house.close()


def test_people_are_kept_copied_and_forgotten(where: Path | str, tmp_path: Path) -> None:
    with Store.open(where) as store:
        user, table = asyncio.run(lived(Place(store)))
        before = {kind: store.rows(kind) for kind in KINDS}
        assert all(before.values())
    copied = back_up(where, tmp_path / "copies", "now")
    assert copied.aside == []
    copy = tmp_path / "copy"
    copy.mkdir()
    copied.file.rename(copy / "house.db")
    with Store.open(copy) as store:
        assert {kind: store.rows(kind) for kind in KINDS} == before
    with Store.open(where) as store:
        asyncio.run(forgotten(Place(store), user, table))
