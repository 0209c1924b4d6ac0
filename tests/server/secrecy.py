"""Two worlds that a viewer can't tell apart send it the same bytes.

At a point of a game, a second world is imagined from what one viewer sees. Both are laid on tables
of their own and the same things are done there: as long as the rules disclose nothing, snapshots,
news, offers, refusals and acknowledgements must be the same, byte for byte. And what a viewer may
not notice must leave all of that as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from clande import games
from clande.kernel import (
    SPECTATOR,
    Action,
    Game,
    Header,
    QuickLuck,
    Seat,
    act,
    awaited,
    head,
    lucky,
    offers,
    resample,
    set_up,
    told,
    view,
)
from clande.kernel.audience import AUDIENCES, Audience
from clande.kernel.books import SHELF, book
from clande.server.sockets.protocol import ShowingTime, State
from clande.server.store.chain import StoredGame
from clande.server.tables import inquiries
from clande.server.tables import live_game as tables
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.transition import CommandRefused, SideState
from clande.testing.laws import looking_alike
from clande.testing.play import playout, settings
from clande.text import catalogue
from tests.support.commands import Command, SeatAct, Timeout

games.installed()
games.find("examples/contraband")

for name in SHELF:
    list(settings(name))  # with all their modules

NOW = 1_000_000
# as they are declared, by name and fields: a planted leak may change them, and other tests may load
# a game once more
DECLARED = {(kind.__name__, tuple(fields)): dict(fields) for kind, fields in AUDIENCES.items()}
FOR_PARTIES = (Audience.OWNER, Audience.PARTIES)
KINDS = 40
WEIGHED = 3
WORDS = {name: catalogue("fr", book) for name, book in SHELF.items()}
NONSENSE = (b'{"type":"Number","value":1000000000}', b'{"type":"Order","kinds":["x"]}', b"{}")


class Leak(AssertionError):
    """A viewer could tell two worlds apart: by what, and where."""


def laid(
    game: Game[Any], side: SideState | None, now: int = NOW, number: int = 7
) -> tables.LiveGame:
    """A game on a table of its own."""
    return tables.LiveGame(StoredGame("t", game, number, bytes(32)), TimeLimits(), side, now)


def added_state(table: tables.LiveGame, viewer: Seat, side: SideState) -> State:
    """What the server adds to a viewer's view of a game, which itself is left out."""
    status = table.status_of(side)
    undo = bool(side.open.get(viewer)) and status == "playing"
    decision = side.decisions.get(viewer, 0)
    showing = side.showing
    time = ShowingTime(showing.until, showing.lamp, showing.pace, showing.step)
    holds = None if viewer == SPECTATOR or table.alone else showing.holds_left(viewer)
    return State(status, {}, decision, undo, side.clock, table.speech(viewer), time, holds)


def everything(table: tables.LiveGame, viewer: Seat) -> list[bytes]:
    """All that a viewer could ask for now."""
    messages = [table.feeds[viewer].snapshot(inquiries.latest_events(table, viewer, 0))]
    counts = inquiries.offers_message(table, viewer, ())
    messages.append(counts)
    if viewer != SPECTATOR:
        kinds = tuple(msgspec.json.decode(counts)["kinds"])[:KINDS]
        messages.append(inquiries.offers_message(table, viewer, kinds))
        messages.append(b"%d" % table.decision(viewer))
        messages.append(msgspec.json.encode(weighed(table, viewer)))
    return messages


def weighed(table: tables.LiveGame, viewer: Seat) -> Any:
    """What the first answers to its question would mean to a viewer."""
    question = table.game.asked.get(viewer)
    answers = islice(question, WEIGHED) if question is not None else ()
    written = tuple(msgspec.json.encode(answer) for answer in answers)
    texts = WORDS[table.book.name]
    return inquiries.meanings(table, viewer, table.decision(viewer), written, texts)


def came_of(table: tables.LiveGame, command: Command, viewer: Seat, now: int) -> list[bytes] | None:
    """What a viewer is sent when this is done; None if another's act is refused."""
    try:
        decided = command.decide(table, now)
    except CommandRefused as refusal:
        mine = isinstance(command, SeatAct) and command.seat == viewer
        return [msgspec.json.encode((refusal.code, refusal.rule_ids))] if mine else None
    message = table.adopt(decided).get(viewer)
    payload = message.payload if message else b""
    mine = isinstance(command, SeatAct) and command.seat == viewer
    return [payload, decided.reply] if mine else [payload]


