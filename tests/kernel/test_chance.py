"""Luck: every word can be recomputed, every draw is fair, and a table's key is nobody's alone."""

from __future__ import annotations

import hashlib
import hmac
import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from clande.kernel import Luck, QuickLuck, SealedLuck, Sealing, lucky

WORD = 2**64
SEED = bytes(range(32))
NONCES = (b"a" * 16, b"b" * 16, b"c" * 16)


class Rigged(Luck):
    """Luck whose words are known."""

    words: list[int]

    def word(self) -> int:
        return self.words.pop(0)


@given(key=st.binary(min_size=1, max_size=64), start=st.integers(0, 2**40))
def test_a_sealed_word_is_the_keyed_hash_of_its_number(key: bytes, start: int) -> None:
    luck = SealedLuck(key, start)
    for number in range(start, start + 5):
        whole = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=8).hexdigest()
        assert luck.word() == int(whole, 16)
    assert luck.counter == start + 5


def test_one_sealed_stream_is_written_down_for_good() -> None:
    """A record of today must verify in ten years."""
    luck = SealedLuck(b"\0" * 32)
    assert [luck.word() for _ in range(3)] == [
        0xA46A13D88C11E02C,
        0xDC3FC93F84BC2A29,
        0x60E741A18E0E4738,
    ]


def test_the_same_key_gives_the_same_stream_and_another_key_another() -> None:
    def stream(key: bytes) -> list[int]:
        luck = SealedLuck(key)
        return [luck.word() for _ in range(50)]

    assert stream(b"k" * 32) == stream(b"k" * 32)
    assert not set(stream(b"k" * 32)) & set(stream(b"l" * 32))


def test_quick_luck_is_splitmix64() -> None:
    luck = QuickLuck(1234567)
    assert [luck.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    luck = QuickLuck(0)
    assert [luck.word() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_luck_from_a_small_number_can_be_recomputed() -> None:
    assert lucky(42).key == hashlib.sha256(b"clande-seed-42").digest()
    assert lucky(1) != lucky(2)


@given(bound=st.integers(1, WORD - 1), word=st.integers(0, WORD - 1))
def test_words_beyond_the_last_whole_round_are_drawn_again(bound: int, word: int) -> None:
    fair = WORD - WORD % bound
    rejected = [fair, WORD - 1] if fair < WORD else []
    luck = Rigged([*rejected, word % fair, 12345])
    assert luck.below(bound) == word % fair % bound
    assert luck.words == [12345]


@given(bound=st.integers(2, WORD - 1))
def test_the_last_fair_word_is_kept(bound: int) -> None:
    luck = Rigged([WORD - WORD % bound - 1])
    assert luck.below(bound) == bound - 1


@pytest.mark.parametrize("size", range(6))
def test_a_shuffle_draws_each_permutation_by_exactly_one_run_of_luck(size: int) -> None:
    runs = product(*(range(bound) for bound in range(size, 1, -1)))
    drawn = [tuple(Rigged(list(run)).shuffled(range(size))) for run in runs]
    assert len(drawn) == len(set(drawn)) == math.factorial(size)


def test_a_shuffle_leaves_what_it_shuffles_as_it_was() -> None:
    things = list(range(20))
    drawn = lucky(3).shuffled(things)
    assert things == list(range(20)) != drawn
    assert sorted(drawn) == things


@given(st.lists(st.integers(), min_size=1), st.integers(0, WORD - 1))
def test_a_pick_is_one_of_the_items(items: list[int], word: int) -> None:
    fair = WORD - WORD % len(items)
    assert Rigged([word % fair]).pick(items) == items[word % fair % len(items)]


def test_the_commitment_can_be_recomputed_by_anyone() -> None:
    sealing = Sealing("table seven", "1.2", SEED, NONCES)
    parts = [b"clande-shuffle-v1", b"table seven", b"1.2", SEED]
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert sealing.commitment() == hashlib.sha256(whole).hexdigest()


def test_the_commitment_binds_table_version_and_seed_apart() -> None:
    """Where one part ends and the next begins is part of it."""
    ways = [("ab", "c", SEED), ("a", "bc", SEED), ("abc", "", SEED), ("ab", "c", SEED[::-1])]
    assert len({Sealing(*way, NONCES).commitment() for way in ways}) == len(ways)


def test_the_commitment_hangs_on_no_nonce() -> None:
    """It is published before any is named."""
    commitments = {Sealing("t", "1", SEED, n).commitment() for n in (NONCES, NONCES[:2], ())}
    assert len(commitments) == 1


def test_the_key_is_the_keyed_hash_of_all_nonces_in_seat_order() -> None:
    sealing = Sealing("t", "1", SEED, NONCES)
    key = hmac.new(SEED, b"a" * 16 + b"b" * 16 + b"c" * 16, hashlib.sha256).digest()
    assert sealing.luck() == SealedLuck(key, 0)
    assert structs.replace(sealing, nonces=NONCES[::-1]).luck() != sealing.luck()


@pytest.mark.parametrize(
    ("seed", "nonces"),
    [
        (SEED[:-1], NONCES),
        (SEED + b"x", NONCES),
        (b"", NONCES),
        (SEED, (*NONCES, b"short")),
        (SEED, (b"a" * 17, b"b" * 15)),
    ],
)
def test_a_seed_or_nonce_of_another_length_is_refused(
    seed: bytes, nonces: tuple[bytes, ...]
) -> None:
    with pytest.raises(ValueError, match="a seed has 32 bytes, a nonce 16"):
        Sealing("t", "1", seed, nonces).luck()
