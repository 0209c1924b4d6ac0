"""WebSockets: how a message travels between a client and its table.

framing     bytes: uvicorn's protocols, with limits for slow clients
protocol    every message in both directions; nack_codes why one is refused
gateway     accepts a socket and waits for its hello
connection  one admitted client: reads its messages, posts them to the table, pings
outbox      a bounded queue of payloads for one client
"""
