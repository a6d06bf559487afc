"""The time of each question, cold and cached: CPU seconds and elapsed seconds, in one process per question.

    .venv/bin/python benchmarks/questions.py [GAME...]

Cold: an empty folder for kept results. Kept: the same question again. The goals are ten seconds cold (Down Under Blackjack
thirty) and one second kept, on a machine that does nothing else.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from houseway.games import games, load

QUESTIONS = ("example", "diff", "readings", "hold")
COLD_SECONDS, KEPT_SECONDS = 10, 1
LONGER = {"down-under-blackjack": 30}


def call_of(question: str, game: str) -> list[str]:
    """The command that asks a question of a game's default submission."""
    if question == "example":
        cite = next(p.cite for p in load(game)[1].paragraphs if p.modelled)
        return ["rules", game, cite, "--example"]
    if question == "diff":
        return ["diff", "--a", game, "--b", f"{game},{_changed(game)}"]
    return [question, game, *(["--rounds", "5000"] if question == "hold" else [])]


def _changed(game: str) -> str:
    """The first reading with another answer, as a setting."""
    rules = load(game)[1]
    reading = next(each for each in rules.chapter.readings if each.name in rules.readings and len(each.ids) > 1)
    return f"reading.{reading.name}={reading.ids[1]}"


def timed(call: Sequence[str], folder: str) -> tuple[float, float]:
    """Processor seconds and seconds of the clock of one call."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "HOUSEWAY_CACHE": folder, "XDG_CACHE_HOME": folder}
    done = subprocess.run([sys.executable, "-m", "houseway", *call], env=environment, capture_output=True, check=False)
    assert done.returncode in (0, 1), (call, done.stderr.decode()[-500:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, time.perf_counter() - began


def main(asked: Sequence[str]) -> None:
    """Ask everything and print a table; figures above a goal are marked."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; processor seconds (clock)")
    print(f"{'':22}" + "".join(f"{question + ' cold':>20}{'kept':>16}" for question in QUESTIONS))
    for game in asked or games():
        cells = []
        for question in QUESTIONS:
            with tempfile.TemporaryDirectory() as folder:
                os.chmod(folder, 0o700)
                for goal in (LONGER.get(game, COLD_SECONDS), KEPT_SECONDS):
                    used, clock = timed(call_of(question, game), folder)
                    cells.append(f"{used:.1f} ({clock:.1f}){'!' if clock > goal else ' '}")
        print(f"{game:22}" + "".join(f"{cell:>{20 if n % 2 == 0 else 16}}" for n, cell in enumerate(cells)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
