"""Compares a journal with its signed checkpoints, to find lines that were cut off, computed anew or replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from houseway.records.journal_reader import Flaw
from houseway.records.merkle import Peaks, leaf_hash

AT_ONCE = 512  # leaves


@dataclass(frozen=True, slots=True, order=True)
class CheckpointClaim:
    """A checkpoint's entry for a journal. `kept`: the checkpoint was kept elsewhere, not in the records themselves."""

    size: int
    root: str
    head: str
    name: str
    kept: bool = False


@dataclass(slots=True)
class Witness:
    """Takes the lines of a journal one by one, and compares the tree over them with the checkpoints."""

    said: list[CheckpointClaim]
    kept_only: bool = False  # only checkpoints that were kept elsewhere count
    flaws: list[Flaw] = field(default_factory=list)
    size: int = 0
    proven: int = 0  # number of lines up to the last checkpoint that the journal extends
    peaks: Peaks = field(default_factory=Peaks)
    _leaves: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.said = sorted(set(self.said), reverse=True)

    def take(self, line: bytes) -> None:
        """Take the next line."""
        self._leaves.append(leaf_hash(line))
        self.size += 1
        if len(self._leaves) >= AT_ONCE or (self.said and self.said[-1].size == self.size):
            self._join()
            while self.said and self.said[-1].size <= self.size:
                self._compare(self.said.pop())

    def _join(self) -> None:
        self.peaks, self._leaves = self.peaks.extended(self._leaves), []

    def _compare(self, said: CheckpointClaim) -> None:
        if said.size != self.size or said.root != self.peaks.root.hex():
            wrong = f"does not extend {said.name}: lines up to here were changed, replaced, removed or inserted since"
            self.flaws.append(Flaw(self.size, wrong, "tampered"))
        elif said.kept or not self.kept_only:
            self.proven = said.size

    def end(self) -> Peaks:
        """Finish, and return the whole tree; a checkpoint with more lines is a flaw."""
        self._join()
        for said in reversed(self.said):
            if said.size == self.size:
                self._compare(said)
                continue
            wrong = f"the journal has {self.size} lines, and {said.name} has {said.size}: its end was cut off"
            self.flaws.append(Flaw(self.size + 1, wrong, "tampered"))
        self.said = []
        if self.flaws and self.proven > self.flaws[0].line:
            self.proven = 0
        return self.peaks

    @property
    def tail(self) -> int:
        """The number of lines that no checkpoint proves."""
        return self.size - self.proven


def witnessed(lines: Iterable[bytes], said: list[CheckpointClaim], kept_only: bool = False) -> Witness:
    """Compare all lines of a journal with checkpoints."""
    found = Witness(said, kept_only)
    for line in lines:
        found.take(line)
    found.end()
    return found
