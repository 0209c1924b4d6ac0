"""The client's sentences come from the catalogues."""

from __future__ import annotations

from typing import get_args

from clande.server.http.schemas import tables
from clande.server.sockets import protocol
from clande.text import braces, exported
from tools import sentences


def test_the_generated_file_is_up_to_date() -> None:
    assert sentences.main("--check") == 0


def test_every_sentence_says_what_fills_it() -> None:
    assert sentences.names("{most} {most|joueur|joueurs}, {fewest}") == ["fewest", "most"]
    written = sentences.typescript()
    assert "'page.door.code': 'address';" in written
    assert "'page.title': never;" in written


def test_the_page_keeps_to_the_forms_that_the_client_fills() -> None:
    for language in exported().values():
        page = [s for key, s in language.items() if key.startswith("page.")]
        assert page and not any(
            ":" in inside or "*" in inside for s in page for inside in braces(s)
        )


def test_every_refusal_has_its_sentence_on_the_page() -> None:
    """What the wire can answer, and nothing else but that the house is silent."""
    on_the_socket = {code for part in get_args(protocol.NackCode) for code in get_args(part)}
    codes = on_the_socket | set(get_args(tables.ErrorCode)) | {"silent"}
    for language in exported().values():
        said = {key.rpartition(".")[2] for key in language if key.startswith("page.refusals.")}
        assert said == codes
