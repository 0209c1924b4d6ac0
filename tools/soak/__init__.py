"""Long campaigns: random games, the laws with many seeds, and mutants that try the tests."""
