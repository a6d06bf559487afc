"""Durable commands a second through a pit, on one table and on 200 tables of all games, and what limits them.

    python benchmarks/service/commands.py [--store sqlite|postgresql] [--commands 1200] [--repeat 3] [--folder DIR]

Whole rounds: wagers, no more bets, results, choices, settlement. The limits are measured in the same run, with the same rows:
the store's own durable commits by its bare driver, one append a commit and 200 appends a commit, and deciding alone (a table
without records). On one table, the limit is 1 / (time of a commit + time of a decision); on 200 tables the lower of grouped
commits and deciding alone. Goals: 0.7 of each. All of them play a while before the time begins, because new memory and the
first searches for garbage take longer. The bare drivers are Python's sqlite3 and libpq through psycopg: one append is a pipeline
of prepared statements, a group is copied.

One table is measured twice. In the first row, one sender waits for each answer before it sends the next command. In the row
"1, at once", seven players make two wagers each, and all wagers of a window are sent at once. The column "in turn" is a loop
that decides a command and commits its rows by the bare driver, in turn, and does nothing else. It is slower than the limit,
since deciding and committing displace each other from the caches of the processor, and since a disk that was idle for a
moment answers later. The last ratio is ours to that loop.

For 200 tables, the column "beside" is what the machine can do with both at once: one process decides while another one commits
the same rows by the bare driver, in groups of 200. Where two processors share a core or its caches, as those of virtual machines
often do, each is slower beside the other than alone, and no service can reach the limit that was measured alone. The last
ratio is ours to that.

The last columns are microseconds of CPU time a command: deciding alone, the service process, the process that writes for it.
They are steadier than the rates while other programs run: with a core for each process, 200 tables cannot reach more than
deciding / service or deciding / writer of the limit.

The service and deciding alone each have a new process for each measurement, so that neither has the memory that the other parts
of this benchmark leave behind: with the rows of all parts in one process, everything in it takes 5% longer.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

sys.path.insert(0, str(Path(__file__).parent.parent))

from houseway.service.pit import Pit
from houseway.service.running import new_loop
from houseway.store.database import open_database
from houseway.store.garbage_collection import settle
from houseway.store.keys import Keys
from houseway.store.process_writer import ProcessWriter
from houseway.store.writer import Append, Writer
from service.durable_stores import STORES, Place, place, raw_commits
from service.scripted_rounds import SEATS, Received, Script, alone, games, hosted, play, play_together, received, script

TABLES, PLAYERS, GOAL, WARM = 200, 7, 0.7, "warming"
WARM_UP = 60  # commands of each table that are played before the time begins: as many as a table's memory of ids holds
SHARED_TIMES = 24  # 200 tables share as many times the commands of one, so that the last ones play alone only briefly
NEW_PROCESS = multiprocessing.get_context("spawn")
Tables = dict[str, tuple[str, int, int]]  # by id: the game, the commands of its script, its players
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cpu:
    """Seconds of processor time a command."""

    service: float
    writer: float
    deciding: float


@dataclass(frozen=True, slots=True)
class Run:
    """Commands a second: ours, and the limits."""

    ours: float
    single: float
    grouped: float
    deciding: float
    together: float  # commands in a transaction of ours
    in_turn: float  # one table: decisions and bare commits in turn
    beside: float  # many tables: decisions in one process, bare commits in another, at once
    cpu: Cpu

    @property
    def limit_of_one(self) -> float:
        """The rate limit of one table that waits for each commit."""
        return 1 / (1 / self.single + 1 / self.deciding)

    @property
    def limit_of_many(self) -> float:
        """The rate limit of many tables together."""
        return min(self.grouped, self.deciding)


def run_loop(main: Coroutine[Any, Any, Any]) -> Any:
    """Run it in the loop that `houseway serve` uses."""
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        return runner.run(main)


def in_new_process(measure: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The result of a function that a new process calls."""
    with ProcessPoolExecutor(1, NEW_PROCESS) as process:
        return process.submit(measure, *given, **named).result()


def scripts_of(tables: Tables) -> dict[str, Script]:
    """The script of each table."""
    return {table_id: script(game, commands, seats=seats) for table_id, (game, commands, seats) in tables.items()}


def measured(at: Place, tables: Tables, apart: bool, sending: Callable[..., Any] = play) -> Run:
    """Play the scripts at tables of a new pit, all at once, and measure the limits with the same commands and rows."""
    keys, address = Keys.new(), at.address()
    in_new_process(opened, address, keys, tables)
    playing, noting, singly, in_groups, turning, aside = (at.address(address) for _ in range(6))
    seconds, service, writer, transactions = in_new_process(played, at, playing, keys, tables, apart, sending)
    deciding, cpu = in_new_process(decided, tables)
    before, appends = noted(noting, keys, tables)
    count = len(appends)
    part = appends if len(tables) == 1 else appends[:600]  # where it is the limit, as many as we stored ourselves
    at.rest()
    single = len(part) / raw_commits(at.store, singly, part, 1, before)
    at.rest()
    grouped = count / raw_commits(at.store, in_groups, appends, TABLES, before)
    in_turn = decided_and_committed(at.store, turning, tables, before, appends) if len(tables) == 1 else 0.0
    beside = decided_beside_commits(at.store, aside, tables, before, appends) if len(tables) > 1 else 0.0
    used = Cpu(service / count, writer / count, cpu)
    return Run(count / seconds, single, grouped, deciding, count / transactions, in_turn, beside, used)


