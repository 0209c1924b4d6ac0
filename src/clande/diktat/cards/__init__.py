"""The content of Diktat, édition Clandé: cards, screens, boards, markers and map, all as data."""
