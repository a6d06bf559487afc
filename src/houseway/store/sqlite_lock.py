"""Finds the process that holds the lock of an SQLite file, and says what to do about it.

Only one process at a time may write to an SQLite file. A process that is stopped inside a transaction (Ctrl-Z, SIGSTOP, a
suspended virtual machine) keeps the lock until it continues or ends; readers are not affected.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from houseway.law.inputs import visible

LOCKS, PROCESSES = Path("/proc/locks"), Path("/proc")
WAL_WRITE_BYTE = 120  # of FILE-shm: locked by the writing process, if there is a write-ahead log
PENDING_BYTE, LAST_BYTE = 0x4000_0000, 0x4000_0000 + 511  # of FILE itself, without a write-ahead log
PROGRAM = "houseway"


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds a lock; `stopped`: it is suspended until somebody continues it."""

    process: int
    name: str
    stopped: bool


def is_locked(error: BaseException) -> bool:
    """Whether SQLite failed because another connection holds the lock."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    code = getattr(original, "sqlite_errorcode", None)
    return (
        isinstance(original, sqlite3.Error)
        and code is not None
        and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    )


def holder_of(path: Path) -> Holder | None:
    """The process that holds the write lock; None if there is none, or if the system does not say.

    This reads the system's list of locks, not the file: opening and closing the file would release this process's own locks.
    """
    wanted = {(_inode(Path(f"{path}-shm")), WAL_WRITE_BYTE, WAL_WRITE_BYTE), (_inode(path), PENDING_BYTE, LAST_BYTE)}
    try:
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        fields = (
            line.split()
        )  # number, kind, ADVISORY or MANDATORY, READ or WRITE, process, device and inode, first byte, last byte
        if len(fields) != 8 or fields[3] != "WRITE" or not fields[6].isdigit() or not fields[7].isdigit():
            continue
        inode = fields[5].rpartition(":")[2]
        if any(inode == file and first <= int(fields[6]) and int(fields[7]) <= last for file, first, last in wanted):
            return _holder(int(fields[4]))
    return None


def _inode(path: Path) -> str:
    try:
        return str(path.stat().st_ino)
    except OSError:
        return ""


def _holder(process: int) -> Holder:
    try:
        arguments = (PROCESSES / str(process) / "cmdline").read_bytes().decode(errors="replace").split("\0")
        state = (PROCESSES / str(process) / "stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return Holder(process, "", False)
    return Holder(process, _name(arguments), state in "Tt")


def _name(arguments: list[str]) -> str:
    """The program and its verb; other arguments may be secret."""
    names = [os.path.basename(each) for each in arguments]
    for place, name in enumerate(names):
        if name == PROGRAM:
            return visible(" ".join(names[place : place + 2]).strip())[:60]
        if name.startswith(f"{PROGRAM}."):
            return f"{PROGRAM}, its writer"
    return visible(names[0])[:60] if names else ""


def locked_words(path: Path) -> str:
    """A message for a locked file: which process holds the lock, and what to do."""
    holder = holder_of(path)
    if holder is None:
        find = f"fuser {visible(str(path))}"
        return f"another process holds its lock ({find} lists the processes); let that process finish, or end it, and try again"
    named = f"process {holder.process}" + (f" ({holder.name})" if holder.name else "")
    if holder.process == os.getpid():
        return f"this process ({holder.process}) is still writing to it; try again"
    if holder.stopped:
        right = f"continue it (kill -CONT {holder.process}) or end it (kill -KILL {holder.process})"
        return f"{named} holds its lock and is stopped inside a transaction; {right}; no record is lost"
    return f"{named} holds its lock; let it finish, or end it, and try again"
