"""The start of a numbered stream of random numbers, and the draws it rejects; needs no compiler."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

WORD = 1 << 64


def stream(seed: int | str, chunk: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The generator's four words at the beginning of a chunk; never all zero."""
    digest = hashlib.blake2b(f"{seed}\0{chunk}".encode(), digest_size=32, person=b"houseway-chunk").digest()
    words = np.frombuffer(digest, dtype="<u8").astype(np.uint64)
    assert words.any()
    return words


def threshold(bound: int) -> int:
    """Last fractions below this are rejected, so that each of `bound` outcomes has equally many words."""
    assert 1 <= bound < WORD
    return WORD % bound
