"""Trades, shows, claims and oaths between players. [POL-1 … POL-8]

Read `actions` and `terms` (what can be claimed and sworn) first, then `events`. `hearing` says who
may talk to whom; `pairs` numbers what two players have between them; `counting` says what others
can count of a reserve. Then `parcels` and `trades`, `shows` and `claims`, `swearing` and `oaths`.
`fulfilment` says what an event means for a term, `verdicts` when an oath is broken, `warnings` what
a player is warned of before he breaks one. `book` puts all of it into Diktat's book.
"""
