"""Python processes that start warm: a server loads what takes long once, and forks for each call.

There is one server of a kind for all workers of a run; the first that needs it starts it. `TERMINAL` and `NUMBA` load nothing of
Houseway: it is loaded in each call, under the environment of that call. `BUILT_IN_GAMES` has loaded the built-in games, too,
but not the module that finds games: a call reads `HOUSEWAY_GAMES` as a new process does. `PROGRAM` has loaded all that the verbs
and the service use, for calls without games from outside.
A test about how an interpreter starts (encodings, flags, hash seeds, what gets imported) needs `subprocess` instead.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Self

import houseway

SOURCE = str(Path(houseway.__file__).parent.parent)
TERMINAL = "import numpy, orjson, rich.console, rich.table, typer, typer.main"
NUMBA = "import numba, numpy; numba.njit(lambda number: number + 1)(1)"  # the first function takes longest
BUILT_IN_GAMES = f"""
{TERMINAL}
import sys
sys.path.insert(1, {SOURCE!r})
import houseway.games
houseway.games.games()
del sys.modules["houseway.games"], houseway.games, sys.path[1]
"""
PROGRAM = f"""
{TERMINAL}
import importlib, pkgutil, sys
import alembic.command, argon2, fastapi, psycopg, sqlalchemy, uvicorn
sys.path.insert(1, {SOURCE!r})
import houseway, houseway.cli, houseway.games
for package in ("cli", "odds", "records", "service", "simulate", "store", "table"):
    inside = importlib.import_module("houseway." + package)
    for module in pkgutil.walk_packages(inside.__path__, inside.__name__ + "."):
        if ".migrations." not in module.name:
            importlib.import_module(module.name)
houseway.games.games()
"""
_SERVER = """
import atexit, fcntl, gc, json, os, random, selectors, shutil, signal, socket, sys, termios, threading, traceback
gc.collect()
gc.freeze()
listening, alive, folder = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]), sys.argv[3]
woken, wakes = os.pipe()
os.set_blocking(wakes, False)
signal.set_wakeup_fd(wakes)
signal.signal(signal.SIGCHLD, lambda *_: None)
chosen = selectors.DefaultSelector()
for each in (listening, alive, woken):
    chosen.register(each, selectors.EVENT_READ)
callers = {}
child = None
while child != 0:
    ready = {key.fd for key, _ in chosen.select()}
    if alive in ready:  # every process of the run has ended
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
    if woken in ready:
        os.read(woken, 4096)
        while callers:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                break
            caller = callers.pop(ended)
            try:
                caller.send(str(os.waitstatus_to_exitcode(status)).encode())
            except OSError:  # it does not wait
                pass
            caller.close()
    if listening.fileno() in ready:
        caller, _ = listening.accept()
        text, given, _, _ = socket.recv_fds(caller, 1 << 20, 16)
        child = os.fork()
        if child:
            callers[child] = caller
            caller.send(str(child).encode())
            for each in given:
                os.close(each)
signal.set_wakeup_fd(-1)
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
for each in (woken, wakes, alive, chosen, listening, caller, *callers.values()):
    os.close(each) if isinstance(each, int) else each.close()
call = json.loads(text)
if call["leads"]:
    os.setsid()
apart = [fcntl.fcntl(each, fcntl.F_DUPFD, 50) for each in given]  # beyond those that they shall become
for each in given:
    os.close(each)
for number, each in enumerate(apart):
    os.dup2(each, number)
    os.close(each)
if call["leads"]:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
    wrong, buffered = ("backslashreplace", 1) if number == 2 else ("strict", -1)
    setattr(sys, name, open(number, mode, buffered, encoding="utf-8", errors=wrong, closefd=False))
if call["environment"].get("PYTHONUNBUFFERED"):
    sys.stdout.reconfigure(write_through=True)
os.environ.clear()
os.environ.update(call["environment"])
os.chdir(call["folder"])
random.seed()
sys.path[1:1] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
sys.argv[:] = ["-c", *call["arguments"]]
status = 0
try:
    exec(compile(call["code"], "<string>", "exec"), {"__name__": "__main__"})
except SystemExit as left:
    if isinstance(left.code, str):
        print(left.code, file=sys.stderr)
    status = 1 if isinstance(left.code, str) else left.code or 0
except BaseException:
    traceback.print_exc()
    status = 1
