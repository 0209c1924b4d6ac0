"""What players read: the table in a terminal, a hint, how a game against Big Brother went."""

from __future__ import annotations

from clande.dictopia import BOOK
from clande.dictopia.deck import DECK
from clande.dictopia.modes.training import check
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.advice import hint, laid
from clande.dictopia.solver.search import solve
from clande.dictopia.wording.drawing import draw
from clande.dictopia.wording.review import story
from clande.kernel import view
from clande.text import catalogue
from tests.dictopia.playing import begin


def test_a_story_tells_each_trial_and_how_it_ended() -> None:
    """DIC-SOL-2"""
    game = begin(1, "solo")
    game.table.scores, game.table.brother = [(3, 4)], (5, 1)
    first, second, total, *_ = story(game.table, catalogue("en", BOOK))
    for line, numbers in ((first, "35"), (second, "41"), (total, "76")):
        assert all(number in line for number in numbers), line


def test_letters_that_censorship_has_drawn_are_shown() -> None:
    """DIC-MIS-3"""
    game = begin(2)
    texts = catalogue("en", BOOK)
    before = draw(view(game, 0), texts)
    game.table.drawn = (card,) = DECK[:1]
    (line,) = [line for line in draw(view(game, 0), texts) if line not in before]
    assert f"{card.top}, {card.bottom}" in line


def test_a_hint_leads_to_the_most_common_word() -> None:
    """DIC-TRA-1"""
    game = begin(1, "training", seed=8)
    hand, challenge = game.table.shown[0], game.table.challenges[0]
    word, _ = hint(view(game, 0), 0, 99)
    fit = [
        find
        for find in solve(lexicon(), hand, game.table.target)
        if find.safe and check(laid(find, hand), hand, challenge)[0]
    ]
    (zipf,) = [find.zipf for find in fit if find.word == word]
    assert zipf == max(find.zipf for find in fit) > min(find.zipf for find in fit)
