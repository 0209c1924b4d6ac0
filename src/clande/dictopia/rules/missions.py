"""Missions in the count: by data, then by vote, then by comparison. [DIC-SCO-6]"""

from __future__ import annotations

from collections.abc import Mapping

from clande.dictopia.actions import Dispute
from clande.dictopia.envelopes import ENVELOPES, is_versus
from clande.dictopia.events import DisputesOpened, MissionJudged, Votes, VotesOpened, Why
from clande.dictopia.rules.judging import FULFILLED, TIED
from clande.dictopia.rules.scoring import compare_words, judge_mission
from clande.dictopia.table import Game, counts
from clande.kernel import (
    NO,
    YES,
    Agree,
    Ask,
    Compose,
    Done,
    Frame,
    Go,
    Next,
    Seat,
    Several,
    tell,
)
from clande.kernel.actions import Action
from clande.kernel.text import verb

UNDISPUTED: Why = {"undisputed": ""}


def votes(answers: Mapping[Seat, Action]) -> Votes:
    """The answers as verbs, ordered by seat whatever the order in which they came."""
    return tuple((seat, verb(type(answers[seat]))) for seat in sorted(answers))


class Missions(Frame):
    """Each envelope is judged and paid on its own. [DIC-MIS-14]"""

    topic = "missions"
    step_topics = (("vote", "missions.vote"), ("dispute", "missions.dispute"))
    about = ("envelopes", "disputed")

    envelopes: tuple[str, ...] = ()  # still to be judged by the players
    claims: tuple[Seat, ...] = ()  # whose words may fulfil the first of them
    disputed: tuple[Seat, ...] = ()  # of these, who waits for a vote

    def start(self, game: Game, _: object) -> Next:
        table = game.table
        for envelope in table.out:
            if is_versus(ENVELOPES[envelope]):
                continue
            for seat in game.seats:
                if counts(table, seat):
                    points, why = judge_mission(
                        table, table.words[seat], table.fates[seat], envelope
                    )
                    if points is not None:
                        tell(game, MissionJudged(seat, envelope, points, why))
                    elif envelope not in self.envelopes:
                        self.envelopes = (*self.envelopes, envelope)
        return Go(Missions.claim)

    def claim(self, game: Game, _: object) -> Next:
        """A vote takes place only if somebody disputes. [DIC-MIS-12]"""
        if not self.envelopes:
            return Go(Missions.compare)
        table = game.table
        self.claims = tuple(
            seat
            for seat in game.seats
            if counts(table, seat)
            and judge_mission(table, table.words[seat], table.fates[seat], self.envelopes[0])[0]
            is None
        )
        return Go(Missions.dispute)

    def dispute(self, game: Game, _: object) -> Next:
        asked = {}
        for seat in game.seats:
            if others := tuple(other for other in self.claims if other != seat):
                parts = {"seats": Several(others)}
                asked[seat] = Compose(Dispute(()), parts, rule_ids=("DIC-MIS-4", "DIC-MIS-12"))
        return Ask(asked, then=Missions.opened, acts="none")

    def opened(self, game: Game, answers: dict[Seat, Dispute]) -> Next:
        disputes = tuple((s, answers[s].seats) for s in sorted(answers) if answers[s].seats)
        tell(game, DisputesOpened(self.envelopes[0], disputes))
        named = [seat for _, seats in disputes for seat in seats]
        self.disputed = tuple(seat for seat in self.claims if seat in named)
        for seat in self.claims:
            if seat not in named:
                tell(game, MissionJudged(seat, self.envelopes[0], FULFILLED, UNDISPUTED))
        return Go(Missions.vote)

    def vote(self, game: Game, _: object) -> Next:
        """The author of the word does not vote on it. [DIC-MIS-12]"""
        if not self.disputed:
            return Go(Missions.voted_all)
        question = Agree("mission", abstaining=True, rule_ids=("DIC-MIS-12", "DIC-SCO-3"))
        others = [seat for seat in game.seats if seat != self.disputed[0]]
        return Ask(dict.fromkeys(others, question), then=Missions.voted, acts="none")

    def voted(self, game: Game, answers: dict[Seat, Action]) -> Next:
        ballots = list(answers.values())
        in_favour, against = ballots.count(YES), ballots.count(NO)
        points = FULFILLED if in_favour > against else TIED if in_favour == against else 0
        if len(game.seats) == 2:
            points = max(points, TIED)  # a dispute that is maintained is a tie
        seat, self.disputed = self.disputed[0], self.disputed[1:]
        tell(game, VotesOpened(seat, self.envelopes[0], votes(answers), points))
        return Go(Missions.vote)

    def voted_all(self, game: Game, _: object) -> Next:
        self.envelopes = self.envelopes[1:]
        return Go(Missions.claim)

    def compare(self, game: Game, _: object) -> Next:
        for envelope in game.table.out:
            for judgement in compare_words(game.table, envelope):
                tell(game, judgement)
        return Done()
