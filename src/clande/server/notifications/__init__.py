"""Telling absent players of their turn.

Read `contacts` (a player's channels and quiet hours), `settings` (changing them), `reminders` (a
table says whom it waits for), `notifier` (makes letters and sends them), `mail`, `webhooks`.
"""
