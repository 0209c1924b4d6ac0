"""People: who they are, and what they decide about one another.

Read `tokens` (secrets and digests), `guests` (players and sessions), `accounts` with `passwords`,
`presence` (changes that open tables notice), `families`, `relations` (mutes and blocks), `bans`,
`moderation` (reports, what hosts and the admin may do), `erasure` (export and deletion).
"""
