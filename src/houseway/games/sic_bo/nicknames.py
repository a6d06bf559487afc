"""Nicknames of the wagers of 625a.3."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.games.sic_bo.wagers import WAGERS
from houseway.law import Rules

CALLED: Mapping[str, tuple[str, ...]] = {
    "small": ("low", "little"),
    "big": ("high", "large"),
    "any-three-of-a-kind": ("any triple", "any triples"),
}
KINDS: Mapping[str, tuple[str, ...]] = {
    "three-of-a-kind": ("triple", "trips"),
    "two-of-a-kind": ("double", "pair"),
    "two-dice-combination": ("combo", "domino"),
    "one-of-a-kind": ("single",),
}


def nicknames(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """Map each phrase to the wager it means."""
    found = {phrase: (wager,) for wager, phrases in CALLED.items() for phrase in phrases}
    for wager in WAGERS.catalogue(rules):
        kind, _, choice = wager.partition(":")
        found |= {f"{word} {choice}": (wager,) for word in KINDS.get(kind, ())}
    return found
