"""The twelve sectors of Prague and which touch which."""

from __future__ import annotations

from clande.diktat.cards.vocabulary import Sector

# Proper names: the same in every language.
SECTORS: dict[Sector, str] = {
    "nouvelle_ville": "Nouvelle Ville",
    "mala_strana": "Malá Strana",
    "vieille_ville": "Vieille Ville",
    "hypogees": "Hypogées",
    "karst": "Karst",
    "faubourgs": "Faubourgs",
    "combinat": "Combinat",
    "centre_motol": "Centre Motol",
    "college": "Collège de l’Harmonie",
    "josefov": "Josefov",
    "forteresse": "Forteresse",
    "artefact": "Artefact",
}

ADJACENCY: dict[Sector, tuple[Sector, ...]] = {
    "nouvelle_ville": ("vieille_ville", "forteresse", "faubourgs", "hypogees"),
    "mala_strana": ("vieille_ville", "centre_motol", "artefact"),
    "vieille_ville": ("josefov", "nouvelle_ville", "mala_strana", "hypogees"),
    "hypogees": ("vieille_ville", "nouvelle_ville", "combinat"),
    "karst": ("faubourgs", "combinat"),
    "faubourgs": ("nouvelle_ville", "forteresse", "combinat", "karst"),
    "combinat": ("faubourgs", "karst", "hypogees"),
    "centre_motol": ("mala_strana",),
    "college": ("artefact", "josefov"),
    "josefov": ("vieille_ville", "college"),
    "forteresse": ("nouvelle_ville", "faubourgs"),
    "artefact": ("mala_strana", "college"),
}
