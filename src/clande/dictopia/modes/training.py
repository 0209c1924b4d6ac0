"""The training: three challenges in order, with the same cards. [DIC-TRA-1, DIC-TRA-2]"""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.actions import letters_of, lockable, marks, word_of
from clande.dictopia.deck import DECK
from clande.dictopia.events import ChallengeDropped, ChallengeTried, TrainingBegan, Why
from clande.dictopia.lexicon import Trait
from clande.dictopia.rules.judging import lexicon, rule_on
from clande.dictopia.solver.search import solve
from clande.dictopia.table import Game, Hand, Word, eyes_of
from clande.kernel import Ask, Done, Frame, Go, Next, Offer, Seat, Spell, Spelt, tell

LETTERS, EYES = 5, 10
FIVE_LETTERS, TEN_EYES, CONJUGATED = CHALLENGES = range(3)
NEW_DEAL = 40  # hands tried before all cards are shuffled again


class Training(Frame):
    """Each challenge is open until it is met, or given up by laying no word."""

    topic = "training"

    def start(self, game: Game, _: object) -> Next:
        hands: list[Hand] = []
        while len(hands) < game.header.seats:
            hands, pool = [], game.luck.shuffled(DECK)
            for _tried in range(NEW_DEAL):
                hand = tuple(pool[: game.table.size])
                if is_trainable(hand):
                    hands.append(hand)
                    pool = pool[game.table.size :]
                    if len(hands) == game.header.seats:
                        break
                pool = game.luck.shuffled(pool)
        tell(game, TrainingBegan(EYES, tuple(hands), tuple(pool)))
        return Go(Training.work)

    def work(self, game: Game, _: object) -> Next:
        table = game.table
        asked = {
            seat: Spell(letters_of(table.shown[seat]), rule_ids=("DIC-TRA-1", "DIC-TRA-2"))
            for seat in game.seats
            if table.challenges[seat] in CHALLENGES
        }
        return Ask(asked, then=Training.tried, acts="asked") if asked else Done()

    def tried(self, game: Game, answers: dict[Seat, Spelt]) -> Next:
        for seat in sorted(answers):
            attempt(game, seat, word_of(answers[seat]))
        return Go(Training.work)


class Trying(Frame):
    """A word that is checked at once, whatever the others do."""

    topic = "try"
    about = ("seat",)

    seat: Seat
    word: Word

    def start(self, game: Game, _: object) -> Next:
        attempt(game, self.seat, self.word)
        return Done()


def tries(game: Game, seat: Seat) -> Iterator[Offer]:
    if type(game.stack[-1]) is Training and seat in game.asked:
        question = lockable(game.table.shown[seat], marks(False, lock=True), ("DIC-TRA-1",))
        yield Offer(question, lambda g, s, a: Trying(seat=s, word=word_of(a)))


def attempt(game: Game, seat: Seat, word: Word) -> None:
    challenge = game.table.challenges[seat]
    if not word.is_laid:
        tell(game, ChallengeDropped(seat, challenge))
        return
    met, why = check(word, game.table.shown[seat], challenge)
    tell(game, ChallengeTried(seat, challenge, word.letters, met, why))


def check(word: Word, hand: Hand, challenge: int) -> tuple[bool, Why]:
    """Whether a word meets a challenge, and why or why not. [DIC-TRA-2]"""
    ruling, spelling = rule_on(word), word.letters.lower()
    if not ruling.stands:
        return False, {"not_listed" if ruling.stands is None else ruling.reason: spelling}
    if challenge == FIVE_LETTERS:
        return len(word.letters) == LETTERS, {"letters": len(word.letters)}
    if challenge == TEN_EYES:
        eyes = eyes_of(word, hand)
        return eyes == EYES, {"eyes": eyes}
    number = lexicon().find(word.letters)
    assert number is not None, word
    met = lexicon().has(number, Trait.FINITE)
    return met, {"finite" if met else "not_finite": spelling}


def is_trainable(hand: Hand) -> bool:
    """Whether all three challenges can be met with words that the program may say. [DIC-TRA-1]"""
    finds = [find for find in solve(lexicon(), hand, EYES) if find.safe]
    return (
        any(len(find.word) == LETTERS for find in finds)
        and any(find.on_target for find in finds)
        and any(find.is_finite for find in finds)
    )
