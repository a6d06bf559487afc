"""Receipts from a database: proofs that a round's lines are in a journal, and that it extends an earlier checkpoint.

`records/proofs.py` chooses the parts of the tree for a proof; `session_tree.py` finds their roots without reading the whole
journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from sqlalchemy import func, select

from houseway.law import BadInput
from houseway.law.errors import BadArgument, nearest
from houseway.law.inputs import visible
from houseway.records.checkpoint import Checkpoint, TreeHead
from houseway.records.proofs import consistency, inclusion
from houseway.records.receipts import FORMAT, Extension, ProvenLine, Receipt, as_record, shown_line
from houseway.store.checkpoints import last_said, pit_of
from houseway.store.consistent_read import pinned
from houseway.store.database import Database
from houseway.store.rounds import events_of_round, last_round, last_session_with
from houseway.store.schema import events, sessions
from houseway.store.session_tree import SessionTree

SIGN = "sign one first, with houseway checkpoint"


def make_receipt(
    database: Database, table: str, session: int | None, round_number: int | None, since: Checkpoint | None = None
) -> Receipt:
    """A receipt for a round under the last checkpoint; with `since`, it also proves that the journal extends that checkpoint."""
    with pinned(database) as state:
        _, key = pit_of(state)
        session = session or _last_session(state, table, round_number)
        places = _places(state, table, session, round_number) if round_number is not None else []
        signed = last_said(state, key, table, session, max(places) + 1 if places else 0)
        if signed is None:
            about = f"round {round_number} of {table}" if places else table
            raise BadInput(f"{database.address}: no checkpoint covers {about} session {session} yet; {SIGN}")
        entry = signed.of(table, session)
        assert entry is not None
        lines = _shown_lines(state, table, session, places, entry.size) if places else {}
        earlier = _earlier(since, signed, table, session)
        tree = SessionTree(state, None, table, session)
        made = Receipt(houseway=FORMAT, table=table, session=session, checkpoint=as_record(signed))
        if round_number is not None:
            made["round"] = round_number
            made["lines"] = [
                cast(ProvenLine, {"index": index, **shown, "proof": _hex(inclusion(tree.root, index, entry.size))})
                for index, shown in sorted(lines.items())
            ]
        if earlier is not None and since is not None:
            proof = _hex(consistency(tree.root, earlier.size, entry.size))
            made["since"] = Extension(checkpoint=as_record(since), size=earlier.size, proof=proof)
        return made


def _hex(hashes: Iterable[bytes]) -> list[str]:
    return [each.hex() for each in hashes]


def _earlier(since: Checkpoint | None, signed: Checkpoint, table: str, session: int) -> TreeHead | None:
    if since is None:
        return None
    earlier, entry = since.of(table, session), signed.of(table, session)
    assert entry is not None
    if earlier is None:
        raise BadArgument("since", f": that checkpoint does not name {table} session {session}; give a later one")
    if since.pit != signed.pit:
        raise BadArgument("since", ": that checkpoint belongs to another pit")
    if earlier.size > entry.size:
        right = "the log was cut off, or an old backup was restored: audit it against that checkpoint"
        raise BadArgument(
            "since", f": has {earlier.size} lines of {table}, but the last checkpoint has {entry.size}; {right}"
        )
    return earlier


def _last_session(database: Database, table: str, round_number: int | None) -> int:
    with database.read() as connection:
        if round_number is not None:
            found = last_session_with(connection, table, round_number)
        else:
            query = select(func.max(sessions.c.session)).where(sessions.c.table_id == table)
            found = connection.execute(query).scalar()
    if found is None:
        with database.read() as connection:
            known = sorted(set(connection.execute(select(sessions.c.table_id)).scalars()))
            last = last_round(connection, table)
        if table in known:
            there = f"its rounds are 0 to {last}; 0 is the opening"
            raise BadInput(f"{database.address}: there is no round {round_number} of {table}; {there}")
        right = nearest(table, known) if known else "it has no tables yet"
        raise BadInput(f'{database.address}: there is no table "{visible(table)}"; {right}')
    return int(found)


def _shown_lines(
    database: Database, table: str, session: int, places: list[int], size: int
) -> dict[int, dict[str, str]]:
    """The public form of a journal's first line, a round's lines, and the neighbors that show that the round is complete."""
    shown = {place: shown_line(_line(database, table, session, place)) for place in (0, *places)}
    for beside in (range(places[0] - 1, -1, -1), range(places[-1] + 1, size)):
        for place in beside:
            shown[place] = shown_line(_line(database, table, session, place))
            if "line" in shown[place]:
                break
    return shown


def _places(database: Database, table: str, session: int, round_number: int) -> list[int]:
    """The line numbers of a round."""
    with database.read() as connection:
        found = events_of_round(connection, table, session, round_number)
    if not found:
        raise BadInput(f"{database.address}: {table} session {session} has no round {round_number}")
    return list(found)


def _line(database: Database, table: str, session: int, seq: int) -> str:
    of = events.c
    query = select(of.line).where(of.table_id == table, of.session == session, of.seq == seq)
    with database.read() as connection:
        return bytes(connection.execute(query).scalar_one()).decode().removesuffix("\n")
