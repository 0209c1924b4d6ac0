"""Load for a real house: clients over real sockets, and what they cost its process."""
