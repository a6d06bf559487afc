"""617a.1(c), (d), (e): the wheel, its order and colors, and its possible results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.law import Rules

SINGLE, DOUBLE, AS_SINGLE = "single-zero", "double-zero", "double-zero-as-single-zero"
ZERO, DOUBLE_ZERO = "0", "00"
ZEROS = (ZERO, DOUBLE_ZERO)


def wheel_of(rules: Rules) -> str:
    """The table's wheel, one of three."""
    return str(rules.option("wheel"))


def covered(rules: Rules) -> bool:
    """617a.1(e): is 00 covered because the double zero wheel is used as a single zero wheel?"""
    return wheel_of(rules) == AS_SINGLE


def physical(rules: Rules) -> str:
    """The physical wheel: `single` or `double`."""
    return "single" if wheel_of(rules) == SINGLE else "double"


def order(rules: Rules) -> tuple[str, ...]:
    """617a.1(c) or (d): the numbers clockwise around the wheel, from 0."""
    return rules.names(f"order_{physical(rules)}")


@lru_cache
def spins(rules: Rules) -> Mapping[str, int]:
    """All compartments are equally likely, because they are equally spaced."""
    return dict.fromkeys(order(rules), 1)


def numbers(rules: Rules) -> tuple[str, ...]:
    """The numbers that may be wagered on: all on the wheel, except a covered 00."""
    return tuple(number for number in order(rules) if not (covered(rules) and number == DOUBLE_ZERO))


@lru_cache
def _reds(rules: Rules) -> frozenset[str]:
    """The red numbers: every second place on the wheel, including that of 1 (see the readings)."""
    ring = order(rules)
    first = ring.index("1") % 2
    return frozenset(number for place, number in enumerate(ring) if place % 2 == first and number not in ZEROS)


def colour_of(number: str, rules: Rules) -> str:
    """617a.1(c), (d): the zeros are green, the others alternate red and black around the wheel."""
    if number in ZEROS:
        return "green"
    return "red" if number in _reds(rules) else "black"


@lru_cache(maxsize=256)
def adjacent(centre: str, rules: Rules) -> tuple[str, ...]:
    """617a.3(e)(1)(i): the five adjacent numbers around a center, clockwise.

    If 00 is covered, a reading says whether it still counts as one of the five.
    """
    over = covered(rules) and rules.reading("five_adjacent_over_00") == "next-number"
    ring = numbers(rules) if over else order(rules)
    reach = rules.number("five_adjacent_numbers") // 2
    place = ring.index(centre)
    return tuple(ring[(place + step) % len(ring)] for step in range(-reach, reach + 1))
