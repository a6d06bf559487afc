"""Play numbered chunks on all cores and add them up in order. Seed and rounds fix every digit, wherever the chunks are played."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from houseway.core.kernel import Kernel
from houseway.numerics.seeding import stream

CHUNK = 1 << 22  # rounds
TOGETHER = 8  # chunks that a thread gets at a time
SHORT_SECONDS = 0.01  # if each takes less than this
GROWTH = 1.2  # intermediate results are kept at chunk numbers that grow by this factor
SHOWN_SPAN = 1000  # a chart starts at a thousandth of the rounds
SHOWN_POINTS = 40  # and has this many steps
Array = np.ndarray[Any, Any]
Play = Callable[[int, int], Array]  # (chunk, rounds) -> counts
Heard = Callable[[int, Any], None]  # (rounds so far, counts so far)


@dataclass(frozen=True, slots=True)
class Reached:
    """The sum of whole chunks, and the intermediate results."""

    chunks: int = 0
    counts: Array | None = None
    trail: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (rounds, counts)

    def and_one(self, counts: Array, size: int) -> Reached:
        """The progress plus one chunk of this many rounds."""
        chunks = self.chunks + 1
        total = counts if self.counts is None else self.counts + counts
        if chunks < GROWTH * (self.trail[-1][0] // size if self.trail else 0):
            return Reached(chunks, total, self.trail)
        return Reached(chunks, total, (*self.trail, (chunks * size, tuple(int(n) for n in total))))


@dataclass(slots=True)
class Progress:
    """The state of a run in progress; it changes in one assignment, so an interruption never sees a partial change."""

    reached: Reached = field(default_factory=Reached)
    chunk: int = 0  # rounds in a chunk of this run; 0: as usual

    @property
    def size(self) -> int:
        """Rounds in a chunk."""
        return self.chunk or CHUNK


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A finished run."""

    rounds: int
    seconds: float
    counts: Array
    trail: tuple[tuple[int, Array], ...]
    played_rounds: int  # in these seconds: fewer than `rounds` if a checkpoint was resumed

    @property
    def rounds_per_second(self) -> float:
        """The speed of the run."""
        return self.played_rounds / self.seconds if self.seconds else 0.0


def so_far(progress: Progress, first: int, seconds: float) -> FinishedRun | None:
    """The result of an interrupted run that started at chunk `first`; None if no chunk is complete."""
    reached = progress.reached
    if reached.counts is None:
        return None
    rounds = reached.chunks * progress.size
    trail = [(at, np.array(counts, np.int64)) for at, counts in reached.trail if at < rounds]
    played = (reached.chunks - first) * progress.size
    return FinishedRun(rounds, seconds, reached.counts, (*trail, (rounds, reached.counts)), played)


def shorter_runs(play: Play, rounds: int, chunk: int = 0) -> tuple[tuple[int, Array], ...]:
    """Results of runs with the same seed and fewer rounds, within the first chunk, for charts."""
    low, high = max(2, rounds // SHOWN_SPAN), min(rounds, chunk or CHUNK)
    steps = (low * (rounds / low) ** (n / SHOWN_POINTS) for n in range(SHOWN_POINTS))
    return tuple((at, play(0, at)) for at in sorted({round(at) for at in steps}) if at < high)


def chunk_player(kernel: Kernel, seed: str) -> Play:
    """A function that plays any chunk by its number."""

    def play(chunk: int, rounds: int) -> Array:
        counts: Array = kernel.play(stream(seed, chunk), rounds)
        return counts

    return play


def run(
    play: Play, rounds: int, threads: int = 0, since: Progress | None = None, heard: Heard | None = None,
    kept: Callable[[Progress], None] | None = None, pool: Executor | None = None,
) -> FinishedRun:  # fmt: skip
    """Play all chunks of this many rounds, except those that `progress` already has."""
    progress = since or Progress()
    began, first = time.perf_counter(), progress.reached.chunks
    size = progress.size
    whole, rest = divmod(rounds, size)
    workers = threads or os.cpu_count() or 1
    own = pool is None
    executor = pool or ThreadPoolExecutor(workers)
    try:
        for counts in _in_order(executor, play, range(first, whole), size, 2 * workers, own):
            progress.reached = reached = progress.reached.and_one(counts, size)
            if heard is not None:
                heard(reached.chunks * size, reached.counts)
            if kept is not None:
                kept(progress)
        last = play(whole, rest) if rest else None
    finally:
        if own:
            executor.shutdown(cancel_futures=True)
    so_far = progress.reached.counts
    total = so_far if last is None else last if so_far is None else so_far + last
    assert total is not None
    trail = [(at, np.array(counts, np.int64)) for at, counts in progress.reached.trail if at < rounds]
    return FinishedRun(
        rounds, time.perf_counter() - began, total, (*trail, (rounds, total)), rounds - min(first, whole) * size
    )


def _in_order(executor: Executor, play: Play, chunks: range, size: int, most: int, own: bool) -> Iterator[Array]:
    """Results in the order of the chunks, with no more than `most` tasks under way.

    Our own threads get several short chunks at a time; otherwise they would spend too much time waiting for work.
    """
    waiting: deque[Future[list[Array]]] = deque()
    at, together = chunks.start, 1

    def some(first: int, number: int) -> list[Array]:
        nonlocal together
        began = time.perf_counter()
        found = [play(chunk, size) for chunk in range(first, first + number)]
        if time.perf_counter() - began < SHORT_SECONDS * number:
            together = TOGETHER
        return found

    if not own:
        yield from _one_by_one(executor, play, chunks, size, most)
        return
    while at < chunks.stop or waiting:
        while at < chunks.stop and len(waiting) < most:
            number = min(together, chunks.stop - at)
            waiting.append(executor.submit(some, at, number))
            at += number
        yield from waiting.popleft().result()


def _one_by_one(executor: Executor, play: Play, chunks: range, size: int, most: int) -> Iterator[Array]:
    waiting: deque[Future[Array]] = deque()
    for chunk in chunks:
        waiting.append(executor.submit(play, chunk, size))
        if len(waiting) >= most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
