"""Two service processes on one PostgreSQL database against one: the CPU time of a command.

    python benchmarks/service/processes.py [--commands 40] [--repeat 3] [--tables 200] [--folder DIR]

The same tables and commands each time, in one process or half in each of two, one form after the other. Counted is what the
services and the processes that write for them use; the goal is at most 1.15 times that of one. The server's own is reported.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import multiprocessing
import os
import statistics
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from houseway.service.pit import Pit
from houseway.store.database import open_database
from houseway.store.keys import Keys
from houseway.store.process_writer import ProcessWriter
from service.commands import WARM, run_loop
from service.durable_stores import Place, place
from service.scripted_rounds import Script, games, hosted, play, received, script

GOAL = 1.15
TICK = 1 / os.sysconf("SC_CLK_TCK")


def cpu_of(process: int) -> float:
    """Seconds of a process and of the children that it waited for."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) * TICK


def server_cpu() -> float:
    """Seconds of all processes of PostgreSQL here, with those that have ended."""
    found = 0.0
    for each in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if each.name.isdigit() and (each / "comm").read_text().strip() == "postgres":
                found += cpu_of(int(each.name))
    return found


def scripts_of(names: list[str], commands: int) -> dict[str, Script]:
    """The commands of each table."""
    return {name: script(name.rpartition("-")[0], commands) for name in names}


def served(pipe: Connection, address: str, keys: Keys, names: list[str], commands: int, number: int) -> None:
    """A service process: it plays at its tables when it is told to, and says how much CPU time that took."""
    scripts, database = scripts_of(names, commands), open_database(address)

    async def played() -> float:
        pit = Pit.open(database, keys, apart=True)
        for name in names:
            await pit.take(name)
        warming = f"{WARM}-{number}"
        await pit.take(warming)
        await play(pit, warming, received(script("roulette", 12).rounds))
        stop = asyncio.Event()
        keeping = asyncio.create_task(pit.keep(stop))
        assert isinstance(pit.writer, ProcessWriter)
        both = (os.getpid(), pit.writer.process.pid)
        pipe.send("ready")
        await asyncio.to_thread(pipe.recv)
        gc.collect()
        before = sum(map(cpu_of, both))
        await asyncio.gather(*(play(pit, name, received(each.rounds)) for name, each in scripts.items()))
        used = sum(map(cpu_of, both)) - before
        stop.set()
        await keeping
        pit.close()
        return used

    pipe.send(run_loop(played()))
    database.close()


@dataclass(frozen=True, slots=True)
class Used:
    """Microseconds of CPU time a command."""

    services: float
    server: float


def measured(at: Place, names: list[str], commands: int, processes: int) -> Used:
    """Play at all tables of a new pit, with so many processes."""
    keys, address, scripts = Keys.new(), at.address(), scripts_of(names, commands)
    database = open_database(address)

    async def opened() -> None:
        pit = Pit.open(database, keys)
        await asyncio.gather(*(hosted(pit, name, each) for name, each in scripts.items()))
        for number in range(processes):
            await hosted(pit, f"{WARM}-{number}", script("roulette", 12))
        pit.close()

    run_loop(opened())
    database.close()
    context = multiprocessing.get_context("spawn")
    running: list[tuple[SpawnProcess, Connection]] = []
    for number in range(processes):
        here, there = context.Pipe()
        given = (there, address, keys, names[number::processes], commands, number)
        process = context.Process(target=served, args=given)
        process.start()
        running.append((process, here))
    for _, pipe in running:
        assert pipe.recv() == "ready"
    before = server_cpu()
    for _, pipe in running:
        pipe.send("go")
    used = sum(pipe.recv() for _, pipe in running)
    of_server = server_cpu() - before
    for process, _ in running:
        process.join()
    count = sum(len(each.rounds) for each in scripts.values())
    return Used(used / count * 1e6, of_server / count * 1e6)


def main() -> None:
    """Run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--commands", type=int, default=40, help="at each table")
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--repeat", type=int, default=3)
    asked.add_argument("--folder")
    given = asked.parse_args()
    names = [f"{name}-{n}" for n in range(-(-given.tables // len(games()))) for name in games()][: given.tables]
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'µs CPU a command':<20}{'one process':>14}{'two':>9}{'ratio':>8}{'server, one':>14}{'two':>9}")
    ratios = []
    with place("postgresql", given.folder) as at:
        for number in range(given.repeat):
            one, two = (measured(at, names, given.commands, processes) for processes in (1, 2))
            ratios.append(two.services / one.services)
            print(
                f"run {number + 1:<16}{one.services:>14.0f}{two.services:>9.0f}{ratios[-1]:>8.2f}"
                f"{one.server:>14.0f}{two.server:>9.0f}",
                flush=True,
            )
    ratio = statistics.median(ratios)
    print(f"ratio {ratio:.2f}, at most {GOAL}: {'holds' if ratio <= GOAL else 'MISSES'}; load {os.getloadavg()[0]:.1f}")
    sys.exit(0 if ratio <= GOAL else 1)


if __name__ == "__main__":
    main()
