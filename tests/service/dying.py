"""A program whose pits kill themselves at a seam, again and again on one database; the test starts it and reads its output.

    python dying.py ADDRESS KEYS SEED COUNT [apart|here]

It imports everything once, takes the table once so that rules and statements are ready, and forks for each death; the processes
that write are forked by a process that never opened a database (`Nursery`). Each child takes the table, sends what was not
answered before once more, plays on, and kills itself (SIGKILL) at its seam. What it sent and what was answered goes to a pipe.
`apart`: another process writes everything; `here`: there is another process, and what comes alone is written by the service.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from houseway.service import hosted as hosting
from houseway.service.hosted import Expected, Hosted, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import Pit
from houseway.store import process_writer
from houseway.store import writer as writing
from houseway.store.database import Database, open_database
from houseway.store.keys import Keys, load_keys
from houseway.store.postgresql_exchange import Exchange
from houseway.store.process_writer import ProcessWriter
from service.soundness import once

SEAMS = ("before-begin", "after-insert", "after-commit", "before-shown", "after-ack")
TABLE = "casino-war-1"
DIE_TOO: list[int] = []  # other processes that die first
PLAYER, DEALER = Sender("anna", "player"), Sender("deb", "dealer")


def die() -> None:
    for process in (*DIE_TOO, os.getpid()):
        os.kill(process, signal.SIGKILL)


def at_call(function: Callable[..., Any], number: int, *, after: bool) -> Callable[..., Any]:
    """The same function, which kills the process at its n-th call, before or after its work."""
    calls = 0

    def called(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number and not after:
            die()
        result = function(*given, **named)
        if calls == number and after:
            die()
        return result

    return called


def arm(seam: str, number: int) -> None:
    """Prepare the death of this process."""
    match seam:
        case "before-begin":
            writing.Writer._write = at_call(writing.Writer._write, number, after=False)  # type: ignore[method-assign]
            Exchange.store = at_call(Exchange.store, number, after=False)  # type: ignore[method-assign]
        case "after-insert":  # an exchange has sent its commit by then, and has no answer
            writing.store = at_call(writing.store, number, after=True)
            Exchange.store = at_call(Exchange.store, number, after=True)  # type: ignore[method-assign]
        case "before-shown":
            Hosted._show = at_call(Hosted._show, number, after=False)  # type: ignore[method-assign]


class Nursery:
    """A process that forks those that write: they are there at once, and have no file of a database from before."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        if os.fork() == 0:
            self._ours.close()
            self._fork(theirs)
        theirs.close()

    def _fork(self, asked: socket.socket) -> None:
        from service.dying_writer import write  # it imports this module

        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has ended is gone
        while True:
            text, descriptors, _, _ = socket.recv_fds(asked, 4096, 1)
            if not text:
                os._exit(0)
            pid = os.fork()
            if pid == 0:
                asked.close()
                seam, number, service = json.loads(text)
                write(seam, number, service, descriptors[0])
                os._exit(0)
            os.close(descriptors[0])
            asked.send(str(pid).encode())

    def born(self, seam: str, number: int, descriptor: int) -> int:
        """A new process that writes over this descriptor; its number."""
        socket.send_fds(self._ours, [json.dumps([seam, number, os.getpid()]).encode()], [descriptor])
        return int(self._ours.recv(100))


