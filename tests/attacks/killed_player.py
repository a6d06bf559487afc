"""A player who is killed: started once, it forks a table for each line `JOURNAL SEED SECONDS GAME SETTINGS…` that it reads.

The forked table is opened or resumed, plays random rounds, and says the number of the last event after each command that was
acknowledged. After so many seconds it is killed by SIGKILL; then the last number that it said is printed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

from houseway.core import AnyGame, Chance, Choices, Procedure, Wagers
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.records import open_desk
from houseway.table import Table

WAGERS = {
    "casino-war": ("initial", "tie"),
    "down-under-blackjack": ("bet",),
    "pai-gow": ("wager",),
    "sic-bo": ("small", "big"),
}


def one_command(table: Table, random: Random) -> None:
    """Something that a table may be asked to do now; now and then something that is refused."""
    due = table.due
    if isinstance(due, Procedure):  # the cards or tiles wait for a player to look at them
        table.buy_in(1, 100_000)
    elif isinstance(due, Chance):
        table.draw(once=True)
    elif isinstance(due, Choices):
        asked = random.choice([each for each in due.open if each.options])
        who = {"seat": int(asked.who.removeprefix("seat:"))} if asked.who.startswith("seat:") else {"by": asked.who}
        table.do({"do": "choose", **who, "choice": random.choice(asked.options).choice})
    elif isinstance(due, Wagers) and random.random() < 0.5 and not due.within:
        seat = random.randint(1, 3)
        if table.chips(seat) < 10_000:
            table.buy_in(seat, 100_000)
        else:
            table.wager(seat, random.choice(WAGERS[table.game.id]), 1000)
    else:
        table.no_more_bets()


def play(journal: Path, seed: str, loaded: tuple[AnyGame, Rules], say: int) -> None:
    """Play until killed."""
    desk, random = open_desk(*loaded, journal), Random(seed)
    if desk.table.position.state is None:
        desk.table.open()
    while True:
        try:
            one_command(desk.table, random)
        except BadInput as error:
            os.write(say, f"refused {error}\n".encode())
        os.write(say, f"{desk.table._count}\n".encode())


def killed(journal: Path, seed: str, seconds: float, loaded: tuple[AnyGame, Rules]) -> str:
    """Kill the table this long after its first command or, if negative, after its start; return its output."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        try:
            play(journal, seed, loaded, say)
        except BaseException as error:
            os.write(say, f"failed {type(error).__name__}: {error}\n".encode())
        os._exit(1)
    os.close(say)
    said = os.read(hear, 65536) if seconds >= 0 else b""
    end = time.monotonic() + abs(seconds)
    while (left := end - time.monotonic()) > 0:
        if select.select([hear], [], [], left)[0]:
            said += (data := os.read(hear, 65536))
            if not data:
                break
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while data := os.read(hear, 65536):
        said += data
    os.close(hear)
    return said.decode()


def main() -> None:
    """Answer each line with the last event that was acknowledged, 0 for none, or with what went wrong."""
    loaded: dict[str, tuple[AnyGame, Rules]] = {}
    for line in sys.stdin:
        journal, seed, seconds, what, *settings = line.split()
        table = loaded.setdefault(what, loaded.get(what) or load(what, settings))
        said = killed(Path(journal), seed, float(seconds), table).splitlines()
        failed = [each for each in said if each.startswith("failed")]
        numbers = [each for each in said if each.isdigit()]
        print(failed[0] if failed else numbers[-1] if numbers else "0", flush=True)


if __name__ == "__main__":
    main()
