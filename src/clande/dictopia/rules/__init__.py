"""One trial, from shuffle to score.

Read `trial` first: it calls `denunciation` (are the words valid?) and `missions` (are the envelopes
fulfilled?). `judging` is what the program says of words and missions by its data; `scoring` counts.
"""
