"""For those who study the games: the arena, and the balance report. Adapters, no rules.

`arena` and `balance` are the commands. `plans` says what is played, `matches` plays one game,
`campaigns` plays a plan with the processes of `crews` and writes the `rows`. `facts` reads events,
`reports`, `pages` and `plots` write pages; `intervals`, `bands`, `ratings` and `sequential` are the
statistics.
"""
