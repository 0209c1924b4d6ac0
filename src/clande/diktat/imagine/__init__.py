"""Tables that fit a view.

`worlds` deals them; `memory` says what the shows that a viewer has seen still tell it.
"""
