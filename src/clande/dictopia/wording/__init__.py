"""What players read.

- `drawing`: the table in a terminal
- `review`: the points of a trial, and the best words of a hand
- `sheet`: the score sheet, and the result to share
- `refusals`: which rules a refusal names
- `rulings`: our decisions where the rules are silent
"""
