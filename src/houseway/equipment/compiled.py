"""Functions compiled to machine code, kept on disk between runs: also where the package's own folder cannot be written to."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

PACKAGE = Path(__file__).parent.parent
KERNELS = (
    "equipment/compiled.py",
    "equipment/shuffling.py",
    "equipment/streams.py",
    "simulate/kernels.py",
    "games/*/kernel*.py",
    "games/*/together.py",
)
Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def cache_folder() -> Path:
    """A folder of the user's for what has been compiled, or a temporary one where not even that can be written.

    Its name has a digest of all kernels: code of one module goes into the machine code of another, which Numba does not notice.
    """
    found = sorted(path for pattern in KERNELS for path in PACKAGE.glob(pattern))
    digest = hashlib.blake2b(b"\0".join(path.read_bytes() for path in found), digest_size=8).hexdigest()
    home = os.environ.get("HOUSEWAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (Path(home), Path(tempfile.gettempdir()) / f"houseway-{os.getuid()}"):
        folder = base / "houseway" / digest
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="houseway-"))


def compiled(function: Function) -> Function:
    """To machine code when it is first called; it runs without the interpreter's lock, and is kept on disk."""
    numba: Any = importlib.import_module("numba")
    config: Any = importlib.import_module("numba.core.config")
    was, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
    try:
        made: Function = numba.njit(cache=True, nogil=True, boundscheck=False)(function)
    finally:
        config.CACHE_DIR = was
    return made
