"""What the house says beside its tables: past results, the draw of the day, the ladder, help."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.kernel.messages import Change


class TrialTold(Struct, frozen=True):
    """A trial of Dictopia on the score sheet, without its word."""

    points: int
    letters: int
    eyes: bool  # exactly as many as wanted
    missions: int  # points for them
    envelopes: int  # that were out
    brother: int | None = None
    top: int | None = None  # the best that could be made of the cards all had


class Standing(Struct, frozen=True):
    """How one seat came out of a game."""

    seat: int
    name: str
    score: int
    won: bool
    percent: int | None = None  # of the top, in duplicate


class Result(Struct, frozen=True):
    """A game that is over, as one of those who played it may see it again."""

    table: str
    game: str
    mode: str
    at: int
    seat: int
    standings: list[Standing]
    trials: list[TrialTold] = []
    cards: int = 0
    brother: int | None = None  # what Big Brother scored in all
    met: int | None = None  # challenges of the training
    day: str = ""
    counted: bool = False
    share: str = ""  # to be shown to others: no word of the game is in it


class TopWord(Struct, frozen=True):
    """The best that the house knows to have been possible in a trial."""

    trial: int
    word: str
    points: int
    brother: int


class DayBefore(Struct, frozen=True):
    day: str
    players: int
    mine: Result | None
    playing: bool  # one is still at it: the best words will wait
    tops: list[TopWord]


class Daily(Struct, frozen=True):
    """The draw of the day, for whoever asks. Nothing of it is told before it was played."""

    day: str
    next: int  # when the next one comes out, in milliseconds since 1970
    state: Literal["open", "playing", "done"]  # of the one try that counts
    table: str  # where one plays it now, the try that counts or a practice; else empty
    players: int  # who have finished it
    rank: int | None  # among them, once one has
    mine: Result | None
    yesterday: DayBefore


class Rung(Struct, frozen=True):
    """Big Brother with so many cards in hand."""

    cards: int
    tries: int
    won: bool
    best: int | None  # by how many points one was ahead, at best


class Ladder(Struct, frozen=True):
    """How far one has come against Big Brother."""

    rung: int  # the cards of the next game
    rungs: list[Rung]


class BestWord(Struct, frozen=True):
    """A word that one's own cards would have made, and what it would have been paid for."""

    letters: str
    points: int
    eyes: int
    on_target: bool
    met: tuple[str, ...]  # envelopes, as the program alone judges
    brother: int  # what Big Brother would have scored
    band: int  # 0: a word that most know, 1: that readers know, 2: rare


class Review(Struct, frozen=True):
    """What could have been laid in a trial that is counted, best first."""

    trial: int
    words: list[BestWord]


class HintAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the first letters of a word that meets the challenge, one more at each step."""

    step: Annotated[int, Meta(ge=0, le=12)] = 0


class Hint(Struct, frozen=True):
    letters: str
    length: int


# Help


class Paragraph(Struct, frozen=True):
    text: str
    rule_ids: tuple[str, ...]  # that it tells


class Article(Struct, frozen=True):
    name: str
    title: str
    paragraphs: list[Paragraph]


class Chapter(Struct, frozen=True):
    name: str
    title: str
    articles: list[Article]


class RulingTold(Struct, frozen=True):
    """What we decided where the rules are silent."""

    rule: str
    text: str


class Manual(Struct, frozen=True):
    """The rules of a game, or how the house works."""

    name: str
    title: str
    lead: str
    chapters: list[Chapter]
    rulings: list[RulingTold]


class Help(Struct, frozen=True):
    lang: str
    manuals: list[Manual]


class ReplayStep(Struct, frozen=True):
    """An entry of a game that is over: who acted, what was heard of it, how the view changed."""

    number: int
    seat: int
    story: list[dict[str, Any]]
    patch: list[Change]


class Replay(Struct, frozen=True):
    """A whole game from one point of view: how it began, then every step that was heard."""

    viewer: int  # a seat; -1: what all saw; -3: everything
    entries: int
    game: dict[str, Any]
    steps: list[ReplayStep]


class Verified(Struct, frozen=True):
    """Whether a record holds: the seed is the one committed to, and dealt as it is written."""

    holds: bool
    commitment: str
    seed: str
    nonces: list[str]
    entries: int
    wrong: str = ""
    winners: list[int] | None = None
    scores: list[int] | None = None


class Point(Struct, frozen=True):
    """A change of somebody's score, and the fact behind it as everybody was told it."""

    seat: int
    vp: int
    fact: dict[str, Any]


class Points(Struct, frozen=True):
    """Every change of a score, in the order in which they came."""

    points: list[Point]


class EventList(Struct, frozen=True):
    """Facts of some kinds, in their order, as whoever asks for them was told them."""

    facts: list[dict[str, Any]]
