"""Points: of a trial, of the comparative missions, of the whole game."""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.envelopes import ENVELOPES, Censorship, Last, Longest, Speed
from clande.dictopia.events import MissionJudged, Row, Why
from clande.dictopia.rules.judging import FULFILLED, judge, lexicon
from clande.dictopia.solver.aims import aims
from clande.dictopia.solver.search import solve, top
from clande.dictopia.table import (
    DAILY,
    SOLO,
    TRAINING,
    Hand,
    Table,
    Word,
    counts,
    eyes_of,
    program_judges,
    total,
)
from clande.kernel import Outcome, Seat

EYES = 3


def tally(table: Table, seat: Seat) -> Row:
    """A letter is a point, the exact number of eyes three, each mission what it was judged.
    [DIC-SCO-1, DIC-SCO-2, DIC-SCO-3]"""
    if not counts(table, seat):
        return seat, 0, 0, 0, 0
    word = table.words[seat]
    letters, missions = len(word.letters), sum(table.bonuses[seat])
    eyes = EYES if eyes_of(word, table.shown[seat]) == table.target else 0
    return seat, letters, eyes, missions, letters + eyes + missions


def compare_words(table: Table, envelope: str) -> Iterator[MissionJudged]:
    """A comparative mission, among the words that still count. [DIC-SCO-6]"""
    rivals = [seat for seat in range(len(table.words)) if counts(table, seat)]
    letters = {seat: table.words[seat].letters for seat in rivals}
    for seat in rivals:
        match ENVELOPES[envelope]:
            case Longest():  # [DIC-MIS-6]
                others = [len(letters[other]) for other in rivals if other != seat]
                won = len(letters[seat]) > max(others, default=0)
                why: Why = {"letters": len(letters[seat])}
            case Last():  # [DIC-MIS-7]
                won = letters[seat] == max(letters.values())
                why = {"last": max(letters.values()).lower()}
            case Speed():  # [DIC-MIS-8]
                paid = 1 if len(table.words) == 2 else 2
                won = 1 <= table.places[seat] <= paid
                why = {"place": table.places[seat]} if table.places[seat] else {"not_locked": ""}
            case _:
                return
        yield MissionJudged(seat, envelope, FULFILLED * won, why)


def drawn_for(table: Table, envelope: str) -> int | None:
    """Which of the drawn cards belongs to an envelope out."""
    censors = [key for key in table.out if isinstance(ENVELOPES[key], Censorship)]
    return censors.index(envelope) if envelope in censors else None


def judge_mission(table: Table, word: Word, fate: str, envelope: str) -> tuple[int | None, Why]:
    """A mission of this trial by data. [DIC-MIS-12]"""
    at = drawn_for(table, envelope)
    drawn = None if at is None else table.drawn[at]
    judgement = judge(word, ENVELOPES[envelope], drawn, fate, program_judges(table))
    return judgement.points, judgement.why


def best_of(table: Table, hand: Hand) -> tuple[str, int]:
    """The word that scores most among those the program may say, missions included.
    [DIC-DUP-1, DIC-WOR-3]"""
    aimed = aims(table.out, table.drawn, program_judges(table))
    best = top(solve(lexicon(), hand, table.target, aimed), safe=True)
    return (best[0].word, best[0].points) if best else ("", 0)


def outcome(table: Table) -> Outcome:
    """The highest total wins, then the best last trial; alone, more than Big Brother's.
    [DIC-SCO-5, DIC-SOL-2, DIC-TRA-2]"""
    seats = range(len(table.scores))
    totals = tuple(total(table, seat) for seat in seats)
    if table.mode == TRAINING:
        return Outcome((), totals)
    if is_against_brother(table):
        return Outcome((0,) if totals[0] > sum(table.brother) else (), totals)
    ranked = [(totals[seat], *table.scores[seat][-1:]) for seat in seats]
    return Outcome(tuple(seat for seat in seats if ranked[seat] == max(ranked)), totals)


def is_against_brother(table: Table) -> bool:
    return table.mode in (SOLO, DAILY)


def percents(table: Table) -> tuple[int, ...]:
    """Each total in percent of the top. [DIC-DUP-1]"""
    top = sum(table.tops)
    return tuple(100 * total(table, seat) // top if top else 0 for seat in range(len(table.scores)))
