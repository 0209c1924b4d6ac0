"""Answers beside the tables: results, the game of the day, the ladder, help, replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.kernel.messages import Change


class TrialLine(Struct, frozen=True):
    """A trial of Dictopia on the score sheet, without its word."""

    points: int
    letters: int
    eyes: bool  # exactly as many as wanted
    missions: int  # points for them
    envelopes: int  # that were out
    brother: int | None = None
    top: int | None = None  # the best that could be made of the cards all had


class Standing(Struct, frozen=True):
    """The result of one seat."""

    seat: int
    name: str
    score: int
    won: bool
    percent: int | None = None  # of the top, in duplicate


class Result(Struct, frozen=True):
    """A finished game, for one of its players."""

    table: str
    game: str
    mode: str
    at: int
    seat: int
    standings: list[Standing]
    trials: list[TrialLine] = []
    cards: int = 0
    brother: int | None = None  # what Big Brother scored in all
    met: int | None = None  # challenges of the training
    day: str = ""
    counted: bool = False
    share: str = ""  # a text to post: it has no word of the game


class TopWord(Struct, frozen=True):
    """The best word of a trial that our lexicon has."""

    trial: int
    word: str
    points: int
    brother: int


class DayBefore(Struct, frozen=True):
    day: str
    players: int
    mine: Result | None
    playing: bool  # the player is still at it: the best words come later
    tops: list[TopWord]


class Daily(Struct, frozen=True):
    """The game of the day for the asker. It tells nothing of a game before it was played."""

    day: str
    next: int  # when the next one comes out, in milliseconds since 1970
    state: Literal["open", "playing", "done"]  # of the one try that counts
    table: str  # where the player is at it now, counted or as practice; else empty
    players: int  # that have finished it
    rank: int | None  # of the player among them
    mine: Result | None
    yesterday: DayBefore


class Rung(Struct, frozen=True):
    """Big Brother with this number of cards in hand."""

    cards: int
    tries: int
    won: bool
    best: int | None  # by how many points the player was ahead, at best


class Ladder(Struct, frozen=True):
    """A player's progress against Big Brother."""

    rung: int  # the cards of the next game
    rungs: list[Rung]


class BestWord(Struct, frozen=True):
    """A word that the player's cards would have made, and its points."""

    letters: str
    points: int
    eyes: int
    on_target: bool
    met: tuple[str, ...]  # envelopes, judged by the program alone
    brother: int  # what Big Brother would have scored
    band: int  # 0: a word that most know, 1: that readers know, 2: rare


class Review(Struct, frozen=True):
    """The best words of a trial that is counted, the best first."""

    trial: int
    words: list[BestWord]


class AskHint(Struct, frozen=True, forbid_unknown_fields=True):
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


class RulingText(Struct, frozen=True):
    """A ruling in one language."""

    rule: str
    text: str


class Manual(Struct, frozen=True):
    """The rules of a game, or how the server works."""

    name: str
    title: str
    lead: str
    chapters: list[Chapter]
    rulings: list[RulingText]


class Help(Struct, frozen=True):
    lang: str
    manuals: list[Manual]


class ReplayStep(Struct, frozen=True):
    """An entry of a finished game: who acted, what the viewer was told, how the view changed."""

    number: int
    seat: int
    story: list[dict[str, Any]]
    patch: list[Change]


class Replay(Struct, frozen=True):
    """A whole game for one viewer: how it began, then each step that the viewer was told."""

    viewer: int  # a seat; -1: what all saw; -3: everything
    entries: int
    game: dict[str, Any]
    steps: list[ReplayStep]


class Verification(Struct, frozen=True):
    """Whether a record holds: its seed fits the commitment, and replaying it gives its entries."""

    holds: bool
    commitment: str
    seed: str
    nonces: list[str]
    entries: int
    wrong: str = ""
    winners: list[int] | None = None
    scores: list[int] | None = None


class Point(Struct, frozen=True):
    """A change of a seat's score, and the public event behind it."""

    seat: int
    vp: int
    fact: dict[str, Any]


class Points(Struct, frozen=True):
    """Every change of a score, in order."""

    points: list[Point]


class EventList(Struct, frozen=True):
    """Events of some kinds, in order, as the asker was told them."""

    facts: list[dict[str, Any]]
