"""The history of the schema. Each step is tested on both databases, and never changed again."""
