"""Python processes that start warm: a server loads what takes long once, and forks for each call.

Houseway itself is loaded in each call, under the environment of that call. `BUILT_IN_GAMES` has loaded the built-in games, too,
but not the module that finds games: a call reads `HOUSEWAY_GAMES` as a new process does.
A test about how an interpreter starts (encodings, flags, what gets imported) needs `subprocess` instead.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import houseway

TERMINAL = "import numpy, orjson, rich.console, rich.table, typer, typer.main"
NUMBA = "import numba, numpy; numba.njit(lambda number: number + 1)(1)"  # the first function takes longest
BUILT_IN_GAMES = f"""
{TERMINAL}
import sys
sys.path.insert(1, {str(Path(houseway.__file__).parent.parent)!r})
import houseway.games
houseway.games.games()
del sys.modules["houseway.games"], houseway.games, sys.path[1]
"""
_SERVER = """
import atexit, gc, json, os, sys, threading, traceback
gc.freeze()
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if child == 0:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    os._exit(0)
call = json.loads(line)
for number, file in enumerate((os.devnull, call["out"], call["err"])):
    opened = os.open(file, os.O_RDWR)
    os.dup2(opened, number)
    os.close(opened)
os.environ.clear()
os.environ.update(call["environment"])
os.chdir(call["folder"])
sys.path[1:1] = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
sys.argv[1:] = call["arguments"]
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


@functools.cache
def _server(before: str) -> subprocess.Popen[str]:
    """The server that has run this; it ends with the test process."""
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    server = subprocess.Popen(
        [sys.executable, "-c", before + _SERVER],
        env={**environment, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(_end, server)
    return server


def _end(server: subprocess.Popen[str]) -> None:
    server.communicate()  # it reads the end of its input, and ends


def warm_python(
    before: str, code: str, *arguments: str, environment: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """What `python -c code arguments` does in this environment, in a process that has run `before` already."""
    server = _server(before)
    assert server.stdin is not None and server.stdout is not None
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        call = {
            "code": code, "arguments": arguments, "environment": dict(environment), "folder": str(folder or Path.cwd()),
            "out": out.name, "err": err.name,
        }  # fmt: skip
        server.stdin.write(json.dumps(call) + "\n")
        server.stdin.flush()
        ended = server.stdout.readline()
        assert ended, "the server has ended"
        return subprocess.CompletedProcess((), int(ended), out.read().decode(), err.read().decode())
