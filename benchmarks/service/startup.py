"""Start-up with many events: import them in bulk, sign a checkpoint, play on a little, then time until every table is ready.

    python benchmarks/service/startup.py --events 10000000 --tables 200 [--store sqlite|postgresql] [--folder DIR]

Each table has closed sessions and an open one, all copies of one played journal under their own first lines, chained and marked
anew. The open sessions and one closed one are imported; all other closed ones are entered as the rows that an import would write
(`--audit` shows that nothing differs), since checking ten million lines one by one takes long and is not what is measured here.
The limit is 5 seconds for 10 million events. The last line is `houseway serve` as a whole, from the start of its process, with
all that Python has to import, until it serves.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, text

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests"))

import houseway
from houseway.core.plain import canonical_bytes
from houseway.records.lines import GENESIS, marked_lines, parsed
from houseway.records.merkle import Peaks, leaf_hash
from houseway.service.pit import Pit
from houseway.store.audit_findings import AuditRequest
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database import Database, open_database
from houseway.store.database_audit import audit_database
from houseway.store.exporting import export_folder
from houseway.store.importing import Bulk, Named, import_path
from houseway.store.keys import Keys, load_keys
from houseway.store.manifests import MANIFEST
from houseway.store.schema import heads, sessions
from houseway.store.session_lines import about
from houseway.store.writer import COLUMNS
from houseway.table import ticking, wall_clock
from service.stores import new_address
from store.played_pit import NOW, Player

LINES = 4000  # of the journal that is copied
SEED = "7"
AT_ONCE = 100  # sessions in one folder
GROUP = 10  # copied sessions in one transaction
LIMIT_SECONDS = 5.0


def template(folder: Path, keys: Keys, lines: int) -> tuple[list[dict[str, object]], int, bytes]:
    """The records of a played journal with its seal, the number of those before it was closed, and its house file."""
    database = open_database(f"sqlite:///{folder}/template.db")

    async def run() -> None:
        pit = Pit.open(database, keys, clock=ticking(NOW))
        built = houseway.load("roulette")
        hosted = await pit.open_table("roulette-0", built.game, built.rules, "Parx", "seeded", SEED)
        player = Player(pit, "roulette-0")
        await player.buy_in()
        while hosted.standing.seq < lines:
            await player.round()
        before.append(hosted.standing.seq + 1)
        await player.do({"do": "close"}, "flo", "floorperson")
        pit.close()

    before: list[int] = []
    asyncio.run(run())
    export_folder(database, keys, folder / "template", None, None)
    database.close()
    text = (folder / "template" / "roulette-0.1.jsonl").read_bytes().splitlines(keepends=True)
    records = [{name: value for name, value in parsed(line).items() if name not in ("hash", "mark")} for line in text]
    return records, before[0], (folder / "template" / "roulette-0.1.jsonl.house").read_bytes()


def pieces(lines: list[tuple[bytes, str]]) -> list[tuple[bytes, bytes]]:
    """Each line before and after its hash: a mark covers its record only, so all copies share these."""
    cut = []
    for line, digest in lines:
        before, found, after = line.partition(b'"hash":"%b",' % digest.encode())
        assert found
        cut.append((before, after))
    return cut


def chained_anew(first: tuple[bytes, str], rest: list[tuple[bytes, bytes]]) -> list[tuple[bytes, str]]:
    """The lines of a journal, and their hashes, after another first line."""
    lines, head, sha256 = [first], first[1], hashlib.sha256
    for before, after in rest:
        head = sha256(b"%b\n%b%b" % (head.encode(), before, after[:-1])).hexdigest()
        lines.append((b'%b"hash":"%b",%b' % (before, head.encode(), after), head))
    return lines


class Copier:
    """Copies one recorded, closed session under other names, row by row: the same rows as if it was imported each time."""

    def __init__(self, database: Database, keys: Keys, table: str, session: int, seed: str) -> None:
        self._database, self._keys, self._seed = database, keys, seed.encode()
        of = {"table": table, "session": session}
        with database.read() as connection:

            def rows(name: str) -> list[dict[str, Any]]:
                query = f"SELECT * FROM {name} WHERE table_id = :table AND session = :session ORDER BY 1, 2, 3"
                return [dict(row) for row in connection.execute(text(query), of).mappings()]

            [self._session], [self._head] = rows("sessions"), rows("heads")
            events, self._postings = rows("events"), rows("postings")
            assert self._head["sealed"] and not rows("secrets") and not rows("commands")
        names = COLUMNS["events"]
        self._events = [tuple(row[name] for name in names[2:8]) for row in events]
        self._first = {name: value for name, value in parsed(events[0]["line"]).items() if name not in ("hash", "mark")}
        self._rest = pieces([(bytes(row["line"]), row["hash"]) for row in events[1:]])
        self._key = keys.shown(self._session["key"], about("key", table, session))

    def enter(self, connection: Connection, bulk: Bulk, table: str, session: int) -> int:
        """Enter a copy; return the number of its lines."""
        key, where = self._key, (table, session)
        [first] = marked_lines(GENESIS, key, [{**self._first, "table": table, "session": session}])
        lines = chained_anew(first, self._rest)
        peaks = Peaks().extended(leaf_hash(line) for line, _ in lines)
        hidden = {
            "seed": self._keys.hidden(self._seed, about("seed", *where)),
            "key": self._keys.hidden(key, about("key", *where)),
        }
        named = {"table_id": table, "session": session}
        connection.execute(insert(sessions).values({**self._session, **named, **hidden}))
        end = {"head": lines[-1][1], "peaks": peaks.packed()}
        connection.execute(insert(heads).values({**self._head, **named, **end}))
        before = [GENESIS, *(digest for _, digest in lines)]
        bulk.insert(
            "events",
            [
                (*where, *row, previous, digest, line)
                for row, previous, (line, digest) in zip(self._events, before, lines, strict=False)
            ],
        )
        bulk.insert("postings", [(*where, *list(row.values())[2:]) for row in self._postings])
        return len(lines)

    def enter_all(self, wanted: list[tuple[str, int]]) -> int:
        """Enter copies in one transaction; return the number of their lines."""
        with self._database.write() as connection:
            bulk = Bulk(connection, self._database.kind)
            return sum(self.enter(connection, bulk, *each) for each in wanted)


def copies(
    folder: Path,
    source: Path,
    records: list[dict[str, object]],
    before_close: int,
    house: bytes,
    wanted: list[tuple[str, int, bool]],
) -> None:
    """An export with these sessions; only the last of each table is open."""
    manifest = parsed((source / MANIFEST).read_bytes())
    key = bytes.fromhex(parsed(house.splitlines(keepends=True)[0])["key"])
    ended = pieces(marked_lines(GENESIS, key, records[1:]))
    beside = (source / "roulette-0.1.jsonl.pit").read_bytes().splitlines(keepends=True)[0]
    folder.mkdir()
    named = []
    for table, session, is_open in wanted:
        path = folder / f"{table}.{session}.jsonl"
        lines = ended[: before_close - 1] if is_open else ended
        [first] = marked_lines(GENESIS, key, [{**records[0], "table": table, "session": session}])
        path.write_bytes(b"".join(line for line, _ in chained_anew(first, lines)))
        for name, data in (
            (".house", house),
            (".pit", canonical_bytes({**parsed(beside), "table": table, "session": session}) + b"\n"),
        ):
            (folder / (path.name + name)).write_bytes(data)
            (folder / (path.name + name)).chmod(0o600)
        named.append({"table": table, "session": session, "file": path.name})
    (folder / MANIFEST).write_bytes(canonical_bytes({**manifest, "sessions": named}) + b"\n")
    (folder / "checkpoints.jsonl").write_bytes(b"")


def fill(database: Database, keys: Keys, folder: Path, events: int, tables: int) -> tuple[int, int]:
    """Enter about this many events; return how many, and how many of them were imported."""
    records, before_close, house = template(folder, keys, LINES)
    each = max(2, round(events / tables / len(records)))
    wanted = [("roulette-0", 1, False), *((f"roulette-{table}", each, True) for table in range(tables))]
    imported, began = 0, time.process_time()
    for start in range(0, len(wanted), AT_ONCE):
        part = folder / "part"
        copies(part, folder / "template", records, before_close, house, wanted[start : start + AT_ONCE])
        imported += import_path(database, keys, part, Named(), wall_clock()).lines
        shutil.rmtree(part)
    spent = time.process_time() - began
    print(f"{imported:,} events imported: {imported / spent:,.0f} for each second of the processor", flush=True)
    copier, began = Copier(database, keys, "roulette-0", 1, SEED), time.process_time()
    rest = [(f"roulette-{table}", session) for table in range(tables) for session in range(1, each)][1:]
    lines = sum(copier.enter_all(rest[start : start + GROUP]) for start in range(0, len(rest), GROUP))
    spent = time.process_time() - began
    print(f"{lines:,} copied: {lines / spent:,.0f} for each second of the processor", flush=True)
    return imported + lines, imported


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


def served(address: str, keys: Path) -> float:
    """Seconds from the start of `houseway serve` until it serves; then it is ended."""
    given = ["--quiet", "--port", "0", "--database", address, "--keys", str(keys)]
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "houseway", "serve", *given], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = any("serving" in line for line in process.stdout)
        seconds = time.perf_counter() - began
        process.terminate()
        for _ in process.stdout:
            continue
    assert found, "it did not start"
    return seconds


def main() -> None:
    """Run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--events", type=int, default=10_000_000)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--audit", action="store_true", help="audit all of it too, before it is started")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as name, new_address(given.store, Path(name)) as address:
        folder = Path(name)
        keys = load_keys(folder / "pit.keys", create=True)
        database = open_database(address)
        began = time.perf_counter()
        lines, _ = fill(database, keys, folder, given.events, given.tables)
        print(f"{given.store}: {lines:,} events after {time.perf_counter() - began:.0f} s", flush=True)
        began = time.perf_counter()
        sign_checkpoint(database, keys, wall_clock())
        print(f"checkpoint of everything in {time.perf_counter() - began:.1f} s", flush=True)
        if given.audit:
            audited = audit_database(database, AuditRequest(keys=keys))
            print(f"audit: {audited.status}", *audited.findings[:3])
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
        print(f"houseway serve serves them after {served(address, folder / 'pit.keys'):.2f} s", flush=True)
        if ready > LIMIT_SECONDS or count != given.tables:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
