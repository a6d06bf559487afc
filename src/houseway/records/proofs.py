"""Proofs over the lines of one journal, made in one pass: that lines are in it, and that it extends an earlier one.

`records/merkle.py` verifies them; here the tree is built once for many lines of a round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.records.merkle import EMPTY, consistency_proof, leaf_hash, node_hash, root_of


@dataclass(frozen=True, slots=True)
class Tree:
    """All levels of a tree, the leaves first. A node without a neighbor goes up as it is, which gives RFC 6962's tree."""

    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def of(cls, lines: Iterable[bytes]) -> Tree:
        """The tree over some lines."""
        level = tuple(map(leaf_hash, lines))
        levels = [level]
        while len(level) > 1:
            pairs = [node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
            level = tuple(pairs) if len(level) % 2 == 0 else (*pairs, level[-1])
            levels.append(level)
        return cls(tuple(levels))

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.levels[0])

    @property
    def root(self) -> bytes:
        """The root over all lines."""
        return self.levels[-1][0] if self.size else EMPTY

    def inclusion(self, index: int) -> list[bytes]:
        """The hashes that lead from line number `index` (from 0) to the root."""
        if not 0 <= index < self.size:
            raise ValueError(f"there is no line {index} in a journal of {self.size}")
        proof: list[bytes] = []
        for level in self.levels[:-1]:
            neighbor = index ^ 1
            if neighbor < len(level):
                proof.append(level[neighbor])
            index >>= 1
        return proof

    def consistency(self, earlier: int) -> tuple[bytes, list[bytes]]:
        """The root over the first `earlier` lines, and the hashes that show that this tree extends it."""
        return root_of(self.levels[0][:earlier]), consistency_proof(self.levels[0], earlier)
