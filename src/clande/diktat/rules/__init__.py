"""The chapters of the rule book, one module each, in its order.

- `setup`, `cycle`: the table before the first cycle, then its phases one after the other
- `manoeuvres`: the turns and the six manoeuvres; `board`: what several of them do on the board
- `costs`: what a development costs
- `anytime`: acts that are open between any two steps
- `resolution`, `trophies`: sectors fought over, and what is taken there
- `possessions`: cards, markers and affinity tokens that come and go
- `ending`: the end of a cycle and of the game
- `occasions`: which elements answer an event; `reactions`: the order of these answers
"""
