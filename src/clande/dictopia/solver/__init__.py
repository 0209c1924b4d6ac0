"""Words of a hand: `search` finds all of them, `aims` says which fulfil a mission, `advice` chooses
those that a player is told."""
