"""Bots at a table: the processes that think, when each is asked, plans that race a clock."""
