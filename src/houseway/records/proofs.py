"""Makes proofs over the lines of one journal: that a line is in it, or that it extends an earlier one.

A proof consists of the roots of some parts of the tree (RFC 6962), in a fixed order. The caller supplies the roots of the parts;
`store/session_tree.py` needs few lines of a long journal for that. `records/merkle.py` verifies proofs.
"""

from __future__ import annotations

from collections.abc import Callable

LineRange = tuple[int, int]  # the lines from the first number up to but excluding the second
Root = Callable[[int, int], bytes]  # the root over a part


def inclusion(root: Root, index: int, size: int) -> list[bytes]:
    """The hashes that lead from line number `index` (from 0) to the root over `size` lines."""
    if not 0 <= index < size:
        raise ValueError(f"there is no line {index} in a journal of {size}")
    return [root(*part) for part in inclusion_parts(index, size)]


def consistency(root: Root, earlier: int, size: int) -> list[bytes]:
    """The hashes that show that a journal of `size` lines extends one of `earlier` lines."""
    return [root(*part) for part in consistency_parts(earlier, size)]


def split_of(start: int, end: int) -> int:
    """The split of a part with more than one line: the left half has the largest power of two below its size."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


def inclusion_parts(index: int, size: int) -> list[LineRange]:
    """The parts of a tree whose roots lead from a leaf to the root, in the order of an inclusion proof."""
    found: list[LineRange] = []
    start, end = 0, size
    while end - start > 1:
        middle = split_of(start, end)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    return found[::-1]


def consistency_parts(earlier: int, size: int) -> list[LineRange]:
    """The parts of a tree whose roots show that it extends the tree of the first `earlier` leaves."""
    if earlier in (0, size):
        return []
    found: list[LineRange] = []
    start, end, whole = 0, size, True
    while end != earlier:
        middle = split_of(start, end)
        if earlier <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start, whole = middle, False
    return found[::-1] if whole else [(start, end), *found[::-1]]
