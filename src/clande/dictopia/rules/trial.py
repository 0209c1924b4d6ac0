"""Five trials: cards and envelopes, the words, the count. [DIC-GAM-1 to DIC-GAM-9]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.actions import (
    Invent,
    Write,
    letters_of,
    lockable,
    marks,
    word_of,
)
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import ENVELOPES, Blank, Censorship, Foreign
from clande.dictopia.events import (
    BrotherScored,
    CardDrawn,
    EnvelopeOpened,
    EnvelopeReplaced,
    HandTurned,
    MissionWritten,
    TextVoted,
    TopFound,
    TrialBegan,
    TrialScored,
    WordLocked,
    WordsShown,
    WriterChosen,
)
from clande.dictopia.modes.solo import brother_points
from clande.dictopia.rules.denunciation import Count
from clande.dictopia.rules.missions import Missions, votes
from clande.dictopia.rules.scoring import best_of, is_against_brother, tally
from clande.dictopia.table import (
    DUPLICATE,
    LONGEST_TEXT,
    TRIALS,
    Game,
    Table,
    Word,
    eyes_of,
    total,
)
from clande.kernel import (
    Agree,
    Ask,
    Breathe,
    Call,
    Done,
    Frame,
    Go,
    Line,
    Next,
    Offer,
    Seat,
    Spell,
    Spelt,
    breathe,
    tell,
)
from clande.kernel.actions import NO, YES, Action

ENVELOPES_OUT = (0, 1, 1, 1, 2)  # of each trial [DIC-GAM-2]
SECONDS = 90  # of a trial [DIC-GAM-3]


class Trials(Frame):
    """The whole game. [DIC-GAM-1]"""

    def start(self, game: Game, _: object) -> Next:
        if game.table.trial == TRIALS:
            return Done()
        return Call(Trial(), then=Trials.start)


class Trial(Frame):
    """One trial, from the shuffle to the score."""

    topic = "trial"

    def start(self, game: Game, _: object) -> Next:
        table = game.table
        cards = tuple(game.luck.shuffled(DECK))
        dealt = table.size * (1 if table.mode == DUPLICATE else len(table.hands))
        target = cards[dealt].back
        tell(game, TrialBegan(table.trial + 1, target, cards[:dealt], cards[dealt:]))
        return Call(Opening(left=ENVELOPES_OUT[table.trial - 1]), then=Trial.ready)

    def ready(self, game: Game, _: object) -> Next:
        """The clock starts when all are ready. [DIC-GAM-9]"""
        if game.pauses == "none":
            return Go(Trial.turn)
        question = Breathe(rule_ids=("DIC-GAM-9",))
        return Ask(dict.fromkeys(game.seats, question), then=Trial.turn, acts="none")

    def turn(self, game: Game, _: object) -> Next:
        size = game.table.size
        for seat in game.seats:
            tell(game, HandTurned(seat, game.table.dealt[:size]))
        return Call(Laying(), then=Trial.count)

    def count(self, game: Game, _: object) -> Next:
        return Call(Count(), then=Trial.missions)

    def missions(self, game: Game, _: object) -> Next:
        return Call(Missions(), then=Trial.score)

    def score(self, game: Game, _: object) -> Next:
        table = game.table
        tell(game, TrialScored(tuple(tally(table, seat) for seat in game.seats)))
        if is_against_brother(table):
            tell(game, BrotherScored(*brother_points(table)))
        if table.mode == DUPLICATE:
            tell(game, TopFound(*best_of(table, table.shown[0])))
        return breathe(game, then=Frame.over)  # a pause while all see the words of the trial


class Opening(Frame):
    """Envelopes are opened before the clock starts. [DIC-GAM-2]"""

    left: int

    def start(self, game: Game, _: object) -> Next:
        while self.left:
            envelope = game.table.envelopes[0]
            tell(game, EnvelopeOpened(envelope))
            match ENVELOPES[envelope]:
                case Censorship():  # each draws its own card [DIC-MIS-3]
                    tell(game, CardDrawn(game.table.pile[1]))
                case Blank():
                    return Call(Invention(envelope=envelope), then=Opening.written)
            self.left -= 1
        return Done()

    def written(self, game: Game, accepted: bool) -> Next:
        self.left -= accepted
        return Go(Opening.start)


class Invention(Frame):
    """The player with the lowest score writes the mission; the others vote on it. [DIC-MIS-11]"""

    topic = "invent"
    step_topics = (("vote", "invent.vote"),)
    about = ("seat",)

    envelope: str
    seat: Seat = -1

    def start(self, game: Game, _: object) -> Next:
        totals = [total(game.table, seat) for seat in game.seats]
        last = [seat for seat in game.seats if totals[seat] == min(totals)]
        self.seat = last[0] if len(last) == 1 else game.luck.pick(last)
        tell(game, WriterChosen(self.seat, len(last) > 1))
        return Go(Invention.write)

    def write(self, game: Game, _: object) -> Next:
        question = Write(Invent(""), {"text": Line(LONGEST_TEXT)}, rule_ids=("DIC-MIS-11",))
        return Ask({self.seat: question}, then=Invention.written, acts="none")

    def written(self, game: Game, answers: dict[Seat, Invent]) -> Next:
        text = answers[self.seat].text.strip()
        if not text:
            return Go(Invention.refused)
        tell(game, MissionWritten(self.seat, text))
        return Go(Invention.vote)

    def vote(self, game: Game, _: object) -> Next:
        question = Agree("text", abstaining=True, rule_ids=("DIC-MIS-11",))
        others = [seat for seat in game.seats if seat != self.seat]
        return Ask(dict.fromkeys(others, question), then=Invention.voted, acts="none")

    def voted(self, game: Game, answers: dict[Seat, Action]) -> Next:
        tell(game, TextVoted(votes(answers)))
        ballots = list(answers.values())
        if ballots.count(NO) > ballots.count(YES):
            return Go(Invention.refused)
        return Done(True)

    def refused(self, game: Game, _: object) -> Next:
        tell(game, EnvelopeReplaced(self.envelope))
        return Done(False)


class Laying(Frame):
    """All lay a word at the same time. What is laid when time is up counts.
    [DIC-GAM-3, DIC-GAM-6]"""

    topic = "lay"

    def start(self, game: Game, _: object) -> Next:
        table = game.table
        named = marks(is_foreign_out(table))
        asked = {
            seat: Spell(letters_of(table.hands[seat]), named, rule_ids=("DIC-GAM-3", "DIC-GAM-5"))
            for seat in game.seats
            if not table.places[seat]
        }
        return Ask(asked, then=Laying.laid, acts="asked")

    def laid(self, game: Game, answers: dict[Seat, Spelt]) -> Next:
        table = game.table
        words = tuple(
            word_of(answers[seat]) if seat in answers else table.locked[seat] for seat in game.seats
        )
        hands = tuple(table.hands)
        laid = tuple(
            (seat, words[seat].letters, eyes_of(words[seat], hands[seat])) for seat in game.seats
        )
        tell(game, WordsShown(laid, words, hands))
        return Done()


def seconds(rule: Frame) -> int | None:
    """How long all have for their words. [DIC-GAM-3]"""
    return SECONDS if isinstance(rule, Laying) else None


def is_foreign_out(table: Table) -> bool:
    return any(isinstance(ENVELOPES[envelope], Foreign) for envelope in table.out)


class Locking(Frame):
    """A word is frozen; the others play on. [DIC-GAM-8, DIC-MIS-8]"""

    topic = "lock"
    about = ("seat",)

    seat: Seat
    word: Word

    def start(self, game: Game, _: object) -> Next:
        place = 1 + max(game.table.places)
        tell(game, WordLocked(self.seat, place, self.word))
        return Done()


def locks(game: Game, seat: Seat) -> Iterator[Offer]:
    """[DIC-GAM-8]"""
    table = game.table
    if type(game.stack[-1]) is Laying and seat in game.asked:
        named = marks(is_foreign_out(table), lock=True)
        question = lockable(table.hands[seat], named, rules=("DIC-GAM-8", "DIC-MIS-8"))
        yield Offer(question, lambda g, s, a: Locking(seat=s, word=word_of(a)))
