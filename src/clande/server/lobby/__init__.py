"""Before a game: who opens a table, who sits where, votes, codes and tickets."""
