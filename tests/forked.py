"""Run tests in forked processes: `pytest --forks 3`.

Importing and collecting all tests takes eight seconds, and twice as long where nothing has been compiled to bytecode yet. Workers
that collect by themselves repeat that. Here one process collects, and its workers are copies of it. A worker takes one file after
another, since the tests of a file share slow fixtures. The tests of the pages have a worker of their own: while their browser
is open, an event loop runs in its thread. The first worker begins with the tests that wait for disks, databases and other
processes, so that they do not all wait at the same time; the other workers end with these.
"""

from __future__ import annotations

import atexit
import mmap
import os
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any

import pytest

APART = Path(__file__).parent / "pages"
WAITING = tuple(
    Path(__file__).parent / name for name in ("service", "store")
)  # their tests often leave a processor idle
WIDTH = 4  # bytes of a number
NOTHING = 2 ** (8 * WIDTH) - 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """The number of workers."""
    parser.addoption("--forks", type=int, default=0, metavar="N", help="run the tests in N forked processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in workers, if that was asked for."""
    forks = session.config.getoption("forks")
    if not forks or session.testsfailed or session.config.option.collectonly or not hasattr(os, "fork"):
        return None
    _Run(session).run(forks)
    return True


Tests = Sequence[pytest.Item]


def _waits(item: pytest.Item) -> bool:
    return any(item.path.is_relative_to(folder) for folder in WAITING)


class _Queue:
    """Groups of tests that several processes take from: their numbers, in a pipe."""

    def __init__(self, groups: Sequence[Tests]) -> None:
        self._groups = groups
        self._numbers, end = os.pipe()
        os.write(end, b"".join(number.to_bytes(WIDTH, "big") for number in range(len(groups))))
        os.close(end)

    def take(self) -> Tests:
        """The next group; nothing if there is none."""
        number = os.read(self._numbers, WIDTH)
        return self._groups[int.from_bytes(number, "big")] if number else ()


@dataclass(frozen=True)
class _Queues:
    """The groups of one queue after the other."""

    queues: tuple[_Queue, ...]

    def take(self) -> Tests:
        """The next group; nothing if there is none."""
        return next((group for each in self.queues if (group := each.take())), ())


@dataclass
class _Worker:
    """A process that runs tests, as the process that started it sees it."""

    number: int
    pid: int
    reports: Connection


@dataclass
class _Run:
    """One run: what all processes share, and what the first process has heard."""

    session: pytest.Session
    reported: set[str] = field(default_factory=set)
    ends: list[str] = field(default_factory=list)

    def run(self, forks: int) -> None:
        """Start the workers, pass on what they report, and report every test that they did not get to."""
        items = self.session.items
        pages = [item for item in items if item.path.is_relative_to(APART)]
        rest = [item for item in items if not item.path.is_relative_to(APART)]
        files = [list(found) for _, found in groupby(rest, lambda item: item.path)]
        waiting, busy = [_Queue([file for file in files if _waits(file[0]) is waits]) for waits in (True, False)]
        queues = [_Queues((waiting, busy)), *[_Queues((busy, waiting))] * (forks - 1)]
        queues += [_Queues((_Queue([pages]),))] if pages else []
        # Which test each worker runs; the last number: whether they shall stop
        self.running = memoryview(mmap.mmap(-1, WIDTH * (len(queues) + 1))).cast("I")
        self.folder = self.session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        workers = [self._start(number, queue) for number, queue in enumerate(queues)]
        try:
            self._listen({worker.reports: worker for worker in workers})
        finally:
            self.running[-1] = True
            for worker in workers:
                worker.reports.close()
                os.waitpid(worker.pid, 0)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)
        why = "; ".join(self.ends)
        for item in items:
            if item.nodeid not in self.reported:
                self._failed(item, f"not run: {why}")
                why = "for the same reason as the first one"

    def _listen(self, workers: dict[Any, _Worker]) -> None:
        while workers:
            for ready in wait(list(workers)):
                try:
                    told = workers[ready].reports.recv()
                except EOFError:
                    self._ended(workers.pop(ready))
                    continue
                if isinstance(told, str):
                    self.ends.append(told)
                else:
                    self._pass_on(*told)
            if self.session.shouldfail or self.session.shouldstop:
                self.running[-1] = True

    def _pass_on(self, nodeid: str, location: tuple[str, int | None, str], reports: list[dict[str, Any]]) -> None:
        config, hook = self.session.config, self.session.config.hook
        self.reported.add(nodeid)
        hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
        for each in reports:
            hook.pytest_runtest_logreport(report=hook.pytest_report_from_serializable(config=config, data=each))
        hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)

    def _ended(self, worker: _Worker) -> None:
        """A worker that ends while it runs a test has died of it."""
        number = self.running[worker.number]
        if number != NOTHING:
            item = self.session.items[number]
            self.ends.append(f"a worker died during {item.nodeid}")
            self._failed(item, "the worker died during this test")

    def _failed(self, item: pytest.Item, why: str) -> None:
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")
        data = self.session.config.hook.pytest_report_to_serializable(config=self.session.config, report=report)
        self._pass_on(item.nodeid, item.location, [data])

    # In a worker

    def _start(self, number: int, queue: _Queues) -> _Worker:
        self.running[number] = NOTHING
        reports, out = Pipe(duplex=False)
        pid = os.fork()
        if pid:
            out.close()
            return _Worker(number, pid, reports)
        try:
            self._work(number, queue, out)
        except BaseException:  # an interrupt, or a mistake here
            out.send(traceback.format_exc())
        finally:
            out.close()
            os._exit(0)  # the rest belongs to the first process

    def _work(self, number: int, queue: _Queues, out: Connection) -> None:
        atexit._clear()  # what the first process has registered is its own
        config = self.session.config
        for name in ("terminalreporter", "terminalprogress"):
            if config.pluginmanager.has_plugin(name):
                config.pluginmanager.unregister(name=name)
        capture: Any = config.pluginmanager.get_plugin("capturemanager")
        capture.stop_global_capturing()  # copies of one file would share its position
        capture.start_global_capturing()
        capture.suspend_global_capture()
        config._tmp_path_factory._basetemp = self.folder / f"{number}"  # type: ignore[attr-defined]
        (self.folder / f"{number}").mkdir(mode=0o700)
        noted = _Noted(config)
        config.pluginmanager.register(noted)
        places = {id(item): place for place, item in enumerate(self.session.items)}
        for item, following in self._taken(queue):
            self.running[number] = places[id(item)]
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            out.send((item.nodeid, item.location, noted.reports))
            noted.reports = []
        self.running[number] = NOTHING
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()

    def _taken(self, queue: _Queues) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
        """Tests and their successors. A file is taken when the last test of the one before begins."""
        file = queue.take()
        while file:
            following: Tests = ()
            for place, item in enumerate(file, 1):
                following = queue.take() if place == len(file) and not self._stops() else ()
                after = (*file[place : place + 1], *following[:1])
                stops = self._stops()
                yield item, None if stops or not after else after[0]
                if stops:
                    return
            file = following

    def _stops(self) -> bool:
        return bool(self.running[-1] or self.session.shouldfail or self.session.shouldstop)


@dataclass(eq=False)
class _Noted:
    """The reports of the test that runs, as plain values."""

    config: pytest.Config
    reports: list[dict[str, Any]] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note it."""
        self.reports.append(self.config.hook.pytest_report_to_serializable(config=self.config, report=report))
