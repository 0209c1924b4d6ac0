"""One trial from shuffle to score: read `trial` first, it calls the others."""
