"""What the server has for Dictopia alone: the only folder that knows a game by name.

`daily` (the game of the day), `ladder` (progress against Big Brother), `training` (hints),
`reviews` (the best words of a trial), `results` (what its results have beside points), `routes`.
The routes are in this folder, since `http` must not know a game; `app` wires them in.
"""
