"""A person against bots at the terminal, at any game, in French or English.

`play` is the command: it reads the options and sets the table. `game` is a game from its first
question to its end, `answers` reads what the person types, `drawing` lays out the table and wraps
lines. `dictopia` adds the clock and the typing of words, `keys` reads single keys. `presets` is
the command that lists the named ways to play.
"""
