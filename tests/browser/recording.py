"""Plays Dictopia at real tables, in virtual time, and keeps what a viewer had before it at each
step: the states that tests of the client are shown.

python -m tests.browser.recording          write client/src/games/dictopia/scenes/*.json
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from clande.dictopia.actions import Denounce, Dispute, Invent
from clande.dictopia.cards import Card
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.search import assign, solve
from clande.kernel import NO, PASS, SPECTATOR, YES, Action, Spelt
from clande.server.http.schemas.tables import Terms
from clande.server.sockets.outbox import Outbox
from tests.support.virtual_server import Client, Room, virtually

ROOT = Path(__file__).parents[2]
OUTPUT = ROOT / "client/src/games/dictopia/scenes"
NAMES = ("Inès", "Théo", "Mamie Jo", "Marc")
DECISION = 45_000
TOLD = 24  # events of the story that a scene keeps

Scenes = dict[str, dict[str, Any]]


class Party:
    """A table where everybody does as the script says."""

    def __init__(self, room: Room, scenes: Scenes) -> None:
        self.room = room
        self.scenes = scenes
        self.clients: list[Client] = []
        self.public: Client | None = None

    async def open(self, seats: int, **options: int | str) -> None:
        people = [(await self.room.house.people.greet(name))[0] for name in NAMES[:seats]]
        terms = Terms(
            "dictopia", seats, options=options, decision=DECISION, watched=True, talk="free"
        )
        card = await self.room.house.lobby.create(people[0], terms)
        for seat, player in enumerate(people[1:], start=1):
            await self.room.house.lobby.sit(player, card.id, seat)
        await self.room.house.lobby.start(people[0], card.id)
        for player in people:
            self.clients.append(await self.room.client(card.id, player))
        outbox = Outbox(SPECTATOR, people[0].id, 0, b"")
        self.public = Client(await self.room.house.tables.actor(card.id), outbox)
        await self.public.enter()

    @property
    def game(self) -> Any:
        table = self.clients[0].actor.live
        assert table is not None
        return table.game

    async def hear(self) -> None:
        for client in [*self.clients, self.public]:
            assert client is not None
            await client.settle()

    async def keep(self, name: str, seat: int = 0) -> None:
        """What a viewer has before it now."""
        await self.hear()
        viewer = self.public if seat == SPECTATOR else self.clients[seat]
        assert viewer is not None and viewer.state is not None
        self.scenes[name] = {
            "seat": seat,
            "now": self.room.clock.now(),
            "card": viewer.card,
            "state": viewer.state,
            "story": viewer.story[-TOLD:],
        }

    async def act(self, seat: int, action: Action) -> None:
        await self.clients[seat].settle()
        reply = await self.clients[seat].act(action)
        assert reply["type"] == "ack", (seat, action, reply)

    async def all(self, action: Action) -> None:
        """Everybody who is asked answers the same."""
        for seat in sorted(self.game.asked):
            await self.act(seat, action)

    def hand(self, seat: int) -> tuple[Card, ...]:
        table = self.game.table
        hand: tuple[Card, ...] = table.shown[seat] or table.hands[seat]
        return hand

    def best(self, seat: int, nth: int = 0) -> Spelt:
        found = [find for find in solve(lexicon(), self.hand(seat), self.game.table.target)]
        return self.laid(seat, [find for find in found if find.safe][nth].word)

    def laid(self, seat: int, letters: str, mark: str = "") -> Spelt:
        way = assign(letters, self.hand(seat), self.game.table.target)
        assert way is not None, letters
        return Spelt(letters, tuple(one.card for one in way), mark)

    def nonsense(self, seat: int, length: int = 5) -> Spelt:
        """Letters that are no word of anybody's."""
        hand = self.hand(seat)[:length]
        letters = "".join(c.top if at % 3 else c.bottom for at, c in enumerate(hand))
        return Spelt(letters, tuple(range(length)), "")

    async def lock(self, seat: int, word: Spelt) -> None:
        await self.act(seat, Spelt(word.letters, word.cards, f"lock {word.mark}".strip()))

    async def trial(self, *words: Spelt) -> None:
        """All are ready, and lay these words, or the first words they find."""
        await self.all(PASS)
        for seat in range(len(self.clients)):
            await self.lock(seat, words[seat] if seat < len(words) else self.best(seat))

    async def through(self) -> None:
        """Everybody lets everything pass until the next trial is ready to begin, or all is over."""
        began = self.game.table.trial
        while self.game.stack and self.game.table.trial == began:
            for seat, question in sorted(self.game.asked.items()):
                await self.act(seat, question.default())


async def family(party: Party) -> None:
    """Four people; the first envelope is the feminine one."""
    await party.open(4, judging="denunciation")
    await party.keep("ready")
    await party.all(PASS)
    await party.keep("trial")
    await party.keep("public-trial", SPECTATOR)
    await party.lock(1, party.best(1, 4))
    await party.lock(2, party.best(2, 9))
    await party.keep("trial-others-locked")
    await party.lock(0, party.best(0, 2))
    await party.keep("trial-locked")
    await party.lock(3, party.nonsense(3))
    await party.keep("count")
    await party.keep("public-count", SPECTATOR)
    await party.through()
    await party.keep("ready-mission")
    await party.keep("public-ready", SPECTATOR)
    await party.all(PASS)
    await party.keep("trial-mission")
    for seat in (0, 1, 2):
        await party.lock(seat, party.best(seat, seat))
    await party.lock(3, party.nonsense(3))
    await party.act(1, Denounce(0))
    await party.keep("verdict-upheld")
    await party.act(0, Denounce(3))
    await party.keep("look-up")
    await party.keep("look-up-mine", 3)
    for seat in (0, 1, 2):
        await party.act(seat, NO)
    await party.keep("verdict-struck")
    await party.keep("public-verdict", SPECTATOR)
    await party.all(PASS)
    await party.keep("score")
    await party.keep("public-score", SPECTATOR)
    await party.through()
    for _ in (3, 4):
        await party.trial()
        await party.through()
    await party.keep("ready-two")
    await party.all(PASS)
    await party.keep("trial-two")
    await party.keep("public-two", SPECTATOR)
    for seat in range(4):
        await party.lock(seat, party.best(seat, seat))
    await party.through()
    await party.keep("over")
    await party.keep("public-over", SPECTATOR)


