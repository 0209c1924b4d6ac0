"""Tables that fit a view, and what a viewer remembers of what was shown."""
