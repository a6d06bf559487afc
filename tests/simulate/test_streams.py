"""The generator, the draws and their order: kernels against a few lines of plain Python."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from houseway.games import load
from houseway.numerics.streams import WORD, stream, threshold
from houseway.simulate import loops
from houseway.simulate.automaton_kernel import CompiledTables
from houseway.simulate.prepare import prepare
from houseway.simulate.request import least_cents, seated


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
    a_word = loops.draws_a_word(slots)
    for word in plain_words(seed, chunk):
        found, fraction = [], word
        for _ in range(a_word):
            slot, fraction = divmod(fraction * slots, WORD)
            found.append(slot)
        if fraction >= WORD % slots**a_word:
            yield from found


@pytest.mark.parametrize("slots", [36, 37, 38, 54, 216, 5000])
def test_draws_are_those_of_plain_python(slots: int) -> None:
    a_word = loops.draws_a_word(slots)
    drawn = np.zeros(2003, np.int64)
    loops.fill(stream("s", 7), np.uint64(slots), np.uint64(threshold(slots**a_word)), a_word, drawn)
    assert drawn.tolist() == list(islice(plain_draws("s", 7, slots), 2003))


@pytest.mark.parametrize("slots", [36, 216])
def test_draws_in_plain_python_go_on_where_a_loop_stopped(slots: int) -> None:
    a_word, words = loops.draws_a_word(slots), stream("s", 3)
    drawn = np.zeros(100 * a_word, np.int64)
    least = threshold(slots**a_word)
    loops.fill(words, np.uint64(slots), np.uint64(least), a_word, drawn)
    draws = loops.Draws(words, slots, least, a_word)
    found = [*drawn.tolist(), *(draws.next() for _ in range(203))]
    assert found == list(islice(plain_draws("s", 3, slots), len(found)))


def counted_pairs(slots: int, seed: str, chunk: int, rounds: int) -> Any:
    pairs = np.zeros((4, slots * slots), np.uint32)
    loops.count(stream(seed, chunk), np.uint64(slots**2), np.uint64(threshold(slots**8)), rounds // 8, pairs)
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


TABLED = [
    ("roulette", ()),
    ("roulette", ("wheel=single-zero",)),
    ("big-six", ()),
    ("sic-bo", ()),
    ("craps", ()),
    ("mini-craps", ()),
]
EXPECTED = 80  # each pair of slots so often on average, which is plenty for a chi-square


def chi_squares(game_id: str, settings: tuple[str, ...], times: int) -> dict[str, float]:
    """Of all results and of all pairs of results one after the other, over several chunks as the simulator plays them.

    A result that can fall in several ways is as likely as those ways: what is compared are the outcomes of the rules.
    """
    game, rules = load(game_id, settings)
    wager = next(wager for wager in game.law.catalogue(rules) if not game.walk.setup(rules, wager))
    tables, _ = prepare(game, rules, seated({wager: least_cents(game, rules, wager)}))
    assert isinstance(tables, CompiledTables)
    weights = np.array(tables.machines[0].weights, np.float64)
    chance, size = weights / weights.sum(), len(weights)
    singles, pairs = np.zeros(size, np.int64), np.zeros((size, size), np.int64)
    wanted, chunk = times * EXPECTED * tables.slots**2, 0
    while singles.sum() < wanted:
        drawn = np.zeros(1 << 20, np.int64)
        loops.fill(stream("chi", chunk), np.uint64(tables.slots), tables.least, tables.a_word, drawn)
        found = tables.outcome_of[drawn]
        singles += np.bincount(found, minlength=size)
        pairs += np.bincount(found[:-1] * size + found[1:], minlength=size * size).reshape(size, size)
        chunk += 1
    alone, both = singles.sum() * chance, pairs.sum() * np.outer(chance, chance)
    spread = ((singles - alone) ** 2 / alone).sum(), ((pairs - both) ** 2 / both).sum()
    # pairs that overlap: what the singles tell is in them twice, and their difference has size * (size - 1) degrees
    return {
        "outcomes": normalised(spread[0], size - 1),
        "pairs": normalised(spread[1] - spread[0], size * (size - 1)),
    }


def normalised(spread: float, free: int) -> float:
    """About a standard normal where everything is as likely as it should be."""
    return float((spread - free) / (2 * free) ** 0.5)


@pytest.mark.parametrize(("game_id", "settings"), TABLED)
def test_chi_square_of_every_outcome_and_every_pair(game_id: str, settings: tuple[str, ...]) -> None:
    assert {name: z for name, z in chi_squares(game_id, settings, 1).items() if abs(z) > 4} == {}


@pytest.mark.nightly
@pytest.mark.parametrize(("game_id", "settings"), TABLED)
def test_chi_square_over_many_more_rounds(game_id: str, settings: tuple[str, ...]) -> None:
    assert {name: z for name, z in chi_squares(game_id, settings, 100).items() if abs(z) > 4} == {}


@pytest.mark.parametrize("slots", [36, 37, 38, 54])
def test_chi_square_of_pairs_as_the_loop_counts_them(slots: int) -> None:
    rounds = 1 << 22
    pairs = counted_pairs(slots, "chi", 0, rounds)
    expected = rounds / 2 / slots**2
    assert abs(normalised(float(((pairs - expected) ** 2 / expected).sum()), pairs.size - 1)) < 4


def test_a_chi_square_finds_a_draw_that_leans_on_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = loops.fill

    def sticky(words: Any, slots: Any, least: Any, a_word: int, drawn: Any) -> None:
        honest(words, slots, least, a_word, drawn)
        drawn[1::50] = drawn[::50][: len(drawn[1::50])]

    monkeypatch.setattr(loops, "fill", sticky)
    found = chi_squares("craps", (), 1)
    assert abs(found["outcomes"]) < 4 < found["pairs"]


def test_chunks_have_streams_of_their_own() -> None:
    starts = {tuple(stream(seed, chunk).tolist()) for seed in ("1", "2", "11") for chunk in range(200)}
    assert len(starts) == 600
