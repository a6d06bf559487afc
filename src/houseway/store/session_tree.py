"""The Merkle tree over one session's journal, computed from few of its lines: snapshots store the peaks of the tree.

A peak is the root over 2^k lines that begin at a multiple of 2^(k+1), so every left half of a part of the tree was once a peak.
Of a right half, only the last lines must be read. A verifier compares a proof with a signed checkpoint, so a changed snapshot
can only make a proof fail; it cannot make a false proof succeed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from sqlalchemy import select

from houseway.law.inputs import read_json
from houseway.records.merkle import EMPTY, Peaks, leaf_hash, node_hash, root_of
from houseway.records.proofs import split_of
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import heads, snapshots
from houseway.store.session_lines import SessionLines, about
from houseway.store.snapshots import LARGEST

BLOCK = 1024  # lines read at once; a power of two


@dataclass(slots=True)
class SessionTree:
    """The tree of a session; without keys, snapshots cannot be read, so more lines are."""

    database: Database
    keys: Keys | None
    table_id: str
    session: int
    block: int = BLOCK
    lines_read: int = 0
    _sizes: list[int] | None = None
    _peaks: dict[int, Peaks] = field(default_factory=dict)
    _leaves: dict[int, list[bytes]] = field(default_factory=dict)  # by block number
    _roots: dict[tuple[int, int], bytes] = field(default_factory=dict)

    def root(self, start: int, end: int) -> bytes:
        """The root over the lines from `start` up to but excluding `end`."""
        if start == end:
            return EMPTY
        part = (start, end)
        if part not in self._roots:
            self._roots[part] = self._root(start, end)
        return self._roots[part]

    def _root(self, start: int, end: int) -> bytes:
        size = end - start
        if size <= self.block and start // self.block == (end - 1) // self.block:
            leaves, first = self._leaves_of(start // self.block), start % self.block
            assert len(leaves) >= first + size, f"the journal has no line {end - 1}"
            return root_of(leaves[first : first + size])
        if size & (size - 1) == 0 and start % (2 * size) == 0:
            peak = self._peak(start, size)
            if peak is not None:
                return peak
        middle = split_of(start, end)
        return node_hash(self.root(start, middle), self.root(middle, end))

    def _leaves_of(self, block: int) -> list[bytes]:
        if block not in self._leaves:
            first = block * self.block
            lines = SessionLines(self.database, self.table_id, self.session, first, first + self.block - 1)
            self._leaves[block] = [leaf_hash(line) for line in lines.rows()]
            self.lines_read += len(self._leaves[block])
        return self._leaves[block]

    def _peak(self, start: int, size: int) -> bytes | None:
        """The root over `size` lines from `start`, if it is among the stored peaks; otherwise None."""
        sizes = self._stored()
        at = bisect_left(sizes, start + size)
        if at == len(sizes) or sizes[at] >= start + 2 * size:
            return None
        peaks = self._read(sizes[at])
        return None if peaks is None else peaks.hashes[(sizes[at] // (2 * size)).bit_count()]

    def _stored(self) -> list[int]:
        """The numbers of lines at which peaks are stored."""
        if self._sizes is None:
            of, head = snapshots.c, heads.c
            mine = select(head.size, head.peaks).where(head.table_id == self.table_id, head.session == self.session)
            query = select(of.size).where(of.table_id == self.table_id, of.session == self.session)
            with self.database.read() as connection:
                end = connection.execute(mine).one()
                found = [] if self.keys is None else list(connection.execute(query).scalars())
            self._peaks[int(end.size)] = Peaks.unpacked(int(end.size), bytes(end.peaks))
            self._sizes = sorted({int(end.size), *map(int, found)})
        return self._sizes

    def _read(self, size: int) -> Peaks | None:
        if size not in self._peaks:
            assert self.keys is not None
            of = snapshots.c
            query = select(of.body).where(of.table_id == self.table_id, of.session == self.session, of.size == size)
            with self.database.read() as connection:
                body = bytes(connection.execute(query).scalar_one())
            shown = self.keys.shown(body, about("snapshot", self.table_id, self.session, size)).decode()
            packed = bytes.fromhex(read_json(shown, "a snapshot", LARGEST)["peaks"])
            self._peaks[size] = Peaks.unpacked(size, packed)
        return self._peaks[size]
