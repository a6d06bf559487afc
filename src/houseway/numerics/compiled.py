"""Functions compiled to machine code, cached between runs like everything else that takes long (`houseway.cache`)."""

from __future__ import annotations

import importlib
import inspect
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from houseway.cache import covers, keep_bytes, look_bytes

NAME = "machine-code"
Function = TypeVar("Function", bound=Callable[..., Any])


class KeptCode:
    """A cache for Numba. Its own unpickles whatever it finds, and misses edits in other files.

    Unpickling runs code. So a pickle is read only from a folder that belongs to us alone, and only if its digest is right.
    """

    cache_path = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self._kept = function, covers(inspect.getfile(function))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for these types, if it is cached."""
        target_context.refresh()
        body = look_bytes(NAME, self._depends(sig, target_context.codegen())) if self._kept else None
        if body is None:
            return None
        compiler: Any = importlib.import_module("numba.core.compiler")
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(body))

    def save_overload(self, sig: Any, made: Any) -> None:
        """Cache new machine code, unless it contains addresses that are valid only in this process."""
        lasting = not made.library.has_dynamic_globals and all(each.can_cache for each in made.lifted)
        if self._kept and lasting:
            serialize: Any = importlib.import_module("numba.core.serialize")
            keep_bytes(NAME, self._depends(sig, made.codegen), serialize.dumps(made._reduce()))

    def _depends(self, sig: Any, codegen: Any) -> dict[str, Any]:
        """The function, its types and the CPU; every cache key also covers the sources."""
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return {"function": name, "types": repr(sig), "processor": repr(codegen.magic_tuple())}

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing waits to be written."""


def compiled(function: Function) -> Function:
    """Compile to machine code on the first call; it runs without the GIL, and is cached on disk."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile as part of each compiled function that calls it: for long pieces of a loop. Plain Python cannot call it."""
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _compiled(function: Function, **options: bool) -> Function:
    numba: Any = importlib.import_module("numba")
    made: Any = numba.njit(nogil=True, boundscheck=False, **options)(function)
    made._cache = KeptCode(function)
    found: Function = made
    return found
