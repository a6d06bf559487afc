"""Start-up with many events: import them in bulk, sign a checkpoint, play on a little, then time until every table is ready.

    python benchmarks/service/startup.py --events 10000000 --tables 200 [--store sqlite|postgresql] [--folder DIR]

Each table has closed sessions and an open one, all copies of one played journal under their own first lines, chained and marked
anew. The limit is 5 seconds for 10 million events.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests"))

import houseway
from houseway.core.plain import canonical_bytes
from houseway.records.lines import GENESIS, SEALED, marked_lines, parsed
from houseway.service.pit import Pit
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database import Database, open_database
from houseway.store.exporting import export_folder
from houseway.store.importing import Named, import_path
from houseway.store.keys import Keys
from houseway.store.manifests import MANIFEST
from houseway.table import ticking, wall_clock
from service.stores import new_address
from store.playing import NOW, Player

LINES = 4000  # of the journal that is copied
AT_ONCE = 100  # sessions in one folder
LIMIT_SECONDS = 5.0


def template(folder: Path, keys: Keys, lines: int) -> tuple[list[dict[str, object]], bytes]:
    """The records of a played journal, and its house file."""
    database = open_database(f"sqlite:///{folder}/template.db")

    async def run() -> None:
        pit = Pit.open(database, keys, clock=ticking(NOW))
        built = houseway.load("roulette")
        hosted = await pit.open_table("roulette-0", built.game, built.rules, "Parx", "seeded", "7")
        player = Player(pit, "roulette-0")
        await player.buy_in()
        while hosted.standing.seq < lines:
            await player.round()
        pit.close()

    asyncio.run(run())
    export_folder(database, keys, folder / "template", None, None)
    database.close()
    text = (folder / "template" / "roulette-0.1.jsonl").read_bytes().splitlines(keepends=True)
    records = [{name: value for name, value in parsed(line).items() if name not in ("hash", "mark")} for line in text]
    return records, (folder / "template" / "roulette-0.1.jsonl.house").read_bytes()


def copies(
    folder: Path,
    source: Path,
    keys: Keys,
    records: list[dict[str, object]],
    house: bytes,
    wanted: list[tuple[str, int, bool]],
) -> None:
    """An export with these sessions; only the last of each table is open."""
    manifest = parsed((source / MANIFEST).read_bytes())
    key = bytes.fromhex(parsed(house.splitlines(keepends=True)[0])["key"])
    beside = (source / "roulette-0.1.jsonl.pit").read_bytes().splitlines(keepends=True)[0]
    folder.mkdir()
    named = []
    for table, session, is_open in wanted:
        end = [] if is_open else [{"event": SEALED, "events": len(records) - 1}]
        made = marked_lines(GENESIS, key, [{**records[0], "table": table, "session": session}, *records[1:], *end])
        path = folder / f"{table}.{session}.jsonl"
        path.write_bytes(b"".join(line for line, _ in made))
        for name, data in (
            (".house", house),
            (".pit", canonical_bytes({**parsed(beside), "table": table, "session": session}) + b"\n"),
        ):
            (folder / (path.name + name)).write_bytes(data)
            (folder / (path.name + name)).chmod(0o600)
        named.append({"table": table, "session": session, "file": path.name})
    (folder / MANIFEST).write_bytes(canonical_bytes({**manifest, "sessions": named}) + b"\n")
    (folder / "checkpoints.jsonl").write_bytes(b"")


def fill(database: Database, keys: Keys, folder: Path, events: int, tables: int) -> tuple[int, float, float]:
    """Import about this many events; return how many, and the seconds that importing took: all, and of the processor."""
    records, house = template(folder, keys, LINES)
    each = max(1, round(events / tables / len(records)))
    wanted = [
        (f"roulette-{table}", session, session == each) for table in range(tables) for session in range(1, each + 1)
    ]
    seconds, processor, lines = 0.0, 0.0, 0
    for start in range(0, len(wanted), AT_ONCE):
        part = folder / "part"
        copies(part, folder / "template", keys, records, house, wanted[start : start + AT_ONCE])
        began, used = time.perf_counter(), time.process_time()
        lines += import_path(database, keys, part, Named(), wall_clock()).lines
        seconds += time.perf_counter() - began
        processor += time.process_time() - used
        shutil.rmtree(part)
    return lines, seconds, processor


async def play_on(database: Database, keys: Keys) -> None:
    """A few commands at every table after the last checkpoint: the tail that a start-up has to verify."""
    pit = Pit.open(database, keys)
    for hosted in await pit.take_all():
        player = Player(pit, hosted.id)
        for _ in range(2):
            await player.round()
    pit.writer.close()  # as after a kill: nothing is signed or let go of


async def start(database: Database, keys: Keys) -> tuple[float, int]:
    began = time.perf_counter()
    pit = Pit.open(database, keys)
    hosted = await pit.take_all()
    seconds = time.perf_counter() - began
    pit.close()
    return seconds, len(hosted)


def main() -> None:
    """Run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--events", type=int, default=10_000_000)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    asked.add_argument("--folder", type=Path)
    given = asked.parse_args()
    keys = Keys.new()
    with tempfile.TemporaryDirectory(dir=given.folder) as name, new_address(given.store, Path(name)) as address:
        folder = Path(name)
        database = open_database(address)
        lines, seconds, processor = fill(database, keys, folder, given.events, given.tables)
        print(f"{given.store}: {lines:,} events imported in {seconds:.1f} s: {lines / seconds:,.0f} a second")
        print(f"  {lines / processor:,.0f} for each second of the processor")
        began = time.perf_counter()
        sign_checkpoint(database, keys, wall_clock())
        print(f"checkpoint of everything in {time.perf_counter() - began:.1f} s")
        asyncio.run(play_on(database, keys))
        database.close()
        time.sleep(11)  # the leases of the killed process run out
        database = open_database(address)
        ready, count = asyncio.run(start(database, keys))
        database.close()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{count} tables ready after {ready:.2f} s (limit {LIMIT_SECONDS:.0f} s); at most {memory:.0f} MiB in all"
        )
        if ready > LIMIT_SECONDS or count != given.tables:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
