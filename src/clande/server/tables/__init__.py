"""A table and its game, from a message in its mailbox to what each client is sent.

In reading order:

actor            the task of a table, the only one that changes it; mailbox the messages that wait
                 for it, alarms its own alarm
roster           the row of the table and who sits where; clients who is connected
requests         what people ask beside playing; request_handler does it
table_store      the rows of the table, for its actor alone; services what all actors share
play             a game under way, with the parts below
command_handler  executes a command in three stages: decide, write, announce
live_game        decides commands and adopts transitions; knows no socket and no store
transition       the state beside the chain, what a command leads to
clocks           the time of a question; interruptions when another one interrupts it; deadlines
                 when the server answers for a seat
side_commands    commands that leave the chain as it is
showing          how long what has happened is shown, and who holds the game; sealing answers that
                 wait meanwhile
undo_marks       which acts can be taken back
encoded_views    what each viewer sees, in pieces of JSON; feeds what each viewer has been sent
inquiries        what clients may ask without changing anything
broadcast        sends the news; chat the lines of a table, chat_delivery sends them; references
                 finds the free texts to which news refer
drafts           stores unfinished answers; absence knows which players are away
orders           what a player wants done when something happens in public; standing_orders does it
"""
