"""Nicknames of the wagers of 623a.3 and 623a.6."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.games.craps.roll import POINTS
from houseway.games.craps.wagers import catalogue, withheld
from houseway.games.craps.wagers.one_roll import HOPS
from houseway.law import Rules

CALLED: Mapping[str, tuple[str, ...]] = {
    "pass": ("pass line", "line", "front line"),
    "dont-pass": ("don't pass", "don't pass line", "back line"),
    "dont-come": ("don't come",),
    "odds:pass": ("pass odds", "pass line odds"),
    "odds:dont-pass": ("don't pass odds", "don't pass line odds"),
    "craps-2": ("2", "aces", "ace", "snake eyes", "snakes", "low", "lo", "two craps"),
    "craps-3": ("3", "ace deuce", "acey deucey", "three craps"),
    "craps-12": ("12", "boxcars", "box cars", "midnight", "high", "hi", "twelve craps"),
    "eleven": ("11", "yo", "yo leven", "yoleven", "yo eleven", "5-6"),
    "any-craps": ("any crap", "three way"),
    "any-seven": ("7", "any 7", "big red", "red", "seven"),
    "craps-eleven": ("c and e", "c e", "ce", "crap eleven"),
    "whirl": ("world", "world bet"),
    "6-7-8": ("6 7 8",),
}
HORN_HIGH = {
    "2": ("aces", "deuce", "snake eyes", "low"),
    "3": ("ace deuce", "trey"),
    "11": ("yo",),
    "12": ("boxcars", "midnight", "high"),
}
MOVED = {"come": "come", "dont-come": "don't come"}  # wagers with odds on a number, and what people call them
SEVERAL: Mapping[str, tuple[str, ...]] = {  # one phrase for several wagers
    "don't": ("dont-pass", "dont-come"),
    "dont": ("dont-pass", "dont-come"),
    "any": ("any-seven", "any-craps"),
    "hi lo": ("craps-2", "craps-12"),
    "high low": ("craps-2", "craps-12"),
    "hi lo yo": ("craps-2", "craps-12", "eleven"),
    "craps": ("any-craps", "craps-2", "craps-3", "craps-12"),
}


@lru_cache
def nicknames(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """Map each phrase to the wagers it may mean, limited to those this table offers."""
    taken, known = catalogue(rules), {**catalogue(rules), **withheld(rules)}
    found: dict[str, tuple[str, ...]] = {phrase: (wager,) for wager, phrases in CALLED.items() for phrase in phrases}
    for point in POINTS:
        found |= dict.fromkeys((f"{point}", f"place {point}"), (f"place-to-win:{point}",))
        found |= dict.fromkeys((f"no {point}", f"lay {point}"), (f"lay:{point}",))
        found[f"lose {point}"] = (f"place-to-lose:{point}",)
        if f"hardway:{point}" in known:
            ways = (f"hard {point}", f"hard way {point}", f"{point} hard", f"{point} hard way", f"{point} hardway")
            found |= dict.fromkeys(ways, (f"hardway:{point}",))
            found[f"easy {point}"] = tuple(f"hop:{a}-{b}" for a, b in HOPS if a + b == point and a != b)
        for line, name in MOVED.items():
            found |= dict.fromkeys((f"{name} odds {point}", f"odds {name} {point}"), (f"odds:{line}:{point}",))
        found[f"odds {point}"] = tuple(f"odds:{line}:{point}" for line in MOVED)
    for line, name in MOVED.items():
        every = tuple(f"odds:{line}:{point}" for point in POINTS)
        found |= dict.fromkeys((f"{name} odds", f"odds {name}"), every)
    for number, phrases in HORN_HIGH.items():
        found |= dict.fromkeys((f"horn high {phrase}" for phrase in phrases), (f"horn-high:{number}",))
    found |= {phrase: tuple(wager for wager in wagers if wager in taken) for phrase, wagers in SEVERAL.items()}
    return {phrase: wagers for phrase, wagers in found.items() if wagers and all(wager in known for wager in wagers)}
