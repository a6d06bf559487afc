"""Clients, network, clock and store by a seed: whatever fails, each command happens once and nothing is lost.

A failing seed is printed; run it again with HOUSEWAY_SEED=1234 and this file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from houseway.service.hosted import Hosted
from houseway.store.database import Database
from houseway.store.schema import heads
from service.simulated import TABLES, World, simulate
from service.soundness import numbers, sound
from service.stores import new_database
from support import sized

SEEDS = range(sized(day=4, night=60))
NextAppend = Callable[[Hosted], Any]


def simulated(seed: int, folder: Path, size: int = 6) -> list[str]:
    """Run a seed on a new database, look at everything, and return the ends of its journals."""
    with new_database("sqlite", folder) as database:
        event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        database.engine.dispose()
        try:
            world = simulate(seed, database, size)
            looked_at(world, database)
        except BaseException:
            print(f"the seed that failed: HOUSEWAY_SEED={seed}")
            raise
        with database.read() as connection:
            return list(connection.execute(select(heads.c.head).order_by(heads.c.table_id)).scalars())


def looked_at(world: World, database: Database) -> None:
    for (table, watcher), seen in world.seen.items():
        told = [each.seq for each in seen]
        assert told == list(range(1, numbers(database, table)[-1] + 1)), f"watcher {watcher} of {table}: {told}"
    assert all(world.acks[table] for table in TABLES)
    sound(database, world.keys, world.acks)


def seeds() -> list[int]:
    """The seed that is asked for, or all."""
    asked = os.environ.get("HOUSEWAY_SEED")
    return [int(asked)] if asked else list(SEEDS)


def test_every_seed_ends_with_everything_acknowledged_once(tmp_path: Path) -> None:
    for seed in seeds():
        simulated(seed, tmp_path, 4)


def test_a_seed_gives_the_same_run_again(tmp_path: Path) -> None:
    assert simulated(7, tmp_path, 3) == simulated(7, tmp_path, 3) != simulated(8, tmp_path, 3)


# Bugs that are planted: the simulation is worth something only if it finds them


async def _acknowledges_early(self: Hosted) -> None:
    """Hand an append to the store, and do not wait until it is on disk."""
    append = self._next_append()
    append.waiting = self.loop.create_future()
    append.waiting.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    self._writer.submit(append)
    self.stored(append, 1)


def _forgets_ids(self: Hosted, right: NextAppend = Hosted._next_append) -> Any:
    """Store the events of a command without its sender's id."""
    append = right(self)
    append.commands.clear()
    self._ids.clear()
    return append


def _loses_the_last_event(self: Hosted, right: NextAppend = Hosted._next_append) -> Any:
    """Show and acknowledge a batch of which the store gets less."""
    append: Any = right(self)
    if len(append.events) > 1:
        append.events.pop()
    return append


@pytest.mark.parametrize(
    ("method", "bug"),
    [
        ("_store_first", _acknowledges_early),
        ("_next_append", _forgets_ids),
        ("_next_append", _loses_the_last_event),
    ],
)
def test_a_planted_bug_is_found_and_its_seed_is_printed_and_fails_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    method: str,
    bug: Callable[..., Any],
) -> None:
    monkeypatch.setattr(Hosted, method, bug)

    def fails(seed: int) -> bool:
        try:
            simulated(seed, tmp_path, 4)
        except Exception:
            return True
        return False

    failed = next((seed for seed in SEEDS if fails(seed)), None)
    assert failed is not None, "no seed found it"
    assert f"HOUSEWAY_SEED={failed}\n" in capsys.readouterr().out
    assert fails(failed), "a failing seed fails again"
    monkeypatch.undo()
    assert not fails(failed), "and not without the bug"


@pytest.mark.nightly
@pytest.mark.parametrize("start", range(1000, 4000, 100))
def test_thousands_of_seeds(tmp_path: Path, start: int) -> None:
    for seed in range(start, start + 100):
        simulated(seed, tmp_path, 8)
        for path in tmp_path.glob("pit-*"):
            path.unlink()