threading._shutdown()
atexit._run_exitfuncs()
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)  # an interpreter that takes down what was loaded beforehand needs longer than most calls
"""
# Made when the tests are collected, so that all workers have both: a pipe whose end tells a server that all of them have ended,
# and where they find it.
_ALIVE, _OURS = os.pipe()
_STARTED: list[subprocess.Popen[bytes]] = []
_PLACE = f"{tempfile.gettempdir()}/houseway-warm-{secrets.token_hex(8)}"


@functools.cache
def _server(before: str) -> str:
    """The address of the server that has run this; it ends with the test processes."""
    folder = Path(f"{_PLACE}-{hashlib.sha256(before.encode()).hexdigest()[:8]}")
    folder.mkdir(mode=0o700, exist_ok=True)
    address = str(folder / "calls")
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not Path(address).exists():
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
                listening.bind(address)
                listening.listen(64)
                _start(before, listening.fileno(), str(folder))
    return address


def _start(before: str, listening: int, folder: str) -> None:
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "HOUSEWAY_GAMES", "HOUSEWAY_CACHE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    server = subprocess.Popen(
        [sys.executable, "-c", before + _SERVER, str(listening), str(_ALIVE), folder],
        env={**environment, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(listening, _ALIVE),
        start_new_session=True,  # an interrupt at the keyboard is for the tests
    )
    _STARTED.append(server)  # it ends after this process


class WarmProcess:
    """A process that a server has forked, used like a `subprocess.Popen`."""

    def __init__(self, address: str, call: Mapping[str, object], descriptors: Sequence[int]) -> None:
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server.connect(address)
        socket.send_fds(self._server, [json.dumps(call).encode()], descriptors)
        self.pid = int(self._server.recv(100))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                stream.close()
        self.wait()

    def poll(self) -> int | None:
        """The exit status; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status."""
        if self.returncode is None:
            if not select.select([self._server], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            ended = self._server.recv(100)
            assert ended, "the server has ended"
            self.returncode = int(ended)
            self._server.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def start_warm(
    before: str,
    code: str,
    *arguments: str,
    environment: Mapping[str, str],
    descriptors: Sequence[int],
    folder: Path | None = None,
    leads: bool = False,
) -> WarmProcess:
    """Start `python -c code arguments` in a process that has run `before` already.

    `descriptors` become its standard input, output and error, and 3, 4 and so on. `leads`: a session whose terminal is its
    standard input.
    """
    call = {
        "code": code, "arguments": arguments, "environment": dict(environment), "folder": str(folder or Path.cwd()),
        "leads": leads,
    }  # fmt: skip
    return WarmProcess(_server(before), call, descriptors)


def warm_pipes(
    before: str,
    code: str,
    *arguments: str,
    environment: Mapping[str, str],
    pipes: Sequence[str] = ("stdout",),
    folder: Path | None = None,
) -> WarmProcess:
    """The same with pipes to or from these of its streams. Otherwise it has no input, and its output goes where ours goes."""
    ours: dict[str, IO[str]] = {}
    with ExitStack() as theirs:
        given = [theirs.enter_context(open(os.devnull)).fileno(), 1, 2]
        for number, (name, mode) in enumerate((("stdin", "w"), ("stdout", "r"), ("stderr", "r"))):
            if name in pipes:
                reads, writes = os.pipe()
                ours[name] = os.fdopen(writes if name == "stdin" else reads, mode)
                given[number] = reads if name == "stdin" else writes
                theirs.callback(os.close, given[number])
        process = start_warm(before, code, *arguments, environment=environment, descriptors=given, folder=folder)
    process.stdin, process.stdout, process.stderr = map(ours.get, ("stdin", "stdout", "stderr"))
    return process


def warm_python(
    before: str, code: str, *arguments: str, environment: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -c code arguments` in this environment, in a process that has run `before` already."""
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err, open(os.devnull) as nothing:
        given = (nothing.fileno(), out.fileno(), err.fileno())
        process = start_warm(before, code, *arguments, environment=environment, descriptors=given, folder=folder)
        status = process.wait()
        return subprocess.CompletedProcess((), status, Path(out.name).read_text(), Path(err.name).read_text())


_COMMAND = """#!{python} -IS
import json, os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.connect({address!r})
call = {{
    "code": {code!r}, "arguments": sys.argv[1:], "environment": dict(os.environ), "folder": os.getcwd(), "leads": False
}}
socket.send_fds(server, [json.dumps(call).encode()], [0, 1, 2])
server.recv(100)
status = int(server.recv(100))
os._exit(status) if status >= 0 else os.kill(os.getpid(), -status)
"""


def warm_command(folder: Path, name: str, before: str, code: str) -> Path:
    """A command for a shell in this new folder, which does what `python -c code` does in a process that has run `before`."""
    folder.mkdir()
    made = folder / name
    made.write_text(_COMMAND.format(python=sys.executable, address=_server(before), code=code))
    made.chmod(0o700)
    return made
