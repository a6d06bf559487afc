"""Opens a pit for a process: its database and keys, the tables in the database, and the requested new tables."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from houseway.games import load
from houseway.law import BadInput
from houseway.service.hosted import ConflictError
from houseway.service.pit import ElsewhereError, Pit
from houseway.service.reading import Records
from houseway.service.submissions import Submissions
from houseway.service.taking_over import dead_owners
from houseway.store.database import SERVICE_PATIENCE_MS, database_unusable, open_database, sqlite_path
from houseway.store.keys import load_keys
from houseway.store.new_pit import has_pit

NO_HOLDER = "practice"


@dataclass(frozen=True, slots=True)
class OpenedTables:
    """The tables by what happened to them: this process runs `new` and `resumed`, other processes run `elsewhere`.

    `waiting` belong to a process that died; this process takes them over when its lease ends.
    """

    new: tuple[str, ...]
    resumed: tuple[str, ...]
    elsewhere: tuple[str, ...]
    waiting: tuple[str, ...] = ()


def open_pit(address: str, keys: Path | None) -> Pit:
    """Open the pit of a database with its keys. A new database and its keys are created; an existing one needs its own keys."""
    if keys is None and address.startswith("postgres"):
        raise BadInput("a PostgreSQL database does not say where its keys are; name the key file")
    new = not has_pit(address)
    known = load_keys(Path(f"{sqlite_path(address)}.keys") if keys is None else keys, create=new)
    database = open_database(address, patience_ms=SERVICE_PATIENCE_MS)
    try:
        return Pit.open(database, known, apart=(os.cpu_count() or 1) > 1)
    except SQLAlchemyError as error:
        database.close()
        raise database_unusable(database, error) from error
    except BaseException:
        database.close()
        raise


async def open_tables(pit: Pit, wanted: Iterable[str], holder: str, source: str, seed: str | None) -> OpenedTables:
    """Resume the tables of the database, then open the wanted tables that do not exist yet or are closed."""
    records = Records(pit.database, pit.keys)
    wanted = list(wanted)
    if wanted:
        await asyncio.to_thread(Submissions(pit.database, pit.clock).enter_served, holder)
    heads = await asyncio.to_thread(records.heads)
    resumed, new = [], []
    elsewhere: dict[str, str] = {}  # table and owner
    taken = {hosted.id for hosted in await pit.take_all()}
    for head in heads:
        if head.sealed:
            continue
        try:
            if head.table_id not in taken:
                await pit.take(head.table_id)  # raises the reason that it was not taken with the others
            resumed.append(head.table_id)
        except ElsewhereError as error:
            elsewhere[head.table_id] = error.owner
        except ConflictError:
            elsewhere[head.table_id] = ""
    there = {head.table_id: head for head in heads}
    for what, name in _named(wanted):
        known = there.get(name)
        if known is not None and not known.sealed:
            continue
        game, rules = await asyncio.to_thread(load, what)
        await pit.open_table(name, game, rules, holder, source, seed)
        new.append(name)
    dead = await asyncio.to_thread(dead_owners, pit.database, set(elsewhere.values()))
    waiting = tuple(name for name, owner in elsewhere.items() if owner in dead)
    others = tuple(name for name in elsewhere if name not in waiting)
    return OpenedTables(tuple(new), tuple(resumed), others, waiting)


def _named(wanted: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Submissions or games, each with the id of its table: the name of the file or game, and a number."""
    counts: dict[str, int] = {}
    for what in wanted:
        stem = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in Path(what).stem)[:50]
        counts[stem] = counts.get(stem, 0) + 1
        yield what, f"{stem}-{counts[stem]}"
