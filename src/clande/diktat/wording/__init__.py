"""What players read.

- `describe`: clauses and effects of cards in sentences
- `printed`: what is printed on the pieces, for whoever draws them
- `listing`: `clande cards`, the content as a list
- `meanings`: what an act would mean to the seat that does it
- `refusals`: which rules a refusal names
- `points`: how each victory point came about
- `rulings`: our decisions where the rules are silent
"""
