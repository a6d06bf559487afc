"""A process that owns a table, with a short lease, and bets until the test says stop; the test pauses and resumes it.

    python owning.py ADDRESS KEYS TABLE LEASE_MS

It says "ack NUMBER" for each command, and "let go" with the reason when the records are not its own any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from houseway.service.hosted import Expected, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import ElsewhereError, Pit
from houseway.store import sessions
from houseway.store.database import open_database
from houseway.store.keys import load_keys

ANNA = Sender("anna", "player")


async def play(pit: Pit, table: str) -> None:
    """Bet and take it back until somebody else has the table."""
    await pit.take(table)
    stop = asyncio.Event()
    keeping = asyncio.create_task(pit.keep(stop, sessions.LEASE_MS / 4000))
    number = 0
    try:
        while True:
            do = "remove" if number % 2 else "wager"
            command = {"do": do, "seat": 1, "id": "red", **({} if number % 2 else {"cents": 500})}
            answer = await pit.command(table, ReceivedCommand(command, f"owner-{number}", "d"), ANNA, Expected())
            number += 1
            print(f"ack {answer.last}", flush=True)
            await asyncio.sleep(0.02)
    except (SuspendedError, ElsewhereError) as error:
        print(f"let go {type(error).__name__}", flush=True)
    with contextlib.suppress(ElsewhereError):
        await pit.command(table, ReceivedCommand({"do": "no-more-bets"}, "late", "d"), ANNA, Expected())
        print("wrote", flush=True)
    stop.set()
    await keeping
    pit.close()


def main() -> None:
    """Run it."""
    address, keys, table, lease = sys.argv[1:]
    sessions.LEASE_MS = int(lease)
    database = open_database(address, create=False)

    async def run() -> None:
        await play(Pit.open(database, load_keys(Path(keys), create=False), "owner"), table)

    asyncio.run(run())


if __name__ == "__main__":
    main()
