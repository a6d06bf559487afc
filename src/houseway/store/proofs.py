"""What proves a log: signed checkpoints of all its journals, receipts for rounds, and that a log extends an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from sqlalchemy import func, insert, select

from houseway.core import Moment
from houseway.law import BadInput
from houseway.law.errors import BadArgument, nearest
from houseway.law.inputs import visible
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of, read_checkpoint
from houseway.records.merkle import Peaks, leaf_hash
from houseway.records.proofs import consistency, inclusion
from houseway.records.receipts import FORMAT, Extension, ProvenLine, Receipt, as_record, shown_line
from houseway.store.appendix import added
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.pinned import pinned
from houseway.store.schema import checkpoints, events, heads, pit, sessions, snapshots
from houseway.store.session_lines import SessionLines
from houseway.store.session_tree import SessionTree
from houseway.store.snapshots import digest_of

SIGN = "sign one first, with houseway checkpoint"


def pit_of(database: Database) -> tuple[str, str]:
    """The name of the pit and the public key of its checkpoints."""
    with database.read() as connection:
        found = connection.execute(select(pit)).all()
    if len(found) != 1:
        raise BadInput(f"{database.address}: is not a pit: it has {len(found)} entries of itself, and should have one")
    return str(found[0].id), str(found[0].public_key)


def stored_checkpoints(database: Database, newest_first: bool = False) -> Iterator[tuple[int, str]]:
    """The number and text of each stored checkpoint, a few at a time."""
    of = checkpoints.c
    after: int | None = None
    while True:
        query = select(of.number, of.body).order_by(of.number.desc() if newest_first else of.number).limit(50)
        if after is not None:
            query = query.where(of.number < after if newest_first else of.number > after)
        with database.read() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            yield int(row.number), str(row.body)
        if len(rows) < 50:
            return
        after = rows[-1].number


def last_said(database: Database, key: str, table: str, session: int, size: int = 0) -> Checkpoint | None:
    """The newest genuine checkpoint that names a session with at least this many lines."""
    for number, body in stored_checkpoints(database, newest_first=True):
        found = read_checkpoint(body, f"checkpoint {number}")
        said = found.of(table, session)
        if said is not None and said.size >= size and found.genuine(key):
            return found
    return None


# Signing


def sign_checkpoint(database: Database, keys: Keys, at: Moment) -> Checkpoint:
    """Sign all journals of the pit as they are now, and store the checkpoint.

    Each journal is read and must extend the last checkpoint that names it, so that no changed log is ever signed.
    """
    with pinned(database) as state:
        name, public = pit_of(state)
        if public != keys.public:
            raise BadInput(f"{database.address}: the keys are of another pit; give the key file that was made with it")
        before = _said_last(state, public)
        said = [_tree_head(state, row.table_id, row.session, before) for row in _all_sessions(state)]
    signed = Checkpoint(name, at, tuple(heads_of(said))).signed(keys.private)
    store_checkpoint(database, signed)
    return signed


def store_checkpoint(database: Database, signed: Checkpoint) -> None:
    """Store a signed checkpoint."""
    with database.write() as connection:
        connection.execute(insert(checkpoints).values(at=signed.at, body=signed.text()))


def _all_sessions(database: Database) -> list[Any]:
    with database.read() as connection:
        query = select(sessions.c.table_id, sessions.c.session).order_by(sessions.c.table_id, sessions.c.session)
        return list(connection.execute(query).all())


def _said_last(database: Database, key: str) -> dict[tuple[str, int], TreeHead]:
    """The last word on each session among the newest genuine checkpoints."""
    found: dict[tuple[str, int], TreeHead] = {}
    wanted = {(row.table_id, row.session) for row in _all_sessions(database)}
    for number, body in stored_checkpoints(database, newest_first=True):
        said = read_checkpoint(body, f"checkpoint {number}")
        if not said.genuine(key):
            raise BadInput(f"{database.address}: checkpoint {number} is not genuine; audit the database first")
        for each in said.tables:
            there = found.get((each.table, each.session))
            if there is None or there.size < each.size:
                found[each.table, each.session] = each
        if wanted <= found.keys():
            break
    return found


def _tree_head(database: Database, table: str, session: int, before: dict[tuple[str, int], TreeHead]) -> TreeHead:
    where = f"{database.address}: {table} session {session}"
    with database.read() as connection:
        query = select(heads).where(heads.c.table_id == table, heads.c.session == session)
        head = connection.execute(query).one_or_none()
    if head is None:
        raise BadInput(f"{where}: has no head; audit the database first")
    earlier = before.get((table, session))
    tree = Peaks()
    for each in SessionLines(database, table, session).rows():
        tree = tree.extended((leaf_hash(each),))
        if earlier is not None and tree.size == earlier.size and tree.root.hex() != earlier.root:
            raise BadInput(f"{where}: does not extend its last checkpoint; audit the database first")
    if (tree.size, tree.packed()) != (head.size, bytes(head.peaks)) or (earlier and tree.size < earlier.size):
        raise BadInput(f"{where}: its lines do not end where its head says; audit the database first")
    shot, more = _last_snapshot(database, table, session), added(database, table, session)
    return TreeHead(table, session, tree.size, tree.root.hex(), head.head, shot, more)


def _last_snapshot(database: Database, table: str, session: int) -> tuple[int, str] | None:
    of = snapshots.c
    query = select(of.size, of.body).where(of.table_id == table, of.session == session).order_by(of.size.desc())
    with database.read() as connection:
        row = connection.execute(query.limit(1)).one_or_none()
    return None if row is None else (int(row.size), digest_of(bytes(row.body)))


# Proofs


def make_receipt(
    database: Database, table: str, session: int | None, round_number: int | None, since: Checkpoint | None = None
) -> Receipt:
    """A receipt for a round, under the last checkpoint; with `since`, it also shows that the log extends that one."""
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
        raise BadArgument("since", ": that checkpoint is of another pit")
    if earlier.size > entry.size:
        right = "the log was cut off, or an old backup was restored: audit it against that checkpoint"
        raise BadArgument(
            "since", f": has {earlier.size} lines of {table}, and the last checkpoint {entry.size}; {right}"
        )
    return earlier


def _last_session(database: Database, table: str, round_number: int | None) -> int:
    of = events.c
    query = select(func.max(sessions.c.session)).where(sessions.c.table_id == table)
    if round_number is not None:
        query = select(func.max(of.session)).where(of.table_id == table, of.round == round_number)
    with database.read() as connection:
        found = connection.execute(query).scalar()
    if found is None:
        with database.read() as connection:
            known = sorted(set(connection.execute(select(sessions.c.table_id)).scalars()))
        if table in known:
            raise BadInput(f"{database.address}: there is no round {round_number} of {table}")
        right = nearest(table, known) if known else "it has no tables yet"
        raise BadInput(f'{database.address}: there is no table "{visible(table)}"; {right}')
    return int(found)


def _shown_lines(
    database: Database, table: str, session: int, places: list[int], size: int
) -> dict[int, dict[str, str]]:
    """The first line and those of a round as everybody may see them, with the shown lines next to it: so it is whole."""
    shown = {place: shown_line(_line(database, table, session, place)) for place in (0, *places)}
    for beside in (range(places[0] - 1, -1, -1), range(places[-1] + 1, size)):
        for place in beside:
            shown[place] = shown_line(_line(database, table, session, place))
            if "line" in shown[place]:
                break
    return shown


def _places(database: Database, table: str, session: int, round_number: int) -> list[int]:
    """The numbers of a round's lines."""
    of = events.c
    query = select(func.min(of.seq), func.max(of.seq)).where(
        of.table_id == table, of.session == session, of.round == round_number, of.event.not_in(("journal-sealed",))
    )
    with database.read() as connection:
        first, last = connection.execute(query.where(of.seq > 0)).one()
    if first is None:
        raise BadInput(f"{database.address}: {table} session {session} has no round {round_number}")
    return list(range(int(first), int(last) + 1))


def _line(database: Database, table: str, session: int, seq: int) -> str:
    of = events.c
    query = select(of.line).where(of.table_id == table, of.session == session, of.seq == seq)
    with database.read() as connection:
        return bytes(connection.execute(query).scalar_one()).decode().removesuffix("\n")
