"""What the words of cards do. A card is data; an effect of it is read here. [GEN-14, GEN-19]

- `rows`: one row an effect, of a function from `possible` and one that carries it out
- `references`: what its words refer to: amounts, players, places, what a seat has
- `possible`: whether it could change anything now
- `perform`: how it is carried out; its frame `Performing` takes a clause effect by effect
- `transfers`: goods that it gives to a player or takes from one
- `choices`, `stack_choices`: frames for the effects that leave a choice
"""
