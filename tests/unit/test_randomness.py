"""Sources: without bias, reproducible, one interface, and nothing unread is ever answered twice differently."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.core import Chance, Fill
from houseway.law import cites
from houseway.numerics.sources import (
    Drawing,
    ManualSource,
    SeededSource,
    Slots,
    Source,
    SystemSource,
    order_of,
    weighted,
)

CITES = cites("625a.5(c)")


class Counting(Source):
    """A source that hands out a given list of bit patterns."""

    name = "counting"
    practice = True

    def __init__(self, patterns: list[int]) -> None:
        self.patterns, self.asked = list(patterns), list[int]()

    def bits(self, count: int) -> int:
        self.asked.append(count)
        return self.patterns.pop(0)

    def key(self) -> bytes:
        return b"counting"


def test_numbers_that_do_not_fit_are_thrown_away_and_never_folded_over() -> None:
    source = Counting([7, 6, 5])
    assert source.below(6) == 5
    assert source.asked == [3, 3, 3]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 36, 54, 216])
def test_every_bit_pattern_gives_each_number_equally_often(limit: int) -> None:
    """Exhaustive: of all patterns of the needed length, each number comes of exactly one."""
    width = (limit - 1).bit_length()
    accepted = [pattern for pattern in range(2**width) if pattern < limit]
    assert [Counting([pattern]).below(limit) for pattern in accepted] == list(range(limit))


@given(st.dictionaries(st.text(max_size=3), st.integers(1, 50), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_weights_are_kept_exactly(weights: dict[str, int]) -> None:
    drawn = Counter(weighted(weights, at) for at in range(sum(weights.values())))
    assert drawn == weights


def test_a_seed_says_everything_that_follows_and_a_position_resumes_it() -> None:
    one, other = SeededSource("seven"), SeededSource("seven")
    first = [one.below(216) for _ in range(50)]
    assert first == [other.below(216) for _ in range(50)]
    rest = [one.below(216) for _ in range(20)]
    assert [SeededSource("seven", other.position).below(216)] == rest[:1]
    assert [other.below(216) for _ in range(20)] == rest
    assert [SeededSource("eight").below(216) for _ in range(50)] != first


def test_the_seeded_stream_is_fixed_for_ever() -> None:
    """Journals and transcripts depend on it: a change here is a new format."""
    source = SeededSource(7)
    assert [source.below(216) for _ in range(8)] == [67, 176, 46, 183, 153, 43, 7, 214]


@pytest.mark.parametrize("source", [SeededSource("chi"), SystemSource()], ids=["seeded", "system"])
def test_draws_are_spread_evenly(source: Source) -> None:
    """Chi-square over 54 sections, far beyond any chance deviation (a false alarm once in a billion)."""
    count = 54 * 400
    drawn = Counter(source.below(54) for _ in range(count))
    chi = sum((drawn[n] - 400) ** 2 / 400 for n in range(54))
    assert chi < 53 + 6.5 * (2 * 53) ** 0.5


@settings(max_examples=30)
@given(st.integers(0, 10**9))
def test_a_slot_that_was_not_filled_anew_answers_alike(seed: int) -> None:
    drawing = Drawing(SeededSource(seed))
    drawing.refill(Fill("", ("a", "b", "c")))
    chance = Chance("card", {"a": 1, "b": 1, "c": 1}, CITES, slots=("3",))
    first = drawing.answer(chance)
    assert [drawing.answer(chance) for _ in range(5)] == [first] * 5
    device = Chance(
        "range", {"a": 1, "b": 1, "c": 1}, CITES, slots=("3",), read=lambda face: "low" if face == "a" else "high"
    )
    assert drawing.answer(device) == ("low" if first == "a" else "high")


def test_a_refill_arranges_just_the_given_faces() -> None:
    drawing = Drawing(SeededSource("shuffle"))
    faces = ["x"] * 3 + ["y"] * 2
    drawing.refill(Fill("", tuple(faces)))
    shown = [drawing.answer(Chance("card", {"x": 3, "y": 2}, CITES, slots=(str(n),))) for n in range(1, 6)]
    assert sorted(map(str, shown)) == sorted(faces)


def test_a_card_that_lies_apart_keeps_its_face_and_older_orders_are_dropped() -> None:
    drawing = Drawing(SeededSource("apart"))
    drawing.refill(Fill("1:", tuple("abcd")))
    hole = drawing.slots.face("1:2")
    drawing.refill(Fill("2:", tuple("abcd"), apart=("1:2",)))
    assert drawing.slots.face("1:2") == hole
    assert sorted([*(str(drawing.slots.face(f"2:{n}")) for n in (1, 2, 3)), str(hole)]) == list("abcd")
    drawing.refill(Fill("3:", tuple("abcd")))
    assert drawing.slots.names() == ("3:",)


def test_a_place_belongs_to_the_order_whose_name_stands_before_its_number() -> None:
    names = ["", "1:", "11:"]
    assert [order_of(slot, names) for slot in ("7", "1:7", "11:7", "1:", "1:x", "1:²", "x")] == [
        "", "1:", "11:", None, None, None, None,
    ]  # fmt: skip
    slots = Slots()
    slots.lay("1:", "ab")
    assert [slots.face(slot) for slot in ("1:1", "1:2", "1:3", "1:0", "2:1")] == ["a", "b", None, None, None]


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    source = SeededSource("orders")
    orders = Counter(tuple(source.arranged("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in orders.values()) < 30


def test_a_manual_source_answers_what_the_dealer_saw_and_asks_for_nothing_that_nobody_is_shown() -> None:
    source = ManualSource(lambda chance: [(2, 3, 4)])
    assert source.entered(Chance("throw", {}, CITES)) == ((2, 3, 4),)
    burned = Chance("burned card", {"a": 1, "b": 1}, CITES, slots=("1",), read=lambda face: "?")
    assert source.entered(burned) == ("?",)


def test_a_seeded_source_draws_below_a_limit_what_its_bits_say() -> None:
    """It reads only a part of each block, for speed; numbers and positions are those of the plain way."""
    quick, plain = SeededSource("limits"), SeededSource("limits")
    for limit in (1, 2, 3, 6, 38, 52, 54, 312, 10**6, 2**63 + 1, 2**64, 2**64 + 1, 2**70) * 20:
        assert (quick.below(limit), quick.position) == (Source.below(plain, limit), plain.position)
