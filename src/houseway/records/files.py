"""Files for records: never opened through a link, never overwritten, and checked for changes by others."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from houseway.law import BadInput

NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
THERE = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
OURS_ALONE = "make it private (chmod 600) if you are sure that nobody else has read it"


class RecordLost(BadInput):
    """A record of a running table was removed, replaced or changed by another process."""


class HeldFile:
    """A file held open for appending. If another process changes it, nothing more is written."""

    def __init__(self, path: Path, descriptor: int, size: int = 0) -> None:
        self.path, self.descriptor, self.size = path, descriptor, size
        self._where, self._lost = path.absolute(), ""

    def check(self) -> None:
        """Raise RecordLost if the file was replaced or changed by another process."""
        if not self._lost:
            self._lost = self._changed()
        if self._lost:
            raise RecordLost(f"{self.path}: {self._lost}; the table stops here, and nothing more is recorded")

    def _changed(self) -> str:
        try:
            there, ours = os.stat(self._where, follow_symlinks=False), os.fstat(self.descriptor)
        except OSError:
            return "was removed while the table was open"
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            return "was replaced by another file while the table was open"
        if ours.st_size != self.size:
            return f"has {ours.st_size} bytes but should have {self.size}: another process changed it"
        return ""

    def append(self, data: bytes) -> None:
        """Write bytes to disk and sync; on an error, restore the previous end."""
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self.descriptor, data[written:], self.size + written)
            os.fsync(self.descriptor)
        except OSError as error:
            self.cut()
            why = f"could not be written ({error.strerror}); the command was not recorded and changed nothing"
            raise BadInput(f"{self.path}: {why}") from error
        self.size += len(data)

    def cut(self) -> None:
        """Cut off everything after the last good byte."""
        try:
            os.ftruncate(self.descriptor, self.size)
            os.fsync(self.descriptor)
        except OSError as error:
            self._lost = f"could not be cut back to {self.size} bytes ({error.strerror})"

    def tail(self) -> bytes:
        """The bytes after the last good byte."""
        return os.pread(self.descriptor, os.fstat(self.descriptor).st_size - self.size, self.size)

    def close(self) -> None:
        """Close the file."""
        os.close(self.descriptor)


def refuse_others(path: Path, descriptor: int) -> None:
    """Raise BadInput if a file is not a regular, private file of this user."""
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_mode & 0o077 or about.st_nlink > 1:
        raise BadInput(f"{path}: is not private to you, so others may know its content; {OURS_ALONE}")


def put_aside(path: Path, data: bytes) -> None:
    """Append bytes to a private file, created if missing; raise BadInput if others could read it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        right = "move the existing file away; nothing has changed"
        raise BadInput(f"{path}: cannot be written ({error.strerror}); {right}") from error
    try:
        refuse_others(path, descriptor)
        left = memoryview(data)
        while left:
            left = left[os.write(descriptor, left) :]
        os.fsync(descriptor)
    except OSError as error:
        raise BadInput(f"{path}: could not be written ({error.strerror}); nothing else has changed") from error
    finally:
        os.close(descriptor)


def put_torn_aside(file: HeldFile) -> None:
    """Move the bytes after the good end of a file to FILE.torn."""
    torn = file.tail()
    if torn:
        put_aside(torn_path(file.path), torn)
        file.cut()


def torn_path(path: Path) -> Path:
    """The file for torn bytes of a record."""
    return path.with_name(path.name + ".torn")


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new file in it survives a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
