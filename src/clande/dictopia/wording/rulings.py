"""Our decisions where the rules are silent, beyond the rulings that the ledger itself spells out.

Each stands beside the id of the rule that it settles; the in-game help lists them.
"""

from __future__ import annotations

from clande.kernel.books import Ruling

RULINGS: tuple[Ruling, ...] = (
    Ruling("DIC-MAT-4", "A game of the usual kind with one seat is a game against Big Brother."),
    Ruling(
        "DIC-GAM-7",
        "When time is up the whole hand of each player is shown, as at a table where the cards lie "
        "turned up before their owners.",
    ),
    Ruling(
        "DIC-GAM-8",
        "A word that is handed in without being locked is sealed, and nobody hears that it is in; "
        "until all are in its author may still lock another.",
    ),
    Ruling(
        "DIC-WOR-4",
        "Who has closed the count may still denounce while it is open; once every word has been "
        "judged it closes by itself. Who is absent does not say that a word exists.",
    ),
    Ruling(
        "DIC-MIS-8",
        "Places are counted among all who lock, whether or not the speed envelope is out.",
    ),
    Ruling(
        "DIC-MIS-10",
        "A word of a language that we have no list of, or that is not in our list of it, is looked "
        "up by the table like any unknown word; found, it fulfils the mission.",
    ),
    Ruling(
        "DIC-MIS-11",
        "The text is refused if more of the others say no than yes; who is late says neither.",
    ),
    Ruling(
        "DIC-MIS-12",
        "Where a mission is not for data, every word that counts claims it; the players say at the "
        "same time, in secret, which claims they dispute.",
    ),
    Ruling(
        "DIC-SOL-5",
        "Of a word that is in none of our lists the program judges the letters only: what needs "
        "its gender, sound or sense is not paid.",
    ),
    Ruling(
        "DIC-DUP-1",
        "In duplicate words are checked and missions judged by the program, so that all tables "
        "with the same draw can be compared. The top is the best of the family-safe French words.",
    ),
    Ruling("DIC-TRA-1", "To lay nothing is to give the challenge up."),
)
