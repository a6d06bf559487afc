"""Numbered streams of random numbers for kernels: xoshiro256++, with Lemire's rejection to avoid bias.

The stream of a chunk starts from a hash of the seed and the chunk's number, so it does not matter where or when it is played.
One 64-bit word gives several draws: the fraction that remains after one draw is the input of the next, and the whole word is
rejected if the last fraction is one of the few that would favor an outcome.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from houseway.numerics.compiled import compiled
from houseway.numerics.seeding import WORD, stream, threshold

__all__ = ["WORD", "stream", "threshold", "turn", "wide"]

U17, U19, U23, U41, U45 = (np.uint64(n) for n in (17, 19, 23, 41, 45))


def _product(typing_context: Any, left: Any, right: Any) -> Any:
    """The product of two words in 128 bits: (upper word, lower word)."""
    del typing_context, left, right

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, double = ir.IntType(64), ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], double), builder.zext(arguments[1], double))
        upper = builder.trunc(builder.lshr(product, ir.Constant(double, 64)), word)
        return context.make_tuple(builder, signature.return_type, (upper, builder.trunc(product, word)))

    both: Any = types.UniTuple
    return both(types.uint64, 2)(types.uint64, types.uint64), build


wide: Any = intrinsic(_product)


@compiled
def turn(a: Any, b: Any, c: Any, d: Any) -> Any:
    """One step of xoshiro256++: the next word, and the four words after it."""
    total = a + d
    word = ((total << U23) | (total >> U41)) + a
    shifted = b << U17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << U45) | (d >> U19)
    return word, a, b, c, d
