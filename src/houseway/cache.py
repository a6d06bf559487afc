"""What took long to make, kept on disk between runs: results as JSON, machine code as pickles. One folder, one key, one format.

The key is a digest of every file of the package, of the folders that games were loaded from (`HOUSEWAY_GAMES`), and of the
versions that compute. Nothing is kept or read by a process whose files were edited after it started.

The folder is ours alone: each level from the one that the environment names is owned by us and writable by nobody else, is no
symbolic link, and lies where nobody else can move it away. `HOUSEWAY_CACHE`, `XDG_CACHE_HOME` and `~/.cache` are tried in this
order. If none will do, a new temporary folder is used, which is removed at exit.

An entry carries a digest of its question and its contents. That finds damage and careless edits: such an entry is made anew.
It does not stop somebody who can write as this user: they could also edit the program. Everybody else is kept out by the folder.
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
FILES_MOST = 20_000  # a folder of games with more is not read through: then nothing is kept
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Found:
    """A value that was kept; it may be None."""

    value: Any


def kept(name: str, depends: Any, make: Callable[[], Any]) -> Any:
    """The plain value that was kept for this question, or else made now and kept."""
    found = look(name, depends)
    if found is not None:
        return found.value
    value = make()
    keep(name, depends, value)
    return value


def look(name: str, depends: Any) -> Found | None:
    """The plain value that was kept for this question, if any."""
    body = look_bytes(name, depends)
    return None if body is None else Found(json.loads(body))


def keep(name: str, depends: Any, value: Any) -> None:
    """Keep a plain value, if that can be."""
    keep_bytes(name, depends, json.dumps(value, ensure_ascii=False, allow_nan=False).encode())


def look_bytes(name: str, depends: Any) -> bytes | None:
    """The bytes that were kept for this question, if they are whole and nobody else can have written them."""
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
    """Keep some bytes, whole or not at all; where nothing can be kept, nothing is."""
    place = _place(name, depends)
    if place is not None:
        path, question = place
        rest = question + b"\n" + body
        _write(path, _digest(rest) + b"\n" + rest)


# The key


def code_digest() -> str | None:
    """A digest of every file that a result may depend on, and of the versions that compute.

    None where that cannot be said: a file cannot be read, there are too many, or one was edited after this process started.
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
    """Is this source file part of the key?"""
    return any(Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root)) for root in _roots())


def _roots() -> list[Path]:
    """The package, and every folder outside of it that games are loaded from, whoever named it."""
    searched = getattr(sys.modules.get("houseway.games"), "__path__", ())
    return [PACKAGE, *(Path(each) for each in searched if not Path(each).is_relative_to(PACKAGE))]


def _files(folder: str, name: str) -> Iterator[tuple[str, str, int]]:
    """Every file below a folder: its name within, its path, and when it was last changed (its ctime, which nobody can set)."""
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
    """Worked out once while no file changes."""
    digest = hashlib.sha256(repr((sys.version, os.name, *map(_version, STANDS_ON))).encode())
    for name, path, _ in listed:
        content = Path(path).read_bytes()
        digest.update(b"%b\0%d\0" % (os.fsencode(name), len(content)) + content)
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:  # vendored without its metadata: then its name must do
        return name


# The folder


def folder() -> Path | None:
    """Where things are kept: a folder of ours alone, or None where there is none to be had."""
    for base in _bases():
        found = _own(base / "houseway", levels=2)
        if found is not None:
            return found
    return _temporary()


def _bases() -> Iterator[Path]:
    """The folders that the environment names, the most special first."""
    for variable in ("HOUSEWAY_CACHE", "XDG_CACHE_HOME"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    home = os.path.expanduser("~")
    yield Path(home) / ".cache"


def _own(path: Path, levels: int) -> Path | None:
    """This folder, made where it is missing, if its last levels are ours alone and nobody can put others in their place."""
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
    """Is this a real folder, ours alone? One further up may be root's, or one in which only owners rename (like /tmp)."""
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
    """A new folder for this process alone, removed when it ends."""
    try:
        made = Path(tempfile.mkdtemp(prefix="houseway-"))
    except OSError:
        return None
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:  # not by a process that was forked from it
            shutil.rmtree(made, ignore_errors=True)

    atexit.register(remove)
    return _own(made, levels=1)


# An entry


def _place(name: str, depends: Any) -> tuple[Path, bytes] | None:
    """The file for this question, and the question as the file has it."""
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
    """The bytes of a file that is ours alone."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            ours = found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE
            return file.read() if stat.S_ISREG(found.st_mode) and ours else None
    except OSError:
        return None


def _write(path: Path, data: bytes) -> None:
    """Written aside and moved, so that nobody reads half of it."""
    aside = None
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent)
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(aside, path)
    except OSError:
        if aside is not None:
            Path(aside).unlink(missing_ok=True)
