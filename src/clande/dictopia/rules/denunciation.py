"""The count: words are contested and judged before any mission is. [DIC-WOR-2, DIC-WOR-4]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.actions import Denounce
from clande.dictopia.events import WordDenounced, WordLookedUp, WordStruck, WordUpheld
from clande.dictopia.rules.judging import rule_on
from clande.dictopia.rules.missions import votes
from clande.dictopia.table import AUTOMATIC, UNJUDGED, Game, Table
from clande.kernel import (
    YES,
    Agree,
    Ask,
    Breathe,
    Call,
    Choose,
    Done,
    Frame,
    Next,
    Offer,
    Seat,
    tell,
)
from clande.kernel.actions import Action


def contestable(table: Table) -> list[Seat]:
    """Seats with a word that has not been judged: a word is judged once. [DIC-WOR-4]"""
    return [
        seat
        for seat, word in enumerate(table.words)
        if word.is_laid and table.fates[seat] == UNJUDGED
    ]


class Count(Frame):
    """Open until every seat has closed it, or until all words are judged."""

    topic = "count"

    def start(self, game: Game, _: object) -> Next:
        words = contestable(game.table)
        if not words:
            return Done()
        if game.table.judging == AUTOMATIC:
            return Call(Judging(seat=words[0]), then=Count.start)
        question = Breathe(rule_ids=("DIC-WOR-2", "DIC-WOR-4"))
        return Ask(dict.fromkeys(game.seats, question), then=Frame.over, acts="asked")


def denunciations(game: Game, seat: Seat) -> Iterator[Offer]:
    """[DIC-WOR-2]"""
    if type(game.stack[-1]) is Count:
        words = [Denounce(other) for other in contestable(game.table) if other != seat]
        if words:
            question = Choose(tuple(words), rule_ids=Denounce.rule_ids)
            yield Offer(question, lambda g, s, a: Denunciation(by=s, seat=a.seat))


class Denunciation(Frame):
    by: Seat

    topic = "denounce"
    about = ("by", "seat")
    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        tell(game, WordDenounced(self.by, self.seat))
        return Call(Judging(seat=self.seat), then=Frame.over)


class Judging(Frame):
    """Our lists say whether a word stands; the players decide on words that no list has."""

    topic = "judge"
    about = ("seat",)

    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        ruling = rule_on(game.table.words[self.seat])
        if ruling.stands is None:
            others = [seat for seat in game.seats if seat != self.seat]
            # Alone one may vouch for one's own word. [DIC-SOL-4]
            question = Agree("look_up" if others else "vouch", rule_ids=("DIC-WOR-4", "DIC-SOL-4"))
            asked = dict.fromkeys(others or [self.seat], question)
            return Ask(asked, then=Judging.looked_up, acts="none")
        letters = game.table.words[self.seat].letters
        if ruling.stands:
            tell(game, WordUpheld(self.seat, letters, ruling.entry))
        else:
            tell(game, WordStruck(self.seat, letters, ruling.reason, ruling.meant))
        return Done()

    def looked_up(self, game: Game, answers: dict[Seat, Action]) -> Next:
        in_favour = list(answers.values()).count(YES)
        tell(game, WordLookedUp(self.seat, votes(answers), 2 * in_favour > len(answers)))
        return Done()