def is_disclosure(game: Game[Any], viewer: Seat, first: list[bytes], second: list[bytes]) -> bool:
    """Whether the first difference is one that the rules mean to make: a field that is revealed,
    one told to its parties of whom the viewer is one, or an event whose happening tells."""
    kinds = {kind.__name__: kind for kind in book(game).events}
    stories = [story_of(sent) for sent in (first, second)]
    for a, b in zip(*stories, strict=False):
        if a == b:
            continue
        if kinds[a["type"]].discloses or kinds[b["type"]].discloses:
            return True
        fields = DECLARED[a["type"], kinds[a["type"]].__struct_fields__]
        differing = [name for name in a if a[name] != b.get(name)]
        return a["type"] == b["type"] and all(
            fields[name] is Audience.REVEALED
            or (fields[name] in FOR_PARTIES and is_party(kinds[a["type"]], a, viewer))
            for name in differing
        )
    rest = stories[0][len(stories[1]) :] + stories[1][len(stories[0]) :]
    return bool(rest) and kinds[rest[0]["type"]].discloses


def story_of(sent: list[bytes]) -> list[Any]:
    message = msgspec.json.decode(sent[0]) if sent and sent[0] else None
    return message["story"] if isinstance(message, dict) and "story" in message else []


def is_party(kind: type[Any], event: dict[str, Any], viewer: Seat) -> bool:
    """Whether an event was told to the viewer as to one of its parties."""
    fields = {name: event.get(name) for name in kind.__struct_fields__}
    try:
        return viewer in kind(**fields).parties()
    except (TypeError, KeyError):
        return False


def twin_of(game: Game[Any], viewer: Seat, dice: QuickLuck) -> Game[Any]:
    """Another world for this viewer; the same seats have answered, who knows what."""
    twin = resample(view(game, viewer), lucky(dice.below(1 << 30)))
    for other in game.answers:
        if other != viewer:
            twin.answers[other] = twin.asked[other].sample(dice)
    twin.log = list(game.log or [])
    return twin


def deeds(game: Game[Any], dice: QuickLuck) -> Iterator[tuple[Seat, Action | None]]:
    """Things to try: answers, acts unasked, nonsense, taking back."""
    for seat in awaited(game):
        yield seat, game.asked[seat].sample(dice)
    for seat in game.seats:
        if open_to_it := offers(game, seat):
            yield seat, dice.pick(open_to_it).question.sample(dice)
        yield seat, None


def compare(
    game: Game[Any],
    side: SideState,
    viewer: Seat,
    dice: QuickLuck,
    deed: tuple[Seat, Action] | None = None,
) -> int:
    """Holds one viewer at one point to it; how many comparisons that were."""
    count = 0
    tried = list(deeds(game, dice)) if deed is None else [deed]
    if deed is None:
        tried += [(dice.below(game.header.seats), action) for _, action in tried[:4]]
    for actor, action in tried:
        real = laid(game.clone(keep_log=True), side.copy())
        twin = twin_of(game, viewer, dice)
        twin_table = laid(twin, side.copy())
        same(everything(real, viewer), everything(twin_table, viewer), viewer, "before", action)
        same(refusal_bytes(real, viewer), refusal_bytes(twin_table, viewer), viewer, "refused")
        alike = action
        if action is not None and actor != viewer:
            alike = looking_alike(game, twin, actor, action, dice)
        sent = [
            came_of(table, acting(table, actor, act), viewer, NOW + 2000)
            for table, act in ((real, action), (twin_table, alike))
        ]
        count += 2
        first, second = sent
        if first is None or second is None:
            continue  # nobody sees how others are refused
        if first != second:
            if is_disclosure(game, viewer, first, second):
                continue
            raise Leak(f"seat {viewer} sees seat {actor}: {action}", first, second)
        if real.game.stack:
            same(everything(real, viewer), everything(twin_table, viewer), viewer, "after", action)
            count += 1
    return count


def acting(table: tables.LiveGame, actor: Seat, action: Action | None) -> Command:
    written = None if action is None else msgspec.json.encode(action)
    return SeatAct("x", actor, table.decision(actor), written, NOW + 1000)


