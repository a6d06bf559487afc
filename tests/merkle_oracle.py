"""Merkle proofs from all leaves in memory, as RFC 6962 defines them: what `records/proofs.py` must agree with."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.records.merkle import root_of


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from leaf number `index` (from 0) to the root of all these leaves."""
    if not 0 <= index < len(leaves):
        raise ValueError(f"there is no leaf {index} in a tree of {len(leaves)}")
    proof: list[bytes] = []
    start, end = 0, len(leaves)
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(root_of(leaves[middle:end]))
            end = middle
        else:
            proof.append(root_of(leaves[start:middle]))
            start = middle
    return proof[::-1]


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """The hashes that show that the tree of all these leaves extends the tree of the first `earlier` of them."""
    if not 0 <= earlier <= len(leaves):
        raise ValueError(f"a tree of {len(leaves)} leaves has no earlier tree of {earlier}")
    return [] if earlier in (0, len(leaves)) else _subproof(leaves, earlier, True)


def _subproof(leaves: Sequence[bytes], earlier: int, whole: bool) -> list[bytes]:
    if earlier == len(leaves):
        return [] if whole else [root_of(leaves)]
    middle = _split(len(leaves))
    if earlier <= middle:
        return [*_subproof(leaves[:middle], earlier, whole), root_of(leaves[middle:])]
    return [*_subproof(leaves[middle:], earlier - middle, False), root_of(leaves[:middle])]


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)
