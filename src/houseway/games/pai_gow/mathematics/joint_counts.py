"""The joint results of up to six players against each hand of the bank, counted exactly.

The players' hands are dealt from the 28 tiles not in the bank's hand. Inclusion and exclusion finds which hands share no tile:
for a set of those tiles, let p and q be the numbers of hands within it that lose to the bank and that win. The number of ways
to deal a losing hands and b winning hands is then the sum, over all sets of s <= 4(a+b) tiles, of
(-1)^s C(28-s, 4(a+b)-s) p^a q^b. Sets that differ only in which of two identical tiles they hold are counted once, with copies:
some eight million for each kind of bank hand. They are visited in three layers of kinds of tiles, so that p and q of a set
follow from those of smaller ones. Sums are kept modulo 2^64, which is enough (`_whole`).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.core.advice import Progress
from houseway.equipment.tiles import PAIRS
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.mathematics.pair_counts import Strengths
from houseway.numerics.compiled import compiled

PLAYERS_MAX = 6  # five other players and the dealer: 621a.2(a), 621a.11(h)
LEFT = 28  # tiles not in the bank's hand
WORD = 1 << 64
OUTER, MIDDLE = 5, 11  # where the second and third layer of kinds begin
LANES = 8  # sets of the second layer processed in parallel
NOTED = 16  # sets up to this size are noted by their p and q; larger ones add their powers at once
LARGEST = 4 * PLAYERS_MAX
TOGETHER = 16  # bank hands that one thread takes at a time
MONOMIALS = tuple((d - b, b) for d in range(PLAYERS_MAX + 1) for b in range(d + 1))  # powers of p and q
HALF = 16  # p is in the lower bits of a number, q in the upper ones
Whole = NDArray[np.int64]
Ways = dict[tuple[int, int], int]  # (players who lose, players who win) -> ways to deal their hands
Nets = dict[int, int]  # net wagers won by the bank -> deals
Sizes = tuple[int, ...]


@compiled
def within(values: Any, sizes: Any) -> None:
    """Turn counts of parts into counts of parts within each set, in place along the first axis, kind by kind."""
    stride = 1
    for kind in range(len(sizes) - 1, -1, -1):
        step = stride * sizes[kind]
        for base in range(0, len(values), step):
            for at in range(base, base + stride * (sizes[kind] > 1)):
                for lane in range(values.shape[1]):
                    values[at + stride, lane] += values[at, lane]
            for at in range(base, base + stride * (sizes[kind] > 2)):
                for lane in range(values.shape[1]):
                    values[at + 2 * stride, lane] += 2 * values[at + stride, lane] - values[at, lane]
        stride = step


@compiled
def note(values: Any, sets: Any, copies: Any, width: int, notes: Any) -> None:
    """Note the sets of one size by their p and q."""
    for each in range(len(sets)):
        for lane in range(LANES):
            both = values[sets[each, 0], lane]
            notes[(both & ((1 << HALF) - 1)) * width + (both >> HALF)] += sets[each, 1] * copies[lane]


@compiled
def add_at_once(values: Any, sets: Any, copies: Any, sums: Any) -> None:
    """Add the products of five and six of p and q for the large sets of one size."""
    mask, half = np.uint64((1 << HALF) - 1), np.uint64(HALF)
    s = np.zeros(13, np.uint64)
    for each in range(len(sets)):
        for lane in range(LANES):
            both = np.uint64(values[sets[each, 0], lane])
            p, q, v = both & mask, both >> half, np.uint64(sets[each, 1] * copies[lane])
            pp, pq, qq = p * p, p * q, q * q
            vppp, vppq, vpqq, vqqq = v * pp * p, v * pp * q, v * pq * q, v * qq * q
            s[0] += vppp * pp
            s[1] += vppp * pq
            s[2] += vppp * qq
            s[3] += vqqq * pp
            s[4] += vqqq * pq
            s[5] += vqqq * qq
            s[6] += vppp * pp * p
            s[7] += vppp * pp * q
            s[8] += vppp * pq * q
            s[9] += vppp * qq * q
            s[10] += vppq * qq * q
            s[11] += vpqq * qq * q
            s[12] += vqqq * qq * q
    sums[15:] += s


@compiled
def add_noted(notes: Any, width: int, sums: Any) -> None:
    """Add the products of up to six of p and q for all noted sets, and clear the notes."""
    for p in range(width):
        for q in range(width - p):
            if notes[p * width + q]:
                first = np.uint64(notes[p * width + q])
                notes[p * width + q] = 0
                for winning in range(PLAYERS_MAX + 1):
                    power = first
                    for degree in range(winning, PLAYERS_MAX + 1):
                        sums[degree * (degree + 1) // 2 + winning] += power
                        power *= np.uint64(p)
                    first *= np.uint64(q)


@compiled
def walk(
    hands: Any, results: Any, parts: Any, inner_parts: Any, sizes: Any, outer: Any, middle: Any, inner: Any, starts: Any,
    rooms: Any, notes: Any, sums: Any,
) -> None:  # fmt: skip
    """Visit every set of tiles not in one bank hand.

    `hands`: for each kind of hand, the place of its outer tiles and the part made of its other tiles. `parts`: for each of
    these, the place of its middle tiles and its inner part. `inner_parts`: the place of each. `outer` and `middle` are sets
    by place, number of tiles and copies; `inner` by place and copies, those with n tiles from `starts[n]`. `rooms`: where the
    notes on each number of tiles begin.
    """
    first = np.zeros((3**OUTER, len(parts)), np.int32)
    for hand in range(len(hands)):
        first[hands[hand, 0], hands[hand, 1]] = results[hand]
    within(first, np.full(OUTER, 3))
    second = np.zeros((3 ** (MIDDLE - OUTER), len(inner_parts)), np.int32)
    third = np.zeros((starts[-1], LANES), np.int32)
    copies = np.zeros(LANES, np.int64)
    for top in range(len(outer)):
        second[:] = 0
        for part in range(len(parts)):
            second[parts[part, 0], parts[part, 1]] = first[outer[top, 0], part]
        within(second, np.full(MIDDLE - OUTER, 3))
        for start in range(0, len(middle), LANES):
            third[:] = 0
            for part in range(len(inner_parts)):
                if inner_parts[part] >= 0:
                    for lane in range(LANES):
                        third[inner_parts[part], lane] = second[middle[start + lane, 0], part]
            within(third, sizes)
            for lane in range(LANES):
                copies[lane] = outer[top, 2] * middle[start + lane, 2]
            add_up(third, inner, starts, outer[top, 1] + middle[start, 1], copies, rooms, notes, sums)


@compiled
def add_up(
    values: Any, inner: Any, starts: Any, tiles: int, copies: Any, rooms: Any, notes: Any, sums: Any
) -> None:  # fmt: skip
    """Process all sets that share their upper layers: note small ones, add larger ones, skip the largest."""
    for more in range(len(starts) - 1):
        size, sets = tiles + more, inner[starts[more] : starts[more + 1]]
        if size <= NOTED:
            note(values, sets, copies, rooms[size, 1], notes[rooms[size, 0] :])
        elif size <= LARGEST:
            add_at_once(values, sets, copies, sums[size])


def _place(numbers: Sequence[int], sizes: Sequence[int]) -> int:
    """The index of a set, by its number of tiles of each kind; -1 if there are not that many."""
    found = 0
    for number, size in zip(numbers, sizes, strict=True):
        if number >= size:
            return -1
        found = found * size + number
    return found


@dataclass(frozen=True, slots=True)
class _Plan:
    """Data shared by every bank hand."""

    numbers: Whole  # by kind of hand: the number of tiles of each kind
    hands: Whole
    parts: Whole
    inner_parts: tuple[Sizes, ...]
    rooms: Whole
    notes: int


@cache
def _plan() -> _Plan:
    numbers = [tuple(hand.kinds.count(kind) for kind in range(len(PAIRS))) for hand in hand_kinds()]
    lower = sorted({each[OUTER:] for each in numbers})
    inner = tuple(sorted({each[MIDDLE:] for each in numbers}))
    at_lower, at_inner = ({each: place for place, each in enumerate(parts)} for parts in (lower, inner))
    hands = [(_place(each[:OUTER], (3,) * OUTER), at_lower[each[OUTER:]]) for each in numbers]
    depth = MIDDLE - OUTER
    parts = [(_place(each[:depth], (3,) * depth), at_inner[each[depth:]]) for each in lower]
    rooms, begin = [], 0
    for size in range(NOTED + 1):
        width = comb(size, 4) + 1
        rooms.append((begin, width))
        begin += width * width
    return _Plan(np.array(numbers), np.array(hands), np.array(parts), inner, np.array(rooms), begin)


@cache
def _sets(left: Sizes, sizes: Sizes) -> tuple[tuple[int, int, int], ...]:
    """Every set of the remaining tiles: its place, number of tiles, and copies; ordered by number of tiles."""
    found = [
        (_place(numbers, sizes), sum(numbers), prod(comb(n, m) for n, m in zip(left, numbers, strict=True)))
        for numbers in product(*(range(number + 1) for number in left))
    ]
    return tuple(sorted(found, key=lambda each: each[1]))


@cache
def _outer(left: Sizes) -> Whole:
    return np.array(_sets(left, (3,) * len(left)))


@cache
def _middle(left: Sizes) -> Whole:
    """Sets in rows of lanes with equal numbers of tiles; a spare lane has a set with zero copies."""
    found: list[tuple[int, int, int]] = []
    for place, tiles, copies in _sets(left, (3,) * len(left)):
        while found and found[-1][1] != tiles and len(found) % LANES:
            found.append((0, found[-1][1], 0))
        found.append((place, tiles, copies))
    return np.array(found + [(0, found[-1][1], 0)] * (-len(found) % LANES))


@cache
def _inner(left: Sizes) -> tuple[Whole, Whole, Whole, Whole]:
    """The sets, where each number of tiles begins, the sizes, and the place of each part."""
    sizes = tuple(number + 1 for number in left)
    sets = _sets(left, sizes)
    starts = [sum(tiles < number for _, tiles, _ in sets) for number in range(sum(left) + 2)]
    places = [_place(part, sizes) for part in _plan().inner_parts]
    return np.array([(place, copies) for place, _, copies in sets]), np.array(starts), np.array(sizes), np.array(places)


def ways(hand: int, bank: Strengths, players: Strengths, notes: NDArray[np.int32] | None = None) -> Ways:
    """Given one bank hand of this kind, the number of ways to deal each number of losing and winning hands.

    `notes`, if given, is empty working space.
    """
    plan = _plan()
    room = notes if notes is not None else empty_notes()
    above, below = (players[:, side] > bank[hand, side] for side in (0, 1))
    results = (~(above | below) + (above & below) * (1 << HALF)).astype(np.int32)
    left = tuple(int(2 - number) for number in plan.numbers[hand])
    inner, starts, sizes, places = _inner(left[MIDDLE:])
    sums = np.zeros((LARGEST + 1, len(MONOMIALS)), np.uint64)
    walk(plan.hands, results, plan.parts, places, sizes, _outer(left[:OUTER]), _middle(left[OUTER:MIDDLE]), inner, starts,
         plan.rooms, room, sums)  # fmt: skip
    for size, (begin, width) in enumerate(plan.rooms):
        add_noted(room[begin : begin + width * width], width, sums[size])
    return {powers: _whole(powers, [int(row[place]) for row in sums]) for place, powers in enumerate(MONOMIALS)}


def empty_notes() -> NDArray[np.int32]:
    """Working space for all small sets for one bank hand."""
    return np.zeros(_plan().notes, np.int32)


@cache
def dealt(players: int) -> int:
    """The number of ways to deal this many players' hands, given the bank's."""
    return factorial(LEFT) // int(factorial(4) ** players) // factorial(LEFT - 4 * players)


def _whole(powers: tuple[int, int], sums: Sequence[int]) -> int:
    """Recover a number of ways from its sums modulo 2^64.

    The number is below 2^64, except when all six hands have one result. Those hands can change places, so their number is a
    multiple of 6!, and only one candidate is.
    """
    players = sum(powers)
    terms = ((-1) ** size * comb(LEFT - size, 4 * players - size) * sums[size] for size in range(4 * players + 1))
    found, most = sum(terms) % WORD, dealt(players) // comb(players, powers[0])
    alike = factorial(powers[0]) * factorial(powers[1])
    fitting = [each for each in range(found, most + 1, WORD) if not each % alike]
    assert len(fitting) == 1, (powers, found)
    return fitting[0]


def by_net(found: Ways, players: int) -> Nets:
    """All deals to this many players by the bank's net wagers won: losing hands less winning hands."""
    nets: Nets = dict.fromkeys(range(-players, players + 1), 0)
    for losing, winning in (powers for powers in MONOMIALS if sum(powers) <= players):
        tying = players - losing - winning
        just = 0  # the first lose, the next win, and the others tie
        for more, others in (powers for powers in MONOMIALS if sum(powers) <= tying):
            known = losing + winning + more + others
            rest = dealt(players) // dealt(known) * found[losing + more, winning + others]
            just += (-1) ** (more + others) * comb(tying, more) * comb(tying - more, others) * rest
        nets[losing - winning] += comb(players, losing) * comb(players - losing, winning) * just
    return nets


def all_nets(bank: Strengths, players: Strengths, progress: Progress) -> tuple[Nets, ...]:
    """The same over all bank hands, for one to six players; takes a few minutes on all cores."""
    kinds, done = hand_kinds(), 0
    total: Ways = dict.fromkeys(MONOMIALS, 0)

    def some(start: int) -> list[Ways]:
        notes = empty_notes()
        return [ways(hand, bank, players, notes) for hand in range(start, min(start + TOGETHER, len(kinds)))]

    with ThreadPoolExecutor() as pool:
        for found in pool.map(some, range(0, len(kinds), TOGETHER)):
            for each in found:
                for powers, number in each.items():
                    total[powers] += number * kinds[done].copies
                done += 1
            progress(f"dealing to all players: {done:,} of {len(kinds):,} kinds of the bank's hand")
    return tuple(by_net(total, number) for number in range(1, PLAYERS_MAX + 1))
