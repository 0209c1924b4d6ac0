"""Set-up: what lies on the table before anything has happened, and who plays which cabal. [SET]"""

from __future__ import annotations

from typing import cast

from clande.diktat.actions import TakeCabal
from clande.diktat.book import DiktatBook, Length, content
from clande.diktat.events import CabalTaken, Gained
from clande.diktat.table import NOBODY, NOTHING, Game, Table
from clande.kernel import (
    Ask,
    Choose,
    Done,
    Frame,
    Go,
    Header,
    Luck,
    Next,
    Option,
    Preset,
    Seat,
    compose,
    tell,
)

LENGTHS = {  # [SET-1]
    2: Length(cycles=5, manoeuvres=5, face_up=2),
    3: Length(cycles=4, manoeuvres=5, face_up=2),
    4: Length(cycles=4, manoeuvres=4, face_up=3),
    5: Length(cycles=3, manoeuvres=4, face_up=3),
}
SHORTER, SHORTEST = 2, 2  # a short game is 2 cycles shorter, and has 2 at least


def length(header: Header) -> Length:
    """By the number of players; a first game may be short. [SET-1]"""
    usual = LENGTHS[header.seats]
    if header.options["length"] == "usual":
        return usual
    cycles = max(SHORTEST, usual.cycles - SHORTER)
    return Length(cycles, usual.manoeuvres, usual.face_up)


EXPANSION = ("pegre", "progres")
OPTIONS = {
    "cabals": Option(("base", "all")),  # those of the base box, or the expansion's too
    "choice": Option(("drawn", "chosen")),  # at random, or one after the other [SET-3]
    "length": Option(("usual", "short")),
    "cabal_cards": Option(("free", "advised")),  # in any order, or in the printed one [DVL-1]
    "notebook": Option(("off", "on")),  # screens show what could be counted [GEN-5]
}


PRESETS = (
    Preset(
        "initiation", options={"length": "short", "cabal_cards": "advised"},
        minutes={2: 40, 3: 50, 4: 55, 5: 65},
    ),
    Preset("base", minutes={2: 85, 3: 105, 4: 115, 5: 95}),
)  # fmt: skip


def unshown(header: Header) -> tuple[str, ...]:
    """What could be counted of others' goods is in every view, for those who reckon; a screen shows
    it with the notebook only. [GEN-5]"""
    return () if header.options["notebook"] == "on" else ("counted", "veiled", "flows")


AFFINITY_TOKENS = 2


def set_up(header: Header, luck: Luck) -> Table:
    """The deck is shuffled; nobody has a cabal yet, nobody the office. [SET-2, SET-5]"""
    pages = cast(DiktatBook, compose(header.mix))
    seats = header.seats
    table = pages.table(
        cycle=0,
        phase="",
        administrator=NOBODY,
        active=NOBODY,
        manoeuvre="",
        again=NOBODY,
        skipping=NOBODY,
        cabals=[""] * seats,
        vp=[0] * seats,
        rank=[0] * seats,
        debts=[0] * seats,
        borrowed=[False] * seats,
        manoeuvres=[0] * seats,
        spies=[0] * seats,
        assassins=[0] * seats,
        fleeting=[0] * seats,
        risen=[0] * seats,
        track=(),
        discard=(),
        deck=tuple(luck.shuffled(tuple(pages.index.content.opportunities))),
        hidden=None,
        cards=[()] * seats,
        cabal_cards=[()] * seats,
        markers=[()] * seats,
        affinities={},
        used=(),
        spent=(),
        tokens=(),
        reserves=[NOTHING] * seats,
        counted=[NOTHING] * seats,
        veiled=[0] * seats,
        stacks={},
        gone={},
        resolving="",
        arena={},
        dealt=(),
        deals={},
        flows={},
        oaths={},
        **{name: share.begin(header, luck) for name, share in pages.shares.items()},
    )
    return cast(Table, table)


class SettingUp(Frame):
    """Cabals are drawn, or chosen one after the other in a random order. [SET-3]"""

    topic = "setup"

    order: tuple[Seat, ...] = ()

    def start(self, game: Game, _: object) -> Next:
        if game.header.options["choice"] == "chosen":
            self.order = tuple(game.luck.shuffled(game.seats))
            return Go(SettingUp.choose)
        drawn = game.luck.shuffled(cabals(game))
        for seat in game.seats:
            take(game, seat, drawn[seat])
        return Done()

    def choose(self, game: Game, _: object) -> Next:
        if not self.order:
            return Done()
        free = [cabal for cabal in cabals(game) if cabal not in game.table.cabals]
        options = tuple([TakeCabal(cabal) for cabal in free])
        question = Choose(options, rule_ids=("SET-3",), open=True)
        return Ask({self.order[0]: question}, then=SettingUp.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, TakeCabal]) -> Next:
        seat, self.order = self.order[0], self.order[1:]
        take(game, seat, answers[seat].cabal)
        return Go(SettingUp.choose)


def cabals(game: Game) -> list[str]:
    everything = game.header.options["cabals"] == "all"
    return [c for c in content(game).cabals if everything or c not in EXPANSION]


def take(game: Game, seat: Seat, name: str) -> None:
    """A cabal with its rank, its endowment and two tokens of its affinity. [SET-3]"""
    cabal = content(game).cabals[name]
    tell(game, CabalTaken(seat, name, cabal.rank))
    amounts = {cabal.affinity.value: AFFINITY_TOKENS}
    for item in cabal.endowment:
        assert isinstance(item.amount, int), item
        amounts[item.good.value] = amounts.get(item.good.value, 0) + item.amount
    tell(game, Gained(seat, amounts, "endowment"))