async def strangers(party: Party) -> None:
    """The envelope of foreign words."""
    await party.open(2, judging="denunciation")
    await party.trial()
    await party.through()
    await party.all(PASS)
    await party.keep("trial-foreign")


async def censors(party: Party) -> None:
    await party.open(3, judging="automatic")
    await party.trial()
    await party.through()
    await party.keep("ready-censored")
    await party.all(PASS)
    await party.keep("trial-censored")
    for seat in range(3):
        await party.lock(seat, party.best(seat, 3 * seat))
    await party.keep("score-automatic")


async def dreamers(party: Party) -> None:
    """The blank card: written, voted, judged by vote."""
    await party.open(4, judging="denunciation")
    await party.trial()
    await party.through()
    writer = next(iter(party.game.asked))
    others = [seat for seat in range(4) if seat != writer]
    await party.keep("invent", writer)
    await party.keep("invent-others", others[0])
    await party.act(writer, Invent("Le mot fait peur à un enfant."))
    await party.keep("invent-vote", others[0])
    await party.keep("invent-vote-writer", writer)
    for seat in others:
        await party.act(seat, YES)
    await party.trial()
    await party.all(PASS)
    await party.keep("dispute")
    await party.keep("public-dispute", SPECTATOR)
    await party.act(0, Dispute((1,)))
    for seat in (1, 2, 3):
        await party.act(seat, Dispute(()))
    await party.keep("vote")
    await party.keep("vote-mine", 1)
    await party.act(0, NO)
    await party.keep("vote-given")
    await party.act(2, YES)
    await party.act(3, PASS)
    await party.keep("score-voted")


async def alone(party: Party) -> None:
    await party.open(1, mode="solo")
    await party.keep("solo-ready")
    await party.all(PASS)
    await party.keep("solo-trial")
    await party.lock(0, party.best(0, 3))
    await party.keep("solo-score")
    await party.through()
    await party.all(PASS)
    await party.lock(0, party.nonsense(0))
    await party.keep("solo-vouch")
    await party.through()
    for _ in (3, 4, 5):
        await party.trial()
        await party.through()
    await party.keep("solo-over")


async def pupils(party: Party) -> None:
    await party.open(1, mode="training")
    await party.keep("training")
    five = [f for f in solve(lexicon(), party.hand(0), 10) if f.safe]
    await party.act(0, Spelt(*spelt(party, five[0].word), "lock"))
    await party.keep("training-missed")
    word = next(find.word for find in five if len(find.word) == 5)
    await party.act(0, Spelt(*spelt(party, word), "lock"))
    await party.keep("training-second")
    await party.act(0, Spelt("", (), ""))
    await party.act(0, Spelt("", (), ""))
    await party.keep("training-over")


async def twins(party: Party) -> None:
    await party.open(3, mode="duplicate")
    await party.all(PASS)
    await party.keep("duplicate-trial")
    for seat in range(3):
        await party.lock(seat, party.best(seat, 2 * seat))
    await party.keep("duplicate-score")
    await party.through()
    for _ in (2, 3, 4, 5):
        await party.trial()
        await party.through()
    await party.keep("duplicate-over")


def spelt(party: Party, letters: str) -> tuple[str, tuple[int, ...]]:
    word = party.laid(0, letters)
    return word.letters, word.cards


PARTIES: dict[Callable[[Party], Awaitable[None]], str] = {
    family: "feminine",
    strangers: "foreign",
    censors: "censorship_s",
    dreamers: "blank",
    alone: "",
    pupils: "",
    twins: "",
}


def record() -> Scenes:
    """All scenes, the same in every run."""
    scenes: Scenes = {}
    for party, first in PARTIES.items():
        print(party.__name__, file=sys.stderr)
        for seed in range(1, 256):
            if played(party, first, seed, scenes):
                break
        else:
            raise RuntimeError(f"no seed below 256 begins with the envelope {first}")
    return scenes


def played(
    party: Callable[[Party], Awaitable[None]], first: str, seed: int, scenes: Scenes
) -> bool:
    """Whether the cards of this seed begin with the envelope that a party wants; if so, plays."""

    class Wrong(Exception):
        pass

    async def work(room: Room) -> None:
        table = Party(room, scenes)
        opened = table.open

        async def checked(seats: int, **options: int | str) -> None:
            await opened(seats, **options)
            if first and table.game.table.envelopes[0] != first:
                raise Wrong

        table.open = checked  # type: ignore[method-assign]
        await party(table)

    luck = "clande.server.store.store.os.urandom"
    with (
        tempfile.TemporaryDirectory() as folder,
        patch(luck, lambda number: bytes([seed] * number)),
    ):
        try:
            virtually(Path(folder), work, seed)
        except Wrong:
            return False
    return True


def main() -> int:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for name, scene in record().items():
        written = msgspec.json.encode(scene)
        (OUTPUT / f"{name}.json").write_bytes(written + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
