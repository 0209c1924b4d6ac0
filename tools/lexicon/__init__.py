"""The build of Dictopia's lexicon: packages in, small data files out (see docs/lexicon.md)."""
