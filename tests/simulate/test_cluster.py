"""The same digits on a real Dask cluster of several processes, one of which is killed while it plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.games import load
from houseway.law import BadInput
from houseway.simulate import Request, chunks, seated, simulate

pytest.importorskip("distributed")

from houseway.simulate.checkpoint import RunCheckpoint, fingerprint
from houseway.simulate.cluster import Cluster

CHUNK = 1 << 22
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def started(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own. The first test kills one, the second those that are left."""
    tmp_path = tmp_path_factory.mktemp("cluster")
    file = tmp_path / "scheduler.json"
    common = ("--scheduler-file", str(file))
    scheduler = started("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", *common)
    found = [
        started("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard",
                "--local-directory", str(tmp_path), *common)
        for _ in range(2)
    ]  # fmt: skip
    try:
        yield str(file), found
    finally:
        for process in (*found, scheduler):
            process.kill()
            process.wait()


def address_in(file: str) -> str:
    for _ in range(300):
        try:
            return str(json.loads(Path(file).read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise AssertionError("the scheduler did not start")


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_costs_time_and_no_rounds(workers: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    file, processes = workers
    game, rules = load("craps", ["odds.multiple=5"])
    asked = Request(seated({"pass": 1000, "odds:pass": 2000, "come": 500}), 4 * CHUNK + 12_345, "cluster")
    killed: list[int] = []

    def kill_one(rounds: int, _counts: Any) -> None:
        if not killed and rounds >= CHUNK:
            processes[0].kill()
            killed.append(rounds)

    cluster = Cluster(address_in(file))
    try:
        spread = simulate(game, rules, asked, heard=kill_one, cluster=cluster)
    finally:
        cluster.shutdown()
    alone = simulate(game, rules, asked, threads=1)
    assert killed and processes[0].wait() != 0
    assert spread.wagers == alone.wagers
    assert spread.played.rounds == asked.rounds
    assert chunks.CHUNK == CHUNK


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_when_all_workers_die_the_run_ends_and_nothing_is_lost(
    workers: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.simulate.cluster.ALONE_SECONDS", 2.0)
    monkeypatch.setattr("houseway.simulate.cluster.LOOK_SECONDS", 0.5)
    file, processes = workers
    game, rules = load("craps")
    asked = Request(seated({"pass": 1000}), 10**12, "alone")
    kept = tmp_path / "run.json"

    def kill_all(rounds: int, _look: Any) -> None:
        if rounds == 5 * CHUNK:
            for process in processes:
                process.kill()

    cluster = Cluster(address_in(file))
    try:
        with pytest.raises(BadInput, match="no worker for 2 seconds; .*with a checkpoint"):
            simulate(game, rules, asked, checkpoint=RunCheckpoint(kept, fingerprint(game, rules, asked)), heard=kill_all,
                     cluster=cluster)  # fmt: skip
    finally:
        cluster.shutdown()
    chunks = json.loads(kept.read_text())["chunks"]
    assert chunks >= 5
    more = replace(asked, rounds=(chunks + 2) * CHUNK)
    resumed = simulate(game, rules, more, checkpoint=RunCheckpoint(kept, fingerprint(game, rules, more)))
    assert resumed.wagers == simulate(game, rules, more).wagers
    assert resumed.played.played_rounds == 2 * CHUNK


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_an_unreachable_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.simulate.cluster.WAIT_SECONDS", 1)
    with pytest.raises(BadInput, match="nothing listens there"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="is not the address of a scheduler"):
        Cluster("nonsense://x")
