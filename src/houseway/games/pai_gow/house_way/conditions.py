"""Conditions of house way rules on four tiles: how each form is written, tested, put into words and explained.

`high hand` and `low hand` belong to the setting with the highest high hand; `lowered high hand` and `raised low hand` to the
setting with the highest low hand; `gain` is how many points the low hand gains between the two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.equipment.tiles import COPIES, PAIRS, Tile
from houseway.games.pai_gow.law.ranking import TILE_RANKS, Ranked, Two, rank
from houseway.games.pai_gow.law.settings import KIND_OF, Hand, Setting
from houseway.law import BadInput
from houseway.law.errors import nearest
from houseway.law.inputs import quoted

PAIR_POINTS = 10
OTHERWISE = "otherwise"
HANDS = ("high hand", "low hand", "lowered high hand", "raised low hand")  # in the order of a View
# The first of two mates names both; for the Supreme Pair it has the higher rank of 621a.4(d)
LEADS: tuple[int, ...] = tuple(TILE_RANKS[pair[0]] for pair in PAIRS)


def points(ranked: Ranked) -> int:
    """The value of a hand; ten for a pair, Wong or Gong."""
    return PAIR_POINTS if ranked.value is None else ranked.value


def lead(two: Two) -> int:
    """The rank of the highest tile of a hand."""
    return min(LEADS[KIND_OF[tile]] for tile in two)


@dataclass(frozen=True, slots=True)
class View:
    """Four tiles as a rule sees them: the tiles, the open settings, and the two extremes of those."""

    hand: Hand
    kinds: tuple[int, ...]  # of the four tiles, in order
    ways: tuple[Setting, ...]
    top: Setting  # the highest high hand, with the highest low hand for it
    bottom: Setting  # the highest low hand, with the highest high hand for it
    points: tuple[int, ...]  # of each of the four `HANDS`
    leads: tuple[int, ...]  # the rank of the highest tile of each

    @classmethod
    def of(cls, hand: Hand, ways: Sequence[Setting]) -> View:
        """The view of a hand with these open settings."""
        strong = [(way.strengths, way) for way in ways]
        top = max(strong, key=lambda each: each[0])[1]
        bottom = max(strong, key=lambda each: each[0][::-1])[1]
        spoken_of = (top.high, top.low, bottom.high, bottom.low)
        marks = tuple(points(rank(*two)) for two in spoken_of)
        kinds = tuple(sorted(KIND_OF[tile] for tile in hand))
        return cls(hand, kinds, tuple(ways), top, bottom, marks, tuple(lead(two) for two in spoken_of))

    @property
    def has_pair(self) -> bool:
        """Can a pair, Wong or Gong be played?"""
        return any(two.is_pair for way in self.ways for two in way.ranks)

    @property
    def gain(self) -> int:
        """The points of the raised low hand less those of the low hand."""
        return self.points[HANDS.index("raised low hand")] - self.points[HANDS.index("low hand")]


Test = Callable[[View], bool]
Match = re.Match[str]

TILE = r"([1-6]-[1-6])"
_HAND = f"({'|'.join(HANDS)})"
_MANY = r"(?:(at most|at least) )?(\d|pair)"


# Testing


def _limit(number: str) -> int:
    return PAIR_POINTS if number == "pair" else int(number)


def _compared(bound: str | None, limit: int) -> Callable[[int], bool]:
    if bound == "at most":
        return lambda number: number <= limit
    if bound == "at least":
        return lambda number: number >= limit
    return lambda number: number == limit


def _pair(match: Match) -> Test:
    wanted = match[1] is None
    return lambda view: view.has_pair == wanted


def _points(match: Match) -> Test:
    at, fits = HANDS.index(match[1]), _compared(match[2], _limit(match[3]))
    return lambda view: fits(view.points[at])


def _gain(match: Match) -> Test:
    fits = _compared(match[1], _limit(match[2]))
    return lambda view: fits(view.gain)


def _led(match: Match) -> Test:
    at, limit = HANDS.index(match[1]), LEADS[KIND_OF[tile_named(match[2])]]
    if match[3] == "higher":
        return lambda view: view.leads[at] <= limit
    return lambda view: view.leads[at] >= limit


def _holds(match: Match) -> Test:
    wanted = kinds_named(match[1].split(" and "))
    return lambda view: all(view.kinds.count(kind) >= number for kind, number in wanted.items())


def _tiles(match: Match) -> Test:
    wanted = tuple(sorted(kinds_named(match[1].split()).elements()))
    return lambda view: view.kinds == wanted


def tile_named(name: str) -> Tile:
    """The tile with this name; raise an error with a suggestion otherwise."""
    if name not in COPIES:
        hint = f"did you mean {name[::-1]}?" if name[::-1] in COPIES else nearest(name, COPIES)
        raise BadInput(f"{name} is not a tile; {hint}")
    return Tile(name)


def kinds_named(names: Sequence[str]) -> Counter[int]:
    """How many tiles of each kind are named."""
    found = Counter(KIND_OF[tile_named(name)] for name in names)
    for kind, number in found.items():
        if number > 2:
            raise BadInput(f"{number} tiles like {PAIRS[kind][0]} are named, but a set has two")
    return found


# Putting it into words


def _counted(bound: str | None, number: str) -> str:
    much = "no points" if number == "0" and bound is None else f"{number} point{'' if number == '1' else 's'}"
    return " ".join(word for word in (bound, much) if word)


def _said_points(match: Match) -> str:
    if match[3] != "pair":
        return f"the {match[1]} has {_counted(match[2], match[3])}"
    most = "at most " if match[2] == "at most" else ""  # always true: nothing counts more
    return f"the {match[1]} is {most}a pair, Wong or Gong"


def _said_gain(match: Match) -> str:
    many = str(_limit(match[2]))
    return f"the low hand would gain {_counted(match[1], many)}"


TILES_FORM = re.compile(f"tiles ({TILE} {TILE} {TILE} {TILE})")


@dataclass(frozen=True, slots=True)
class ConditionForm:
    """One form of a condition: how it is written, tested, put into a sentence, and what it means."""

    written: str  # the notation, with N and X as placeholders
    pattern: re.Pattern[str]
    test: Callable[[Match], Test]
    says: Callable[[Match], str]
    example: str
    means: str


FORMS: tuple[ConditionForm, ...] = (
    ConditionForm("pair, no pair", re.compile(r"(no )?pair"), _pair,
        lambda match: f"{'no' if match[1] else 'a'} pair, Wong or Gong can be played",
        "no pair", "A pair, Wong or Gong can be played from the four tiles, or none can."),
    ConditionForm("HAND N, HAND at most N, HAND at least N", re.compile(f"{_HAND} {_MANY}"), _points, _said_points,
        "low hand at most 3", "The points of one of the four hands named below; N is 0 to 9, or pair."),
    ConditionForm("gain N, gain at most N, gain at least N", re.compile(f"gain {_MANY}"), _gain, _said_gain,
        "gain at least 4", "The points of the raised low hand less those of the low hand: what the low hand gains by "
        "lowering the high hand."),
    ConditionForm("HAND led by X or higher, or lower", re.compile(f"{_HAND} led by {TILE} or (higher|lower)"), _led,
        lambda match: f"the highest tile of the {match[1]} is {match[2]} or {match[3]}",
        "high hand led by 4-6 or higher", "The higher tile of that hand is X, or one that ranks above it, or below."),
    ConditionForm("holds X, holds X and Y", re.compile(f"holds ({TILE}(?: and {TILE}){{0,3}})"), _holds,
        lambda match: f"{match[1]} {'are' if ' and ' in match[1] else 'is'} held",
        "holds 6-6 and 1-1", "These tiles are among the four; the same tile twice means both."),
    ConditionForm("tiles A B C D", TILES_FORM, _tiles, lambda match: f"the tiles are {match[1]}",
        "tiles 6-6 1-5 1-4 5-6", "The four tiles are these. Such a rule is called an exception."),
    ConditionForm(OTHERWISE, re.compile(OTHERWISE), lambda match: lambda view: True,
        lambda match: "no rule before this one applies",
        OTHERWISE, "All remaining hands. It must stand alone, and a list that ends with it is complete."),
)  # fmt: skip


def _found(text: str) -> tuple[ConditionForm, Match]:
    for form in FORMS:
        match = form.pattern.fullmatch(text)
        if match is not None:
            return form, match
    right = "; ".join(f'"{form.example}"' for form in FORMS)
    raise BadInput(f"{quoted(text)} is not a condition; write for example {right}")


def read_phrase(text: str) -> Test:
    """Parse one condition into its test; raise an error with an example otherwise."""
    form, match = _found(text)
    return form.test(match)


def said_phrase(text: str) -> str:
    """One condition in words."""
    form, match = _found(text)
    return form.says(match)
