"""More than one machine: the same numbered chunks, played by the workers of a Dask cluster. The digits are the same."""

from __future__ import annotations

import functools
import json
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np

from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.law import BadInput, Rules, Submission, judge
from houseway.simulate.playing import Play
from houseway.simulate.submitted import Asked

WAIT_SECONDS = 10
RETRIES = 100  # a worker that dies costs time, never rounds


class Cluster(Executor):
    """A scheduler's workers in the place of local threads."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise BadInput("--on needs Dask: install houseway[cluster]") from None
        try:
            self._client: Any = Client(address, timeout=WAIT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            right = "start one with `dask scheduler` and give its address, like tcp://host:8786"
            raise BadInput(f"--on {address}: no scheduler answers there ({error}); {right}") from None
        try:
            self._client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise BadInput(f"--on {address}: the scheduler has no workers; start some with `dask worker`") from None

    def player(self, game: AnyGame, rules: Rules, asked: Asked) -> Play:
        """What a worker is sent: the submission itself, so that it compiles the same tables."""
        seats = json.dumps([[list(each.bets.items()), each.strategy, each.name] for each in asked.sitting])
        return functools.partial(play_remotely, game.id, json.dumps(rules.as_data()), seats, asked.seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """One chunk to some worker; played again by another one where that one is lost."""
        future: Future[Any] = self._client.submit(fn, *args, retries=RETRIES, pure=True, **kwargs)
        return future

    def workers(self) -> int:
        """How many threads there are on the cluster."""
        return int(sum(self._client.nthreads().values()))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster to others."""
        del wait, cancel_futures
        self._client.close()


def play_remotely(
    game_id: str, submission: str, seats: str, seed: str, chunk: int, rounds: int
) -> np.ndarray[Any, Any]:
    """On a worker: one chunk of a run, from its submission alone."""
    from houseway.equipment.streams import stream

    counts: np.ndarray[Any, Any] = _prepared(game_id, submission, seats).play(stream(seed, chunk), rounds)
    return counts


@functools.lru_cache(maxsize=8)
def _prepared(game_id: str, submission: str, seats: str) -> Any:
    from houseway.games import find_game
    from houseway.simulate.prepare import prepare

    game = find_game(game_id)
    found = judge(game.chapter, game.id, Submission(game_id, json.loads(submission)), game.checks, game.check_together)
    assert found.rules is not None, found.findings
    sitting = tuple(Sitting(dict(bets), strategy, name) for bets, strategy, name in json.loads(seats))
    return prepare(game, found.rules, sitting)[0]
