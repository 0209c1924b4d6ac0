"""Other ways to play: `solo` against Big Brother and the daily draw, whose `days` begin at midnight
in Paris; `training`, three challenges with the same cards."""
