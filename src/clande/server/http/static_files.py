"""The built client, in memory: each file with its media type, its tag and its compressed form."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parents[1] / "static"
FRONT = "index.html"
ROOT = b'name="clande-root" content="/"'

# mimetypes reads the system's tables, which differ and may lack these
TYPES = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED_TYPES = ("text/", "image/svg+xml", "application/json", "application/manifest+json")

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class File(Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str
    cache: str


def json_file(value: Any) -> File:
    """A value as JSON that clients ask for again."""
    return _made(msgspec.json.encode(value), "application/json", ASK_AGAIN)


def load(folder: Path = FOLDER) -> dict[str, File]:
    """The files of the built client by their paths in the address; empty if nothing is built."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _file(path, folder) for path in files}


def under(path: str, page: File) -> File:
    """A page whose links lead to files under this path, whatever its own address is.

    The client is built with links that are relative to the page, and reads the root from the page.
    """
    content = page.content.replace(b'"./', f'"{path}/'.encode())
    content = content.replace(ROOT, ROOT[:-2] + f'{path}/"'.encode())
    return _made(content, page.media_type, page.cache)


def _file(path: Path, folder: Path) -> File:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    # the names under assets/ carry a hash of what they hold
    named_by_content = path.relative_to(folder).parts[0] == "assets"
    cache = FOR_EVER if named_by_content else ASK_AGAIN
    return _made(path.read_bytes(), kind or "application/octet-stream", cache)


def _made(content: bytes, media_type: str, cache: str) -> File:
    compressible = media_type.startswith(COMPRESSED_TYPES)
    return File(
        content=content,
        compressed=gzip.compress(content, mtime=0) if compressible else None,
        media_type=media_type,
        tag=f'"{hashlib.sha256(content).hexdigest()[:20]}"',
        cache=cache,
    )
