"""Alone against Big Brother, and the draw of the day. [DIC-SOL-1, DIC-DAY-1]"""

from __future__ import annotations

import hashlib

from clande.dictopia import deck
from clande.dictopia.rules.judging import FULFILLED, lexicon
from clande.dictopia.rules.scoring import EYES
from clande.dictopia.table import DAILY, Table, counts, eyes_of
from clande.kernel import Header, Sealing, head

NO_NONCE = bytes(16)


def brother_points(table: Table) -> tuple[int, int]:
    """What Big Brother scores: the eyes of the cards not used, and the bonuses missed.
    [DIC-SOL-1, DIC-SOL-4]"""
    word, hand = table.words[0], table.shown[0]
    stands = counts(table, 0)
    used = word.cards if stands else ()
    eyes = sum(card.all_eyes for at, card in enumerate(hand) if at not in used)
    missed = sum(FULFILLED - paid for paid in table.bonuses[0])
    if not (stands and eyes_of(word, hand) == table.target):
        missed += EYES
    return eyes, missed


def daily(date: str) -> tuple[Header, Sealing]:
    """The draw of a day (as 2026-11-15, in Paris): the same for everybody. [DIC-DAY-1]"""
    header = head("dictopia", 1, (), {"mode": DAILY})
    parts = ("dictopia-daily", date, deck.VERSION, lexicon().version)
    seed = hashlib.sha256("\n".join(parts).encode()).digest()
    return header, Sealing(f"dictopia-{date}", header.version, seed, (NO_NONCE,))
