"""A disk cache for slow results (JSON) and machine code (pickles): one folder, one key, one format.

The key is a digest of every file of the package, of the folders that games were loaded from (`HOUSEWAY_GAMES`), and of the
versions of the dependencies that compute. A process whose files were edited after it started neither reads nor writes the cache.

The folder is private: each level from the one that the environment names is owned by this user, writable by nobody else, not a
symbolic link, and in a place where nobody else can move it away. `HOUSEWAY_CACHE`, `XDG_CACHE_HOME` and `~/.cache` are tried
in this order. If none is safe, a new temporary folder is used and removed at exit.

An entry has a digest of its question and its contents. It detects damage and careless edits: such an entry is computed again.
It does not stop an attacker with this user's rights, who could also edit the program. The folder keeps out everybody else.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import Any

import houseway
from houseway.core.plain import canonical

PACKAGE = Path(__file__).parent
STANDS_ON = ("numpy", "numba", "llvmlite")  # dependencies that compute figures or machine code
NO_SOURCES = ("__pycache__", ".git")
FILES_MOST = 20_000  # with more files in the folders of games, nothing is cached
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class CachedValue:
    """A cached value; it may be None."""

    value: Any


def kept(name: str, depends: Any, make: Callable[[], Any]) -> Any:
    """The cached plain value for this question; computed and cached if there is none."""
    found = look(name, depends)
    if found is not None:
        return found.value
    value = make()
    keep(name, depends, value)
    return value


def look(name: str, depends: Any) -> CachedValue | None:
    """The cached plain value for this question, if any."""
    body = look_bytes(name, depends)
    return None if body is None else CachedValue(json.loads(body))


def keep(name: str, depends: Any, value: Any) -> None:
    """Cache a plain value, if possible."""
    keep_bytes(name, depends, json.dumps(value, ensure_ascii=False, allow_nan=False).encode())


def look_bytes(name: str, depends: Any) -> bytes | None:
    """The cached bytes for this question, if they are undamaged and only this user can have written them."""
    place = _place(name, depends)
    if place is None:
        return None
    path, question = place
    data = _read(path)
    digest, _, rest = (data or b"").partition(b"\n")
    if digest != _digest(rest) or not rest.startswith(question + b"\n"):
        return None
    return rest[len(question) + 1 :]


def keep_bytes(name: str, depends: Any, body: bytes) -> None:
    """Cache some bytes atomically; do nothing if there is no safe folder."""
    place = _place(name, depends)
    if place is not None:
        path, question = place
        rest = question + b"\n" + body
        _write(path, _digest(rest) + b"\n" + rest)


# The key


def code_digest() -> str | None:
    """A digest of every file that a result may depend on, and of the dependencies' versions.

    None if a file cannot be read, there are too many, or one was edited after this process started.
    """
    try:
        every = (each for n, root in enumerate(_roots()) for each in _files(str(root), f"{n}"))
        listed = tuple(islice(every, FILES_MOST + 1))
        if len(listed) > FILES_MOST or any(changed_ns > houseway.STARTED_NS for _, _, changed_ns in listed):
            return None
        return _digest_of(listed)
    except OSError:
        return None


def covers(file: str) -> bool:
    """Whether this source file is part of the key."""
    return any(Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root)) for root in _roots())


def _roots() -> list[Path]:
    """The package, and every other folder that games are loaded from."""
    searched = getattr(sys.modules.get("houseway.games"), "__path__", ())
    return [PACKAGE, *(Path(each) for each in searched if not Path(each).is_relative_to(PACKAGE))]


def _files(folder: str, name: str) -> Iterator[tuple[str, str, int]]:
    """Every file below a folder: its relative name, its path, and its last change (ctime, which cannot be set)."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name in NO_SOURCES:
            continue
        if entry.is_dir():
            yield from _files(entry.path, f"{name}/{entry.name}")
        elif entry.is_file():
            yield f"{name}/{entry.name}", entry.path, entry.stat().st_ctime_ns


@lru_cache(maxsize=4)
def _digest_of(listed: tuple[tuple[str, str, int], ...]) -> str:
    """The digest, computed once while no file changes."""
    digest = hashlib.sha256(repr((sys.version, os.name, *map(_version, STANDS_ON))).encode())
    for name, path, _ in listed:
        content = Path(path).read_bytes()
        digest.update(b"%b\0%d\0" % (os.fsencode(name), len(content)) + content)
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:  # vendored without metadata: use the name alone
        return name


# The folder


def folder() -> Path | None:
    """The private cache folder, or None if there is none."""
    for base in _bases():
        found = _own(base / "houseway", levels=2)
        if found is not None:
            return found
    return _temporary()


def _bases() -> Iterator[Path]:
    """The candidate folders from the environment, the most specific first."""
    for variable in ("HOUSEWAY_CACHE", "XDG_CACHE_HOME"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    home = os.path.expanduser("~")
    yield Path(home) / ".cache"


def _own(path: Path, levels: int) -> Path | None:
    """This folder, created if missing, if its last levels are private and cannot be replaced by others."""
    if not hasattr(os, "geteuid") or not path.is_absolute() or ".." in path.parts or len(path.parents) < levels:
        return None
    above = path.parents[levels - 1]
    real = Path(os.path.realpath(above), *path.parts[len(above.parts) :])
    chain = [*reversed(real.parents), real]
    try:
        for n, level in enumerate(chain):
            if not _safe(level, ours=len(chain) - n <= levels):
                return None
    except OSError:
        return None
    return real if os.access(real, os.R_OK | os.W_OK | os.X_OK) else None


def _safe(level: Path, ours: bool) -> bool:
    """Whether this is a private folder. A parent may be root's, or one where only owners can rename (like /tmp)."""
    try:
        found = os.lstat(level)
    except FileNotFoundError:
        level.mkdir(mode=0o700, exist_ok=True)
        found = os.lstat(level)
    if not stat.S_ISDIR(found.st_mode):
        return False
    if ours:
        return found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE
    shut = not found.st_mode & OTHERS_WRITE or bool(found.st_mode & stat.S_ISVTX)
    return found.st_uid in (0, os.geteuid()) and shut


@cache
def _temporary() -> Path | None:
    """A new folder for this process, removed at exit."""
    try:
        made = Path(tempfile.mkdtemp(prefix="houseway-"))
    except OSError:
        return None
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:  # not by a forked process
            shutil.rmtree(made, ignore_errors=True)

    atexit.register(remove)
    return _own(made, levels=1)


# An entry


def _place(name: str, depends: Any) -> tuple[Path, bytes] | None:
    """The file for this question, and the question as written in it."""
    code = code_digest()
    base = None if code is None else folder()
    if code is None or base is None:
        return None
    inner = _own(base / code[:32], levels=1)
    question = canonical({"name": name, "depends": depends, "code": code}).encode()
    return None if inner is None else (inner / f"{name}-{hashlib.sha256(question).hexdigest()[:32]}", question)


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def _read(path: Path) -> bytes | None:
    """The bytes of a private file."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            ours = found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE
            return file.read() if stat.S_ISREG(found.st_mode) and ours else None
    except OSError:
        return None


def _write(path: Path, data: bytes) -> None:
    """Write to a temporary file and rename it, so that readers never see half of it."""
    aside = None
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent)
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(aside, path)
    except OSError:
        if aside is not None:
            Path(aside).unlink(missing_ok=True)
