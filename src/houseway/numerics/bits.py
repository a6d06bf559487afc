"""Single CPU instructions on the bits of a word, for kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)


def _ones(typing_context: Any, word: Any) -> Any:
    """How many bits of a word are set."""
    del typing_context, word

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [WORD], kind), arguments)

    return types.uint64(types.uint64), build


def _lowest(typing_context: Any, word: Any) -> Any:
    """The index of the lowest set bit; 64 if none is set."""
    del typing_context, word

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, ir.IntType(1)])
        found = builder.module.declare_intrinsic("llvm.cttz", [WORD], kind)
        return builder.call(found, [*arguments, ir.Constant(ir.IntType(1), 0)])

    return types.uint64(types.uint64), build


ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)
