"""Dictopia's book, and how scenes of it are laid."""

from __future__ import annotations

import re

from clande.dictopia import actions, events
from clande.dictopia.cards import Card
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import ENVELOPES
from clande.dictopia.imagine import imagine
from clande.dictopia.modes import training
from clande.dictopia.modes.training import Training, tries
from clande.dictopia.rules import denunciation, missions, trial
from clande.dictopia.rules.denunciation import denunciations
from clande.dictopia.rules.judging import RULES, continues, version
from clande.dictopia.rules.scoring import outcome
from clande.dictopia.rules.trial import Trials, locks, seconds
from clande.dictopia.table import (
    JUDGING,
    MODES,
    NOTHING,
    SIZES,
    TRAINING,
    Hand,
    Table,
    Word,
    cards_of,
    distinct,
    material,
    mode_of,
    set_up,
)
from clande.dictopia.wording.drawing import draw
from clande.dictopia.wording.refusals import refusals
from clande.dictopia.wording.rulings import RULINGS
from clande.kernel import Action, Book, Event, Frame, Header, Option, Presentation, kinds

CARD = re.compile(r"([A-Z])(\d)([A-Z])(\d)(?:/(\d+))?")
BACK = 10


def opening(header: Header) -> Frame:
    return Training() if mode_of(header) == TRAINING else Trials()


def card(text: str) -> Card:
    """A card in text: R2E1, or with its back R2E1/9."""
    match = CARD.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no card; one is written R2E1 or R2E1/9")
    top, top_eyes, bottom, bottom_eyes, back = match.groups()
    return Card(top, bottom, int(top_eyes), int(bottom_eyes), int(back or BACK))


def hands(texts: list[str]) -> list[Hand]:
    return [tuple(map(card, text.split())) for text in texts]


def lay_hands(table: Table, texts: list[str]) -> None:
    """Each seat looks at its cards."""
    table.hands, table.shown, table.turned = hands(texts), [()] * len(texts), True


def lay_shown(table: Table, texts: list[str]) -> None:
    """The cards of each seat lie open."""
    table.shown, table.hands, table.turned = hands(texts), [()] * len(texts), True


def lay_drawn(table: Table, texts: list[str]) -> None:
    table.drawn = tuple(map(card, texts))


def lay_words(table: Table, texts: list[str]) -> None:
    """A word for each seat, with its language if there is one, laid in the best way."""
    table.words = [
        lay(cards_of(table, seat), text, table.target) for seat, text in enumerate(texts)
    ]
    table.bonuses = [(0,) * len(table.out)] * len(texts)


def lay(hand: Hand, text: str, target: int) -> Word:
    """The word that a text means, laid with the cards that score best. [DIC-GAM-5]"""
    letters, _, language = text.partition(" ")
    if not letters:
        return NOTHING
    spelt = actions.propose(hand, letters, target, language)
    if spelt is None:
        raise ValueError(f"the cards lack the letters of {letters}")
    return actions.word_of(spelt)


def tidy(header: Header, table: Table) -> None:
    """Puts the cards that a scene does not place on the pile, and the envelopes likewise."""
    for key in (*table.out, *table.used):
        if key not in ENVELOPES:
            raise ValueError(f"no envelope is called {key!r}; there are: {', '.join(ENVELOPES)}")
    if not (table.turned or table.dealt):
        return
    if table.turned:
        table.dealt = ()
    places = [table.dealt, table.drawn]
    places += [*distinct(table, table.hands), *distinct(table, table.shown)]
    gone = [card for place in places for card in place]
    table.pile = tuple(card for card in table.pile if card not in gone)
    table.pile += tuple(card for card in DECK if card not in (*gone, *table.pile))
    table.pile = tuple(sorted(table.pile, key=lambda card: card.back != table.target))
    table.pile = table.pile[: len(DECK) - len(gone)]  # the cards of a scene may be made up
    placed = (*table.out, *table.used, *table.aside)
    table.envelopes = tuple(key for key in table.envelopes if key not in placed)
    table.envelopes += tuple(k for k in ENVELOPES if k not in (*placed, *table.envelopes))


BOOK = Book(
    name="dictopia",
    version=version(RULES),
    seats=tuple(range(1, 8)),
    table=Table,
    actions=kinds(actions, Action),
    events=kinds(events, Event),
    frames=tuple(
        rule
        for chapter in (trial, denunciation, missions, training)
        for rule in kinds(chapter, Frame)
    ),
    options={
        "mode": Option(MODES),
        "judging": Option(JUDGING),
        "cards": Option(SIZES),
    },
    set_up=set_up,
    opening=opening,
    imagine=imagine,
    outcome=outcome,
    material=material,
    bound=2000,
    offers=(locks, denunciations, tries),
    refusals=(refusals,),
    lay={"hands": lay_hands, "shown": lay_shown, "drawn": lay_drawn, "words": lay_words},
    tidy=tidy,
    presentation=Presentation(
        headings={events.TrialBegan: 1, events.TrainingBegan: 1}, rulings=RULINGS, draw=draw
    ),
    seconds=seconds,
    pauses="seats",
    pause=20,  # [DIC-GAM-9]
    continues=continues,
)
