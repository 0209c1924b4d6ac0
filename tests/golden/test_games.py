"""The golden corpus: what was played goes as it did. [G23]

If rules were meant to change: `python -m tools.golden --write`, and say why in the commit. If games
of that version may be on disk somewhere, the version changes, too (docs/store.md).
"""

from __future__ import annotations

import msgspec
import pytest

from clande.kernel import compose
from clande.kernel.books import as_it_was
from tools import golden

NAMES = golden.names()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_game_goes_as_it_did(name: str) -> None:
    title, every = golden.read(name)
    here = compose(name).version
    count = 0
    try:
        for played in every:
            golden.replay(played)
            count += 1
    except golden.Elsewhere as found:
        if title.version != here and compose(name).continues(title.version) is not None:
            pytest.skip(
                f"recorded by version {title.version}, here is {here}, which goes on with its "
                f"games and may judge otherwise: python -m tools.golden --write ({found})"
            )
        raise
    assert count == title.games >= golden.GAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_corpus_is_of_the_rules_that_are_here(name: str) -> None:
    title, every = golden.read(name)
    here = compose(name)
    assert title.version == here.version or here.continues(title.version) is as_it_was
    seats = {played.seats for played in every if played.mix == name}
    assert seats == set(here.seats)


def test_all_of_it_is_small() -> None:
    assert sum(golden.file_of(name).stat().st_size for name in NAMES) < 3_000_000


def test_another_game_is_noticed() -> None:
    """The planted faults: an act, a step of the chain, the end."""
    _, every = golden.read("contraband")
    played = next(iter(every))
    golden.replay(played)
    short = msgspec.structs.replace(played, acts=played.acts[:-1])
    with pytest.raises(golden.Elsewhere, match="it ends elsewhere"):
        golden.replay(short)
    digits = played.digits[:20] + f"{int(played.digits[20:22], 16) ^ 1:02x}" + played.digits[22:]
    with pytest.raises(golden.Elsewhere, match="act 11 leads elsewhere"):
        golden.replay(msgspec.structs.replace(played, digits=digits))
    with pytest.raises(golden.Elsewhere, match=r"is refused|leads elsewhere"):
        golden.replay(msgspec.structs.replace(played, seed=played.seed + 1))
