"""The routes, one file an area: their parameters say what they need, the areas do the rest."""
