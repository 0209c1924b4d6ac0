"""Reviews for players: the points of a trial and the words that could have been laid, and the story
of a game against Big Brother."""

from __future__ import annotations

from clande.dictopia.rules.scoring import EYES
from clande.dictopia.solver.advice import Best, bests
from clande.dictopia.table import INVALID, Table, Word, eyes_of
from clande.dictopia.table_view import DictopiaTableView, DictopiaView
from clande.dictopia.wording.drawing import wrap
from clande.kernel import SPECTATOR, Seat
from clande.text import Catalogue

NARROW, CLEAR = 3, 8  # points between two totals that are close, or far apart


def lines(view: DictopiaView, texts: Catalogue) -> list[str]:
    """A row for each seat, then the best words of the viewer's hand."""
    table, me = view.table, view.seat
    names = [texts.seat(seat) for seat in range(view.header.seats)]
    wide = max(map(len, names))
    long = max(len(word.letters) for word in table.words)
    all_lines = []
    for seat, name in enumerate(names):
        letters = table.words[seat].letters or texts.say("words.none")
        all_lines += wrap(f"  {name:<{wide}}  {letters:<{long}}  {row(table, seat, texts)}")
    if table.brother:
        all_lines += wrap(margin(sum(table.scores[0]), sum(table.brother), texts))
    if me != SPECTATOR and (hand := table.shown[me]):
        all_lines += ["", texts.say("dictopia.review.bests")]
        watched = bool(table.brother)
        for best in bests(hand, table.target, table.out, table.drawn, watched):
            all_lines += wrap(best_line(best, watched, texts))
    return all_lines


def row(table: DictopiaTableView, seat: Seat, texts: Catalogue) -> str:
    """What a word was paid, and for what. [DIC-SCO-1, DIC-SCO-2, DIC-SCO-3]"""
    word: Word = table.words[seat]
    if not word.is_laid:
        return texts.say("dictopia.review.no_word")
    if table.fates[seat] == INVALID:
        return texts.say("dictopia.review.invalid")
    eyes, target = eyes_of(word, table.shown[seat]), table.target
    key = "on_target" if eyes == target else "off_target"
    parts = [
        texts.say("dictopia.review.letters", n=len(word.letters)),
        texts.say(f"dictopia.review.{key}", eyes=eyes, target=target, points=EYES),
    ]
    parts += [
        texts.say("dictopia.review.mission", envelope=envelope, points=points)
        for envelope, points in zip(table.out, table.bonuses[seat], strict=True)
        if points
    ]
    points = table.scores[seat][-1]
    return texts.say("dictopia.review.row", parts=texts.listed(parts), points=points, n=points)


def best_line(best: Best, watched: bool, texts: Catalogue) -> str:
    find = best.find
    opening = texts.say(f"dictopia.review.band_{best.band}", word=find.word)
    parts = [texts.say("dictopia.review.letters", n=len(find.word))]
    if find.on_target:
        parts.append(texts.say("dictopia.review.eyes_right"))
    if best.met:
        parts.append(texts.say("dictopia.review.met", envelopes=best.met))
    key = "points_against" if watched else "points"
    points = texts.say(f"dictopia.review.{key}", n=find.points, brother=best.brother)
    return (
        f"  {opening} {texts.say('dictopia.review.best', parts=texts.listed(parts), points=points)}"
    )


def margin(mine: int, brother: int, texts: Catalogue) -> str:
    """The player's score against Big Brother's."""
    ahead = mine - brother
    if abs(ahead) < NARROW:
        key = "level"
    elif ahead > 0:
        key = "ahead" if ahead < CLEAR else "far_ahead"
    else:
        key = "behind" if -ahead < CLEAR else "far_behind"
    return texts.say(f"dictopia.brother.{key}", mine=mine, brother=brother)


def story(table: Table, texts: Catalogue) -> list[str]:
    """Trial by trial, then how it ended. A tie is Big Brother's. [DIC-SOL-2]"""
    mine, brother = table.scores[0], table.brother
    trials = [
        texts.say("dictopia.brother.trial", trial=trial, mine=points, brother=other)
        for trial, (points, other) in enumerate(zip(mine, brother, strict=True), start=1)
    ]
    trials.append(texts.say("dictopia.brother.total", mine=sum(mine), brother=sum(brother)))
    ahead = sum(mine) - sum(brother)
    key = "lost" if ahead < 0 else "tied" if ahead == 0 else "won" if ahead < CLEAR else "won_well"
    return [*trials, "", *wrap(texts.say(f"dictopia.brother.{key}"))]