def opened(address: str, keys: Keys, tables: Tables) -> None:
    """Make a pit with these tables, open for wagers."""
    database = open_database(address)

    async def open_all() -> None:
        pit = Pit.open(database, keys)
        for table_id, each in scripts_of(tables).items():
            await hosted(pit, table_id, each)
        await hosted(pit, WARM, script("roulette", 12))
        pit.close()

    run_loop(open_all())
    database.close()


def played(
    at: Place, address: str, keys: Keys, tables: Tables, apart: bool, sending: Callable[..., Any]
) -> tuple[float, float, float, int]:
    """Play the scripts: the seconds, those of the processor here and in the writer process, and the number of transactions."""
    database, warming, (first, timed) = open_database(address), script("roulette", 12), sent(scripts_of(tables))

    async def play_all() -> tuple[float, float, float, int]:
        pit = Pit.open(database, keys, apart=apart)
        process = pit.writer.process.pid if isinstance(pit.writer, ProcessWriter) else None
        for table_id in (*tables, WARM):
            await pit.take(table_id)
        await play(pit, WARM, received(warming.rounds))
        while isinstance(pit.writer, ProcessWriter) and not pit.writer.ready:
            await asyncio.sleep(0.01)
        await asyncio.gather(*(sending(pit, table_id, each) for table_id, each in first.items()))
        transactions = pit.writer.transactions
        at.rest()
        settle()
        began, cpu, theirs = time.perf_counter(), time.process_time(), cpu_of(process)
        await asyncio.gather(*(sending(pit, table_id, each) for table_id, each in timed.items()))
        seconds, used, theirs = time.perf_counter() - began, time.process_time() - cpu, cpu_of(process) - theirs
        count = pit.writer.transactions - transactions
        pit.close()
        return seconds, used, theirs, count

    result: tuple[float, float, float, int] = run_loop(play_all())
    database.close()
    return result


def sent(scripts: dict[str, Script]) -> tuple[dict[str, list[Received]], dict[str, list[Received]]]:
    """What each table receives before the time begins, and then; senders make their commands before they are measured."""
    first = {table_id: received(each.rounds[:WARM_UP]) for table_id, each in scripts.items()}
    return first, {table_id: received(each.rounds[WARM_UP:], "timed-") for table_id, each in scripts.items()}


def noted(address: str, keys: Keys, tables: Tables) -> tuple[list[Append], list[Append]]:
    """The rows of the scripts, as they are stored: those before the time begins, and the timed ones. Nothing here is timed."""
    database, appends, warmed = open_database(address), list[Append](), list[int]()
    first, timed = sent(scripts_of(tables))

    async def play_all() -> None:
        pit = Pit.open(database, keys)
        for table_id in tables:
            await pit.take(table_id)
        assert isinstance(pit.writer, Writer)
        submit = pit.writer.submit

        def submitted(append: Append) -> None:
            appends.append(append)
            submit(append)

        pit.writer.submit = submitted  # type: ignore[method-assign]
        await asyncio.gather(*(play(pit, table_id, each) for table_id, each in first.items()))
        warmed.append(len(appends))
        await asyncio.gather(*(play(pit, table_id, each) for table_id, each in timed.items()))
        pit.close()

    run_loop(play_all())
    database.close()
    for each in appends:
        each.epoch -= 1  # the other copies were made before this pit took the tables
        each.waiting = None
    return appends[: warmed[0]], appends[warmed[0] :]


