"""The bots that search: worlds that fit the view, hasty play to the end of a cycle, a value there.

`resample` is the only way from a view to a game here; every game is an imagined one.
"""
