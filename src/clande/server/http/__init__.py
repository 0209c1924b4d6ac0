"""HTTP: what a request passes, and what it is answered.

Read `middleware` (addresses, request ids, refusals while draining), `origins`, `requests` (what a
route can ask for), `responses`, `routing` (how a route is called), then `routes` by area with
`schemas` beside them. `static_files`, `game_texts` and `help` are what clients read.
"""
