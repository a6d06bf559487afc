"""Results that took long, kept by everything that they depend on: the question, this code, and what it stands on.

They lie in the user's cache folder and may be deleted at any time. A file that cannot be read or written, or that is not
what it should be, is as good as none: the result is worked out anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from houseway.core.plain import canonical

STANDS_ON = ("numpy",)  # a dependency that computes figures


def folder() -> Path:
    """Where results are kept."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "houseway"


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of every source and data file of the package, and of the versions that compute."""
    root, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".typ")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    for name in STANDS_ON:
        try:
            digest.update(f"{name} {version(name)}".encode())
        except PackageNotFoundError:  # vendored without its metadata: then its name must do
            digest.update(name.encode())
    return digest.hexdigest()


def kept(name: str, depends: Any, make: Callable[[], Any]) -> Any:
    """The plain value that was kept for this question, or else made now and kept."""
    question = {"name": name, "depends": depends, "code": code_digest()}
    path = folder() / f"{name}-{hashlib.sha256(canonical(question).encode()).hexdigest()[:32]}.json"
    found = _read(path, question)
    if found is not None:
        return found["value"]
    value = make()
    _write(path, {"question": question, "value": value, "digest": _digest(value)})
    return value


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _read(path: Path, question: Any) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        right = found["question"] == question and found["digest"] == _digest(found["value"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if right else None


def _write(path: Path, entry: Any) -> None:
    """Whole or not at all; where nothing can be kept, nothing is."""
    text = json.dumps(entry, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    except OSError:
        return
