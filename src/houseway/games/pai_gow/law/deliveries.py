"""621a.8(d), 621a.9 and 621a.11(g): how the tiles of the eight stacks are grouped and ordered, and how a bank may cut.

Each delivery takes tiles off the stacks as the dealer does. Stacks are numbered 1 to 8 from the dealer's right, and the top
tile of a stack comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from houseway.core import Refusal
from houseway.law import BadInput, Citation, cites
from houseway.law.errors import shown

STACKS, HEIGHT = 8, 4
Place = tuple[int, int]  # stack from the dealer's right, tile from the top, both from 1
Four = tuple[Place, ...]
Stacks = list[list[Place]]  # the top tile of each first
Pick = Callable[[Stacks], list[Four]]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A way to deliver the tiles: its id, its name, its paragraph, and the eight groups of four in their order."""

    id: str
    name: str
    cite: Citation
    fours: tuple[Four, ...]
    shown: Four  # the tiles that the dealer moves to indicate the delivery
    moved: str  # how they are moved


def _stacks() -> Stacks:
    return [[(stack, level) for level in range(1, HEIGHT + 1)] for stack in range(1, STACKS + 1)]


def _take(stack: list[Place], count: int) -> list[Place]:
    """Take this many tiles off the top."""
    taken, stack[:] = stack[:count], stack[count:]
    return taken


def _two_stacks(one: list[Place], other: list[Place]) -> list[Four]:
    """The two upper tiles of each, then the two lower."""
    return [(*_take(one, 2), *_take(other, 2)) for _ in range(2)]


def _tops(stacks: Sequence[list[Place]]) -> Four:
    """The top tile of each."""
    return tuple(tile for stack in stacks for tile in _take(stack, 1))


def standard(stacks: Stacks) -> list[Four]:
    """Whole stacks, from the first one on."""
    return [tuple(stack) for stack in stacks]


def house_way_from_the_left(stacks: Stacks) -> list[Four]:
    """Whole stacks, beginning at the dealer's left."""
    return standard(stacks[::-1])


def cup_say_from_the_right(stacks: Stacks) -> list[Four]:
    """Two stacks at a time, the upper four before the lower four."""
    pairs = zip(stacks[::2], stacks[1::2], strict=True)
    return [four for one, other in pairs for four in _two_stacks(one, other)]


def cup_say_from_the_left(stacks: Stacks) -> list[Four]:
    """The same, beginning at the dealer's left."""
    return cup_say_from_the_right(stacks[::-1])


def jung_quat(stacks: Stacks) -> list[Four]:
    """The two middle stacks; the others close up, and so on."""
    fours, left = [], list(stacks)
    while left:
        middle = len(left) // 2
        fours += _two_stacks(left.pop(middle - 1), left.pop(middle - 1))
    return fours


def chee_yee(stacks: Stacks) -> list[Four]:
    """The two end stacks, then the two that are now at the ends."""
    fours, left = [], list(stacks)
    while left:
        fours += _two_stacks(left.pop(0), left.pop())
    return fours