class Born:
    """A process of the nursery, as a service uses it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float = 60) -> None:
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)
        raise subprocess.TimeoutExpired("writing", timeout)


def written_by(nursery: Nursery, seam: str, number: int) -> None:
    """Have the nursery start what writes for this process; with a seam, it dies there and takes this process along."""

    def start(_: Sequence[str], pass_fds: Sequence[int], **__: Any) -> Born:
        return Born(nursery.born(seam, number, pass_fds[0]))

    there = {"Popen": start, "DEVNULL": subprocess.DEVNULL, "TimeoutExpired": subprocess.TimeoutExpired}
    process_writer.subprocess = SimpleNamespace(**there)  # type: ignore[assignment,attr-defined]


def next_command(hosted: Hosted, chance: random.Random) -> tuple[dict[str, Any], Sender]:
    """Something to do next at a table for Casino War."""
    standing = hosted.standing
    match standing.phase:
        case "wagers":
            placed = hosted.game.law.placed(standing.position.state)
            if placed and chance.random() < 0.5:
                return {"do": "no-more-bets"}, DEALER
            return {"do": "wager", "seat": 1, "id": "initial", "cents": 500 * chance.randint(1, 4)}, PLAYER
        case "choices":
            return {"do": "choose", "seat": 1, "choice": chance.choice(("surrender", "go-to-war"))}, PLAYER
    return {"do": "draw"}, DEALER


async def ready(database: Database, keys: Keys) -> None:
    """Take the table once and release it."""
    pit = Pit.open(database, keys, "us")
    await pit.take(TABLE)
    pit.close()
    database.close()


async def play(
    database: Database,
    keys: Keys,
    seed: str,
    seam: str,
    number: int,
    unanswered: Any,
    say: Callable[..., None],
    apart: str,
) -> None:
    """Play until the seam is reached."""
    chance = random.Random(seed)
    pit = Pit.open(database, keys, "us", apart=bool(apart))
    if isinstance(pit.writer, ProcessWriter):
        pit.writer.stores_here, process_writer.PROMPT_SECONDS = apart == "here", 60.0
    await pit.take(TABLE)
    arm(seam, number)
    if seam == "after-commit" and apart != "apart":
        writer: Any = pit.writer._near if isinstance(pit.writer, ProcessWriter) else pit.writer
        writer._tell = at_call(writer._tell, number, after=False)
        Exchange._ended = at_call(Exchange._ended, number, after=False)  # type: ignore[method-assign]
    for count in range(number + 200):
        if unanswered is None:
            command, sender = next_command(await pit.find(TABLE), chance)
            key = f"{seed}-{count}"
        else:
            command, sender, key = unanswered[0], Sender(*unanswered[1]), unanswered[2]
            unanswered = None
        say("sent", [command, [sender.actor, sender.role], key])

        async def sent(key: str, command: dict[str, Any] = command, sender: Sender = sender) -> None:
            given = ReceivedCommand(command, key, "d")
            try:
                answer = await once(pit, TABLE, given, sender, Expected())
            except SuspendedError:  # one that would have been stored with it had been recorded before
                answer = await once(pit, TABLE, given, sender, Expected())
            say("ack", [sender.actor, key, answer.first, answer.last])

        more = chance.randint(0, 3) if command["do"] == "wager" else 0  # wagers that are stored together
        await asyncio.gather(sent(key), *(sent(f"{key}-{each}") for each in range(more)))
        if seam == "after-ack" and count + 1 >= number:
            die()
    raise AssertionError(f"{seam} was not reached")


def main() -> None:
    """Die COUNT times."""
    address, keys, seed, count = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    chance, unanswered, apart = random.Random(seed), None, "".join(sys.argv[5:])
    hosting.SNAPSHOT_LINES = 30
    nursery = Nursery() if apart else None
    database, own = open_database(address, create=False), load_keys(keys, create=False)
    asyncio.run(ready(database, own))
    for death in range(count):
        seam, number = SEAMS[death % len(SEAMS)], chance.randint(1, 6)
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reads)

            def say(kind: str, said: Any, to: int = writes) -> None:
                os.write(to, (json.dumps([kind, said]) + "\n").encode())

            if nursery is not None:
                written_by(nursery, seam if apart == "apart" else "", number)
            asyncio.run(play(database, own, f"{seed}-{death}", seam, number, unanswered, say, apart))
            os._exit(1)
        os.close(writes)
        with os.fdopen(reads) as pipe:
            said = [json.loads(line) for line in pipe]
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        acks = [what for kind, what in said if kind == "ack"]
        last = said[-1] if said else None
        unanswered = last[1] if last is not None and last[0] == "sent" else unanswered if last is None else None
        print(json.dumps({"seam": seam, "killed": killed, "acks": acks, "status": status}), flush=True)


if __name__ == "__main__":
    main()
