"""The three challenges of the training. [DIC-TRA-1]"""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.dictopia.levels import DictopiaLevel
from clande.bots.dictopia.searching import vocabulary
from clande.bots.dictopia.sight import WHY, task_of
from clande.dictopia.modes.training import check
from clande.dictopia.solver.search import Find
from clande.dictopia.table import Hand, Word
from clande.dictopia.table_view import DictopiaView
from clande.kernel import Luck, Spelt


def attempt(level: DictopiaLevel, view: DictopiaView, luck: Luck) -> Choice:
    """A word that meets the challenge; now and then one that does not; or the seat gives up."""
    task, challenge = task_of(view), view.table.challenges[view.seat]
    words = vocabulary(level, task.hand, task.target)
    if words and luck.below(100) < level.miscounts:
        return tried(luck.pick(words), task.hand, challenge, "try_rash")
    fit = [find for find in words if check(laid(find, task.hand), task.hand, challenge)[0]]
    if not fit:
        return Choice(Spelt("", ()), WHY + "give_up", {"challenge": challenge})
    return tried(luck.pick(fit), task.hand, challenge, "try")


def laid(find: Find, hand: Hand) -> Word:
    return Word(find.word, tuple(letter.card for letter in find.laid(hand)))


def tried(find: Find, hand: Hand, challenge: int, reason: str) -> Choice:
    word = laid(find, hand)
    values = {"letters": word.letters, "challenge": challenge}
    return Choice(Spelt(word.letters, word.cards), WHY + reason, values)
