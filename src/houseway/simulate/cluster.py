"""More than one machine: the same numbered chunks, played by the workers of a Dask cluster. The digits are the same."""

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
from houseway.law.showing import shortened
from houseway.simulate.chunks import Play
from houseway.simulate.request import Request

WAIT_SECONDS = 10  # for workers
KNOCK_SECONDS = 3.0  # for somebody who listens
GREET_SECONDS = 5.0  # for a scheduler's greeting
ADDRESS = re.compile(r"(?:tcp://)?(?P<host>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(?P<port>[0-9]{1,5})")
START = "start one with `dask scheduler` and give its address, like tcp://host:8786"
LOOK_SECONDS = 2.0  # how often it is looked whether anybody still plays
ALONE_SECONDS = 60.0  # so long a run waits for a worker, where none is left
RETRIES = 100  # a worker that dies costs time, never rounds


class Cluster(Executor):
    """A scheduler's workers in the place of local threads."""

    def __init__(self, address: str, where: str = "cluster") -> None:
        self.address, self.where, self._alone = address, where, 0.0
        try:
            from distributed import Client
        except ImportError:
            raise BadInput(f"{where} needs Dask: install houseway[cluster]") from None
        _knock(address, where)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong there is told here, in a sentence
        try:
            with ThreadPoolExecutor(1) as aside:  # a notebook has a loop of its own in this thread
                aside.submit(asyncio.run, _greet(address)).result()
            self._client: Any = Client(address, timeout=WAIT_SECONDS, set_as_default=False)
        except Exception as error:  # whatever listens there, it may answer anything
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise BadInput(f"{where} {address}: no scheduler answers there ({shortened(why)}); {START}") from None
        try:
            self._client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise BadInput(f"{where} {address}: the scheduler has no workers; start some with `dask worker`") from None

    def player(self, game: AnyGame, rules: Rules, asked: Request) -> Play:
        """What a worker is sent: the submission itself, so that it compiles the same tables."""
        seats = json.dumps([[list(each.bets.items()), each.strategy, each.name] for each in asked.sitting])
        return functools.partial(play_remotely, game.id, json.dumps(rules.as_data()), seats, asked.seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """One chunk to some worker; played again by another one where that one is lost."""
        return Lent(self, self._client.submit(fn, *args, retries=RETRIES, pure=True, **kwargs))

    def look(self) -> None:
        """Is anybody there who could still play? After some time without a worker the run is over."""
        if self._client.status == "running" and self.workers():
            self._alone = 0.0
        elif not self._alone:
            self._alone = time.monotonic()
        elif time.monotonic() - self._alone >= ALONE_SECONDS:
            raise self.lost(f"no worker has been there for {ALONE_SECONDS:.0f} seconds")

    def lost(self, why: str) -> BadInput:
        """What is said when nobody plays any more."""
        right = "start workers and run it again; with a checkpoint it goes on where it stopped"
        return BadInput(f"{self.where} {self.address}: {why}; {right}")

    def workers(self) -> int:
        """How many threads there are on the cluster."""
        return int(sum(self._client.nthreads().values()))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster to others."""
        del wait, cancel_futures
        self._client.close()


def _knock(address: str, where: str) -> None:
    """Is it an address, and does anybody listen there? Dask itself would try for a long time."""
    parts = ADDRESS.fullmatch(address)
    if parts is None or not 0 < int(parts["port"]) < 1 << 16:
        raise BadInput(f"{where} {quoted(address)}: is no address of a scheduler; write it like tcp://host:8786")
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), KNOCK_SECONDS).close()
    except (OSError, UnicodeError) as error:  # a host's name may be none
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{where} {address}: nobody listens there ({why}); {START}") from None


async def _greet(address: str) -> None:
    """Exchange greetings as Dask does, but not for longer than we want: its client waits for them without end."""
    from distributed.comm import connect

    comm = await asyncio.wait_for(connect(address, timeout=GREET_SECONDS), GREET_SECONDS)
    comm.abort()


class Lent(Future[Any]):
    """A chunk that is out: waits for it as long as there are workers."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        super().__init__()
        self._cluster, self._out = cluster, future

    def result(self, timeout: float | None = None) -> Any:
        """The counts, from whichever worker lives long enough."""
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
    """On a worker: one chunk of a run, from its submission alone."""
    from houseway.numerics.streams import stream

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
