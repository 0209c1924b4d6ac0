"""The table in a terminal."""

from __future__ import annotations

import textwrap

from clande.dictopia.table import TRAINING, Hand
from clande.dictopia.table_view import DictopiaView
from clande.kernel import SPECTATOR
from clande.text import Catalogue

WIDTH = 80


def draw(view: DictopiaView, texts: Catalogue) -> list[str]:
    """The trial, its envelopes, the viewer's cards and the scores."""
    table, me = view.table, view.seat
    lines = []
    if table.mode == TRAINING:
        if me != SPECTATOR:
            lines.append(texts.say("dictopia.drawing.training", challenge=table.challenges[me]))
    else:
        trial = texts.say("dictopia.drawing.trial", trial=table.trial, target=table.target)
        lines.append(trial)
    for envelope in table.out:
        lines += wrap(texts.say("dictopia.drawing.envelope", envelope=envelope))
    if table.text:
        lines += wrap(texts.say("dictopia.drawing.text", text=table.text))
    if table.drawn:
        letters = ", ".join(f"{card.top}, {card.bottom}" for card in table.drawn)
        lines.append(texts.say("dictopia.drawing.drawn", letters=letters))
    if me != SPECTATOR and (hand := table.hands or table.shown[me]):
        lines += ["", texts.say("dictopia.drawing.hand"), *cards(hand), ""]
    if table.mode == TRAINING:
        return lines
    for seat, scores in enumerate(table.scores):
        lines.append(
            texts.say("dictopia.drawing.seat", seat=seat, total=sum(scores), scores=scores)
        )
    if brother := table.brother:
        lines.append(texts.say("dictopia.drawing.brother", total=sum(brother), scores=brother))
    return lines


def wrap(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="    ")


def cards(hand: Hand) -> list[str]:
    """Cards side by side, the consonants above the vowels, an eye a dot."""
    tops = [f"{card.top}{'•' * card.top_eyes:<4}" for card in hand]
    bottoms = [f"{card.bottom}{'•' * card.bottom_eyes:<4}" for card in hand]
    return ["  " + " ".join(row).rstrip() for row in (tops, bottoms)]
