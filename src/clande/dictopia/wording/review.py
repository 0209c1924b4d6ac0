"""What a trial came to, once its words lie there: who was paid for what, and what could have been
laid; and the story of a game against Big Brother. In words, by a catalogue."""

from __future__ import annotations

from typing import Any

from clande.dictopia.rules.scoring import EYES
from clande.dictopia.solver.advice import Best, bests
from clande.dictopia.table import INVALID, Table, Word, eyes_of
from clande.dictopia.wording.drawing import wrap
from clande.kernel import SPECTATOR, Seat, View
from clande.text import Catalogue

NARROW, CLEAR = 3, 8  # points between two totals that are close, or far apart


def lines(seen: View, words: Catalogue) -> list[str]:
    """A row for each seat, then the best words of the viewer's hand."""
    table, me = seen.table, seen.seat
    names = [words.seat(seat) for seat in range(seen.header.seats)]
    wide = max(map(len, names))
    long = max(len(word.letters) for word in table["words"])
    said = []
    for seat, name in enumerate(names):
        letters = table["words"][seat].letters or words.say("words.none")
        said += wrap(f"  {name:<{wide}}  {letters:<{long}}  {row(table, seat, words)}")
    if table["brother"]:
        said += wrap(margin(sum(table["scores"][0]), sum(table["brother"]), words))
    if me != SPECTATOR and (hand := table["shown"][me]):
        said += ["", words.say("dictopia.review.bests")]
        watched = bool(table["brother"])
        for best in bests(hand, table["target"], table["out"], table["drawn"], watched):
            said += wrap(told(best, watched, words))
    return said


def row(table: dict[str, Any], seat: Seat, words: Catalogue) -> str:
    """What a word was paid, and for what. [DIC-SCO-1, DIC-SCO-2, DIC-SCO-3]"""
    word: Word = table["words"][seat]
    if not word.is_laid:
        return words.say("dictopia.review.no_word")
    if table["fates"][seat] == INVALID:
        return words.say("dictopia.review.invalid")
    eyes, target = eyes_of(word, table["shown"][seat]), table["target"]
    key = "on_target" if eyes == target else "off_target"
    parts = [
        words.say("dictopia.review.letters", n=len(word.letters)),
        words.say(f"dictopia.review.{key}", eyes=eyes, target=target, points=EYES),
    ]
    parts += [
        words.say("dictopia.review.mission", envelope=envelope, points=points)
        for envelope, points in zip(table["out"], table["bonuses"][seat], strict=True)
        if points
    ]
    points = table["scores"][seat][-1]
    return words.say("dictopia.review.row", parts=words.listed(parts), points=points, n=points)


def told(best: Best, watched: bool, words: Catalogue) -> str:
    find = best.find
    said = words.say(f"dictopia.review.band_{best.band}", word=find.word)
    parts = [words.say("dictopia.review.letters", n=len(find.word))]
    if find.on_target:
        parts.append(words.say("dictopia.review.eyes_right"))
    if best.met:
        parts.append(words.say("dictopia.review.met", envelopes=best.met))
    key = "points_against" if watched else "points"
    points = words.say(f"dictopia.review.{key}", n=find.points, brother=best.brother)
    return f"  {said} {words.say('dictopia.review.best', parts=words.listed(parts), points=points)}"


def margin(mine: int, brother: int, words: Catalogue) -> str:
    """How one stands against Big Brother."""
    ahead = mine - brother
    if abs(ahead) < NARROW:
        key = "level"
    elif ahead > 0:
        key = "ahead" if ahead < CLEAR else "far_ahead"
    else:
        key = "behind" if -ahead < CLEAR else "far_behind"
    return words.say(f"dictopia.brother.{key}", mine=mine, brother=brother)


def story(table: Table, words: Catalogue) -> list[str]:
    """Trial by trial, then how it ended. A tie is Big Brother's. [DIC-SOL-2]"""
    mine, brother = table.scores[0], table.brother
    said = [
        words.say("dictopia.brother.trial", trial=trial, mine=one, brother=other)
        for trial, (one, other) in enumerate(zip(mine, brother, strict=True), start=1)
    ]
    said.append(words.say("dictopia.brother.total", mine=sum(mine), brother=sum(brother)))
    ahead = sum(mine) - sum(brother)
    key = "lost" if ahead < 0 else "tied" if ahead == 0 else "won" if ahead < CLEAR else "won_well"
    return [*said, "", *wrap(words.say(f"dictopia.brother.{key}"))]
