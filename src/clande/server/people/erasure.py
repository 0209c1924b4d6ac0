"""Exporting and deleting all that is stored of a person.

Games know seats and no people: they stay as they were, and can still be verified.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.results import read as read_result
from clande.server.people.accounts import Accounts
from clande.server.people.families import Families
from clande.server.people.moderation import Complaint
from clande.server.store import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    ContactRow,
    LetterRow,
    MemberRow,
    ReportRow,
    ResultRow,
    SeatRow,
    SignalRow,
    TokenRow,
    UserRow,
)
from clande.server.tables.chat import line_of
from clande.server.tables.requests import ForgetPlayer


async def export(house: House, accounts: Accounts, families: Families, player: Player) -> Any:
    """All that is stored of a player, as plain JSON."""
    store, id = house.store, player.id
    users = await store.rows(UserRow, id=id)
    account = await accounts.of(id)
    seats = await store.rows(SeatRow, user=id)
    lines = [line_of(row) for row in await store.rows(ChatRow, user=id)]
    texts = [
        {"at": x.sent.at, "seat": x.sent.seat, "to": x.sent.to, "phrase": x.sent.phrase,
         "about": x.sent.about, "text": x.sent.text, "in_an_act": x.in_act}
        for x in lines
    ]  # fmt: skip
    tables = [await store.rows(ChatRow, user=id, table=row.table) for row in seats]
    reports = await store.rows(ReportRow, by=id)
    return {
        "person": {
            "id": id, "name": player.name, "child": player.child,
            "created": users[0].created if users else 0,
        },
        "account": {"login": account.login, "created": account.created} if account else None,
        "sessions": [
            {"made": card.made, "current": card.current}
            for card in await accounts.sessions(player, b"")
        ],
        "seats": [
            {"table": row.table, "seat": row.seat, "lines": len(rows)}
            for row, rows in zip(seats, tables, strict=True)
        ],
        "lines": texts,
        "results": [
            msgspec.to_builtins(read_result(row)) if row.over else {"table": row.table}
            for row in await store.rows(ResultRow, user=id)
        ],
        "decided": [
            {"kind": bond.kind, "at": bond.at} for bond in await store.rows(BondRow, user=id)
        ],
        "reports": [
            {"table": row.table, "at": row.at,
             "reason": msgspec.json.decode(row.body, type=Complaint).reason}
            for row in reports
        ],
        "families": msgspec.to_builtins(await families.mine(player)),
        "bans": [{"until": ban.until, "reason": ban.reason}
                 for ban in await store.rows(BanRow, kind="user", who=id)],
        "signals": {
            "contact": [
                msgspec.json.decode(row.about) for row in await store.rows(ContactRow, user=id)
            ],
            "waiting": len(await store.rows(LetterRow, user=id)),
        },
    }  # fmt: skip


async def erase(
    house: House, accounts: Accounts, families: Families, player: Player, password: str
) -> None:
    """Deletes all that leads to the player. A bot plays on in games under way."""
    if not await accounts.is_owner(player, password):
        raise RequestRefused("bad_login")
    store, id = house.store, player.id
    tables = {row.table for row in await store.rows(SeatRow, user=id)}
    tables |= {row.table for row in await store.rows(ChatRow, user=id)}
    for table in sorted(tables):
        await (await house.tables.owner(table)).ask(ForgetPlayer(id))
    for member in await store.rows(MemberRow, user=id):
        await families.remove_user(member.family, id)
    for result in await store.rows(ResultRow, user=id):
        await store.drop(ResultRow, table=result.table, seat=result.seat)
        for other in await store.rows(ResultRow, table=result.table):
            await store.put(without_name(other, result.seat))
    for report in await store.rows(ReportRow, about=id):
        body = msgspec.json.decode(report.body, type=Complaint)
        lines = [structs.replace(line, name="") for line in body.lines]
        bare = msgspec.json.encode(structs.replace(body, lines=lines))
        await store.put(structs.replace(report, about="", body=bare))
    house.tables.close_sessions(set(await house.people.end_sessions(id)))
    for kind in (ContactRow, LetterRow, SignalRow, AccountRow, TokenRow):
        await store.drop(kind, user=id)
    await store.drop(ReportRow, by=id)
    await store.drop(BondRow, user=id)
    await store.drop(BondRow, other=id)
    house.relations.forget(id)
    await store.drop(UserRow, id=id)
    house.people.forget_player(id)


def without_name(row: ResultRow, seat: int) -> ResultRow:
    if not row.over:
        return row
    result = read_result(row)
    standings = [structs.replace(s, name="") if s.seat == seat else s for s in result.standings]
    body = msgspec.json.encode(structs.replace(result, standings=standings))
    return structs.replace(row, body=body)
