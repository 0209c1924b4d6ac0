"""What the words of cards do. A card is data; an effect of it is read here. [GEN-14, GEN-19]

- `references`: what its words refer to: amounts, players, places, what a seat has
- `possible`: whether it could change anything now
- `perform`: how it is carried out; its frame `Performing` takes a clause effect by effect
- `transfers`: goods that it gives to a player or takes from one
- `choices`: frames for the effects that leave a choice
"""
