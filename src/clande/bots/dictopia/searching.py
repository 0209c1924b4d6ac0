"""How a seat comes to its word: it looks at its cards, now and then something comes to its mind,
and what lies before it when time is up is its word. [DIC-GAM-3, DIC-GAM-6]"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, structs

from clande.bots.choices import Choice, Plan
from clande.bots.dictopia.levels import DictopiaLevel
from clande.bots.dictopia.sight import WHY, TrialTask, judged, mood, ways
from clande.dictopia.actions import LOCK
from clande.dictopia.envelopes import ENVELOPES, Foreign, Last, Longest, Speed
from clande.dictopia.rules.judging import FULFILLED, lexicon, rule_on
from clande.dictopia.rules.scoring import EYES
from clande.dictopia.solver.search import Find, assign, solve
from clande.dictopia.table import LEAST_LETTERS, Hand, Word, eyes_of
from clande.kernel import Luck, QuickLuck, Spelt

POINT = 10  # what a word is worth to a seat is reckoned in tenths of a point
LONG = {5: 2, 6: 6, 7: 11, 8: 16}  # what hope of the longest word is worth, by its letters
LATE = {"P": 4, "Q": 5, "R": 7, "S": 10, "T": 13, "U": 15}  # the same of the last word
ENOUGH = 4  # letters, for a seat in a hurry
ENDINGS = ("S", "E", "ES", "X", "NT")  # of plurals and feminines that do not exist
HEARD = (
    ("S", "C"), ("C", "S"), ("AN", "EN"), ("EN", "AN"), ("IN", "AIN"), ("AIN", "IN"), ("I", "Y"),
    ("O", "AU"), ("AU", "O"), ("F", "PH"), ("L", "LL"), ("N", "NN"), ("R", "RR"), ("T", "TT"),
    ("LL", "L"), ("NN", "N"), ("RR", "R"), ("TT", "T"), ("C", "QU"), ("QU", "C"), ("AI", "E"),
)  # fmt: skip
READING = 3  # seconds before anything comes to mind
CHECKING = 6  # seconds at most between the last look and the word "that is it"


class Idea(Struct, frozen=True):
    """A word as a seat would lay it, what it thinks that it is worth, and what for."""

    word: Word
    worth: int
    on_target: bool
    missions: tuple[str, ...]
    is_real: bool = True


@lru_cache(maxsize=256)
def plan(level: DictopiaLevel, task: TrialTask, seconds: int) -> Plan:
    return Search(level, task, seconds).plan


@lru_cache(maxsize=256)
def vocabulary(level: DictopiaLevel, hand: Hand, target: int) -> tuple[Find, ...]:
    """The words of a hand that a level may think of, the common ones first. What the program plays
    is family-safe. [DIC-WOR-3]"""
    finds = [
        find for find in solve(lexicon(), hand, target) if find.safe and find.zipf >= level.finds
    ]
    return tuple(sorted(finds, key=lambda find: (-find.zipf, find.word)))


class Search:
    """One seat, one trial, from the first look at the cards to the end of the time."""

    def __init__(self, level: DictopiaLevel, task: TrialTask, seconds: int) -> None:
        self.level = level
        self.task = task
        self.seconds = seconds
        luck = mood("word", level.name, *structs.astuple(task))
        self.missions = [key for key in task.out if luck.below(100) >= level.overlooks]
        self.counts = luck.below(100) < level.counts
        self.miscounts = luck.below(100) < level.miscounts
        self.invents = luck.below(100) < level.invents
        self.hurries = any(isinstance(ENVELOPES[key], Speed) for key in self.missions)
        self.drafts = [(0, Choice(Spelt("", ()), WHY + "nothing", secret=True))]
        self.lock: tuple[int, Choice] | None = None
        self.ideas: dict[str, Idea] = {}
        self.look(luck)
        self.plan = Plan(tuple(self.drafts), self.lock)

    def look(self, luck: QuickLuck) -> None:
        level, best, bare = self.level, None, 0
        words = vocabulary(level, self.task.hand, self.task.target)
        at = READING + luck.below(level.pace)
        while words and at < self.seconds and bare < level.patience:
            # The common words come to mind first.
            drawn = [
                words[min(luck.below(len(words)), luck.below(len(words)))]
                for _ in range(level.wide)
            ]
            idea = max((self.idea(find) for find in drawn), key=lambda idea: idea.worth)
            if self.invents:
                idea = mistaken(idea, self.task, luck) or idea
            done = at + level.fingers * len(idea.word.letters)
            if best is None or idea.worth > best.worth:
                if done > self.seconds and level.is_careful:
                    return
                best, bare = idea, 0
                self.lay(at, idea)
                at = done
                if self.hurries and len(idea.word.letters) >= ENOUGH:
                    break
            else:
                bare += 1
            at += level.pace - level.pace // 2 + luck.below(level.pace)
        if best is None:
            return
        at += 1 + (0 if self.hurries else luck.below(CHECKING))
        if at <= self.seconds:
            self.lock = at, reasoned(self.task, best, LOCK)

    def lay(self, at: int, idea: Idea) -> None:
        """Letter by letter, so that time may run out in the middle."""
        word, fingers = idea.word, self.level.fingers
        for laid in range(1, len(word.letters)):
            begun = Spelt(word.letters[:laid], word.cards[:laid])
            choice = Choice(begun, WHY + "unfinished", {"letters": begun.letters}, secret=True)
            self.drafts.append((at + laid * fingers, choice))
        self.drafts.append((at + len(word.letters) * fingers, reasoned(self.task, idea)))

    def idea(self, find: Find) -> Idea:
        """What comes to mind again has been weighed."""
        if find.word not in self.ideas:
            self.ideas[find.word] = self.weighed(find)
        return self.ideas[find.word]

    def weighed(self, find: Find) -> Idea:
        cards = self.cards(find)
        language = self.language(find.word)
        word = Word(find.word, cards, language)
        on_target = eyes_of(word, self.task.hand) == self.task.target
        paid = [key for key in self.missions if judged(self.task, word, key).points == FULFILLED]
        worth = POINT * (len(find.word) + (EYES if self.counts and find.on_target else 0))
        worth += POINT * FULFILLED * len(paid) + self.hopes(word)
        if self.task.is_watched:
            # What one misses Big Brother gets, and the eyes of the cards left over. [DIC-SOL-1]
            worth += POINT * (EYES * (self.counts and find.on_target) + FULFILLED * len(paid))
            unused = [card for at, card in enumerate(self.task.hand) if at not in cards]
            worth -= POINT * sum(card.all_eyes for card in unused)
        return Idea(word, worth, self.counts and on_target, tuple(paid))

    def cards(self, find: Find) -> tuple[int, ...]:
        """Laid with an eye on the target, or as they come; or one eye off, by a slip."""
        hand, target = self.task.hand, self.task.target
        if not self.counts:
            return next(ways(find.word, hand))
        cards = tuple(laid.card for laid in find.laid(hand))
        if self.miscounts and find.on_target:
            for way in ways(find.word, hand):
                if abs(eyes_of(Word(find.word, way), hand) - target) == 1:
                    return way
        return cards

    def language(self, letters: str) -> str:
        """A word that is also one of another language does for the foreign mission. [DIC-MIS-10]"""
        if any(isinstance(ENVELOPES[key], Foreign) for key in self.missions):
            for language in self.level.languages:
                if lexicon().foreign(letters, language):
                    return language
        return ""

    def hopes(self, word: Word) -> int:
        """What may come of the comparative missions."""
        hopes = 0
        for key in self.missions:
            match ENVELOPES[key]:
                case Longest():
                    hopes += LONG.get(len(word.letters), 0)
                case Last():
                    hopes += LATE.get(min(word.letters[0], "U"), 0)
        return hopes


def mistaken(idea: Idea, task: TrialTask, luck: Luck) -> Idea | None:
    """A plural or a feminine that does not exist, or a word written as it is heard."""
    right = idea.word.letters
    wrong = [right + ending for ending in ENDINGS]
    wrong += [right.replace(sound, like, 1) for sound, like in HEARD if sound in right]
    for letters in luck.shuffled(wrong):
        laid = assign(letters, task.hand, task.target)
        if len(letters) < LEAST_LETTERS or laid is None:
            continue
        if rule_on(Word(letters)).stands is None:
            cards = tuple(letter.card for letter in laid)
            return Idea(Word(letters, cards), idea.worth, False, (), is_real=False)
    return None


def reasoned(task: TrialTask, idea: Idea, mark: str = "") -> Choice:
    """The choice of a word, and why: what it is seen to bring."""
    word = idea.word
    assert len(word.letters) >= LEAST_LETTERS, word
    spelt = Spelt(word.letters, word.cards, f"{mark} {word.language}".strip())
    reason = "word" + "_eyes" * idea.on_target + "_missions" * bool(idea.missions)
    values = {
        "letters": word.letters,
        "length": len(word.letters),
        "target": task.target,
        "missions": idea.missions,
    }
    return Choice(spelt, WHY + (reason if idea.is_real else "believed"), values, secret=True)
