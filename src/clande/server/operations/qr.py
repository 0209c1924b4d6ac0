"""The QR code of an address: for the page as an SVG path, for a terminal as characters."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from clande.server.http.schemas.tables import Door

if TYPE_CHECKING:
    import segno

MARGIN = 4  # the quiet zone that the standard asks for


def door(address: str) -> Door:
    """The door at this address, its dark modules as one path of horizontal runs."""
    rows = [list(row) for row in _code(address).matrix_iter(border=MARGIN)]
    runs = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return Door(address=address, path="".join(runs), size=len(rows))


def for_terminal(address: str) -> str:
    """The same code in half blocks, two rows a line, light on a dark ground."""
    text = io.StringIO()
    _code(address).terminal(out=text, border=2, compact=True)
    return text.getvalue()


def _code(address: str) -> segno.QRCode:
    import segno  # a server on this machine alone shows no code

    return segno.make_qr(address, error="m")
