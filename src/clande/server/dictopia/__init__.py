"""What the server knows of Dictopia by name: the only folder that knows a game."""
