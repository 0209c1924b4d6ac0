"""`python -m clande` is the command `clande`."""

from clande.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
