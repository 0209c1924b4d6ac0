"""The rule book's chapters, one file each: read `cycle` first, it calls the others."""
