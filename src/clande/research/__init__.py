"""For those who study the games: the arena, and the balance report. Adapters, no rules."""
