"""For those who write games and bots: `laws` that every game obeys, and random `play`."""

from clande.testing.laws import LAWS, SECRETS, LawBroken, Start
from clande.testing.play import finish, playout, settings

__all__ = ["LAWS", "SECRETS", "LawBroken", "Start", "finish", "playout", "settings"]
