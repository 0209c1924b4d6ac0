"""Who gets which trophies of a sector."""

from __future__ import annotations


def share_of(trophies: list[int], mine: int, theirs: int) -> int:
    """One's part of some trophies, if takes go round and who has more begins.

    `theirs` is in tenths: they are guessed.
    """
    total = 0
    rivals = (theirs + 5) // 10
    my_turn = mine * 10 > theirs
    for trophy in trophies:
        if not my_turn and not rivals:
            my_turn = True
        if my_turn and not mine:
            my_turn = False
        if my_turn:
            if not mine:
                break
            total += trophy
            mine -= 1
        elif rivals:
            rivals -= 1
        else:
            break
        my_turn = not my_turn
    return total
