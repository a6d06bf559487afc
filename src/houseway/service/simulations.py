"""Live simulations for pages: rounds in growing chunks with figures after each; a run stops when nobody reads it any more."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houseway.core import AnyGame
from houseway.law import BadInput, Rules
from houseway.service.problems import Problem, not_found

if TYPE_CHECKING:  # compiled code is loaded at the first simulation
    from houseway.simulate.request import Request

MOST_ROUNDS = 200_000_000
MOST_AT_ONCE = 4
LONGEST = 90.0  # seconds of play
FORGOTTEN = 6.0  # seconds without a reader
TICK = 0.12  # seconds between two figures, so that a viewer sees them converge
FIRST_ROUNDS, GROWTH, SHORT = 50, 1.3, 0.5
WAGERS = 12  # the most wagers in a chart


@dataclass(slots=True, eq=False)
class SimulationRun:
    """One run of a simulation, with its figures after each chunk."""

    id: str
    game: AnyGame
    rules: Rules
    asked: Request
    looked: float
    clock: Callable[[], float] = time.monotonic
    state: str = "preparing"  # then running, then done, stopped or failed
    problem: str = ""
    rounds: int = 0
    wagers: list[dict[str, Any]] = field(default_factory=list)
    trail: list[dict[str, Any]] = field(default_factory=list)  # for each chunk: rounds, and mean and error by wager
    stopping: bool = False

    @property
    def over(self) -> bool:
        """Whether the run has ended."""
        return self.state not in ("preparing", "running")

    def run(self) -> None:
        """Play until the rounds are played, the time is up, or nobody reads the figures."""
        from houseway.simulate.request import RefusedWager

        try:
            self._play()
        except (BadInput, RefusedWager) as refused:
            self.problem, self.state = str(refused), "failed"
        except Exception as error:
            self.problem, self.state = f"the simulation failed ({type(error).__name__})", "failed"
            raise

    def _play(self) -> None:
        from houseway.simulate.chunks import chunk_player
        from houseway.simulate.figures import figures
        from houseway.simulate.prepare import begin

        kernel, exact = begin(self.game, self.rules, self.asked.sitting)
        play, size, chunk = chunk_player(kernel, self.asked.seed), FIRST_ROUNDS, 0
        order = {wager: n for n, wager in enumerate(self.game.law.catalogue(self.rules))}
        counts, began = None, self.clock()
        while self.rounds < self.asked.rounds:
            now = self.clock()
            if self.stopping or now - self.looked > FORGOTTEN or now - began > LONGEST:
                self.state = "stopped"
                return
            size = min(size, self.asked.rounds - self.rounds)
            more = play(chunk, size)
            counts = more if counts is None else counts + more
            chunk, self.rounds = chunk + 1, self.rounds + size
            tallies = sorted(kernel.tallies(counts), key=lambda each: order.get(each.wager, len(order)))
            found = [figures(each, exact.now()) for each in tallies]
            self.wagers = [each.as_json() for each in found]
            point = {each.id: [each.mean, each.standard_error] for each in found[:WAGERS]}
            self.trail.append({"rounds": self.rounds, "of": point})
            self.state = "running"  # the first chunk compiles what it needs
            took = self.clock() - now
            if took < SHORT:
                size = int(size * GROWTH) + 1
            time.sleep(max(0.0, TICK - took))
        self.state = "done"

    def as_json(self, since: int = 0) -> dict[str, Any]:
        """The run as plain values, with the trail from point `since` on."""
        return {
            "id": self.id,
            "game": self.game.id,
            "edition": self.rules.edition.id,
            "submission": self.rules.digest,
            "seed": self.asked.seed,
            "bets": dict(self.asked.sitting[0].bets),
            "strategy": self.asked.sitting[0].strategy,
            "state": self.state,
            "problem": self.problem or None,
            "rounds": self.rounds,
            "rounds_asked": self.asked.rounds,
            "round": self.game.present.chance_word,
            "wagers": self.wagers,
            "points": len(self.trail),
            "trail": self.trail[since:],
        }


class Simulations:
    """The live simulations of a process; each has an unguessable id."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._runs: dict[str, SimulationRun] = {}

    def start(self, game: AnyGame, rules: Rules, asked: Request) -> SimulationRun:
        """Start a simulation; raises a problem if too many are running."""
        now = self._clock()
        self._runs = {name: run for name, run in self._runs.items() if not run.over or now - run.looked < 60}
        if sum(not run.over for run in self._runs.values()) >= MOST_AT_ONCE:
            raise Problem("too-many", "other simulations are running", right="wait 10 s", headers={"Retry-After": "10"})
        run = SimulationRun(secrets.token_urlsafe(12), game, rules, asked, now, self._clock)
        self._runs[run.id] = run
        threading.Thread(target=run.run, daemon=True, name="houseway-simulation").start()
        return run

    def look(self, name: str) -> SimulationRun:
        """A simulation that is running or ended recently; reading it keeps it running."""
        run = self._runs.get(name)
        if run is None:
            raise not_found()
        run.looked = self._clock()
        return run

    def stop(self, name: str) -> None:
        """Stop a simulation."""
        self.look(name).stopping = True
