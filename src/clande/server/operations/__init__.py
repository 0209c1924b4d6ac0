"""What the host needs to run a server.

addresses     where it listens, and its public addresses
greeting      what it prints when it opens
qr            the QR code of an address
limits        rate limits
logs          the log: events with a few facts, nothing that people wrote
metrics       what is counted and measured; `monitoring` serves it on a port of its own
maintenance   `clande backup`, `clande restore`, `clande verify --store`
admin_secret  the secret of the house, and `clande admin`
"""
