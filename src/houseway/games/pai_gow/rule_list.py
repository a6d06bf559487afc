"""A list of rules that sets four tiles: each says when it applies and what is then played; the first that applies decides.

What a rule speaks of: `high hand` and `low hand` are those of the way with the highest high hand; `lowered high hand` and
`raised low hand` those of the way with the highest low hand; `gain` is by how many points the low hand is raised between
the two. Points are the value of a hand; a pair, Wong or Gong counts ten. A tile stands for its mate too: 3-6 for 4-5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.equipment.tiles import COPIES, PAIRS, Tile, in_order
from houseway.games.pai_gow.ranking import TILE_RANKS, Ranked, Two, rank
from houseway.games.pai_gow.setting import KIND_OF, Hand, Setting, settings
from houseway.law import BadInput
from houseway.law.errors import nearest

PAIR_POINTS = 10
HIGH, LOW, OTHERWISE = "highest high hand", "highest low hand", "otherwise"
HANDS = (
    "high hand",
    "low hand",
    "lowered high hand",
    "raised low hand",
)  # what rules speak of; a View has them in this order
# Of two mates the first names both; for the Supreme Pair that is the higher rank of 621a.4(d)
LEADS: tuple[int, ...] = tuple(TILE_RANKS[pair[0]] for pair in PAIRS)


def points(ranked: Ranked) -> int:
    """The value of a hand; ten for a pair, Wong or Gong."""
    return PAIR_POINTS if ranked.value is None else ranked.value


def lead(two: Two) -> int:
    """The rank of the highest tile of a hand."""
    return min(LEADS[KIND_OF[tile]] for tile in two)


@dataclass(frozen=True, slots=True)
class View:
    """Four tiles as a rule sees them: what is held, the ways that are open, and the two ends of those."""

    hand: Hand
    kinds: tuple[int, ...]  # of the four tiles, in order
    ways: tuple[Setting, ...]
    top: Setting  # the highest high hand, and the highest low hand that goes with it
    bottom: Setting  # the highest low hand, and the highest high hand that goes with it
    points: tuple[int, ...]  # of each of the four hands that rules speak of
    leads: tuple[int, ...]  # the rank of the highest tile of each

    @classmethod
    def of(cls, hand: Hand, ways: Sequence[Setting]) -> View:
        """What a rule sees of a hand where these ways are open."""
        strong = [(way.strengths, way) for way in ways]
        top = max(strong, key=lambda each: each[0])[1]
        bottom = max(strong, key=lambda each: each[0][::-1])[1]
        spoken_of = (top.high, top.low, bottom.high, bottom.low)
        marks = tuple(points(rank(*two)) for two in spoken_of)
        kinds = tuple(sorted(KIND_OF[tile] for tile in hand))
        return cls(hand, kinds, tuple(ways), top, bottom, marks, tuple(lead(two) for two in spoken_of))

    @property
    def has_pair(self) -> bool:
        """Is there a pair, Wong or Gong to be played?"""
        return any(two.is_pair for way in self.ways for two in way.ranks)

    @property
    def gain(self) -> int:
        """How many points the low hand gains from the one way to the other."""
        return self.points[HANDS.index("raised low hand")] - self.points[HANDS.index("low hand")]


Test = Callable[[View], bool]
Play = Callable[[View], Setting | None]

_TILE = r"([1-6]-[1-6])"
_HAND = f"({'|'.join(HANDS)})"
_MANY = r"(?:(at most|at least) )?(\d|pair)"


_TILES = re.compile(f"tiles ({_TILE} {_TILE} {_TILE} {_TILE})")


def _compared(bound: str | None, limit: int) -> Callable[[int], bool]:
    if bound == "at most":
        return lambda number: number <= limit
    if bound == "at least":
        return lambda number: number >= limit
    return lambda number: number == limit


def _pair(match: re.Match[str]) -> Test:
    wanted = match[1] is None
    return lambda view: view.has_pair == wanted


def _points(match: re.Match[str]) -> Test:
    at, fits = HANDS.index(match[1]), _compared(match[2], PAIR_POINTS if match[3] == "pair" else int(match[3]))
    return lambda view: fits(view.points[at])


def _gain(match: re.Match[str]) -> Test:
    fits = _compared(match[1], PAIR_POINTS if match[2] == "pair" else int(match[2]))
    return lambda view: fits(view.gain)


def _led(match: re.Match[str]) -> Test:
    at, limit = HANDS.index(match[1]), LEADS[KIND_OF[_tile(match[2])]]
    if match[3] == "higher":
        return lambda view: view.leads[at] <= limit
    return lambda view: view.leads[at] >= limit


def _holds(match: re.Match[str]) -> Test:
    wanted = _kinds(match[1].split(" and "))
    return lambda view: all(view.kinds.count(kind) >= number for kind, number in wanted.items())


def _tiles(match: re.Match[str]) -> Test:
    wanted = tuple(sorted(_kinds(match[1].split()).elements()))
    return lambda view: view.kinds == wanted


_PHRASES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Test], str], ...] = (
    (re.compile(r"(no )?pair"), _pair, "no pair"),
    (re.compile(f"{_HAND} {_MANY}"), _points, "low hand at most 3"),
    (re.compile(f"gain {_MANY}"), _gain, "gain at least 4"),
    (re.compile(f"{_HAND} led by {_TILE} or (higher|lower)"), _led, "high hand led by 4-6 or higher"),
    (re.compile(f"holds ({_TILE}(?: and {_TILE}){{0,3}})"), _holds, "holds 6-6 and 1-1"),
    (_TILES, _tiles, "tiles 6-6 1-5 1-4 5-6"),
    (re.compile(OTHERWISE), lambda match: lambda view: True, OTHERWISE),
)  # fmt: skip


def _tile(name: str) -> Tile:
    if name not in COPIES:
        hint = f"did you mean {name[::-1]}?" if name[::-1] in COPIES else nearest(name, COPIES)
        raise BadInput(f"{name} is not a tile; {hint}")
    return Tile(name)


def _kinds(names: Sequence[str]) -> Counter[int]:
    """How many tiles of each kind are named."""
    found = Counter(KIND_OF[_tile(name)] for name in names)
    for kind, number in found.items():
        if number > 2:
            raise BadInput(f"{number} tiles like {PAIRS[kind][0]} are named; a set has two")
    return found


def _phrase(text: str) -> Test:
    for form, make, _ in _PHRASES:
        match = form.fullmatch(text)
        if match is not None:
            return make(match)
    right = "; ".join(f'"{example}"' for *_, example in _PHRASES)
    raise BadInput(f'"{text}" is not a condition; write for example {right}')


def _play(text: str) -> Play:
    if text == HIGH:
        return lambda view: view.top
    if text == LOW:
        return lambda view: view.bottom
    match = re.fullmatch(f"{_TILE} with {_TILE}", text)
    if match is None:
        raise BadInput(f'"{text}" cannot be played; write "{HIGH}", "{LOW}" or two tiles, like "6-6 with 1-5"')
    return _together(_kinds([match[1], match[2]]))


def _together(wanted: Counter[int]) -> Play:
    """Two tiles together and the two others together, also where that way is not open; nothing where they are not held."""

    def play(view: View) -> Setting | None:
        for way in settings(view.hand):
            if wanted in (Counter(KIND_OF[tile] for tile in two) for two in (way.high, way.low)):
                return way
        return None

    return play


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a list, as it is written and as it is applied."""

    when: str
    play: str
    tests: tuple[Test, ...]
    action: Play

    @property
    def named(self) -> tuple[int, ...] | None:
        """The kinds of the four tiles, where it is for hands that are named tile by tile, and says nothing else."""
        match = _TILES.fullmatch(self.when)
        return None if match is None else tuple(sorted(_kinds(match[1].split()).elements()))

    def applies(self, view: View) -> bool:
        """Do all its conditions hold?"""
        return all(test(view) for test in self.tests)

    def __str__(self) -> str:
        return f"{self.when}: {self.play}"


