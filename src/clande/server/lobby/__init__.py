"""Tables as players find them, beside playing: the house, its lobby and its tables in memory.

Read `seats` (what is stored of a table and its seats, and its card), `registry` (the tables in
memory), `lobby` (opening, sitting, voting, starting) with `terms`, `codes`, `votes`, `tickets` and
`restrictions`, `house` (opens, sweeps, drains and closes the server); after a game `results`,
`scores` and `replays`.
"""
