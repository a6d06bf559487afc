"""A Merkle tree over the lines of a journal, hashed as in RFC 6962: 0x00 before a leaf, 0x01 before two nodes.

A root of 32 bytes covers all lines. A short inclusion proof shows that one line is in the tree, and a short consistency
proof that a tree only extends an earlier one. While lines are appended, only the peaks are kept: the roots of the complete
subtrees, from left to right, whose sizes are the powers of two of the number of lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from houseway.core.frozen import frozen

HASH_BYTES = 32
EMPTY = hashlib.sha256(b"").digest()


def leaf_hash(line: bytes) -> bytes:
    """The hash of one line."""
    return hashlib.sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two neighbors."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@frozen
class Peaks:
    """The right edge of a tree: all that is needed to append to it, or to compute its root."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    def extended(self, leaves: Iterable[bytes]) -> Peaks:
        """The tree with more leaves, given by their hashes."""
        size, hashes = self.size, list(self.hashes)
        for leaf in leaves:
            carried, bits = leaf, size
            while bits & 1:
                carried, bits = node_hash(hashes.pop(), carried), bits >> 1
            hashes.append(carried)
            size += 1
        return Peaks(size, tuple(hashes))

    @property
    def root(self) -> bytes:
        """The root of the tree."""
        if not self.hashes:
            return EMPTY
        root = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            root = node_hash(left, root)
        return root

    def packed(self) -> bytes:
        """The hashes as bytes, for storage; the size is stored separately."""
        return b"".join(self.hashes)

    @classmethod
    def unpacked(cls, size: int, packed: bytes) -> Peaks:
        """The reverse of `packed`; raises ValueError if the length does not fit a tree of this size."""
        if len(packed) != size.bit_count() * HASH_BYTES:
            raise ValueError(f"{len(packed)} bytes are not the peaks of a tree of {size} leaves")
        return cls(size, tuple(packed[at : at + HASH_BYTES] for at in range(0, len(packed), HASH_BYTES)))


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaf hashes."""
    return Peaks().extended(leaves).root


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that this leaf hash is number `index` (from 0) of the `size` leaves under this root."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for each in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(each, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, each)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def extends(earlier: int, size: int, old_root: bytes, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of `size` leaves under `root` extends that of `earlier` leaves under `old_root`."""
    if not 0 <= earlier <= size:
        return False
    if earlier == size:
        return not proof and old_root == root
    if earlier == 0:
        return not proof and old_root == EMPTY
    path = list(proof)
    if earlier & (earlier - 1) == 0:
        path.insert(0, old_root)
    place, last = earlier - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    if not path:
        return False
    old = new = path[0]
    for each in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(each, old), node_hash(each, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, each)
        place, last = place >> 1, last >> 1
    return last == 0 and old == old_root and new == root
