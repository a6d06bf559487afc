"""More than one machine: the workers of a Dask cluster play the same numbered chunks. The digits are the same."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import re
import socket
import time
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.law import BadInput, Rules, Submission
from houseway.law.inputs import quoted
from houseway.law.safe_text import shortened
from houseway.simulate.chunks import Play
from houseway.simulate.request import Request

WAIT_SECONDS = 10  # for workers
KNOCK_SECONDS = 3.0  # for a connection
GREET_SECONDS = 5.0  # for a scheduler's greeting
ADDRESS = re.compile(r"(?:tcp://)?(?P<host>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(?P<port>[0-9]{1,5})")
START = "start one with `dask scheduler` and give its address, like tcp://host:8786"
LOOK_SECONDS = 2.0  # between checks for workers
ALONE_SECONDS = 60.0  # how long a run waits for a worker if none is left
RETRIES = 100  # a worker that dies costs time, never rounds


class Cluster(Executor):
    """A scheduler's workers instead of local threads."""

    def __init__(self, address: str, where: str = "cluster") -> None:
        self.address, self.where, self._alone = address, where, 0.0
        try:
            from distributed import Client
        except ImportError:
            raise BadInput(f"{where} needs Dask: install houseway[cluster]") from None
        _knock(address, where)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report its errors ourselves, in one sentence
        try:
            with ThreadPoolExecutor(1) as aside:  # a notebook has its own event loop in this thread
                aside.submit(asyncio.run, _greet(address)).result()
            self._client: Any = Client(address, timeout=WAIT_SECONDS, set_as_default=False)
        except Exception as error:  # an unknown server may answer anything
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise BadInput(f"{where} {address}: no scheduler answers there ({shortened(why)}); {START}") from None
        try:
            self._client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise BadInput(f"{where} {address}: the scheduler has no workers; start some with `dask worker`") from None

    def player(self, game: AnyGame, rules: Rules, asked: Request) -> Play:
        """The task for a worker: it includes the submission, so that the worker compiles the same tables."""
        seats = json.dumps([[list(each.bets.items()), each.strategy, each.name] for each in asked.sitting])
        return functools.partial(play_remotely, game.id, json.dumps(rules.as_data()), seats, asked.seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send one chunk to a worker; if that worker is lost, another one plays it."""
        return Lent(self, self._client.submit(fn, *args, retries=RETRIES, pure=True, **kwargs))

    def look(self) -> None:
        """Check that there are workers; after some time without any, the run ends with an error."""
        if self._client.status == "running" and self.workers():
            self._alone = 0.0
        elif not self._alone:
            self._alone = time.monotonic()
        elif time.monotonic() - self._alone >= ALONE_SECONDS:
            raise self.lost(f"no worker for {ALONE_SECONDS:.0f} seconds")

    def lost(self, why: str) -> BadInput:
        """The error for a run that has lost its workers."""
        right = "start workers and run it again; with a checkpoint it continues where it stopped"
        return BadInput(f"{self.where} {self.address}: {why}; {right}")

    def workers(self) -> int:
        """The number of threads on the cluster."""
        return int(sum(self._client.nthreads().values()))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect; the cluster keeps running."""
        del wait, cancel_futures
        self._client.close()


def _knock(address: str, where: str) -> None:
    """Check that it is an address and that something listens there. Dask itself would try for a long time."""
    parts = ADDRESS.fullmatch(address)
    if parts is None or not 0 < int(parts["port"]) < 1 << 16:
        raise BadInput(f"{where} {quoted(address)}: is not the address of a scheduler; write it like tcp://host:8786")
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), KNOCK_SECONDS).close()
    except (OSError, UnicodeError) as error:  # the host name may be invalid
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{where} {address}: nothing listens there ({why}); {START}") from None


async def _greet(address: str) -> None:
    """Exchange greetings as Dask does, but with a timeout: its own client waits forever."""
    from distributed.comm import connect

    comm = await asyncio.wait_for(connect(address, timeout=GREET_SECONDS), GREET_SECONDS)
    comm.abort()


class Lent(Future[Any]):
    """A chunk on a worker; it waits for the result while there are workers."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        super().__init__()
        self._cluster, self._out = cluster, future

    def result(self, timeout: float | None = None) -> Any:
        """The counts, from whichever worker finishes."""
        del timeout
        while True:
            try:
                return self._out.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                self._cluster.look()
            except (CancelledError, asyncio.CancelledError, OSError) as error:
                raise self._cluster.lost(f"the scheduler is gone ({type(error).__name__})") from None


def play_remotely(
    game_id: str, submission: str, seats: str, seed: str, chunk: int, rounds: int
) -> np.ndarray[Any, Any]:
    """On a worker: play one chunk of a run, given only its submission."""
    from houseway.numerics.seeding import stream

    counts: np.ndarray[Any, Any] = _prepared(game_id, submission, seats).play(stream(seed, chunk), rounds)
    return counts


@functools.lru_cache(maxsize=8)
def _prepared(game_id: str, submission: str, seats: str) -> Any:
    from houseway.games import find_game, rules_for
    from houseway.simulate.prepare import prepare

    game = find_game(game_id)
    found = rules_for(game, Submission(game_id, json.loads(submission)))
    assert found.rules is not None, found.findings
    sitting = tuple(Sitting(dict(bets), strategy, name) for bets, strategy, name in json.loads(seats))
    return prepare(game, found.rules, sitting)[0]
