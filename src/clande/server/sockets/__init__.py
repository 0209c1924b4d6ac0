"""Sockets: bytes of one message, the protocol, one connection a client, its outbox."""