def cpu_of(process: int | None) -> float:
    """Seconds of processor time of all threads of a process."""
    tasks = [] if process is None else Path(f"/proc/{process}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in tasks) / 1e9


def decided(tables: Tables, ready: Callable[[], object] = bool) -> tuple[float, float]:
    """Commands a second of tables without records, in the order in which many tables take turns; CPU seconds a command.

    `ready` is called when the tables are ready, right before the time begins.
    """
    playing = [(alone(each), each.rounds) for each in scripts_of(tables).values()]
    for turn in range(WARM_UP):
        for table, commands in playing:
            table.do(commands[turn])
    settle()
    ready()
    began, cpu, count = time.perf_counter(), time.process_time(), 0
    for turn in range(WARM_UP, max(len(commands) for _, commands in playing)):
        for table, commands in playing:
            if turn < len(commands):
                table.do(commands[turn])
                count += 1
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    return count / seconds, used / count


def decided_and_committed(
    store: str, address: str, tables: Tables, before: list[Append], appends: list[Append]
) -> float:
    """Commands a second of one table that only decides and commits rows by the bare driver, in turn."""
    (given,) = scripts_of(tables).values()
    table = alone(given)
    for command in given.rounds[:WARM_UP]:
        table.do(command)
    settle()
    commands = iter(given.rounds[WARM_UP:])
    seconds = raw_commits(store, address, appends, 1, before, lambda: table.do(next(commands)))
    gc.unfreeze()
    return len(appends) / seconds


def decided_beside_commits(
    store: str, address: str, tables: Tables, before: list[Append], appends: list[Append]
) -> float:
    """Commands a second of tables that decide in another process while this one commits the rows by the bare driver."""
    ours, theirs = NEW_PROCESS.Pipe()
    other = NEW_PROCESS.Process(target=decide_when_told, args=(tables, theirs))
    other.start()
    begun = list[float]()

    def begin() -> None:
        if not begun:
            ours.recv()  # the other process is ready, too
            ours.send("begin")
            begun.append(time.perf_counter())

    raw_commits(store, address, appends, TABLES, before, begin)
    committed = len(appends) / (time.perf_counter() - begun[0])
    deciding: float = ours.recv()
    other.join()
    return min(deciding, committed)


def decide_when_told(tables: Tables, other: Connection) -> None:
    """The other process: prepare the tables, wait for the signal, decide, and report the commands a second."""

    def wait() -> None:
        other.send("ready")
        other.recv()

    other.send(decided(tables, wait)[0])


def report(name: str, store: str, runs: list[Run], limit: Callable[[Run], float]) -> bool:
    """Print the medians; return whether the goal is met."""

    def median(of: Callable[[Run], float]) -> float:
        return statistics.median(of(each) for each in runs)

    ratio = median(lambda run: run.ours / limit(run))
    print(
        f"{store:<11}{name:<12}{median(lambda run: run.ours):>8,.0f}{median(lambda run: run.single):>9,.0f}"
        f"{median(lambda run: run.grouped):>9,.0f}{median(lambda run: run.deciding):>10,.0f}{median(limit):>8,.0f}"
        f"{ratio:>7.2f}{'  holds' if ratio >= GOAL else '  MISSES'}{median(lambda run: run.together):>10.1f}{_other_limit(runs)}"
        f"{median(lambda run: run.cpu.deciding) * 1e6:>12.0f}{median(lambda run: run.cpu.service) * 1e6:>9.0f}"
        f"{median(lambda run: run.cpu.writer) * 1e6:>8.0f}",
        flush=True,
    )
    return ratio >= GOAL


def _other_limit(runs: list[Run]) -> str:
    """One table: decisions and commits in turn; many tables: both at once."""
    rates = [(each.ours, each.in_turn or each.beside) for each in runs]
    limit = statistics.median(rate for _, rate in rates)
    return f"{limit:>16,.0f}{statistics.median(ours / rate for ours, rate in rates):>7.2f}"


def main() -> None:
    """Run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--store", choices=STORES, action="append")
    asked.add_argument(
        "--commands", type=int, default=1200, help=f"on one table; 200 tables share {SHARED_TIMES} times as many"
    )
    asked.add_argument("--repeat", type=int, default=3)
    asked.add_argument("--folder", help="where the databases are: a folder on the disk to measure")
    asked.add_argument("--only", choices=("one", "many"))
    asked.add_argument("--within", dest="apart", action="store_false", help="a thread writes, not another process")
    given = asked.parse_args()
    held = True
    each = WARM_UP + max(12, given.commands * SHARED_TIMES // TABLES)
    one: Tables = {"roulette": ("roulette", WARM_UP + given.commands, SEATS)}
    full: Tables = {"roulette": ("roulette", WARM_UP + given.commands, PLAYERS)}
    many: Tables = {f"{name}-{n}": (name, each, SEATS) for n in range(TABLES // len(games())) for name in games()}
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    names = f"{'single':>9}{'grouped':>9}{'deciding':>10}{'limit':>8}{'ratio':>7}{'':8}{'together':>10}"
    names += f"{'in turn, beside':>16}{'ratio':>7}{'µs: decide':>12}{'service':>9}{'writer':>8}"
    print(f"{'store':<11}{'tables':<12}{'ours/s':>8}{names}")
    for store in given.store or STORES:
        with place(store, given.folder) as at:
            if given.only != "many":
                runs = [measured(at, one, given.apart) for _ in range(given.repeat)]
                held &= report("1", store, runs, lambda run: run.limit_of_one)
                runs = [measured(at, full, given.apart, play_together) for _ in range(given.repeat)]
                held &= report("1, at once", store, runs, lambda run: run.limit_of_one)
            if given.only != "one":
                runs = [measured(at, many, given.apart) for _ in range(given.repeat)]
                held &= report(str(len(many)), store, runs, lambda run: run.limit_of_many)
    print(f"load {os.getloadavg()[0]:.1f}")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