def read_rule(when: str, play: str) -> Rule:
    """One rule from its two texts, or an error that says what would be right."""
    phrases = [phrase.strip() for phrase in when.split(",")]
    if OTHERWISE in phrases and len(phrases) > 1:
        raise BadInput(f'"{when}": "{OTHERWISE}" stands alone; leave it out or make it a rule of its own')
    return Rule(", ".join(phrases), play.strip(), tuple(_phrase(phrase) for phrase in phrases), _play(play.strip()))


def read_rules(given: object, field: str) -> tuple[Rule, ...]:
    """A list of tables with `when` and `play`, or an error that names the rule and says what would be right."""
    right = f'write [[{field}]] with when = "{OTHERWISE}" and play = "{HIGH}"'
    if not isinstance(given, list | tuple) or not given:
        raise BadInput(f"{field}: {given!r} is not a list of rules; {right}")
    rules = []
    for number, table in enumerate(given, start=1):
        if not isinstance(table, dict) or set(table) != {"when", "play"}:
            raise BadInput(f"{field}, rule {number}: {table!r} is not a rule; {right}")
        if not isinstance(table["when"], str) or not isinstance(table["play"], str):
            raise BadInput(f"{field}, rule {number}: when and play are texts; {right}")
        try:
            rules.append(read_rule(table["when"], table["play"]))
        except BadInput as error:
            raise BadInput(f"{field}, rule {number}: {error}") from error
    return tuple(rules)


def spoken_hand(hand: Sequence[Tile]) -> str:
    """Four tiles in order, as a rule would name them."""
    return " ".join(in_order(hand))
