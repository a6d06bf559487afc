"""The generator, the draws and their order: kernels against a few lines of plain Python."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from houseway.equipment.streams import WORD, stream, threshold
from houseway.simulate import kernels


def plain_words(seed: str, chunk: int) -> Iterator[int]:
    """xoshiro256++ as its authors publish it."""
    digest = hashlib.blake2b(f"{seed}\0{chunk}".encode(), digest_size=32, person=b"houseway-chunk").digest()
    s = [int.from_bytes(digest[n : n + 8], "little") for n in (0, 8, 16, 24)]

    def turned(value: int, by: int) -> int:
        return (value << by | value >> 64 - by) % WORD

    while True:
        yield (turned((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        shifted = (s[1] << 17) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = turned(s[3], 45)


def plain_draws(seed: str, chunk: int, slots: int) -> Iterator[int]:
    """Draw after draw from the fraction that the one before left; words with a last fraction too small are thrown away."""
    a_word = kernels.draws_a_word(slots)
    for word in plain_words(seed, chunk):
        found, fraction = [], word
        for _ in range(a_word):
            slot, fraction = divmod(fraction * slots, WORD)
            found.append(slot)
        if fraction >= WORD % slots**a_word:
            yield from found


@pytest.mark.parametrize("slots", [36, 37, 38, 54, 216, 5000])
def test_draws_are_those_of_plain_python(slots: int) -> None:
    a_word = kernels.draws_a_word(slots)
    drawn = np.zeros(2003, np.int64)
    kernels.fill(stream("s", 7), np.uint64(slots), np.uint64(threshold(slots**a_word)), a_word, drawn)
    assert drawn.tolist() == list(islice(plain_draws("s", 7, slots), 2003))


@pytest.mark.parametrize("slots", [36, 216])
def test_draws_in_plain_python_go_on_where_a_loop_stopped(slots: int) -> None:
    a_word, words = kernels.draws_a_word(slots), stream("s", 3)
    drawn = np.zeros(100 * a_word, np.int64)
    least = threshold(slots**a_word)
    kernels.fill(words, np.uint64(slots), np.uint64(least), a_word, drawn)
    draws = kernels.Draws(words, slots, least, a_word)
    found = [*drawn.tolist(), *(draws.next() for _ in range(203))]
    assert found == list(islice(plain_draws("s", 3, slots), len(found)))


def counted_pairs(slots: int, seed: str, chunk: int, rounds: int) -> Any:
    pairs = np.zeros((4, slots * slots), np.uint32)
    kernels.count_pairs(stream(seed, chunk), np.uint64(slots), np.uint64(threshold(slots**8)), rounds, pairs)
    return pairs.sum(axis=0, dtype=np.int64)


@pytest.mark.parametrize("slots", [36, 54])
def test_pairs_are_counted_as_they_are_drawn(slots: int) -> None:
    pairs = counted_pairs(slots, "s", 1, 8000)
    drawn = list(islice(plain_draws("s", 1, slots), 8000))
    expected = Counter(a * slots + b for a, b in zip(drawn[::2], drawn[1::2], strict=True))
    assert {at: int(n) for at, n in enumerate(pairs) if n} == expected


def test_a_word_favours_no_outcome() -> None:
    """With words of eight bits in the place of sixty-four: each slot has as many words as any other."""
    small, slots, a_word = 256, 5, 2
    found: Counter[tuple[int, ...]] = Counter()
    for word in range(small):
        first, rest = divmod(word * slots, small)
        second, rest = divmod(rest * slots, small)
        if rest >= small % slots**a_word:
            found[first, second] += 1
    assert len(found) == slots**a_word
    assert set(found.values()) == {small // slots**a_word}


def chi_square(counts: Any, expected: float) -> float:
    """Normalised: about a standard normal where all are equally likely."""
    spread = float(((counts - expected) ** 2 / expected).sum())
    free = counts.size - 1
    return float((spread - free) / (2 * free) ** 0.5)


@pytest.mark.parametrize("slots", [36, 37, 38, 54])
def test_chi_square_of_outcomes_and_of_pairs(slots: int) -> None:
    rounds = 1 << 22
    pairs = counted_pairs(slots, "chi", 0, rounds)
    singles = pairs.reshape(slots, slots).sum(axis=1) + pairs.reshape(slots, slots).sum(axis=0)
    assert abs(chi_square(pairs, rounds / 2 / slots**2)) < 4
    assert abs(chi_square(singles, rounds / slots)) < 4


def test_chunks_have_streams_of_their_own() -> None:
    starts = {tuple(stream(seed, chunk).tolist()) for seed in ("1", "2", "11") for chunk in range(200)}
    assert len(starts) == 600
