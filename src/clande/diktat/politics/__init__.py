"""Trades, shows, claims and oaths between players. [POL-1 … POL-8]"""
