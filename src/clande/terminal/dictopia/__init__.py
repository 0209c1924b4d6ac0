"""Dictopia in the terminal.

`options` are those that `clande play` has for it. `game` is a game: trials, the race, the training,
reviews. `word_input` takes a word by keys or by lines, with a clock or without; `drafts` is the
word while it is typed.
"""
