"""Tables killed at any moment: every acknowledged command is there, and every drawn card has a seal."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from attacks.killed_player import one_command
from houseway.games import load
from houseway.records import Desk, audit_journal, house_path, open_desk, read_events
from houseway.table import imbalance
from warm_python import PROGRAM, WarmProcess, warm_pipes

TABLES = [("casino-war",), ("down-under-blackjack", "shuffler=continuous"), ("pai-gow", "house_way=highest-high")]


@pytest.fixture(scope="module")
def player() -> Iterator[WarmProcess]:
    """One process that forks the tables, so that each starts at once."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run, pipes = "from attacks.killed_player import main; main()", ("stdin", "stdout")
    with warm_pipes(PROGRAM, run, environment=environment, pipes=pipes) as process:
        yield process


def kill_one(player: WarmProcess, path: Path, random: Random, table: tuple[str, ...], most: float) -> int:
    """Let a table play for a moment, of `most` seconds, and kill it: the last event that it acknowledged."""
    assert player.stdin is not None and player.stdout is not None
    seconds = random.choice([-random.uniform(0.001, 0.05), random.uniform(0, 0.05), random.uniform(0, most)])
    player.stdin.write(f"{path} {random.random()} {seconds} {' '.join(table)}\n")
    player.stdin.flush()
    answer = player.stdout.readline().strip()
    assert answer.isdigit(), answer
    return int(answer)


def held(desk: Desk) -> Any:
    """The values that a restarted table must restore: the position, and the secret orders."""
    table = desk.table
    return table.plain, table._kept, {name: table._laid._orders[name] for name in table._laid.names()}


def check(path: Path, table: tuple[str, ...], acknowledged: int, random: Random) -> int:
    """Resume a table that was killed, twice, and play on: how many events there are."""
    game, rules = load(table[0], table[1:])
    desk = open_desk(game, rules, path)
    before = held(desk)
    desk.close()
    events = read_events(path)
    assert len(events) >= acknowledged
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    desk = open_desk(game, rules, path)
    assert held(desk) == before and not desk.notes
    assert imbalance(game, desk.table.position) is None
    if desk.table.position.state is None:
        desk.table.open()
    for _ in range(random.randint(0, 5)):
        one_command(desk.table, random)
        assert imbalance(game, desk.table.position) is None
    desk.close()
    return desk.table._count


def kill(player: WarmProcess, kills: int, each: int, folder: Path, seed: str, most: float) -> Counter[str]:
    """This many kills, `each` of them at one table, which is audited at the end.

    A journal is as long as its table was let play: what is read again after each kill.
    """
    random, counts = Random(seed), Counter[str]()
    for n in range(0, kills, each):
        table, path = TABLES[n // each % len(TABLES)], folder / f"{seed}-{n}.jsonl"
        last = 0
        for _ in range(each):
            acknowledged = kill_one(player, path, random, table, most)
            assert acknowledged == 0 or acknowledged >= last
            counts["torn"] += bool(path.exists() and not path.read_bytes().endswith(b"\n"))
            last = check(path, table, acknowledged, random)
            counts["kills"] += 1
        found = audit_journal(path, house=house_path(path))
        assert (found.status, found.flaws) == ("unsealed", ()), [str(flaw) for flaw in found.flaws[:3]]
        assert found.seals.unsealed == found.seals.entered == 0
        counts["cards under a seal"] += found.seals.drawn
        counts["events"] += found.events
    return counts


def test_a_table_that_is_killed_loses_nothing(player: WarmProcess, tmp_path: Path) -> None:
    counts = kill(player, 5, 5, tmp_path, "day", most=0.1)
    assert counts["kills"] == 5 and counts["cards under a seal"]


@pytest.mark.nightly
def test_tables_that_are_killed_hundreds_of_times_lose_nothing(player: WarmProcess, tmp_path: Path) -> None:
    counts = kill(player, 300, 10, tmp_path, "night", most=0.5)
    assert counts["kills"] == 300 and counts["cards under a seal"]
    print(f"\n{dict(counts)}")