def pin_say_from_the_right(stacks: Stacks) -> list[Four]:
    """The top tiles of the first four stacks, then of the other four, alternating."""
    first, second = stacks[: STACKS // 2], stacks[: STACKS // 2 - 1 : -1]
    return [_tops(four) for _ in range(HEIGHT) for four in (first, second)]


def pin_say_from_the_left(stacks: Stacks) -> list[Four]:
    """The same, beginning with the four at the dealer's left."""
    return pin_say_from_the_right(stacks[::-1])


def dragon_head_from_the_right(stacks: Stacks) -> list[Four]:
    """Two tall stacks of eight give two tiles each (the head), the other four stacks one each (the tail), alternating."""
    head = [stacks[0] + stacks[2], stacks[1] + stacks[3]]
    tail = stacks[: STACKS // 2 - 1 : -1]
    fours: list[Four] = []
    for _ in range(HEIGHT):
        fours += [tuple(tile for stack in head for tile in _take(stack, 2)), _tops(tail)]
    return fours


def dragon_head_from_the_left(stacks: Stacks) -> list[Four]:
    """The same, beginning at the dealer's left."""
    return dragon_head_from_the_right(stacks[::-1])


FORWARD = "pushed forward"
DIAGONAL = "laid diagonally across the next three stacks"
HEAD = "pushed forward once the first two stacks lie on the next two"
_NAMED: tuple[tuple[str, str, str, Pick, str], ...] = (
    ("standard", "Standard", "621a.8(d)", standard, ""),
    ("house-way-from-the-left", "House Way From the Left", "621a.9(1)", house_way_from_the_left, FORWARD),
    ("cup-say-from-the-right", "Cup Say From the Right", "621a.9(2)", cup_say_from_the_right, FORWARD),
    ("cup-say-from-the-left", "Cup Say From the Left", "621a.9(3)", cup_say_from_the_left, FORWARD),
    ("jung-quat", "Jung Quat", "621a.9(4)", jung_quat, FORWARD),
    ("chee-yee", "Chee Yee", "621a.9(5)", chee_yee, FORWARD),
    ("pin-say-from-the-right", "Pin Say From the Right", "621a.9(6)", pin_say_from_the_right, DIAGONAL),
    ("pin-say-from-the-left", "Pin Say From the Left", "621a.9(7)", pin_say_from_the_left, DIAGONAL),
    (
        "dragon-head-from-the-right",
        "Dragon Head and Phoenix Tail From the Right",
        "621a.9(8)",
        dragon_head_from_the_right,
        HEAD,
    ),
    (
        "dragon-head-from-the-left",
        "Dragon Head and Phoenix Tail From the Left",
        "621a.9(9)",
        dragon_head_from_the_left,
        HEAD,
    ),
)


def _shown(fours: Sequence[Four], moved: str) -> Four:
    """The tiles moved to indicate the delivery: from the stacks emptied first, one tile, or the dragon's head."""
    if moved == FORWARD:
        first = {stack for stack, _ in fours[0]}
        return tuple((stack, level) for stack in sorted(first) for level in range(1, HEIGHT + 1))
    return fours[0][:1] if moved == DIAGONAL else fours[0] if moved == HEAD else ()


def _delivery(name: str, title: str, cite: str, pick: Pick, moved: str) -> Delivery:
    fours = tuple(pick(_stacks()))
    return Delivery(name, title, Citation(cite), fours, _shown(fours, moved), moved)


DELIVERIES: Mapping[str, Delivery] = {row[0]: _delivery(*row) for row in _NAMED}
ALTERNATIVES = tuple(name for name in DELIVERIES if name != "standard")  # 621a.9


def place_number(place: Place) -> int:
    """The index of a place among the 32: stack by stack from the dealer's right, the top tile first."""
    stack, level = place
    return (stack - 1) * HEIGHT + level


@cache
def slots(style: str, order: tuple[int, ...], start: int, position: int) -> tuple[int, ...]:
    """The original places, when the stacks were formed, of the four tiles dealt to a position.

    `order`: the stacks from the dealer's right after a cut, by their number before it; empty if not cut.
    """
    four = DELIVERIES[style].fours[(position - start) % STACKS]
    return tuple(place_number((order[stack - 1] if order else stack, level)) for stack, level in four)


# The bank's cut


ENDS = ("right", "left")


def read_cut(data: Mapping[str, object]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the stacks that a bank moves to the right and left ends; raise `BadInput` if they are not stacks."""
    right = 'write the stacks by number from the dealer\'s right, like "right": [3, 4]'
    ends: list[tuple[int, ...]] = []
    for end in ENDS:
        given = data.get(end, ())
        if not isinstance(given, list | tuple) or not all(type(each) is int and 1 <= each <= STACKS for each in given):
            raise BadInput(f"{end}: {shown(given)} are not stacks from 1 to {STACKS}; {right}")
        ends.append(tuple(given))
    return ends[0], ends[1]


def refuse_cut(right: tuple[int, ...], left: tuple[int, ...]) -> Refusal | None:
    """621a.11(g): a cut moves adjacent stacks to one end or divides them between both."""
    moved = sorted((*right, *left))
    if not moved:
        return Refusal('name the stacks and their ends: "right": [3, 4], or "left", or both', cites("621a.11(g)"))
    if moved != list(range(moved[0], moved[0] + len(moved))):
        return Refusal(
            f"stacks {', '.join(map(str, moved))} are not adjacent stacks, each named once",
            cites("621a.11(g)(1)", "621a.11(g)(2)"),
        )
    if len(moved) == STACKS and not (right and left):
        return Refusal("all eight stacks cannot go to one end", cites("621a.11(g)(1)"))
    return None


def cut_order(right: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
    """The stacks from the dealer's right after the cut; moved stacks keep their order."""
    others = tuple(stack for stack in range(1, STACKS + 1) if stack not in (*right, *left))
    return (*sorted(right), *others, *sorted(left))
