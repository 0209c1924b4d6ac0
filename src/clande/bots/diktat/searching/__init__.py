"""The bots that search: they try acts in worlds that fit the view, and value how the cycle ends.

`searcher` is the bot, `candidates` the acts that it compares, `race` the comparison, `worlds` the
worlds. `lookahead` values an act: by `tree`, by `hasty` play through the rules, or by `sketch`
without them (with `prizes`); `values` gives the chances at the end of a cycle. `bids` draws
secret bids.

`resample` is the only way from a view to a game here; every game is an imagined one.
"""
