"""Nicknames of the wagers of 617a.3(e)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from houseway.games.roulette.offers import FIVE, catalogue, withheld
from houseway.games.roulette.wheel import ZEROS
from houseway.law import Rules

ORDINALS = ("1st", "2nd", "3rd")
CALLED: Mapping[str, tuple[str, ...]] = {
    "1-18": ("low", "first half", "1 18"),
    "19-36": ("high", "second half", "19 36"),
    "first-five": ("basket", "first five", "top line", "five number", "five numbers"),
    "straight:0": ("zero", "single zero"),
    "straight:00": ("double zero", "zero zero"),
    "dozen:1": ("low dozen",),
    "dozen:2": ("middle dozen", "mid dozen"),
    "dozen:3": ("last dozen", "high dozen"),
}


@lru_cache
def nicknames(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """Map each phrase to the wagers it may mean."""
    taken, refused = catalogue(rules), withheld(rules)
    found: dict[str, tuple[str, ...]] = {}
    for wager in (*taken, *refused):
        for phrase in (*CALLED.get(wager, ()), *_of(wager, taken[wager].argument if wager in taken else None)):
            found[phrase] = (*found.get(phrase, ()), wager)
    green = tuple(wager for wager in (f"straight:{zero}" for zero in ZEROS) if wager in taken)
    return {**found, "green": green}


def _of(wager: str, argument: object) -> Iterator[str]:
    """Names of one wager, from its kind and numbers: "corner 8 9 11 12", "street 1", "first dozen"."""
    kind, _, choice = wager.partition(":")
    numbers = tuple(map(str, argument)) if isinstance(argument, tuple) else ()
    spelled = " ".join(numbers)
    match kind:
        case "straight":
            yield from (f"straight up {choice}", f"inside {choice}")
        case "split":
            yield f"split {spelled or choice}"
        case "four-numbers" if numbers:
            yield from (f"corner {spelled}", f"square {spelled}", f"quarter {spelled}")
        case "three-numbers" if set(numbers) & set(ZEROS):
            yield from (f"trio {spelled}", f"basket {spelled}", f"street {spelled}")
        case "three-numbers" if numbers:
            yield from (f"street {each}" for each in (numbers[0], f"{numbers[0]} {numbers[-1]}", spelled))
        case "six-numbers" if numbers:
            names = ("line", "double street", "six line", "sixline")
            ways = (numbers[0], f"{numbers[0]} {numbers[-1]}", spelled)
            yield from (f"{name} {each}" for name in names for each in ways)
        case "dozen" | "column":
            nth = ORDINALS[int(choice) - 1]
            yield from (f"{nth} {kind}", *((f"{nth} 12",) if kind == "dozen" else (f"{nth} col", f"col {choice}")))
    if wager.startswith(FIVE):
        yield from (f"{word} {choice}" for word in ("neighbors", "neighbours", "five adjacent"))
