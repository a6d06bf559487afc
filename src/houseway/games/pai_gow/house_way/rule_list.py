"""A list of rules for setting four tiles: each says when it applies and what to play; the first that applies decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.equipment.tiles import PAIRS, Tile, in_order
from houseway.games.pai_gow.house_way.conditions import (
    LEADS,
    OTHERWISE,
    TILE,
    TILES_FORM,
    Test,
    View,
    kinds_named,
    read_phrase,
    said_phrase,
)
from houseway.games.pai_gow.law.settings import KIND_OF, Setting, settings
from houseway.law import BadInput
from houseway.law.inputs import quoted, shown

MOST_GENERAL = 100  # rules not for one named hand, each of which is tried on every hand
MOST_CONDITIONS = 10  # of one rule
HIGH, LOW = "highest high hand", "highest low hand"
Play = Callable[[View], Setting | None]

_ORDER = " ".join(PAIRS[kind][0] for kind in sorted(range(len(PAIRS)), key=LEADS.__getitem__))
_MATES = ", ".join(f"{one} also means {other}" for one, other in PAIRS if one != other)

# Terms used in rules, besides the forms of conditions, with their meanings
WORDS: tuple[tuple[str, str], ...] = (
    (
        "open way",
        "A way to set the four tiles that 621a.10(d) allows the dealer; a player may use any way.",
    ),
    (HIGH, "Play the open way whose high hand ranks highest; between two such ways, the one with the higher low hand."),
    (LOW, "Play the open way whose low hand ranks highest; between two such ways, the one with the higher high hand."),
    ("high hand, low hand", f"In a condition: the two hands of the {HIGH}."),
    ("lowered high hand, raised low hand", f"In a condition: the two hands of the {LOW}."),
    ("points", "The value of a hand, 0 to 9 (621a.4(c)); a pair, Wong or Gong counts ten."),
    ("gain", "The points of the raised low hand less those of the low hand."),
    ("higher, lower tile", f"In the order of 621a.4(f): {_ORDER}."),
    ("a tile and its mate", f"They are interchangeable: {_MATES}."),
    ("X with Y", "Play these two tiles together, and the two others together."),
)


def _play(text: str) -> Play:
    if text == HIGH:
        return lambda view: view.top
    if text == LOW:
        return lambda view: view.bottom
    match = re.fullmatch(f"{TILE} with {TILE}", text)
    if match is None:
        raise BadInput(f'{quoted(text)} cannot be played; write "{HIGH}", "{LOW}" or two tiles, like "6-6 with 1-5"')
    return _together(kinds_named([match[1], match[2]]))


def _together(wanted: Counter[int]) -> Play:
    """Play two tiles together and the two others together, even if that way is not open; None if they are not held."""

    def play(view: View) -> Setting | None:
        for way in settings(view.hand):
            if wanted in (Counter(KIND_OF[tile] for tile in two) for two in (way.high, way.low)):
                return way
        return None

    return play


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a list, as written and as applied."""

    when: str
    play: str
    tests: tuple[Test, ...]
    action: Play

    @property
    def named(self) -> tuple[int, ...] | None:
        """The kinds of the four tiles, if the rule names a hand tile by tile and says nothing else."""
        match = TILES_FORM.fullmatch(self.when)
        return None if match is None else tuple(sorted(kinds_named(match[1].split()).elements()))

    @property
    def sentence(self) -> str:
        """The rule as a sentence without a period."""
        the = "the " if self.play in (HIGH, LOW) else ""
        if self.when == OTHERWISE:
            return f"otherwise play {the}{self.play}"
        said = " and ".join(said_phrase(phrase) for phrase in self.when.split(", "))
        return f"if {said}, play {the}{self.play}"

    def applies(self, view: View) -> bool:
        """Do all its conditions hold?"""
        return all(test(view) for test in self.tests)

    def __str__(self) -> str:
        return f"{self.when}: {self.play}"


def read_rule(when: str, play: str) -> Rule:
    """Parse one rule from its two texts; raise an error with a correct example otherwise."""
    phrases = [phrase.strip() for phrase in when.split(",")]
    if len(phrases) > MOST_CONDITIONS:
        raise BadInput(f"{quoted(when)}: has {len(phrases)} conditions; write at most {MOST_CONDITIONS}")
    if OTHERWISE in phrases and len(phrases) > 1:
        raise BadInput(f'{quoted(when)}: "{OTHERWISE}" stands alone; leave it out or make it a rule of its own')
    return Rule(", ".join(phrases), play.strip(), tuple(read_phrase(phrase) for phrase in phrases), _play(play.strip()))


def read_rules(given: object, field: str) -> tuple[Rule, ...]:
    """Parse a list of tables with `when` and `play`; an error names the rule and shows a correct one."""
    right = f'write [[{field}]] with when = "{OTHERWISE}" and play = "{HIGH}"'
    if not isinstance(given, list | tuple) or not given:
        raise BadInput(f"{field}: {shown(given)} is not a list of rules; {right}")
    rules = []
    for number, table in enumerate(given, start=1):
        if not isinstance(table, dict) or set(table) != {"when", "play"}:
            raise BadInput(f"{field}, rule {number}: {shown(table)} is not a rule; {right}")
        if not isinstance(table["when"], str) or not isinstance(table["play"], str):
            raise BadInput(f"{field}, rule {number}: when and play must be strings; {right}")
        try:
            rules.append(read_rule(table["when"], table["play"]))
        except BadInput as error:
            raise BadInput(f"{field}, rule {number}: {error}") from error
    general = sum(rule.named is None for rule in rules)
    if general > MOST_GENERAL:
        raise BadInput(f"{field}: {general} rules are for more than one hand; write at most {MOST_GENERAL} of those")
    return tuple(rules)


def hand_text(hand: Sequence[Tile]) -> str:
    """Four tiles in order, named as in a rule."""
    return " ".join(in_order(hand))
