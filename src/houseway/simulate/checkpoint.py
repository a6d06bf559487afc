"""Checkpoints: the progress of a run in a file, from which it resumes and ends with the same digits."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from houseway.cache import code_digest
from houseway.core import AnyGame
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.law.inputs import read_json, read_text, shown
from houseway.money import dollars
from houseway.simulate.chunks import CHUNK, Progress, Reached
from houseway.simulate.prepare import chunk_of
from houseway.simulate.request import Request

FORM = 4
EVERY_SECONDS = 5.0
MOST_BYTES = 1 << 26  # of a checkpoint's file


def fingerprint(game: AnyGame, rules: Rules, asked: Request) -> dict[str, str | int]:
    """Everything that must match to resume a run: all but the number of rounds.

    It includes the program, because the counts mean nothing without its tables. An unknown program matches no other.
    """
    sitting = [each for each, _ in asked.players]
    bets = "; ".join(" ".join(f"{wager}={dollars(cents)}" for wager, cents in each.bets.items()) for each in sitting)
    return {
        "form": FORM, "chunk": chunk_of(game, rules) or CHUNK, "game": game.id, "edition": rules.edition.id,
        "submission": rules.digest,
        "players": "; ".join(each.name for each in sitting if each.name),
        "seats": "; ".join(str(seats) for _, seats in asked.players), "bets": bets,
        "strategy": "; ".join(each.strategy or "" for each in sitting), "seed": asked.seed,
        "program": code_digest() or f"unknown {secrets.token_hex(8)}",
    }  # fmt: skip


@dataclass(slots=True)
class RunCheckpoint:
    """A file that is written from time to time during a run, and at the end."""

    path: Path
    about: dict[str, str | int]
    written: float = float("-inf")  # write after the first chunk, to report a write error early

    def resume(self, rounds: int, places: int | None = None) -> Progress:
        """The progress in the file, or a fresh start if there is no file; the file of a different run is an error.

        `places`: how many numbers a result of this run has, if known.
        """
        size = int(self.about.get("chunk", CHUNK))
        if not os.path.lexists(self.path):
            return Progress(chunk=size)
        text = read_text(self.path, "a checkpoint", MOST_BYTES)
        data = read_json(text, f"{self.path}: this is not a checkpoint", MOST_BYTES)
        try:
            about, chunks = dict(data["about"]), _number(data["chunks"])
            whole = data.pop("digest", None) == _digest(data)
            counts = np.array([_number(n) for n in data["counts"]], np.int64) if chunks else None
            trail = tuple((_number(at), tuple(_number(n) for n in each)) for at, each in data["trail"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"{self.path}: this is not a checkpoint ({error}); name another file") from None
        for key, value in self.about.items():
            if about.get(key) != value:
                differs = f"{key} is {_short(about.get(key))}, not {_short(value)}"
                right = "name another file, or repeat the settings of that run"
                raise BadInput(f"{self.path}: a checkpoint of another run: {differs}; {right}")
        if not whole:
            raise BadInput(f"{self.path}: its digest does not match, so it was edited or damaged; name another file")
        if chunks * size > rounds:
            raise BadInput(f"{self.path}: it has {chunks * size:,} rounds already, more than {rounds:,}; ask for more")
        lengths = {len(each) for each in (counts, *(each for _, each in trail)) if each is not None}
        if places is not None and lengths - {places}:
            raise BadInput(f"{self.path}: it does not have {places:,} counts as this run does; name another file")
        return Progress(Reached(chunks, counts, trail), size)

    def keep(self, progress: Progress) -> None:
        """Write the file if some seconds have passed."""
        if time.monotonic() - self.written >= EVERY_SECONDS:
            self.write(progress)

    def write(self, progress: Progress) -> None:
        """Write a new file, then rename it over the old one: an interruption leaves one of them intact."""
        reached = progress.reached
        counts = [] if reached.counts is None else [int(n) for n in reached.counts]
        data: dict[str, Any] = {"about": self.about, "chunks": reached.chunks, "counts": counts, "trail": reached.trail}
        data["digest"] = _digest(data)
        aside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            with aside.open("w") as file:
                file.write(json.dumps(data))
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self.path)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise BadInput(f"{self.path}: the checkpoint cannot be written ({error.strerror})") from None
        self.written = time.monotonic()


def _number(value: object) -> int:
    """A count of rounds, chunks or results."""
    if type(value) is not int or not 0 <= value < 2**62:
        raise ValueError(f"{shown(value)} is not a count")
    return value


def _digest(data: dict[str, Any]) -> str:
    """Digest of everything else in the file: it detects damage and careless edits, not forgery."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _short(value: object) -> str:
    """A value, short enough to read."""
    text = shown(value)
    return text if len(text) <= 100 else f"{text[:99]}…"
