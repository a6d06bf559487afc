"""Simulate rounds by the billion, record every wager, and show the exact figure next to the simulated one."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from houseway.core import AnyGame
from houseway.core.kernel import Kernel
from houseway.law import Rules
from houseway.numerics.seeding import stream
from houseway.simulate.chunks import FinishedRun, Progress, chunk_player, run, shorter_runs, so_far
from houseway.simulate.figures import Figures, figures
from houseway.simulate.prepare import Told, begin, best_played, chunk_of
from houseway.simulate.preview import BY_RULES, by_rules
from houseway.simulate.request import RefusedWager, Request, seated
from houseway.simulate.sessions import Followed, Player, Sessions, play_sessions

WARM = 1001  # rounds
Heard = Callable[
    [int, Callable[[], tuple[Figures, ...]]], None
]  # rounds so far, and a function that returns the figures so far
Preview = Callable[[tuple[Figures, ...], int], None]  # figures of rounds that are not part of the run, and how many

__all__ = [
    "Figures",
    "Interrupted",
    "Played",
    "RefusedWager",
    "Request",
    "Simulation",
    "seated",
    "simulate",
    "with_sessions",
]


@dataclass(frozen=True, slots=True)
class Simulation:
    """The request, the rounds played, and the result of each wager."""

    game: AnyGame
    rules: Rules
    asked: Request
    played: FinishedRun
    wagers: tuple[Figures, ...]
    trail: tuple[tuple[int, tuple[Figures, ...]], ...]  # the figures after some of the rounds
    round_word: str
    sessions: tuple[Sessions, ...] = ()
    rounds_per_hour: int = 60
    note: str = ""  # how the figures differ in meaning from the exact ones
    interrupted: bool = False  # fewer rounds or sessions than requested

    def __repr__(self) -> str:
        played = f"{self.played.rounds:,} {self.round_word}s, {len(self.wagers)} wagers"
        return f"<Simulation of {self.game.title}, {self.rules.edition.id}: {played}>"

    def as_json(self) -> dict[str, Any]:
        """The run as plain values."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "seed": self.asked.seed,
            "seats": len(self.asked.sitting),
            "strategy": self.strategy,
            **({"players": self._players()} if self.named else {}),
            "round": self.round_word,
            "rounds": self.played.rounds,
            "interrupted": self.interrupted,
            **({"rounds_asked": self.asked.rounds} if self.interrupted else {}),
            "seconds": self.played.seconds,
            "rounds_per_second": self.played.rounds_per_second,
            "wagers": [each.as_json() for each in self.wagers],
            **({"note": self.note} if self.note else {}),
            **(self._sessions() if self.sessions else {}),
        }

    @property
    def named(self) -> bool:
        """Are players reported separately?"""
        return any(each.name for each in self.asked.sitting)

    @property
    def strategy(self) -> str | None:
        """The strategy of all seats; None if they differ, or if there is no choice."""
        found = {each.strategy for each in self.asked.sitting}
        return found.pop() if len(found) == 1 else None

    @property
    def hold_per_hour(self) -> float:
        """The house's win from all seats in an hour, in cents, while everybody plays."""
        return sum(each.player.seats * each.hold_per_hour(self.rounds_per_hour) for each in self.sessions)

    def _players(self) -> list[dict[str, Any]]:
        return [
            {"name": each.name, "seats": seats, "strategy": each.strategy, "bets": dict(each.bets)}
            for each, seats in self.asked.players
        ]

    def _sessions(self) -> dict[str, Any]:
        rows = [each.as_json(self.rounds_per_hour) for each in self.sessions]
        return {"sessions": rows, "hold_per_hour_cents": self.hold_per_hour}


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, after some rounds: `so_far` has their figures."""

    def __init__(self, so_far: Simulation) -> None:
        super().__init__(f"interrupted after {so_far.played.rounds:,} of {so_far.asked.rounds:,} rounds")
        self.so_far = so_far


def simulate(
    game: AnyGame, rules: Rules, asked: Request, threads: int = 0, checkpoint: Any = None, heard: Heard | None = None,
    told: Told | None = None, cluster: Any = None, preview: Preview | None = None, charted: bool = False,
) -> Simulation:  # fmt: skip
    """Play the request; `checkpoint` resumes from a file, `cluster` plays the chunks on other machines.

    `heard`, `told` and `preview` report progress: rounds played, automata compiled, and preview rounds during compilation.
    `charted`: give the trail enough points for a chart, whatever the number of rounds. Ctrl-C raises `Interrupted`.
    """
    kernel, exact = begin(game, rules, asked.sitting, told)
    places = _warm(kernel, game, rules, asked, preview)
    progress = (
        checkpoint.resume(asked.rounds, places) if checkpoint is not None else Progress(chunk=chunk_of(game, rules))
    )
    kept = checkpoint.keep if checkpoint is not None else None
    play, pool = here, _ = chunk_player(kernel, asked.seed), None
    if cluster is not None:
        play, pool, threads = cluster.player(game, rules, asked), cluster, cluster.workers()
    order = {wager: n for n, wager in enumerate(game.law.catalogue(rules))}

    def rows(counts: Any) -> tuple[Figures, ...]:
        found = sorted(kernel.tallies(counts), key=lambda tally: (tally.sitting, order.get(tally.wager, len(order))))
        return tuple(figures(tally, exact.now(), asked.sitting[tally.sitting].name) for tally in found)

    def each_chunk(done: int, counts: Any) -> None:
        if heard is not None:
            heard(done, lambda: rows(counts))

    def result(played: FinishedRun, interrupted: bool) -> Simulation:
        counts = (*(shorter_runs(here, played.rounds, progress.chunk) if charted else ()), *played.trail)
        trail, word = tuple((at, rows(each)) for at, each in counts), kernel.round_word
        note = getattr(kernel, "note", "")
        return Simulation(
            game, rules, asked, played, rows(played.counts), trail, word, note=note, interrupted=interrupted
        )

    began, first = time.perf_counter(), progress.reached.chunks
    try:
        played = run(play, asked.rounds, threads, progress, each_chunk, kept, pool)
    except KeyboardInterrupt:
        partly = so_far(progress, first, time.perf_counter() - began)
        if partly is None:
            raise
        raise Interrupted(result(partly, interrupted=True)) from None
    finally:
        if checkpoint is not None:
            checkpoint.write(progress)
    exact.wait()
    return result(played, interrupted=False)


def _warm(kernel: Kernel, game: AnyGame, rules: Rules, asked: Request, preview: Preview | None) -> int:
    """Compile the kernel, or load it from disk, before timing starts; meanwhile play some preview rounds by the rules.

    Returns how many numbers a chunk's result has.
    """
    with ThreadPoolExecutor(1) as aside:
        ready = aside.submit(kernel.play, stream("warm", 0), getattr(kernel, "warm_rounds", WARM))
        if preview is not None and game.simulate is not None and game.simulate.kernel is not None:
            sitting = best_played(game, rules, asked.sitting)
            for rounds, rows in enumerate(islice(by_rules(game, rules, sitting), BY_RULES), 1):
                preview(rows, rounds)
                if ready.done():
                    break
        return len(ready.result())


def with_sessions(
    done: Simulation, players: list[Player], session: int, rounds_per_hour: int, threads: int = 0,
    followed: Followed | None = None,
) -> Simulation:  # fmt: skip
    """Play as many rounds again as sessions of each player; Ctrl-C raises `Interrupted` with the sessions so far."""
    game, rules, asked = done.game, done.rules, done.asked
    found = tuple(Sessions(player, session) for player in players)
    interrupted = False
    try:
        kernel, _ = begin(game, rules, asked.sitting)
        play_sessions(kernel, found, rules, asked.rounds, asked.seed, threads, followed)
    except KeyboardInterrupt:
        interrupted = True
    whole = found if all(each.results.count for each in found) else ()
    done = replace(done, sessions=whole, rounds_per_hour=rounds_per_hour, interrupted=interrupted)
    if interrupted:
        raise Interrupted(done)
    return done
