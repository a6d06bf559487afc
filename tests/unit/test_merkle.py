"""The Merkle tree over a journal: published vectors, and every proof of every small tree, also with one bit changed."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.records.merkle import (
    EMPTY,
    Peaks,
    extends,
    included,
    leaf_hash,
    node_hash,
    root_of,
)
from merkle_oracle import consistency_proof, inclusion_proof

# The leaves and roots that Certificate Transparency's own implementations are tested with.
LEAVES = [
    bytes.fromhex(each)
    for each in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
HASHES = [leaf_hash(f"line {n}".encode()) for n in range(40)]


def test_the_roots_are_those_of_certificate_transparency() -> None:
    hashes = [leaf_hash(leaf) for leaf in LEAVES]
    assert [root_of(hashes[: n + 1]).hex() for n in range(8)] == ROOTS
    assert root_of([]) == EMPTY == hashlib.sha256(b"").digest()


@pytest.mark.parametrize("size", range(1, 34))
def test_every_leaf_is_proven_and_no_other(size: int) -> None:
    leaves = HASHES[:size]
    root = root_of(leaves)
    for index in range(size):
        proof = inclusion_proof(leaves, index)
        assert len(proof) <= (size - 1).bit_length()
        assert included(leaves[index], index, size, proof, root)
        assert not included(leaf_hash(b"another"), index, size, proof, root)
        assert not any(included(leaves[index], other, size, proof, root) for other in range(size) if other != index)
        assert not included(leaves[index], index, size, [*proof, root], root)
        assert not proof or not included(leaves[index], index, size, proof[:-1], root)


@pytest.mark.parametrize("size", range(1, 26))
def test_every_earlier_tree_is_proven_and_no_other(size: int) -> None:
    leaves = HASHES[:size]
    root = root_of(leaves)
    for earlier in range(size + 1):
        old, proof = root_of(leaves[:earlier]), consistency_proof(leaves, earlier)
        assert extends(earlier, size, old, root, proof)
        other = root_of([*leaves[: max(0, earlier - 1)], leaf_hash(b"rewritten")])
        assert not extends(earlier, size, other, root, proof) or earlier == 0
        if earlier and earlier < size:
            assert not extends(earlier, size, old, other, proof)
            assert not extends(earlier, size, old, root, [node_hash(proof[0], root), *proof[1:]])
            assert not extends(earlier, size, old, root, proof[:-1])


@given(st.lists(st.integers(0, 12), max_size=8))
def test_a_tree_that_grows_in_any_steps_has_the_same_root(steps: list[int]) -> None:
    peaks, size = Peaks(), 0
    leaves = [leaf_hash(str(n).encode()) for n in range(sum(steps))]
    for step in steps:
        peaks = Peaks.unpacked(peaks.size, peaks.packed()).extended(leaves[size : size + step])
        size += step
    assert peaks.size == size and peaks.root == root_of(leaves)


def test_peaks_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="31 bytes are not the peaks of a tree of 1 leaves"):
        Peaks.unpacked(1, bytes(31))