def same(first: list[bytes], second: list[bytes], viewer: Seat, *where: object) -> None:
    for a, b in zip(first, second, strict=True):
        if a != b:
            raise Leak(f"seat {viewer}", *where, a[:400], b[:400])


def unnoticed(table: tables.LiveGame, viewer: Seat, command: Command) -> bool:
    """Does something; if the rules let the viewer notice nothing, it is sent nothing, and all that
    it could ask for is as before."""
    before, refusals = everything(table, viewer), refusal_bytes(table, viewer)
    saw, length = view(table.game, viewer), len(table.game.log or ())
    try:
        decided = command.decide(table, NOW + 2000)
    except CommandRefused:
        return False
    happened = (table.game.log or [])[length:]
    if view(table.game, viewer) != saw or any(told(event, viewer) for event in happened):
        return False
    if message := table.adopt(decided).get(viewer):
        raise Leak(f"seat {viewer} is sent something", command, message.payload)
    same(before, everything(table, viewer), viewer, "unnoticed", command)
    same(refusals, refusal_bytes(table, viewer), viewer, "unnoticed, refused", command)
    return True


def refusal_bytes(table: tables.LiveGame, viewer: Seat) -> list[bytes]:
    """How the viewer's own nonsense would be refused now, and what its next news would be."""
    if viewer == SPECTATOR:
        return []
    sent = []
    for action in (
        b'{"type":"Number","value":1000000000}',
        b'{"type":"Order","kinds":["x"]}',
        b"{}",
    ):
        command = SeatAct("y", viewer, table.decision(viewer), action, NOW + 1000)
        sent += came_of(table, command, viewer, NOW + 2000) or []
    return sent


def hold(header: Header, seed: int, points: int) -> int:
    """One game, held to it at some points of random play, for every viewer."""
    dice = QuickLuck(seed)
    game = set_up(header, lucky(seed))
    wanted = sorted({dice.below(160) for _ in range(points)})
    count = 0
    for at, _ in enumerate(playout(game, QuickLuck(seed + 1))):
        if not game.stack or not wanted:
            break
        if at != wanted[0]:
            continue
        wanted.pop(0)
        table = laid(game.clone(keep_log=True), None)
        for _ in range(2):  # some acts at the table itself, so that there are marks and numbers
            seat = dice.pick(awaited(table.game))
            action = table.game.asked[seat].sample(dice)
            came_of(table, acting(table, seat, action), seat, NOW + 1)
            if not table.game.stack:
                break
        if not table.game.stack:
            break
        for viewer in table.viewers:
            count += compare(table.game, table.side, viewer, dice)
            count += silences(table, viewer, dice)
    return count


def hold_where(header: Header, seed: int, kind: str, most: int = 3) -> int:
    """One game, held to it where an event of that kind is about to happen."""
    dice = QuickLuck(seed)
    game = set_up(header, lucky(seed))
    count = 0
    for _ in range(600):
        if not game.stack or count == most:
            break
        seat = dice.pick(awaited(game))
        action = game.asked[seat].sample(dice)
        before = game.clone(keep_log=True)
        length = len(game.log or ())
        act(game, seat, action)
        if kind in [type(event).__name__ for event in (game.log or [])[length:]]:
            count += 1
            side = laid(before.clone(keep_log=True), None).side
            for viewer in (*game.seats, SPECTATOR):
                if viewer != seat:
                    compare(before, side, viewer, dice, (seat, action))
    return count


def silences(table: tables.LiveGame, viewer: Seat, dice: QuickLuck) -> int:
    """What others do unnoticed, on copies of a table."""
    count = 0
    for actor, action in list(deeds(table.game, dice)):
        if actor == viewer:
            continue
        other = laid(table.game.clone(keep_log=True), table.side.copy())
        if not unnoticed(other, viewer, acting(other, actor, action)):
            continue
        count += 2
        # and what is sealed may be taken back, as unnoticed as it came
        unnoticed(other, viewer, acting(other, actor, None))
        late = [Timeout(seat, other.decision(seat)) for seat in awaited(other.game)]
        if len(late) > 1 and late[0].seat != viewer:
            count += unnoticed(other, viewer, late[0])
    return count


TABLES = [("diktat", 3), ("dictopia", 3), ("contraband", 3)]


def headers() -> list[Header]:
    return [head(name, seats, (), {}) for name, seats in TABLES]
