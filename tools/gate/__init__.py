"""A gate for speed: is the working tree slower than another commit?

    python3 go.py bench --against REV

`workloads` says what is played; `player` plays it, in a process of its own; `trees` lays both
revisions out in a temporary folder; `measuring` counts instructions or CPU time, by turns;
`verdicts` compares. See bench/gate.md.
"""
