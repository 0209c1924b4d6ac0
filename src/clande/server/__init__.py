"""The house: serves the client, and later the tables. Knows no rule of any game."""
