"""Telling players that it is their turn, where a game takes days: by mail or webhook."""
