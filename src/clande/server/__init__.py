"""The house: serves the client and keeps the tables. What it knows of a game by name is in `modes`,
`daily`, `ladder` and `results`."""
