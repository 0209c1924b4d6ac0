"""Lessons: real tables where a player sits alone with bots, and a guide says one thing at a time.

A lesson is a file of this folder. It says how its table is opened, what the other seats do, and
its steps: how each is known to be done, what it points at, and the acts that do it, by which a test
plays it through. What the guide says is in the catalogue of texts, under `lessons`.

Read `catalogue` (what a lesson is), `scripts` (the bots of the other seats), `texts` (a lesson in
one language, for clients), `tutor` (opens lessons, gives advice).
"""
