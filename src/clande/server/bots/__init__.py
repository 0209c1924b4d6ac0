"""Bots at the tables of the server.

workers     runs bots in processes of their own, from a seat's view alone
scheduling  when the bots of a table begin to think, and what they then do
races       bots under the rules' own clock, which plan every second
"""
